"""Comparisons of a key column, of rows, and of values known beforehand, IS NULL and IS DISTINCT FROM; booleans that stand alone."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any, Final

from planner.prune.constrain import formula as f
from planner.prune.constrain.comparisons import COMMUTATOR, NEGATOR, comparison
from planner.prune.constrain.constants import Known, Params, Unknown, value_of
from planner.prune.constrain.terms import FLOATS, INSTANTS, INTEGERS, Term, TermScope, same, terms_of
from planner.prune.constrain.want import RESULTS, Polarity
from planner.prune.keyspace.column_set import EMPTY, EVERYTHING, NOT_NULL, ONLY_NULL, ColumnSet
from planner.tree.bound import Call, Const, Expr, Row
from planner.tree.calendar import interval_us
from planner.tree.types import BOOL, BYTEA, INTERVAL, NAME, NUMERIC, TEXT, VARCHAR, PgType

Truth = Callable[[Params, int], bool | None]

_OPERATORS: Final[dict[str, Callable[[Any, Any], bool]]] = {
    "=": operator.eq, "<>": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
_NUMBERS: Final = frozenset({*INTEGERS, *FLOATS, NUMERIC})
_TEXTS: Final = frozenset({TEXT, VARCHAR, NAME})


def compare(name: str, left: Expr, right: Expr, want: Polarity, scope: TermScope) -> f.Formula:
    """``left <name> right``, of rows too."""
    if isinstance(left, Row) and isinstance(right, Row):
        return _compare_rows(name, left.items, right.items, want, scope)
    parts = [
        *_compare_known(name, left, right, want, scope),
        *_compare_known(COMMUTATOR[name], right, left, want, scope),
    ]
    if parts:
        return f.all_of(parts)
    first, second = value_of(left, scope.settings), value_of(right, scope.settings)
    if first is None or second is None:
        return f.ANYTHING
    return guard(_compared(name, first, second), want, (first, second))


def _compare_known(name: str, left: Expr, right: Expr, want: Polarity, scope: TermScope) -> list[f.Formula]:
    terms = terms_of(left, scope)
    known = value_of(right, scope.settings) if terms else None
    if known is None:
        return []
    return [compare_term(t, name, known, want, scope) for t in terms]


def compare_term(term: Term, name: str, known: Known, want: Polarity, scope: TermScope) -> f.Formula:
    """``term <name> known``."""
    how = comparison(term, known.type.pg, scope.settings.timezone)
    if how is None:
        return f.ANYTHING
    evaluate, negated = known.evaluate, NEGATOR[name]
    single = name == "=" and not term.steps
    return f.FormulaLeaf(
        term.column,
        lambda params, now_us: how.solve(name, evaluate(params, now_us)),
        lambda params, now_us: how.solve(negated, evaluate(params, now_us)),
        (known,),
        f"{term.column.name} {name} {known.text}",
        term.exact,
        f.FormulaShape.SINGLE if single else f.FormulaShape.RANGES,
        known if single else None,
        total=how.total,
    ).formula(want)


def _compare_rows(name: str, left: Sequence[Expr], right: Sequence[Expr], want: Polarity, scope: TermScope) -> f.Formula:
    if len(left) != len(right):
        return f.ANYTHING
    if want in (Polarity.NOT_TRUE, Polarity.NOT_FALSE):
        return f.ANYTHING
    if want is Polarity.FALSE:
        return _compare_rows(NEGATOR[name], left, right, Polarity.TRUE, scope)
    if name == "=":
        return f.all_of([compare("=", a, b, Polarity.TRUE, scope) for a, b in zip(left, right, strict=True)])
    if name == "<>":
        return f.any_of([compare("<>", a, b, Polarity.TRUE, scope) for a, b in zip(left, right, strict=True)])
    return _lexicographic(name, left, right, scope)


def _lexicographic(name: str, left: Sequence[Expr], right: Sequence[Expr], scope: TermScope) -> f.Formula:
    """(a, b) < (c, d) is a < c or (a = c and b < d); only the last column may be equal for <= and >=."""
    strict = name[0]
    branches: list[f.Formula] = []
    equal: list[f.Formula] = []
    for at, (a, b) in enumerate(zip(left, right, strict=True)):
        last = at == len(left) - 1
        branches.append(f.all_of([*equal, compare(name if last else strict, a, b, Polarity.TRUE, scope)]))
        equal.append(compare("=", a, b, Polarity.TRUE, scope))
    return f.any_of(branches)


def guard(truth: Truth | None, want: Polarity, inputs: tuple[Known, ...]) -> f.Formula:
    """A condition on known values: all rows or none."""
    if truth is None:
        return f.ANYTHING
    wanted = RESULTS[want]

    def evaluate(params: Params, now_us: int) -> ColumnSet:
        try:
            return EVERYTHING if truth(params, now_us) in wanted else EMPTY
        except (ArithmeticError, TypeError, ValueError) as error:
            raise Unknown from error

    text = " ? ".join(k.text for k in inputs)
    made = f.condition(evaluate, f"({text}) IS {want.value.upper()}", inputs, shape=f.FormulaShape.RANGES)
    return f.on_column(f.GUARD, made, exact=f.inputs_exact(inputs))


def _compared(name: str, left: Known, right: Known) -> Truth | None:
    """The truth of a comparison of two known values; None where the types are beyond this module."""
    line = _line(left.type.pg, right.type.pg)
    if line is None:
        return None
    test, a, b = _OPERATORS[name], left.evaluate, right.evaluate

    def truth(params: Params, now_us: int) -> bool | None:
        first, second = a(params, now_us), b(params, now_us)
        return None if first is None or second is None else test(line(first), line(second))

    return truth


def _line(left: PgType, right: PgType) -> Callable[[Any], Any] | None:
    """What to compare two values of these types by, so that Python's order is Postgres's."""
    if left in _NUMBERS and right in _NUMBERS and (left in FLOATS) == (right in FLOATS):
        return _number_line
    if left in _TEXTS and right in _TEXTS:
        return str.encode
    if left is not right:
        return None
    if left is INTERVAL:
        return interval_us
    return same if left in (BOOL, BYTEA) or left in INSTANTS else None


def _number_line(value: int | float | Decimal) -> tuple[bool, int | float | Decimal]:
    """NaN above everything and equal to itself."""
    return (True, 0) if value != value else (False, value)


def boolean(expr: Expr, want: Polarity, scope: TermScope) -> f.Formula:
    """A boolean column or value as a condition of its own."""
    if isinstance(expr, Const):
        return f.ALWAYS if expr.value in RESULTS[want] else f.NEVER
    known = value_of(expr, scope.settings)
    if known is not None:
        return guard(known.evaluate if known.type.pg is BOOL else None, want, (known,))
    terms = [t for t in terms_of(expr, scope) if t.type.pg is BOOL]
    return f.all_of([_flag(t, want) for t in terms]) if terms else f.ANYTHING


def _flag(term: Term, want: Polarity) -> f.Formula:
    column = term.column
    if want in (Polarity.TRUE, Polarity.FALSE):
        value = want is Polarity.TRUE
        return f.on_column(column.position, f.fixed(column.equal(value), f"{column.name} = {str(value).lower()}"), exact=term.exact)
    left_out = column.equal(want is Polarity.NOT_TRUE)
    return f.on_column(
        column.position, f.fixed(column.complement(left_out), f"{column.name} IS {want.value.upper()}"), exact=term.exact
    )


# ------------------------------------------------------------------------------------------- IS NULL, IS DISTINCT FROM


def null_test(operand: Expr, want: Polarity, scope: TermScope) -> f.Formula:
    """IS NULL is never NULL itself."""
    is_null = want in (Polarity.TRUE, Polarity.NOT_FALSE)
    if terms := terms_of(operand, scope):
        only, text = (ONLY_NULL, "IS NULL") if is_null else (NOT_NULL, "IS NOT NULL")
        return f.all_of([f.on_column(t.column.position, f.fixed(only, f"{t.column.name} {text}"), exact=t.exact) for t in terms])
    known = value_of(operand, scope.settings)
    if known is None:
        return f.ANYTHING
    evaluate = known.evaluate
    truth = Polarity.TRUE if is_null else Polarity.FALSE
    return guard(lambda params, now_us: evaluate(params, now_us) is None, truth, (known,))


def distinct_test(call: Call, want: Polarity, scope: TermScope) -> f.Formula:
    """left IS NOT DISTINCT FROM right: = that takes NULLs for equal, and is never NULL."""
    alike = want in (Polarity.TRUE, Polarity.NOT_FALSE)
    for left, right in (call.args, call.args[::-1]):
        known = value_of(right, scope.settings)
        terms = terms_of(left, scope) if known is not None else []
        if known is not None and terms:
            return f.all_of([_not_distinct(t, known, scope, alike=alike) for t in terms])
    return f.ANYTHING


def _not_distinct(term: Term, known: Known, scope: TermScope, *, alike: bool) -> f.Formula:
    how = comparison(term, known.type.pg, scope.settings.timezone)
    if how is None or (not alike and not how.is_sharp):
        return f.ANYTHING
    evaluate = known.evaluate

    def equal(params: Params, now_us: int) -> ColumnSet:
        value = evaluate(params, now_us)
        return ONLY_NULL if value is None else how.solve("=", value)

    text = f"{term.column.name} IS {'NOT ' if alike else ''}DISTINCT FROM {known.text}"
    sets = equal if alike else lambda params, now_us: term.column.complement(equal(params, now_us))
    shape = f.FormulaShape.SINGLE if alike and not how.term.steps else f.FormulaShape.RANGES
    made = f.condition(sets, text, (known,), shape=shape)
    exact = term.exact and how.is_sharp and (how.total or known.constant) and f.inputs_exact((known,))
    return f.on_column(term.column.position, made, exact=exact)
