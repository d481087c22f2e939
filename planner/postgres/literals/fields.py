"""Dates and times as text, cut into fields and understood: what PostgreSQL's input accepts.

Described in the manual's appendix "Date/Time Support". Words for the present (now, today …) need a clock and are refused.
"""

from __future__ import annotations

import re
from typing import Final

from planner.errors import InvalidArgument, InvalidZoneDisplacement, PlanError, Unsupported
from planner.postgres.literals.field_checks import DatetimeFields, FieldChecks
from planner.postgres.literals.zones import find_zone, literal_offset
from planner.tree.calendar import DAY_US, JULIAN_EPOCH, SECOND_US, civil_of

#: More digits than PostgreSQL has room for (MAXDATELEN).
_TOO_LONG: Final = re.compile(r"\d{129}")
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
#: What separates fields: blanks, and punctuation that means nothing.
_BETWEEN: Final = " \t\n\r\f\v,;()!\"#$%&'*<=>?@[]\\^_`{|}~"
_TOKEN: Final = re.compile(
    rf"[{re.escape(_BETWEEN)}]*"
    r"""(?:
      (?P<time>\d+:[\d:.]*)
    | (?P<date>\d+(?P<by>[-/])(?:\d+|[A-Za-z]+)(?:(?P=by)\d+)? | \d+\.(?:\d+|[A-Za-z]+)\.\d+)
    | (?P<number>\d+(?:\.\d*)? | \.\d+)
    | (?P<named>[A-Za-z]+[-/.]\d+[-/.]\d+)
    | (?P<tee>[Tt](?=\d))
    | (?P<julian>[Jj]\s*\d+(?:\.\d*)?)
    | (?P<word>(?i:am|pm|ad|bc|allballs)(?=[+\d])|[A-Za-z]+(?:\d+[A-Za-z]+)?(?:[/_+-][A-Za-z0-9_+:-]+)*(?:/[A-Za-z0-9_+-]+)*\d*)
    | (?P<offset>[+-]\s*\d[\d:]*)
    | (?P<special>[+-]\s*[A-Za-z]+)
    )""",
    re.VERBOSE,
)


