"""Conditions that the reader of columns looks at before it makes values: a column against a constant or a parameter, or NULL."""

from __future__ import annotations

from typing import Final, NamedTuple

from gateway.engine.keyed.stored_columns import IS_NOT_NULL, IS_NULL, LETTERS, TESTS_MAX, is_tested
from gateway.engine.keyed.stored_rows import is_native
from gateway.engine.rows.expressions import Expressions, is_null_test, unnegated
from planner.rows.joins import JoinSources
from planner.tree.bound import ColumnRef, Const, Expr, Param
from statestore.schema import ViewSchema

_FLIPPED: Final = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
_NEGATED: Final = {"=": "<>", "<>": "=", "<": ">=", ">": "<=", "<=": ">", ">=": "<"}


class Test(NamedTuple):
    """A column, what is done with it, and what it is compared with."""

    condition: Expr
    column: int
    operator: str
    given: Expr | None = None


def tests_of(sources: JoinSources, expressions: Expressions) -> list[Test]:
    """Those of the conditions that can be tests, if there is none that may fail for rows that these leave out."""
    view = sources.first.view
    if (
        view is None
        or sources.spread
        or sources.lookups
        or any(expressions.plain(condition) is None for condition in sources.conditions)
    ):
        return []
    found = (_test(condition, view) for condition in sources.conditions)
    return [test for test in found if test is not None][:TESTS_MAX]


def _test(condition: Expr, view: ViewSchema) -> Test | None:
    call, no = unnegated(condition)
    if call is None:
        return None
    match call.args:
        case (ColumnRef(_, column),) if is_null_test(call) and is_native(view):
            return Test(condition, column, IS_NOT_NULL if no else IS_NULL)
        case (ColumnRef(_, column), Const() | Param() as given):
            operator = call.name
        case (Const() | Param() as given, ColumnRef(_, column)):
            operator = _FLIPPED.get(call.name, call.name)
        case _:
            return None
    if operator not in LETTERS or not is_tested(view, column):
        return None
    return Test(condition, column, LETTERS[_NEGATED[operator] if no else operator], given)
