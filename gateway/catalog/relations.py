"""The system relations: their columns with Postgres's types and OIDs, and rows for them as Arrow tables.

pg_catalog and information_schema come from facts.txt; schema ``tidegate`` is ours (tidegate.txt), with OIDs below 16384 and above
those of PostgreSQL 15's initdb. What is not listed there does not exist (42P01): an unknown relation is an error, never a silent
empty table. Which of them have rows, pg.py, information.py and status.py say; the others are truly empty here (there are no
triggers, no policies, no foreign tables …).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Final

import pyarrow as pa

from gateway.catalog import facts
from planner.tree import types as t
from planner.tree.catalog import ColumnDef, Relation
from planner.tree.types import BY_NAME, PgType, SqlType

#: A row of a system relation, by column name.
Row = dict[str, Any]

OWNER_OID: Final = 10
OWNER: Final = "tidegate"
#: Whom PostgreSQL 15 lets own schema public.
DATABASE_OWNER_OID: Final = 6171
DATABASE_OWNER: Final = "pg_database_owner"
DATABASE: Final = "tidegate"
#: The first that PostgreSQL gives to a database that is not its own: clients hide those below.
DATABASE_OID: Final = 16384
NAMESPACES: Final = {"pg_catalog": 11, "pg_toast": 99, "public": 2200, "information_schema": 13207, "tidegate": 15000}

_ARROW: Final[dict[PgType, pa.DataType]] = {
    t.BOOL: pa.bool_(), t.INT2: pa.int16(), t.INT4: pa.int32(), t.INT8: pa.int64(), t.FLOAT4: pa.float32(),
    t.FLOAT8: pa.float64(), t.TIMESTAMPTZ: pa.timestamp("us", "UTC"), t.BYTEA: pa.binary(),
    t.INTERVAL: pa.month_day_nano_interval(),
    **dict.fromkeys((t.OID, *t.NAMED_NUMBERS), pa.int64()),
}  # fmt: skip
#: What a column that is never NULL holds where a builder says nothing.
_DEFAULTS: Final[dict[pa.DataType, Any]] = {
    pa.bool_(): False, pa.int16(): 0, pa.int32(): 0, pa.int64(): 0, pa.float32(): 0.0, pa.string(): "",
}  # fmt: skip


def arrow_type(pg: PgType) -> pa.DataType:
    """The Arrow type in which a system column of that SQL type is kept; text where nothing else fits."""
    return pa.list_(arrow_type(pg.element)) if pg.element else _ARROW.get(pg, pa.string())


def _column(word: str) -> ColumnDef:
    name, _, type_name = word.partition(":")
    return ColumnDef(name, SqlType(BY_NAME[type_name.removesuffix("!")]), nullable=not type_name.endswith("!"))


def _relation(line: str) -> Relation:
    qualified, oid, _, _, *columns = line.split()
    schema, _, name = qualified.partition(".")
    return Relation(schema, name, int(oid), tuple(_column(c) for c in columns))


_ESCAPE: Final = re.compile(r"\\(.)")
_ESCAPES: Final = {"n": "\n", "t": "\t", "r": "\r"}
_ITEM: Final = re.compile(r'"((?:[^"\\]|\\.)*)"|([^,"]+)')

_LINES: Final = [line for line in facts.RELATIONS.splitlines() if line]
RELATIONS: Final = {(r.schema, r.name): r for r in map(_relation, _LINES)}
#: OID → relkind: r for tables, v for views.
KINDS: Final = {int(line.split()[1]): line.split()[2] for line in _LINES}
#: OID → that of its rows' type, which no value has.
ROW_TYPES: Final = {int(line.split()[1]): int(line.split()[3]) for line in _LINES}


def table(schema: str, name: str, rows: Iterable[Mapping[str, Any]]) -> pa.Table:
    """Rows, by column name, as the relation's table; what a row does not say is NULL, or the type's zero where that must not be."""
    relation = RELATIONS[schema, name]
    listed = list(rows)
    arrays = [_array(column, [row.get(column.name) for row in listed]) for column in relation.columns]
    return pa.table(dict(zip([c.name for c in relation.columns], arrays, strict=True)))


def _array(column: ColumnDef, values: list[Any]) -> pa.Array:
    kind = arrow_type(column.type.pg)
    if not column.nullable:
        default = [] if pa.types.is_list(kind) else _DEFAULTS.get(kind)
        values = [default if v is None else v for v in values]
    return pa.array(values, kind)


@cache
def fixed_rows(name: str) -> pa.Table:
    """The rows that facts.txt has for a relation of pg_catalog."""
    rows = copied_rows(facts.ROWS[name])
    columns = RELATIONS["pg_catalog", name].columns
    return pa.table({c.name: _parsed(c, [row[i] for row in rows]) for i, c in enumerate(columns)})


def copied_rows(text: str) -> list[list[str | None]]:
    """Rows in COPY's text format."""
    lines = text.strip("\n").split("\n")
    return [[None if c == r"\N" else _unescaped(c) for c in line.split("\t")] for line in lines]


def _unescaped(cell: str) -> str:
    return _ESCAPE.sub(lambda found: _ESCAPES.get(found[1], found[1]), cell) if "\\" in cell else cell


def _parsed(column: ColumnDef, texts: list[str | None]) -> pa.Array:
    kind = arrow_type(column.type.pg)
    if pa.types.is_list(kind):
        return pa.array([None if x is None else _items(x) for x in texts], pa.list_(pa.string())).cast(kind)
    if kind == pa.bool_():
        return pa.array([None if x is None else x == "t" for x in texts], kind)
    return pa.array(texts, pa.string()).cast(kind)


def _items(text: str) -> list[str]:
    """Items of an array's text, or of a vector's."""
    if not text.startswith("{"):
        return text.split()
    return [quoted.replace(r"\"", '"') or plain for quoted, plain in _ITEM.findall(text[1:-1])]


TYPE_ROWS: Final[dict[int, Row]] = {row["oid"]: row for row in fixed_rows("pg_type").to_pylist()}
assert t.BY_OID.keys() <= TYPE_ROWS.keys(), "facts.txt is older than planner.tree.types"
