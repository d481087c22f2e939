"""Comparisons of a key column, of rows, and of values known beforehand, IS NULL and IS DISTINCT FROM; booleans that stand alone."""

from __future__ import annotations

from collections.abc import Sequence

from planner.prune.constrain import guards
from planner.prune.constrain.comparisons import COMMUTATOR, NEGATOR, comparison
from planner.prune.constrain.constants import Known, Params, Unknown, value_of
from planner.prune.constrain.formula import (
    ALWAYS,
    ANYTHING,
    GUARD,
    NEVER,
    Formula,
    FormulaLeaf,
    FormulaShape,
    all_of,
    any_of,
    condition,
    fixed,
    inputs_exact,
    on_column,
)
from planner.prune.constrain.terms import Term, TermScope, terms_of
from planner.prune.constrain.want import Want
from planner.prune.keyspace.column_set import EMPTY, EVERYTHING, NOT_NULL, ONLY_NULL, ColumnSet
from planner.tree.bound import Call, Const, Expr, Row
from planner.tree.types import BOOL


def compare(name: str, left: Expr, right: Expr, want: Want, scope: TermScope) -> Formula:
    """``left <name> right``, of rows too."""
    if isinstance(left, Row) and isinstance(right, Row):
        return _compare_rows(name, left.items, right.items, want, scope)
    parts = [
        *_compare_known(name, left, right, want, scope),
        *_compare_known(COMMUTATOR[name], right, left, want, scope),
    ]
    if parts:
        return all_of(parts)
    first, second = value_of(left, scope.settings), value_of(right, scope.settings)
    if first is None or second is None:
        return ANYTHING
    return guard(guards.compared(name, first, second), want, (first, second))


def _compare_known(name: str, left: Expr, right: Expr, want: Want, scope: TermScope) -> list[Formula]:
    terms = terms_of(left, scope)
    known = value_of(right, scope.settings) if terms else None
    if known is None:
        return []
    return [compare_term(t, name, known, want, scope) for t in terms]


def compare_term(term: Term, name: str, known: Known, want: Want, scope: TermScope) -> Formula:
    """``term <name> known``."""
    how = comparison(term, known.type.pg, scope.settings.timezone)
    if how is None:
        return ANYTHING
    evaluate, negated = known.evaluate, NEGATOR[name]
    single = name == "=" and not term.steps
    return FormulaLeaf(
        term.column,
        lambda params, now_us: how.solve(name, evaluate(params, now_us)),
        lambda params, now_us: how.solve(negated, evaluate(params, now_us)),
        (known,),
        f"{term.column.name} {name} {known.text}",
        term.exact,
        FormulaShape.SINGLE if single else FormulaShape.RANGES,
        known if single else None,
        total=how.total,
    ).formula(want)


def _compare_rows(name: str, left: Sequence[Expr], right: Sequence[Expr], want: Want, scope: TermScope) -> Formula:
    if len(left) != len(right):
        return ANYTHING
    if want in (Want.NOT_TRUE, Want.NOT_FALSE):
        return ANYTHING
    if want is Want.FALSE:
        return _compare_rows(NEGATOR[name], left, right, Want.TRUE, scope)
    if name == "=":
        return all_of([compare("=", a, b, Want.TRUE, scope) for a, b in zip(left, right, strict=True)])
    if name == "<>":
        return any_of([compare("<>", a, b, Want.TRUE, scope) for a, b in zip(left, right, strict=True)])
    return _lexicographic(name, left, right, scope)


def _lexicographic(name: str, left: Sequence[Expr], right: Sequence[Expr], scope: TermScope) -> Formula:
    """(a, b) < (c, d) is a < c or (a = c and b < d); only the last column may be equal for <= and >=."""
    strict = name[0]
    branches: list[Formula] = []
    equal: list[Formula] = []
    for at, (a, b) in enumerate(zip(left, right, strict=True)):
        last = at == len(left) - 1
        branches.append(all_of([*equal, compare(name if last else strict, a, b, Want.TRUE, scope)]))
        equal.append(compare("=", a, b, Want.TRUE, scope))
    return any_of(branches)


