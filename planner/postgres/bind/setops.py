"""UNION, INTERSECT, EXCEPT: types of the columns, and ORDER BY over them."""

from __future__ import annotations

from collections.abc import Sequence

from planner.errors import AmbiguousColumn, DatatypeMismatch, SyntaxFault, UndefinedColumn, Unsupported
from planner.parse.syntax import ColumnName, Literal, Node, QueryNode, SelectCore, SetOperation, Sort, ValuesCore
from planner.postgres.bind.converting import convert_columns
from planner.postgres.bind.labels import leftmost
from planner.postgres.bind.parts import bind_query
from planner.postgres.bind.scope import Scope
from planner.postgres.bind.sorting import bind_limit, by_position, check_sorted, is_descending, nulls_first
from planner.postgres.functions.casts import select_common_type
from planner.postgres.functions.equal_texts import check_equality
from planner.tree.bound import OutputColumn, SetOp
from planner.tree.bound import Query as BoundQuery
from planner.tree.types import UNKNOWN, SqlType


def bind_set_operation(scope: Scope, query: QueryNode, node: SetOperation, *, settle: bool) -> SetOp:
    """A set operation with ORDER BY and LIMIT of the query around it."""
    left = bind_query(scope, node.left, settle=False)
    right = bind_query(scope, node.right, settle=False)
    found = combine(scope, node, left, right)
    order_by = _order_by(query.order_by, found.columns)
    offset = bind_limit(scope, query.offset, "OFFSET")
    limit = bind_limit(scope, query.limit, "LIMIT")
    return SetOp(found.op, found.all, found.left, found.right, found.columns, order_by, limit, offset)


def combine(scope: Scope, node: SetOperation, left: BoundQuery, right: BoundQuery) -> SetOp:
    """Both sides converted to the columns' common types. Raises SyntaxFault."""
    what = node.op.upper()
    if len(left.columns) != len(right.columns):
        message = f"each {what} query must have the same number of columns"
        raise SyntaxFault(message, position=target_position(node.right, 0))
    types = [
        _common(a, b, what, target_position(node.right, i))
        for i, (a, b) in enumerate(zip(left.columns, right.columns, strict=True))
    ]
    left = convert_columns(scope, left, types, _target_nodes(node.left, len(types)))
    right = convert_columns(scope, right, types, _target_nodes(node.right, len(types)))
    columns = tuple(OutputColumn(c.name, t) for c, t in zip(left.columns, types, strict=True))
    if node.op != "union" or not node.all:
        for i, column in enumerate(columns):
            check_equality(column.type.pg, target_position(node.left, i))
    return SetOp(node.op, node.all, left, right, columns)


def _common(left: OutputColumn, right: OutputColumn, what: str, position: int | None) -> SqlType:
    if left.type == right.type and left.type.pg is not UNKNOWN:
        return left.type
    try:
        return SqlType(select_common_type([left.type.pg, right.type.pg], what))
    except DatatypeMismatch as error:
        error.position = position
        raise


def target_position(query: QueryNode, index: int) -> int | None:
    """Where column *index* of a query is written."""
    body = leftmost(query)
    if isinstance(body, SelectCore) and body.targets:
        return body.targets[min(index, len(body.targets) - 1)].pos
    if isinstance(body, ValuesCore):
        return body.rows[0][min(index, len(body.rows[0]) - 1)].pos
    return None


def _target_nodes(query: QueryNode, width: int) -> list[Node | None]:
    """The expressions of a query's columns, where they can be told (a * stands for several)."""
    body = leftmost(query)
    found: list[Node] = [t.expr for t in body.targets] if isinstance(body, SelectCore) else list(body.rows[0])
    return [*found] if len(found) == width else [None] * width


def _order_by(sorts: Sequence[Sort], columns: Sequence[OutputColumn]) -> tuple[tuple[int, bool, bool], ...]:
    keys: dict[int, tuple[int, bool, bool]] = {}
    for sort in sorts:
        index = _output(sort, columns)
        check_sorted(columns[index], sort)
        keys.setdefault(index, (index, is_descending(sort), nulls_first(sort)))
    return tuple(keys.values())


def _output(sort: Sort, columns: Sequence[OutputColumn]) -> int:
    """The column that an entry means: only names and positions can."""
    node = sort.expr
    if isinstance(node, Literal):
        return by_position(node, len(columns), "ORDER BY")
    if isinstance(node, ColumnName) and len(node.parts) == 1:
        found = [i for i, c in enumerate(columns) if c.name == node.parts[0]]
        if len(found) > 1:
            raise AmbiguousColumn(f'ORDER BY "{node.parts[0]}" is ambiguous', position=node.pos)
        if found:
            return found[0]
        raise UndefinedColumn(f'column "{node.parts[0]}" does not exist', position=node.pos)
    raise Unsupported(
        "invalid UNION/INTERSECT/EXCEPT ORDER BY clause",
        position=sort.pos,
        detail="Only result column names can be used, not expressions or functions.",
        hint="Add the expression/function to every SELECT, or move the UNION into a FROM clause.",
    )
