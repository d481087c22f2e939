"""Two servers whose views differ only in what a user may not read, and what gives those values away.

Everything else is the same: names, counts of rows, their order (keys keep their ranks), the shard of each. Values that may not be
read are tokens that occur nowhere else, of another length in each of the two.
"""

from __future__ import annotations

import base64
import datetime as dt
import random
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from struct import pack
from typing import Any, Final

import pyarrow as pa
import requests

from gateway.access.grants import Grants
from gateway.access.options import AccessOptions
from gateway.config import Address
from gateway.presto.options import PrestoOptions
from gateway.presto.server import PrestoServer
from planner.postgres.definitions import read_definition
from statestore import types as st
from statestore.arrow import arrow_type
from statestore.keys import KeyCodec
from statestore.schema import Column, HashPartitioning, RangePartitioning, ViewSchema
from statestore.sharding import shard_function
from tests.access.granting import Granting, granting_over
from tests.gateway.harness import Harness
from tests.gateway.serving import RawClient, startup
from tests.hostile.process import eventually

ROWS: Final = 12
SHARDS: Final = 3
_DAY: Final = dt.date(2001, 1, 1)
#: Columns by view; the key comes first.
COLUMNS: Final[Mapping[str, tuple[Column, ...]]] = {
    "trips": (
        Column("code", st.String(), nullable=False), Column("seq", st.Long(), nullable=False), Column("origin", st.String()),
        Column("fare", st.Double()), Column("paid", st.Decimal(20, 2)), Column("at", st.Timestamp()),
        Column("tags", st.Array(st.String())), Column("extra", st.Struct((st.Field("a", st.String()), st.Field("b", st.Long())))),
        Column("late", st.Boolean()),
    ),
    "people": (
        Column("name", st.String(), nullable=False), Column("wage", st.Long()), Column("born", st.Date()),
        Column("photo", st.Binary()),
    ),
    "cards": (Column("number", st.Long(), nullable=False), Column("owner", st.String())),
}  # fmt: skip
KEYS: Final = {"trips": ("code", "seq"), "people": ("name",), "cards": ("number",)}
SHARD_KEYS: Final = {"trips": ("code",), "people": ("name",), "cards": ("number",)}
#: A view over others, with grants of its own.
DEFINED: Final = {
    "lobby": (
        "SELECT code, origin, late, wage FROM trips, (SELECT max(wage) AS wage FROM people) p",
        ("code", "origin", "late", "wage"),
    ),
}
VIEWS: Final = (*COLUMNS, *DEFINED)

#: What a user may read of each view: None is all of it, without an entry nothing.
Granted = Mapping[str, frozenset[str] | None]


def columns_of(view: str) -> tuple[str, ...]:
    """A view's columns."""
    return DEFINED[view][1] if view in DEFINED else tuple(column.name for column in COLUMNS[view])


def random_grants(chance: random.Random) -> Granted:
    """Nothing, all, or some columns of each view; of one at least something."""
    found: dict[str, frozenset[str] | None] = {}
    while not found:
        for view in VIEWS:
            names = columns_of(view)
            match chance.choice(("nothing", "all", "some", "some", "some")):
                case "all":
                    found[view] = None
                case "some":
                    found[view] = frozenset(chance.sample(names, chance.randrange(1, len(names))))
    return found


def lines(granted: Granted, user: str) -> list[str]:
    """The file's."""
    entries = {(user, view): names for view, names in granted.items()}
    return list(Grants(entries).lines())


def readable(granted: Granted) -> dict[str, frozenset[str]]:
    """The columns of published views that the user reaches, by their names or through a view defined over them."""
    found = {
        view: frozenset(columns_of(view)) if granted.get(view, ()) is None else granted.get(view) or frozenset() for view in COLUMNS
    }
    if "lobby" in granted:
        through = frozenset(columns_of("lobby") if granted["lobby"] is None else granted["lobby"])
        found["trips"] |= through - {"wage"}
        found["people"] |= through & {"wage"}
    return found


@dataclass(frozen=True)
class Content:
    """The rows of all views in one of the two worlds, and the texts that only values have which may not be read."""

    tables: Mapping[str, pa.Table]
    schemas: Mapping[str, ViewSchema]
    tokens: frozenset[bytes]


def content(seed: int, granted: Granted, world: str) -> Content:
    """Of *world*: what may be read depends on the seed alone."""
    tables, schemas, tokens = {}, {}, set[bytes]()
    for view, columns in COLUMNS.items():
        maker = _Maker(seed, view, readable(granted)[view], world)
        rows = [maker.row(row) for row in range(ROWS)]
        tokens |= maker.tokens
        schemas[view] = maker.schema(rows)
        arrays = {c.name: pa.array([row[at] for row in rows], arrow_type(c.type)) for at, c in enumerate(columns)}
        tables[view] = pa.table(arrays)
    return Content(tables, schemas, frozenset(tokens))


