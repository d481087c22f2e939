"""to_number: the digits, point and sign that a template finds in a text; everything else is passed over. pg_size_bytes."""

from __future__ import annotations

import re
from decimal import ROUND_HALF_UP, Decimal
from typing import Final

from planner.errors import InvalidArgument, InvalidText, NumericOverflow
from planner.postgres.functions.udf.number_template import NumberNode, NumberTemplate, check_input, number_template
from planner.postgres.functions.udf.numerics import EXACT
from planner.postgres.literals.numbers import SPACES

#: What skipping never passes over.
_DATA: Final = frozenset("0123456789.,+-")


#: PostgreSQL multiplies by a power of ten with this many digits behind the point.
SHIFTED_DIGITS: Final = 16
_SHIFTED: Final = Decimal((0, (1,), -SHIFTED_DIGITS))

_SIZE: Final = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:e(?P<exponent>[-+]?\d{1,9}))?", re.IGNORECASE | re.ASCII)
#: pg_size_pretty writes less in bytes.
_KEPT_IN_BYTES: Final = 10 * 1024
_PRETTY_UNITS: Final = {10: "kB", 20: "MB", 30: "GB", 40: "TB", 50: "PB"}
#: Powers of two.
_SIZE_UNITS: Final = {"": 0, "bytes": 0, "kb": 10, "mb": 20, "gb": 30, "tb": 40, "pb": 50}
#: Of a number's text, numeric's digits before the point.
_EXPONENT_MAX: Final = 131_071
_INT8_END: Final = 2**63


class _NumberReader:
    def __init__(self, template: NumberTemplate, text: str) -> None:
        self.t, self.text = template, text
        self.at = self.before = self.after = 0
        self.sign = ""
        self.digits = ""
        self.past_point = False
        self.side = "behind" if template.sign == "before" and template.before == template.before_sign else template.sign

    @property
    def here(self) -> str:
        return self.text[self.at : self.at + 1]

    def read(self) -> str:
        for node in self.t.nodes:
            if self.at >= len(self.text):
                break
            if self._node(node):
                self.at += 1
        return self.sign + self.digits.removesuffix(".")

    def _node(self, node: NumberNode) -> bool:
        """Is the character here used up?"""
        if node.literal:
            return True
        match node.text:
            case "9" | "0" | "." | "D":
                self._digit(node.text)
                return True
            case "," | "G":
                return self.here == ","
            case "L":
                self._skip(1)
            case "MI" | "PL" | "SG":
                return self._sign({"MI": "-", "PL": "+", "SG": "+-"}[node.text])
            case _:
                pass
        return False

    def _sign(self, signs: str) -> bool:
        if self.here in signs:
            self.sign = self.here
            return True
        self._skip(1)
        return False

    def _skip(self, characters: int) -> None:
        while characters and self.at < len(self.text) and self.here not in _DATA:
            self.at += 1
            characters -= 1

    def _digit(self, pattern: str) -> None:
        if self.here == " ":
            self.at += 1
        is_first = not self.sign and pattern in "09" and not self.before + self.after
        if is_first and (self.here in ("+", "-") or (self.t.bracket and self.here == "<")):
            self.sign = self.here.replace("<", "-")
            self.at += 1
        found = self._take()
        if found is None:
            return
        if not self.sign and self.before + self.after > 0:
            self._trailing_sign(found)

    def _take(self) -> bool | None:
        """Was a digit or the point read? None: nothing more is to be read here."""
        if not self.here:
            return None
        if self.here.isdigit():
            if self.past_point and self.after == self.t.after:
                return None
            self.digits += self.here
            if self.past_point:
                self.after += 1
            else:
                self.before += 1
            return True
        if self.t.point and not self.past_point and self.here == ".":
            self.digits += "."
            self.past_point = True
            return True
        return False

    def _trailing_sign(self, found: bool) -> None:
        following = self.text[self.at + 1 : self.at + 2]
        if self.t.sign and found and following and not following.isdigit():
            if following in "+-":
                self.sign = following
                self.at += 1
        elif not found and not self.t.sign and (self.t.plus or self.t.minus) and self.here in ("-", "+"):
            self.sign = self.here


def to_number(text: str, template: str) -> str:
    """to_number(text, template). Raises InvalidText, NumericOverflow."""
    found = number_template(template)
    check_input(found)
    reader = _NumberReader(found, text)
    written = reader.read()
    if not any(c.isdigit() for c in written):
        raise InvalidText(f'invalid input syntax for type numeric: "{written or " "}"')
    value = Decimal(written)
    if reader.before > found.before + found.shift and value.copy_abs() >= 10 ** (found.before + found.shift):
        raise NumericOverflow("numeric field overflow")
    if found.shifted:
        value = value.scaleb(-found.shift).quantize(_SHIFTED)
    return f"{value:f}" if value else f"{abs(value):f}"


def size_bytes(text: str) -> int:
    """pg_size_bytes(text): a number and, perhaps, its unit. Raises InvalidArgument, NumericOverflow."""
    stripped = text.strip(SPACES)
    found = _SIZE.match(stripped)
    if found is None:
        raise InvalidArgument(f'invalid size: "{text}"')
    unit = stripped[found.end() :].lstrip(SPACES)
    power = _SIZE_UNITS.get(unit.lower())
    if power is None:
        raise InvalidArgument(
            f'invalid size: "{text}"',
            detail=f'Invalid size unit: "{unit}".',
            hint='Valid units are "bytes", "kB", "MB", "GB", "TB", and "PB".',
        )
    if abs(int(found["exponent"] or 0)) > _EXPONENT_MAX:
        raise NumericOverflow("value overflows numeric format")
    size = (EXACT.multiply(Decimal(found[0]), 1 << power)).to_integral_value(ROUND_HALF_UP)
    if not -_INT8_END <= size < _INT8_END:
        raise NumericOverflow("bigint out of range")
    return int(size)


def size_pretty(size: int) -> str:
    """pg_size_pretty(int8): in the smallest unit of which it is less than 10 of the next one."""
    if abs(size) < _KEPT_IN_BYTES:
        return f"{size} bytes"
    # PostgreSQL counts halves of the unit, cut off towards zero, and rounds them away from it.
    power = next((p for p in _PRETTY_UNITS if abs(size) >> p - 1 < 2 * _KEPT_IN_BYTES - 1), max(_PRETTY_UNITS))
    return f"{'-' if size < 0 else ''}{(abs(size) >> power - 1) + 1 >> 1} {_PRETTY_UNITS[power]}"
