"""DuckDB files that hold columnar copies of views which do not fit the memory for copies.

<view>.<number>.duckdb    table `rows` (rows.py); table `content`, one JSON object: FileContent, what `rows` holds

A file is a cache of what the root has. Its content changes in the transactions that change its rows, so after kill -9 it says what
is there, and the next start goes on with it if that is a version of the view. DuckDB keeps checksums of blocks and log. A file that
is unknown, damaged or too many is deleted; a transaction that still reads it goes on, for it has the file open.
"""

from __future__ import annotations

import json
import logging
import re
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from itertools import count
from pathlib import Path
from typing import Final, Self
from urllib.parse import quote

import duckdb

_log: Final = logging.getLogger(__name__)

FORMAT: Final = 1
_SUFFIX: Final = ".duckdb"
#: What DuckDB says of a file that it cannot read or write. Such an error is no query's fault.
_DAMAGE: Final = re.compile(r"corrupt|IO Error|has been invalidated|checksum|FATAL|failure while replaying", re.IGNORECASE)


def is_damage(error: Exception) -> bool:
    """Is it about a file, as far as its words tell?"""
    return _DAMAGE.search(str(error)) is not None


@dataclass(frozen=True, slots=True)
class FileContent:
    """What a file's rows are: *shards* of a view at *version*, whose manifest has *digest* ("" where nobody can tell it again).

    *layout* is the rows' Arrow schema as text, *columns* the view's columns that it has.
    """

    version: int
    digest: str
    layout: str
    columns: tuple[int, ...]
    shards: tuple[int, ...]
    rows: int
    format: int = FORMAT

    @classmethod
    def read(cls, text: str) -> Self | None:
        """What str() gave; None of another format."""
        fields = json.loads(text)
        if fields.get("format") != FORMAT:
            return None
        return cls(**fields | {"columns": tuple(fields["columns"]), "shards": tuple(fields["shards"])})

    def __str__(self) -> str:
        return json.dumps(asdict(self))


@dataclass(frozen=True, slots=True)
class CopyFile:
    """An attached file."""

    path: Path
    alias: str

    @property
    def table(self) -> str:
        """Its rows, as SQL names them."""
        return f"{self.alias}.rows"

    def write_content(self, cursor: duckdb.DuckDBPyConnection, content: FileContent) -> None:
        """Say what the rows are, in the cursor's transaction."""
        cursor.execute(f"CREATE TABLE IF NOT EXISTS {self.alias}.content (content VARCHAR)")
        cursor.execute(f"DELETE FROM {self.alias}.content")
        cursor.execute(f"INSERT INTO {self.alias}.content VALUES (?)", [str(content)])


class CopyFiles:
    """The files of one folder, which no other process uses. Any thread."""

    def __init__(self, database: duckdb.DuckDBPyConnection, folder: Path, bytes_max: int) -> None:
        """The database must be allowed to reach the folder."""
        self._database, self._folder, self.bytes_max = database, folder, bytes_max
        folder.mkdir(parents=True, exist_ok=True)
        self._lock = threading.Lock()
        self._attached: set[Path] = set()
        self._numbers = count(1 + max((_number(path) for path in folder.glob(f"*{_SUFFIX}")), default=0))
        self.have_room()

    def have_room(self) -> bool:
        """Do all files, logs included, take no more than they may? Those that nobody has asked for since the start go first."""
        if self._bytes() <= self.bytes_max:
            return True
        with self._lock:
            unopened = [path for path in self._folder.glob(f"*{_SUFFIX}") if path not in self._attached]
        for path in unopened:
            _delete(path)
        return self._bytes() <= self.bytes_max

    def create(self, view: str) -> CopyFile:
        """A new, empty one. Raises duckdb.Error."""
        return self._attach(self._folder / f"{quote(view, safe='')}.{next(self._numbers)}{_SUFFIX}")

    def find(self, view: str, is_known: Callable[[FileContent], bool]) -> tuple[CopyFile, FileContent] | None:
        """The newest file of the view whose content is known, now attached; all others of the view are deleted."""
        paths = [p for p in self._folder.glob(f"*{_SUFFIX}") if _view(p) == quote(view, safe="") and p not in self._attached]
        found: tuple[CopyFile, FileContent] | None = None
        for path in sorted(paths, key=_number, reverse=True):
            if found is None:
                found = self._opened(path, is_known)
            else:
                _delete(path)
        return found

    def remove(self, file: CopyFile) -> None:
        """Detach and delete it."""
        with self._database.cursor() as cursor, suppress(duckdb.Error):  # a damaged one may not want to be detached
            cursor.execute(f"DETACH {file.alias}")
        _delete(file.path)
        with self._lock:
            self._attached.discard(file.path)

    def _opened(self, path: Path, is_known: Callable[[FileContent], bool]) -> tuple[CopyFile, FileContent] | None:
        try:
            file = self._attach(path)
        except duckdb.Error as error:
            _log.warning("copy %s: %s; it is made again", path, error)
            _delete(path)
            return None
        try:
            with self._database.cursor() as cursor:
                row = cursor.execute(f"SELECT content FROM {file.alias}.content").fetchone()
            content = FileContent.read(row[0]) if row else None
        except duckdb.Error as error:  # it was being made when the process ended
            _log.info("copy %s: %s; it is made again", path, error)
            content = None
        if content is not None and is_known(content):
            return file, content
        self.remove(file)
        return None

    def _attach(self, path: Path) -> CopyFile:
        alias = f"copy_file_{_number(path)}"
        with self._lock:
            self._attached.add(path)
        try:
            with self._database.cursor() as cursor:
                quoted = str(path).replace("'", "''")
                cursor.execute(f"ATTACH '{quoted}' AS {alias}")
        except duckdb.Error:
            with self._lock:
                self._attached.discard(path)
            raise
        return CopyFile(path, alias)

    def _bytes(self) -> int:
        total = 0
        for path in self._folder.iterdir():
            with suppress(FileNotFoundError):
                total += path.stat().st_size
        return total


def _view(path: Path) -> str:
    return path.name.removesuffix(_SUFFIX).rpartition(".")[0]


def _number(path: Path) -> int:
    number = path.name.removesuffix(_SUFFIX).rpartition(".")[2]
    return int(number) if number.isdecimal() else 0


def _delete(path: Path) -> None:
    path.unlink(missing_ok=True)
    path.with_name(f"{path.name}.wal").unlink(missing_ok=True)
