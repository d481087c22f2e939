"""to_date and to_timestamp: text read by the template patterns that to_char writes by (formatting.py)."""

from __future__ import annotations

import re
from typing import Final

from planner.errors import InvalidDatetime, Unsupported
from planner.functions.udf.calendar import make_date
from planner.functions.udf.define import PythonFunction, udf
from planner.functions.udf.formatting import MONTHS, PATTERN
from planner.functions.zone import zone_of
from planner.literals.calendar import DAY_US, days_of
from planner.literals.zones import offset_of_local

_READ_WIDTH: Final = {
    "YYYY": 4,
    "YY": 2,
    "MM": 2,
    "DD": 2,
    "DDD": 3,
    "HH24": 2,
    "HH12": 2,
    "HH": 2,
    "MI": 2,
    "SS": 2,
    "MS": 3,
    "US": 6,
}


def _read(text: str, template: str) -> dict[str, int]:
    """Fields that the template finds in the text; separators match any run of separators."""
    fields: dict[str, int] = {}
    at, position = 0, 0
    while position < len(template):
        token = PATTERN.match(template, position)
        if token is None or token[1] is not None:
            step = len(token[1]) if token else 1
            at, position = at + step if token else _skip(text, at), token.end() if token else position + 1
            continue
        at = _field(text, token[3], _skip_blanks(text, at), fields)
        position = token.end()
    return fields


def _skip(text: str, at: int) -> int:
    return at + 1 if at < len(text) and not text[at].isalnum() else at


def _skip_blanks(text: str, at: int) -> int:
    while at < len(text) and text[at] in " \t":
        at += 1
    return at


def _field(text: str, token: str, at: int, fields: dict[str, int]) -> int:
    lower = token.lower()
    if lower in ("month", "mon"):
        for number, name in enumerate(MONTHS, 1):
            for spelled in (name, name[:3]):
                if text[at : at + len(spelled)].lower() == spelled.lower():
                    fields["MM"] = number
                    return at + len(spelled)
        raise InvalidDatetime(f'invalid value "{text[at : at + 3]}" for "{token}"')
    if lower in ("am", "pm"):
        fields["PM"] = int(text[at : at + 2].lower() == "pm")
        return at + 2
    if token not in _READ_WIDTH:
        raise Unsupported(f'to_timestamp: pattern "{token}" is not supported')
    found = re.compile(rf"\d{{1,{_READ_WIDTH[token]}}}").match(text, at)
    if found is None:
        raise InvalidDatetime(f'invalid value "{text[at : at + 4]}" for "{token}"')
    digits = found[0].ljust(_READ_WIDTH[token], "0") if token in ("MS", "US") else found[0]
    fields[token] = int(digits)
    return found.end()


def to_date(text: str, template: str) -> int:
    """to_date(text, template)."""
    fields = _read(text, template)
    year = fields.get("YYYY", 1 if "YY" not in fields else fields["YY"] + (2000 if fields["YY"] < 70 else 1900))
    if "DDD" in fields:
        return days_of(year, 1, 1) + fields["DDD"] - 1
    return make_date(year, fields.get("MM", 1), fields.get("DD", 1))


def to_timestamp(text: str, template: str, zone: str) -> int:
    """to_timestamp(text, template) in the session's zone."""
    fields = _read(text, template)
    hour = fields.get("HH24", fields.get("HH12", fields.get("HH", 0)))
    if "PM" in fields:
        hour = hour % 12 + 12 * fields["PM"]
    clock = (hour * 60 + fields.get("MI", 0)) * 60 + fields.get("SS", 0)
    local = to_date(text, template) * DAY_US + clock * 1_000_000 + fields.get("MS", 0) * 1000 + fields.get("US", 0)
    found = zone_of(zone)
    return local - offset_of_local(found, local) * 1_000_000


UDFS: Final[tuple[PythonFunction, ...]] = (
    udf("py_to_date", to_date, "VARCHAR, VARCHAR", "BIGINT"),
    udf("py_to_timestamp", to_timestamp, "VARCHAR, VARCHAR, VARCHAR", "BIGINT"),
)
