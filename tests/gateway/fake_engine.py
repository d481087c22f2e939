"""An engine in memory: the protocol's test double. It knows a handful of queries, enough for every path through a session.

SELECT items [FROM source [WHERE k = x]]
items   1  'text'  NULL  $n  $n::type  now()  1/0 (fails when run)  bug (raises KeyError)  k  v  *, each with [AS name]
source  kv (k int4, v text)   generate_series(1, n) AS n   slow (waits until cancelled)
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import count
from types import SimpleNamespace
from typing import Any

from gateway.codecs.codec import decoder, encoder
from gateway.contract.cancel import CancelToken
from gateway.contract.counts import Counts
from gateway.contract.engine import TEXT, PointReader, QueryContext, ReadSettings, RowBlock, RowChunk, RowStream
from gateway.contract.turns import Turns
from gateway.engine.threads.planning import is_costly
from gateway.wire.writer import data_row
from planner.errors import DivisionByZero, IndeterminateType, SyntaxFault, UndefinedColumn, UndefinedObject, UndefinedTable
from planner.parse.template import plain
from planner.plan.parameterized import Taken
from planner.tree import types as t
from planner.tree.bound import OutputColumn
from planner.tree.statement import Constants, ExplainStatement, SelectStatement
from planner.tree.types import SqlType
from planner.tree.values import Value

KV_OID = 16384
CHUNK_ROWS = 100
_SELECT = re.compile(r"select\s+(?P<items>.*?)(?:\s+from\s+(?P<source>.*?))?(?:\s+where\s+k\s*=\s*(?P<key>\S+))?\s*", re.I | re.S)
_SERIES = re.compile(r"generate_series\(1,\s*(\d+|\$1)\)(?:\s+as\s+n)?", re.I)
_PARAMETER = re.compile(r"\$[1-9]\d{0,3}")
_ITEM = re.compile(r"(?P<what>.*?)(?:::(?P<type>[\w\[\]]+))?(?:\s+as\s+(?P<name>\w+))?", re.I | re.S)

Row = tuple[Value, ...]
#: (parameters, the source's row, now) → value
Expression = Callable[[tuple[Value, ...], Row, int], Value]


@dataclass(frozen=True)
class Item:
    column: OutputColumn
    value: Expression


@dataclass(frozen=True)
class FakePlan:
    """A Prepared of this engine."""

    engine: FakeEngine
    items: tuple[Item, ...]
    parameters: tuple[SqlType, ...]
    generation: int
    source: str | None
    key: Expression | None
    explain: bool = False
    constants: tuple[Value, ...] = ()
    shared: Any = None
    is_point: bool = True

    @property
    def columns(self) -> tuple[OutputColumn, ...]:
        return tuple(item.column for item in self.items)

    def point_reader(self, formats: tuple[int, ...], settings: ReadSettings, now_us: Callable[[], int]) -> PointReader | None:
        if self.source != "kv" or self.key is None or self.explain:
            return None
        key = self.key

        def read(params: tuple[Value, ...]) -> Sequence[bytes]:
            rows = self.engine.lookup(key(params or self.constants, (), 0))
            return [encode_row(self, params, row, formats, settings, 0) for row in rows]

        return read


def encode_row(plan: FakePlan, params: Row, row: Row, formats: tuple[int, ...], settings: ReadSettings, now_us: int) -> bytes:
    values = [item.value(params, row, now_us) for item in plan.items]
    cells = zip(values, plan.columns, formats, strict=True)
    return data_row([None if v is None else encoder(c.type, f, settings.style)(v) for v, c, f in cells])


class FakeStream:
    """Rows of a series, made as they are asked for; *opened* and *closed* count for leak checks."""

    def __init__(self, plan: FakePlan, rows: Any, params: Row, formats: tuple[int, ...], context: QueryContext) -> None:
        self._plan, self._rows, self._params, self._formats, self._context = plan, iter(rows), params, formats, context
        self.closed = False
        plan.engine.streams.append(self)

    async def next(self, rows_max: int | None, formats: tuple[int, ...] | None = None) -> RowChunk | None:
        await asyncio.sleep(0)
        self._context.cancel.check()
        if self._plan.source == "slow":
            await self._until_cancelled()
        count = min(CHUNK_ROWS, rows_max or CHUNK_ROWS)
        made = []
        for _, row in zip(range(count), self._rows, strict=False):
            made.append(
                encode_row(self._plan, self._params, row, formats or self._formats, self._context.settings, self._context.now_us)
            )
        return RowChunk(b"".join(made), len(made)) if made else None

    async def _until_cancelled(self) -> None:
        cancelled = asyncio.Event()
        self._context.cancel.on_cancel(cancelled.set)
        self._plan.engine.waiting += 1
        await cancelled.wait()
        self._plan.engine.waiting -= 1
        self._context.cancel.check()

    async def close(self) -> None:
        self.closed = True


class InlinePlanners:
    """Planners that work at once."""

    async def run(self, work: Callable[[], Any], cancel: CancelToken, characters: int = 0) -> Any:
        return work()


class FakeEngine:
    """See the module. *rows* are kv's; raise *generation* after changing *columns*."""

    def __init__(self, rows: dict[int, str | None] | None = None) -> None:
        self.rows: dict[int, str | None] = rows if rows is not None else {n: f"value {n}" for n in range(1, 1001)}
        self.generation = 1
        self.forwarder = None
        self.counts = Counts()
        self.columns = {"k": SqlType(t.INT4), "v": SqlType(t.TEXT)}
        self.streams: list[FakeStream] = []
        self.waiting = 0
        self.planners: Any = InlinePlanners()
        self.turns = Turns()

    def lookup(self, key: Value) -> list[Row]:
        return [(key, self.rows[key])] if isinstance(key, int) and key in self.rows else []

    def check_versions(self, setting: str, names: Iterable[str], user: str) -> None:
        """It has no versions that anybody could ask for."""

    def show(self, name: str, user: str) -> str | None:
        return "kv=1" if name.lower() == "tidegate.version" else None

    # ------------------------------------------------------------------------------------------------------------------ planning

    def prepare_elsewhere(
        self, statement: SelectStatement | ExplainStatement, parameter_oids: Sequence[int], settings: ReadSettings
    ) -> Callable[[CancelToken], Awaitable[FakePlan]] | None:
        text = statement.query.text if isinstance(statement, ExplainStatement) else statement.text
        if not is_costly(text):
            return None

        async def planned(cancel: CancelToken) -> FakePlan:
            plan: FakePlan = await self.planners.run(lambda: self.prepare(statement, parameter_oids, settings), cancel)
            return plan

        return planned

    def prepare(
        self, statement: SelectStatement | ExplainStatement, parameter_oids: Sequence[int], settings: ReadSettings
    ) -> FakePlan:
        if isinstance(statement, ExplainStatement):
            plan = self._plan(statement.query.text, parameter_oids)
            line = Item(OutputColumn("QUERY PLAN", SqlType(t.TEXT)), lambda *_: "Fake")
            return replace(plan, items=(line,), source=None, key=None, explain=True)
        if statement.constants is not None and not parameter_oids and "$" not in statement.text:
            return self._shared(statement.constants) or self._plan(statement.text, ())
        return self._plan(statement.text, parameter_oids)

    def _shared(self, constants: Constants) -> FakePlan | None:
        """A plan for all constants, if they are keys."""
        numbers = count(1)
        text = re.sub("\0.", lambda _: f"${next(numbers)}", constants.template).rstrip("; \n")
        plan = self._plan(text, ())
        read = decoder(SqlType(t.INT4), TEXT)
        taken = Taken(tuple(range(len(constants.texts))), (lambda text: read(plain(text).encode()),) * len(constants.texts), ())
        values = taken.values(constants)
        return None if values is None else replace(plan, parameters=(), constants=values, shared=SimpleNamespace(taken=taken))

    def _plan(self, text: str, oids: Sequence[int]) -> FakePlan:
        match = _SELECT.fullmatch(re.sub(r"/\*.*?\*/", "", text))
        if match is None:
            raise SyntaxFault("the fake engine does not know this query", position=1)
        source = self._source(text, match["source"])
        types: dict[int, SqlType] = {n: _declared(oid) for n, oid in enumerate(oids) if oid}
        key = self._key(match["key"], types) if match["key"] else None
        if source is not None and source.endswith("$1)"):
            types.setdefault(0, SqlType(t.INT4))
        start = match.start("items")
        items = self._items(match["items"], source, types, start)
        last = max([*types, *range(len(oids)), -1])
        if any(n not in types for n in range(last + 1)):
            raise IndeterminateType(f"could not determine data type of parameter ${len(types) + 1}")
        return FakePlan(self, items, tuple(types[n] for n in range(last + 1)), self.generation, source, key)

    def _source(self, text: str, source: str | None) -> str | None:
        if source is None or source.lower() in ("kv", "slow"):
            return source and source.lower()
        series = _SERIES.fullmatch(source)
        if series is None:
            raise UndefinedTable(f'relation "{source}" does not exist', position=text.index(source) + 1)
        return f"series({series[1]})"

    def _key(self, text: str, types: dict[int, SqlType]) -> Expression:
        if _PARAMETER.fullmatch(text):
            index = int(text[1:]) - 1
            types.setdefault(index, SqlType(t.INT4))
            return lambda params, _row, _now: params[index]
        if not text.isdigit() and not text.startswith("'"):
            raise UndefinedColumn(f'column "{text}" does not exist')
        value = decoder(SqlType(t.INT4 if text.startswith("'") else t.INT8), TEXT)(text.strip("'").encode())
        return lambda _params, _row, _now: value

    def _items(self, text: str, source: str | None, types: dict[int, SqlType], start: int) -> tuple[Item, ...]:
        if text.strip() == "*":
            text = "k, v" if source == "kv" else "n"
        items, at = [], start
        for part in text.split(","):
            items.append(self._item(part.strip(), source, types, at + len(part) - len(part.lstrip()) + 1))
            at += len(part) + 1
        return tuple(items)

    def _item(self, text: str, source: str | None, types: dict[int, SqlType], position: int) -> Item:
        match = _ITEM.fullmatch(text)
        assert match is not None, "matches anything"
        what, type_name, name = match["what"].strip(), match["type"], match["name"]
        if _PARAMETER.fullmatch(what):
            index = int(what[1:]) - 1
            wanted = SqlType(_type(type_name)) if type_name else SqlType(t.TEXT)
            type_ = types.setdefault(index, wanted)
            return _made(name or (type_name or "?column?"), type_, lambda params, _row, _now: params[index])
        if what in ("k", "v") and source == "kv":
            column = 0 if what == "k" else 1
            origin = OutputColumn(name or what, self.columns[what], (KV_OID, column + 1))
            return Item(origin, lambda _params, row, _now: row[column])
        if what == "n" and source is not None:
            return _made(name or "n", SqlType(t.INT4), lambda _params, row, _now: row[0])
        return self._constant(what, name, position)

    def _constant(self, what: str, name: str | None, position: int) -> Item:
        if what.isdigit():
            return _made(name or "?column?", SqlType(t.INT4), lambda *_: int(what))
        if what.lower() == "null" or what.startswith("'"):
            value = None if what.lower() == "null" else what[1:-1]
            return _made(name or "?column?", SqlType(t.TEXT), lambda *_: value)
        if what == "1/0":
            return _made("?column?", SqlType(t.INT4), _divide_by_zero)
        if what == "bug":
            return _made("bug", SqlType(t.INT4), _bug)
        if what.lower() == "now()":
            return _made("now", SqlType(t.TIMESTAMPTZ), lambda _params, _row, now: now)
        raise UndefinedColumn(f'column "{what}" does not exist', position=position)

    # ----------------------------------------------------------------------------------------------------------------- execution

    def open(
        self, prepared: FakePlan, params: tuple[Value, ...], formats: tuple[int, ...], context: QueryContext
    ) -> RowBlock | RowStream:
        if prepared.source in (None, "kv") and not context.reformat:
            return RowBlock(
                [
                    encode_row(prepared, params, row, formats, context.settings, context.now_us)
                    for row in self._rows(prepared, params)
                ]
            )
        return FakeStream(prepared, self._rows(prepared, params), params, formats, context)

    def _rows(self, plan: FakePlan, params: Row) -> Any:
        if plan.source is None:
            return [()]
        if plan.source == "kv":
            return self.lookup(plan.key(params or plan.constants, (), 0)) if plan.key else list(self.rows.items())
        if plan.source == "slow":
            return ((n,) for n in range(1))
        last = plan.source[7:-1]
        end = params[0] if last == "$1" else int(last)
        assert isinstance(end, int), "generate_series takes int4"
        return ((n,) for n in range(1, end + 1))


def _made(name: str, type_: SqlType, value: Expression) -> Item:
    return Item(OutputColumn(name, type_), value)


def _bug(*_: object) -> Value:
    raise KeyError("bug")


def _divide_by_zero(*_: object) -> Value:
    raise DivisionByZero("division by zero")


def _type(name: str) -> t.PgType:
    pg = t.BY_NAME.get(name.removesuffix("[]"))
    pg = t.ARRAY_OF.get(pg) if pg is not None and name.endswith("[]") else pg
    if pg is None:
        raise UndefinedObject(f'type "{name}" does not exist')
    return pg


def _declared(oid: int) -> SqlType:
    if oid not in t.BY_OID:
        raise UndefinedObject(f"type with OID {oid} does not exist")
    return SqlType(t.BY_OID[oid])
