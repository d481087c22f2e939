"""The files of state stores, read by what they are: logs, snapshots, and which of them make up a version.

- Checks: LZ4 blocks (xxHash32), zip members, manifests and SST blocks carry checksums that are verified, sizes of SST files
  are compared. Not looked at, because they say the same again: Hadoop's `.name.crc`, the `name.crc` files that Spark 4.1 and
  newer write in format 2 (`fileChecksum.enabled`, on by default), and the CRC32C of `rowChecksum.enabled` (off by default). zstd
  and snappy logs have their end record only. lzf is UnsupportedFormat.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType

from statestore.attach.checkpoint.model import provider_kind
from statestore.attach.files import CheckpointFiles
from statestore.attach.providers.chain import HDFS, ROCKSDB, Chain, StoreAt, chain_of, newer_snapshot, not_kept
from statestore.attach.providers.codec import decompression
from statestore.attach.providers.placing import MissingFile, ZipSnapshot, read_zip
from statestore.attach.providers.records import Ancestor, ChangelogReader
from statestore.attach.providers.values import has_row_checksums
from statestore.errors import CorruptFile, StateStoreError, VersionNotKept


class DamagedSnapshot(Exception):
    """A snapshot's file *name* is there, but not whole. Older files may say the same."""

    def __init__(self, name: str, error: CorruptFile) -> None:
        super().__init__(name)
        self.name = name
        self.error = error


class StoreFiles:
    """*conf* is what the offset log says. Raises UnsupportedFormat; reading raises FileNotFoundError, CorruptFile and that."""

    def __init__(self, files: CheckpointFiles, conf: Mapping[str, str]) -> None:
        self._files = files
        self._naming = ROCKSDB if provider_kind(conf) == "rocksdb" else HDFS
        self._decompress = decompression(conf)
        self._row_checksums = has_row_checksums(conf)

    @property
    def are_rocksdb(self) -> bool:
        """Whether snapshots are databases; else they are like logs."""
        return self._naming is ROCKSDB

    def chain(self, at: StoreAt, damaged: Collection[str] = ()) -> Chain:
        """What makes up *at*, without the snapshots *damaged*. Raises VersionNotKept."""
        return chain_of(at, self._files, self._naming, lambda name: self._lineage(at, name), damaged)

    @contextmanager
    def blaming(self, snapshot: Ancestor) -> Iterator[None]:
        """Around what reads *snapshot*: that it is corrupt is raised as DamagedSnapshot."""
        try:
            yield
        except CorruptFile as error:
            raise DamagedSnapshot(self._naming.snapshot_of(snapshot), error) from error

    def logs_after(self, near: StoreAt, at: StoreAt) -> Sequence[Ancestor] | None:
        """The versions that lead from *near*, which is earlier, to *at*; None where it does not build on it."""
        if at.unique_id is None:
            return [Ancestor(version, "") for version in range(near.version + 1, at.version + 1)]
        last = Ancestor(at.version, at.unique_id)
        lineage = self._lineage(at, self._naming.log_of(last)) or ()
        start = Ancestor(near.version, near.unique_id or "")
        if start not in lineage:
            return None
        return [*lineage[lineage.index(start) + 1 :], last]

    def log_bytes(self, at: StoreAt, logs: Iterable[Ancestor]) -> int:
        """Size of the logs on disk."""
        return sum(self._files.size(self._log_path(at, log)) for log in logs)

    def has_snapshot_after(self, near: StoreAt, at: StoreAt) -> bool:
        """Whether there is a snapshot later than *near* to start from."""
        try:
            snapshot = self.chain(at).snapshot
        except (VersionNotKept, CorruptFile):
            return False
        return snapshot is not None and snapshot.version > near.version

    def log(self, at: StoreAt, log: Ancestor) -> ChangelogReader:
        """A log of the same store as *at*."""
        return self._reader(self._log_path(at, log), values_checked=self._row_checksums and not self.are_rocksdb)

    def has_families(self, at: StoreAt, logs: Sequence[Ancestor]) -> bool:
        """Whether keys begin with the number of a column family, which snapshots alone name."""
        return self.are_rocksdb and not all(self.log(at, log).is_plain for log in logs[:1])

    def row_snapshot(self, at: StoreAt, snapshot: Ancestor) -> ChangelogReader:
        """A snapshot of the HDFS-backed provider: puts only."""
        path = f"{at.folder}/{self._naming.snapshot_of(snapshot)}"
        return self._reader(path, values_checked=self._row_checksums)

    def zip_snapshot(self, at: StoreAt, snapshot: Ancestor) -> ZipSnapshot:
        """A snapshot of RocksDB."""
        return read_zip(at.folder, self._naming.snapshot_of(snapshot), self._files)

    def place(
        self, at: StoreAt, snapshot: ZipSnapshot, folder: Path, near: Mapping[str, Path] = MappingProxyType({})
    ) -> dict[str, Path]:
        """Make *folder* the snapshot's database: see ZipSnapshot. Raises VersionNotKept where Spark is deleting it."""
        try:
            return snapshot.place(folder, self._files, near)
        except MissingFile as error:
            raise self._judged(at, snapshot, error) from error

    def _judged(self, at: StoreAt, snapshot: ZipSnapshot, error: MissingFile) -> StateStoreError:
        """Spark deletes a version's files before its zip. Is that what happened, or is the checkpoint damaged?"""
        if snapshot.name not in self._files.names(at.folder):
            return not_kept(at)
        newer = newer_snapshot(at, snapshot.name, self._files, self._naming)
        if newer is None or self._names_file(at, newer, error.path):
            return error
        return VersionNotKept(not_kept(at).message, detail=error.detail)

    def _names_file(self, at: StoreAt, zip_name: str, path: str) -> bool:
        try:
            content = read_zip(at.folder, zip_name, self._files)
        except FileNotFoundError:
            return False
        return any(big.path == path for big in content.big)

    def _lineage(self, at: StoreAt, name: str) -> tuple[Ancestor, ...] | None:
        return self._reader(f"{at.folder}/{name}", values_checked=False).lineage

    def _log_path(self, at: StoreAt, log: Ancestor) -> str:
        return f"{at.folder}/{self._naming.log_of(log)}"

    def _reader(self, path: str, *, values_checked: bool) -> ChangelogReader:
        name = self._files.location(path)
        pieces = self._decompress(self._files.read(path), name)
        return ChangelogReader(pieces, name, row_checksums=self._row_checksums, values_checked=values_checked)
