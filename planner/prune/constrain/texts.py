"""LIKE 'prefix%', starts_with and ^@."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from planner.prune.constrain.constants import Known, Params, Unknown, value_of
from planner.prune.constrain.formula import ANYTHING, Formula, FormulaLeaf, all_of
from planner.prune.constrain.terms import Term, TermScope, terms_of
from planner.prune.constrain.want import Polarity
from planner.prune.keyspace.column_set import EMPTY, NOT_NULL, TOP, ColumnSet, intersection, span
from planner.prune.keyspace.key_column import KeyColumn
from planner.tree.bound import Call, Expr
from planner.tree.types import TEXT, VARCHAR
from statestore.keys import successor


def like_test(call: Call, want: Polarity, scope: TermScope) -> Formula:
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


#: The texts that a condition lets through, and whether it is exactly those; None where it is NULL.
_Found = tuple[ColumnSet, bool] | None


def _text_leaf(
    column: KeyColumn, of: Callable[[Params, int], _Found], inputs: tuple[Known, ...], text: str, *, exact: bool
) -> FormulaLeaf:
    def true(params: Params, now_us: int) -> ColumnSet:
        found = of(params, now_us)
        return EMPTY if found is None else found[0]

    def false(params: Params, now_us: int) -> ColumnSet:
        found = of(params, now_us)
        if found is None:
            return EMPTY
        return intersection(NOT_NULL, column.complement(found[0])) if found[1] else NOT_NULL

    return FormulaLeaf(column, true, false, inputs, text, exact)


def _like_leaf(term: Term, known: Known, mark: Known | None, want: Polarity) -> Formula:
    inputs = (known,) if mark is None else (known, mark)
    column, pattern_of = term.column, known.evaluate
    escape_of = (lambda params, now_us: DEFAULT_ESCAPE) if mark is None else mark.evaluate

    def found(params: Params, now_us: int) -> _Found:
        pattern, escape = pattern_of(params, now_us), escape_of(params, now_us)
        if pattern is None or escape is None:
            return None
        read = read_pattern(pattern, escape)
        return column.equal(read.prefix) if read.whole else starting_with(column, read.prefix), read.exact

    exact = term.exact and _is_plain_prefix(inputs)
    return _text_leaf(column, found, inputs, f"{column.name} ~~ {known.text}", exact=exact).formula(want)


def _is_plain_prefix(inputs: Sequence[Known]) -> bool:
    if not all(k.constant for k in inputs):
        return False
    try:
        values = [k.evaluate((), 0) for k in inputs]
        return None in values or read_pattern(*values).exact
    except Unknown:
        return False


def starts_with_test(call: Call, want: Polarity, scope: TermScope) -> Formula:
    """``starts_with(column, prefix)`` and ``column ^@ prefix``."""
    terms = terms_of(call.args[0], scope)
    known = value_of(call.args[1], scope.settings) if terms else None
    if known is None:
        return ANYTHING
    return all_of([_prefix_leaf(t, known).formula(want) for t in terms if t.type.pg in (TEXT, VARCHAR)])


def _prefix_leaf(term: Term, known: Known) -> FormulaLeaf:
    column, evaluate = term.column, known.evaluate

    def found(params: Params, now_us: int) -> _Found:
        prefix = evaluate(params, now_us)
        return None if prefix is None else (starting_with(column, prefix), True)

    return _text_leaf(column, found, (known,), f"{column.name} ^@ {known.text}", exact=term.exact)


# ------------------------------------------------------------------------------------------------------------ patterns

DEFAULT_ESCAPE: Final = "\\"


@dataclass(frozen=True, slots=True)
class Pattern:
    """Matching texts start with *prefix*. *whole*: they are it; *open_end*: whatever starts with it matches."""

    prefix: str
    whole: bool
    open_end: bool

    @property
    def exact(self) -> bool:
        """Is a point or a range of texts exactly what matches?"""
        return self.whole or self.open_end


def read_pattern(pattern: str, escape: str = DEFAULT_ESCAPE) -> Pattern:
    """The pattern's fixed start. *escape* is one character, or empty for none. Raises Unknown for a pattern that is an error."""
    if len(escape) > 1:
        raise Unknown
    prefix: list[str] = []
    at = 0
    while at < len(pattern):
        character = pattern[at]
        if character == escape:
            at += 1
            if at == len(pattern):
                raise Unknown
            prefix.append(pattern[at])
        elif character in "%_":
            return Pattern("".join(prefix), whole=False, open_end=not pattern[at:].strip("%"))
        else:
            prefix.append(character)
        at += 1
    return Pattern("".join(prefix), whole=True, open_end=False)


def starting_with(column: KeyColumn, prefix: str) -> ColumnSet:
    """Every text that starts with *prefix*."""
    if not prefix:
        return NOT_NULL
    # Without its terminator a text's bytes are the start of the bytes of every longer text.
    start = column.encode(prefix)[:-1]
    return span(start, successor(start) or TOP)
