"""to_char of numbers, and to_number. What each pattern writes depends on the digits beside it as PostgreSQL's does.

The number comes as text that is already rounded to the template's digits; _NumberWriter walks over template and digits together.
"""

from __future__ import annotations

import math
from dataclasses import replace
from decimal import ROUND_HALF_UP, Context, Decimal
from functools import partial
from typing import Final

from planner.errors import InvalidText, Unsupported
from planner.postgres.functions.udf.define import PythonFunction, udf
from planner.postgres.functions.udf.number_reading import size_bytes, size_pretty, to_number
from planner.postgres.functions.udf.number_template import NumberNode, NumberTemplate, number_template

#: Digits that a float is good for, and that are printed of it.
_FLOAT8_DIGITS: Final = 15
_FLOAT4_DIGITS: Final = 6
_WIDE: Final = Context(prec=2000)
_ROMAN_WIDTH: Final = 15
_ROMAN_MAX: Final = 3999
_ROMAN: Final = (
    (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"),
    (5, "V"), (4, "IV"), (1, "I"),
)  # fmt: skip


class _NumberWriter:
    """*number* has no sign; *spaces* are the template's digits in front of it."""

    def __init__(self, template: NumberTemplate, number: str, spaces: int, *, negative: bool) -> None:
        t = self.t = template
        self.number, self.spaces, self.negative = number, spaces, negative
        self.out: list[str] = []
        self.at = self.done = 0
        self.inside = self.ended = False
        self.bracket = t.bracket and (negative or t.fill)
        self.side = t.sign
        if t.plus or t.minus:
            self.signed = t.minus
        else:
            self.signed = not negative and not t.fill and not t.sign
            if t.sign == "before" and t.before == t.before_sign:
                self.side = "behind"
        self.last = self._last_digit()
        self.count = t.after + t.before - 1 + (1 if not self.signed and spaces == 0 else 0)

    def _last_digit(self) -> int | None:
        """With FM, the place of the last digit behind the point that is shown, or of the point."""
        point = self.number.find(".")
        if self.t.fill or not self.t.point or point < 0:
            return None
        last = max((i for i in range(point + 1, len(self.number)) if self.number[i] != "0"), default=point)
        if self.t.zero_end > self.spaces:
            last = max(last, min(len(self.number) - 1, self.t.zero_end - self.spaces))
        return last

    def write(self) -> str:
        for node in self.t.nodes:
            self._node(node)
            if self.ended:
                break
        return "".join(self.out)

    def _node(self, node: NumberNode) -> None:
        if node.literal:
            self.out.append(node.text)
            return
        match node.text:
            case "9" | "0" | "." | "D":
                self._digit(node.text)
            case "," | "G":
                if self.inside or self.t.fill:
                    self.out.append("," if self.inside else " ")
            case "L":
                self.out.append(" ")
            case "MI":
                self.out.append("-" if self.negative else " " if self.t.fill else "")
            case "PL":
                self.out.append("" if self.negative and not self.t.fill else " " if self.negative else "+")
            case "SG":
                self.out.append("-" if self.negative else "+")
            case "TH" | "th":
                if not (self.number.startswith("#") or self.negative or self.t.point):
                    self.out.append(ordinal(self.number, capital=node.text == "TH"))
            case _:
                pass

    @property
    def _at_leading_zero(self) -> bool:
        """On the 0 of a number below 1, which only a 0 of the template shows."""
        return self.t.zero_from is None and self.at == 0 and self.number[:1] == "0" and self.t.after != 0

    @property
    def _ends_with_point(self) -> bool:
        return self.last is not None and self.number[self.last : self.last + 1] == "."

    def _digit(self, pattern: str) -> None:
        self.inside = False
        zero = self.t.zero_from
        begun = self.done >= self.spaces or (zero is not None and zero == self.done)
        if not self.signed and begun and (not self._at_leading_zero or self._ends_with_point):
            self._write_sign()
        if self.done < self.spaces and (zero is None or zero > self.done):
            self.out.append(" " if self.t.fill else "")
        elif self.done < self.spaces:
            self.out.append("0")
            self.inside = True
        else:
            self._write_digit(pattern)
        end = self.count + (1 if self.spaces else 0) + (1 if self.t.point else 0)
        if self.last is not None and self.last == self.at:
            end = self.done
        if self.done + 1 == end and not self.ended:
            self._write_end()
        self.done += 1

    def _write_sign(self) -> None:
        if self.t.sign:
            if self.side == "before":
                self.out.append("-" if self.negative else "+")
                self.signed = True
        elif self.bracket:
            self.out.append("<" if self.negative else " ")
            self.signed = True
        else:
            self.out.append("-" if self.negative else " " if self.t.fill else "")
            self.signed = True

    def _write_digit(self, pattern: str) -> None:
        here = self.number[self.at : self.at + 1]
        if here == ".":
            self.out.append(".")
        elif self.last is not None and self.at > self.last and pattern != "0":
            pass
        elif self._at_leading_zero:
            self.out.append(" " if self.t.fill else "0" if self._ends_with_point else "")
        elif not here:
            self.ended = True  # PostgreSQL writes the end of its C string here
        else:
            self.out.append(here)
            self.inside = True
        if here:
            self.at += 1

    def _write_end(self) -> None:
        if self.signed and self.bracket:
            self.out.append(">" if self.negative else " ")
        elif self.t.sign and self.side == "behind":
            self.out.append("-" if self.negative else "+")


def ordinal(digits: str, *, capital: bool) -> str:
    """st, nd, rd or th, as the number's last digits want it. Raises InvalidText."""
    if not digits[-1:].isdigit():
        raise InvalidText(f'"{digits}" is not a number')
    teen = len(digits) > 1 and digits[-2] == "1"
    ending = "th" if teen else {"1": "st", "2": "nd", "3": "rd"}.get(digits[-1:], "th")
    return ending.upper() if capital else ending


def _roman(value: int) -> str:
    if not 0 < value <= _ROMAN_MAX:
        return "#" * _ROMAN_WIDTH
    text = ""
    for worth, letters in _ROMAN:
        text += letters * (value // worth)
        value %= worth
    return text


def _write(template: NumberTemplate, text: str, after: int) -> str:
    """*text* has a sign where it is negative, and *after* digits behind the point."""
    negative = text.startswith("-")
    number = text.removeprefix("-")
    whole, width = len(number.partition(".")[0]), template.before + template.shift
    if whole > width:
        number = f"{'#' * width}.{'#' * after}"
    shifted = replace(template, before=width) if template.shift else template
    return _NumberWriter(shifted, number, max(width - whole, 0), negative=negative).write()


def _exponential(mantissa: str, power: int) -> str:
    return f"{'' if mantissa.startswith('-') else ' '}{mantissa}e{'-' if power < 0 else '+'}{abs(power):02}"


def _numeric_exponential(value: Decimal, digits: int) -> str:
    """PostgreSQL rounds the digits after it has settled on the exponent, so that 99999 may become 10.0e+04."""
    power = value.adjusted() if value else 0
    mantissa = value.scaleb(-power, _WIDE).quantize(Decimal((0, (1,), -digits)), ROUND_HALF_UP, _WIDE)
    return _exponential(f"{mantissa:f}", power)


def _hashes(template: NumberTemplate) -> str:
    """What has no exponent: NaN and the infinities."""
    return " " + "#" * template.before + "." + "#" * (template.after + 4)


def _as_roman(template: NumberTemplate, value: Decimal | float) -> str:
    if any(node.text not in ("RN", "rn", "FM") for node in template.nodes if not node.literal):
        raise Unsupported("to_char: RN is supported with FM and texts only")
    whole = int(Decimal(value).quantize(Decimal(1), ROUND_HALF_UP)) if math.isfinite(value) else 0
    lower = any(node.text == "rn" for node in template.nodes)
    text = _roman(whole).lower() if lower else _roman(whole)
    shown = text.rjust(_ROMAN_WIDTH) if template.fill else text
    return "".join(shown if node.text in ("RN", "rn") and not node.literal else node.text * node.literal for node in template.nodes)


def to_char_numeric(text: str, template: str) -> str:
    """to_char(numeric, template); integers too."""
    found, value = number_template(template), Decimal(text)
    if found.roman:
        return _as_roman(found, value)
    if found.scientific:
        return _numeric_exponential(value, found.after) if value.is_finite() else _hashes(found)
    if value.is_finite():
        value = _WIDE.scaleb(value, found.shift).quantize(Decimal((0, (1,), -found.after)), ROUND_HALF_UP, _WIDE)
        text = f"{value:f}" if value else f"{abs(value):f}"
    return _write(found, text, found.after)


def _to_char_float(digits_max: int, value: float, template: str) -> str:
    found = number_template(template)
    if found.roman:
        return _as_roman(found, round(value) if math.isfinite(value) else value)
    if found.scientific and math.isfinite(value):
        mantissa, _, power = f"{value:.{found.after}e}".partition("e")
        return _exponential(mantissa, int(power))
    if found.scientific:
        return _hashes(found)
    if not math.isfinite(value):
        return _write(found, "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity", found.after)
    value *= 10.0**found.shift
    whole = len(f"{abs(value):.0f}")
    after = 0 if whole >= digits_max else min(found.after, digits_max - whole)
    return _write(found, f"{value:.{after}f}", after)


def to_char_int4(value: int, template: str) -> str:
    """to_char(int4, template), which has exponents written as a float's."""
    if number_template(template).scientific:
        return _to_char_float(_FLOAT8_DIGITS, float(value), template)
    return to_char_numeric(str(value), template)


UDFS: Final[tuple[PythonFunction, ...]] = (
    udf("py_to_char_number", to_char_numeric, "VARCHAR, VARCHAR", "VARCHAR"),
    udf("py_to_char_int4", to_char_int4, "BIGINT, VARCHAR", "VARCHAR"),
    udf("py_to_char_float8", partial(_to_char_float, _FLOAT8_DIGITS), "DOUBLE, VARCHAR", "VARCHAR"),
    udf("py_to_char_float4", partial(_to_char_float, _FLOAT4_DIGITS), "DOUBLE, VARCHAR", "VARCHAR"),
    udf("py_to_number", to_number, "VARCHAR, VARCHAR", "VARCHAR"),
    udf("py_size_bytes", size_bytes, "VARCHAR", "BIGINT"),
    udf("py_size_pretty", size_pretty, "BIGINT", "VARCHAR"),
)
