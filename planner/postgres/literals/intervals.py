"""interval: Postgres's, the SQL standard's and ISO 8601's input, whatever the style of output (.interval_texts)."""

from __future__ import annotations

import re
from typing import Final

from planner.errors import IntervalOverflow, InvalidDatetime
from planner.postgres.literals.interval_fields import FULL_RANGE, MINUTE_TO_SECOND, last_field
from planner.tree.calendar import DAY_US, HOUR_US, MINUTE_US, SECOND_US
from planner.tree.values import Interval

_INT4_MAX: Final = 2**31 - 1
_INT8_MAX: Final = 2**63 - 1
#: More digits than PostgreSQL has room for.
_TOO_LONG: Final = re.compile(r"\d{257}")

#: unit → (months, days, microseconds) of one.
_UNITS: Final = {
    "millennium": (12_000, 0, 0), "century": (1_200, 0, 0), "decade": (120, 0, 0), "year": (12, 0, 0), "month": (1, 0, 0),
    "week": (0, 7, 0), "day": (0, 1, 0), "hour": (0, 0, HOUR_US), "minute": (0, 0, MINUTE_US),
    "second": (0, 0, SECOND_US), "millisecond": (0, 0, 1_000), "microsecond": (0, 0, 1),
}  # fmt: skip
_NAMES: Final = {
    "millennium": "millennia millennium mil mils", "century": "c cent centuries century", "decade": "dec decade decades decs",
    "year": "y year years yr yrs", "month": "mon mons month months", "week": "w week weeks", "day": "d day days",
    "hour": "h hour hours hr hrs", "minute": "m min mins minute minutes", "second": "s sec second seconds secs",
    "millisecond": "ms msec msecs msecond mseconds millisecond milliseconds",
    "microsecond": "us usec usecs usecond useconds microsecond microseconds",
}  # fmt: skip
#: Of a word no more is looked at.
_WORD_LENGTH: Final = 10
_UNIT_OF: Final = {word[:_WORD_LENGTH]: unit for unit, words in _NAMES.items() for word in words.split()}
_DAYS_OF_MONTH: Final = 30
_AGO: Final = ("word", "ago")
#: Blanks are passed over, and all punctuation but points and signs. A word that goes on with a digit or sign would be a date, but
#: for those that dates have, too.
_TOKEN: Final = re.compile(
    r"[\s!-*,/:-@\[-`{-~]*+"
    r"""(?:
      (?P<time>[+-]\s*\d+:[\d:.-]+|\d+:[\d:.]+)
    | (?P<years>[+-]\s*\d+-[\d:.-]*|\d+-(?![A-Za-z])[\d-]*)
    | (?P<number>[+-]\s*\d+\.?\d*|\d++(?!/)(?:\.(?:\d+|(?![A-Za-z])))?|\.\d+)
    | (?P<word>(?i:d|h|m|s|y|mon|dec)(?![A-Za-z/.-])|[A-Za-z]++(?![\d+/.-]))
    | (?P<end>\Z)
    )""",
    re.VERBOSE,
)
_SECONDS: Final = ("second", "millisecond", "microsecond")
_ISO_UNITS_DATE: Final = {"Y": "year", "M": "month", "W": "week", "D": "day"}
_ISO_UNITS_TIME: Final = {"H": "hour", "M": "minute", "S": "second"}


