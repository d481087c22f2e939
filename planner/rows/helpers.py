"""What row forms are written with. Each function gives exactly what Postgres gives, or raises one of LEAVES."""

from __future__ import annotations

import hashlib
import re
from decimal import DecimalException
from functools import lru_cache
from typing import Any, Final

from planner.postgres.literals.date_styles import date_text, timestamp_text, timestamptz_text
from planner.postgres.literals.numbers import format_float8
from planner.postgres.literals.zones import session_zone
from planner.prune.constrain.constants import Unknown
from planner.rows import documents, gathering, local_times, numbers, patterns
from planner.rows.shared import SHARED, Leave

#: What a form may raise, and what it means: the general way answers. (Of Decimal: NaN, and results beyond what is exact.)
LEAVES: Final = (Leave, Unknown, ArithmeticError, DecimalException, ValueError)
#: Characters that a text may grow to here: others of the row may look at each of them, and of the next rows.
_GROWN_MAX: Final = 500
#: Places times characters of a LIKE's piece that are compared.
_COMPARED_MAX: Final = 100_000
_PIECES_KEPT_MAX: Final = 1_024
#: Elements of an array that values are looked up in.
_LISTED_MAX: Final = 1_024
_UPPER: Final = {ord(letter): letter.upper() for letter in "abcdefghijklmnopqrstuvwxyz"}
_LOWER: Final = {ord(letter): letter.lower() for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}


def lower(value: str) -> str:
    """In collation C only ASCII letters have case."""
    return value.lower() if value.isascii() else value.translate(_LOWER)


def upper(value: str) -> str:
    """See lower()."""
    return value.upper() if value.isascii() else value.translate(_UPPER)


def right(value: str, count: int) -> str:
    """Postgres cannot negate the least integer, and leaves the text whole."""
    return value if count == -(2**31) else value[-count:] if count else ""


def substring(value: str, start: int, count: int | None = None) -> str:
    """Places before the first count, too. Raises Leave."""
    if count is None:
        return value[max(start - 1, 0) :]
    if count < 0:
        raise Leave
    return value[max(start - 1, 0) : max(start - 1 + count, 0)]


def text_replace(value: str, old: str, new: str) -> str:
    """Nothing is replaced where *old* is empty. Raises Leave."""
    if len(new) > len(old) and len(value) + value.count(old) * (len(new) - len(old)) > _GROWN_MAX:
        raise Leave
    return value.replace(old, new) if old else value


def split_part(value: str, separator: str, number: int) -> str:
    """The part of that number, from 1. Raises Leave."""
    if number < 1 or not separator:
        raise Leave
    parts = value.split(separator)
    return parts[number - 1] if number <= len(parts) else ""


def padded(value: str, length: int, fill: str, *, left: bool) -> str:
    """lpad and rpad: cut at the end, too. Raises Leave."""
    if length > _GROWN_MAX:
        raise Leave
    length = max(length, 0)
    missing = length - len(value)
    if missing <= 0 or not fill:
        return value[:length]
    made = (fill * (missing // len(fill) + 1))[:missing]
    return made + value if left else value + made


def repeated(value: str, count: int) -> str:
    """Nothing for counts below 1. Raises Leave."""
    if len(value) * count > _GROWN_MAX:
        raise Leave
    return value * count


def concatenated(separator: str | None, *texts: str | None) -> str | None:
    """Of the texts that are not NULL."""
    return None if separator is None else separator.join([text for text in texts if text is not None])


def md5(value: str) -> str:
    """In hexadecimal."""
    return hashlib.md5(value.encode(), usedforsecurity=False).hexdigest()


def like_pattern(value: str, pattern: str) -> bool:
    """Does the text match a pattern without backslashes? Raises Leave."""
    if "\\" in pattern:
        raise Leave
    return like(value, tuple(pattern.split("%")))


def like(value: str, parts: tuple[str, ...]) -> bool:
    """Does the text match a pattern whose pieces between % are *parts*?"""
    first, *middle = parts
    if not middle:
        return len(value) == len(first) and _is_at(value, first, 0)
    last = middle.pop()
    at, end = len(first), len(value) - len(last)
    if end < at or not _is_at(value, first, 0) or not _is_at(value, last, end):
        return False
    for part in middle:
        at = _found(value, part, at, end)
        if at < 0:
            return False
        at += len(part)
    return True


def _is_at(value: str, part: str, at: int) -> bool:
    if "_" not in part:
        return value.startswith(part, at)
    return _piece(part).match(value, at) is not None


def _found(value: str, part: str, at: int, end: int) -> int:
    if "_" not in part:
        return value.find(part, at, end)
    if (end - at) * len(part) > _COMPARED_MAX:
        raise Leave
    found = _piece(part).search(value, at, end)
    return -1 if found is None else found.start()


@lru_cache(_PIECES_KEPT_MAX)
def _piece(part: str) -> re.Pattern[str]:
    return re.compile("".join("." if c == "_" else re.escape(c) for c in part), re.DOTALL)


def listed(values: list[Any] | None) -> frozenset[Any] | None:
    """What is in an array of one dimension, and not a long one. Raises Leave."""
    if values is None:
        return None
    if len(values) > _LISTED_MAX:
        raise Leave
    return frozenset(flat(values))


def pieces(value: str, separator: str) -> list[str]:
    """Of a text; none of an empty one. Raises Leave."""
    if len(value) > _GROWN_MAX:
        raise Leave
    return [] if not value else value.split(separator) if separator else [value]


def flat(values: list[Any]) -> list[Any]:
    """An array of one dimension. Raises Leave."""
    if any(isinstance(value, list) for value in values):
        raise Leave
    return values


def element(values: list[Any], subscript: int) -> Any:
    """From 1; none beyond either end."""
    return flat(values)[subscript - 1] if 1 <= subscript <= len(values) else None


def array_length(values: list[Any], dimension: int) -> int | None:
    """Empty ones have no dimension."""
    return len(flat(values)) or None if dimension == 1 else None


#: Names that forms and what is made of them use.
NAMES: Final[dict[str, Any]] = {
    f.__name__: f
    for f in (
        Leave, array_length, concatenated, date_text, element, flat, format_float8, like, like_pattern, listed, lower, md5,
        padded, pieces, repeated, right, session_zone, split_part, substring, text_replace, timestamp_text, timestamptz_text, upper,
    )
} | numbers.NAMES | local_times.NAMES | documents.NAMES | gathering.NAMES | patterns.NAMES | SHARED  # fmt: skip
