"""to_date and to_timestamp: the fields that a template finds in a text, as do_to_timestamp of PostgreSQL reads them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from planner.errors import DatetimeOverflow, InvalidDatetime, Unsupported
from planner.postgres.functions.udf.calendar import checked_timestamp
from planner.postgres.functions.udf.define import PythonFunction, udf
from planner.postgres.functions.udf.formatting import DAYS, MONTHS, ROMAN_MONTHS
from planner.postgres.functions.udf.moment_fields import TemplateFields, days_and_clock
from planner.postgres.functions.udf.moment_template import MomentNode, moment_template
from planner.postgres.functions.zone import zone_of
from planner.postgres.literals.datetimes import round_timestamp
from planner.postgres.literals.zones import offset_of_local
from planner.tree.calendar import DATE_MAX, DATE_MIN, DAY_US, SECOND_US

_NUMBER: Final = re.compile(r"\s*[+-]?\d+")
_NOT_ALLOWED: Final = "The given value did not match any of the allowed values for this field."
#: Digits of each field where nothing but its width tells where it ends.
_WIDTHS: Final = {
    "YYYY": 4, "YYY": 3, "YY": 2, "Y": 1, "IYYY": 4, "IYY": 3, "IY": 2, "I": 1, "MM": 2, "DD": 2, "DDD": 3, "IDDD": 3, "D": 1,
    "ID": 1, "WW": 2, "IW": 2, "W": 1, "Q": 1, "CC": 2, "J": 1, "HH24": 2, "HH12": 2, "HH": 2, "MI": 2, "SS": 2, "SSSS": 4,
    "SSSSS": 5, "MS": 3, "US": 6, "FF1": 1, "FF2": 2, "FF3": 3, "FF4": 4, "FF5": 5, "FF6": 6, "TZH": 2, "TZM": 2,
}  # fmt: skip
_INT_MAX: Final = 2**31 - 1


def _numbered(words: Iterable[str], first: int) -> dict[str, int]:
    return {word.lower(): number for number, word in enumerate(words, first)}


#: The field that a pattern's words are of, and what each is there; of two that begin alike the longer one first.
_WORDS: Final[dict[str, tuple[str, dict[str, int]]]] = {
    **dict.fromkeys(("A.M.", "P.M."), ("PM", _numbered(("a.m.", "p.m."), 0))),
    **dict.fromkeys(("AM", "PM"), ("PM", _numbered(("am", "pm"), 0))),
    **dict.fromkeys(("A.D.", "B.C."), ("BC", _numbered(("a.d.", "b.c."), 0))),
    **dict.fromkeys(("AD", "BC"), ("BC", _numbered(("ad", "bc"), 0))),
    "MONTH": ("MM", _numbered(MONTHS, 1)),
    "MON": ("MM", _numbered((month[:3] for month in MONTHS), 1)),
    "DAY": ("D", _numbered(DAYS, 1)),
    "DY": ("D", _numbered((day[:3] for day in DAYS), 1)),
    "RM": ("MM", dict(sorted(_numbered(ROMAN_MONTHS, 1).items(), key=lambda month: -len(month[0])))),
}


class _MomentReader:
    def __init__(self, text: str, nodes: tuple[MomentNode, ...]) -> None:
        self.text, self.nodes = text, nodes
        self.at = self.skipped = 0
        self.fields = TemplateFields(text)

    def read(self) -> TemplateFields:
        exact = False
        for number, node in enumerate(self.nodes):
            if self.at >= len(self.text):
                break
            if node.kind == "pattern" and node.name == "FX":
                exact = True
                continue
            if not exact:
                self._skip_spaces()
            if node.kind != "pattern":
                self._pass(node, exact=exact)
                continue
            self._field(node, number)
            if not exact:
                self.skipped = 0
                self._skip_spaces()
        return self.fields

    @property
    def here(self) -> str:
        return self.text[self.at : self.at + 1]

    def _skip_spaces(self) -> None:
        while self.here.isspace():
            self.at += 1
            self.skipped += 1

    def _pass(self, node: MomentNode, *, exact: bool) -> None:
        """A character of the template that is no pattern."""
        if exact:
            self.at += 1
        elif node.kind == "text":
            if self.skipped:
                self.skipped -= 1
            else:
                self.at += 1
        else:
            self.skipped -= 1
            if self.here.isspace() or (self.here.isascii() and not self.here.isalnum()):
                self.at += 1
                self.skipped += 1

    # ----------------------------------------------------------------------------------------------------------- fields

    def _field(self, node: MomentNode, number: int) -> None:
        self.fields.convention(node.name)
        match node.name:
            case name if name in _WORDS:
                self._word(node, *_WORDS[name])
            case "TZ" | "OF":
                raise Unsupported(f'formatting field "{node.spelled}" is only supported in to_char')
            case "TZH":
                self._zone_hours(node, number)
            case "Y,YYY":
                self._thousands(node)
            case _:
                self._numeric(node, number)
        if node.ordinal:
            self.at += 2

    def _word(self, node: MomentNode, field: str, words: Mapping[str, int]) -> None:
        word = next((word for word in words if self.text[self.at : self.at + len(word)].lower() == word), None)
        if word is None:
            rest = self.text[self.at :].split()
            raise InvalidDatetime(f'invalid value "{rest[0] if rest else ""}" for "{node.spelled}"', detail=_NOT_ALLOWED)
        self.at += len(word)
        value = words[word]
        # PostgreSQL compares the index of a weekday with what it has kept.
        self.fields.set(field, value - 1 if field == "D" else value, node, value)
        if field == "PM":
            self.fields.halves()

    def _integer(self, node: MomentNode, number: int) -> tuple[int, int]:
        """(value, characters read)."""
        width, begin = _WIDTHS[node.name], self.at
        open_ended = not node.fill or self._ends_before_other(number)
        found = _NUMBER.match(self.text if open_ended else self.text[: begin + width], begin)
        left = len(self.text) - begin
        if not open_ended and left < width:
            raise InvalidDatetime(
                f'source string too short for "{node.spelled}" formatting field',
                detail=f"Field requires {width} characters, but only {left} remain.",
                hint='If your source string is not fixed-width, try using the "FM" modifier.',
            )
        shown = self.text[begin : begin + width]
        if found is None:
            raise InvalidDatetime(f'invalid value "{shown}" for "{node.spelled}"', detail="Value must be an integer.")
        read = found.end() - begin
        if not open_ended and read < width:
            raise InvalidDatetime(
                f'invalid value "{shown}" for "{node.spelled}"',
                detail=f"Field requires {width} characters, but only {read} could be parsed.",
                hint='If your source string is not fixed-width, try using the "FM" modifier.',
            )
        value = int(found[0])
        if abs(value) > _INT_MAX:
            raise self.fields.overflow(f'value for "{node.spelled}" in source string is out of range')
        self.at = found.end()
        return value, read

    def _ends_before_other(self, number: int) -> bool:
        """Does what follows in the template end the digits?"""
        if self.nodes[number].ordinal or number + 1 == len(self.nodes):
            return True
        following = self.nodes[number + 1]
        return not following.is_number if following.kind == "pattern" else not following.name.isdigit()

    def _numeric(self, node: MomentNode, number: int) -> None:
        value, read = self._integer(node, number)
        name, kept = node.name, None
        if name in ("MS", "US") or name.startswith("FF"):
            digits = 3 if name == "MS" else 6
            if name.startswith("FF"):
                self.fields.precision = int(name[2:])
            kept = value * 10 ** max(digits - read, 0)
            name = "MS" if name == "MS" else "US"
        elif name in ("YYY", "YY", "Y", "IYY", "IY", "I") and read < 4:
            kept = _near_2020(value)
        self.fields.set_number(name, value, node, kept)

    def _thousands(self, node: MomentNode) -> None:
        found = re.compile(r"([+-]?\d+),(\d{1,3})").match(self.text, self.at)
        if found is None:
            raise InvalidDatetime('invalid input string for "Y,YYY"')
        self.at = found.end()
        self.fields.set_number("YYYY", int(found[1]) * 1000 + int(found[2]), node)

    def _zone_hours(self, node: MomentNode, number: int) -> None:
        sign = -1 if self.here == "-" else 1
        if self.here in ("+", "-", " "):
            self.at += 1
        elif self.skipped > 0 and self.at and self.text[self.at - 1] == "-":
            sign = -1
        self.fields.zone_sign = sign
        self.fields.set("TZH", self._integer(node, number)[0], node)


def _near_2020(year: int) -> int:
    """A year of fewer than four digits, as the one nearest to 2020."""
    if year < 70:
        return year + 2000
    if year < 100:
        return year + 1900
    if year < 520:
        return year + 2000
    return year + 1000 if year < 1000 else year


def _read(text: str, template: str) -> TemplateFields:
    return _MomentReader(text, moment_template(template)).read()


def to_date(text: str, template: str) -> int:
    """to_date(text, template), in days. Raises DatetimeOverflow."""
    days = days_and_clock(_read(text, template))[0]
    if not DATE_MIN <= days <= DATE_MAX:
        raise DatetimeOverflow(f'date out of range: "{text}"')
    return days


def to_timestamp(text: str, template: str, zone: str) -> int:
    """to_timestamp(text, template): in the zone of the text, or else in the session's."""
    fields = _read(text, template)
    days, clock = days_and_clock(fields)
    local = days * DAY_US + clock
    offset = fields.zone_offset
    found = local - (offset_of_local(zone_of(zone), local) if offset is None else offset) * SECOND_US
    return checked_timestamp(round_timestamp(found, fields.precision))


UDFS: Final[tuple[PythonFunction, ...]] = (
    udf("py_to_date", to_date, "VARCHAR, VARCHAR", "BIGINT"),
    udf("py_to_timestamp", to_timestamp, "VARCHAR, VARCHAR, VARCHAR", "BIGINT"),
)
