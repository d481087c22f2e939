"""Subqueries that are the same for every row, as parameters whose values are found first.

SELECT id FROM a WHERE amount > (SELECT avg(amount) FROM b WHERE grp = $1) AND id IN (SELECT grp FROM c)
SELECT id FROM a WHERE amount > $2 AND id = ANY ($3)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from planner.postgres.functions.registry import builtin
from planner.rows.merging import existing
from planner.tree.bound import AnyAll, Call, Expr, Param, Select, Subquery
from planner.tree.correlation import is_correlated
from planner.tree.types import BOOL, SqlType, array_of
from planner.tree.walk import changed

#: More of them are DuckDB's.
SUBQUERIES_MAX: Final = 4


@dataclass(frozen=True, slots=True)
class Lifted:
    """A subquery of one column. The parameter is an array of its rows where it is *listed*, else its one row (NULL: none)."""

    query: Select
    listed: bool


def lifted(query: Select, parameters: int) -> tuple[Select, tuple[Lifted, ...]]:
    """The query with parameters, from number *parameters* on, for such subqueries, and these; others stay where they are."""
    found: list[Lifted] = []

    def visit(node: Any) -> Expr | None:
        one = _lifted(node) if isinstance(node, Subquery) else None
        if one is None:
            return None
        if one not in found:
            found.append(one)
        return _instead(node, one, parameters + found.index(one))

    made = changed(query, visit)
    return (made, tuple(found)) if len(found) <= SUBQUERIES_MAX else (query, ())


def _lifted(node: Subquery) -> Lifted | None:
    query = node.query
    if not isinstance(query, Select) or is_correlated(query):
        return None
    match node.kind:
        case "scalar":
            return Lifted(query, listed=False)
        case "exists":
            made = existing(query)
            return None if made is None else Lifted(made, listed=False)
        case "any" | "all" if len(query.items) == 1 and array_of(query.items[0].type.pg) is not None:
            return Lifted(query, listed=True)
    return None


def _instead(node: Subquery, one: Lifted, number: int) -> Expr:
    made: Expr = Param(number, node.type)
    if one.listed:
        array = array_of(one.query.items[0].type.pg)
        assert array is not None, "is listed"
        assert node.operand is not None, "is compared"
        assert node.function is not None, "is compared"
        made = AnyAll(node.operand, node.function, Param(number, SqlType(array)), node.kind == "all", node.type)
    return Call(builtin("not"), (made,), SqlType(BOOL)) if node.negated else made
