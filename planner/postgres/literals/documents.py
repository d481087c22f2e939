"""json and jsonb. json keeps its text; jsonb is kept as the text that Postgres prints for it, in which numbers keep their scale."""

from __future__ import annotations

import json
import re
from json.encoder import encode_basestring
from typing import Any, Final

from planner.errors import InvalidText, UntranslatableCharacter
from planner.postgres.literals.numbers import format_numeric, parse_numeric


class _Number(str):
    """A number in its own spelling."""

    __slots__ = ()


def _refuse(constant: str) -> Any:
    raise ValueError(constant)


class Pairs(list[tuple[str, Any]]):
    """An object's members in the order they are written."""


#: Made once: making one costs five times as much as reading a small document.
_DECODER: Final = json.JSONDecoder(parse_int=_Number, parse_float=_Number, parse_constant=_refuse, object_pairs_hook=Pairs)


def _loaded(text: str) -> Any:
    try:
        return _DECODER.decode(text)
    except (ValueError, RecursionError):
        raise _invalid() from None


def _invalid(detail: str | None = None) -> InvalidText:
    return InvalidText("invalid input syntax for type json", detail=detail)


def decode_json(text: str) -> Any:
    """The document: Pairs, lists, strings, numbers in their own spelling, True, False, None.

    Raises InvalidText, UntranslatableCharacter.
    """
    found = _loaded(text)
    _check_escapes(text)
    return found


def _check_escapes(text: str) -> None:
    r"""Where strings are read: raises InvalidText for halves of surrogate pairs, UntranslatableCharacter for \u0000."""
    if "\\u" not in text:
        return
    #: Where the second half of a pair has to begin.
    awaited = None
    for found in _ESCAPE.finditer(text):
        code = int(found[1], 16) if found[1] else -1
        if awaited is not None and (found.start() != awaited or code not in _LOW):
            raise _invalid("Unicode low surrogate must follow a high surrogate.")
        if awaited is None and code in _LOW:
            raise _invalid("Unicode low surrogate must follow a high surrogate.")
        if awaited is None and code in _HIGH:
            awaited = found.end()
            continue
        awaited = None
        if code == 0:
            raise _untranslatable()
    if awaited is not None:
        raise _invalid("Unicode low surrogate must follow a high surrogate.")


def _untranslatable() -> UntranslatableCharacter:
    return UntranslatableCharacter("unsupported Unicode escape sequence", detail="\\u0000 cannot be converted to text.")


def parse_json(text: str) -> str:
    """Checked, unchanged."""
    _loaded(text)
    return text


def parse_jsonb(text: str) -> str:
    """The canonical text: last of equal keys wins, keys by length and then bytes, one blank after colons and commas."""
    return jsonb_text(decode_json(text))


def jsonb_text(value: Any) -> str:
    """jsonb's text of a decoded document, whose numbers may be integers."""
    if isinstance(value, Pairs):
        members = dict(value)
        ordered = sorted(members, key=key_order)
        return "{" + ", ".join([f"{jsonb_string(k)}: {jsonb_text(members[k])}" for k in ordered]) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(jsonb_text, value)) + "]"
    if isinstance(value, str):
        return _number(value) if isinstance(value, _Number) else jsonb_string(value)
    if type(value) is int:
        return str(value)
    return {True: "true", False: "false", None: "null"}[value]


def jsonb_key(text: str) -> str:
    """One text for all equal documents: jsonb's, its numbers without zeros at the end of a fraction."""
    if _TRAILING.search(text) is None:
        return text
    return "".join([before + fraction for before, fraction in _UP_TO_FRACTION.findall(text)])


def key_order(key: str) -> tuple[int, bytes]:
    """By which jsonb sorts an object's keys."""
    encoded = key.encode()
    return len(encoded), encoded


def jsonb_string(text: str) -> str:
    """A string as Postgres escapes it: control characters, quote and backslash only. Raises UntranslatableCharacter."""
    if "\0" in text:
        raise _untranslatable()
    return encode_basestring(text)


def _number(text: str) -> str:
    if _PLAIN.fullmatch(text):
        return text
    value = parse_numeric(text)
    return format_numeric(value if value else abs(value))


#: Of a string; nothing else of a document has a backslash.
_ESCAPE: Final = re.compile(r"\\(?:u([0-9a-fA-F]{4})|.)", re.DOTALL)
#: A number that is written as Postgres writes it.
_PLAIN: Final = re.compile(r"-?[1-9][0-9]{0,300}(?:\.[0-9]{1,300})?|0(?:\.[0-9]{1,300})?")
_TRAILING: Final = re.compile(r"\.[0-9]*0(?![0-9])")
#: What stays of jsonb's text, in which only numbers have points outside strings: all up to a fraction, and that without its zeros.
_UP_TO_FRACTION: Final = re.compile(r'([^".]*+(?:"[^"\\]*+(?:\\.[^"\\]*+)*+"[^".]*+)*+)(?:(\.[0-9]*[1-9])0*|\.0+|\Z)')
_HIGH: Final = range(0xD800, 0xDC00)
_LOW: Final = range(0xDC00, 0xE000)
_SCANNER: Final = json.JSONDecoder()
_BLANK: Final = re.compile(r"[ \t\n\r]*")


def json_members(text: str) -> Pairs | list[str] | None:
    """The members of a checked json text in their own spelling; None for a scalar."""
    _check_escapes(text)
    at = _skip(text, 0)
    if text[at] not in "{[":
        return None
    members = Pairs()
    items: list[str] = []
    is_object, at = text[at] == "{", _skip(text, at + 1)
    while text[at] not in "}]":
        key = ""
        if is_object:
            key, at = _SCANNER.raw_decode(text, at)
            at = _skip(text, _skip(text, at) + 1)
        _, end = _SCANNER.raw_decode(text, at)
        if is_object:
            members.append((key, text[at:end]))
        else:
            items.append(text[at:end])
        at = _skip(text, end)
        if text[at] == ",":
            at = _skip(text, at + 1)
    return members if is_object else items


def _skip(text: str, at: int) -> int:
    blank = _BLANK.match(text, at)
    return at if blank is None else blank.end()