class DatetimeReader(FieldChecks):
    """Reads one text."""

    # ------------------------------------------------------------------------------------------------------------------- tokens

    def read(self) -> DatetimeFields:
        """The fields. Raises InvalidDatetime, DatetimeOverflow, InvalidArgument for an unknown zone."""
        at, end = 0, len(self.text.rstrip(_BETWEEN))
        if end == 0 or _TOO_LONG.search(self.text):
            raise self.invalid()
        previous = ""
        while at < end:
            token = _TOKEN.match(self.text, at)
            if token is None:
                raise self.invalid()
            self._take(str(token.lastgroup if token.lastgroup != "by" else "date"), token, previous)
            previous = token[0].strip()
            at = token.end()
        self.finish()
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
            case "julian":
                self._julian_day(value[1:])
            case "offset":
                self._once_in_zone()
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
        if word in _MONTH_NAMES and fields.month is None and (len(self.numbers) < 2 or self._lacks_month()):
            fields.month, self.month_named = _MONTH_NAMES[word], True
        elif word in ("epoch", "infinity"):
            fields.special = word
        elif word in ("now", "today", "tomorrow", "yesterday"):
            raise Unsupported(f'"{word}" as a constant is not supported', hint="Use CURRENT_TIMESTAMP or CURRENT_DATE.")
        elif word == "allballs":
            self._once_in_zone()
            if fields.micros is not None:
                raise self.invalid()
            fields.micros, fields.offset = 0, 0
        elif word in ("am", "pm"):
            self.meridian = word
        elif word in ("bc", "ad"):
            fields.bc = word == "bc"
        elif word not in ("t", *_IGNORED):
            self._joined_word(value, word)

    def _lacks_month(self) -> bool:
        """1999 08 Jan: of two numbers the first is the year, so the second is the day."""
        return len(self.numbers) == 2 and (len(self.numbers[0]) >= 3 or self.order == "YMD")

    def _joined_word(self, value: str, word: str) -> None:
        """A zone; or a month that is written together with what follows."""
        if found := re.fullmatch(r"([a-z]+)(\d+)", word):
            if found[1] not in _MONTH_NAMES or self.fields.month is not None:
                raise self._unknown_zone(value, word)
            self.fields.month, self.month_named = _MONTH_NAMES[found[1]], True
            self.numbers.append(found[2])
        elif re.fullmatch(r"[a-z]{1,5}[+-]\d.*", word):
            if find_zone(value) is None:
                raise self.invalid()
            self._once_in_zone()
            self.fields.zone = value
        elif find_zone(value) is not None:
            self._once_in_zone()
            self.fields.zone = value
        else:
            raise self._unknown_zone(value, word)

    def _once_in_zone(self) -> None:
        if self.fields.offset is not None or self.fields.zone is not None:
            raise self.invalid()

    def _unknown_zone(self, value: str, word: str) -> PlanError:
        if "/" in value:
            return InvalidArgument(f'time zone "{word}" not recognized')
        return self.invalid()

    # -------------------------------------------------------------------------------------------------------------------- dates

    def _date(self, value: str) -> None:
        if self._is_dated() and (found := re.fullmatch(r"(\d+)(-\d+)", value)):
            self._once_in_zone()
            self.fields.offset = self._offset(found[2])
            return self._compact_time(found[1])
        parts = re.split(r"[-/.]", value)
        if self.meridian is not None and self.fields.micros is None:
            raise self.invalid()
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

    def _is_dated(self) -> bool:
        return self.fields.day is not None or self.day_of_year is not None or len(self.numbers) + self.month_named >= 3

    def _two_parts(self, value: str, parts: list[str]) -> None:
        """2020-123: year and day of the year."""
        if len(parts[0]) < 4 or len(parts[1]) != 3:
            raise self.invalid()
        self.fields.year, self.day_of_year = int(parts[0]), int(parts[1])

    def _number(self, value: str, previous: str) -> None:
        whole, _, fraction = value.partition(".")
        has_date = len(self.numbers) >= 2 or self._is_dated() or (self.month_named and bool(self.numbers))
        if previous.lower() == "t" and not fraction and len(whole) > 2:
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
        begun = bool(self.numbers) or self.month_named or self._is_dated()
        if len(whole) >= 6 and not begun:
            return self._compact_date(whole)
        if self._is_dated():
            return self._compact_time(value)
        if len(whole) >= 6 and self.fields.micros is None:
            raise self.invalid()
        self.numbers.append(whole)
        return None

    def _compact_date(self, digits: str) -> None:
        self.fields.two_digit_year = len(digits) == 6
        self._set_date(int(digits[:-4]), int(digits[-4:-2]), int(digits[-2:]))

    def _julian_day(self, value: str) -> None:
        """Days since 4714-11-24 BC, and perhaps a part of one."""
        whole, _, fraction = value.strip().partition(".")
        self._set_date(*civil_of(int(whole) - JULIAN_EPOCH))
        self.is_julian = True
        if fraction:
            if self.fields.micros is not None:
                raise self.invalid()
            self.fields.micros = int(float(f"0.{fraction}") * DAY_US)

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
        # Rounded as Postgres does: half to even of the double.
        micros = round(float("0" + fraction) * SECOND_US) if len(fraction) > 1 else 0
        if minutes > 59 or seconds > 60 or hours > 24 or (hours == 24 and (minutes or seconds or micros)):
            raise self.overflow()
        self.fields.micros = ((hours * 60 + minutes) * 60 + seconds) * SECOND_US + micros

    def _offset(self, value: str) -> int:
        try:
            found = literal_offset(value[0] + value[1:].strip())
        except OverflowError:
            raise InvalidZoneDisplacement(f'time zone displacement out of range: "{self.text}"') from None
        if found is None:
            raise self.invalid()
        return found
