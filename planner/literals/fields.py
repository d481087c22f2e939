"""Dates and times as text, cut into fields and understood: what PostgreSQL's input accepts, with DateStyle MDY.

Described in the manual's appendix "Date/Time Support". Words for the present (now, today …) need a clock and are refused.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from planner.errors import DatetimeOverflow, InvalidArgument, InvalidDatetime, InvalidZoneDisplacement, PlanError, Unsupported
from planner.literals.calendar import JULIAN_EPOCH, civil_of, days_of, month_days
from planner.literals.zones import find_zone

OFFSET_MAX_S: Final = 15 * 3600 + 59 * 60 + 59
_MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTHS_IN_FULL: Final = (
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
)  # fmt: skip
_MONTH_NAMES: Final = {
    **{m: i + 1 for i, m in enumerate(_MONTHS)},
    **{m: i + 1 for i, m in enumerate(_MONTHS_IN_FULL)},
    "sept": 9,
}
_DAYS: Final = (
    "sun", "sunday", "mon", "monday", "tue", "tues", "tuesday", "wed", "weds", "wednesday", "thu", "thur", "thurs", "thursday",
    "fri", "friday", "sat", "saturday",
)  # fmt: skip
_IGNORED: Final = frozenset((*_DAYS, "at", "on"))
_TOKEN: Final = re.compile(
    r"""[\s,;()]*(?:
      (?P<time>\d+:[\d:.]*)
    | (?P<date>\d+(?P<by>[-/])(?:\d+|[A-Za-z]+)(?:(?P=by)\d+)? | \d+\.(?:\d+|[A-Za-z]+)\.\d+)
    | (?P<number>\d+(?:\.\d*)? | \.\d+)
    | (?P<named>[A-Za-z]+[-/.]\d+[-/.]\d+)
    | (?P<tee>[Tt](?=\d))
    | (?P<word>[A-Za-z]+(?:\d+[A-Za-z]+)?(?:[/_+-][A-Za-z0-9_+-]+)*(?:/[A-Za-z0-9_+-]+)*\d*)
    | (?P<offset>[+-]\s*\d[\d:]*)
    | (?P<special>[+-]\s*[A-Za-z]+)
    )""",
    re.VERBOSE,
)


@dataclass(slots=True)
class Fields:
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


class Reader:
    """Reads one text; *name* is the type's name for messages."""

    def __init__(self, text: str, name: str) -> None:
        self.text = text
        self.name = name
        self.fields = Fields()
        self.numbers: list[str] = []
        self.month_named = False
        self.meridian: str | None = None
        self.day_of_year: int | None = None

    # ------------------------------------------------------------------------------------------------------------------ errors

    def invalid(self) -> InvalidDatetime:
        """Not a date or time at all."""
        return InvalidDatetime(f'invalid input syntax for type {self.name}: "{self.text}"')

    def overflow(self, *, hint: str | None = None) -> DatetimeOverflow:
        """A field beyond what it can be."""
        return DatetimeOverflow(f'date/time field value out of range: "{self.text}"', hint=hint)

    # ------------------------------------------------------------------------------------------------------------------- tokens

    def read(self) -> Fields:
        """The fields. Raises InvalidDatetime, DatetimeOverflow, InvalidArgument for an unknown zone."""
        at, end = 0, len(self.text.rstrip(" \t\n\r\f\v,;()"))
        if end == 0:
            raise self.invalid()
        previous = ""
        while at < end:
            token = _TOKEN.match(self.text, at)
            if token is None:
                raise self.invalid()
            self._take(str(token.lastgroup if token.lastgroup != "by" else "date"), token, previous)
            previous = token[0].strip()
            at = token.end()
        self._finish()
        return self.fields

    def _take(self, kind: str, token: re.Match[str], previous: str) -> None:
        value = token[kind]
        match kind:
            case "time":
                self._time(value)
            case "date" | "named":
                if self.text[token.end() : token.end() + 1] in ("-", "/"):
                    raise self.invalid()
                self._date(value)
            case "number":
                self._number(value, previous)
            case "word":
                self._word(value)
            case "tee":
                pass
            case "offset":
                self.fields.offset = self._offset(value)
            case _:
                self._special(value)

    def _special(self, value: str) -> None:
        word = value.replace(" ", "").lower()
        if word != "-infinity":
            raise self.invalid()
        self.fields.special = word

    def _word(self, value: str) -> None:
        word = value.lower()
        fields = self.fields
        if word in _MONTH_NAMES and fields.month is None and len(self.numbers) < 2:
            fields.month, self.month_named = _MONTH_NAMES[word], True
        elif word in ("epoch", "infinity"):
            fields.special = word
        elif word in ("now", "today", "tomorrow", "yesterday"):
            raise Unsupported(f'"{word}" as a constant is not supported', hint="Use CURRENT_TIMESTAMP or CURRENT_DATE.")
        elif word == "allballs":
            fields.micros, fields.offset = 0, 0
        elif word in ("am", "pm"):
            self.meridian = word
        elif word in ("bc", "ad"):
            fields.bc = word == "bc"
        elif word not in ("t", *_IGNORED):
            self._joined_word(value, word)

    def _joined_word(self, value: str, word: str) -> None:
        """A zone; or a T, J or month that is written together with what follows."""
        if found := re.fullmatch(r"j(\d+)", word):
            self._set_date(*civil_of(int(found[1]) - JULIAN_EPOCH))
        elif found := re.fullmatch(r"([a-z]+)(\d+)", word):
            if found[1] not in _MONTH_NAMES or self.fields.month is not None:
                raise self._unknown_zone(value, word)
            self.fields.month, self.month_named = _MONTH_NAMES[found[1]], True
            self.numbers.append(found[2])
        elif found := re.fullmatch(r"([a-z]{1,5})([+-]\d.*)", word):
            self._zone_with_offset(value, found)
        elif find_zone(value) is not None and (self.fields.zone is None):
            self.fields.zone = value
        else:
            raise self._unknown_zone(value, word)

    def _zone_with_offset(self, value: str, found: re.Match[str]) -> None:
        if find_zone(value) is None:
            raise self.invalid()
        self.fields.zone = value

    def _unknown_zone(self, value: str, word: str) -> PlanError:
        if "/" in value:
            return InvalidArgument(f'time zone "{word}" not recognized')
        return self.invalid()

    # -------------------------------------------------------------------------------------------------------------------- dates

    def _date(self, value: str) -> None:
        parts = re.split(r"[-/.]", value)
        if self.fields.day is not None or self.fields.year is not None:
            raise self.invalid()
        if len(parts) == 2 and parts[0].isdigit() and parts[1].isdigit():
            return self._two_parts(value, parts)
        named = [p.lower() for p in parts if not p.isdigit()]
        if len(named) > 1 or (named and named[0] not in _MONTH_NAMES):
            raise self.invalid()
        if named:
            self.fields.month, self.month_named = _MONTH_NAMES[named[0]], True
        self.numbers += [p for p in parts if p.isdigit()]
        return None

    def _two_parts(self, value: str, parts: list[str]) -> None:
        """2020-123: year and day of the year."""
        if len(parts[0]) < 4 or len(parts[1]) != 3:
            raise self.invalid()
        self.fields.year, self.day_of_year = int(parts[0]), int(parts[1])

    def _number(self, value: str, previous: str) -> None:
        whole, _, fraction = value.partition(".")
        has_date = len(self.numbers) >= 2 or self.fields.day is not None or (self.month_named and bool(self.numbers))
        if previous.lower() == "j" or (previous.lower() == "t" and not fraction and len(whole) > 2):
            return self._compact_time(value)
        if "." in value:
            if len(whole) in (4, 6) and has_date:
                return self._compact_time(value)
            if len(whole) == 4 and len(fraction) == 3 and not has_date:
                self.fields.year, self.day_of_year = int(whole), int(fraction)
                return None
            if len(whole) == 8 and not has_date:
                return self._compact_date(whole)
            raise self.invalid()
        if len(whole) in (6, 8) and not has_date and not self.month_named and not self.numbers:
            return self._compact_date(whole)
        if self.fields.day is not None or (has_date and self.fields.micros is None and len(self.numbers) + self.month_named >= 3):
            return self._compact_time(value)
        self.numbers.append(whole)
        return None

    def _compact_date(self, digits: str) -> None:
        if len(digits) == 8:
            self._set_date(int(digits[:4]), int(digits[4:6]), int(digits[6:]))
        else:
            self.fields.two_digit_year = True
            self._set_date(_century(int(digits[:2])), int(digits[2:4]), int(digits[4:]))

    def _set_date(self, year: int, month: int, day: int) -> None:
        if self.fields.day is not None:
            raise self.invalid()
        self.fields.year, self.fields.month, self.fields.day = year, month, day

    def _compact_time(self, value: str) -> None:
        whole, _, fraction = value.partition(".")
        if len(whole) not in (4, 6) or self.fields.micros is not None:
            raise self.invalid()
        parts = [whole[i : i + 2] for i in range(0, len(whole), 2)]
        self._time(":".join(parts) + ("." + fraction if fraction else ""))

    # -------------------------------------------------------------------------------------------------------------------- times

    def _time(self, value: str) -> None:
        found = re.fullmatch(r"(\d+):(\d+)(?::(\d+)?(\.\d*)?)?(\.\d*)?", value)
        if found is None or self.fields.micros is not None:
            raise self.invalid()
        hours, minutes, seconds = int(found[1]), int(found[2]), int(found[3] or 0)
        fraction = found[4] or found[5] or ""
        if found[5] and found[3] is None:
            # Two fields with a fraction are minutes and seconds only for intervals; here hours, minutes and a fraction of a minute.
            raise self.invalid()
        micros = round_fraction(fraction)
        self.fields.micros = self._clock(hours, minutes, seconds, micros)

    def _clock(self, hours: int, minutes: int, seconds: int, micros: int) -> int:
        if minutes > 59 or seconds > 60 or hours > 24 or (hours == 24 and (minutes or seconds or micros)):
            raise self.overflow()
        return ((hours * 60 + minutes) * 60 + seconds) * 1_000_000 + micros

    def _offset(self, value: str) -> int:
        sign, digits = value[0], value[1:].strip()
        if ":" in digits:
            parts = [int(p or 0) for p in digits.split(":")]
        elif len(digits) > 2:
            padded = digits.rjust(len(digits) + len(digits) % 2, "0")
            parts = [int(padded[i : i + 2]) for i in range(0, len(padded), 2)]
        else:
            parts = [int(digits)]
        if len(parts) > 3:
            raise self.invalid()
        hours, minutes, seconds = (*parts, 0, 0)[:3]
        total = hours * 3600 + minutes * 60 + seconds
        if minutes > 59 or seconds > 59 or total > OFFSET_MAX_S:
            raise InvalidZoneDisplacement(f'time zone displacement out of range: "{self.text}"')
        return -total if sign == "-" else total

    # ------------------------------------------------------------------------------------------------------------------- finish

    def _finish(self) -> None:
        fields = self.fields
        if self.numbers:
            self._place_numbers()
        if self.meridian is not None:
            self._apply_meridian()
        if fields.year is not None:
            self._check_year()
        if self.day_of_year is not None and fields.year is not None:
            if not 1 <= self.day_of_year <= 366:
                raise self.overflow()
            fields.year, fields.month, fields.day = civil_of(days_of(fields.year, 1, 1) + self.day_of_year - 1)
        if fields.special is None and fields.day is not None:
            self._check_date()

    def _place_numbers(self) -> None:
        """Which number is year, month and day: a first one of three digits or more is the year, else month, day, year."""
        fields, numbers = self.fields, self.numbers
        if self.month_named:
            if len(numbers) != 2 or fields.day is not None:
                raise self.invalid()
            year_first = len(numbers[0]) >= 3
            year, day = numbers if year_first else numbers[::-1]
        else:
            if len(numbers) != 3 or fields.day is not None:
                raise self.invalid()
            if len(numbers[0]) >= 3:
                year, month, day = numbers
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
            fields.year = _century(year)
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
        if micros is None or micros >= 13 * 3_600_000_000:
            raise self.overflow() if micros is not None else self.invalid()
        twelve = 12 * 3_600_000_000
        if self.meridian == "pm" and micros < twelve:
            self.fields.micros = micros + twelve
        elif self.meridian == "am" and micros >= twelve:
            self.fields.micros = micros - twelve


def _century(year: int) -> int:
    """Two digits: 1970 to 2069."""
    return year + (2000 if year < 70 else 1900) if year < 100 else year


def round_fraction(fraction: str) -> int:
    """Microseconds of ".123…", rounded as Postgres does: half to even of the double."""
    return round(float("0" + fraction) * 1_000_000) if len(fraction) > 1 else 0
