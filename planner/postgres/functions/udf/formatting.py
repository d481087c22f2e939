"""to_char of moments and intervals."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from planner.errors import InvalidDatetime, Unsupported
from planner.postgres.functions.udf.define import PythonFunction, udf
from planner.postgres.functions.udf.moment_template import MomentNode, moment_template
from planner.postgres.functions.udf.number_templates import ordinal
from planner.postgres.functions.zone import zone_of
from planner.postgres.literals.zones import format_offset, offset_at
from planner.tree.calendar import DAY_US, HOUR_US, JULIAN_EPOCH, MINUTE_US, SECOND_US, civil_of, days_of

#: In full, January first.
MONTHS: Final = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
)  # fmt: skip
#: In full, Sunday first.
DAYS: Final = ("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")
ROMAN_MONTHS: Final = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")
_NAME_WIDTH: Final = 9
_ROMAN_WIDTH: Final = 4
_CALENDAR_ONLY: Final = frozenset(("TZ", "TZH", "TZM", "OF", "A.D.", "AD", "B.C.", "BC", "MONTH", "MON", "DAY", "DY", "D", "ID"))


@dataclass(frozen=True, slots=True)
class Parts:
    """What patterns show. An interval's have signs, and no calendar: *days* is None. *zone* is None where there is no zone."""

    year: int
    month: int
    day: int
    hour: int
    minute: int
    second: int
    micro: int
    day_of_year: int
    days: int | None
    offset: int = 0
    zone: str | None = None

    @property
    def shown_year(self) -> int:
        """1 BC is 1."""
        return self.year if self.days is None or self.year > 0 else 1 - self.year


def iso_parts(days: int) -> tuple[int, int, int]:
    """ISO year, week and weekday (1 is Monday) of a day."""
    weekday = (days + 3) % 7 + 1
    thursday = days - weekday + 4
    year = civil_of(thursday)[0]
    return year, (thursday - days_of(year, 1, 1)) // 7 + 1, weekday


def _cut(value: int, divisor: int) -> int:
    """C's remainder, which has the sign of *value*."""
    return abs(value) % divisor * (-1 if value < 0 else 1)


def _quotient(value: int, divisor: int) -> int:
    return abs(value) // divisor * (-1 if value < 0 else 1)


def _century(p: Parts) -> int:
    if p.days is None:
        return _quotient(p.year, 100)
    return (p.year - 1) // 100 + 1 if p.year > 0 else _quotient(p.year, 100) - 1


#: Value and width of numeric patterns, of the calendar and the clock.
_NUMBERS: Final[dict[str, Callable[[Parts], tuple[int, int]]]] = {
    **dict.fromkeys(("HH", "HH12"), lambda p: (_cut(p.hour, 12) or 12, 2 if p.hour >= 0 or _cut(p.hour, 12) else 3)),
    "HH24": lambda p: (p.hour, 2),
    "MI": lambda p: (p.minute, 2),
    "SS": lambda p: (p.second, 2),
    "MS": lambda p: (_quotient(p.micro, 1000), 3),
    "US": lambda p: (p.micro, 6),
    **dict.fromkeys(("SSSS", "SSSSS"), lambda p: (p.hour * 3600 + p.minute * 60 + p.second, 1)),
    "MM": lambda p: (p.month, 2),
    "DD": lambda p: (p.day, 2),
    "DDD": lambda p: (p.day_of_year, 3),
    "W": lambda p: (_quotient(p.day - 1, 7) + 1, 1),
    "WW": lambda p: (_quotient(p.day_of_year - 1, 7) + 1, 2),
    "CC": lambda p: (_century(p), 2),
    "YYYY": lambda p: (p.shown_year, 4),
}
#: The same of a day's ISO year, week and weekday.
_ISO_NUMBERS: Final[dict[str, Callable[[int, int, int], tuple[int, int]]]] = {
    "IW": lambda _year, week, _weekday: (week, 2),
    "ID": lambda _year, _week, weekday: (weekday, 1),
    "D": lambda _year, _week, weekday: (weekday % 7 + 1, 1),
    "IDDD": lambda _year, week, weekday: ((week - 1) * 7 + weekday, 3),
    "IYYY": lambda year, _week, _weekday: (year if year > 0 else 1 - year, 4),
}


def _number(p: Parts, name: str) -> tuple[int, int] | None:
    """Value and width of a numeric pattern; None for all others."""
    days = p.days if p.days is not None else 0
    if name in _NUMBERS:
        return _NUMBERS[name](p)
    if name in _ISO_NUMBERS:
        return _ISO_NUMBERS[name](*iso_parts(days))
    match name:
        case "YYY" | "YY" | "Y":
            return _cut(p.shown_year, 10 ** len(name)), len(name)
        case "IYY" | "IY" | "I":
            return _ISO_NUMBERS["IYYY"](*iso_parts(days))[0] % 10 ** len(name), len(name)
        case "J":
            return days + JULIAN_EPOCH, 1
        case _ if name.startswith("FF"):
            return _quotient(p.micro, 10 ** (6 - int(name[2]))), int(name[2])
    return None


def _cased(name: str, spelled: str) -> str:
    return name.upper() if spelled.isupper() else name.lower() if spelled.islower() else name


def _month_or_day(p: Parts, node: MomentNode) -> str:
    assert p.days is not None, "intervals have no calendar"
    name = MONTHS[p.month - 1] if node.name in ("MONTH", "MON") else DAYS[(p.days + 4) % 7]
    if node.name in ("MON", "DY"):
        return _cased(name[:3], node.spelled)
    padded = name.ljust(_NAME_WIDTH) if node.fill and not node.translated else name
    return _cased(padded, node.spelled)


