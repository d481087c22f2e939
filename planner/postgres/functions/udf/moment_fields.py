"""Fields that to_date and to_timestamp have read, and the day and time that they make."""

from __future__ import annotations

from typing import Final

from planner.errors import DatetimeOverflow, InvalidDatetime, InvalidZoneDisplacement
from planner.postgres.functions.udf.moment_template import MomentNode
from planner.tree.calendar import JULIAN_EPOCH, SECOND_US, civil_of, days_of, month_days

_ISO: Final = frozenset(("IYYY", "IYY", "IY", "I", "IW", "ID", "IDDD"))
_GREGORIAN: Final = frozenset(("Y,YYY", "YYYY", "YYY", "YY", "Y", "MONTH", "MON", "MM", "RM", "DD", "DDD", "D", "WW", "W"))
#: Patterns that fill the same field.
_SAME: Final = {
    "YYY": "YYYY", "YY": "YYYY", "Y": "YYYY", "IYYY": "YYYY", "IYY": "YYYY", "IY": "YYYY", "I": "YYYY", "IDDD": "DDD", "ID": "D",
    "IW": "WW", "HH24": "HH", "HH12": "HH", "SSSSS": "SSSS",
}  # fmt: skip
_YEAR_DIGITS: Final = {"YYY": 3, "YY": 2, "Y": 1, "IYY": 3, "IY": 2, "I": 1}
_ZONE_HOURS_MAX: Final = 15


