"""Functions of dates, times and intervals over physical values."""

from __future__ import annotations

import math
from typing import Final
from zoneinfo import ZoneInfo

from planner.errors import DatetimeOverflow, DivisionByZero, InvalidArgument, LimitExceeded, Unsupported
from planner.postgres.functions.extract import FIELD_ALIASES, field_name
from planner.postgres.functions.udf.define import PythonFunction, udf
from planner.postgres.functions.zone import named_zone_literal, zone_of
from planner.postgres.literals.zones import offset_at, offset_of_local, zone_of_argument
from planner.tree.calendar import (
    DATE_MAX,
    DATE_MIN,
    DAY_US,
    INTERVAL_MONTH_DAYS,
    MINUTE_US,
    SECOND_US,
    TIMESTAMP_MAX,
    TIMESTAMP_MIN,
    civil_of,
    days_of,
    interval_us,
    month_days,
    months_later,
)
from planner.tree.values import TIMESTAMP_INFINITY, TIMESTAMP_MINUS_INFINITY, Interval

_TRUNC_UNITS: Final = (
    "microseconds", "milliseconds", "second", "minute", "hour", "day", "week", "month", "quarter", "year", "decade", "century",
    "millennium",
)  # fmt: skip
#: Rows of generate_series by months or days of a zone, which Python counts.
CALENDAR_SERIES_ROWS_MAX: Final = 1_000_000
#: Longer ones are made elsewhere.
HERE_STEPS_MAX: Final = 1_000


def trunc_unit(word: str, pg: str) -> str:
    """The unit of date_trunc that *word* means. Raises InvalidArgument, Unsupported."""
    name = FIELD_ALIASES.get(word.lower(), word.lower())
    if name == "week" and pg == "interval":
        raise Unsupported('unit "week" not supported for type interval', detail="Months usually have fractional weeks.")
    if name not in _TRUNC_UNITS:
        raise InvalidArgument(f'unit "{word}" not recognized for type {pg}')
    return name


def make_date(year: int, month: int, day: int) -> int:
    """Days since 1970; negative years are BC. Raises DatetimeOverflow."""
    shifted = year + 1 if year < 0 else year
    if year == 0 or not 1 <= month <= 12 or not 1 <= day <= month_days(shifted, month):
        raise DatetimeOverflow(f"date field value out of range: {year}-{month:02}-{day:02}")
    days = days_of(shifted, month, day)
    if not DATE_MIN <= days <= DATE_MAX:
        raise DatetimeOverflow(f"date out of range: {year}-{month:02}-{day:02}")
    return days


def checked_timestamp(micros: int) -> int:
    """A timestamp that there is, in microseconds since 1970. Raises DatetimeOverflow."""
    if not TIMESTAMP_MIN <= micros <= TIMESTAMP_MAX:
        raise DatetimeOverflow("timestamp out of range")
    return micros


def make_time(hour: int, minute: int, second: float) -> int:
    """Microseconds since midnight. Raises DatetimeOverflow."""
    valid = 0 <= hour <= 24 and 0 <= minute <= 59 and 0 <= second <= 60 and (hour < 24 or (minute == 0 and second == 0))
    if not valid or math.isnan(second):
        raise DatetimeOverflow(f"time field value out of range: {hour}:{minute:02}:{second:02g}")
    return (hour * 60 + minute) * MINUTE_US + round(second * SECOND_US)


#: Of an interval's clock part.
_INT8_MAX: Final = 2**63 - 1
#: Of its months and days.
_FIELD_MAX: Final = 2**31


def make_interval(parts: list[float | None]) -> list[int] | None:
    """years, months, weeks, days, hours, minutes, seconds. Raises DatetimeOverflow."""
    given = [part for part in parts if part is not None]
    if len(given) < len(parts):
        return None
    years, months, weeks, days, hours, minutes, seconds = (*given, *[0.0] * (7 - len(given)))
    clock = (int(hours) * 60 + int(minutes)) * MINUTE_US
    if not abs(clock + seconds * SECOND_US) < _INT8_MAX:  # nor if it is NaN
        raise DatetimeOverflow("interval out of range")
    return checked_interval(int(years) * 12 + int(months), int(weeks) * 7 + int(days), clock + round(seconds * SECOND_US))


