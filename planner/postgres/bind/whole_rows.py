"""Whole rows: t as a record, and rows as arguments: row_to_json(t), json_agg(t), count(t), to_jsonb(ROW(a, b)).

These functions only write a row as JSON, or count it, so that the document of its columns does in its place. A row that an outer
join made up is NULL, which one of NULLs is not: where no column of a subquery says which it is, it gets one more.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

from planner.errors import Unsupported
from planner.parse.syntax import (
    Alias,
    ColumnName,
    FuncCall,
    Node,
    QueryNode,
    RowExpr,
    SelectCore,
    SubqueryExpr,
    SubqueryFrom,
    Target,
)
from planner.postgres.bind import logic, names
from planner.postgres.bind.coerce import as_value, untouched
from planner.postgres.bind.labels import label, said
from planner.postgres.bind.parts import bind
from planner.postgres.bind.scope import Item, Scope
from planner.postgres.functions.json_text import row_document
from planner.tree.bound import Call, Case, Cast, ColumnRef, Const, Derived, Expr, OutputColumn, Query, Row, Select
from planner.tree.types import BOOL, RECORD, SqlType, record_of
from planner.tree.walk import changed

#: The functions that take rows, without those that DISTINCT would compare.
_TAKES_ROWS: Final = frozenset({
    "count", "row_to_json", "to_json", "to_jsonb", "json_agg", "jsonb_agg", "json_build_object", "jsonb_build_object",
    "json_build_array", "jsonb_build_array", "json_object_agg", "jsonb_object_agg",
})  # fmt: skip
_ARRAY_OF_ROWS: Final = (("array_to_json",), ("pg_catalog", "array_to_json"))


def takes_rows(node: FuncCall) -> bool:
    """May a row stand among the arguments of this call?"""
    return node.name[-1] in _TAKES_ROWS and not node.distinct


def bind_argument(scope: Scope, call: FuncCall, node: Node) -> Expr:
    """An argument of a function that takes rows."""
    if isinstance(node, ColumnName) and (item := row_of(scope, node)) is not None:
        if call.name[-1] == "count":
            return _presence(_absent(scope, item, node))
        columns = [names.reference(scope, c, node.pos) for c in item.columns]
        return _document(_absent(scope, item, node), _fields(item), columns)
    if (targets := _selected(node)) is not None and call.name[-1] != "count":
        columns = [untouched(scope, bind(scope, target.expr), target.expr) for target in targets]
        fields = [target.label or label(target.expr, column) for target, column in zip(targets, columns, strict=True)]
        return _document(_FALSE, fields, columns)
    found = bind(scope, node)
    if not isinstance(found, Row):
        return found
    fields = [name for name, _ in found.type.pg.fields] or [f"f{i + 1}" for i in range(len(found.items))]
    nodes = node.items if isinstance(node, RowExpr) and len(node.items) == len(found.items) else (node,) * len(found.items)
    return _document(_FALSE, fields, [untouched(scope, i, n) for i, n in zip(found.items, nodes, strict=True)])


def _selected(node: Node) -> tuple[Target, ...] | None:
    """Of (SELECT r FROM (SELECT a, b.c AS d) AS r), as Hasura writes a row of its own, what is selected: columns around it."""
    match node:
        case SubqueryExpr(
            "scalar", QueryNode(SelectCore((Target(ColumnName((row,))),), from_=(SubqueryFrom() as from_,)) as outer) as around
        ):
            query, inner = from_.query, from_.query.body
        case _:
            return None
    if from_.alias != Alias(row) or not isinstance(inner, SelectCore) or inner.from_:
        return None
    if any(core != SelectCore(core.targets, core.pos, from_=core.from_) for core in (outer, inner)):
        return None
    if any(q != QueryNode(q.body, q.pos) for q in (query, around)):
        return None
    columns = all(isinstance(t.expr, ColumnName) and not t.expr.star and (t.label or said(t.expr)) != row for t in inner.targets)
    return inner.targets if columns and inner.targets else None


def with_rows_in_array(scope: Scope, node: FuncCall) -> FuncCall:
    """array_to_json(array_agg(t)) as that of the rows' documents, which are written alike."""
    if node.name not in _ARRAY_OF_ROWS or len(node.args) != 1:
        return node
    inner = node.args[0]
    if not isinstance(inner, FuncCall) or inner.name[-1] != "array_agg" or len(inner.args) != 1 or inner.distinct:
        return node
    (row,) = inner.args
    if not isinstance(row, ColumnName) or row_of(scope, row) is None:
        return node
    documents = FuncCall(("pg_catalog", "row_to_json"), (row,), row.pos)
    found = FuncCall(
        inner.name, (documents,), inner.pos, order_by=inner.order_by, filter=inner.filter, over=inner.over
    )  # fmt: skip
    return FuncCall(node.name, (found,), node.pos)