class TemplateFields:
    """By the name of the pattern that first has it. *zone_sign* is the sign of TZH."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._values: dict[str, int] = {}
        self.iso: bool | None = None
        self.year_digits = 4
        #: Of the last FF1 to FF6, to which the whole is rounded.
        self.precision = 6
        self.zone_sign = 1

    def get(self, name: str) -> int:
        """0 where it was not read."""
        return self._values.get(name, 0)

    def has(self, name: str) -> bool:
        """Was it read?"""
        return name in self._values

    @property
    def zone_offset(self) -> int | None:
        """Seconds east of Greenwich; None where the text does not say. Raises InvalidZoneDisplacement."""
        if not self.has("TZH") and not self.has("TZM"):
            return None
        hours, minutes = self.get("TZH"), self.get("TZM")
        if not 0 <= hours <= _ZONE_HOURS_MAX or not 0 <= minutes < 60:
            raise InvalidZoneDisplacement(f'time zone displacement out of range: "{self._text}"')
        return self.zone_sign * (hours * 3600 + minutes * 60)

    def set(self, name: str, value: int, node: MomentNode, kept: int | None = None) -> None:
        """Keep it, or *kept* instead. Raises InvalidDatetime where another pattern read another value."""
        if self._values.get(name, 0) not in (0, value):
            raise InvalidDatetime(
                f'conflicting values for "{node.spelled}" field in formatting string',
                detail="This value contradicts a previous setting for the same field type.",
            )
        self._values[name] = value if kept is None else kept

    def halves(self) -> None:
        """Hours are those of a clock of twelve."""
        self._values["clock"] = 12

    def convention(self, name: str) -> None:
        """A pattern of that name comes. Raises InvalidDatetime where it counts days another way than those before."""
        if name not in _ISO and name not in _GREGORIAN:
            return
        if self.iso is not None and self.iso != (name in _ISO):
            raise InvalidDatetime(
                "invalid combination of date conventions",
                hint="Do not mix Gregorian and ISO week date conventions in a formatting template.",
            )
        self.iso = name in _ISO

    def set_number(self, name: str, value: int, node: MomentNode, kept: int | None = None) -> None:
        """Keep what a numeric pattern read."""
        self.year_digits = _YEAR_DIGITS.get(name, self.year_digits)
        # Weekdays are kept with Sunday as 1, as D has them.
        kept = (value + 1 if value < 7 else 1) if name == "ID" else kept
        self.set(_SAME.get(name, name), value, node, kept)
        if name in ("HH12", "HH"):
            self.halves()

    def overflow(self, message: str | None = None) -> DatetimeOverflow:
        """Fields that make no date or time."""
        return DatetimeOverflow(message or f'date/time field value out of range: "{self._text}"')


def days_and_clock(fields: TemplateFields) -> tuple[int, int]:
    """Days since 1970 and microseconds since midnight. Raises DatetimeOverflow, InvalidDatetime."""
    clock = _clock(fields)
    return _days(fields), clock


def _clock(fields: TemplateFields) -> int:
    seconds = fields.get("SSSS")
    hour, minute, second = seconds // 3600, seconds // 60 % 60, seconds % 60
    hour, minute, second = fields.get("HH") or hour, fields.get("MI") or minute, fields.get("SS") or second
    if fields.get("clock") == 12:
        if not 1 <= hour <= 12:
            raise InvalidDatetime(
                f'hour "{hour}" is invalid for the 12-hour clock', hint="Use the 24-hour clock, or give an hour between 1 and 12."
            )
        hour = hour % 12 + 12 * fields.get("PM")
    fraction = fields.get("MS") * 1000 + fields.get("US")
    if not (0 <= hour < 24 and 0 <= minute < 60 and 0 <= second < 60 and 0 <= fraction < SECOND_US):
        raise fields.overflow()
    return ((hour * 60 + minute) * 60 + second) * SECOND_US + fraction


def _year(fields: TemplateFields) -> int:
    """Astronomical, so that 1 BC is 0, which is also where there is none."""
    year, century = fields.get("YYYY"), fields.get("CC")
    if year:
        if century and fields.year_digits <= 2:
            century = -century if fields.get("BC") and century > 0 else century
            year %= 100
            if year:
                return year + ((century - 1) * 100 if century >= 0 else (century + 1) * 100 - year - year + 1)
            return century * 100 + (0 if century >= 0 else 1)
        if fields.get("BC"):
            year = -year
        return year + 1 if year < 0 else year
    if century:
        if fields.get("BC"):
            century = -century
        return (century - 1) * 100 + 1 if century >= 0 else century * 100 + 1
    return 0


def _days(fields: TemplateFields) -> int:
    year, month, day = _year(fields), 1, 1
    day_of_year = fields.get("DDD")
    if julian := fields.get("J"):
        year, month, day = civil_of(julian - JULIAN_EPOCH)
    if week := fields.get("WW"):
        if fields.iso:
            weekday = (fields.get("D") + 5) % 7 if fields.get("D") else 0
            year, month, day = civil_of(_iso_monday(year) + (week - 1) * 7 + weekday)
        else:
            day_of_year = (week - 1) * 7 + 1
    if week := fields.get("W"):
        day = (week - 1) * 7 + 1
    month, day = fields.get("MM") or month, fields.get("DD") or day
    if day_of_year and (month <= 1 or day <= 1):
        return _day_of_year(fields, year, month, day, day_of_year)
    if not 1 <= month <= 12 or not 1 <= day <= month_days(year, month):
        raise fields.overflow()
    return days_of(year, month, day)


def _iso_monday(year: int) -> int:
    """The Monday of an ISO year's first week."""
    fourth = days_of(year, 1, 4)
    return fourth - (fourth + 3) % 7


def _day_of_year(fields: TemplateFields, year: int, month: int, day: int, number: int) -> int:
    if not year and not fields.get("BC"):
        raise InvalidDatetime("cannot calculate day of year without year information")
    if fields.iso:
        return _iso_monday(year) + number - 1
    if not 1 <= number <= 366 or (number == 366 and month_days(year, 2) == 28):
        raise fields.overflow()
    _, found_month, found_day = civil_of(days_of(year, 1, 1) + number - 1)
    month, day = found_month if month <= 1 else month, found_day if day <= 1 else day
    if not 1 <= day <= month_days(year, month):
        raise fields.overflow()
    return days_of(year, month, day)
