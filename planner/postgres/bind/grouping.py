"""GROUP BY: its entries, grouping sets, and the check that nothing ungrouped is selected (parseCheckAggregates)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final, Literal

from planner.errors import GroupingFault, TooComplex, Unsupported, WindowingFault
from planner.parse.syntax import GroupingSets, Node, RowExpr
from planner.postgres.bind.parts import location, set_calls_of
from planner.postgres.bind.scope import Scope
from planner.postgres.bind.sorting import SelectOutputs, find_output, named_output
from planner.postgres.functions.equal_texts import check_equality
from planner.tree.bound import Aggregate, Call, ColumnRef, Expr, Select, SetOp, Subquery, Window
from planner.tree.walk import columns_in, is_of_groups, nodes_in, parts_of

GROUPING_SETS_MAX: Final = 4096
#: Where a column stands that is not grouped.
_Where = Literal["here", "subquery", "direct argument"]
CUBE_ITEMS_MAX: Final = 12


class Groups:
    """The distinct grouping expressions, and grouping sets as positions among them."""

    def __init__(self) -> None:
        self.exprs: list[Expr] = []
        self.sets: tuple[tuple[int, ...], ...] | None = None
        #: Which output each is, and where one stands that is another output already.
        self.outputs: list[int | None] = []
        self.twice: int | None = None

    def add(self, expr: Expr, output: int | None, pos: int) -> int:
        """The position of *expr*, which is added if it is new."""
        for index, known in enumerate(self.exprs):
            if known == expr:
                self.twice = self.twice if self.outputs[index] == output else pos
                return index
        self.exprs.append(expr)
        self.outputs.append(output)
        return len(self.exprs) - 1


def bind_group_by(scope: Scope, items: Sequence[Node | GroupingSets], outputs: SelectOutputs) -> Groups:
    """All of GROUP BY. Raises Unsupported."""
    groups = Groups()
    parts = [_sets(scope, item, outputs, groups) for item in items]
    if any(isinstance(i, GroupingSets) for i in items):
        groups.sets = _combined(parts, items)
        if groups.twice is not None:
            raise Unsupported(
                "grouping sets over one expression under two names are not supported",
                position=groups.twice,
                hint="Give it both names in a subquery, in FROM.",
            )
    return groups


def _combined(parts: list[list[tuple[int, ...]]], items: Sequence[Node | GroupingSets]) -> tuple[tuple[int, ...], ...]:
    """Several items multiply."""
    total = 1
    for part in parts:
        total *= len(part)
        if total > GROUPING_SETS_MAX:
            raise TooComplex(f"too many grouping sets present (maximum {GROUPING_SETS_MAX})", position=items[0].pos)
    return tuple(_merged(choice) for choice in product(*parts))


def _merged(choice: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(i for part in choice for i in part))


def _sets(scope: Scope, item: Node | GroupingSets, outputs: SelectOutputs, groups: Groups) -> list[tuple[int, ...]]:
    """The grouping sets one item stands for."""
    if not isinstance(item, GroupingSets):
        return [_indexes(scope, item, outputs, groups)]
    if item.kind == "empty":
        return [()]
    if item.kind == "sets":
        return [s for part in item.items for s in _sets(scope, part, outputs, groups)]
    members = [_indexes(scope, i, outputs, groups) for i in item.items if not isinstance(i, GroupingSets)]
    if item.kind == "rollup":
        return [_merged(members[:count]) for count in range(len(members), -1, -1)]
    if len(members) > CUBE_ITEMS_MAX:
        raise TooComplex(f"CUBE is limited to {CUBE_ITEMS_MAX} elements", position=item.pos)
    choices = product((True, False), repeat=len(members))
    return [_merged([m for m, taken in zip(members, choice, strict=True) if taken]) for choice in choices]


def _indexes(scope: Scope, node: Node, outputs: SelectOutputs, groups: Groups) -> tuple[int, ...]:
    """One expression, or (a, b): several at once."""
    members = node.items if isinstance(node, RowExpr) else (node,)
    found: list[int] = []
    for member in members:
        if isinstance(member, RowExpr):
            found += _indexes(scope, member, outputs, groups)
        else:
            expr = find_output(scope, member, outputs, "GROUP BY")
            check_equality(expr.type.pg, location(member))
            _check_no_aggregates(scope, expr, member, outputs)
            output = named_output(scope, member, outputs, "GROUP BY")
            if output is None:
                output = next((i for i, item in enumerate(outputs.items) if item == expr), None)
            found.append(groups.add(expr, output, member.pos))
    return tuple(found)


def _check_no_aggregates(scope: Scope, expr: Expr, node: Node, outputs: SelectOutputs) -> None:
    """A position or output name may stand for an aggregate or a window function, which cannot be grouped by."""
    written = next((n for n, e in zip(outputs.nodes, outputs.items, strict=True) if e is expr), node)
    args = [call.args for call in set_calls_of(scope, columns_in(expr))]
    for part in nodes_in((expr, args), (Select, SetOp)):
        if is_of_groups(part):
            raise GroupingFault("aggregate functions are not allowed in GROUP BY", position=location(written))
        if isinstance(part, Window):
            raise WindowingFault("window functions are not allowed in GROUP BY", position=location(written))


# --------------------------------------------------------------------------------------------------------------------- the check


def check_grouped(scope: Scope, groups: Groups, exprs: Sequence[Expr]) -> list[Expr]:
    """Refuse columns that are neither grouped nor aggregated.

    A view's key, if grouped, determines its other columns: those that are used are given back, to be grouped as well.
    Raises GroupingFault.
    """
    determined: list[Expr] = []
    for expr in exprs:
        for column, where in _ungrouped(scope, expr, groups.exprs, "here"):
            if _is_determined(scope, column, groups):
                if column not in determined and column not in groups.exprs:
                    determined.append(column)
                continue
            raise _fault(scope, column, where)
    return determined


def _ungrouped(scope: Scope, node: object, grouped: Sequence[Expr], where: _Where) -> Iterator[tuple[ColumnRef, _Where]]:
    if isinstance(node, Aggregate) and where != "subquery":
        if node.within_group:
            for arg in node.args:
                yield from _ungrouped(scope, arg, grouped, "direct argument")
        return
    if isinstance(node, Call) and node.is_grouping:
        _check_grouping_args(scope, node, grouped)
        return
    # In subqueries PostgreSQL knows grouped columns again, but no other expressions.
    if any(node == g for g in grouped if where != "subquery" or isinstance(g, ColumnRef)):
        return
    if isinstance(node, ColumnRef):
        if node.source in scope.sources:
            yield node, where
        return
    if isinstance(node, Subquery) and node.operand is not None:
        yield from _ungrouped(scope, node.operand, grouped, where)
        node = node.query
    inner: _Where = "subquery" if isinstance(node, (Subquery, Select, SetOp)) else where
    for child in parts_of(node):
        yield from _ungrouped(scope, child, grouped, inner)


def _check_grouping_args(scope: Scope, node: Call, grouped: Sequence[Expr]) -> None:
    for arg in node.args:
        if arg not in grouped:
            position = scope.position_of(arg) if isinstance(arg, ColumnRef) else None
            raise GroupingFault(
                "arguments to GROUPING must be grouping expressions of the associated query level", position=position
            )


def _fault(scope: Scope, column: ColumnRef, where: _Where) -> GroupingFault:
    owner = next((i for i in scope.all_items if i.alias and any(_is_column(c.expr, column) for c in i.columns)), None)
    shown = f"{owner.alias}.{column.name}" if owner else column.name
    position = scope.position_of(column)
    if where == "subquery":
        return GroupingFault(f'subquery uses ungrouped column "{shown}" from outer query', position=position)
    message = f'column "{shown}" must appear in the GROUP BY clause or be used in an aggregate function'
    detail = "Direct arguments of an ordered-set aggregate must use only grouped columns." if where == "direct argument" else None
    return GroupingFault(message, position=position, detail=detail)


def _is_column(expr: object, column: ColumnRef) -> bool:
    return isinstance(expr, ColumnRef) and (expr.source, expr.column) == (column.source, column.column)


def _is_determined(scope: Scope, column: ColumnRef, groups: Groups) -> bool:
    """Is the key of the column's view grouped?"""
    if groups.sets is not None:
        return False
    item = next((i for i in scope.all_items if any(_is_column(c.expr, column) for c in i.columns)), None)
    if item is None or item.relation is None or item.relation.view is None:
        return False
    grouped = {(e.source, e.column) for e in groups.exprs if isinstance(e, ColumnRef)}
    keys = item.relation.view.key_ordinals
    return bool(keys) and all((column.source, key) in grouped for key in keys)