class _Maker:
    def __init__(self, seed: int, view: str, allowed: frozenset[str], world: str) -> None:
        self._seed, self._view, self._allowed, self._world = seed, view, allowed, world
        self.tokens: set[bytes] = set()
        key, columns = KEYS[view], COLUMNS[view]
        plain = RangePartitioning(()) if view == "people" else HashPartitioning(SHARDS)
        self._schema = ViewSchema(view, columns, key, SHARD_KEYS[view], plain, (len(columns),), f"comment of {view}")

    def schema(self, rows: list[tuple[Any, ...]]) -> ViewSchema:
        """Ranges end at keys that there are."""
        if self._view != "people":
            return self._schema
        codec = KeyCodec(self._schema)
        splits = tuple(codec.encode(rows[at][:1]) for at in (4, 8))
        return ViewSchema(
            self._view, self._schema.columns, KEYS[self._view], KEYS[self._view], RangePartitioning(splits), self._schema.row_widths
        )

    def row(self, row: int) -> tuple[Any, ...]:
        return tuple(self._value(column, row) for column in COLUMNS[self._view])

    def _value(self, column: Column, row: int) -> Any:
        told = column.name in self._allowed
        chance = random.Random(f"{self._seed} {self._view} {column.name} {row} {'' if told else self._world}")
        key = column.name in KEYS[self._view]
        if not key and chance.random() < 0.2:
            return None
        while True:
            found, texts = self._made(column, row, chance, 14 if told or self._world == "a" else 19)
            if column.name != SHARD_KEYS[self._view][0] or self._view == "people" or self._shard(found) == row % SHARDS:
                break
        if not told:
            self.tokens |= texts
            if key:
                codec = KeyCodec(self._schema)
                encoded = codec.column_encoder(KEYS[self._view].index(column.name))(found)
                self.tokens |= {encoded, encoded.hex().encode()}
        return found

    def _shard(self, value: Any) -> int:
        return shard_function(self._schema)((value,))

    def _made(self, column: Column, row: int, chance: random.Random, length: int) -> tuple[Any, set[bytes]]:
        """A value, of this rank among those of its column, and what gives it away in any format."""
        token = "".join(chance.choices("bcdfghjklmnpqrstvwxz", k=length))
        number = row * 10**15 + chance.randrange(10**14, 10**15)
        match column.type:
            case st.String():
                return f"{row:02}{token}", {token.encode(), token.encode().hex().encode()}
            case st.Array():
                return [f"{token}", None], {token.encode()}
            case st.Struct():
                return {"a": token, "b": number}, {token.encode(), str(number).encode()}
            case st.Binary():
                data = token.encode()
                return data, {data, data.hex().encode(), base64.b64encode(data)[:-4]}
            case st.Long():
                return number, {str(number).encode(), pack("!q", number), pack("<q", number)}
            case st.Double():
                value = number + 0.125
                return value, {str(number).encode(), pack("!d", value), pack("<d", value)}
            case st.Decimal():
                return Decimal(number).scaleb(-2), {str(number)[:-2].encode()}
            case st.Timestamp():
                return dt.datetime.fromtimestamp(number / 1e9, dt.UTC), set()
            case st.Date():
                return _DAY + dt.timedelta(chance.randrange(9_000)), set()
        return chance.random() < 0.5, set()


@dataclass(frozen=True)
class World:
    """A server with that content, and its HTTP side."""

    granting: Granting
    presto: PrestoServer
    content: Content

    def client(self, user: str) -> RawClient:
        """A session of the wire; its greeting has been read."""
        return RawClient(self.granting.server.server.port, startup(user))

    def trino(self, sql: str, user: str) -> dict[str, Any]:
        """What Trino's client is told: columns, rows, errors, warnings."""
        sessions = self.granting.server.server.registry.sessions
        before, told = len(sessions()), dict[str, Any](data=[])
        headers = {"X-Trino-User": user, "X-Trino-Catalog": "tidegate", "X-Trino-Schema": "public"}
        address = f"http://127.0.0.1:{self.presto.port}/v1/statement"
        answer = requests.post(address, data=sql.encode(), headers=headers, timeout=60).json()
        while True:
            # How rows are dealt out to pages is a matter of time.
            told["data"] += answer.pop("data", [])
            told |= {name: answer[name] for name in ("columns", "error", "warnings", "updateType") if answer.get(name)}
            if "nextUri" not in answer:
                break
            answer = requests.get(answer["nextUri"], headers=headers, timeout=60).json()
        eventually(lambda: len(sessions()) <= before, "its session is gone")
        return told


@contextmanager
def world(folder: Path, seed: int, granted: Granted, name: str) -> Iterator[World]:
    """One of the two, for user "ann"; user "node" may read everything."""
    made = content(seed, granted, name)
    with ExitStack() as stack:
        engine = stack.enter_context(Harness(folder / name))
        for view, table in made.tables.items():
            engine.write(made.schemas[view], table)
        engine.engine.catalog.define([read_definition(view, sql, f"comment of {view}") for view, (sql, _) in DEFINED.items()])
        granting = stack.enter_context(granting_over(engine, folder / name))
        granting.set(*lines(granted, "ann"))
        presto = PrestoServer(granting.server.server.shared, Address("127.0.0.1", 0), PrestoOptions(), AccessOptions())
        granting.run(presto.start())
        stack.callback(lambda: granting.run(presto.stop()))
        yield World(granting, presto, made)
