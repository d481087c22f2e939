"""IS NULL and IS [NOT] DISTINCT FROM."""

from __future__ import annotations

from planner.prune.constrain import guards
from planner.prune.constrain.comparisons import comparison
from planner.prune.constrain.condition import Shape, condition, fixed
from planner.prune.constrain.constants import Known, Params, value_of
from planner.prune.constrain.formula import ANYTHING, Formula, all_of, on_column
from planner.prune.constrain.leaf import inputs_exact
from planner.prune.constrain.operators import guard
from planner.prune.constrain.terms import Scope, Term, terms_of
from planner.prune.constrain.want import Want
from planner.prune.keyspace.column_set import NOT_NULL, ONLY_NULL, ColumnSet
from planner.tree.bound import Call, Expr


def null_test(operand: Expr, want: Want, scope: Scope) -> Formula:
    """IS NULL is never NULL itself."""
    is_null = want in (Want.TRUE, Want.NOT_FALSE)
    if terms := terms_of(operand, scope):
        only, text = (ONLY_NULL, "IS NULL") if is_null else (NOT_NULL, "IS NOT NULL")
        return all_of([on_column(t.column.position, fixed(only, f"{t.column.name} {text}"), exact=t.exact) for t in terms])
    known = value_of(operand, scope.settings)
    if known is None:
        return ANYTHING
    return guard(guards.is_null(known), Want.TRUE if is_null else Want.FALSE, (known,))


def distinct_test(call: Call, want: Want, scope: Scope) -> Formula:
    """left IS NOT DISTINCT FROM right: = that takes NULLs for equal, and is never NULL."""
    same = want in (Want.TRUE, Want.NOT_FALSE)
    for left, right in (call.args, call.args[::-1]):
        known = value_of(right, scope.settings)
        terms = terms_of(left, scope) if known is not None else []
        if known is not None and terms:
            return all_of([_not_distinct(t, known, scope, same=same) for t in terms])
    return ANYTHING


def _not_distinct(term: Term, known: Known, scope: Scope, *, same: bool) -> Formula:
    how = comparison(term, known.type.pg, scope.settings.timezone)
    if how is None or (not same and not how.is_sharp):
        return ANYTHING
    evaluate = known.evaluate

    def equal(params: Params, now_us: int) -> ColumnSet:
        value = evaluate(params, now_us)
        return ONLY_NULL if value is None else how.solve("=", value)

    text = f"{term.column.name} IS {'NOT ' if same else ''}DISTINCT FROM {known.text}"
    sets = equal if same else lambda params, now_us: term.column.complement(equal(params, now_us))
    shape = Shape.SINGLE if same and not how.term.steps else Shape.RANGES
    made = condition(sets, text, (known,), shape=shape)
    return on_column(term.column.position, made, exact=how.is_sharp and (how.total or known.constant) and inputs_exact((known,)))
