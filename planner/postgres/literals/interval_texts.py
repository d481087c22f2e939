"""interval as text: one function for each IntervalStyle of PostgreSQL 15 (datetime.c, EncodeInterval).

Years are twelve months; days and microseconds are never turned into each other, and all parts of the time share one sign.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from planner.tree.values import Interval


class _Parts(NamedTuple):
    """An interval in the units that are printed; all of one group have the same sign. *seconds* may carry a fraction as text."""

    years: int
    months: int
    days: int
    hours: int
    minutes: int
    seconds: int
    micros: int

    @property
    def has_time(self) -> bool:
        return bool(self.hours or self.minutes or self.seconds or self.micros)

    @property
    def time_negative(self) -> bool:
        return self.hours < 0 or self.minutes < 0 or self.seconds < 0 or self.micros < 0


def _parts(value: Interval) -> _Parts:
    months, days, micros = value
    sign = -1 if micros < 0 else 1
    rest, fraction = divmod(abs(micros), 1_000_000)
    rest, seconds = divmod(rest, 60)
    hours, minutes = divmod(rest, 60)
    years = abs(months) // 12 * (-1 if months < 0 else 1)
    return _Parts(years, months - years * 12, days, hours * sign, minutes * sign, seconds * sign, fraction * sign)


def _seconds(parts: _Parts, width: int) -> str:
    """Absolute seconds with the fractional digits they have."""
    text = f"{abs(parts.seconds):0{width}d}"
    return f"{text}.{abs(parts.micros):06d}".rstrip("0") if parts.micros else text


def postgres(value: Interval) -> str:
    """1 year 2 mons -3 days +04:05:06.7: a plus where the part before was negative."""
    parts = _parts(value)
    words: list[str] = []
    negative = False
    for amount, unit in ((parts.years, "year"), (parts.months, "mon"), (parts.days, "day")):
        if amount:
            plus = "+" if negative and amount > 0 else ""
            words.append(f"{plus}{amount} {unit}{'' if amount == 1 else 's'}")
            negative = amount < 0
    if parts.has_time or not words:
        sign = "-" if parts.time_negative else "+" if negative else ""
        words.append(f"{sign}{abs(parts.hours):02d}:{abs(parts.minutes):02d}:{_seconds(parts, 2)}")
    return " ".join(words)


def postgres_verbose(value: Interval) -> str:
    """@ 1 year 2 mons -3 days 4 hours 5 mins 6.7 secs ago: the first part's sign becomes "ago", which turns all others round."""
    parts = _parts(value)
    words = ["@"]
    turned: bool | None = None
    units = ("year", "mon", "day", "hour", "min")
    for amount, unit in zip(parts[:5], units, strict=True):
        if amount:
            turned = amount < 0 if turned is None else turned
            shown = -amount if turned else amount
            words.append(f"{shown} {unit}{'' if shown == 1 else 's'}")
    if parts.seconds or parts.micros:
        negative = parts.seconds < 0 or parts.micros < 0
        first = turned is None
        turned = negative if turned is None else turned
        sign = "-" if not first and negative != turned else ""
        plural = "" if abs(parts.seconds) == 1 and not parts.micros else "s"
        words.append(f"{sign}{_seconds(parts, 1)} sec{plural}")
    if turned is None:
        words.append("0")
    return " ".join([*words, "ago"] if turned else words)


def iso_8601(value: Interval) -> str:
    """P1Y2M-3DT4H5M6.7S."""
    parts = _parts(value)
    date = "".join(f"{n}{unit}" for n, unit in ((parts.years, "Y"), (parts.months, "M"), (parts.days, "D")) if n)
    time = "".join(f"{n}{unit}" for n, unit in ((parts.hours, "H"), (parts.minutes, "M")) if n)
    if parts.seconds or parts.micros:
        time += f"{'-' if parts.seconds < 0 or parts.micros < 0 else ''}{_seconds(parts, 1)}S"
    if not date and not time:
        return "PT0S"
    return f"P{date}{'T' if time else ''}{time}"


def sql_standard(value: Interval) -> str:
    """1-2, or 3 4:05:06, with one sign in front; where the standard has no form, +1-2 -3 +4:05:06 with all signs."""
    parts = _parts(value)
    negative, positive = any(n < 0 for n in parts), any(n > 0 for n in parts)
    year_month, day_time = bool(parts.years or parts.months), bool(parts.days or parts.has_time)
    if not negative and not positive:
        return "0"
    if (negative and positive) or (year_month and day_time):
        return _all_signs(parts)
    sign = "-" if negative else ""
    if year_month:
        return f"{sign}{abs(parts.years)}-{abs(parts.months)}"
    days = f"{abs(parts.days)} " if parts.days else ""
    return f"{sign}{days}{abs(parts.hours)}:{abs(parts.minutes):02d}:{_seconds(parts, 2)}"


def _all_signs(parts: _Parts) -> str:
    months = "-" if parts.years < 0 or parts.months < 0 else "+"
    days = "-" if parts.days < 0 else "+"
    time = "-" if parts.time_negative else "+"
    clock = f"{abs(parts.hours)}:{abs(parts.minutes):02d}:{_seconds(parts, 2)}"
    return f"{months}{abs(parts.years)}-{abs(parts.months)} {days}{abs(parts.days)} {time}{clock}"


#: By IntervalStyle.
TEXTS: Final[dict[str, Callable[[Interval], str]]] = {
    "postgres": postgres,
    "postgres_verbose": postgres_verbose,
    "iso_8601": iso_8601,
    "sql_standard": sql_standard,
}
