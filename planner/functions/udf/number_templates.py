"""to_char of numbers: templates of 9 0 . , D G FM S MI PR, as in the manual's chapter 9.8."""

from __future__ import annotations

import re
from decimal import ROUND_HALF_UP, Decimal
from typing import Final

from planner.errors import Unsupported
from planner.functions.udf.define import PythonFunction, udf

_NUMBER_TEMPLATE: Final = re.compile(r"(FM)?(S|MI)?([90,G]*)(?:([.D])([90]*))?(S|MI|PR)?")


def to_char_number(text: str, template: str) -> str:
    """to_char(number, template) for 9 0 . , D G FM S MI PR."""
    found = _NUMBER_TEMPLATE.fullmatch(template)
    if found is None or text in ("NaN", "Infinity", "-Infinity"):
        raise Unsupported(f'to_char: template "{template}" is not supported')
    fill_mode, before, whole, point, fraction, after = found.groups(default="")
    value = Decimal(text).quantize(Decimal((0, (1,), -len(fraction))), rounding=ROUND_HALF_UP)
    digits, _, decimals = f"{abs(value):f}".partition(".")
    body = _whole(digits, whole, drop=value < 1 and value > -1 and bool(point))
    if point:
        kept = max((i + 1 for i, c in enumerate(fraction) if c == "0"), default=0)
        trimmed = decimals[:kept] + decimals[kept:].rstrip("0") if fill_mode else decimals
        body += "." + trimmed
    return _signed(body, negative=value < 0, before=before, after=after, fill=not fill_mode)


def _whole(digits: str, template: str, *, drop: bool) -> str:
    places = [c for c in template if c in "90"]
    if len(digits) > len(places) and digits != "0":
        return re.sub("[90]", "#", template).replace("G", ",")
    padded = ("" if digits == "0" and (drop or not places) else digits).rjust(len(places))
    first_zero = next((i for i, c in enumerate(places) if c == "0"), len(places))
    filled = "".join("0" if c == " " and i >= first_zero else c for i, c in enumerate(padded))
    out, at = "", 0
    for c in template:
        if c in "90":
            out, at = out + filled[at], at + 1
        else:
            out += "," if out.strip() else " "
    return out


def _signed(body: str, *, negative: bool, before: str, after: str, fill: bool) -> str:
    stripped = body.lstrip()
    pad = " " * (len(body) - len(stripped)) if fill else ""
    if after == "PR":
        return pad + (f"<{stripped}>" if negative else f" {stripped} " if fill else stripped)
    if "MI" in (before, after):
        sign = "-" if negative else " " if fill else ""
        return sign + pad + stripped if before else pad + stripped + sign
    if after == "S":
        return pad + stripped + ("-" if negative else "+")
    sign = "-" if negative else "+" if before == "S" else " " if fill else ""
    return pad + sign + stripped


UDFS: Final[tuple[PythonFunction, ...]] = (udf("py_to_char_number", to_char_number, "VARCHAR, VARCHAR", "VARCHAR"),)