def row_of(scope: Scope, node: ColumnName) -> Item | None:
    """The relation whose row t or t.* means; None for columns."""
    if node.star:
        return names.table_item(scope, list(node.parts[:-1]), "*", node.pos) if len(node.parts) > 1 else None
    if len(node.parts) != 1 or names.find_unqualified(scope, node.parts[0], node.pos) is not None:
        return None
    item = names.find_table(scope, None, node.parts[0], node.pos)
    return None if item is None or item.scalar else item


def value(scope: Scope, item: Item, node: ColumnName) -> Expr:
    """The row as a record."""
    names_of = tuple((name, c.expr.type.pg) for name, c in zip(_fields(item), item.columns, strict=True))
    row = Row(tuple(names.reference(scope, c, node.pos) for c in item.columns), SqlType(record_of(names_of)))
    made, absent = as_value(scope, row, node), _absent(scope, item, node)
    return made if absent is _FALSE else Case(((absent, Const(value=None, type=made.type)),), made, made.type)


def _fields(item: Item) -> list[str]:
    """What the fields are called: a relation's row has its own type, which knows nothing of column aliases."""
    if item.relation is None or len(item.relation.columns) != len(item.columns):
        return [c.name for c in item.columns]
    return [c.name for c in item.relation.columns]


_FALSE: Final = Const(value=False, type=SqlType(BOOL))
_TRUE: Final = Const(value=True, type=SqlType(BOOL))
_MARK: Final = OutputColumn("present", SqlType(BOOL))


def _absent(scope: Scope, item: Item, node: ColumnName) -> Expr:
    """Is the row one that an outer join made up?"""
    if not item.nullable:
        return _FALSE
    tests = [logic.is_null(c.expr) for c in item.columns]
    if item.relation is not None and len(item.relation.columns) == len(tests):
        certain = [t for t, c in zip(tests, item.relation.columns, strict=True) if not c.nullable]
        if certain:
            return certain[0]
    if (not item.matched or not tests) and item.subquery is not None:
        scope.context.marked.add(item.subquery)
        return logic.is_null(ColumnRef(item.subquery, len(tests), _MARK.name, _MARK.type))
    if not item.matched or not tests:
        # A row of NULLs could be either.
        raise Unsupported(f'whole-row reference to "{item.alias}" beside an outer join is not supported', position=node.pos)
    return logic.every(tests)


def with_marks(query: Query, marked: Collection[int]) -> Query:
    """The query whose *marked* subqueries have a column more, which is true in each of their rows."""

    def visit(node: object) -> Derived | None:
        if not isinstance(node, Derived) or node.source not in marked or not isinstance(node.query, Select):
            return None
        inner = with_marks(node.query, marked)
        assert isinstance(inner, Select), "stays one"
        inner = replace(inner, items=(*inner.items, _TRUE), columns=(*inner.columns, _MARK))
        return replace(node, query=inner, columns=(*node.columns, _MARK))

    return changed(query, visit)


def _presence(absent: Expr) -> Expr:
    """What counting needs of a row."""
    return _TRUE if absent is _FALSE else Case(((absent, Const(value=None, type=_TRUE.type)),), _TRUE, _TRUE.type)


def _document(absent: Expr, fields: Sequence[str], values: Sequence[Expr]) -> Expr:
    return Call(row_document(tuple(fields)), (absent, *values), SqlType(RECORD))


# ------------------------------------------------------------------------------------------------------------ outer joins


def note_join(kind: str, left: Sequence[Item], right: Sequence[Item], on: Expr | None) -> None:
    """Note on both sides' relations what the join makes of their rows."""
    for items, keeps, made_up in (
        (left, kind in ("left", "full"), kind in ("right", "full")),
        (right, kind in ("right", "full"), kind in ("left", "full")),
    ):
        for item in items:
            item.matched = item.matched or (not keeps and on is not None and _compares(on, item))
            item.nullable = item.nullable or made_up


def _compares(on: Expr, item: Item) -> bool:
    """Is the condition true only for rows with a column of the relation that is not NULL?"""
    if not isinstance(on, Call):
        return False
    if on.name == "and":
        return any(_compares(a, item) for a in on.args)
    return on.name == "=" and on.function.operator and any(_is_column(a, item) for a in on.args)


def _is_column(expr: Expr, item: Item) -> bool:
    while isinstance(expr, Cast):
        expr = expr.operand
    return isinstance(expr, ColumnRef) and any(
        isinstance(c.expr, ColumnRef) and (c.expr.source, c.expr.column) == (expr.source, expr.column) for c in item.columns
    )
