"""to_char of moments and intervals: template patterns of the manual's chapter 9.8, the common ones. Others are refused by name."""

from __future__ import annotations

import re
from typing import Final

from planner.errors import Unsupported
from planner.functions.udf.define import PythonFunction, udf
from planner.functions.zone import zone_of
from planner.literals.calendar import DAY_US, JULIAN_EPOCH, civil_of, days_of
from planner.literals.zones import format_offset, offset_at

#: In full, January first.
MONTHS: Final = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
)  # fmt: skip
_DAYS: Final = ("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")
#: Text in quotes, or FM, a pattern and an ordinal's ending.
PATTERN: Final = re.compile(
    r'"([^"]*)"|(FM)?(SSSSS|SSSS|Y,YYY|YYYY|YYY|YY|IYYY|IYY|IY|MONTH|Month|month|MON|Mon|mon|MM|MI|MS|US|IDDD|DDD|DD|DAY|Day|day'
    r"|DY|Dy|dy|ID|HH24|HH12|HH|SS|FF[1-6]|A\.M\.|P\.M\.|a\.m\.|p\.m\.|AM|PM|am|pm|TZH|TZM|TZ|tz|OF|BC|AD|WW|IW|CC|Q|J|D|W|Y|I)(TH|th)?",
)


class _Moment:
    """A local moment taken apart."""

    def __init__(self, micros: int, zone: str) -> None:
        self.zone = zone
        found = zone_of(zone)
        self.offset = offset_at(found, micros)
        self.days, self.clock = divmod(micros + self.offset * 1_000_000, DAY_US)
        self.year, self.month, self.day = civil_of(self.days)
        self.hour, self.minute = self.clock // 3_600_000_000, self.clock // 60_000_000 % 60
        self.second, self.micro = self.clock // 1_000_000 % 60, self.clock % 1_000_000
        self.shown_year = self.year if self.year > 0 else 1 - self.year

    @property
    def weekday(self) -> int:
        """0 is Sunday."""
        return (self.days + 4) % 7

    @property
    def day_of_year(self) -> int:
        return self.days - days_of(self.year, 1, 1) + 1

    @property
    def iso(self) -> tuple[int, int, int]:
        """ISO year, week, weekday."""
        weekday = self.weekday or 7
        thursday = self.days - weekday + 4
        year = civil_of(thursday)[0]
        return year, (thursday - days_of(year, 1, 1)) // 7 + 1, weekday


def _number(m: _Moment, token: str) -> tuple[int, int] | None:
    """Value and width of a numeric pattern."""
    twelve = (m.hour + 11) % 12 + 1
    table = {
        "YYYY": (m.shown_year, 4), "YYY": (m.shown_year % 1000, 3), "YY": (m.shown_year % 100, 2), "Y": (m.shown_year % 10, 1),
        "IYYY": (m.iso[0], 4), "IYY": (m.iso[0] % 1000, 3), "IY": (m.iso[0] % 100, 2), "I": (m.iso[0] % 10, 1), "MM": (m.month, 2),
        "DD": (m.day, 2), "DDD": (m.day_of_year, 3), "D": (m.weekday + 1, 1), "ID": (m.iso[2], 1), "HH24": (m.hour, 2),
        "HH12": (twelve, 2), "HH": (twelve, 2), "MI": (m.minute, 2), "SS": (m.second, 2), "MS": (m.micro // 1000, 3),
        "US": (m.micro, 6), "SSSS": (m.clock // 1_000_000, 1), "SSSSS": (m.clock // 1_000_000, 1), "Q": ((m.month + 2) // 3, 1),
        "WW": ((m.day_of_year - 1) // 7 + 1, 2), "IW": (m.iso[1], 2), "W": ((m.day - 1) // 7 + 1, 1),
        "CC": ((m.shown_year + 99) // 100, 2), "J": (m.days + JULIAN_EPOCH, 1),
        "IDDD": ((m.iso[1] - 1) * 7 + m.iso[2], 3),
    }  # fmt: skip
    if token.startswith("FF"):
        digits = int(token[2])
        return m.micro // 10 ** (6 - digits), digits
    return table.get(token)


def _name(m: _Moment, token: str, *, fill: bool) -> str:
    full = MONTHS[m.month - 1] if token.lower().startswith("mon") else _DAYS[m.weekday]
    name = full if token.lower() in ("month", "day") else full[:3]
    cased = name.upper() if token.isupper() else name.lower() if token.islower() else name
    return cased.ljust(9) if fill and len(token) > 2 and token.lower() in ("month", "day") else cased


def _word(m: _Moment, token: str, *, fill: bool) -> str:
    lower = token.lower()
    if lower in ("month", "mon", "day", "dy"):
        return _name(m, token, fill=fill)
    if lower in ("am", "pm", "a.m.", "p.m."):
        half = ("p.m." if m.hour >= 12 else "a.m.") if "." in lower else ("pm" if m.hour >= 12 else "am")
        return half if token.islower() else half.upper()
    if lower in ("bc", "ad"):
        return "AD" if m.year > 0 else "BC"
    if token == "OF":
        return format_offset(m.offset)
    if token == "TZH":
        return f"{'-' if m.offset < 0 else '+'}{abs(m.offset) // 3600:02}"
    if token == "TZM":
        return f"{abs(m.offset) // 60 % 60:02}"
    if lower == "tz" and m.zone == "UTC":
        return "UTC" if token == "TZ" else "utc"
    raise Unsupported(f'to_char: pattern "{token}" is not supported')


def _ordinal(text: str, suffix: str) -> str:
    number = int(text)
    ending = "th" if 10 < number % 100 < 14 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return text + (ending.upper() if suffix == "TH" else ending)


def to_char_timestamp(micros: int, template: str, zone: str) -> str:
    """to_char(timestamp, template)."""
    moment = _Moment(micros, zone)

    def replace(found: re.Match[str]) -> str:
        if found[1] is not None:
            return found[1]
        token, fill = found[3], found[2] is None
        if token == "Y,YYY":
            return f"{moment.shown_year:,}"
        number = _number(moment, token)
        if number is None:
            return _word(moment, token, fill=fill)
        text = str(number[0]).rjust(number[1] if fill else 1, "0")
        return _ordinal(text, found[4]) if found[4] else text

    return PATTERN.sub(replace, template)


def to_char_interval(parts: list[int], template: str) -> str:
    """to_char(interval, template): hours are not cut at 24 with HH24."""
    months, days, micros = parts
    values = {
        "YYYY": (months // 12, 4), "MM": (months % 12, 2), "DD": (days, 2), "HH24": (micros // 3_600_000_000, 2),
        "HH12": (micros // 3_600_000_000 % 12, 2), "MI": (micros // 60_000_000 % 60, 2), "SS": (micros // 1_000_000 % 60, 2),
        "MS": (micros // 1000 % 1000, 3), "US": (micros % 1_000_000, 6),
    }  # fmt: skip

    def replace(found: re.Match[str]) -> str:
        if found[1] is not None:
            return found[1]
        if found[3] not in values:
            raise Unsupported(f'to_char: pattern "{found[3]}" is not supported for intervals')
        value, width = values[found[3]]
        return str(value).rjust(width if found[2] is None else 1, "0")

    return PATTERN.sub(replace, template)


UDFS: Final[tuple[PythonFunction, ...]] = (
    udf("py_to_char_timestamp", to_char_timestamp, "BIGINT, VARCHAR, VARCHAR", "VARCHAR"),
    udf("py_to_char_interval", to_char_interval, "BIGINT[], VARCHAR", "VARCHAR"),
)
