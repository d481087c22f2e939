"""Conditions that the reader of columns looks at before it makes values: a column against a constant or a parameter, or NULL, or a
text that is like a pattern."""

from __future__ import annotations

from typing import Final, NamedTuple

from gateway.engine.keyed.stored_columns import IS_NOT_NULL, IS_NULL, LETTERS, PATTERNS, TESTS_MAX, is_tested
from gateway.engine.keyed.stored_rows import is_native
from gateway.engine.rows.expressions import Expressions, is_null_test, unnegated
from planner.rows.expressions import uncast
from planner.rows.joins import JoinSources
from planner.rows.kinds import TEXT, kind_of
from planner.tree.bound import Call, ColumnRef, Const, Expr, Param
from planner.tree.walk import columns_in, inside
from statestore import types as st
from statestore.schema import ViewSchema

_FLIPPED: Final = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
_LIKE: Final = frozenset(PATTERNS.values())
_NEGATED: Final = {
    "=": "<>", "<>": "=", "<": ">=", ">": "<=", "<=": ">", ">=": "<", "like": "not_like", "not_like": "like",
}  # fmt: skip


class Test(NamedTuple):
    """A column, what is done with it, and what it is compared with."""

    condition: Expr
    column: int
    operator: str
    given: Expr | None = None


def tests_of(sources: JoinSources, expressions: Expressions) -> list[Test]:
    """Those of the conditions that can be tests, if there is none that may fail for rows that these leave out.

    Postgres looks at conditions in the order of what they cost, which is the number of their functions: at a test first.
    """
    view, tests = sources.first.view, list[Test]()
    if view is None or sources.lookups:
        return []
    for condition in sources.conditions:
        test, is_plain = _test(condition, view), expressions.plain(condition) is not None
        # Only plain comparisons are of values of one kind.
        if test is not None and (is_plain or test.operator in _LIKE):
            tests.append(test)
        elif not is_plain and not _is_later(condition):
            return []
    return tests[:TESTS_MAX]


def _is_later(condition: Expr) -> bool:
    """Does it cost more than a test?"""
    calls = (expr for expr in inside(condition) if isinstance(expr, Call) and expr.function.schema != "syntax")
    return sum(any(True for _ in columns_in(call)) for call in calls) > 1


def _test(condition: Expr, view: ViewSchema) -> Test | None:
    call, no = unnegated(condition)
    if call is None:
        return None
    match call.args:
        case (ColumnRef(_, column),) if is_null_test(call) and is_native(view):
            return Test(condition, column, IS_NOT_NULL if no else IS_NULL)
        case (ColumnRef(_, column), pattern) if call.name in PATTERNS and call.function.operator:
            return _like(condition, column, _NEGATED[call.name] if no else call.name, uncast(pattern), view)
        case (ColumnRef(_, column), Const() | Param() as given):
            operator = call.name
        case (Const() | Param() as given, ColumnRef(_, column)):
            operator = _FLIPPED.get(call.name, call.name)
        case _:
            return None
    if operator not in LETTERS or not is_tested(view, column):
        return None
    return Test(condition, column, LETTERS[_NEGATED[operator] if no else operator], given)


def _like(condition: Expr, column: int, name: str, pattern: Expr, view: ViewSchema) -> Test | None:
    is_text = isinstance(view.columns[column].type, st.String) and kind_of(pattern.type.pg) == TEXT
    if not is_text or not isinstance(pattern, Const | Param) or not is_native(view):
        return None
    return Test(condition, column, PATTERNS[name], pattern)
