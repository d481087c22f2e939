"""bool, int2, int4, int8, oid and the reg* types. Binary: big-endian in their own width, as intNsend and oidsend write them."""

from __future__ import annotations

from collections.abc import Callable
from struct import Struct, error
from typing import Any, Final

from gateway.codecs.input import TextInput, malformed
from planner.tree import types as t
from planner.tree.values import Value

_TRUE: Final = b"t"
_FALSE: Final = b"f"
_BOOLEANS: Final = {b"t": True, b"f": False, b"true": True, b"false": False, b"1": True, b"0": False}

INT2: Final = Struct("!h")
INT4: Final = Struct("!i")
INT8: Final = Struct("!q")
OID: Final = Struct("!I")
_RANGE: Final = {t.INT2: 2**15, t.INT4: 2**31, t.INT8: 2**63}
#: Digits that certainly fit into int8, so that no other check is needed before the range's.
_DIGITS_MAX: Final = 18


def bool_text(value: Any) -> bytes:
    """t or f."""
    return _TRUE if value else _FALSE


def bool_binary(value: Any) -> bytes:
    """One byte, 1 or 0."""
    return b"\x01" if value else b"\0"


def bool_from_text(fallback: TextInput) -> Callable[[bytes], Value]:
    """The usual spellings at once, the other ones ("yes", "of" …) through the planner's input syntax."""

    def decode(raw: bytes) -> Value:
        found = _BOOLEANS.get(raw)
        return fallback(raw) if found is None else found

    return decode


def bool_from_binary(raw: bytes) -> Value:
    """Any byte but 0 is true. Raises InvalidBinary (22P03)."""
    if len(raw) != 1:
        raise malformed("bool")
    return raw != b"\0"


def int_text(value: Any) -> bytes:
    """Decimal digits; a name where a reg* value has been resolved to one."""
    return b"%d" % value if type(value) is int else str(value).encode()


def int_from_text(pg: t.PgType, fallback: TextInput) -> Callable[[bytes], Value]:
    """Plain digits at once; signs, blanks and errors through the planner's input syntax."""
    limit = _RANGE[pg]

    def decode(raw: bytes) -> Value:
        if raw.isdigit() and len(raw) <= _DIGITS_MAX:
            value = int(raw)
            if value < limit:
                return value
        return fallback(raw)

    return decode


def binary_decoder(form: Struct, name: str) -> Callable[[bytes], Value]:
    """Fixed-width numbers, floats too; any other width is malformed (22P03)."""
    unpack = form.unpack

    def decode(raw: bytes) -> Value:
        try:
            (value,) = unpack(raw)
            return value  # type: ignore[no-any-return]
        except error:
            raise malformed(name) from None

    return decode