class _Sum:
    """An interval being added up. Fractions of years are rounded to months, of months to days (30) and time."""

    def __init__(self, text: str, fields: int = FULL_RANGE) -> None:
        self.text = text
        self.fields = fields
        self.months = self.days = self.micros = 0

    def invalid(self) -> InvalidDatetime:
        return InvalidDatetime(f'invalid input syntax for type interval: "{self.text}"')

    def overflow(self) -> IntervalOverflow:
        return IntervalOverflow(f'interval field value out of range: "{self.text}"')

    def add(self, whole: int, fraction: float, unit: str) -> None:
        """That many of a unit."""
        months, days, micros = _UNITS[unit]
        self.months += whole * months
        self.days += whole * days
        self.micros += whole * micros
        if months > 1:
            self.months += round(fraction * months)
        elif months:
            self._add_part_of_days(fraction * _DAYS_OF_MONTH)
        elif days:
            self._add_part_of_days(fraction * days)
        else:
            self._add_part_of_micros(fraction * micros)

    def _add_part_of_days(self, days: float) -> None:
        self.days += int(days)
        self._add_part_of_micros((days - int(days)) * DAY_US)

    def _add_part_of_micros(self, micros: float) -> None:
        """Rounded, a half towards zero."""
        rest = micros - int(micros)
        self.micros += int(micros) + (rest > 0.5) - (rest < -0.5)

    def result(self, *, ago: bool = False) -> Interval:
        sign = -1 if ago else 1
        months, days, micros = sign * self.months, sign * self.days, sign * self.micros
        # The least microseconds cannot be read, as in Postgres; the least days and months can.
        if abs(micros) > _INT8_MAX or any(not -_INT4_MAX - 1 <= part <= _INT4_MAX for part in (months, days)):
            raise self.overflow()
        return Interval(months, days, micros)


def parse_interval(text: str, fields: int = FULL_RANGE, style: str = "postgres") -> Interval:
    """The interval that the text means; *fields* of the type say what a number without unit is.

    Under IntervalStyle sql_standard a sign in front that is the only one is everything's: -1 2:03 is a day and 2:03 hours less.
    """
    if _TOO_LONG.search(text):
        raise _Sum(text, fields).invalid()
    if text.startswith("P") and len(text) > 1:
        return _iso(text)
    return _verbose(text, fields, one_sign=style == "sql_standard")


# --------------------------------------------------------------------------------------------------------- Postgres, SQL standard


def _verbose(text: str, fields: int, *, one_sign: bool) -> Interval:
    total = _Sum(text, fields)
    tokens = _tokens(total)
    if not tokens:
        raise total.invalid()
    _read(total, _all_negative(tokens) if one_sign else tokens)
    return total.result(ago=_AGO in tokens)


