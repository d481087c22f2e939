"""How commands find the process that uses a store, and hear what it said of its last reload.

node.json     {"pid": 4711, "workers": 1}; locked as long as the process runs, so what a dead one has left is told by that
reload.json   {"number": 3, "done": true, "said": ["…", …]}; of each worker in its own folder, replaced in one step
"""

from __future__ import annotations

import fcntl
import json
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from statestore.errors import StateStoreError, StoreLocked
from statestore.node.layout import replace_file
from statestore.node.native import disk_checked

NODE_FILE: Final = "node.json"
RELOAD_FILE: Final = "reload.json"
_FILE_MODE: Final = 0o640  # less what the process's umask takes
#: A command that looks holds the lock for a moment.
_LOCK_TRIES: Final = 20
_PAUSE_S: Final = 0.05


def folder_of(store: Path, number: int) -> Path:
    """The store of a worker, one of several processes of a node."""
    return store / f"worker-{number}"


@dataclass(frozen=True, slots=True)
class RunningNode:
    """A process that serves, or, with several *workers*, their parent."""

    store: Path
    pid: int
    workers: int

    @property
    def folders(self) -> Sequence[Path]:
        """Where what it says of reloads is."""
        return [self.store] if self.workers == 1 else [folder_of(self.store, n) for n in range(1, self.workers + 1)]


@dataclass(frozen=True, slots=True)
class ReloadReport:
    """The *number*-th reload of this store; whether it was *done*, and what was *said* of it in the log."""

    number: int
    done: bool
    said: Sequence[str]


@contextmanager
def running(store: Path, workers: int) -> Iterator[None]:
    """While inside, commands find this process.

    Raises StoreLocked where another one uses the store, StorageFull, StateStoreError.
    """
    try:
        store.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(store / NODE_FILE, os.O_RDWR | os.O_CREAT, _FILE_MODE)
    except OSError as error:
        raise StateStoreError(f"store {store} cannot be used", detail=str(error)) from error
    try:
        _lock(descriptor, store)
        with disk_checked(str(store / NODE_FILE)):
            os.ftruncate(descriptor, 0)
            os.write(descriptor, json.dumps({"pid": os.getpid(), "workers": workers}).encode())
        yield
    finally:
        os.close(descriptor)


def _lock(descriptor: int, store: Path) -> None:
    for _ in range(_LOCK_TRIES):
        if _taken(descriptor, fcntl.LOCK_EX):
            return
        time.sleep(_PAUSE_S)
    raise StoreLocked(f"store {store} is used by another process", hint="stop that one, or give this one a store folder of its own")


def _taken(descriptor: int, kind: int) -> bool:
    try:
        fcntl.flock(descriptor, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def node_of(store: Path) -> RunningNode | None:
    """The process that uses *store*; None where there is none. Raises OSError."""
    try:
        descriptor = os.open(store / NODE_FILE, os.O_RDONLY)
    except FileNotFoundError:
        return None
    with open(descriptor, encoding="ascii") as file:
        if _taken(descriptor, fcntl.LOCK_SH):
            return None
        text = file.read()
    found = json.loads(text) if text else None  # it has the lock, and says its number now
    return None if found is None else RunningNode(store, found["pid"], found["workers"])


def read_report(folder: Path) -> ReloadReport:
    """The last one there; number 0 where there is none. Raises OSError."""
    try:
        return ReloadReport(**json.loads((folder / RELOAD_FILE).read_bytes()))
    except FileNotFoundError:
        return ReloadReport(0, False, ())


def write_report(folder: Path, *, done: bool, said: Sequence[str]) -> None:
    """The next one. Raises StorageFull, OSError."""
    report = ReloadReport(read_report(folder).number + 1, done, said)
    replace_file(folder / RELOAD_FILE, json.dumps(asdict(report)).encode())