def guard(truth: guards.Truth | None, want: Want, inputs: tuple[Known, ...]) -> Formula:
    """A condition on known values: all rows or none."""
    if truth is None:
        return ANYTHING
    wanted = {Want.TRUE: (True,), Want.FALSE: (False,), Want.NOT_TRUE: (False, None), Want.NOT_FALSE: (True, None)}[want]

    def evaluate(params: Params, now_us: int) -> ColumnSet:
        try:
            return EVERYTHING if truth(params, now_us) in wanted else EMPTY
        except (ArithmeticError, TypeError, ValueError) as error:
            raise Unknown from error

    text = " ? ".join(k.text for k in inputs)
    made = condition(evaluate, f"({text}) IS {want.value.upper()}", inputs, shape=FormulaShape.RANGES)
    return on_column(GUARD, made, exact=inputs_exact(inputs))


def boolean(expr: Expr, want: Want, scope: TermScope) -> Formula:
    """A boolean column or value as a condition of its own."""
    if isinstance(expr, Const):
        holds = {Want.TRUE: (True,), Want.FALSE: (False,), Want.NOT_TRUE: (False, None), Want.NOT_FALSE: (True, None)}[want]
        return ALWAYS if expr.value in holds else NEVER
    known = value_of(expr, scope.settings)
    if known is not None:
        return guard(guards.as_truth(known), want, (known,))
    terms = [t for t in terms_of(expr, scope) if t.type.pg is BOOL]
    return all_of([_flag(t, want) for t in terms]) if terms else ANYTHING


def _flag(term: Term, want: Want) -> Formula:
    column = term.column
    if want in (Want.TRUE, Want.FALSE):
        value = want is Want.TRUE
        return on_column(column.position, fixed(column.equal(value), f"{column.name} = {str(value).lower()}"), exact=term.exact)
    left_out = column.equal(want is Want.NOT_TRUE)
    return on_column(
        column.position, fixed(column.complement(left_out), f"{column.name} IS {want.value.upper()}"), exact=term.exact
    )


# ------------------------------------------------------------------------------------------- IS NULL, IS DISTINCT FROM


def null_test(operand: Expr, want: Want, scope: TermScope) -> Formula:
    """IS NULL is never NULL itself."""
    is_null = want in (Want.TRUE, Want.NOT_FALSE)
    if terms := terms_of(operand, scope):
        only, text = (ONLY_NULL, "IS NULL") if is_null else (NOT_NULL, "IS NOT NULL")
        return all_of([on_column(t.column.position, fixed(only, f"{t.column.name} {text}"), exact=t.exact) for t in terms])
    known = value_of(operand, scope.settings)
    if known is None:
        return ANYTHING
    return guard(guards.is_null(known), Want.TRUE if is_null else Want.FALSE, (known,))


def distinct_test(call: Call, want: Want, scope: TermScope) -> Formula:
    """left IS NOT DISTINCT FROM right: = that takes NULLs for equal, and is never NULL."""
    same = want in (Want.TRUE, Want.NOT_FALSE)
    for left, right in (call.args, call.args[::-1]):
        known = value_of(right, scope.settings)
        terms = terms_of(left, scope) if known is not None else []
        if known is not None and terms:
            return all_of([_not_distinct(t, known, scope, same=same) for t in terms])
    return ANYTHING


def _not_distinct(term: Term, known: Known, scope: TermScope, *, same: bool) -> Formula:
    how = comparison(term, known.type.pg, scope.settings.timezone)
    if how is None or (not same and not how.is_sharp):
        return ANYTHING
    evaluate = known.evaluate

    def equal(params: Params, now_us: int) -> ColumnSet:
        value = evaluate(params, now_us)
        return ONLY_NULL if value is None else how.solve("=", value)

    text = f"{term.column.name} IS {'NOT ' if same else ''}DISTINCT FROM {known.text}"
    sets = equal if same else lambda params, now_us: term.column.complement(equal(params, now_us))
    shape = FormulaShape.SINGLE if same and not how.term.steps else FormulaShape.RANGES
    made = condition(sets, text, (known,), shape=shape)
    return on_column(term.column.position, made, exact=how.is_sharp and (how.total or known.constant) and inputs_exact((known,)))
