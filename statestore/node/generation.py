"""The live databases of one view: one RocksDB per shard that has rows, fed by ingesting files and nothing else.

A *generation* is a folder of such databases. A version that replaces all content starts a new one beside the old.

- Freeze. A new handle for each shard that the version touched; the other shards of the new version *are* those of the old
  one. A handle is a read-only open of the live folder: RocksDB reads the manifest and opens every file (`max_open_files =
  -1`), and open files stay readable when compaction unlinks them. So a version needs no checkpoint, no folder and no tidying up:
  its space goes with its last reference, also after kill -9. Compaction can remove a file between the reading of the manifest and
  its opening; then the open fails as a whole and is tried again (3 to 9% of opens under constant ingest with 16 opening threads,
  below 1% with one); after 8 tries the shard counts as damaged.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final, Self

from rocksdict import IngestExternalFileOptions, Rdict

from statestore.errors import CorruptFile, ShardDamaged, StateStoreError
from statestore.node.compaction import FILES_LEAST, compact_small_files
from statestore.node.damage import damaged, file_in, set_aside
from statestore.node.holding import Held
from statestore.node.layout import StoreFolder
from statestore.node.native import disk_checked, native, open_live, open_read_only
from statestore.node.options import INGEST_FILES_MAX
from statestore.node.pending import Staged
from statestore.node.shard import Shard
from statestore.node.small_files import merge_small
from statestore.views.local_storage import sync_folder

#: How long ingesting waits for compaction to make room on level 0 before it goes on regardless.
COMPACTION_WAIT_S: Final = 30.0
_COMPACTION_POLL_S: Final = 0.005
_FREEZE_ATTEMPTS: Final = 8
_LEVEL0_FILES: Final = "rocksdb.num-files-at-level0"
_SST_BYTES: Final = "rocksdb.live-sst-files-size"
_COMPACTIONS: Final = ("rocksdb.num-running-compactions", "rocksdb.compaction-pending")


class DamagedStore(CorruptFile):
    """A database of the node's own is damaged. It is made again from the root."""


class RejectedFile(StateStoreError):
    """RocksDB does not take the file at *path*, whose checksum is right."""

    def __init__(self, path: Path, cause: CorruptFile) -> None:
        super().__init__(cause.message, detail=cause.detail)
        self.path = path


def generation_name(number: int) -> str:
    """The name of a generation's folder."""
    return f"g{number:06d}"


def _nobody() -> None:
    """Is not told of damage."""


