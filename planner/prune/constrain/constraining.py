"""The shard set and the key ranges may be too large, never too small.

`constrain_all` says of each view that a bound query reads which part of its key space can matter to the answer:

    gather      contexts: conditions that hold wherever the scan's rows matter, through joins, subqueries, WITH   (gather)
    compile     each condition → a Formula over the key columns; AND within a context, OR between contexts       (here)
    template    Formula → KeyConstraint, resolved per execution into sets of each column's values                 (template)
    compose     sets → keys and ranges → shards                                                                   (route)

`compile_formula(expr, want, scope)` covers at least the rows for which *expr* is TRUE (or FALSE, not TRUE, not FALSE: `Polarity`).
NOT is never applied to a set that may be too large: it only changes what is wanted of its operand, so every branch has to be right
for "at least these rows" and nothing else. What a branch does not understand is ANYTHING.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from planner.prune.constrain.arrays import any_all
from planner.prune.constrain.comparisons import NEGATOR
from planner.prune.constrain.contexts import NO_CONTEXT, ConditionContext, Said, flattened, names_in, said_by
from planner.prune.constrain.formula import ALWAYS, ANYTHING, Formula, all_of, any_of
from planner.prune.constrain.gather import gather
from planner.prune.constrain.lists import in_list, in_values_query
from planner.prune.constrain.operators import boolean, compare, distinct_test, null_test
from planner.prune.constrain.template import KeyConstraint
from planner.prune.constrain.terms import TermScope
from planner.prune.constrain.texts import like_test, starts_with_test
from planner.prune.constrain.want import NEGATED, OPPOSITE, Polarity
from planner.prune.route.router import Router, router
from planner.tree.bound import AnyAll, BoundQuery, Call, Expr, InList, Scan, Select, Subquery
from planner.tree.query_plan import PlanSettings
from planner.tree.types import TEXT, VARCHAR
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


# ------------------------------------------------------------------------------------------------------- one condition

_PREFIX_FUNCTIONS: Final = frozenset({"starts_with", "^@"})
_LIKE: Final = {"like": False, "~~": False, "not_like": True, "!~~": True}


def compile_formula(expr: Expr, want: Polarity, scope: TermScope) -> Formula:
    """The part of the key space in which *expr* may be what is wanted; see the module."""
    match expr:
        case Call():
            return _call(expr, want, scope)
        case InList(operand, items, negated):
            return in_list(operand, items, NEGATED[want] if negated else want, scope)
        case AnyAll():
            return any_all(expr, want, scope)
        case Subquery():
            return in_values_query(expr, want, scope)
    return boolean(expr, want, scope)


def _call(call: Call, want: Polarity, scope: TermScope) -> Formula:
    name = call.name
    match name:
        case "and" | "or":
            parts = [compile_formula(a, want, scope) for a in flattened(call.args, name)]
            conjunctive = (name == "and") == (want in (Polarity.TRUE, Polarity.NOT_FALSE))
            return all_of(parts) if conjunctive else any_of(parts)
        case "not":
            return compile_formula(call.args[0], NEGATED[want], scope)
        case "is_true" | "is_false":
            return _is_truth(call.args[0], want, scope, Polarity.TRUE if name == "is_true" else Polarity.FALSE)
        case "is_null" | "is_unknown":
            return null_test(call.args[0], want, scope)
        case "is_distinct" | "is_not_distinct":
            return distinct_test(call, NEGATED[want] if name == "is_distinct" else want, scope)
    if name in NEGATOR and len(call.args) == 2:
        return compare(name, call.args[0], call.args[1], want, scope)
    if name in _LIKE and call.args[0].type.pg in (TEXT, VARCHAR):
        return like_test(call, NEGATED[want] if _LIKE[name] else want, scope)
    if name in _PREFIX_FUNCTIONS:
        return starts_with_test(call, want, scope)
    return boolean(call, want, scope)


def _is_truth(operand: Expr, want: Polarity, scope: TermScope, asked: Polarity) -> Formula:
    """x IS TRUE, x IS FALSE: two-valued, so FALSE and NOT TRUE are the same."""
    holds = want in (Polarity.TRUE, Polarity.NOT_FALSE)
    return compile_formula(operand, asked if holds else OPPOSITE[asked], scope)
