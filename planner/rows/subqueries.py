"""Subqueries as parameters: the values of those that are the same for every row are found first, others are asked for each row.

SELECT id FROM a WHERE amount > (SELECT avg(amount) FROM b WHERE grp = $1) AND id IN (SELECT grp FROM c)
SELECT id FROM a WHERE amount > $2 AND id = ANY ($3)

SELECT id, (SELECT count(*) FROM b WHERE grp = a.id) FROM a WHERE id < $1
SELECT id, $2(id) FROM a WHERE id < $1                  with SELECT count(*) FROM b WHERE grp = $2
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar

from planner.postgres.functions.registry import builtin
from planner.prune.lean import counts
from planner.rows.expressions import ASK, each_once
from planner.tree.bound import AnyAll, Call, ColumnRef, Const, Expr, Param, Select, Subquery
from planner.tree.correlation import is_correlated, outer_columns
from planner.tree.types import BOOL, INT8, SqlType, array_of
from planner.tree.walk import SOURCES, changed, nodes_in

T = TypeVar("T")
#: More of them are DuckDB's.
SUBQUERIES_MAX: Final = 4


@dataclass(frozen=True, slots=True)
class Lifted:
    """A subquery of one column. The parameter is an array of its rows where it is *listed*, else its one row (NULL: none);

    or, where it names *columns* of the rows around it, which are parameters in it, a function from their values to that.
    """

    query: Select
    listed: bool
    columns: tuple[ColumnRef, ...] = ()

    @property
    def type(self) -> SqlType:
        """What it gives."""
        item = self.query.items[0].type
        array = array_of(item.pg) if self.listed else None
        return item if array is None else SqlType(array)


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
            made = _first(query)
            return None if made is None else Lifted(made, listed=False)
        case "any" | "all" | "array" if len(query.items) == 1 and array_of(query.items[0].type.pg) is not None:
            return Lifted(query, listed=True)
    return None


def asked(query: Select, parameters: int, number: int) -> tuple[Select, tuple[Lifted, ...]]:
    """The query with calls of parameters, from *number* on, for subqueries that name columns of its rows, and these, whose
    columns are parameters from number *parameters* on; others stay where they are."""
    sources = {node.source for node in nodes_in(query.from_) if isinstance(node, SOURCES)}
    found: list[Lifted] = []

    def visit(node: Any) -> Expr | None:
        one = _asked(node, parameters) if isinstance(node, Subquery) else None
        if one is None or not sources.issuperset(column.source for column in one.columns):
            return None
        if one not in found:
            found.append(one)
        return _of_value(Call(ASK, (Param(number + found.index(one), node.type), *one.columns), node.type), node)

    made = changed(query, visit) if query.from_ is not None else query
    return (made, tuple(found)) if len(found) <= SUBQUERIES_MAX else (query, ())


def _asked(node: Subquery, parameters: int) -> Lifted | None:
    query = node.query if isinstance(node.query, Select) else None
    if query is not None and node.kind == "exists":
        query = _first(query)
    if query is None or node.kind not in ("scalar", "exists", "array"):
        return None
    columns = each_once(outer_columns(query))
    return Lifted(with_parameters(query, columns, parameters), node.kind == "array", columns) if columns else None


def with_parameters(node: T, columns: tuple[ColumnRef, ...], number: int) -> T:
    """The same with parameters, from that number on, for these columns."""

    def visit(part: Any) -> Expr | None:
        return Param(number + columns.index(part), part.type) if isinstance(part, ColumnRef) and part in columns else None

    return changed(node, visit) if columns else node


def _first(query: Select) -> Select | None:
    """Of a row of the query, if it has any, that it is there; None where it takes more than its FROM and WHERE to know."""
    window = counts(query)
    if query.grouped or query.distinct or query.distinct_on or query.with_ or window is None:
        return None
    limit, offset = window
    if offset is not None or (limit is not None and not (isinstance(limit, Const) and limit.value)):
        return None
    return replace(query, items=(Const(True, SqlType(BOOL)),), order_by=(), limit=Const(1, SqlType(INT8)))


def _of_value(value: Expr, node: Subquery) -> Expr:
    """What the subquery is where that is its value, or for EXISTS the one of its first row."""
    negated = node.negated
    if node.kind == "exists":
        value, negated = Call(builtin("is_null"), (value,), SqlType(BOOL)), not negated
    return Call(builtin("not"), (value,), SqlType(BOOL)) if negated else value


def _instead(node: Subquery, one: Lifted, number: int) -> Expr:
    made: Expr = Param(number, node.type)
    if node.kind in ("any", "all"):
        assert node.operand is not None, "is compared"
        assert node.function is not None, "is compared"
        made = AnyAll(node.operand, node.function, Param(number, one.type), node.kind == "all", node.type)
    return _of_value(made, node)
