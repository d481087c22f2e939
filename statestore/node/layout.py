"""A node's own folder on disk: one process owns it, and it can always be rebuilt from the root.

LOCK                             locked while a process uses the folder
store.json                       {"format": 1, "root": URI}
views/<view>/position.json       what the databases hold (position.py); replaced in one step
views/<view>/g<generation>/<shard>/   one RocksDB per shard that has rows
damaged/                         the last few files that were found damaged (damage.py)
work/                            staged files and shards being added, of the moment; emptied at start
"""

from __future__ import annotations

import fcntl
import itertools
import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Self

from rocksdict import Cache, Options

from statestore.errors import CorruptFile, StateStoreError, StoreLocked, StoreOfAnotherRoot, UnsupportedFormat
from statestore.node.native import disk_checked
from statestore.node.options import StoreOptions, rocksdb_options

STORE_FILE: Final = "store.json"
STORE_FORMAT: Final = 1

_FILE_MODE: Final = 0o600


class StoreClosing(Exception):
    """The store is being closed: what is being copied is given up, as if the process had ended."""


class StoreFolder:
    """The open, locked folder, and the options of its databases. Raises StoreLocked, UnsupportedFormat, StoreOfAnotherRoot."""

    def __init__(self, path: Path, root_uri: str, options: StoreOptions, cache: Cache) -> None:
        self.path = path
        self.options = options
        self.native_options: Options = rocksdb_options(options, cache)
        self.views = path / "views"
        self.work = path / "work"
        self.damaged = path / "damaged"
        self._numbers = itertools.count(1)
        self._closing = False
        try:
            with disk_checked(str(path)):
                path.mkdir(parents=True, exist_ok=True)
                self._lock = _locked(path / "LOCK")
                self._prepare(root_uri)
        except OSError as error:
            raise StateStoreError(f"store {path} cannot be used", detail=str(error)) from error

    def _prepare(self, root_uri: str) -> None:
        try:
            _check_owner(self.path / STORE_FILE, root_uri)
            shutil.rmtree(self.work, ignore_errors=True)
            self.work.mkdir()
            self.views.mkdir(exist_ok=True)
        except BaseException:
            self.close()
            raise

    def work_path(self, suffix: str = "") -> Path:
        """A new name under work/."""
        return self.work / f"{next(self._numbers)}{suffix}"

    def view_names(self) -> list[str]:
        """Views that have a folder here."""
        return sorted(os.listdir(self.views))

    def view(self, name: str) -> Path:
        """The folder of a view, which need not exist."""
        return self.views / name

    def drop_view(self, name: str) -> None:
        """Remove all that is kept of a view."""
        shutil.rmtree(self.view(name), ignore_errors=True)

    def give_up(self) -> None:
        """Whoever copies files into the folder ends before the next one, with StoreClosing. Any thread."""
        self._closing = True

    def check_open(self) -> None:
        """Raise StoreClosing after give_up()."""
        if self._closing:
            raise StoreClosing(f"store {self.path} is being closed")

    def close(self) -> None:
        """Let another process have the folder."""
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@contextmanager
def store_lock(path: Path) -> Iterator[None]:
    """No node can use the store at *path* meanwhile. Raises StoreLocked."""
    lock = _locked(path / "LOCK")
    try:
        yield
    finally:
        os.close(lock)


def has_copies(path: Path) -> bool:
    """Whether a store's folder has something of views in it. Raises StateStoreError where that cannot be told."""
    try:
        return any((path / "views").iterdir())
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as error:
        raise StateStoreError(f"store {path} cannot be used", detail=str(error)) from error


def is_locked(path: Path) -> bool:
    """Whether a process uses the store's folder *path*. Raises OSError."""
    try:
        os.close(_locked(path / "LOCK"))
    except StoreLocked:
        return True
    return False


def replace_file(path: Path, data: bytes) -> None:
    """Replace the file in one step: after kill -9 it holds the old bytes or the new ones. Raises StorageFull.

    It is not synced to disk. What a power cut leaves is the old file, the new one, or on some file systems an unreadable one.
    """
    aside = path.with_name(f"{path.name}.new")
    with disk_checked(str(path)):
        aside.write_bytes(data)
        os.rename(aside, path)


def read_json(path: Path, *, format_max: int) -> dict[str, object] | None:
    """The object in *path*; None when there is no such file. Raises CorruptFile, UnsupportedFormat."""
    try:
        body = json.loads(path.read_bytes())
    except FileNotFoundError:
        return None
    except ValueError as error:
        raise CorruptFile(f"{path} is corrupt", detail=str(error), hint="delete the store; it is rebuilt from the root") from error
    if not isinstance(body, dict) or type(body.get("format")) is not int:
        raise CorruptFile(
            f"{path} is corrupt", detail="no format version in it", hint="delete the store; it is rebuilt from the root"
        )
    if body["format"] > format_max:
        raise UnsupportedFormat(
            f"{path} has format {body['format']}; this release reads formats up to {format_max}",
            hint="use the release that wrote it, or delete the store: it is rebuilt from the root",
        )
    return body


def _locked(path: Path) -> int:
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, _FILE_MODE)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        os.close(descriptor)
        raise StoreLocked(
            f"store {path.parent} is used by another process", hint="stop that one, or give this one a store folder of its own"
        ) from error
    return descriptor


def _check_owner(path: Path, root_uri: str) -> None:
    """A store belongs to the root it was made from: another root's view of the same name would be mixed into it."""
    body = read_json(path, format_max=STORE_FORMAT)
    if body is None:
        replace_file(path, json.dumps({"format": STORE_FORMAT, "root": root_uri}).encode())
    elif body.get("root") != root_uri:
        raise StoreOfAnotherRoot(
            f"store {path.parent} belongs to root {body.get('root')}, not to {root_uri}",
            hint="tidegate rebind, if it has moved; else give another store folder, or delete this one: it only holds copies",
        )
