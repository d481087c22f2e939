"""Which FROM items and queries may be evaluated node by node, each over its own shards, so that the rows together are the whole."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from planner.distribute.split.colocated import ColumnId, Equalities, Keys, Sharding, are_joined, covers, sharding
from planner.distribute.split.distributable import all_pushable, can_travel, is_same_everywhere, pushable
from planner.prune.constrain.contexts import conjuncts
from planner.tree import bound as b
from planner.tree.bound import JoinKind
from planner.tree.walk import from_expressions, inside, select_expressions, sources_of

_NO_SOURCES: Final[frozenset[int]] = frozenset()


@dataclass(frozen=True, slots=True)
class Spread:
    """How the rows of an item lie. *sharding* None: every node has all of them (constants).

    *keys*: for each shard key column, the columns that have its value in every row; empty where that is not known.
    """

    sharding: Sharding | None
    keys: Keys = ()


EVERYWHERE: Final = Spread(None)


def spread_of(item: b.From, given: Equalities, visible: frozenset[int] = _NO_SOURCES) -> Spread | None:
    """How a FROM item's rows lie, where a node can make its part of them; None where not.

    *given* holds for all rows that matter; what it says must be applied along with the item. *visible* are sources that a
    lateral item may refer to.
    """
    match item:
        case b.Scan():
            return _of_scan(item)
        case b.Values() | b.FunctionScan():
            same = isinstance(item, b.Values) or is_same_everywhere(item.function)
            return EVERYWHERE if same and all_pushable(from_expressions(item), visible) else None
        case b.Derived():
            return _of_derived(item, visible)
        case b.Join():
            return _of_join(item, given, visible)
    return None


def _of_scan(scan: b.Scan) -> Spread | None:
    view = scan.relation.view
    if view is None:
        return None
    found = sharding(view)
    if not found.joinable:
        return Spread(found)
    return Spread(found, tuple(frozenset({(scan.source, c)}) for c in view.key_ordinals[: len(view.shard_key)]))


def _of_derived(item: b.Derived, visible: frozenset[int]) -> Spread | None:
    found = spread_of_query(item.query, visible if item.lateral else _NO_SOURCES)
    if found is None or (item.lateral and found.sharding is not None):
        return None
    return replace(found, keys=tuple(frozenset((item.source, at) for _, at in choices) for choices in found.keys))


# ----------------------------------------------------------------------------------------------------------------------- joins


def _of_join(join: b.Join, given: Equalities, visible: frozenset[int]) -> Spread | None:
    inner = join.kind in (JoinKind.INNER, JoinKind.CROSS)
    on = (given if inner else Equalities()).also(join.condition)
    left = spread_of(join.left, _for_side(join, JoinKind.LEFT, given, on), visible)
    if left is None:
        return None
    right = spread_of(join.right, _for_side(join, JoinKind.RIGHT, given, on), visible | sources_of(join.left))
    if right is None or not all_pushable(conjuncts(join.condition), visible | sources_of(join)):
        return None
    if left.sharding is None or right.sharding is None:
        return _with_constants(join.kind, left, right)
    return _of_sharded(join.kind, left, right, on)


def _for_side(join: b.Join, kept: JoinKind, given: Equalities, on: Equalities) -> Equalities:
    """What holds for a side's rows: the join's own condition too if it is an inner one; nothing for a side it may add NULLs to."""
    if join.kind in (JoinKind.INNER, JoinKind.CROSS):
        return on
    return given if join.kind is kept else Equalities()


def _with_constants(kind: JoinKind, left: Spread, right: Spread) -> Spread | None:
    """Rows that every node has, joined to sharded ones; they must not be kept where they find no partner."""
    if left.sharding is None and right.sharding is None:
        return EVERYWHERE
    sharded, outer = (left, JoinKind.LEFT) if right.sharding is None else (right, JoinKind.RIGHT)
    return sharded if kind in (JoinKind.INNER, JoinKind.CROSS, outer) else None


def _of_sharded(kind: JoinKind, left: Spread, right: Spread, on: Equalities) -> Spread | None:
    if left.sharding != right.sharding or not are_joined(left.keys, right.keys, on):
        return None
    match kind:
        case JoinKind.LEFT:
            return left
        case JoinKind.RIGHT:
            return right
        case JoinKind.FULL:
            return Spread(left.sharding)
    return Spread(left.sharding, tuple(a | c for a, c in zip(left.keys, right.keys, strict=True)))


# --------------------------------------------------------------------------------------------------------------------- queries


def spread_of_query(query: b.Query, visible: frozenset[int] = _NO_SOURCES) -> Spread | None:
    """How a query's rows lie, by position; None where nodes cannot each make their part."""
    if query.with_ or query.limit is not None or query.offset is not None or query.order_by:
        return None
    return _of_union(query, visible) if isinstance(query, b.SetOp) else _of_select(query, visible)


