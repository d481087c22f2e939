"""bytea functions, and texts from bytes."""

from __future__ import annotations

import hashlib
from typing import Final

from planner.errors import ArraySubscriptFault, InvalidArgument, InvalidBytes, SubstringFault, Unsupported
from planner.postgres.functions.udf.define import PythonFunction, udf
from planner.postgres.functions.udf.matching import like
from planner.postgres.functions.udf.strings import like_escape, overlay

_ENCODINGS: Final = {
    "utf8": "utf-8", "unicode": "utf-8", "latin1": "latin-1", "iso88591": "latin-1", "latin9": "iso8859-15", "win1252": "cp1252",
    "windows1252": "cp1252", "sqlascii": "ascii",
}  # fmt: skip


def _within(index: int, length: int) -> None:
    if not 0 <= index < length:
        raise ArraySubscriptFault(f"index {index} out of valid range, 0..{length - 1}")


def get_byte(data: bytes, index: int) -> int:
    """get_byte."""
    _within(index, len(data))
    return data[index]


def set_byte(data: bytes, index: int, value: int) -> bytes:
    """set_byte."""
    _within(index, len(data))
    return data[:index] + bytes([value & 0xFF]) + data[index + 1 :]


def get_bit(data: bytes, index: int) -> int:
    """get_bit: bits count from the right within a byte."""
    _within(index, 8 * len(data))
    return data[index // 8] >> index % 8 & 1


def set_bit(data: bytes, index: int, value: int) -> bytes:
    """set_bit. Raises InvalidArgument."""
    _within(index, 8 * len(data))
    if value not in (0, 1):
        raise InvalidArgument("new bit must be 0 or 1")
    byte = data[index // 8] & ~(1 << index % 8) | value << index % 8
    return data[: index // 8] + bytes([byte]) + data[index // 8 + 1 :]


def substring(data: bytes, start: int, length: int) -> bytes:
    """substring(bytea from … for …). Raises SubstringFault."""
    if length < 0:
        raise SubstringFault("negative substring length not allowed")
    return data[max(start - 1, 0) : max(start - 1 + length, 0)]


def trim(data: bytes, characters: bytes, side: str) -> bytes:
    """btrim, ltrim, rtrim of bytea."""
    if side != "rtrim":
        data = data.lstrip(characters)
    return data if side == "ltrim" else data.rstrip(characters)


def _codec(name: str, what: str) -> str:
    key = "".join(c for c in name.lower() if c.isalnum())
    if key not in _ENCODINGS:
        raise Unsupported(f"{what} encoding {name} is not supported")
    return _ENCODINGS[key]


def convert_from(data: bytes, encoding: str) -> str:
    """convert_from(bytea, name). Raises InvalidBytes."""
    try:
        text = data.decode(_codec(encoding, "source"))
    except UnicodeDecodeError as error:
        shown = " ".join(f"0x{byte:02x}" for byte in data[error.start : error.start + 1])
        raise InvalidBytes(f'invalid byte sequence for encoding "{encoding.upper()}": {shown}') from None
    if "\0" in text:
        raise InvalidBytes(f'invalid byte sequence for encoding "{encoding.upper()}": 0x00')
    return text


def convert_to(text: str, encoding: str) -> bytes:
    """convert_to(text, name). Raises Unsupported."""
    try:
        return text.encode(_codec(encoding, "destination"))
    except UnicodeEncodeError:
        raise Unsupported(f'a character has no equivalent in encoding "{encoding.upper()}"') from None


def bytes_like(data: bytes, pattern: bytes) -> bool:
    """LIKE of bytea, whose bytes are characters. Raises InvalidEscape."""
    return like(data.decode("latin-1"), pattern.decode("latin-1"))


def bytes_like_escape(pattern: bytes, escape: bytes) -> bytes:
    """As like_escape. Raises InvalidEscape."""
    return like_escape(pattern.decode("latin-1"), escape.decode("latin-1")).encode("latin-1")


UDFS: Final[tuple[PythonFunction, ...]] = (
    udf("py_digest", lambda name, data: hashlib.new(name, data, usedforsecurity=False).digest(), "VARCHAR, BLOB", "BLOB"),
    udf("py_get_byte", get_byte, "BLOB, INTEGER", "INTEGER"),
    udf("py_set_byte", set_byte, "BLOB, INTEGER, INTEGER", "BLOB"),
    udf("py_get_bit", get_bit, "BLOB, BIGINT", "INTEGER"),
    udf("py_set_bit", set_bit, "BLOB, BIGINT, INTEGER", "BLOB"),
    udf("py_bit_count", lambda data: sum(byte.bit_count() for byte in data), "BLOB", "BIGINT"),
    udf("py_bytes_substring", substring, "BLOB, INTEGER, INTEGER", "BLOB"),
    udf("py_bytes_from", lambda data, start: data[max(start - 1, 0) :], "BLOB, INTEGER", "BLOB"),
    udf("py_bytes_position", lambda part, data: data.find(part) + 1, "BLOB, BLOB", "INTEGER"),
    udf("py_bytes_overlay", overlay, "BLOB, BLOB, INTEGER, INTEGER", "BLOB"),
    udf("py_bytes_like", bytes_like, "BLOB, BLOB", "BOOLEAN"),
    udf("py_bytes_like_escape", bytes_like_escape, "BLOB, BLOB", "BLOB"),
    udf("py_bytes_trim", trim, "BLOB, BLOB, VARCHAR", "BLOB"),
    udf("py_convert_from", convert_from, "BLOB, VARCHAR", "VARCHAR"),
    udf("py_convert_to", convert_to, "VARCHAR, VARCHAR", "BLOB"),
)