def epoch(seconds: float) -> int:
    """to_timestamp(seconds). Raises DatetimeOverflow."""
    if math.isnan(seconds):
        raise DatetimeOverflow("timestamp cannot be NaN")
    if math.isinf(seconds):
        return TIMESTAMP_INFINITY if seconds > 0 else TIMESTAMP_MINUS_INFINITY
    found = round(seconds * SECOND_US)
    if not TIMESTAMP_MIN <= found <= TIMESTAMP_MAX:
        raise DatetimeOverflow(f'timestamp out of range: "{seconds:g}"')
    return found


def age(later: int, earlier: int) -> list[int]:
    """Years, months, days and time between, by the calendar; days borrowed are those of the earlier one's month."""
    if later < earlier:
        return [-part for part in age(earlier, later)]
    (days_a, clock_a), (days_b, clock_b) = divmod(later, DAY_US), divmod(earlier, DAY_US)
    year_a, month_a, day_a = civil_of(days_a)
    year_b, month_b, day_b = civil_of(days_b)
    clock, day, month = clock_a - clock_b, day_a - day_b, (year_a - year_b) * 12 + month_a - month_b
    if clock < 0:
        clock, day = clock + DAY_US, day - 1
    while day < 0:
        day, month = day + month_days(year_b, month_b), month - 1
    return [month, day, clock]


def checked_interval(months: int, days: int, micros: int) -> list[int]:
    """An interval that there is. Raises DatetimeOverflow."""
    if not (-_FIELD_MAX <= months < _FIELD_MAX and -_FIELD_MAX <= days < _FIELD_MAX and abs(micros) <= _INT8_MAX):
        raise DatetimeOverflow("interval out of range")
    return [months, days, micros]


