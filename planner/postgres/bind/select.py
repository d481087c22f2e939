"""One SELECT, clause by clause in Postgres's order (transformSelectStmt), which decides what parameters become."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planner.errors import InvalidColumnReference, InvalidRecursion, SyntaxFault, TooManyColumns, WindowingFault
from planner.parse.syntax import Collate, ColumnName, FieldAccess, Node, QueryNode, SelectCore, Target
from planner.postgres.bind.coerce import as_value, condition
from planner.postgres.bind.expanding import levels, with_table_calls
from planner.postgres.bind.fields import all_fields
from planner.postgres.bind.grouping import bind_group_by, check_grouped
from planner.postgres.bind.known_again import with_known
from planner.postgres.bind.labels import label
from planner.postgres.bind.names import table_item
from planner.postgres.bind.parts import bind, bind_from_item, location
from planner.postgres.bind.scope import Scope, ScopeColumn, merge_namespace
from planner.postgres.bind.sorting import SelectOutputs, bind_limit, bind_order_by, find_output
from planner.postgres.functions.equal_texts import check_equality
from planner.tree.bound import ColumnRef, Expr, From, FunctionScan, Join, JoinKind, Select, SortKey

#: Postgres's limit of columns of a result.
TARGETS_MAX: Final = 1664


def bind_select(scope: Scope, query: QueryNode, node: SelectCore, *, settle: bool) -> Select:
    """The SELECT with ORDER BY and LIMIT of the query around it. Raises InvalidRecursion."""
    _add_windows(scope, node)
    from_ = bind_from(scope, node)
    outputs = _targets(scope, node.targets)
    where = _filter(scope, node.where, "WHERE")
    having = _filter(scope, node.having, "HAVING")
    order_by = bind_order_by(scope, query.order_by, outputs, distinct=node.distinct is not None)
    groups = bind_group_by(scope, node.group_by, outputs)
    if node.group_distinct and groups.sets is not None:
        groups.sets = tuple(dict.fromkeys(groups.sets))
    distinct_on, order_by = _distinct(scope, query, node, outputs, order_by)
    offset = bind_limit(scope, query.offset, "OFFSET")
    limit = bind_limit(scope, query.limit, "LIMIT")
    if settle:
        for index in range(len(outputs.items)):
            outputs.settled(scope, index)
    grouped = bool(groups.exprs) or groups.sets is not None or having is not None or bool(scope.aggregates)
    if scope.aggregates and scope.refers_to_itself:
        message = "aggregate functions are not allowed in a recursive query's recursive term"
        raise InvalidRecursion(message, position=scope.aggregates[0])
    parts = (tuple(outputs.items), having, order_by, distinct_on)
    if grouped:
        parts = with_known(parts, groups.exprs)
    parts, calls = levels(scope, parts, groups.exprs, grouped=grouped)
    outputs.items[:], having, order_by, distinct_on = parts
    if grouped:
        checked = [*outputs.items, *([having] if having is not None else []), *(k.expr for k in order_by), *distinct_on]
        if calls[1] is not None:
            checked += calls[1].scan.args
        groups.exprs += check_grouped(scope, groups, checked)
    select = Select(
        tuple(outputs.items),
        outputs.columns,
        from_,
        where,
        tuple(groups.exprs),
        groups.sets,
        grouped,
        having,
        node.distinct == (),
        distinct_on,
        order_by,
        limit,
        offset,
    )
    return with_table_calls(scope, select, calls)


def _add_windows(scope: Scope, node: SelectCore) -> None:
    for window in node.windows:
        assert window.name is not None
        if window.name in scope.windows:
            raise WindowingFault(f'window "{window.name}" is already defined', position=window.pos)
        scope.windows[window.name] = window


def _filter(scope: Scope, node: Node | None, what: str) -> Expr | None:
    if node is None:
        return None
    with scope.binding(what):
        return condition(scope, bind(scope, node), node, what)


# -------------------------------------------------------------------------------------------------------------------------- FROM


def bind_from(scope: Scope, node: SelectCore) -> From | None:
    """FROM's items, joined by CROSS JOIN; the scope's namespace is complete afterwards."""
    found: From | None = None
    for item in node.from_:
        bound, added = bind_from_item(scope, item)
        for new in added:
            new.lateral_only = True
        merge_namespace(scope, added, item.pos)
        found = bound if found is None else Join(JoinKind.CROSS, found, bound, None, _is_lateral(bound))
    for present in scope.namespace:
        present.lateral_only, present.lateral_ok = False, True
    return found


def _is_lateral(item: From) -> bool:
    return isinstance(item, FunctionScan) or bool(getattr(item, "lateral", False))


# ------------------------------------------------------------------------------------------------------------------- select list


def _targets(scope: Scope, targets: Sequence[Target]) -> SelectOutputs:
    outputs = SelectOutputs()
    _check_count(len(targets))
    for target in targets:
        node = target.expr
        if (isinstance(node, ColumnName) and node.star) or (isinstance(node, FieldAccess) and node.name == "*"):
            if target.label is not None:
                raise SyntaxFault(f'syntax error at or near "{target.label}"', position=target.pos)
            for column in _star(scope, node):
                outputs.add(column.expr, column.name, node, column.origin)
        else:
            expr = as_value(scope, bind(scope, node), node)
            origin = (0, 0) if isinstance(node, Collate) else _origin(scope, expr)
            outputs.add(expr, target.label or label(node, expr), node, origin)
    _check_count(len(outputs.items))
    return outputs


def _check_count(count: int) -> None:
    if count > TARGETS_MAX:
        raise TooManyColumns(f"target lists can have at most {TARGETS_MAX} entries")


def _star(scope: Scope, node: ColumnName | FieldAccess) -> list[ScopeColumn]:
    """The columns that *, t.* or (record).* stands for."""
    if isinstance(node, FieldAccess):
        return [ScopeColumn(name, expr, _origin(scope, expr)) for name, expr in all_fields(scope, node)]
    if len(node.parts) > 1:
        found = list(table_item(scope, list(node.parts[:-1]), "*", node.pos).columns)
    else:
        visible = [i for i in scope.namespace if i.cols_visible]
        if not visible:
            raise SyntaxFault("SELECT * with no tables specified is not valid", position=node.pos)
        found = [c for i in visible for c in i.columns]
    scope.positions += [(c.expr, node.pos) for c in found if isinstance(c.expr, ColumnRef)]
    return found


def _origin(scope: Scope, expr: Expr) -> tuple[int, int]:
    """Which relation's column an item plainly is."""
    if not isinstance(expr, ColumnRef):
        return 0, 0
    columns = (column for level in scope.levels() for item in level.all_items for column in item.columns)
    return next((column.origin for column in columns if _is_same(column, expr)), (0, 0))


