"""Text-like types: text, varchar, bpchar, name, "char", unknown, json, jsonb; and bytea and uuid.

Text and binary forms are the same UTF-8, except jsonb (binary: a version byte 1 in front), bytea and uuid.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any, Final

from gateway.codecs.input import malformed, utf8
from gateway.contract.engine import OutputStyle
from planner.tree.values import Value

_JSONB_VERSION: Final = b"\x01"
_UUID_BYTES: Final = 16
_BACKSLASH: Final = ord("\\")
_ESCAPES: Final = [
    b"\\\\" if byte == _BACKSLASH else bytes([byte]) if 32 <= byte < 127 else b"\\%03o" % byte for byte in range(256)
]


def text_encode(value: Any) -> bytes:
    """UTF-8."""
    encoded: bytes = value.encode()
    return encoded


def text_decode(raw: bytes) -> Value:
    """UTF-8, checked."""
    return utf8(raw)


def char_encode(value: Any) -> bytes:
    """The type "char": one byte; NUL is the empty string."""
    encoded: bytes = value.encode()[:1]
    return encoded


def char_binary(value: Any) -> bytes:
    """One byte always."""
    return char_encode(value) or b"\0"


def char_decode(raw: bytes) -> Value:
    """One byte. Raises InvalidBinary (22P03)."""
    if len(raw) != 1:
        raise malformed("char")
    return "" if raw == b"\0" else utf8(raw)


def jsonb_binary(value: Any) -> bytes:
    """Version byte and text."""
    return _JSONB_VERSION + text_encode(value)


def bytea_hex(value: Any) -> bytes:
    r"""\x and hexadecimal digits."""
    digits: str = value.hex()
    return b"\\x" + digits.encode()


def bytea_escape(value: Any) -> bytes:
    """Printable ASCII as it is, backslash doubled, the rest in octal."""
    return b"".join([_ESCAPES[byte] for byte in value])


def bytea_text_encoder(style: OutputStyle) -> Callable[[Any], bytes]:
    """Text output under bytea_output."""
    return bytea_escape if style.bytea_output == "escape" else bytea_hex


def bytea_binary(value: Any) -> bytes:
    """The bytes."""
    return bytes(value)


def uuid_text(value: Any) -> bytes:
    """Canonical form; values are str (or uuid.UUID from elsewhere)."""
    return str(value).encode()


def uuid_binary(value: Any) -> bytes:
    """16 bytes."""
    return uuid.UUID(str(value)).bytes


def uuid_from_binary(raw: bytes) -> Value:
    """16 bytes. Raises InvalidBinary (22P03)."""
    if len(raw) != _UUID_BYTES:
        raise malformed("uuid")
    return str(uuid.UUID(bytes=raw))