class Generation:
    """Generation *number* of the view at *view*, of the shards *held*.

    *shards* must be there already, others are made when they get rows.
    """

    def __init__(
        self,
        store: StoreFolder,
        view: Path,
        number: int,
        shards: frozenset[int] = frozenset(),
        held: Held = None,
        told: Callable[[], None] = _nobody,
    ) -> None:
        """*told* is called, in any thread, when a read has found a shard damaged: see found_damaged."""
        self.number = number
        self.held = held
        self.path = view / generation_name(number)
        #: Whether something has ever been ingested.
        self.used = bool(shards)
        self._store = store
        self._shards = set(shards)
        self._released: set[int] = set()
        self._live: dict[int, Rdict] = {}
        #: Files that may be ingested before small ones are compacted; not in the same version for all shards.
        self._compacted_in: dict[int, int] = {}
        #: Shards without a database, because theirs was damaged, and what readers are told.
        self.damaged: dict[int, ShardDamaged] = {}
        self._told = told
        self._found: dict[int, CorruptFile] = {}
        #: What handles are made of: one of a database that has been made again has nothing to tell of the new one.
        self._lives: dict[int, object] = {}

    def make(self) -> Self:
        """Begin with no shards; whatever was left at its place is removed. Raises StorageFull."""
        shutil.rmtree(self.path, ignore_errors=True)
        with disk_checked(str(self.path)):
            self.path.mkdir(parents=True)
            sync_folder(self.path.parent)
        return self

    @property
    def shards(self) -> frozenset[int]:
        """Shards that have a database."""
        return frozenset(self._shards)

    @property
    def found_damaged(self) -> Mapping[int, CorruptFile]:
        """Shards whose databases have been found damaged, and not been given up yet."""
        return dict(self._found)

    def give_up(self, shard: int, name: str) -> ShardDamaged:
        """Remove the damaged database; the file that is to blame is kept for a while (damage.py).

        It then counts among *damaged*, until take(). Handles made by freeze() live on. Raises OSError: then nothing has changed.
        """
        path, error = self._path(shard), self._found[shard]
        told = damaged(name, path, error)
        self._close(shard)
        if path.exists():
            work = self._store.work_path()
            path.rename(work)  # at once: what remained of it would be taken for the shard at the next start
            if (file := file_in(path, error)) != path and (work / file.name).is_file():
                set_aside(work / file.name, f"{self.path.parent.name}-{shard:04d}", self._store.damaged)
            shutil.rmtree(work, ignore_errors=True)
        self.damaged[shard] = told
        self._forget(shard)
        return told

    def ingest(self, shard: int, paths: Sequence[Path]) -> None:
        """Take the files, oldest first, a later one's word on a key holding. The files are moved away, or left where they are
        merged (small_files.py).

        Raises StorageFull, RejectedFile, DamagedStore. Some of the files may then be in; ingesting all of them again is right.
        """
        database = self._database(shard)
        taken = merge_small(paths, paths[0].with_suffix("")) if len(paths) > 1 else paths
        try:
            for start in range(0, len(taken), INGEST_FILES_MAX):
                self._wait_for_room(database)
                self._ingest_some(shard, database, taken[start : start + INGEST_FILES_MAX])
            self._compact_small_files(shard, database, len(taken))
        except RejectedFile as error:
            if error.path in paths:
                raise
            raise DamagedStore(error.message, detail=error.detail) from error
        finally:
            for path in set(taken) - set(paths):
                path.unlink(missing_ok=True)

    def ingest_all(self, staged: Staged) -> None:
        """ingest() of every shard that gets something. Raises as that does."""
        for shard in staged.shards:
            self.ingest(shard, staged.paths(shard))

    def compact(self, shard: int) -> None:
        """Compact small files now: of use to who takes a few and closes. Raises DamagedStore, CorruptFile, StorageFull."""
        if shard in self._shards:
            compact_small_files(self._database(shard), self._path(shard))

    def _compact_small_files(self, shard: int, database: Rdict, files: int) -> None:
        left = self._compacted_in.get(shard, 1 + shard % FILES_LEAST) - files
        if left <= 0:
            compact_small_files(database, self._path(shard))
        self._compacted_in[shard] = left if left > 0 else FILES_LEAST

    def _ingest_some(self, shard: int, database: Rdict, paths: Sequence[Path]) -> None:
        try:
            with native(str(self._path(shard))):
                move = IngestExternalFileOptions()
                move.set_move_files(True)
                database.ingest_external_file([str(path) for path in paths], move)
        except CorruptFile as error:
            if culprit := next((path for path in paths if str(path) in (error.detail or "")), None):
                raise RejectedFile(culprit, error) from error
            raise self._broken(shard, error) from error

    def freeze(self, shard: int, name: str, rows: int | None = None) -> Shard:
        """An immutable handle on what the shard holds now. *rows* is the number of live rows if it is known.

        A read-only open of the live folder: it reads the manifest and opens every file in it. What happens to the folder
        afterwards, compaction above all, does not touch the handle, whose open files are a snapshot; nobody needs to tidy
        up after it, also not after kill -9. Raises StorageFull, DamagedStore.
        """
        if shard not in self._shards:
            return Shard(shard, name, None)
        frozen = self._open_frozen(shard)
        with native(name):
            bytes_ = frozen.property_int_value(_SST_BYTES) or 0
        told = partial(self._tell, shard, name, self._lives.setdefault(shard, object()))
        return Shard(shard, name, frozen, bytes_=bytes_, rows=rows, told=told)

    def _tell(self, shard: int, name: str, life: object, error: CorruptFile) -> ShardDamaged:
        """In any thread: a handle has met *error*."""
        if self._lives.get(shard) is life and shard not in self._found:
            self._found[shard] = error
            self._told()
        return damaged(name, self._path(shard), error)

    def _broken(self, shard: int, error: CorruptFile) -> DamagedStore:
        self._found[shard] = error
        return DamagedStore(error.message, detail=error.detail)

    def _forget(self, shard: int) -> None:
        self._found.pop(shard, None)
        self._lives.pop(shard, None)

    def _open_frozen(self, shard: int) -> Rdict:
        for _ in range(_FREEZE_ATTEMPTS - 1):
            # Compaction may remove a file between the reading of the manifest and its opening. The next try reads a newer one.
            with suppress(CorruptFile):
                return open_read_only(self._path(shard), self._store.native_options)
        try:
            return open_read_only(self._path(shard), self._store.native_options)
        except CorruptFile as error:
            raise self._broken(shard, error) from error

    def release(self, shards: frozenset[int]) -> None:
        """Count *shards* among the held ones no longer; sweep() removes them. Handles made by freeze() live on."""
        self._released |= shards & self._shards
        self._shards -= shards
        for shard in shards:
            self.damaged.pop(shard, None)
            self._forget(shard)

    def sweep(self) -> None:
        """Close and delete the databases of released shards."""
        while self._released:
            self._remove_shard(self._released.pop())

    def take(self, other: Generation, shards: frozenset[int]) -> None:
        """Move the databases of *shards* here from *other*, on the same disk, where they were made, also in place of damaged ones.

        Raises StorageFull, OSError.
        """
        other.close()
        before = dict(self.damaged)
        self.path.mkdir(parents=True, exist_ok=True)
        try:
            for shard in sorted(shards):
                self._take_shard(other, shard)
            sync_folder(self.path)
        except BaseException:
            self.release(shards)
            self.damaged = before
            self._shards |= before.keys()
            raise
        self.used = self.used or other.used

    def remove_strangers(self) -> None:
        """Remove databases that do not count: their making, adding or dropping was not finished."""
        known = {self._path(shard).name for shard in self._shards}
        for name in os.listdir(self.path) if self.path.is_dir() else ():
            if name not in known:
                shutil.rmtree(self.path / name, ignore_errors=True)

    @property
    def live(self) -> int:
        """How many databases are open for ingesting."""
        return len(self._live)

    @property
    def is_compacting(self) -> bool:
        """Whether one of those is being compacted, or about to be."""
        return any(database.property_int_value(name) for database in self._live.values() for name in _COMPACTIONS)

    def close(self) -> None:
        """Close all databases; they open again when they are next needed."""
        for shard in list(self._live):
            self._close(shard)

    def remove(self) -> None:
        """Close and delete all of it. Handles made by freeze() live on."""
        self.close()
        shutil.rmtree(self.path, ignore_errors=True)

    def _take_shard(self, other: Generation, shard: int) -> None:
        self._remove_shard(shard)
        self._shards.discard(shard)
        if shard in other.shards:
            with disk_checked(str(self.path)):
                other._path(shard).rename(self._path(shard))
            self._shards.add(shard)
        self._released.discard(shard)
        self.damaged.pop(shard, None)
        self._forget(shard)

    def _remove_shard(self, shard: int) -> None:
        self._close(shard)
        shutil.rmtree(self._path(shard), ignore_errors=True)

    def _close(self, shard: int) -> None:
        if database := self._live.pop(shard, None):
            # It closes, and says at the end what compaction has met.
            with suppress(StateStoreError), native(str(self._path(shard))):
                database.close()

    def _database(self, shard: int) -> Rdict:
        found = self._live.get(shard)
        if found is None:
            found = self._live[shard] = self._open(shard)
        return found

    def _open(self, shard: int) -> Rdict:
        path = self._path(shard)
        if shard in self._shards and not (path / "CURRENT").exists():
            raise self._broken(shard, CorruptFile(f"{path} is missing from the store"))
        with disk_checked(str(path)):
            try:
                database = open_live(path, self._store.native_options)
            except CorruptFile as error:
                raise self._broken(shard, error) from error
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
        deadline, files_max = time.monotonic() + COMPACTION_WAIT_S, self._store.options.level0_files_max
        while (database.property_int_value(_LEVEL0_FILES) or 0) >= files_max and time.monotonic() < deadline:
            time.sleep(_COMPACTION_POLL_S)
