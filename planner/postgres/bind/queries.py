"""Queries: WITH around a SELECT, VALUES or set operation.

LIMIT and OFFSET that depend on a row of an outer query become conditions on the rows' numbers in the query's order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from planner.errors import DatatypeMismatch, DuplicateAlias, InvalidColumnReference
from planner.parse.syntax import Query as QueryNode
from planner.parse.syntax import SelectCore, SetOperation, ValuesCore, WithEntry
from planner.postgres.bind import logic, select, setops, ties, values
from planner.postgres.bind.converting import output_names
from planner.postgres.bind.parts import BINDERS, bind_query
from planner.postgres.bind.recursion import in_order, recursive_union
from planner.postgres.bind.resolution import resolve_function, resolve_operator
from planner.postgres.bind.scope import CteEntry, Scope
from planner.postgres.bind.ties import derived, without_limit
from planner.postgres.functions.function import Function
from planner.postgres.functions.udf.type_names import format_type
from planner.tree.bound import Call, Const, Cte, Expr, OutputColumn, Query, Select, SetOp, SortKey, Window
from planner.tree.correlation import is_correlated
from planner.tree.types import BOOL, INT8, SqlType


def _bind(parent: Scope | None, node: QueryNode, *, settle: bool, scope: Scope | None) -> Query:
    level = scope or Scope(parent.context, parent) if parent is not None else scope
    assert level is not None
    if node.with_ties:
        ties.check_count(node)
    with_ = bind_with(level, node)
    query = _bind_body(level, node, settle=settle or node.with_ties)
    if node.with_ties:
        query = ties.with_ties(level, query)
    if depends_on_outer(query):
        query = numbered(level, query)
    return replace(query, with_=(*with_, *query.with_)) if with_ else query


def _bind_body(scope: Scope, node: QueryNode, *, settle: bool) -> Query:
    match node.body:
        case SelectCore():
            return select.bind_select(scope, node, node.body, settle=settle)
        case ValuesCore():
            return values.bind_values(scope, node, node.body, settle=settle)
        case SetOperation():
            return setops.bind_set_operation(scope, node, node.body, settle=settle)


# ---------------------------------------------------------------------------------------------------------------- WITH


def bind_with(scope: Scope, node: QueryNode) -> tuple[Cte, ...]:
    """All entries, in the order in which they can be evaluated. An entry sees those before it, with RECURSIVE all of them."""
    _check_names(node.with_)
    bound: list[Cte] = []
    names = {e.name for e in node.with_}
    for entry in in_order(node.with_) if node.recursive else node.with_:
        scope.hidden_ctes = names - set(scope.ctes)
        body = recursive_union(entry) if node.recursive else None
        cte = _plain(scope, entry) if body is None else _bind_recursive(scope, entry, body)
        scope.ctes[entry.name] = CteEntry(entry.name, cte.cte, cte.columns, cte)
        bound.append(cte)
    scope.hidden_ctes = set()
    return tuple(bound)


def _check_names(entries: Sequence[WithEntry]) -> None:
    seen: set[str] = set()
    for entry in entries:
        if entry.name in seen:
            raise DuplicateAlias(f'WITH query name "{entry.name}" specified more than once', position=entry.pos)
        seen.add(entry.name)


def _plain(scope: Scope, entry: WithEntry) -> Cte:
    query = bind_query(scope, entry.query)
    return Cte(scope.context.new_cte(), entry.name, query, _columns(entry, query), materialized=entry.materialized)


def _columns(entry: WithEntry, query: Query) -> tuple[OutputColumn, ...]:
    if len(entry.columns) > len(query.columns):
        message = f'WITH query "{entry.name}" has {len(query.columns)} columns available but {len(entry.columns)} columns specified'
        raise InvalidColumnReference(message, position=entry.pos)
    return output_names(query.columns, entry.columns)


# ------------------------------------------------------------------------------------------------------ WITH RECURSIVE


def _bind_recursive(scope: Scope, entry: WithEntry, body: SetOperation) -> Cte:
    level = Scope(scope.context, scope)
    # WITH inside the entry, in front of its UNION.
    inner = bind_with(level, entry.query)
    left = bind_query(level, body.left)
    number = scope.context.new_cte()
    itself = CteEntry(entry.name, number, _columns(entry, left))
    level.ctes[entry.name] = itself
    right = bind_query(level, body.right, settle=False)
    found = setops.combine(level, body, left, right)
    _check_types(entry, left, found)
    columns = output_names(found.columns, [c.name for c in itself.columns])
    query = SetOp(found.op, found.all, found.left, found.right, found.columns, with_=inner)
    return Cte(number, entry.name, query, columns, recursive=True, materialized=entry.materialized)


def _check_types(entry: WithEntry, left: Query, found: Query) -> None:
    for index, (a, b) in enumerate(zip(left.columns, found.columns, strict=True)):
        if a.type != b.type:
            before, overall = (format_type(c.type.pg.oid, c.type.typmod) for c in (a, b))
            shown = f"type {before} in non-recursive term but type {overall} overall"
            raise DatatypeMismatch(
                f'recursive query "{entry.name}" column {index + 1} has {shown}',
                position=setops.target_position(entry.query, index),
                hint="Cast the output of the non-recursive term to the correct type.",
            )


# ----------------------------------------------------------------------------------------- LIMIT, OFFSET of outer rows

_INT8: Final = SqlType(INT8)
_BOOL: Final = SqlType(BOOL)
_ZERO: Final = Const(0, _INT8)
#: The count itself, or PostgreSQL's error for a negative one.
_LIMIT: Final = Function("limit", (INT8,), INT8, "pg_limit({0})", schema="syntax", volatility="volatile")
_OFFSET: Final = Function("offset", (INT8,), INT8, "pg_offset({0})", schema="syntax", volatility="volatile")


def depends_on_outer(query: Query) -> bool:
    """Does LIMIT or OFFSET name a column of a query around it, or is it computed, a parameter say, where other parts name one?

    DuckDB joins correlated subqueries to the queries around them, and there takes constants alone.
    """
    computed = any(not isinstance(count, Const | None) for count in (query.limit, query.offset))
    return computed and is_correlated(query)


def numbered(scope: Scope, query: Query) -> Query:
    """*query* with conditions on its rows' numbers in place of LIMIT and OFFSET."""
    inner, sorted_by = without_limit(query)
    below, ordered = derived(scope, inner, inner.columns)
    keys = tuple(SortKey(ordered[column], descending, nulls_first) for column, descending, nulls_first in sorted_by)
    number = Window(resolve_function("row_number", "pg_catalog", []).function, (), _INT8, order_by=keys)
    rows = Select((*ordered, number), (*inner.columns, OutputColumn("row_number", _INT8)), below)
    source, outputs = derived(scope, rows, rows.columns)
    place: Expr = outputs[-1]
    tests = []
    if query.offset is not None:
        offset = Call(logic.syntax("coalesce"), (Call(_OFFSET, (query.offset,), _INT8), _ZERO), _INT8)
        place = Call(resolve_operator("-", INT8, INT8).function, (place, offset), _INT8)
        tests.append(Call(resolve_operator(">", INT8, INT8).function, (place, _ZERO), _BOOL))
    if query.limit is not None:
        limit = Call(_LIMIT, (query.limit,), _INT8)
        most = Call(logic.syntax("coalesce"), (limit, Const(2**63 - 1, _INT8)), _INT8)
        tests.append(Call(resolve_operator("<=", INT8, INT8).function, (place, most), _BOOL))
    width = len(query.columns)
    order_by = tuple(replace(key, expr=outputs[column]) for key, (column, _, _) in zip(keys, sorted_by, strict=True))
    return Select(outputs[:width], query.columns, source, logic.every(tests), order_by=order_by)


BINDERS[QueryNode] = _bind