def _all_negative(tokens: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """A minus in front that is the only sign is put before every number."""
    first, *others = tokens
    if not first[1].startswith("-") or any(value[0] in "+-" for _, value in others):
        return tokens
    return [first, *((kind, value if kind == "word" else f"-{value}") for kind, value in others)]


def _tokens(total: _Sum) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    at = 0
    while (token := _TOKEN.match(total.text, at)) is not None:
        kind = str(token.lastgroup)
        if kind == "end":
            return found
        found.append((kind, "".join(token[kind].lower().split())))  # a sign may stand before spaces
        at = token.end()
    raise total.invalid()


def _read(total: _Sum, tokens: list[tuple[str, str]]) -> None:
    """From the end, as units follow their numbers: one without is days before hours, else the type's last field."""
    used: set[str] = set()
    unit = last_field(total.fields)
    for kind, value in reversed(tokens):
        if kind == "word":
            unit = _UNIT_OF.get(value[:_WORD_LENGTH], "")
            if not unit and (kind, value) != _AGO:
                raise total.invalid()
        elif kind == "number" and not unit:
            raise total.invalid()
        elif kind == "time":
            _once(total, used, "hour", "minute", *_SECONDS)
            total.micros = _clock(total, value)  # fractions of what comes behind it are lost, as in PostgreSQL
            unit = "day"
        elif kind == "years":
            _once(total, used, "month")
            _years(total, value)
            unit = "month"
        else:
            whole, fraction = _amount(value)
            _once(total, used, *(_SECONDS if unit == "second" and fraction else (unit,)))
            total.add(whole, fraction, unit)
            unit = "day" if unit == "hour" else unit
    if not used:
        raise total.invalid()


def _once(total: _Sum, used: set[str], *units: str) -> None:
    if used & {*units}:
        raise total.invalid()
    used.update(units)


def _amount(value: str) -> tuple[int, float]:
    """What is before the point, and what is behind it; both have the sign."""
    sign = -1 if value.startswith("-") else 1
    whole, _, fraction = value.lstrip("+-").partition(".")
    return sign * int(whole or 0), sign * float(f"0.{fraction or 0}")


def _clock(total: _Sum, value: str) -> int:
    sign = -1 if value.startswith("-") else 1
    parts = value.lstrip("+-").split(":")
    if len(parts) == 2 and ("." in parts[1] or total.fields == MINUTE_TO_SECOND):
        parts = ["0", *parts]
    if len(parts) > 3 or any(not re.fullmatch(r"\d*", p) for p in parts[:2]) or not re.fullmatch(r"\d+\.?\d*|\.\d+", parts[-1]):
        raise total.invalid()
    hours, minutes, seconds = (*parts, "0")[:3]
    if int(minutes or 0) > 59 or float(seconds) >= 61:
        raise total.overflow()
    return sign * ((int(hours or 0) * 60 + int(minutes or 0)) * MINUTE_US + round(float(seconds) * SECOND_US))


def _years(total: _Sum, value: str) -> None:
    sign = -1 if value.startswith("-") else 1
    found = re.fullmatch(r"(\d+)-(\d*)", value.lstrip("+-"))
    if found is None:
        raise total.invalid()
    years, months = int(found[1]), int(found[2] or 0)
    if months > 11:
        raise total.overflow()
    total.months += sign * (years * 12 + months)


# --------------------------------------------------------------------------------------------------------------------- ISO 8601

_NUMBER_TEXT: Final = r"-?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?"
_ISO_MAX: Final = 1e15
_ISO_FIELD: Final = re.compile(rf"({_NUMBER_TEXT})([A-Z])")
#: Numbers without designators: yyyymmdd and hhmmss (of which Postgres drops a fraction), or year-month-day and hour:minute:second.
_ISO_COMPACT: Final = {
    "date": re.compile(r"(-?)(\d{4})(\d\d)(\d\d(?:\.\d*)?)(?=T|$)"), "time": re.compile(r"(-?)(\d\d)(\d\d)(\d\d)(?:\.\d*)?$"),
}  # fmt: skip
_ISO_EXTENDED: Final = {
    "date": re.compile("({0})(?:-({0})(?:-({0}))?)?(?=T|$)".replace("{0}", _NUMBER_TEXT)),
    "time": re.compile("({0})(?::({0})(?::({0}))?)?$".replace("{0}", _NUMBER_TEXT)),
}


def _iso(text: str) -> Interval:
    """P, fields with their designators or a date without them, T, the same for a time."""
    total = _Sum(text)
    date, tee, time = text[1:].partition("T")
    _iso_part(total, date, "date", _ISO_UNITS_DATE)
    if tee:
        _iso_part(total, time, "time", _ISO_UNITS_TIME)
    return total.result()


def _iso_part(total: _Sum, part: str, kind: str, units: dict[str, str]) -> None:
    names = list(units.values()) if kind == "time" else ["year", "month", "day"]
    if compact := _ISO_COMPACT[kind].match(part):
        for unit, amount in zip(names, compact.groups()[1:], strict=True):
            total.add(*_iso_amount(total, compact[1] + amount), unit)
    elif extended := _ISO_EXTENDED[kind].match(part):
        for unit, amount in zip(names, extended.groups(default="0"), strict=True):
            total.add(*_iso_amount(total, amount), unit)
    elif not _fields(total, part, units):
        raise total.invalid()


def _fields(total: _Sum, part: str, units: dict[str, str]) -> bool:
    at = 0
    while at < len(part):
        field = _ISO_FIELD.match(part, at)
        if field is None or field[2] not in units:
            return False
        total.add(*_iso_amount(total, field[1]), units[field[2]])
        at = field.end()
    return True


def _iso_amount(total: _Sum, value: str) -> tuple[int, float]:
    """Read as one double, as PostgreSQL does: of many digits before the point, fewer are kept behind it."""
    number = float(value)
    if abs(number) > _ISO_MAX:
        raise total.overflow()
    return int(number), number - int(number)
