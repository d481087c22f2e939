"""The shard set and the key ranges may be too large, never too small.

`constrain_all` says of each view that a bound query reads which part of its key space can matter to the answer:

    gather      contexts: conditions that hold wherever the scan's rows matter, through joins, subqueries, WITH   (gather)
    compile     each condition → a Formula over the key columns; AND within a context, OR between contexts       (compile)
    template    Formula → KeyConstraint, resolved per execution into sets of each column's values                 (template)
    compose     sets → keys and ranges → shards                                                                   (route)
"""

from __future__ import annotations

from collections.abc import Iterator

from planner.prune.constrain.compile import compile_formula
from planner.prune.constrain.contexts import NO_CONTEXT, ConditionContext, Said, names_in, said_by
from planner.prune.constrain.formula import ALWAYS, ANYTHING, Formula, all_of, any_of
from planner.prune.constrain.gather import gather
from planner.prune.constrain.template import KeyConstraint
from planner.prune.constrain.terms import TermScope
from planner.prune.constrain.want import Polarity
from planner.prune.route.router import Router, router
from planner.tree.bound import BoundQuery, Expr, Scan, Select
from planner.tree.query_plan import PlanSettings
from statestore.schema import ViewSchema

_DEFAULT_SETTINGS = PlanSettings()


class Constraints:
    """The constraints of all scans of one statement, each made when it is asked for."""

    def __init__(self, bound: BoundQuery, settings: PlanSettings = _DEFAULT_SETTINGS) -> None:
        self._bound = bound
        self._settings = settings
        self._gathered = gather(bound)
        self._made: dict[int, KeyConstraint] = {}
        #: By the ids of conditions, which several contexts share.
        self._said: dict[int, Said] = {}

    def of(self, scan: Scan) -> KeyConstraint:
        """What the statement says about the key of the view that *scan* reads."""
        if scan.source not in self._made:
            self._made[scan.source] = self._of(scan)
        return self._made[scan.source]

    def _of(self, scan: Scan) -> KeyConstraint:
        route = router(view_of(scan))
        contexts = self._gathered.contexts.get(scan.source, ())
        formula = any_of([self._formula(scan, route, c) for c in contexts]) if contexts else ALWAYS
        return KeyConstraint(formula, route, self._settings, exact_allowed=_is_whole_from(self._bound, scan))

    def selects_over(self, scan: Scan) -> Iterator[Select]:
        """The SELECTs around a scan, from the inside out, as long as each one's FROM is nothing but the one before, or the scan."""
        source: int | None = scan.source
        while source is not None and (select := self._gathered.selects.get(source)) is not None:
            yield select
            source = self._gathered.derived.get(source)

    def of_where(self, scan: Scan, select: Select) -> KeyConstraint:
        """What the WHERE of the SELECT whose FROM is *scan* says, by itself."""
        route = router(view_of(scan))
        context = NO_CONTEXT.where([] if select.where is None else [select.where])
        return KeyConstraint(self._formula(scan, route, context), route, self._settings)

    def _formula(self, scan: Scan, route: Router, context: ConditionContext) -> Formula:
        columns = {c.ordinal: c for c in route.columns}
        said = [self._said_by(condition) for condition in context.conditions]
        names = names_in(said, context, scan.source, columns)
        scope = TermScope(scan.source, columns, names, self._settings)
        known = {(scan.source, ordinal) for ordinal in columns} | names.keys()
        about = [one.condition for one in said if one.mentioned is None or not one.mentioned.isdisjoint(known)]
        rest = [ANYTHING] * (len(about) < len(said))
        return all_of([*rest, *(compile_formula(condition, Polarity.TRUE, scope) for condition in about)])

    def _said_by(self, condition: Expr) -> Said:
        said = self._said.get(id(condition))
        if said is None:
            said = self._said[id(condition)] = said_by(condition)
        return said


def constrain(bound: BoundQuery, scan: Scan, settings: PlanSettings = _DEFAULT_SETTINGS) -> KeyConstraint:
    """What the statement says about the key of the view that *scan* reads."""
    return Constraints(bound, settings).of(scan)


def view_of(scan: Scan) -> ViewSchema:
    """The view that a scan reads. Raises ValueError where it reads none."""
    if scan.relation.view is None:
        raise ValueError(f"{scan.relation.name} is no view")
    return scan.relation.view


def _is_whole_from(bound: BoundQuery, scan: Scan) -> bool:
    """Is the scan all that the statement's FROM consists of? Only then can its KeySet be the WHERE."""
    return isinstance(bound.query, Select) and bound.query.from_ is scan
