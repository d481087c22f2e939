"""rank(5) WITHIN GROUP (ORDER BY x) and its like: where a row that is not there would stand among those that are.

Each is counted: the rows that sort in front of the hypothetical one, all rows, and for dense_rank those that differ.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from planner.errors import UndefinedFunction, Unsupported
from planner.parse.syntax import FuncCall
from planner.postgres.bind import aggregates, logic, sorting
from planner.postgres.bind.coerce import common, type_of
from planner.postgres.bind.parts import location, resolve_function
from planner.postgres.bind.scope import Scope
from planner.tree.bound import Aggregate, Call, Case, Cast, Const, Expr, Row, SortKey
from planner.tree.types import FLOAT8, INT8, RECORD, SqlType, display_name
from planner.tree.walk import columns_in

_FLOAT8: Final = SqlType(FLOAT8)
_INT8: Final = SqlType(INT8)
_ONE: Final = Const(1, _INT8)


def bind_hypothetical(scope: Scope, node: FuncCall, args: tuple[Expr, ...], mark: int) -> Expr:
    """The call, whose direct arguments are bound; *mark* is where their column references begin in scope.positions."""
    aggregates.check_allowed(scope, node)
    assert node.within_group is not None
    sorts = node.within_group
    keys = aggregates.bind_keys(scope, tuple(s.expr for s in sorts))
    _check_arguments(scope, node, args, keys)
    sorted_by: list[SortKey] = []
    values: list[Expr] = []
    for arg, key, written, sort in zip(args, keys, node.args, sorts, strict=True):
        (converted, value), _ = common(scope, [key, arg], [sort.expr, written], "WITHIN GROUP")
        sorted_by.append(sorting.sort_key(sort, converted))
        values.append(value)
    aggregates.check_level(scope, mark, node)
    found = _Counts(sorted_by, values, aggregates.bind_filter(scope, node))
    scope.aggregates.append(node.pos)
    return _RESULTS[node.name[-1]](found)


def _check_arguments(scope: Scope, node: FuncCall, args: tuple[Expr, ...], keys: tuple[Expr, ...]) -> None:
    name = ".".join(node.name)
    if len(args) != len(keys):
        types = ", ".join(display_name(type_of(e)) for e in (*args, *keys))
        hint = (
            f"To use the hypothetical-set aggregate {name}, the number of hypothetical direct arguments (here {len(args)}) "
            f"must match the number of ordering columns (here {len(keys)})."
        )
        raise UndefinedFunction(f"function {name}({types}) does not exist", position=node.pos, hint=hint)
    for arg, written in zip(args, node.args, strict=True):
        if any(c.source in scope.sources for c in columns_in(arg)):
            raise Unsupported(f"columns as direct arguments of {name} are not supported", position=location(written))


class _Counts:
    """The aggregates that results are made of."""

    def __init__(self, keys: Sequence[SortKey], values: Sequence[Expr], filter_: Expr | None) -> None:
        self._keys = keys
        self._values = values
        self._filter = filter_

    def rows(self) -> Expr:
        """All rows."""
        return self._count(None)

    def before(self) -> Expr:
        """The rows in front of the hypothetical one."""
        return self._count(_before(self._keys, self._values))

    def not_behind(self) -> Expr:
        """Those and its peers."""
        equal = logic.every([_same(k.expr, v) for k, v in zip(self._keys, self._values, strict=True)])
        return self._count(logic.either(_before(self._keys, self._values), equal))

    def distinct_before(self) -> Expr:
        """The different rows in front of it."""
        row = Row(tuple(k.expr for k in self._keys), SqlType(RECORD))
        return self._count(_before(self._keys, self._values), row)

    def _count(self, condition: Expr | None, distinct: Expr | None = None) -> Expr:
        conditions = [c for c in (self._filter, condition) if c is not None]
        args = () if distinct is None else (distinct,)
        function = resolve_function("count", "pg_catalog", [type_of(a) for a in args]).function
        return Aggregate(function, args, _INT8, distinct is not None, logic.every(conditions) if conditions else None)


def _before(keys: Sequence[SortKey], values: Sequence[Expr]) -> Expr:
    """key < value in the order of the first, or equal there and so on."""
    key, value = keys[0], values[0]
    less = logic.operation(">" if key.descending else "<", key.expr, value)
    null, other = (key.expr, value) if key.nulls_first else (value, key.expr)
    less = logic.either(less, logic.both(logic.is_null(null), logic.negate(logic.is_null(other))))
    if len(keys) == 1:
        return less
    return logic.either(less, logic.both(_same(key.expr, value), _before(keys[1:], values[1:])))


def _same(left: Expr, right: Expr) -> Expr:
    return Call(logic.syntax("is_not_distinct"), (left, right), logic.BOOLEAN)


def _plus_one(count: Expr) -> Expr:
    return logic.operation("+", count, _ONE)


def _quotient(part: Expr, whole: Expr) -> Expr:
    return logic.operation("/", Cast(part, _FLOAT8, implicit=True), Cast(whole, _FLOAT8, implicit=True))


def _percent_rank(counts: _Counts) -> Expr:
    none = logic.operation("=", counts.rows(), Const(0, _INT8))
    return Case(((none, Const(0.0, _FLOAT8)),), _quotient(counts.before(), counts.rows()), _FLOAT8)


_RESULTS: Final[dict[str, Callable[[_Counts], Expr]]] = {
    "rank": lambda counts: _plus_one(counts.before()),
    "dense_rank": lambda counts: _plus_one(counts.distinct_before()),
    "percent_rank": _percent_rank,
    "cume_dist": lambda counts: _quotient(_plus_one(counts.not_behind()), _plus_one(counts.rows())),
}
