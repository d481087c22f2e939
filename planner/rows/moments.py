"""Row forms of what is done with dates and times under constants: adding intervals, and taking fields."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planner.postgres.functions.comparison import SYMBOLS
from planner.postgres.functions.extract import FIELD_ALIASES
from planner.rows.casts import cast_form
from planner.rows.forms import comparison
from planner.rows.kinds import kind_of, local_form, session
from planner.rows.local_times import CLOCK_UNITS, INTERVAL_FIELDS, is_small
from planner.tree.bound import Call, Const, Expr
from planner.tree.calendar import DAY_US, FIXED_UNITS, HOUR_US, MINUTE_US, UNITS
from planner.tree.query_plan import PlanSettings
from planner.tree.types import DATE, INTERVAL, TIMESTAMP, TIMESTAMPTZ, PgType, SqlType
from planner.tree.values import Interval

_CALENDAR: Final = frozenset({"day", "month", "year", "dow", "isodow", "doy", "quarter", "week", "isoyear"})
_CLOCK: Final = {"hour": (HOUR_US, 24), "minute": (MINUTE_US, 60)}
_MOMENTS: Final = (DATE, TIMESTAMP, TIMESTAMPTZ)


def moment_form(call: Call, settings: PlanSettings) -> str | None:
    """The form of a call whose constants, or number of arguments, decide it; None for all others."""
    if call.name == "make_interval":
        return f"made_interval([{', '.join(f'{{{at}}}' for at in range(len(call.args)))}])"
    if len(call.args) != 2:
        return None
    if call.function.operator:
        return _compared(call, settings) if call.name in SYMBOLS else _shifted(call, settings)
    if call.name == "date_trunc":
        return _truncated(call, settings)
    return _field(call, settings) if call.name in ("extract", "date_part") else None


def compared_as(types: Sequence[PgType]) -> PgType | None:
    """What two moments of different types are compared as; None for all else."""
    if len(set(types)) != 2 or not all(pg in _MOMENTS for pg in types):
        return None
    return max(types, key=_MOMENTS.index)


def _compared(call: Call, settings: PlanSettings) -> str | None:
    types = [arg.type.pg for arg in call.args]
    target = compared_as(types)
    if target is None:
        return None
    left, right = (cast_form(SqlType(pg), SqlType(target), settings) for pg in types)
    form = comparison(call.name, kind_of(target), kind_of(target))
    if left is None or right is None or form is None:
        return None
    return form.replace("{0}", f"({left})").replace("{1}", f"({right.replace('{0}', '{1}')})")


def is_whole_field(expr: Expr) -> bool:
    """Is it a field that is a whole number? All such numerics that are equal have one text."""
    if not isinstance(expr, Call) or expr.name != "extract" or not isinstance(expr.args[0], Const):
        return False
    return _name(expr.args[0].value) in _CALENDAR | _CLOCK.keys()


def seconds_scale(call: Call) -> int | None:
    """The number of fraction digits of a field that counts seconds; None of others."""
    unit, moment = call.args
    name = _name(unit.value) if isinstance(unit, Const) else ""
    return 6 if name in ("epoch", "second") and moment.type.pg in (TIMESTAMP, TIMESTAMPTZ, INTERVAL) else None


def _name(unit: object) -> str:
    word = str(unit).lower()
    return FIELD_ALIASES.get(word, word)


def _shifted(call: Call, settings: PlanSettings) -> str | None:
    """Months and days by the calendar of the zone, the rest by the clock. UTC's days have 24 hours."""
    moment, by = call.args
    first, second, pg = "{0}", "{1}", moment.type.pg
    if pg is INTERVAL:
        first, second, pg = "{1}", "{0}", by.type.pg
    if call.name not in ("+", "-") or INTERVAL not in (moment.type.pg, by.type.pg) or pg not in _MOMENTS:
        return None
    begin = f"near_date({first}) * 86_400_000_000" if pg is DATE else f"near({first})"
    zone = session(settings) if pg is TIMESTAMPTZ and settings.timezone != "UTC" else "None"
    if zone is None:
        return None
    if moment.type.pg is INTERVAL or not isinstance(by, Const):
        return f"shifted({begin}, {second}, {1 if call.name == '+' else -1}, {zone})"
    if not isinstance(by.value, Interval) or not is_small(by.value):
        return None
    months, days, micros = (part if call.name == "+" else -part for part in by.value)
    if zone != "None" and (months or days):
        return f"near(shifted_in({begin}, {months}, {days}, {zone}) + {micros})"
    if months:
        begin = f"months_later({begin}, {months})"
    return f"near({begin} + {days * DAY_US + micros})"


def _truncated(call: Call, settings: PlanSettings) -> str | None:
    """To a unit that is known."""
    unit, moment = call.args
    name = _name(unit.value) if isinstance(unit, Const) and isinstance(unit.value, str) else ""
    if name not in UNITS or moment.type.pg not in (TIMESTAMP, TIMESTAMPTZ):
        return None
    size, origin = FIXED_UNITS.get(name, (0, 0))
    if moment.type.pg is TIMESTAMPTZ and settings.timezone != "UTC":
        zone = session(settings)
        if zone is None:
            return None
        if name in CLOCK_UNITS:
            return f"clock_start({size}, {{1}}, {zone})"
        return f"zone_start({name!r}, to_local({{1}}, {zone}) // {DAY_US}, {zone})"
    if not size:
        return f"day_start({name!r}, near({{1}}) // {DAY_US})"
    return f"(near({{1}}) - {origin}) // {size} * {size} + {origin}" if origin else f"near({{1}}) // {size} * {size}"


def _field(call: Call, settings: PlanSettings) -> str | None:
    unit, moment = call.args
    if not isinstance(unit, Const) or not isinstance(unit.value, str) or moment.type.pg not in (*_MOMENTS, INTERVAL):
        return None
    name, pg = _name(unit.value), moment.type.pg
    number = "Decimal" if call.name == "extract" else "float"
    if name == "epoch" and pg is not DATE:
        micros = "interval_micros({1})" if pg is INTERVAL else "near({1})"
        return f"Decimal({micros}).scaleb(-6)" if call.name == "extract" else f"{micros} / 1000000"
    if pg is INTERVAL:
        return f"{number}(interval_field({name!r}, {{1}}))" if name in INTERVAL_FIELDS else None
    if name in _CALENDAR or (name in _CLOCK and pg is not DATE):
        local = f"near_date({{1}}) * {DAY_US}" if pg is DATE else local_form(pg, "{1}", settings)
        if local is None:
            return None
        if name in _CLOCK:
            size, count = _CLOCK[name]
            return f"{number}({local} // {size} % {count})"
        return f"{number}(day_field({name!r}, {local} // {DAY_US}))"
    if name != "second" or call.name != "extract" or pg is DATE:
        return None
    local = local_form(pg, "{1}", settings)
    return None if local is None else f"Decimal({local} % 60_000_000).scaleb(-6)"
