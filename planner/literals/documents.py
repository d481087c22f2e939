"""json and jsonb. json keeps its text; jsonb is kept as the text that Postgres prints for it: one text per value."""

from __future__ import annotations

import json
from typing import Any

from planner.errors import InvalidText
from planner.literals.numbers import format_numeric, parse_numeric


class _Number(str):
    """A number in its own spelling."""

    __slots__ = ()


def _refuse(constant: str) -> Any:
    raise ValueError(constant)


def _decode(text: str, name: str) -> Any:
    try:
        return json.loads(text, parse_int=_Number, parse_float=_Number, parse_constant=_refuse, object_pairs_hook=_pairs)
    except (ValueError, RecursionError):
        raise InvalidText(f"invalid input syntax for type {name}") from None


class _Pairs(list[tuple[str, Any]]):
    """An object's members in the order they are written."""


def _pairs(members: list[tuple[str, Any]]) -> _Pairs:
    return _Pairs(members)


def parse_json(text: str) -> str:
    """Checked, unchanged."""
    _decode(text, "json")
    return text


def parse_jsonb(text: str) -> str:
    """The canonical text: last of equal keys wins, keys by length and then bytes, one blank after colons and commas."""
    return jsonb_text(_decode(text, "json"))


def jsonb_text(value: Any) -> str:
    """jsonb's text of a decoded document."""
    match value:
        case _Pairs():
            members = dict(value)
            ordered = sorted(members, key=lambda k: (len(k.encode()), k.encode()))
            return "{" + ", ".join(f"{jsonb_string(k)}: {jsonb_text(members[k])}" for k in ordered) + "}"
        case list():
            return "[" + ", ".join(map(jsonb_text, value)) + "]"
        case _Number():
            return _number(value)
        case str():
            return jsonb_string(value)
        case _:
            return {True: "true", False: "false", None: "null"}[value]


def jsonb_string(text: str) -> str:
    """A string as Postgres escapes it: control characters, quote and backslash only."""
    if "\0" in text:
        raise InvalidText("unsupported Unicode escape sequence", detail="\\u0000 cannot be converted to text.")
    return json.dumps(text, ensure_ascii=False)


def _number(text: str) -> str:
    value = parse_numeric(text)
    return format_numeric(value if value else abs(value))
