"""Opens partitions of a checkpoint's state stores: a state is a snapshot, or one that is open already, and the logs after it.

- near: v+1 from v is v's database, a copy of its dict (keys and values are shared), and one log: 0.3 to 1 ms. Where the log
  would be folded and RocksDB has a newer snapshot, that is placed instead; the HDFS-backed provider's snapshots are always more
  work than its deltas. States never change, so versions in any order, by any thread, are safe.
- Gone or damaged? A version without files is VersionNotKept. A log that is missing where something older is there, an SST
  file that is missing where the snapshot is the newest, or a newer one names the file, too: CorruptFile. An SST file missing
  otherwise: Spark deletes a version's files before its zip, so VersionNotKept. A file that goes away between listing and reading
  makes the chain be looked up again, three times.
- A damaged snapshot is left out of the chain, and the one before it and all logs since are read, as Spark does; the log tells
  of it once. In format 2 the lineage goes on in the log of the damaged version. Without any snapshot that is possible for plain
  logs only (v1, v3, deltas): those of stores with column families need a snapshot that names these. Where older files do not
  suffice the error is the snapshot's own; without changelogs they never do.
- Column families: a snapshot's metadata says their numbers. Spark writes a snapshot when it adds one, so a log that names an
  unknown one makes *near* be passed over.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from rocksdict import Cache

from statestore.attach.files import CheckpointFiles
from statestore.attach.providers.chain import StoreAt, not_kept
from statestore.attach.providers.database import Databases, StateBase
from statestore.attach.providers.overlay import OVERLAY_BYTES_MAX, Entries, Overlaying
from statestore.attach.providers.records import Ancestor
from statestore.attach.providers.state import PartitionState
from statestore.attach.providers.steps import LoggedKeys, UnknownFamily, noting, of_families
from statestore.attach.providers.store_files import DamagedSnapshot, StoreFiles
from statestore.attach.providers.values import has_row_checksums, merge_delimiter, unwrapping
from statestore.errors import CorruptFile, StateStoreError, VersionNotKept
from statestore.node.options import StoreOptions, block_cache

#: Spark may delete a version, or replace logs by a snapshot, between the listing of a folder and the reading of a file.
_ATTEMPTS: Final = 3
#: A state further behind than this starts from the last snapshot instead.
_NEAR_VERSIONS_MAX: Final = 64
#: What a log takes in memory for each byte on disk; a guess.
_EXPANSION: Final = 8
_OPTIONS: Final = StoreOptions()
_log: Final = logging.getLogger("tidegate.attach")


@dataclass(frozen=True, slots=True)
class StartingState:
    """What logs are applied to: *entries* over *base*. *steps* lead up to it."""

    base: StateBase | None = None
    families: Mapping[str, int] = field(default_factory=dict)
    entries: Entries | None = None
    steps: Sequence[LoggedKeys] = ()


class StateProvider:
    """The state stores of one checkpoint. *work* is a folder of its own on this node's disk, emptied at once.

    *conf* is what the offset log says. States may be opened by several threads at once, and outlive the provider.
    """

    def __init__(self, files: CheckpointFiles, work: Path, conf: Mapping[str, str], *, cache: Cache | None = None) -> None:
        """*cache* is shared with others, if given. Raises UnsupportedFormat, StorageFull."""
        self._files = StoreFiles(files, conf)
        self._delimiter = merge_delimiter(conf)
        self._unwraps = has_row_checksums(conf) and self._files.are_rocksdb
        self._databases = Databases(work, self._delimiter, _OPTIONS, cache or block_cache(_OPTIONS))
        self._is_closed = False
        #: Damaged snapshots that the log tells of already.
        self._warned: set[tuple[str, str]] = set()

    def open(self, at: StoreAt, near: PartitionState | None = None) -> PartitionState:
        """The state at *at*. *near* is one of the same partition at another version, whose work may be used again.

        Raises VersionNotKept where Spark has deleted it, CorruptFile naming the file, UnsupportedFormat, StorageFull.
        """
        if self._is_closed:
            raise StateStoreError(f"{at.label} cannot be opened: the checkpoint is detached")
        known = near if near is not None and near.at.folder == at.folder else None
        if known is not None and known.at == at:
            return known
        return self._advance(at, known) or self._open(at, known)

    def close(self) -> None:
        """Open nothing more. States that are open stay so, and remove their files when nobody refers to them any more."""
        self._is_closed = True

    def _advance(self, at: StoreAt, near: PartitionState | None) -> PartitionState | None:
        """*near* and the logs after it. None where that is not possible, where they would be too much for an overlay and there
        is a newer snapshot, and where they name column families that *near* does not know: there is a snapshot then, too."""
        if near is None or not 0 < near.at.version < at.version <= near.at.version + _NEAR_VERSIONS_MAX:
            return None  # version 0 knows no families
        try:
            logs = self._files.logs_after(near.at, at)
            if logs is None or (self._would_fold(at, near, logs) and self._files.has_snapshot_after(near.at, at)):
                return None
            return self._apply(at, StartingState(near.base, near.families, near.entries, near.steps), logs)
        except (FileNotFoundError, UnknownFamily):
            return None

    def _would_fold(self, at: StoreAt, near: PartitionState, logs: Sequence[Ancestor]) -> bool:
        """Whether logs may be too much. The HDFS-backed provider's snapshots are more work than logs, however big these are."""
        room = OVERLAY_BYTES_MAX - near.entries_bytes
        return self._files.log_bytes(at, logs) * _EXPANSION > room and self._files.are_rocksdb

    def _open(self, at: StoreAt, near: PartitionState | None) -> PartitionState:
        """From the last snapshot; where that is damaged from one before it and the logs since, as Spark itself repairs it."""
        damaged: dict[str, CorruptFile] = {}
        while True:
            try:
                found = self._open_without(damaged, at, near)
            except DamagedSnapshot as snapshot:
                damaged[snapshot.name] = snapshot.error
            except (CorruptFile, VersionNotKept) as error:
                # What is wrong is the damage, not that there is nothing older.
                raise next(iter(damaged.values()), error) from None
            else:
                self._warn(at, damaged)
                return found

    def _open_without(self, damaged: Mapping[str, CorruptFile], at: StoreAt, near: PartitionState | None) -> PartitionState:
        for _ in range(_ATTEMPTS):
            try:
                chain = self._files.chain(at, damaged)
                if chain.snapshot is None:
                    if damaged and self._files.has_families(at, chain.logs):
                        raise UnknownFamily
                    return self._apply(at, StartingState(), chain.logs)
                if not self._files.are_rocksdb:
                    return self._apply(at, StartingState(), chain.logs, chain.snapshot)
                with self._files.blaming(chain.snapshot):
                    start = self._placed(at, chain.snapshot, near)
                return self._apply(at, start, chain.logs)
            except FileNotFoundError:
                continue
            except UnknownFamily as error:
                raise CorruptFile(f"{at.label} is corrupt", detail="a log names a column family that no snapshot names") from error
        raise not_kept(at)

    def _warn(self, at: StoreAt, damaged: Mapping[str, CorruptFile]) -> None:
        for name, error in damaged.items():
            if (at.folder, name) not in self._warned:
                self._warned.add((at.folder, name))
                why = f"{error.message} ({error.detail})"
                _log.warning("%s: %s is read from older files, as long as Spark keeps them", why, at.label)

    def _placed(self, at: StoreAt, snapshot: Ancestor, near: PartitionState | None) -> StartingState:
        content = self._files.zip_snapshot(at, snapshot)
        steps = self._steps(at, snapshot, near) if near is not None else ()
        if content.is_empty:
            return StartingState(None, content.families, steps=steps)
        here = near.base.files if near is not None and near.base is not None else {}
        if near is not None and content.is_of(here):
            return StartingState(near.base, content.families, steps=steps)
        with self._databases.making() as folder:
            placed = self._files.place(at, content, folder, here)
            return StartingState(self._databases.freeze(folder, content.where, placed), content.families, steps=steps)

    def _steps(self, at: StoreAt, snapshot: Ancestor, near: PartitionState) -> Sequence[LoggedKeys]:
        """What the logs between *near* and a later snapshot changed, where there are any: the snapshot does not say."""
        if not near.at.version < snapshot.version <= near.at.version + _NEAR_VERSIONS_MAX:
            return ()
        steps = list(near.steps)
        try:
            for log in self._files.logs_after(near.at, at) or ():
                if log.version <= snapshot.version:
                    deque(noting(self._files.log(at, log), log, steps), maxlen=0)
        except FileNotFoundError:
            return ()
        return steps

    def _apply(self, at: StoreAt, start: StartingState, logs: Sequence[Ancestor], first: Ancestor | None = None) -> PartitionState:
        steps = list(start.steps)
        with Overlaying(self._databases, start.base, start.entries or {}, self._delimiter, at.label) as making:
            if first is not None:
                with self._files.blaming(first):
                    making.apply(self._files.row_snapshot(at, first))
            for log in logs:
                making.apply(noting(of_families(self._files.log(at, log), start.families), log, steps))
            base, entries, entries_bytes = making.finish()
        unwrap = unwrapping(self._delimiter, at.label) if self._unwraps else None
        return PartitionState(at, base, entries, entries_bytes, steps, start.families, unwrap)
