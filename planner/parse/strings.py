"""Escapes inside E'…' and U&'…' literals."""

from __future__ import annotations

import re
from typing import Final

from planner.errors import InvalidBytes, InvalidEscape, SyntaxFault

_ESCAPE: Final = re.compile(r"''|\\(?:([0-7]{1,3})|x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))", re.DOTALL)
_LETTERS: Final = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
_CODE_POINT_MAX: Final = 0x10FFFF


def unescape_string(body: str, at: int) -> str:
    """The value of the body of an E'…' string that starts at character offset *at*. Raises SyntaxFault, InvalidBytes.

    Octal and hexadecimal escapes are bytes of the UTF-8 text, the others are characters.
    """
    if "\\" not in body:
        return body.replace("''", "'")
    value = _ESCAPE.sub(lambda m: _escaped(m, at), body)
    try:
        if _has_bytes(body):
            return _decoded(value.encode("utf-8", "surrogateescape"), at)
        return value.encode("utf-16", "surrogatepass").decode("utf-16")
    except UnicodeError as error:
        raise SyntaxFault("invalid Unicode surrogate pair", position=at + 1) from error


def _decoded(data: bytes, at: int) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        wrong = " ".join(f"0x{byte:02x}" for byte in data[error.start : error.end])
        raise InvalidBytes(f'invalid byte sequence for encoding "UTF8": {wrong}', position=at + 1) from error


def _has_bytes(body: str) -> bool:
    return re.search(r"\\(?:[0-7]|x[0-9A-Fa-f])", body) is not None


def _escaped(found: re.Match[str], at: int) -> str:
    octal, hexadecimal, short, long, letter = found.groups()
    if octal or hexadecimal:
        byte = int(octal, 8) & 0xFF if octal else int(hexadecimal, 16)
        if byte == 0:
            raise InvalidBytes('invalid byte sequence for encoding "UTF8": 0x00', position=at + 1)
        return bytes([byte]).decode("ascii", "surrogateescape")
    if short or long:
        return _code_point(int(short or long, 16), at)
    if letter in ("u", "U"):
        hint = r"Unicode escapes must be \uXXXX or \UXXXXXXXX."
        raise InvalidEscape("invalid Unicode escape", position=at + found.start() + 3, hint=hint)
    return _LETTERS.get(letter, letter) if letter else "'"


def _code_point(value: int, at: int) -> str:
    if value == 0 or value > _CODE_POINT_MAX:
        raise SyntaxFault("invalid Unicode escape value", position=at + 1)
    return chr(value)


def unescape_unicode(body: str, escape: str, at: int) -> str:
    """The value of the body of U&'…' or U&"…" with its escape character. Raises SyntaxFault."""
    if escape in "+'\" \t\n\r\f\v" or escape in "0123456789abcdefABCDEF":
        raise SyntaxFault("invalid Unicode escape character", position=at + 1)
    mark = re.escape(escape)
    pattern = rf"{mark}(?:({mark})|([0-9A-Fa-f]{{4}})|\+([0-9A-Fa-f]{{6}})|)"

    def replace(found: re.Match[str]) -> str:
        if found[1]:
            return escape
        if not (found[2] or found[3]):
            hint = r"Unicode escapes must be \XXXX or \+XXXXXX."
            raise SyntaxFault("invalid Unicode escape", position=at + found.start() + 4, hint=hint)
        return _code_point(int(found[2] or found[3], 16), at)

    try:
        return re.sub(pattern, replace, body).encode("utf-16", "surrogatepass").decode("utf-16")
    except UnicodeError as error:
        raise SyntaxFault("invalid Unicode surrogate pair", position=at + 1) from error
