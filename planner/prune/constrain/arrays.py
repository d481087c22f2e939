"""operator ANY (array) and operator ALL (array)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from planner.prune.constrain.comparisons import NEGATOR, Comparison, comparison
from planner.prune.constrain.constants import Known, Params, value_of
from planner.prune.constrain.formula import ANYTHING, Formula, FormulaLeaf, FormulaShape, all_of
from planner.prune.constrain.lists import in_list
from planner.prune.constrain.terms import Term, TermScope, terms_of
from planner.prune.constrain.want import Polarity
from planner.prune.keyspace.column_set import EMPTY, EVERYTHING, ColumnSet
from planner.tree.bound import AnyAll, ArrayExpr


def any_all(expr: AnyAll, want: Polarity, scope: TermScope) -> Formula:
    """``operand <operator> ANY|ALL (array)``."""
    name = expr.function.name
    if name not in NEGATOR:
        return ANYTHING
    if isinstance(expr.array, ArrayExpr) and not expr.all and name == "=":
        return in_list(expr.operand, expr.array.items, want, scope)
    terms = terms_of(expr.operand, scope)
    known = value_of(expr.array, scope.settings) if terms else None
    if known is None:
        return ANYTHING
    return all_of([_array_test(t, expr, known, want, scope) for t in terms])


def _array_test(term: Term, expr: AnyAll, known: Known, want: Polarity, scope: TermScope) -> Formula:
    element, name = known.type.pg.element, expr.function.name
    how = comparison(term, element, scope.settings.timezone) if element is not None else None
    if how is None:
        return ANYTHING
    leaf = _all_leaf if expr.all else _any_leaf
    return leaf(term, how, name, known, f"{term.column.name} {name} {'ALL' if expr.all else 'ANY'} ({known.text})").formula(want)


def _elements(known: Known) -> Callable[[Params, int], list[Any] | None]:
    """The array's elements, those of inner arrays too; None for NULL."""
    evaluate = known.evaluate

    def elements(params: Params, now_us: int) -> list[Any] | None:
        value = evaluate(params, now_us)
        return None if value is None else list(_flat(value))

    return elements


def _flat(values: Sequence[Any]) -> list[Any]:
    if not any(isinstance(v, list) for v in values):
        return list(values)
    return [inner for v in values for inner in (_flat(v) if isinstance(v, list) else [v])]


def _any_leaf(term: Term, how: Comparison, name: str, known: Known, text: str) -> FormulaLeaf:
    elements, negated = _elements(known), NEGATOR[name]

    def true(params: Params, now_us: int) -> ColumnSet:
        return how.solve_any(name, elements(params, now_us) or ())

    def false(params: Params, now_us: int) -> ColumnSet:
        values = elements(params, now_us)
        found = EMPTY if values is None else how.solve_all(negated, values)
        return EVERYTHING if found is None else found

    if name != "=" or term.steps:
        return FormulaLeaf(term.column, true, false, (known,), text, term.exact, total=how.total)
    assert known.type.pg.element is not None, "it is an array"
    of = replace(known.type, pg=known.type.pg.element)
    values = Known(lambda params, now_us: elements(params, now_us) or [], of, known.text, timeless=known.timeless)
    return FormulaLeaf(term.column, true, false, (known,), text, term.exact, FormulaShape.POINTS, values=values, total=how.total)


def _all_leaf(term: Term, how: Comparison, name: str, known: Known, text: str) -> FormulaLeaf:
    elements, negated = _elements(known), NEGATOR[name]

    def true(params: Params, now_us: int) -> ColumnSet:
        values = elements(params, now_us)
        found = EMPTY if values is None else how.solve_all(name, values)
        return EVERYTHING if found is None else found

    def false(params: Params, now_us: int) -> ColumnSet:
        return how.solve_any(negated, elements(params, now_us) or ())

    return FormulaLeaf(term.column, true, false, (known,), text, term.exact, total=how.total)
