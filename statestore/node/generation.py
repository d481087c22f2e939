"""The live databases of one view: one RocksDB per shard that has rows, fed by ingesting files and nothing else.

A *generation* is a folder of such databases. A version that replaces all content starts a new one beside the old.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from rocksdict import Checkpoint, IngestExternalFileOptions, Options, Rdict

from statestore.errors import CorruptFile, StateStoreError
from statestore.node.holding import Held
from statestore.node.native import disk_checked, native, open_live, open_read_only
from statestore.node.options import INGEST_FILES_MAX, StoreOptions
from statestore.node.shard import Shard
from statestore.views.local_storage import sync_folder

#: How long ingesting waits for compaction to make room on level 0 before it goes on regardless.
COMPACTION_WAIT_S: Final = 30.0
_COMPACTION_POLL_S: Final = 0.005
_FREEZE_ATTEMPTS: Final = 8
_LEVEL0_FILES: Final = "rocksdb.num-files-at-level0"
_SST_BYTES: Final = "rocksdb.live-sst-files-size"


class DamagedStore(CorruptFile):
    """The node's own copy is damaged. It is made again from the root."""


class RejectedFile(StateStoreError):
    """RocksDB does not take the file at *path*, whose checksum is right."""

    def __init__(self, path: Path, cause: CorruptFile) -> None:
        super().__init__(cause.message, detail=cause.detail)
        self.path = path


def generation_name(number: int) -> str:
    """The name of a generation's folder."""
    return f"g{number:06d}"


