"""Opens partitions of a checkpoint's state stores: which files make up a version, and how its state is made of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from rocksdict import Cache

from statestore.attach.files import CheckpointFiles
from statestore.attach.providers.at import PartitionState, StoreAt
from statestore.attach.providers.chain import HDFS, ROCKSDB, Chain, Naming, chain_of, newer_snapshot, not_kept
from statestore.attach.providers.codec import decompression
from statestore.attach.providers.database import Base, Databases
from statestore.attach.providers.overlay import OVERLAY_BYTES_MAX, Entries, Overlaying
from statestore.attach.providers.placing import MissingFile, ZipSnapshot, read_zip
from statestore.attach.providers.records import Ancestor, LogReader
from statestore.attach.providers.state import Noted, Step, StoredState
from statestore.attach.providers.values import has_row_checksums, merge_delimiter, unwrapping
from statestore.errors import StateStoreError, UnsupportedFormat, VersionNotKept
from statestore.node.options import StoreOptions, block_cache

PROVIDER_CONF: Final = "spark.sql.streaming.stateStore.providerClass"
_ROCKSDB_CLASS: Final = "RocksDBStateStoreProvider"
_HDFS_CLASS: Final = "HDFSBackedStateStoreProvider"

#: Spark may delete a version, or replace logs by a snapshot, between the listing of a folder and the reading of a file.
_ATTEMPTS: Final = 3
#: A state further behind than this starts from the last snapshot instead.
_NEAR_VERSIONS_MAX: Final = 64
#: What a log takes in memory for each byte on disk; a guess.
_EXPANSION: Final = 8
_DEFAULT_OPTIONS: Final = StoreOptions()


class StateProvider:
    """The state stores of one checkpoint. *work* is a folder of its own on this node's disk, emptied at once.

    *conf* is what the offset log says. States may be opened by several threads at once, and outlive the provider.
    """

    def __init__(
        self,
        files: CheckpointFiles,
        work: Path,
        conf: Mapping[str, str],
        *,
        options: StoreOptions = _DEFAULT_OPTIONS,
        cache: Cache | None = None,
    ) -> None:
        """*cache* is shared with others, if given. Raises UnsupportedFormat, StorageFull."""
        self._files = files
        self._naming = _naming(conf)
        self._decompress = decompression(conf)
        self._row_checksums = has_row_checksums(conf)
        delimiter = merge_delimiter(conf)
        if delimiter is None:
            raise UnsupportedFormat("the state is written with a merge operator of a newer version; 1 and 2 can be read")
        self._delimiter = delimiter
        self._databases = Databases(work, delimiter, options, cache or block_cache(options))
        self._is_closed = False

    def open(self, at: StoreAt, near: PartitionState | None = None) -> PartitionState:
        """The state at *at*. *near* is one of the same partition at another version, whose work may be used again.

        Raises VersionNotKept where Spark has deleted it, CorruptFile naming the file, UnsupportedFormat, StorageFull.
        """
        if self._is_closed:
            raise StateStoreError(f"{at.label} cannot be opened: the checkpoint is detached")
        if at.version == 0:
            return self._state(at, None, {}, 0, ())
        known = near if isinstance(near, StoredState) and near.at.folder == at.folder else None
        if known is not None and known.at == at:
            return known
        return self._advance(at, known) or self._open(at, known)

    def close(self) -> None:
        """Open nothing more. States that are open stay so, and remove their files when nobody refers to them any more."""
        self._is_closed = True

    def _advance(self, at: StoreAt, near: StoredState | None) -> StoredState | None:
        """*near* and the logs after it; None where that is not possible, or an overlay would grow too big and there is a newer
        snapshot to start from."""
        if near is None or not near.at.version < at.version <= near.at.version + _NEAR_VERSIONS_MAX:
            return None
        try:
            logs = self._logs_after(near.at, at)
            if logs is None or (self._would_fold(at, near, logs) and self._has_snapshot(at, near)):
                return None
            return self._apply(at, near.base, near, logs)
        except FileNotFoundError:
            return None

    def _logs_after(self, near: StoreAt, at: StoreAt) -> Sequence[Ancestor] | None:
        if at.unique_id is None:
            return [Ancestor(version, "") for version in range(near.version + 1, at.version + 1)]
        lineage = self._lineage(at, self._naming.log_of(at.version, at.unique_id)) or ()
        start = Ancestor(near.version, near.unique_id or "")
        if start not in lineage:
            return None
        return [*lineage[lineage.index(start) + 1 :], Ancestor(at.version, at.unique_id)]

    def _would_fold(self, at: StoreAt, near: StoredState, logs: Iterable[Ancestor]) -> bool:
        """Whether the logs may be too much for an overlay, going by their size on disk."""
        size = sum(self._files.size(self._log_path(at, log)) for log in logs)
        return size * _EXPANSION > OVERLAY_BYTES_MAX - near.entries_bytes

    def _has_snapshot(self, at: StoreAt, near: StoredState) -> bool:
        if self._naming is not ROCKSDB:
            return False  # a delta is less work than a snapshot
        chain = chain_of(at, self._files, self._naming, lambda name: self._lineage(at, name))
        return chain.snapshot is not None and chain.snapshot.version > near.at.version

    def _open(self, at: StoreAt, near: StoredState | None) -> StoredState:
        for _ in range(_ATTEMPTS):
            try:
                chain = chain_of(at, self._files, self._naming, lambda name: self._lineage(at, name))
                return self._assemble(at, chain, near)
            except FileNotFoundError:
                continue
        raise not_kept(at)

    def _assemble(self, at: StoreAt, chain: Chain, near: StoredState | None) -> StoredState:
        if chain.snapshot is None:
            return self._apply(at, None, None, chain.logs)
        if self._naming is HDFS:
            return self._apply(at, None, None, chain.logs, self._delta_snapshot(at, chain.snapshot))
        return self._apply(at, self._placed(at, chain.snapshot, near), None, chain.logs)

    def _placed(self, at: StoreAt, snapshot: Ancestor, near: StoredState | None) -> Base | None:
        name = self._naming.snapshot_of(snapshot.version, snapshot.unique_id)
        content = read_zip(at.folder, name, self._files)
        if content.is_empty:
            return None
        here = near.base.files if near is not None and near.base is not None else {}
        if near is not None and content.is_of(here):
            return near.base
        with self._databases.making() as folder:
            try:
                placed = content.place(folder, self._files, here)
            except MissingFile as error:
                raise self._judged(at, snapshot, error) from error
            return self._databases.freeze(folder, content.name, placed)

    def _judged(self, at: StoreAt, snapshot: Ancestor, error: MissingFile) -> StateStoreError:
        """Spark deletes a version's files before its zip. Is that what happened, or is the checkpoint damaged?"""
        name = self._naming.snapshot_of(snapshot.version, snapshot.unique_id)
        if name not in self._files.names(at.folder):
            return not_kept(at)
        newer = newer_snapshot(at, snapshot.version, self._files, self._naming)
        if newer is None or self._names_file(at, newer, error.path):
            return error
        return VersionNotKept(not_kept(at).message, detail=error.detail)

    def _names_file(self, at: StoreAt, zip_name: str, path: str) -> bool:
        try:
            content: ZipSnapshot = read_zip(at.folder, zip_name, self._files)
        except FileNotFoundError:
            return False
        return any(big.path == path for big in content.big)

    def _apply(
        self,
        at: StoreAt,
        base: Base | None,
        near: StoredState | None,
        logs: Sequence[Ancestor],
        first: LogReader | None = None,
    ) -> StoredState:
        """*base* with *near*'s entries, then *first*, then *logs*."""
        steps = list(near.steps) if near else []
        entries = near.entries if near else {}
        with Overlaying(self._databases, base, entries, self._delimiter, at.label) as making:
            if first is not None:
                making.apply(first)
            for log in logs:
                noted = Noted()
                making.apply(noted.through(self._log(at, log)))
                if noted.is_known:
                    steps.append(Step(log.version, log.unique_id or None, tuple(noted.keys)))
                else:
                    steps.clear()
            return self._state(at, *making.finish(), steps)

    def _log(self, at: StoreAt, log: Ancestor) -> LogReader:
        return self._reader(self._log_path(at, log), values_checked=self._row_checksums and self._naming is HDFS)

    def _log_path(self, at: StoreAt, log: Ancestor) -> str:
        return f"{at.folder}/{self._naming.log_of(log.version, log.unique_id)}"

    def _delta_snapshot(self, at: StoreAt, snapshot: Ancestor) -> LogReader:
        path = f"{at.folder}/{self._naming.snapshot_of(snapshot.version, snapshot.unique_id)}"
        return self._reader(path, values_checked=self._row_checksums)

    def _lineage(self, at: StoreAt, name: str) -> tuple[Ancestor, ...] | None:
        return self._reader(f"{at.folder}/{name}", values_checked=False).lineage

    def _reader(self, path: str, *, values_checked: bool) -> LogReader:
        name = self._files.location(path)
        pieces = self._decompress(self._files.read(path), name)
        return LogReader(pieces, name, row_checksums=self._row_checksums, values_checked=values_checked)

    def _state(self, at: StoreAt, base: Base | None, entries: Entries, entries_bytes: int, steps: Sequence[Step]) -> StoredState:
        wrapped = self._row_checksums and self._naming is ROCKSDB
        unwrap = unwrapping(self._delimiter, at.label) if wrapped else None
        return StoredState(at, base, entries, entries_bytes, steps, unwrap)


def _naming(conf: Mapping[str, str]) -> Naming:
    # Spark's default, which older checkpoints do not name.
    provider = conf.get(PROVIDER_CONF, _HDFS_CLASS).rpartition(".")[2]
    match provider:
        case "RocksDBStateStoreProvider":
            return ROCKSDB
        case "HDFSBackedStateStoreProvider":
            return HDFS
    raise UnsupportedFormat(f"state of the provider {provider} cannot be read; {_ROCKSDB_CLASS} and {_HDFS_CLASS} can")
