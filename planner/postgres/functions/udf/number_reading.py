"""to_number: the digits, point and sign that a template finds in a text; everything else is passed over."""

from __future__ import annotations

from decimal import Decimal
from typing import Final

from planner.errors import InvalidText, NumericOverflow
from planner.postgres.functions.udf.number_template import NumberNode, NumberTemplate, check_input, number_template

#: What skipping never passes over.
_DATA: Final = frozenset("0123456789.,+-")


#: PostgreSQL multiplies by a power of ten with this many digits behind the point.
SHIFTED_DIGITS: Final = 16
_SHIFTED: Final = Decimal((0, (1,), -SHIFTED_DIGITS))


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
