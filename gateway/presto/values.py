"""Cells in PostgreSQL's text format → values as Trino's JSON has them.

What Trino has no form for (infinite dates and timestamps, years beyond 9999 or before Christ, intervals with months where the type
is day to second) is an error, never another value. Sessions here have DateStyle ISO, IntervalStyle iso_8601, bytea_output hex.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Callable
from typing import Any, Final

from gateway.errors import ValueNotCarried
from planner.postgres.literals.arrays import parse_array

#: Text of a cell, which is never NULL → value for JSON.
Decode = Callable[[str], Any]

_TIMESTAMP: Final = re.compile(r"(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)(?:\.(\d{1,6}))?([+-]\d\d(?::\d\d)?(?::\d\d)?)?")
_TIME: Final = re.compile(r"(\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?([+-]\d\d(?::\d\d)?)?")
_DATE: Final = re.compile(r"\d{4}-\d\d-\d\d")
_INTERVAL: Final = re.compile(
    r"P(?:(-?\d+)Y)?(?:(-?\d+)M)?(?:(-?\d+)D)?(?:T(?:(-?\d+)H)?(?:(-?\d+)M)?(?:(-?)(\d+)(?:\.(\d{1,6}))?S)?)?"
)
_SPECIAL: Final = frozenset(("NaN", "Infinity", "-Infinity"))


def _not_carried(what: str, text: str) -> ValueNotCarried:
    return ValueNotCarried(f"Trino has no {what} {text}", hint="Cast it to varchar.")


def boolean(text: str) -> bool:
    """t or f."""
    return text == "t"


def floating(text: str) -> float | str:
    """A number; JSON has none for NaN and infinity, which are texts."""
    return text if text in _SPECIAL else float(text)


def decimal(text: str) -> str:
    """The digits as they are. Raises ValueNotCarried, as all of these do."""
    if text in _SPECIAL:
        raise _not_carried("decimal", text)
    return text


def varbinary(text: str) -> str:
    r"""From \x…, to base64. A transaction may have set bytea_output to escape: raises ValueNotCarried."""
    if not text.startswith("\\x"):
        raise _not_carried("varbinary", text)
    return base64.b64encode(bytes.fromhex(text[2:])).decode()


def date(text: str) -> str:
    """YYYY-MM-DD. Raises ValueNotCarried."""
    if not _DATE.fullmatch(text):
        raise _not_carried("date", text)
    return text


def _zone(offset: str) -> str:
    return "UTC" if offset in ("+00", "-00", "+00:00") else (offset if ":" in offset else f"{offset}:00")


def timestamp(text: str) -> str:
    """Six digits of a second; with an offset, or UTC, where the type has a time zone. Raises ValueNotCarried."""
    match = _TIMESTAMP.fullmatch(text)
    if match is None or (match[3] or "").count(":") > 1:
        raise _not_carried("timestamp", text)
    local = f"{match[1]}.{(match[2] or '').ljust(6, '0')}"
    return local if match[3] is None else f"{local} {_zone(match[3])}"


def time(text: str) -> str:
    """Likewise; the offset follows without a blank and is never a name. Raises ValueNotCarried."""
    match = _TIME.fullmatch(text)
    if match is None:
        raise _not_carried("time", text)
    local = f"{match[1]}.{(match[2] or '').ljust(6, '0')}"
    if match[3] is None:
        return local
    return local + (match[3] if ":" in match[3] else f"{match[3]}:00")


def interval(text: str) -> str:
    """[-]D HH:MM:SS.mmm, of an interval without months; what is below a millisecond is cut off, as the type does not have it.

    Raises ValueNotCarried."""
    match = _INTERVAL.fullmatch(text)
    if match is None:
        raise _not_carried("interval", text)
    years, months, days, hours, minutes = (int(match[i] or 0) for i in range(1, 6))
    if years or months:
        raise _not_carried("interval day to second", text)
    micros = int(match[7] or 0) * 1_000_000 + int((match[8] or "").ljust(6, "0") or 0)
    micros = (-micros if match[6] else micros) + ((days * 24 + hours) * 60 + minutes) * 60_000_000
    sign, millis = ("-" if micros < 0 else ""), abs(micros) // 1000
    seconds, millis = divmod(millis, 1000)
    return f"{sign}{seconds // 86400} {seconds // 3600 % 24:02}:{seconds // 60 % 60:02}:{seconds % 60:02}.{millis:03}"


def array(element: Decode) -> Decode:
    """Of arrays. Those of several dimensions have the same type as those of one to PostgreSQL, and are given as they are nested."""
    return lambda text: parse_array(text, element)
