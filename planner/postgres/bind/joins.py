"""JOIN: conditions, USING, NATURAL and the columns they merge."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planner.errors import AmbiguousColumn, DuplicateColumn, UndefinedColumn
from planner.parse.syntax import FunctionFrom, JoinFrom
from planner.postgres.bind import logic, whole_rows
from planner.postgres.bind.coerce import coerce, condition, type_of
from planner.postgres.bind.names import renamed
from planner.postgres.bind.parts import BINDERS, bind, bind_from_item, resolve_operator
from planner.postgres.bind.scope import Item, Scope, ScopeColumn, check_conflicts
from planner.postgres.functions.casts import select_common_type
from planner.tree.bound import Call, Cast, Const, Derived, Expr, From, FunctionScan, Join, JoinKind
from planner.tree.types import SqlType

_KINDS: Final = {k.value: k for k in JoinKind}


def bind_join(scope: Scope, node: JoinFrom) -> tuple[From, list[Item]]:
    """A join and what it adds to the namespace: both sides' relations, and its columns."""
    left, left_items = bind_from_item(scope, node.left)
    before = scope.namespace
    scope.namespace = [*before, *_laterally(left_items, node)]
    right, right_items = bind_from_item(scope, node.right)
    scope.namespace = before
    check_conflicts(left_items, right_items, node.pos)
    merged, tests = _merged(scope, node, left_items, right_items)
    on = _condition(scope, node, left_items, right_items, tests)
    whole_rows.note_join(node.kind, left_items, right_items, on)
    kind = JoinKind.CROSS if node.kind == "inner" and on is None else _KINDS[node.kind]
    if node.kind != "cross" and on is None and kind is not JoinKind.CROSS:
        on = Const(value=True, type=logic.BOOLEAN)
    join = Join(kind, left, right, on, _is_lateral(right, node))
    return join, _namespace(scope, merged, left_items, right_items, node)


def _is_lateral(right: From, node: JoinFrom) -> bool:
    if isinstance(right, Derived):
        return right.lateral
    return isinstance(right, FunctionScan) and isinstance(node.right, FunctionFrom)


def _laterally(items: Sequence[Item], node: JoinFrom) -> list[Item]:
    """The left side as LATERAL items of the right side see it."""
    ok = node.kind in ("inner", "left", "cross")
    return [
        Item(i.alias, i.columns, i.relation, i.aliased, i.rel_visible, i.cols_visible, lateral_only=True, lateral_ok=ok)
        for i in items
    ]


# --------------------------------------------------------------------------------------------------------------------- conditions


def _condition(scope: Scope, node: JoinFrom, left: Sequence[Item], right: Sequence[Item], tests: list[Expr]) -> Expr | None:
    if node.condition is None:
        return logic.every(tests) if tests else None
    before = scope.namespace
    scope.namespace = [*(i for i in before if i.lateral_only), *left, *right]
    with scope.binding("JOIN conditions"):
        found = condition(scope, bind(scope, node.condition), node.condition, "JOIN/ON")
    scope.namespace = before
    return found


# ----------------------------------------------------------------------------------------------------------------- USING, NATURAL


def _columns(items: Sequence[Item]) -> list[ScopeColumn]:
    return [c for i in items if i.cols_visible for c in i.columns]


def _merged(scope: Scope, node: JoinFrom, left: Sequence[Item], right: Sequence[Item]) -> tuple[list[ScopeColumn], list[Expr]]:
    """The merged columns of USING or NATURAL, and the equalities they stand for."""
    names: Sequence[str] = node.using or ()
    if node.natural:
        on_right = {c.name for c in _columns(right)}
        names = [c.name for c in _columns(left) if c.name in on_right]
    if len(set(names)) != len(names) and not node.natural:
        twice = next(n for n in names if names.count(n) > 1)
        raise DuplicateColumn(f'column name "{twice}" appears more than once in USING clause')
    merged, tests = [], []
    for name in names:
        a = _one(_columns(left), name, "left")
        b = _one(_columns(right), name, "right")
        tests.append(_equality(scope, a.expr, b.expr, node.pos))
        merged.append(_merge(scope, node, name, a, b))
    return merged, tests


def _one(columns: Sequence[ScopeColumn], name: str, side: str) -> ScopeColumn:
    found = [c for c in columns if c.name == name]
    if not found:
        raise UndefinedColumn(f'column "{name}" specified in USING clause does not exist in {side} table')
    if len(found) > 1:
        raise AmbiguousColumn(f'common column name "{name}" appears more than once in {side} table')
    return found[0]


def _equality(scope: Scope, left: Expr, right: Expr, pos: int) -> Expr:
    found = resolve_operator("=", type_of(left), type_of(right))
    args = (coerce(scope, left, found.args[0], None), coerce(scope, right, found.args[1], None))
    return Call(found.function, args, logic.BOOLEAN)


def _merge(scope: Scope, node: JoinFrom, name: str, left: ScopeColumn, right: ScopeColumn) -> ScopeColumn:
    """The column of either side that is not NULL: of an inner or left join the left one."""
    target = select_common_type([type_of(left.expr), type_of(right.expr)], "JOIN/USING")
    typmod = left.expr.type.typmod if left.expr.type == right.expr.type else -1
    a, b = (_relabelled(coerce(scope, c.expr, target, None), SqlType(target, typmod)) for c in (left, right))
    if node.kind == "full":
        return ScopeColumn(name, Call(logic.syntax("coalesce"), (a, b), SqlType(target, typmod)))
    if node.kind == "right":
        return ScopeColumn(name, b, right.origin if b is right.expr else (0, 0))
    # Postgres takes whichever side needs no conversion.
    if a is not left.expr and b is right.expr and node.kind == "inner":
        return ScopeColumn(name, b, right.origin)
    return ScopeColumn(name, a, left.origin if a is left.expr else (0, 0))


def _relabelled(expr: Expr, target: SqlType) -> Expr:
    return expr if expr.type == target else Cast(expr, target, implicit=True)


def _namespace(
    scope: Scope, merged: Sequence[ScopeColumn], left: Sequence[Item], right: Sequence[Item], node: JoinFrom
) -> list[Item]:
    """The join's columns are asked for by name, its relations' only behind their relation's name."""
    taken = {c.name for c in merged}
    rest = [c for c in (*_columns(left), *_columns(right)) if c.name not in taken]
    for item in (*left, *right):
        item.cols_visible = False
    columns = (*merged, *rest)
    if node.alias is not None:
        # The alias hides the relations inside.
        names = renamed([c.name for c in columns], node.alias, node.alias.name)
        named = tuple(ScopeColumn(n, c.expr, c.origin) for n, c in zip(names, columns, strict=True))
        return [scope.add_item(Item(node.alias.name, named, aliased=True))]
    items = [*left, *right, Item(None, columns, rel_visible=False)]
    if node.using_alias is not None:
        merged_item = Item(node.using_alias, tuple(merged), aliased=True, cols_visible=False)
        check_conflicts(items, [merged_item], node.pos)
        items.append(merged_item)
    return items


BINDERS[JoinFrom] = bind_join
