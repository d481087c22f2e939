"""From a bound condition to a Formula over one view's key columns.

`compile_formula(expr, want, scope)` covers at least the rows for which *expr* is TRUE (or FALSE, not TRUE, not FALSE: `Polarity`).
NOT is never applied to a set that may be too large: it only changes what is wanted of its operand, so every branch has to be right
for "at least these rows" and nothing else. What a branch does not understand is ANYTHING.
"""

from __future__ import annotations

from typing import Final

from planner.prune.constrain.arrays import any_all
from planner.prune.constrain.comparisons import NEGATOR
from planner.prune.constrain.conjuncts import flattened
from planner.prune.constrain.formula import Formula, all_of, any_of
from planner.prune.constrain.lists import in_list, in_values_query
from planner.prune.constrain.operators import boolean, compare, distinct_test, null_test
from planner.prune.constrain.terms import TermScope
from planner.prune.constrain.texts import like_test, starts_with_test
from planner.prune.constrain.want import NEGATED, OPPOSITE, Polarity
from planner.tree.bound import AnyAll, Call, Expr, InList, Subquery
from planner.tree.types import TEXT, VARCHAR

_PREFIX_FUNCTIONS: Final = frozenset({"starts_with", "^@"})
_LIKE: Final = {"like": False, "~~": False, "not_like": True, "!~~": True}


def compile_formula(expr: Expr, want: Polarity, scope: TermScope) -> Formula:
    """See the module."""
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