class Generation:
    """Generation *number* of the view at *view*, of the shards *held*.

    *shards* must be there already, others are made when they get rows.
    """

    def __init__(
        self,
        view: Path,
        number: int,
        shards: frozenset[int],
        options: StoreOptions,
        native_options: Options,
        held: Held = None,
    ) -> None:
        self.number = number
        self.held = held
        self.path = view / generation_name(number)
        self.options = options
        #: Whether something has ever been ingested.
        self.used = bool(shards)
        self._native_options = native_options
        self._shards = set(shards)
        self._released: set[int] = set()
        self._live: dict[int, Rdict] = {}

    @classmethod
    def make(cls, view: Path, number: int, options: StoreOptions, native_options: Options, held: Held = None) -> Generation:
        """An empty generation; whatever was left at its place is removed."""
        made = cls(view, number, frozenset(), options, native_options, held)
        shutil.rmtree(made.path, ignore_errors=True)
        with disk_checked(str(made.path)):
            made.path.mkdir(parents=True)
            sync_folder(view)
        return made

    @property
    def shards(self) -> frozenset[int]:
        """Shards that have a database."""
        return frozenset(self._shards)

    def ingest(self, shard: int, paths: Sequence[Path]) -> None:
        """Take the files, oldest first, a later one's word on a key holding. The files are moved away.

        Raises StorageFull, RejectedFile, DamagedStore. Some of the files may then be in; ingesting all of them again is right.
        """
        database = self._database(shard)
        for start in range(0, len(paths), INGEST_FILES_MAX):
            self._wait_for_room(database)
            self._ingest_some(shard, database, paths[start : start + INGEST_FILES_MAX])

    def _ingest_some(self, shard: int, database: Rdict, paths: Sequence[Path]) -> None:
        try:
            with native(str(self._path(shard))):
                move = IngestExternalFileOptions()
                move.set_move_files(True)
                database.ingest_external_file([str(path) for path in paths], move)
        except CorruptFile as error:
            if culprit := next((path for path in paths if str(path) in (error.detail or "")), None):
                raise RejectedFile(culprit, error) from error
            raise DamagedStore(error.message, detail=error.detail) from error

    def freeze(self, shard: int, work: Path, name: str, rows: int | None = None) -> Shard:
        """An immutable handle on what the shard holds now. *work* is a free name on the same disk, *rows* the
        number of live rows if it is known.

        A read-only open of the live folder: it reads the manifest and opens every file in it. What happens to the folder
        afterwards, compaction above all, does not touch the handle, whose open files are a snapshot; nobody needs to tidy
        up after it, also not after kill -9. Raises StorageFull, DamagedStore.
        """
        if shard not in self._shards:
            return Shard(shard, name, None)
        frozen = self._open_frozen(shard, work)
        with native(name):
            bytes_ = frozen.property_int_value(_SST_BYTES) or 0
        return Shard(shard, name, frozen, bytes_=bytes_, rows=rows)

    def _open_frozen(self, shard: int, work: Path) -> Rdict:
        self._database(shard)
        for _ in range(_FREEZE_ATTEMPTS):
            try:
                return open_read_only(self._path(shard), self._native_options)
            except CorruptFile:
                # Compaction removed a file between the reading of the manifest and its opening. The next try reads a newer one.
                continue
        return self._open_checkpoint(shard, work)

    def _open_checkpoint(self, shard: int, work: Path) -> Rdict:
        """The slow way, which holds compaction's hand: hard links of all files, three times as long for its fsyncs."""
        try:
            with native(str(work)):
                Checkpoint(self._database(shard)).create_checkpoint(str(work))
            return open_read_only(work, self._native_options)
        except CorruptFile as error:
            raise DamagedStore(error.message, detail=error.detail) from error
        finally:
            shutil.rmtree(work, ignore_errors=True)

    def release(self, shards: frozenset[int]) -> None:
        """Count *shards* among the held ones no longer; sweep() removes them. Handles made by freeze() live on."""
        self._released |= shards & self._shards
        self._shards -= shards

    def sweep(self) -> None:
        """Close and delete the databases of released shards."""
        while self._released:
            self._remove_shard(self._released.pop())

    def take(self, other: Generation, shards: frozenset[int]) -> None:
        """Move the databases of *shards* here from *other*, on the same disk, where they were made. Raises StorageFull, OSError."""
        other.close()
        try:
            for shard in sorted(shards & other.shards):
                self._take_shard(other, shard)
            sync_folder(self.path)
        except BaseException:
            self.release(shards)
            raise
        self.used = self.used or other.used

    def remove_strangers(self) -> None:
        """Remove databases that do not count: their making, adding or dropping was not finished."""
        known = {self._path(shard).name for shard in self._shards}
        for name in os.listdir(self.path) if self.path.is_dir() else ():
            if name not in known:
                shutil.rmtree(self.path / name, ignore_errors=True)

    def close(self) -> None:
        """Close all databases; they open again when they are next needed."""
        for database in self._live.values():
            database.close()
        self._live.clear()

    def remove(self) -> None:
        """Close and delete all of it. Handles made by freeze() live on."""
        self.close()
        shutil.rmtree(self.path, ignore_errors=True)

    def _take_shard(self, other: Generation, shard: int) -> None:
        self._remove_shard(shard)
        with disk_checked(str(self.path)):
            other._path(shard).rename(self._path(shard))
        self._shards.add(shard)
        self._released.discard(shard)

    def _remove_shard(self, shard: int) -> None:
        if database := self._live.pop(shard, None):
            database.close()
        shutil.rmtree(self._path(shard), ignore_errors=True)

    def _database(self, shard: int) -> Rdict:
        found = self._live.get(shard)
        if found is None:
            found = self._live[shard] = self._open(shard)
        return found

    def _open(self, shard: int) -> Rdict:
        path = self._path(shard)
        if shard in self._shards and not (path / "CURRENT").exists():
            raise DamagedStore(f"{path} is missing from the store")
        with disk_checked(str(path)):
            try:
                database = open_live(path, self._native_options)
            except CorruptFile as error:
                raise DamagedStore(error.message, detail=error.detail) from error
            # rocksdict would parse it at each read-only open, which is half of such an open's time.
            for written in path.glob("OPTIONS-*"):
                written.unlink()
            sync_folder(self.path)
        self._shards.add(shard)
        return database

    def _path(self, shard: int) -> Path:
        return self.path / f"{shard:04d}"

    def _wait_for_room(self, database: Rdict) -> None:
        """Level 0 is searched file by file, so it must not grow for ever. Compaction runs in threads of RocksDB."""
        deadline = time.monotonic() + COMPACTION_WAIT_S
        while (database.property_int_value(_LEVEL0_FILES) or 0) >= self.options.level0_files_max and time.monotonic() < deadline:
            time.sleep(_COMPACTION_POLL_S)
