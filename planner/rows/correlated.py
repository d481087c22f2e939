"""Subqueries of a row that has its whole key from the row around them, as LEFT JOINs: its columns, or NULLs where there is none.

SELECT id, (SELECT name FROM customers c WHERE c.id = o.customer) FROM orders o WHERE id = $1 AND EXISTS (… a.id = o.area)
SELECT id, name FROM orders o LEFT JOIN customers c ON c.id = o.customer LEFT JOIN areas a ON a.id = o.area
    WHERE id = $1 AND a.id IS NOT NULL
"""

from __future__ import annotations

from dataclasses import replace

from planner.postgres.functions.comparison import SYMBOLS
from planner.postgres.functions.registry import builtin
from planner.prune.constrain.contexts import conjuncts
from planner.rows.joins import equated
from planner.tree.bound import Call, ColumnRef, Const, Expr, Join, JoinKind, Param, Scan, Select, Subquery
from planner.tree.correlation import is_correlated
from planner.tree.types import BOOL, SqlType
from planner.tree.walk import changed, columns_of, inside


def joined(query: Select) -> Select:
    """The query with a join for each such subquery of its list, WHERE and ORDER BY; others stay where they are."""
    if query.from_ is None or query.grouped or query.distinct_on:
        return query
    failing = [condition for condition in conjuncts(query.where) if not _cannot_fail(condition)]
    if len(failing) > 1 and any(isinstance(e, Subquery) and _by_key(e) for condition in failing for e in inside(condition)):
        return query  # one of them would be looked at for no row that another leaves out, whatever Postgres looks at first
    from_, sources = query.from_, set[int]()

    def visit(node: object) -> object:
        nonlocal from_
        if not isinstance(node, Subquery):
            return None
        found = _by_key(node)
        if found is None:
            return node
        scan, where, value = found
        if scan.source not in sources:
            sources.add(scan.source)
            from_ = Join(JoinKind.LEFT, from_, scan, where)
        return value

    items, where, order_by = changed((query.items, query.where, query.order_by), visit)
    return replace(query, items=items, where=where, order_by=order_by, from_=from_) if sources else query


def _cannot_fail(condition: Expr) -> bool:
    """Does it compare columns, constants and subqueries, and nothing else?"""
    for expr in inside(condition):
        match expr:
            case Const() | Param() | ColumnRef() | Subquery():
                pass
            case Call(function) if function.schema == "syntax" or (function.operator and function.name in SYMBOLS):
                pass
            case _:
                return False
    return True


def _by_key(node: Subquery) -> tuple[Scan, Expr | None, Expr] | None:
    """What is joined, on what, and what the subquery is then; None where it may have two rows, is more than a row, or is a value
    that is the same for every row, which may be a key."""
    query = node.query
    if not isinstance(query, Select) or not isinstance(query.from_, Scan) or query.from_.relation.view is None:
        return None
    plain = Select(query.items, query.columns, query.from_, query.where)
    scan, view = query.from_, query.from_.relation.view
    if query != plain or not view.key or not _keys(scan, query.where).issuperset(view.key_ordinals):
        return None
    match node.kind, query.items:
        case "scalar", (ColumnRef(source) as item,) if source == scan.source and item.type == node.type and is_correlated(query):
            return scan, query.where, item
        case "exists", _:
            first = view.key_ordinals[0]
            column = scan.relation.columns[first]
            key = ColumnRef(scan.source, first, column.name, column.type)
            found = Call(builtin("is_null"), (key,), SqlType(BOOL))
            return scan, query.where, found if node.negated else Call(builtin("not"), (found,), SqlType(BOOL))
    return None


def _keys(scan: Scan, where: Expr | None) -> set[int]:
    """Columns that have one value, which columns of others and constants say."""
    return {
        column.column
        for condition in conjuncts(where)
        for column, value in equated(condition)
        if column.source == scan.source and all(c.source != scan.source for c in columns_of(value))
    }
