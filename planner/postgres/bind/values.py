"""VALUES: a SELECT over constant rows whose columns have common types."""

from __future__ import annotations

from planner.errors import SyntaxFault
from planner.parse.syntax import ColumnName, Node, Query, ValuesCore
from planner.postgres.bind.coerce import common, type_of
from planner.postgres.bind.parts import bind
from planner.postgres.bind.scope import Scope
from planner.postgres.bind.sorting import SelectOutputs, bind_limit, bind_order_by
from planner.tree.bound import Expr, OutputColumn, Select, Values, column_refs
from planner.tree.types import UNKNOWN, SqlType


def bind_values(scope: Scope, query: Query, node: ValuesCore, *, settle: bool) -> Select:
    """VALUES with ORDER BY and LIMIT of the query around it."""
    width = len(node.rows[0])
    for row in node.rows:
        if len(row) != width:
            raise SyntaxFault("VALUES lists must all be the same length", position=row[0].pos)
    with scope.binding("VALUES"):
        rows = [tuple(bind(scope, e) for e in row) for row in node.rows]
    if len(rows) == 1 and not settle:
        return _single(scope, query, rows[0])
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


def _single(scope: Scope, query: Query, row: tuple[Expr, ...]) -> Select:
    """One row is a SELECT without FROM; its literals may wait for a set operation's types."""
    columns = tuple(OutputColumn(f"column{i + 1}", e.type) for i, e in enumerate(row))
    offset = bind_limit(scope, query.offset, "OFFSET")
    return Select(row, columns, limit=bind_limit(scope, query.limit, "LIMIT"), offset=offset)


def _column(scope: Scope, exprs: list[Expr], nodes: list[Node]) -> tuple[tuple[Expr, ...], SqlType]:
    if type_of(exprs[0]) is not UNKNOWN and all(e.type == exprs[0].type for e in exprs):
        return tuple(exprs), exprs[0].type
    return common(scope, exprs, nodes, "VALUES")
