"""Comparisons: = <> < <= > >= of every orderable type.

DuckDB agrees with Postgres on NaN (equal to itself, above everything), on text (byte by byte, as in collation C) and on intervals
(a month is 30 days). char(n) ignores trailing blanks. Different integer widths, float widths and kinds of date compare directly.
"""

from __future__ import annotations

from itertools import product
from typing import Final

from planner.postgres.functions.declare import operator
from planner.postgres.functions.function import ANYARRAY, Function
from planner.postgres.functions.numeric import compare
from planner.tree.types import (
    BOOL,
    BPCHAR,
    DATE,
    FLOAT4,
    FLOAT8,
    INT2,
    INT4,
    INT8,
    JSONB,
    NAME,
    NUMERIC,
    SCALARS,
    TEXT,
    TIMESTAMP,
    TIMESTAMPTZ,
    PgType,
)

SYMBOLS: Final = ("=", "<>", "<", "<=", ">", ">=")
#: The operator that is true with operands exchanged, and the one that is true when the operator is false.
COMMUTATOR: Final = {"=": "=", "<>": "<>", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
NEGATOR: Final = {"=": "<>", "<>": "=", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}

_INTEGERS: Final = (INT2, INT4, INT8)
_FLOATS: Final = (FLOAT4, FLOAT8)


def _pairs() -> list[tuple[PgType, PgType]]:
    same = [(t, t) for t in SCALARS if t.is_compared]
    names = [(NAME, NAME), (NAME, TEXT), (TEXT, NAME)]
    return [*same, *names, *((a, b) for group in (_INTEGERS, _FLOATS) for a in group for b in group)]


def _plain(left: PgType, right: PgType) -> list[Function]:
    return [operator(op, left, right, BOOL, f"({{0}} {op} {{1}})") for op in SYMBOLS]


def unmerged(operator: str, left: str, right: str) -> str:
    """A comparison of lists or structs: DuckDB makes one BETWEEN of a lower and an upper bound, which it cannot do for them."""
    return f"({left} {operator} {right})" if operator in ("=", "<>") else f"coalesce({left} {operator} {right}, NULL)"


def _arrays() -> list[Function]:
    return [operator(op, ANYARRAY, ANYARRAY, BOOL, unmerged(op, "{0}", "{1}")) for op in SYMBOLS]


def _numeric() -> list[Function]:
    return [operator(op, NUMERIC, NUMERIC, BOOL, compare(op)) for op in SYMBOLS]


def _float_pair(left: PgType, right: PgType) -> list[Function]:
    """float4 against float8 widens, as Postgres does; DuckDB would too, but explicit is safer."""
    return [operator(op, left, right, BOOL, f"(({{0}})::DOUBLE {op} ({{1}})::DOUBLE)") for op in SYMBOLS]


def _blank_padded() -> list[Function]:
    return [operator(op, BPCHAR, BPCHAR, BOOL, f"(rtrim({{0}}, ' ') {op} rtrim({{1}}, ' '))") for op in SYMBOLS]


def _instant(pg: PgType, index: int, against: PgType) -> str:
    """A date or timestamp as what it is compared as: timestamptz beats timestamp beats date."""
    sql = f"{{{index}}}"
    if TIMESTAMPTZ in (pg, against) and pg is not TIMESTAMPTZ:
        return f"pg_to_timestamptz(({sql})::TIMESTAMP, {{zone}})"
    return f"({sql})::TIMESTAMP" if pg is DATE and against is not DATE else sql


def _instants() -> list[Function]:
    kinds = (DATE, TIMESTAMP, TIMESTAMPTZ)
    return [
        operator(op, a, b, BOOL, f"({_instant(a, 0, b)} {op} {_instant(b, 1, a)})")
        for a, b in product(kinds, repeat=2)
        for op in SYMBOLS
    ]


def _documents() -> list[Function]:
    """jsonb is kept in one canonical text per value, so equality is equality of text; its order is not offered."""
    return [operator(op, JSONB, JSONB, BOOL, f"({{0}} {op} {{1}})") for op in ("=", "<>")]


def _all() -> tuple[Function, ...]:
    plain = [f for left, right in _pairs() if {left, right} != {FLOAT4, FLOAT8} for f in _plain(left, right)]
    floats = [*_float_pair(FLOAT4, FLOAT8), *_float_pair(FLOAT8, FLOAT4)]
    return (*plain, *floats, *_numeric(), *_blank_padded(), *_arrays(), *_instants(), *_documents())


FUNCTIONS: Final = _all()