def _offset(p: Parts, node: MomentNode) -> str:
    sign, seconds = "-" if p.offset < 0 else "+", abs(p.offset)
    if node.name == "TZM":
        return f"{seconds // 60 % 60:02}"
    if node.name == "TZH":
        return f"{sign}{seconds // 3600:02}"
    hours = f"{seconds // 3600:02}" if node.fill else str(seconds // 3600)
    return f"{sign}{hours}" + (f":{seconds // 60 % 60:02}" if seconds // 60 % 60 else "")


def _word(p: Parts, node: MomentNode) -> str:
    match node.name:
        case "A.M." | "P.M." | "AM" | "PM":
            half = "PM" if _cut(p.hour, 24) >= 12 else "AM"
            return _cased(f"{half[0]}.{half[1]}." if "." in node.name else half, node.spelled)
        case "A.D." | "B.C." | "AD" | "BC":
            era = "AD" if p.year > 0 else "BC"
            return _cased(f"{era[0]}.{era[1]}." if "." in node.name else era, node.spelled)
        case "MONTH" | "MON" | "DAY" | "DY":
            return _month_or_day(p, node)
        case "RM":
            return _roman_month(p, node)
        case "TZH" | "TZM" | "OF":
            return _offset(p, node)
        case "TZ":
            return _cased(p.zone or "", node.spelled)
        case "Q":
            return _counted(str((p.month - 1) // 3 + 1), node) if p.month else ""
        case "Y,YYY":
            return _counted(f"{_quotient(p.shown_year, 1000)},{_cut(p.shown_year, 1000):03}", node)
        case _:
            return ""


def _roman_month(p: Parts, node: MomentNode) -> str:
    if not p.month and not p.year:
        return ""
    month = p.month or (12 if p.year > 0 else 1)
    numeral = ROMAN_MONTHS[month - 1 if month > 0 else month]
    return _cased(numeral.ljust(_ROMAN_WIDTH) if node.fill else numeral, node.spelled)


def _counted(text: str, node: MomentNode) -> str:
    return text + ordinal(text, capital=node.ordinal == "TH") if node.ordinal else text


def _shown(p: Parts, node: MomentNode) -> str:
    if node.kind != "pattern":
        return node.name
    if p.days is None and node.name in _CALENDAR_ONLY:
        raise InvalidDatetime(
            "invalid format specification for an interval value", hint="Intervals are not tied to specific calendar dates."
        )
    if p.days is None and node.name in ("J", "IYYY", "IYY", "IY", "I", "IW", "IDDD"):
        raise Unsupported(f"to_char: pattern {node.name} is not supported for intervals")
    number = _number(p, node.name)
    if number is None:
        return _word(p, node)
    value, width = number
    always = node.name in ("MS", "US") or node.name.startswith("FF")
    wider = value < 0 and node.name not in ("DD", "DDD", "WW", "MS", "US") and not node.name.startswith("FF")
    text = f"{value:0{width + wider}}" if node.fill or always else str(value)
    return _counted(text, node)


def _write(p: Parts, template: str) -> str:
    return "".join(_shown(p, node) for node in moment_template(template))


def moment_parts(micros: int, zone: str) -> Parts:
    """An instant in a zone, or a local moment in none ('')."""
    found = zone_of(zone) if zone else 0
    offset = offset_at(found, micros)
    days, clock = divmod(micros + offset * SECOND_US, DAY_US)
    year, month, day = civil_of(days)
    return Parts(
        year, month, day, clock // HOUR_US, clock // MINUTE_US % 60, clock // SECOND_US % 60, clock % SECOND_US,
        days - days_of(year, 1, 1) + 1, days, offset, _abbreviation(found, micros, offset) if zone else None,
    )  # fmt: skip


def _abbreviation(zone: ZoneInfo | int, micros: int, offset: int) -> str:
    """EST, CEST, +0545 …: what the tz database calls it at that moment."""
    if isinstance(zone, int):
        return format_offset(offset) if offset else "UTC"
    bounded = min(max(micros, -62_135_500_000_000_000), 253_402_200_000_000_000)
    return (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=bounded)).astimezone(zone).tzname() or ""


def to_char_timestamp(micros: int, template: str, zone: str) -> str | None:
    """to_char(timestamp, template)."""
    return _write(moment_parts(micros, zone), template) if template else None


def to_char_interval(parts: list[int], template: str) -> str | None:
    """to_char(interval, template): hours are not cut at 24."""
    months, days, micros = parts
    year, month = _quotient(months, 12), _cut(months, 12)
    hour, rest = _quotient(micros, HOUR_US), _cut(micros, HOUR_US)
    minute, second = _quotient(rest, MINUTE_US), _quotient(_cut(rest, MINUTE_US), SECOND_US)
    day_of_year = (year * 12 + month) * 30 + days
    found = Parts(year, month, days, hour, minute, second, _cut(rest, SECOND_US), day_of_year, None)
    return _write(found, template) if template else None


UDFS: Final[tuple[PythonFunction, ...]] = (
    udf("py_to_char_timestamp", to_char_timestamp, "BIGINT, VARCHAR, VARCHAR", "VARCHAR"),
    udf("py_to_char_interval", to_char_interval, "BIGINT[], VARCHAR", "VARCHAR"),
)