def _of_union(query: b.SetOp, visible: frozenset[int]) -> Spread | None:
    left, right = (spread_of_query(side, visible) for side in (query.left, query.right))
    if query.op != "union" or not query.all or left is None or right is None:
        return None
    if left.sharding != right.sharding:
        return None
    if left.sharding is None:
        return EVERYWHERE
    same = tuple(a & c for a, c in zip(left.keys, right.keys, strict=False))
    return Spread(left.sharding, same if all(same) else ())


def _of_select(select: b.Select, visible: frozenset[int]) -> Spread | None:
    found = EVERYWHERE if select.from_ is None else spread_of(select.from_, Equalities().also(select.where), visible)
    own = visible if select.from_ is None else visible | sources_of(select.from_)
    if found is None or not all(map(can_travel, select.items)):
        return None
    if not all(is_local(condition, own, found) for condition in conjuncts(select.where)):
        return None
    if not all(is_local(e, own, found, in_select=select) for e in select_expressions(select)):
        return None
    if not is_row_wise(select) and (found.sharding is None or not _is_whole_per_shard(select, found.keys)):
        return None
    return Spread(found.sharding, _output_keys(select, found.keys))


def is_row_wise(select: b.Select) -> bool:
    """Does every row of FROM give at most one row, by itself?"""
    return not (select.grouped or select.distinct or select.distinct_on) and not windows_of(select)


def windows_of(select: b.Select) -> list[b.Window]:
    """Its calls of window functions."""
    return [e for top in select_expressions(select) for e in inside(top) if isinstance(e, b.Window)]


def _is_whole_per_shard(select: b.Select, keys: Keys) -> bool:
    """Do all rows that make up one row of the result lie in one shard?"""
    if select.grouped and (select.grouping_sets is not None or not covers(select.group_by, keys)):
        return False
    if select.distinct and not covers(select.items, keys):
        return False
    if select.distinct_on and not covers(select.distinct_on, keys):
        return False
    return all(covers(window.partition_by, keys) for window in windows_of(select))


def _output_keys(select: b.Select, keys: Keys) -> Keys:
    found = []
    for choices in keys:
        at = frozenset((0, i) for i, e in enumerate(select.items) if isinstance(e, b.ColumnRef) and (e.source, e.column) in choices)
        if not at:
            return ()
        found.append(at)
    return tuple(found)


# ------------------------------------------------------------------------------------------------------------------ subqueries


def is_local(expr: b.Expr, own: frozenset[int], outer: Spread, *, in_select: b.Select | None = None) -> bool:
    """May a node evaluate the expression for its own rows of an item? Either a condition, or what a SELECT computes.

    So it may with subqueries whose rows lie in the shard of the row that they are asked for.
    """
    if in_select is None and isinstance(expr, b.Subquery) and _is_local_member(expr, own, outer):
        return True
    # Of a group's rows it is not known whether they are of one shard.
    plain = in_select is None or not in_select.grouped
    return pushable(
        expr,
        own,
        aggregates=not plain,
        windows=in_select is not None,
        subquery=lambda found: plain and _is_correlated(found, own, outer),
    )


def _is_correlated(subquery: b.Subquery, own: frozenset[int], outer: Spread) -> bool:
    """Does its WHERE join it to the row outside on the shard key?"""
    query = subquery.query
    if not isinstance(query, b.Select) or query.with_ or query.from_ is None:
        return False
    equal = Equalities().also(query.where)
    inner = spread_of(query.from_, equal)
    if inner is None or outer.sharding is None or inner.sharding != outer.sharding:
        return False
    visible = own | sources_of(query.from_)
    local = all_pushable(conjuncts(query.where), visible) and are_joined(outer.keys, inner.keys, equal)
    return local and all(pushable(e, visible, aggregates=query.grouped, windows=True) for e in select_expressions(query))


def _is_local_member(subquery: b.Subquery, own: frozenset[int], outer: Spread) -> bool:
    """shard key IN (SELECT shard key …), as a condition: what it is true for is found in the row's own shard."""
    operand, function = subquery.operand, subquery.function
    if subquery.kind != "any" or subquery.negated or operand is None or function is None or function.name != "=":
        return False
    found = spread_of_query(subquery.query)
    if found is None or found.sharding is None or found.sharding != outer.sharding or not (found.keys and outer.keys):
        return False
    operands = operand.items if isinstance(operand, b.Row) else (operand,)
    pairs = zip(outer.keys, found.keys, strict=True)
    return all(any(_is_one_of(operands[at], choices) for _, at in inner) for choices, inner in pairs) and pushable(operand, own)


def _is_one_of(expr: b.Expr, columns: frozenset[ColumnId]) -> bool:
    return isinstance(expr, b.ColumnRef) and (expr.source, expr.column) in columns
