"""Comparisons: = <> < <= > >= of every orderable type.

DuckDB agrees with Postgres on NaN (equal to itself, above everything), on text (byte by byte, as in collation C) and on intervals
(a month is 30 days). char(n) ignores trailing blanks. Different integer widths, float widths and kinds of date compare directly.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final

from planner.postgres.functions.declare import operators
from planner.postgres.functions.equal_texts import check_order, key_of
from planner.postgres.functions.function import LowerContext, Lowered, LowerFunction, lowering
from planner.postgres.functions.numeric import compare
from planner.tree.types import SCALARS

SYMBOLS: Final = ("=", "<>", "<", "<=", ">", ">=")
#: The operator that is true with operands exchanged, and the one that is true when the operator is false.
COMMUTATOR: Final = {"=": "=", "<>": "<>", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
NEGATOR: Final = {"=": "<>", "<>": "=", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}


def unmerged(operator: str, left: str, right: str) -> str:
    """A comparison of lists or structs: DuckDB makes one BETWEEN of a lower and an upper bound, which it cannot do for them."""
    return f"({left} {operator} {right})" if operator in ("=", "<>") else f"coalesce({left} {operator} {right}, NULL)"


def _operands() -> Iterator[tuple[str, str, str]]:
    """Types that compare with each other, and the comparison; {op} is its symbol."""
    for pg in SCALARS:
        if pg.is_compared:
            yield pg.name, pg.name, "({0} {op} {1})"
    for left, right in (("name", "name"), ("name", "text"), ("text", "name"), *product(("int2", "int4", "int8"), repeat=2)):
        yield left, right, "({0} {op} {1})"
    for left, right in product(("float4", "float8"), repeat=2):
        # float4 against float8 widens, as Postgres does; DuckDB would too, but explicit is safer.
        yield left, right, "({0} {op} {1})" if left == right else "(({0})::DOUBLE {op} ({1})::DOUBLE)"
    yield "bpchar", "bpchar", "(rtrim({0}, ' ') {op} rtrim({1}, ' '))"
    for left, right in product(("date", "timestamp", "timestamptz"), repeat=2):
        yield left, right, f"({_instant(left, '{0}', right)} {{op}} {_instant(right, '{1}', left)})"


def _instant(pg: str, sql: str, against: str) -> str:
    """A date or timestamp as what it is compared as: timestamptz beats timestamp beats date."""
    if "timestamptz" in (pg, against) and pg != "timestamptz":
        return f"pg_to_timestamptz(({sql})::TIMESTAMP, {{zone}})"
    return f"({sql})::TIMESTAMP" if pg == "date" != against else sql


@lowering
def _by_keys(context: LowerContext, args: tuple[Lowered, ...], symbol: str) -> Lowered:
    """A comparison of what the operands are compared by."""
    if symbol not in ("=", "<>"):
        check_order(context.args[0].pg)
    left, right = (key_of(a.sql, t.pg) for a, t in zip(args, context.args, strict=True))
    return Lowered(unmerged(symbol, left, right))


def _table() -> dict[str, str | LowerFunction]:
    found: dict[str, str | LowerFunction] = {
        f"{left} {op} {right} -> bool": template.replace("{op}", op) for left, right, template in _operands() for op in SYMBOLS
    }
    found |= {f"numeric {op} numeric -> bool": compare(op) for op in SYMBOLS}
    found |= {f"anyarray {op} anyarray -> bool": _by_keys(op) for op in SYMBOLS}
    return found | {f"jsonb {op} jsonb -> bool": _by_keys(op) for op in ("=", "<>")}


FUNCTIONS: Final = operators(_table())
