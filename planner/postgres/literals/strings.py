"""Text-like types, bytea and uuid."""

from __future__ import annotations

import re
from typing import Final

from planner.errors import InvalidArgument, InvalidText, Unsupported

NAME_BYTES_MAX: Final = 63
_OCTAL_CHARACTERS: Final = 4
_ASCII: Final = 128
_UUID: Final = re.compile(r"[0-9a-f]{4}(-?[0-9a-f]{4}){7}")
_ESCAPE: Final = re.compile(rb"\\(?:(\\)|([0-3][0-7][0-7])|())")


def fit(text: str, limit: int, *, padded: bool) -> str:
    """The text as varchar(limit) or char(limit) by an explicit cast: cut, and padded with blanks for char."""
    cut = text[:limit]
    return cut.ljust(limit) if padded else cut


def parse_name(text: str) -> str:
    """An identifier, cut at 63 bytes."""
    return text.encode()[:NAME_BYTES_MAX].decode(errors="ignore")


def parse_char(text: str) -> str:
    """The one-byte type: the first byte, also as a backslash and three octal digits. Raises Unsupported beyond ASCII."""
    octal = _ESCAPE.fullmatch(text.encode()) if len(text) == _OCTAL_CHARACTERS else None
    byte = int(octal[2], 8) if octal and octal[2] else ord(text[0]) if text else 0
    if byte >= _ASCII:
        raise Unsupported('values of type "char" beyond ASCII are not supported')
    return chr(byte) if byte else ""


def parse_bytea(text: str) -> bytes:
    r"""Hex (\x…, blanks between bytes allowed) or escape format. Raises InvalidText."""
    if text.startswith("\\x"):
        return _hex(text[2:])
    raw = text.encode()
    parts, at = [], 0
    while (found := raw.find(b"\\", at)) >= 0:
        escape = _ESCAPE.match(raw, found)
        if escape is None or escape[3] is not None:
            raise InvalidText("invalid input syntax for type bytea")
        parts.append(raw[at:found] + (b"\\" if escape[1] else bytes([int(escape[2], 8)])))
        at = escape.end()
    return b"".join(parts) + raw[at:]


def _hex(digits: str) -> bytes:
    compact = re.sub(r"[ \t\n\r]", "", digits)
    if wrong := re.search(r"[^0-9a-fA-F]", compact):
        raise InvalidArgument(f'invalid hexadecimal digit: "{wrong[0]}"')
    if len(compact) % 2:
        raise InvalidArgument("invalid hexadecimal data: odd number of digits")
    return bytes.fromhex(compact)


def format_bytea(value: bytes) -> str:
    r"""\x and two hexadecimal digits per byte."""
    return "\\x" + value.hex()


def parse_uuid(text: str) -> str:
    """32 hexadecimal digits, hyphens after any group of four, in braces or not, in the standard form. Raises InvalidText."""
    word = text.lower()
    inner = word[1:-1] if word.startswith("{") and word.endswith("}") else word
    if not _UUID.fullmatch(inner):
        raise InvalidText(f'invalid input syntax for type uuid: "{text}"')
    digits = inner.replace("-", "")
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))