def time_bin(stride: list[int], source: int, origin: int) -> int:
    """date_bin: the start of the stride that the timestamp is in. Raises DatetimeOverflow, Unsupported."""
    months, days, micros = stride
    if months:
        raise Unsupported("timestamps cannot be binned into intervals containing months or years")
    width = days * DAY_US + micros
    if width <= 0:
        raise DatetimeOverflow("stride must be greater than zero")
    if width > _INT8_MAX:
        raise DatetimeOverflow("interval out of range")
    return checked_timestamp(origin + (source - origin) // width * width)


def interval_scale(months: int, days: int, micros: int, factor: float) -> list[int]:
    """interval * factor: what is left of months goes to days of 30, what is left of days to the clock, as interval_mul does."""
    return _scaled(months * factor, days * factor, micros * factor)


def _scaled(months: float, days: float, micros: float) -> list[int]:
    if not (abs(months) <= _FIELD_MAX and abs(days) <= _FIELD_MAX and abs(micros) <= _INT8_MAX):  # nor if one is NaN
        raise DatetimeOverflow("interval out of range")
    new_months, new_days = int(months), int(days)
    left_days = _tenth_micro((months - new_months) * INTERVAL_MONTH_DAYS)
    seconds = _tenth_micro((days - new_days + left_days - int(left_days)) * 86_400)
    if abs(seconds) >= 86_400:
        extra = int(seconds / 86_400)
        new_days, seconds = new_days + extra, seconds - extra * 86_400
    new_days += int(left_days)
    return checked_interval(new_months, new_days, round(micros + seconds * SECOND_US))


def _tenth_micro(value: float) -> float:
    return round(value * 1e6) / 1e6


def interval_divide(months: int, days: int, micros: int, divisor: float) -> list[int]:
    """interval / divisor. Raises DivisionByZero."""
    if divisor == 0:
        raise DivisionByZero("division by zero")
    return _scaled(months / divisor, days / divisor, micros / divisor)


def justify(what: str, months: int, days: int, micros: int) -> list[int]:
    """justify_hours, justify_days, justify_interval."""
    if what in ("hours", "interval"):
        whole = abs(micros) // DAY_US * (1 if micros >= 0 else -1)
        micros -= whole * DAY_US
        days += whole
    if what in ("days", "interval"):
        whole = abs(days) // INTERVAL_MONTH_DAYS * (1 if days >= 0 else -1)
        days, months = days - whole * INTERVAL_MONTH_DAYS, months + whole
    clock = micros if what == "interval" else 0
    if what != "hours" and months > 0 and (days < 0 or (days == 0 and clock < 0)):
        days, months = days + INTERVAL_MONTH_DAYS, months - 1
    elif what != "hours" and months < 0 and (days > 0 or (days == 0 and clock > 0)):
        days, months = days - INTERVAL_MONTH_DAYS, months + 1
    if what != "days" and days > 0 and micros < 0:
        micros, days = micros + DAY_US, days - 1
    elif what != "days" and days < 0 and micros > 0:
        micros, days = micros - DAY_US, days + 1
    return checked_interval(months, days, micros)


def zoned_series(start: int, stop: int, step: list[int], name: str) -> list[int]:
    """generate_series of instants by a step with months or days: each by the zone's calendar from the one before.

    Raises InvalidArgument, LimitExceeded.
    """
    months, days, micros = step
    direction = interval_us(Interval(*step))
    if direction == 0:
        raise InvalidArgument("step size cannot equal zero")
    zone_, found, here = zone_of(name), list[int](), start
    while here <= stop if direction > 0 else here >= stop:
        found.append(here)
        if len(found) > CALENDAR_SERIES_ROWS_MAX:
            raise LimitExceeded(f"a series by months or days can have at most {CALENDAR_SERIES_ROWS_MAX} rows")
        here = checked_timestamp(_later(here, months, days, zone_) + micros)
    return found


def _few_steps(start: int, stop: int, step: list[int], name: str) -> bool:
    return abs(stop - start) <= HERE_STEPS_MAX * abs(interval_us(Interval(*step)))


def _later(instant: int, months: int, days: int, zone_: ZoneInfo | int) -> int:
    """Months end at an instant, from which days go on."""
    if months and days:
        instant, months = _later(instant, months, 0, zone_), 0
    day, clock = divmod(instant + offset_at(zone_, instant) * SECOND_US, DAY_US)
    day = months_later(day, months) if months else day
    local = (day + days) * DAY_US + clock
    return local - offset_of_local(zone_, local) * SECOND_US


def _instant(moment: int, zone_text: str) -> int:
    """Of a local time in a zone that make_timestamptz was given."""
    return moment - offset_of_local(zone_of_argument(zone_text), moment) * SECOND_US


UDFS: Final[tuple[PythonFunction, ...]] = (
    udf("py_trunc_unit", trunc_unit, "VARCHAR, VARCHAR", "VARCHAR"),
    udf("py_part_field", field_name, "VARCHAR, VARCHAR", "VARCHAR"),
    udf("py_make_date", make_date, "INTEGER, INTEGER, INTEGER", "BIGINT"),
    udf("py_make_time", make_time, "INTEGER, INTEGER, DOUBLE", "BIGINT"),
    udf("py_make_interval", make_interval, "DOUBLE[]", "BIGINT[]"),
    udf("py_epoch", epoch, "DOUBLE", "BIGINT"),
    udf("py_age", age, "BIGINT, BIGINT", "BIGINT[]"),
    udf("py_bin", time_bin, "BIGINT[], BIGINT, BIGINT", "BIGINT"),
    udf("py_interval_scale", interval_scale, "BIGINT, BIGINT, BIGINT, DOUBLE", "BIGINT[]"),
    udf("py_interval_divide", interval_divide, "BIGINT, BIGINT, BIGINT, DOUBLE", "BIGINT[]"),
    udf("py_justify", justify, "VARCHAR, BIGINT, BIGINT, BIGINT", "BIGINT[]"),
    udf("py_zoned_series", zoned_series, "BIGINT, BIGINT, BIGINT[], VARCHAR", "BIGINT[]", small=_few_steps),
    udf("py_local", lambda days, clock: checked_timestamp(days * DAY_US + clock), "BIGINT, BIGINT", "BIGINT"),
    udf("py_instant", _instant, "BIGINT, VARCHAR", "BIGINT"),
    udf("py_zone", lambda name: named_zone_literal(name)[1:-1], "VARCHAR", "VARCHAR"),
)
