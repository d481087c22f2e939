"""LIKE 'prefix%', starts_with and ^@."""

from __future__ import annotations

from collections.abc import Sequence

from planner.prune.constrain.constants import Known, Params, Unknown, value_of
from planner.prune.constrain.formula import ANYTHING, Formula, FormulaLeaf, all_of
from planner.prune.constrain.patterns import DEFAULT_ESCAPE, matching, read_pattern, starting_with
from planner.prune.constrain.terms import Term, TermScope, terms_of
from planner.prune.constrain.want import Want
from planner.prune.keyspace.column_set import EMPTY, NOT_NULL, ColumnSet, intersection
from planner.tree.bound import Call, Expr
from planner.tree.types import TEXT, VARCHAR


def like_test(call: Call, want: Want, scope: TermScope) -> Formula:
    """``column LIKE pattern [ESCAPE character]``."""
    terms = terms_of(call.args[0], scope)
    pattern, escape = _pattern_parts(call)
    known = value_of(pattern, scope.settings) if terms else None
    mark = None if escape is None else value_of(escape, scope.settings)
    if known is None or (escape is not None and mark is None):
        return ANYTHING
    return all_of([_like_leaf(t, known, mark, want) for t in terms])


def _pattern_parts(call: Call) -> tuple[Expr, Expr | None]:
    """pattern [ESCAPE character], the latter as a third argument or as Postgres's like_escape."""
    pattern = call.args[1]
    if len(call.args) > 2:
        return pattern, call.args[2]
    if isinstance(pattern, Call) and pattern.name == "like_escape":
        return pattern.args[0], pattern.args[1]
    return pattern, None


def _like_leaf(term: Term, known: Known, mark: Known | None, want: Want) -> Formula:
    inputs = (known,) if mark is None else (known, mark)
    column, pattern_of = term.column, known.evaluate
    escape_of = (lambda params, now_us: DEFAULT_ESCAPE) if mark is None else mark.evaluate

    def true(params: Params, now_us: int) -> ColumnSet:
        pattern, escape = pattern_of(params, now_us), escape_of(params, now_us)
        return EMPTY if pattern is None or escape is None else matching(column, read_pattern(pattern, escape))

    def false(params: Params, now_us: int) -> ColumnSet:
        pattern, escape = pattern_of(params, now_us), escape_of(params, now_us)
        if pattern is None or escape is None:
            return EMPTY
        found = read_pattern(pattern, escape)
        return intersection(NOT_NULL, column.complement(matching(column, found))) if found.exact else NOT_NULL

    exact = term.exact and _is_plain_prefix(inputs)
    return FormulaLeaf(column, true, false, inputs, f"{column.name} ~~ {known.text}", exact).formula(want)


def _is_plain_prefix(inputs: Sequence[Known]) -> bool:
    if not all(k.constant for k in inputs):
        return False
    try:
        values = [k.evaluate((), 0) for k in inputs]
        return None in values or read_pattern(*values).exact
    except Unknown:
        return False


def starts_with_test(call: Call, want: Want, scope: TermScope) -> Formula:
    """``starts_with(column, prefix)`` and ``column ^@ prefix``."""
    terms = terms_of(call.args[0], scope)
    known = value_of(call.args[1], scope.settings) if terms else None
    if known is None:
        return ANYTHING
    return all_of([_prefix_leaf(t, known).formula(want) for t in terms if t.type.pg in (TEXT, VARCHAR)])


def _prefix_leaf(term: Term, known: Known) -> FormulaLeaf:
    column, evaluate = term.column, known.evaluate

    def true(params: Params, now_us: int) -> ColumnSet:
        prefix = evaluate(params, now_us)
        return EMPTY if prefix is None else starting_with(column, prefix)

    def false(params: Params, now_us: int) -> ColumnSet:
        prefix = evaluate(params, now_us)
        return EMPTY if prefix is None else intersection(NOT_NULL, column.complement(starting_with(column, prefix)))

    return FormulaLeaf(column, true, false, (known,), f"{column.name} ^@ {known.text}", term.exact)
