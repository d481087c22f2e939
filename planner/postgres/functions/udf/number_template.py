"""Templates of to_char and to_number for numbers, read: chapter 9.8 of PostgreSQL's manual, table 9.29.

A template is a row of patterns (9, 0, FM, PL …) and literals. What the patterns add up to is a NumberTemplate.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from planner.errors import SyntaxFault, Unsupported
from planner.postgres.functions.udf.large import check_template
from planner.remembering import remembered

#: Longer patterns first where one begins as another does.
_PATTERN: Final = re.compile(
    r"EEEE|FM|MI|PL|PR|RN|SG|SP|TH|[,.09BCDGLSV]|eeee|fm|mi|pl|pr|rn|sg|sp|th|[bcdglsv]"
    r'|"(?P<quoted>(?:[^"\\]|\\.)*)"?|\\(?P<escaped>")|(?P<literal>.)',
    re.DOTALL,
)
_DETAIL: Final = "{} may only be used together with digit and decimal point patterns."


@dataclass(frozen=True, slots=True)
class NumberNode:
    """A pattern, in capitals except rn and th, whose case counts; or, with *literal*, text that stands for itself."""

    text: str
    literal: bool = False


@dataclass(slots=True)
class NumberTemplate:
    """*before* and *after* count digits around the point, *shift* those behind V; positions count digits from 0.

    *sign* is what a single S asks for: in front of the number, behind it, or nothing. *zero_from* is the position of the first 0.
    """

    nodes: tuple[NumberNode, ...] = ()
    before: int = 0
    after: int = 0
    shift: int = 0
    point: bool = False
    fill: bool = True
    blank: bool = False
    bracket: bool = False
    plus: bool = False
    minus: bool = False
    roman: bool = False
    shifted: bool = False
    scientific: bool = False
    sign: str = ""
    before_sign: int = 0
    zero_from: int | None = None
    zero_end: int = 0


@remembered(512)
def number_template(text: str) -> NumberTemplate:
    """The template. Raises SyntaxFault or Unsupported as PostgreSQL does. Raises LimitExceeded too."""
    check_template(text)
    found = NumberTemplate()
    nodes = []
    for match in _PATTERN.finditer(text):
        kind = match.lastgroup
        if kind is not None:
            nodes += [NumberNode(c, literal=True) for c in _unescaped(match[kind], kind)]
            continue
        pattern = match[0] if match[0] in ("rn", "th") else match[0].upper()
        nodes.append(NumberNode(pattern))
        _add(found, pattern)
    found.nodes = tuple(nodes)
    return found


def _unescaped(text: str, kind: str) -> str:
    return re.sub(r"\\(.)", r"\1", text, flags=re.DOTALL) if kind == "quoted" else text


def _add(found: NumberTemplate, pattern: str) -> None:
    if found.scientific and pattern != "EEEE":
        raise SyntaxFault('"EEEE" must be the last pattern used')
    match pattern:
        case "9" | "0":
            _digit(found, pattern)
        case "B":
            found.blank = found.blank or not (found.before or found.after or found.zero_from is not None)
        case "." | "D":
            if found.point:
                raise SyntaxFault("multiple decimal points")
            if found.shifted:
                raise SyntaxFault('cannot use "V" and decimal point together')
            found.point = True
        case "FM":
            found.fill = False
        case "S":
            _sign(found)
        case "MI" | "PL" | "SG":
            if found.sign:
                raise SyntaxFault(f'cannot use "S" and "{pattern}" together')
            found.minus = found.minus or pattern != "PL"
            found.plus = found.plus or pattern != "MI"
        case "PR":
            if found.sign or found.plus or found.minus:
                raise SyntaxFault('cannot use "PR" and "S"/"PL"/"MI"/"SG" together')
            found.bracket = True
        case "RN" | "rn":
            found.roman = True
        case "V":
            if found.point:
                raise SyntaxFault('cannot use "V" and decimal point together')
            found.shifted = True
        case "EEEE":
            _exponent(found)
        case _:
            pass


def _digit(found: NumberTemplate, pattern: str) -> None:
    if found.bracket:
        raise SyntaxFault(f'"{pattern}" must be ahead of "PR"')
    if pattern == "9" and found.shifted:
        found.shift += 1
        return
    if pattern == "0" and found.zero_from is None and not found.point:
        found.zero_from = found.before
    if found.point:
        found.after += 1
    else:
        found.before += 1
    if pattern == "0":
        found.zero_end = found.before + found.after


def _sign(found: NumberTemplate) -> None:
    if found.sign:
        raise SyntaxFault('cannot use "S" twice')
    if found.plus or found.minus or found.bracket:
        raise SyntaxFault('cannot use "S" and "PL"/"MI"/"SG"/"PR" together')
    found.sign = "behind" if found.point else "before"
    found.before_sign = found.before


def _exponent(found: NumberTemplate) -> None:
    if found.scientific:
        raise SyntaxFault('cannot use "EEEE" twice')
    others = (found.blank, not found.fill, found.sign, found.bracket, found.minus, found.plus, found.roman, found.shifted)
    if any(others):
        raise SyntaxFault('"EEEE" is incompatible with other formats', detail=_DETAIL.format('"EEEE"'))
    found.scientific = True


def check_input(found: NumberTemplate) -> None:
    """Raise Unsupported for what to_number cannot read."""
    if any(node.text in ("TH", "th") for node in found.nodes if not node.literal):
        raise Unsupported("to_number: pattern TH is not supported")
    if found.roman:
        raise Unsupported('"RN" not supported for input')
    if found.scientific:
        raise Unsupported('"EEEE" not supported for input')
