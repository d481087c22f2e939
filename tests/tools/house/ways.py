"""The way of a query, and of a version: which files of the packages its function calls lie in, and how often they change.

A gateway runs in this process, on two threads and a pool, as the tests run it; a profile function on every thread notes each call
and return of a function whose code is in the packages. Generated code and what is compiled has no file and is passed over, as are
threads that do the same without the query. A scan's calls differ by a hundredth from run to run, as its threads take turns.
"""

from __future__ import annotations

import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Final

import pyarrow as pa

from gateway.engine.engine import ReadEngine
from statestore import types as st
from statestore.node import LocalStore, StoreOptions
from statestore.schema import Column, HashPartitioning, ViewSchema
from statestore.views import open_root
from statestore.views.local_writer import write_version
from tests.gateway.serving import SYNC, RawClient, ServerThread, bind, describe, execute, parse, query, serving, startup

#: More rows than views have that are read whole in the event loop.
ROWS: Final = 4_000
REGIONS: Final = 7
#: Threads' names, as they begin: the server's and those it has work done by; those that take in what is published.
SERVING: Final = ("Thread-", "tidegate-query", "tidegate-plan")
FOLLOWING: Final = ("tidegate-follow", "tidegate-add")
WRITING: Final = ("MainThread",)
#: What a thread still does after the client has its answer, or after the version is seen, belongs to the way.
AFTER_S: Final = 0.3
VISIBLE_WITHIN_S: Final = 30.0
INT4: Final = 23


@dataclass(slots=True)
class Way:
    """*deepest* is the most functions of the packages one within another, *climb* the most changes of file between these.

    *upward* are calls from a package into one above it, by calls and callbacks: statestore → planner → gateway.
    """

    name: str
    files: dict[str, int] = field(default_factory=dict)
    calls: int = 0
    changes: int = 0
    deepest: int = 0
    climb: int = 0
    upward: int = 0
    threads: int = 0


class Recorder:
    """Notes one way at a time. Threads that begin while it is installed are watched."""

    def __init__(self, root: Path, packages: tuple[str, ...]) -> None:
        self._root, self._packages = str(root), packages
        self._way: Way | None = None
        self._watched: tuple[str, ...] = ()
        self._at: dict[str, str] = {}
        self._files: dict[str, str] = {}

    @contextmanager
    def installed(self) -> Iterator[None]:
        """For this thread and those it starts."""
        threading.setprofile(self._hook)
        sys.setprofile(self._hook)
        try:
            yield
        finally:
            sys.setprofile(None)
            threading.setprofile(None)

    @contextmanager
    def noting(self, way: Way, watched: tuple[str, ...]) -> Iterator[None]:
        """What threads of these names do meanwhile is the way."""
        self._at.clear()
        self._watched, self._way = watched, way
        try:
            yield
        finally:
            self._way = None

    def _hook(self, frame: FrameType, event: str, _: object) -> None:
        way = self._way
        if way is None or event not in ("call", "return") or not (file := self._file(frame)):
            return
        if not (thread := threading.current_thread().name).startswith(self._watched):
            return
        stack = [file, *self._around(frame)]
        if event == "call":
            self._enter(way, stack)
        else:
            del stack[0]
        if stack:
            before = self._at.setdefault(thread, stack[0])
            way.changes += before != stack[0]
            self._at[thread] = stack[0]
            way.threads = len(self._at)

    def _enter(self, way: Way, stack: list[str]) -> None:
        way.calls += 1
        way.files[stack[0]] = way.files.get(stack[0], 0) + 1
        way.deepest = max(way.deepest, len(stack))
        way.climb = max(way.climb, sum(map(str.__ne__, stack, stack[1:])))
        way.upward += len(stack) > 1 and self._level(stack[0]) < self._level(stack[1])

    def _around(self, frame: FrameType) -> Iterator[str]:
        """Files of the functions that a frame is called by, the nearest first."""
        outer = frame.f_back
        while outer is not None:
            if file := self._file(outer):
                yield file
            outer = outer.f_back

    def _file(self, frame: FrameType) -> str:
        """Below the root, of code in the packages; else empty."""
        name = frame.f_code.co_filename
        found = self._files.get(name)
        if found is None:
            found = name[len(self._root) + 1 :] if name.startswith(f"{self._root}/") else ""
            self._files[name] = found = found if found.split("/")[0] in self._packages else ""
        return found

    def _level(self, file: str) -> int:
        return self._packages.index(file.split("/")[0])


