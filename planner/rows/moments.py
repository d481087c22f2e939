"""Row forms of what is done with dates and times under constants: adding intervals, and taking fields."""

from __future__ import annotations

from typing import Final

from planner.bound import Call, Const, Expr
from planner.types import DATE, INTERVAL, TIMESTAMP, TIMESTAMPTZ
from planner.values import Interval

_DAY_US: Final = 86_400_000_000
_CALENDAR: Final = frozenset({"day", "month", "year", "dow", "isodow", "doy", "quarter", "week", "isoyear"})
_CLOCK: Final = frozenset({"hour", "minute"})
#: Fields with six decimals.
_FRACTIONAL: Final = {"second": "Decimal(near({1}) % 60_000_000).scaleb(-6)", "epoch": "Decimal(near({1})).scaleb(-6)"}


def is_interval(expr: Expr) -> bool:
    """Is it a constant interval, which needs no form of its own where moment_form() takes it in?"""
    return isinstance(expr, Const) and expr.type.pg is INTERVAL


def moment_form(call: Call, *, utc: bool) -> str | None:
    """The form of a call whose constants decide it; None for all others. Days have 24 hours only where the clock is UTC."""
    if len(call.args) != 2 or (not utc and any(arg.type.pg is TIMESTAMPTZ for arg in call.args)):
        return None
    if call.function.operator:
        return _shifted(call)
    return _field(call) if call.name in ("extract", "date_part") else None


def is_whole_field(expr: Expr) -> bool:
    """Is it a field that is a whole number? All such numerics that are equal have one text."""
    if not isinstance(expr, Call) or expr.name != "extract" or not isinstance(expr.args[0], Const):
        return False
    return str(expr.args[0].value).lower() in _CALENDAR | _CLOCK


def _shifted(call: Call) -> str | None:
    moment, by = call.args
    if call.name not in ("+", "-") or moment.type.pg not in (DATE, TIMESTAMP, TIMESTAMPTZ) or not isinstance(by, Const):
        return None
    if not isinstance(by.value, Interval) or by.value.months or not _is_small(by.value):
        return None
    micros = by.value.days * _DAY_US + by.value.micros
    begin = "near_date({0}) * 86_400_000_000" if moment.type.pg is DATE else "near({0})"
    return f"near({begin} {call.name} ({micros}))"


def _is_small(interval: Interval) -> bool:
    """Infinite ones are not."""
    return all(abs(part) < 1 << 40 for part in (interval.days, interval.micros // 1000))


def _field(call: Call) -> str | None:
    unit, moment = call.args
    if not isinstance(unit, Const) or not isinstance(unit.value, str) or moment.type.pg not in (DATE, TIMESTAMP, TIMESTAMPTZ):
        return None
    name, is_date = unit.value.lower(), moment.type.pg is DATE
    number = "Decimal" if call.name == "extract" else "float"
    if name in _CALENDAR or (name in _CLOCK and not is_date):
        micros = "near_date({1}) * 86_400_000_000" if is_date else "{1}"
        return f"{number}(field({name!r}, {micros}))"
    return _FRACTIONAL.get(name) if call.name == "extract" and not is_date else None
