"""KeyConstraint: what a query says about one view's key, compiled once and resolved per execution."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planner.prune.constrain.constants import Unknown
from planner.prune.constrain.formula import GUARD, Box, Formula, FormulaShape
from planner.prune.constrain.points import PointKey, compile_keys, compile_point_key, fixed_point_key
from planner.prune.constrain.showing import show_formula, show_sets
from planner.prune.keyspace.column_set import ColumnSet
from planner.prune.route.router import NOTHING, POINTS_MAX, RANGES_MAX, Router
from planner.tree.query_plan import AccessPath, KeySet, PlanSettings
from planner.tree.values import Value


class KeyConstraint:
    """Implements planner.tree.query_plan.Constraint. Immutable; made by planner.prune.constrain.constrain.

    *point_key*, where it is set, is the hot path for a query of at most one key: parameters → (shard, key), or None for "no row".
    Unless *exact*, the row that has it may not be one that the query keeps.
    *fixed* are the key positions that have at most one value. *is_static*: does it not depend on parameters or the clock?
    """

    __slots__ = ("_formula", "_keys", "_router", "_settings", "_static", "exact", "fixed", "is_static", "point_key")

    def __init__(self, formula: Formula, router: Router, settings: PlanSettings, *, exact_allowed: bool = True) -> None:
        self._formula = formula
        self._router = router
        self._settings = settings
        self._static: KeySet | None = None
        self.exact = exact_allowed and formula.exact and _composes_exactly(formula) and _reads_exactly(formula, router)
        self.point_key: PointKey | None = None
        if all(c.static is not None for box in formula.boxes for c in box.values()):
            composed = router.compose(self._evaluate((), 0), bounded=True)
            self._static = composed.keys
            self.exact = self.exact and not composed.coarse
        self._keys = compile_keys(formula, router) if self._static is None else None
        self.point_key = compile_point_key(formula, router) if self._static is None else fixed_point_key(self._static)
        self.is_static = self._static is not None
        self.fixed = _fixed_columns(formula)

    def resolve(self, params: Sequence[Value], now_us: int) -> KeySet:
        """See Constraint."""
        if self._static is not None:
            return self._static
        try:
            if self._keys is not None:
                return self._keys(params)
            if self.point_key is not None:
                found = self.point_key(params)
                return NOTHING if found is None else KeySet(AccessPath.POINT, (found[0],), (found,))
        except Unknown:  # an expression fails: the column may have any value, and the error is the executor's
            pass
        return self._router.compose(self._evaluate(params, now_us), bounded=not self.exact).keys

    def _evaluate(self, params: Sequence[Value], now_us: int) -> list[dict[int, ColumnSet]]:
        """The sets of each box that is not empty. (A guard is either empty or everything.)"""
        found = []
        for box in self._formula.boxes:
            sets: dict[int, ColumnSet] = {}
            for at, condition in box.items():
                of = condition.evaluate(params, now_us)
                if of.is_empty:
                    break
                if not of.is_everything:
                    sets[at] = of
            else:
                found.append(sets)
        return found

    def describe(self, params: Sequence[Value] | None, now_us: int) -> str:
        """See Constraint. Empty where nothing is said about the key."""
        if params is None and not self.is_static:
            return show_formula(self._formula)
        return show_sets(self._evaluate(params or (), now_us), self._router.columns, self._settings)

    def expected(self) -> KeySet | None:
        """The KeySet when it is known before any parameter is."""
        return self._static

    def expected_access(self) -> AccessPath:
        """The rung of the ladder that an execution is on at most, where parameters are not known."""
        if self._static is not None:
            return self._static.access
        boxes = self._formula.boxes
        if any(not _leading(box) for box in boxes):
            return AccessPath.ALL_SHARDS
        if not all(_is_keyed(box, self._router) for box in boxes):
            return self._scan_expected()
        single = len(boxes) == 1 and all(c.shape is FormulaShape.SINGLE for c in boxes[0].values())
        return AccessPath.POINT if single else AccessPath.MULTI_GET

    def _scan_expected(self) -> AccessPath:
        if self._router.schema.ordered:
            return AccessPath.RANGE
        shards = self.expected_shards()
        return AccessPath.ALL_SHARDS if shards is None or shards == self._router.schema.shards else AccessPath.SOME_SHARDS

    def expected_shards(self) -> int | None:
        """The number of shards that an execution touches at most; None where only the parameters say."""
        if self._static is not None:
            return len(self._static.shards)
        if self._router.schema.shards == 1:
            return 1
        width = len(self._router.schema.shard_key)
        bound = [
            width > 0 and all(at in box and box[at].shape is FormulaShape.SINGLE for at in range(width))
            for box in self._formula.boxes
        ]
        return len(bound) if bound and all(bound) and len(bound) < self._router.schema.shards else None


def _leading(box: Box) -> list[int]:
    """The key positions that are constrained without a gap before them, up to the first with ranges."""
    found: list[int] = []
    while len(found) in box:
        found.append(len(found))
        if box[found[-1]].shape is FormulaShape.RANGES:
            break
    return found


def _last(box: Box) -> FormulaShape:
    return box[_leading(box)[-1]].shape


def _is_keyed(box: Box, router: Router) -> bool:
    """Does it have values of every key column, and no ranges?"""
    return router.has_points and len(_leading(box)) == len(router.columns) and _last(box) is not FormulaShape.RANGES


def _reads_exactly(formula: Formula, router: Router) -> bool:
    """Is what its boxes compose to read as it is? Shards in no order are only read by key or whole."""
    if router.schema.ordered:
        return True
    return all(not (box.keys() - {GUARD}) or _is_keyed(box, router) for box in formula.boxes)


#: An exact constraint has so many boxes at most, because no limit is applied to it.
_EXACT_BOXES_MAX: Final = RANGES_MAX


def _composes_exactly(formula: Formula) -> bool:
    return len(formula.boxes) <= _EXACT_BOXES_MAX and all(_is_exact_box(box) for box in formula.boxes)


def _is_exact_box(box: Box) -> bool:
    """Are its columns leading ones, all but the last with single values, and not too many of those?"""
    columns = sorted(at for at in box if at != GUARD)
    if columns != list(range(len(columns))):
        return False
    if any(box[at].shape is FormulaShape.RANGES for at in columns[:-1]):
        return False
    several = [box[at] for at in columns if box[at].shape is FormulaShape.POINTS]
    product = 1
    for condition in several:
        product *= 1 if condition.static is None else len(condition.static.points)
    return sum(c.static is None for c in several) <= 1 and (len(several) == 1 or product <= POINTS_MAX)


def _fixed_columns(formula: Formula) -> frozenset[int]:
    if len(formula.boxes) != 1:
        return frozenset()
    return frozenset(at for at, c in formula.boxes[0].items() if c.shape is FormulaShape.SINGLE and at != GUARD)
