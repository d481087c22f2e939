"""Queries: WITH around a SELECT, VALUES or set operation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from planner.errors import DatatypeMismatch, DuplicateAlias, InvalidColumnReference, SyntaxFault, Unsupported
from planner.parse.syntax import ColumnName, Node, QueryNode, SelectCore, SetOperation, ValuesCore, WithEntry
from planner.postgres.bind import row_numbers, select, setops
from planner.postgres.bind.coerce import common, type_of
from planner.postgres.bind.converting import output_names
from planner.postgres.bind.parts import BINDERS, bind, bind_query
from planner.postgres.bind.recursion import in_order, recursive_union
from planner.postgres.bind.scope import CteEntry, Scope
from planner.postgres.bind.sorting import SelectOutputs, bind_limit, bind_order_by
from planner.postgres.functions.udf.type_names import format_type
from planner.tree.bound import Cte, CteRef, Expr, OutputColumn, Query, Select, SetOp, Values, column_refs
from planner.tree.types import UNKNOWN, SqlType
from planner.tree.walk import nodes_in


def _bind(parent: Scope | None, node: QueryNode, *, settle: bool, scope: Scope | None) -> Query:
    level = scope or Scope(parent.context, parent) if parent is not None else scope
    assert level is not None
    if node.with_ties:
        row_numbers.check_count(node)
    with_ = bind_with(level, node)
    query = _bind_body(level, node, settle=settle or node.with_ties)
    if node.with_ties:
        query = row_numbers.with_ties(level, query)
    if row_numbers.depends_on_outer(query):
        query = row_numbers.within_limit(level, query)
    return replace(query, with_=(*with_, *query.with_)) if with_ else query


def _bind_body(scope: Scope, node: QueryNode, *, settle: bool) -> Query:
    match node.body:
        case SelectCore():
            return select.bind_select(scope, node, node.body, settle=settle)
        case ValuesCore():
            return _values(scope, node, node.body, settle=settle)
        case SetOperation():
            return setops.bind_set_operation(scope, node, node.body, settle=settle)


# -------------------------------------------------------------------------------------------------------------- VALUES


def _values(scope: Scope, query: QueryNode, node: ValuesCore, *, settle: bool) -> Select:
    """A SELECT over constant rows whose columns have common types, with ORDER BY and LIMIT of the query around it."""
    width = len(node.rows[0])
    for row in node.rows:
        if len(row) != width:
            raise SyntaxFault("VALUES lists must all be the same length", position=row[0].pos)
    with scope.binding("VALUES"):
        rows = [tuple(bind(scope, e) for e in row) for row in node.rows]
    if len(rows) == 1 and not settle:
        return _one_row(scope, query, rows[0])
    columns = [_column(scope, [r[i] for r in rows], [r[i] for r in node.rows]) for i in range(width)]
    named = tuple(OutputColumn(f"column{i + 1}", t) for i, (_, t) in enumerate(columns))
    source = scope.context.new_source()
    from_ = Values(source, tuple(zip(*(c for c, _ in columns), strict=True)), "*VALUES*", named)
    items: list[Expr] = [*column_refs(source, named)]
    names = [c.name for c in named]
    nodes: list[Node] = [ColumnName((n,), node.pos) for n in names]
    order_by = bind_order_by(scope, query.order_by, SelectOutputs(items, names, nodes))
    offset = bind_limit(scope, query.offset, "OFFSET")
    limit = bind_limit(scope, query.limit, "LIMIT")
    return Select(tuple(items), named, from_, order_by=order_by, limit=limit, offset=offset)


def _one_row(scope: Scope, query: QueryNode, row: tuple[Expr, ...]) -> Select:
    """One row is a SELECT without FROM; its literals may wait for a set operation's types."""
    columns = tuple(OutputColumn(f"column{i + 1}", e.type) for i, e in enumerate(row))
    offset = bind_limit(scope, query.offset, "OFFSET")
    return Select(row, columns, limit=bind_limit(scope, query.limit, "LIMIT"), offset=offset)


def _column(scope: Scope, exprs: list[Expr], nodes: list[Node]) -> tuple[tuple[Expr, ...], SqlType]:
    if type_of(exprs[0]) is not UNKNOWN and all(e.type == exprs[0].type for e in exprs):
        return tuple(exprs), exprs[0].type
    return common(scope, exprs, nodes, "VALUES")


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
    _check_not_within(entry, number, found.right)
    columns = output_names(found.columns, [c.name for c in itself.columns])
    query = SetOp(found.op, found.all, found.left, found.right, found.columns, with_=inner)
    return Cte(number, entry.name, query, columns, recursive=True, materialized=entry.materialized)


def _check_not_within(entry: WithEntry, number: int, recursive: Query) -> None:
    """DuckDB may go on for ever where a recursive term inside names the query around it, and cannot be stopped."""
    inner = (node.query for node in nodes_in(recursive) if isinstance(node, Cte) and node.recursive)
    terms = (query.right for query in inner if isinstance(query, SetOp))
    if any(isinstance(node, CteRef) and node.cte == number for term in terms for node in nodes_in(term)):
        raise Unsupported("a recursive term that names a recursive query around it is not supported", position=entry.pos)


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


BINDERS[QueryNode] = _bind