def ways(root: Path, packages: tuple[str, ...]) -> list[Way]:
    """The ways through this checkout, *packages* from the highest to the lowest."""
    recorder = Recorder(root, packages)
    with tempfile.TemporaryDirectory(prefix="tidegate-house-") as made, recorder.installed():
        folder = Path(made)
        uri = str(folder / "root")
        for view in ("v", "warm"):
            write_version(uri, _schema(view), _rows(0))
        with LocalStore(open_root(uri), folder / "store", StoreOptions()) as store:
            engine = ReadEngine(store)
            try:
                with serving(engine) as server, RawClient(server.server.port, startup()) as client:
                    return [*_queries(recorder, server, client), *_version(recorder, store, uri)]
            finally:
                engine.close()


def _queries(recorder: Recorder, server: ServerThread, client: RawClient) -> Iterator[Way]:
    def noted(name: str, data: bytes) -> Way:
        way = Way(name)
        with recorder.noting(way, SERVING):
            _ask(client, data)
        return way

    lookup, scan = "SELECT * FROM {} WHERE k = {}", "SELECT region, count(*) FROM {} GROUP BY region ORDER BY region"
    for sql in (lookup.format("warm", 1), scan.format("warm")):
        _ask(client, query(sql))
    yield noted("cold lookup: SELECT * FROM v WHERE k = 2, its text for the first time", query(lookup.format("v", 2)))
    _ask(client, parse("hot", lookup.format("v", "$1"), INT4) + describe("S", "hot") + SYNC)
    again = bind("", "hot", b"2") + execute() + SYNC
    for _ in range(2):
        _ask(client, again)
    yield noted("hot lookup: the same, prepared, for the third time", again)
    yield noted("scan: SELECT region, count(*) FROM v GROUP BY region ORDER BY region", query(scan.format("v")))


def _ask(client: RawClient, data: bytes) -> None:
    client.send(data)
    answer = client.until_ready()
    assert answer[:1] != b"E", answer
    time.sleep(AFTER_S)


def _version(recorder: Recorder, store: LocalStore, uri: str) -> Iterator[Way]:
    """Two versions; of one it is noted how it is written, of the other how it is taken in."""
    written, taken = Way("version, written: write_version() without Spark"), Way("version, taken in: by the node's threads")
    for more, way, watched in ((1, written, WRITING), (2, taken, FOLLOWING)):
        with recorder.noting(way, watched):
            version = write_version(uri, _schema("v"), _rows(more))
            hook = sys.getprofile()
            sys.setprofile(None)
            _await(store, version)
            sys.setprofile(hook)
        yield way


def _await(store: LocalStore, version: int) -> None:
    end_s = time.monotonic() + VISIBLE_WITHIN_S
    while store.current("v").version < version:
        if time.monotonic() > end_s:
            raise TimeoutError("the version does not become visible")
        time.sleep(0.01)
    time.sleep(AFTER_S)


def _schema(name: str) -> ViewSchema:
    columns = (Column("k", st.Int(), False), Column("region", st.String()), Column("amount", st.Long()))
    return ViewSchema(name, columns, ("k",), ("k",), HashPartitioning(4), (3,))


def _rows(first: int) -> pa.Table:
    keys = range(ROWS)
    regions = pa.array([f"region {k % REGIONS}" for k in keys])
    return pa.table({"k": pa.array(keys, pa.int32()), "region": regions, "amount": [first + k for k in keys]})
