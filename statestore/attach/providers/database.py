"""RocksDB folders of our own: read-only handles on them, and how they are opened.

- Handles (folder and database) are dropped when nobody refers to the state any more, not even by a bound `get`; closing the
  provider leaves open states alone. 64 open files a database at most. `work` is emptied at the start.
- Merge operator: rocksdict cannot set one, but reads options from a file, and RocksDB itself knows `StringAppendOperator`: so
  an OPTIONS file that names it is written once and loaded. Spark's own OPTIONS leave out the delimiter (a comma for
  `mergeOperatorVersion` 1, nothing for 2, what Spark 4.3 takes); it comes from the offset log. Reading with the wrong one inserts
  commas between values that no compaction has joined yet.
- The OPTIONS file of a snapshot is not placed: rocksdict would load it at every open and throw it away.
"""

from __future__ import annotations

import itertools
import os
import shutil
import weakref
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from rocksdict import AccessType, Cache, Env, Options, Rdict

from statestore.node.native import disk_checked, native
from statestore.node.options import StoreOptions, configure
from statestore.node.shard import Shard

SST_SUFFIX: Final = ".sst"

#: Enough for a partition of Spark's 64 MiB files; the table cache opens and closes others as they are read.
_OPEN_FILES_MAX: Final = 64
#: A private database is written in one go: fewer, bigger files.
_WRITE_BUFFER_BYTES: Final = 16 << 20
#: One more and writing waits for a flush, with Python's global lock.
_WRITE_BUFFERS_MAX: Final = 4
#: Level 0 files that start a compaction of a private database.
LEVEL0_FILES_COMPACT: Final = 16
_LEVEL0_FILES_MAX: Final = 1 << 10

_OPTIONS: Final = """[Version]
  rocksdb_version=9.8.4
  options_file_version=1.1

[DBOptions]

[CFOptions "default"]
  merge_operator={{id=StringAppendOperator;delimiter={delimiter};}}

[TableOptions/BlockBasedTable "default"]
"""
_NO_DELIMITER: Final = "{}"


class Databases:
    """Makes folders under *work*, and opens them with one set of options."""

    def __init__(self, work: Path, delimiter: bytes, options: StoreOptions, cache: Cache) -> None:
        self._work = work
        self._numbers = itertools.count(1)
        with disk_checked(str(work)):
            shutil.rmtree(work, ignore_errors=True)
            work.mkdir(parents=True)
            self._options = _options(self.new_folder(), delimiter, options, cache)

    def new_folder(self) -> Path:
        """An empty folder. Raises StorageFull."""
        folder = self._work / str(next(self._numbers))
        with disk_checked(str(folder)):
            folder.mkdir()
        return folder

    @contextmanager
    def making(self) -> Iterator[Path]:
        """A new folder, which is removed again if something is raised."""
        folder = self.new_folder()
        try:
            yield folder
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise

    def open_private(self, folder: Path) -> Rdict:
        """For writing; made when it is missing."""
        with native(str(folder)):
            return Rdict(str(folder), self._options, {"default": self._options})

    def freeze(self, folder: Path, name: str, files: Mapping[str, Path] = MappingProxyType({})) -> StateBase:
        """An immutable handle on a database that nobody writes to; its folder goes when the handle does.

        *files* are those of it that have a name in the checkpoint. Raises CorruptFile.
        """
        for options in folder.glob("OPTIONS-*"):
            options.unlink()  # rocksdict would read it, and take nothing of it
        with native(name):
            database = Rdict(str(folder), self._options, {"default": self._options}, AccessType.read_only(False))
        return StateBase(folder, database, name, files)


class StateBase:
    """A read-only database in a folder of its own. *shard* reads it; whoever uses that must keep the base."""

    __slots__ = ("__weakref__", "bytes", "database", "files", "folder", "shard")

    def __init__(self, folder: Path, database: Rdict, name: str, files: Mapping[str, Path]) -> None:
        self.folder = folder
        self.database: Any = database
        self.files = files
        self.bytes = sum(path.stat().st_size for path in folder.glob(f"*{SST_SUFFIX}"))
        self.shard = Shard(0, name, database, bytes_=self.bytes)
        weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)


def link_database(source: Path, target: Path) -> None:
    """Make *target* the same database as *source*, which is not written to. Raises StorageFull."""
    with disk_checked(str(target)):
        for path in source.iterdir():
            if path.suffix == SST_SUFFIX:
                os.link(path, target / path.name)
            elif path.is_file():
                shutil.copyfile(path, target / path.name)


def _options(folder: Path, delimiter: bytes, options: StoreOptions, cache: Cache) -> Options:
    text = _OPTIONS.format(delimiter=delimiter.decode() or _NO_DELIMITER)
    (folder / "OPTIONS-000001").write_text(text)
    with native(str(folder)):
        _, families = Options.load_latest(str(folder), Env(), False, cache)
    shutil.rmtree(folder)
    opts: Options = families["default"]
    configure(opts, options, cache)
    opts.set_max_open_files(_OPEN_FILES_MAX)
    opts.set_write_buffer_size(_WRITE_BUFFER_BYTES)
    opts.set_max_write_buffer_number(_WRITE_BUFFERS_MAX)
    opts.set_level_zero_file_num_compaction_trigger(LEVEL0_FILES_COMPACT)
    opts.set_level_zero_slowdown_writes_trigger(_LEVEL0_FILES_MAX)
    opts.set_level_zero_stop_writes_trigger(_LEVEL0_FILES_MAX)
    return opts
