"""'now', 'today', 'tomorrow' and 'yesterday' as dates and timestamps: what they are is only known when the statement runs."""

from __future__ import annotations

from typing import Final

from planner.postgres.bind.logic import operation
from planner.postgres.bind.resolution import resolve_function
from planner.tree.bound import Call, Cast, Const, Expr
from planner.tree.types import DATE, INT4, TIMESTAMP, TIMESTAMPTZ, SqlType

#: Days from today.
_DAYS: Final = {"yesterday": -1, "today": 0, "tomorrow": 1}
_TYPES: Final = (DATE, TIMESTAMP, TIMESTAMPTZ)


def moment_of_word(text: str, target: SqlType) -> Expr | None:
    """The expression that the literal *text* stands for as *target*; None if it is no such word."""
    word = text.strip().lower()
    if target.pg not in _TYPES or (word != "now" and word not in _DAYS):
        return None
    now = Call(resolve_function("now", "pg_catalog", []).function, (), SqlType(TIMESTAMPTZ))
    if word == "now":
        return now if target == now.type else Cast(now, target, implicit=True)
    day: Expr = Cast(now, SqlType(DATE), implicit=True)
    if _DAYS[word]:
        day = operation("+", day, Const(_DAYS[word], SqlType(INT4)))
    return day if target == day.type else Cast(day, target, implicit=True)
