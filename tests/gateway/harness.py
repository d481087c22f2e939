"""An engine over a store of its own, asked without sockets."""

from __future__ import annotations

import asyncio
import gc
import struct
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pyarrow as pa

from gateway.contract.cancel import CancelToken
from gateway.contract.engine import QueryContext, ReadSettings, RowBlock, Snapshot
from gateway.engine.engine import ReadEngine
from gateway.engine.options import EngineOptions
from gateway.engine.prepared import PreparedQuery
from planner.parse import parse
from planner.tree.query_plan import PlanSettings
from planner.tree.statement import ExplainStatement, SelectStatement, Statement
from planner.tree.values import Value
from statestore.node import LocalStore, StoreOptions
from statestore.schema import ViewSchema
from statestore.views import Root, open_root
from statestore.views.local_writer import write_version

Rows = list[tuple[str | None, ...]]
SETTINGS = ReadSettings(PlanSettings(), values={"server_version": "15.18 (test)", "timezone": "UTC"})
NOW_US = 1_700_000_000_000_000


def no_clock() -> int:
    """Of reads that do not depend on now()."""
    raise AssertionError("nothing here asks for the time")


def decode_rows(data: bytes) -> Rows:
    """DataRow messages in text format → values, by the protocol's definition."""
    rows: Rows = []
    at = 0
    while at < len(data):
        kind, size, count = struct.unpack_from(">cih", data, at)
        assert kind == b"D"
        cursor, row = at + 7, []
        for _ in range(count):
            (length,) = struct.unpack_from(">i", data, cursor)
            cursor += 4
            row.append(None if length < 0 else data[cursor : cursor + length].decode())
            cursor += max(length, 0)
        rows.append(tuple(row))
        at += 1 + size
    return rows


@contextmanager
def no_collections() -> Iterator[None]:
    """Garbage that refers to itself stays, as it does for hours in an idle process."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


class Harness:
    """Root, store and engine in one folder. Close it, or use it in a with block."""

    def __init__(
        self,
        folder: Path,
        options: EngineOptions | None = None,
        store: type[LocalStore] = LocalStore,
        copy_folder: Path | None = None,
    ) -> None:
        self.root: Root = open_root(str(folder / "root"), create=True)
        self.store = store(self.root, folder / "store", StoreOptions())
        self.store.start()
        self._runner = asyncio.Runner()
        self._runner.get_loop()
        self.engine = ReadEngine(self.store, options, copy_folder)
        #: What reads texts, as ParseCache.parse does for sessions.
        self.parser: Callable[[str], list[Statement]] = parse
        self.prepared: PreparedQuery | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Free everything."""
        self.engine.close()
        self._runner.close()
        self.store.close()

    def write(self, schema: ViewSchema, table: pa.Table, deletes: Sequence[Sequence[Any]] | None = None, **more: Any) -> int:
        """Commit a version and wait until the store has it."""
        version = write_version(self.root, schema, table, deletes, **more)
        self.store.refresh()
        assert self.store.current(schema.name).version == version
        return version

    def prepare(self, sql: str, oids: Sequence[int] = (), settings: ReadSettings = SETTINGS) -> PreparedQuery:
        """Plan one SELECT or EXPLAIN."""
        (statement,) = self.parser(sql)
        assert isinstance(statement, SelectStatement | ExplainStatement), statement
        return self.engine.prepare(statement, oids, settings)

    def context(self, snapshot: Snapshot | None = None, cancel: CancelToken | None = None) -> QueryContext:
        """Circumstances with a fixed clock."""
        return QueryContext(NOW_US, SETTINGS, cancel or CancelToken(), snapshot=snapshot)

    def context_with(self, settings: ReadSettings) -> QueryContext:
        """Circumstances of a session with other settings."""
        return QueryContext(NOW_US, settings, CancelToken())

    def rows(
        self, sql: str, params: tuple[Value, ...] = (), snapshot: Snapshot | None = None, settings: ReadSettings | None = None
    ) -> Rows:
        """All rows, in text format."""
        return self.run(self.arows(sql, params, snapshot, settings))

    def run(self, awaitable: Any) -> Any:
        """Wait for a coroutine on the engine's loop."""
        return self._runner.run(awaitable)

    async def arows(
        self, sql: str, params: tuple[Value, ...] = (), snapshot: Snapshot | None = None, settings: ReadSettings | None = None
    ) -> Rows:
        """As rows()."""
        prepared = self.prepared = self.prepare(sql, settings=settings or SETTINGS)
        context = self.context(snapshot)
        context = context if settings is None else replace(context, settings=settings)
        opened = self.engine.open(prepared, params, (0,) * len(prepared.columns), context)
        if isinstance(opened, RowBlock):
            return decode_rows(b"".join(opened.rows))
        found: Rows = []
        try:
            while (chunk := await opened.next(None)) is not None:
                found += decode_rows(chunk.data)
        finally:
            await opened.close()
        return found


@contextmanager
def harness(folder: Path, options: EngineOptions | None = None) -> Iterator[Harness]:
    """A Harness for a with block."""
    with Harness(folder, options) as made:
        yield made
