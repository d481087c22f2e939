"""What the fields of a date or time add up to: which number is the year, two-digit years, BC, am and pm, ranges."""

from __future__ import annotations

from dataclasses import dataclass

from planner.errors import DatetimeOverflow, InvalidDatetime
from planner.tree.calendar import HOUR_US, civil_of, days_of, month_days


@dataclass(slots=True)
class DatetimeFields:
    """What a text says. *offset* in seconds east, *zone* a zone's name; *special* is "epoch", "infinity" or "-infinity"."""

    year: int | None = None
    month: int | None = None
    day: int | None = None
    micros: int | None = None
    offset: int | None = None
    zone: str | None = None
    special: str | None = None
    bc: bool = False
    two_digit_year: bool = False


class FieldChecks:
    """What has been read of a text so far, and how it is completed; *name* is the type's name for messages.

    *order* is DateStyle's: what the first of three numbers is, unless it has three digits or more.
    """

    def __init__(self, text: str, name: str, order: str = "MDY") -> None:
        self.text = text
        self.name = name
        self.order = order
        self.fields = DatetimeFields()
        self.numbers: list[str] = []
        self.month_named = False
        self.meridian: str | None = None
        self.day_of_year: int | None = None
        #: By a Julian day, whose year is not told BC.
        self.is_julian = False

    def invalid(self) -> InvalidDatetime:
        """Not a date or time at all."""
        return InvalidDatetime(f'invalid input syntax for type {self.name}: "{self.text}"')

    def overflow(self, *, hint: str | None = None) -> DatetimeOverflow:
        """A field beyond what it can be."""
        return DatetimeOverflow(f'date/time field value out of range: "{self.text}"', hint=hint)

    def finish(self) -> None:
        """Complete and check the fields, when all of the text has been read. Raises DatetimeOverflow."""
        fields = self.fields
        if self.numbers:
            self._place_numbers()
        if self.meridian is not None:
            self._apply_meridian()
        if fields.year is not None and not self.is_julian:
            self._check_year()
        if self.day_of_year is not None and fields.year is not None:
            if not 1 <= self.day_of_year <= 366:
                raise self.overflow()
            fields.year, fields.month, fields.day = civil_of(days_of(fields.year, 1, 1) + self.day_of_year - 1)
        if fields.special is None and fields.day is not None:
            self._check_date()

    def _place_numbers(self) -> None:
        """Which number is year, month and day: a first one of three digits or more is the year, else DateStyle says."""
        fields, numbers = self.fields, self.numbers
        if self.month_named:
            if len(numbers) != 2 or fields.day is not None:
                raise self.invalid()
            first, second = map(len, numbers)
            year_first = first >= 3 or (self.order == "YMD" and second <= 2)
            year, day = numbers if year_first else numbers[::-1]
        else:
            if len(numbers) != 3 or fields.day is not None:
                raise self.invalid()
            if len(numbers[0]) >= 3 or self.order == "YMD":
                year, month, day = numbers
            elif self.order == "DMY":
                day, month, year = numbers
            else:
                month, day, year = numbers
            fields.month = int(month)
        if len(day) > 2 and int(day) > 31:
            raise self.overflow()
        fields.day, fields.year = int(day), int(year)
        if len(year) <= 2:
            fields.two_digit_year = True
            fields.year = int(year)

    def _check_year(self) -> None:
        fields = self.fields
        year = fields.year or 0
        if fields.bc:
            if year <= 0:
                raise self.overflow()
            fields.year = 1 - year
        elif fields.two_digit_year and year < 100:
            fields.year = century(year)
        elif year <= 0:
            raise self.overflow()

    def _check_date(self) -> None:
        fields = self.fields
        if fields.month is None or fields.year is None or fields.day is None:
            raise self.invalid()
        if not 1 <= fields.month <= 12:
            raise self.overflow(hint='Perhaps you need a different "datestyle" setting.')
        if not 1 <= fields.day <= 31:
            raise self.overflow(hint='Perhaps you need a different "datestyle" setting.')
        if fields.day > month_days(fields.year, fields.month):
            raise self.overflow()

    def _apply_meridian(self) -> None:
        micros = self.fields.micros
        if micros is None and self.name == "time":
            raise self.invalid()
        micros = micros or 0  # '2020-01-01 pm' is noon
        if micros >= 13 * HOUR_US:
            raise self.overflow()
        twelve = 12 * HOUR_US
        if self.meridian == "pm" and micros < twelve:
            self.fields.micros = micros + twelve
        elif self.meridian == "am" and micros >= twelve:
            self.fields.micros = micros - twelve


def century(year: int) -> int:
    """Two digits: 1970 to 2069."""
    return year + (2000 if year < 70 else 1900) if year < 100 else year