def _is_same(column: ScopeColumn, expr: ColumnRef) -> bool:
    other = column.expr
    return isinstance(other, ColumnRef) and (other.source, other.column) == (expr.source, expr.column)


# ---------------------------------------------------------------------------------------------------------------------- DISTINCT


def _distinct(
    scope: Scope, query: QueryNode, node: SelectCore, outputs: SelectOutputs, order_by: tuple[SortKey, ...]
) -> tuple[tuple[Expr, ...], tuple[SortKey, ...]]:
    if node.distinct is None:
        return (), order_by
    if not node.distinct:
        for item, written in zip(outputs.items, outputs.nodes, strict=True):
            check_equality(item.type.pg, location(written))
        order_by = with_known(order_by, outputs.items)
        _check_distinct_order(query, outputs, order_by)
        return (), order_by
    found: list[Expr] = []
    for entry in node.distinct:
        expr = with_known(find_output(scope, entry, outputs, "DISTINCT ON"), found)
        check_equality(expr.type.pg, location(entry))
        if expr not in found:
            found.append(expr)
    order_by = with_known(order_by, found)
    _check_distinct_on_order(node.distinct, found, order_by)
    return tuple(found), order_by


def _check_distinct_order(query: QueryNode, outputs: SelectOutputs, order_by: Sequence[SortKey]) -> None:
    for sort, key in zip(query.order_by, order_by, strict=False):
        if key.expr not in outputs.items:
            message = "for SELECT DISTINCT, ORDER BY expressions must appear in select list"
            raise InvalidColumnReference(message, position=sort.pos)


def _check_distinct_on_order(nodes: Sequence[Node], distinct: Sequence[Expr], order_by: Sequence[SortKey]) -> None:
    """The sort keys must begin with the DISTINCT ON expressions, in any order."""
    skipped = False
    for key in order_by:
        if key.expr not in distinct:
            skipped = True
        elif skipped:
            raise _not_initial(nodes[distinct.index(key.expr)])
    sorted_by = [k.expr for k in order_by]
    for node, expr in zip(nodes, distinct, strict=False):
        if skipped and expr not in sorted_by:
            raise _not_initial(node)


def _not_initial(node: Node) -> InvalidColumnReference:
    message = "SELECT DISTINCT ON expressions must match initial ORDER BY expressions"
    return InvalidColumnReference(message, position=location(node))
