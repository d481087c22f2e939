"""What all parameter decoders share: the way into the planner's input syntax, and the error for malformed bytes."""

from __future__ import annotations

from collections.abc import Callable

from gateway.contract.engine import OutputStyle
from gateway.errors import InvalidBinary, InvalidEncoding
from planner.postgres.literals import parse_text
from planner.tree.query_plan import PlanSettings
from planner.tree.types import SqlType
from planner.tree.values import Value

TextInput = Callable[[bytes], Value]


def malformed(name: str) -> InvalidBinary:
    """A binary parameter that is not of its type."""
    return InvalidBinary(f'incorrect binary data format for type "{name}"')


def utf8(raw: bytes) -> str:
    """Text of a parameter, in which no NUL may be. Raises InvalidEncoding (22021)."""
    try:
        text = raw.decode()
    except UnicodeDecodeError as fault:
        bad = " ".join(f"0x{byte:02x}" for byte in raw[fault.start : fault.start + 4])
        raise InvalidEncoding(f'invalid byte sequence for encoding "UTF8": {bad}') from None
    if "\0" in text:
        raise InvalidEncoding('invalid byte sequence for encoding "UTF8": 0x00')
    return text


def text_input(type_: SqlType, style: OutputStyle) -> TextInput:
    """The type's input function in the planner, from bytes."""
    settings = PlanSettings(timezone=style.timezone, date_style=style.date_style, interval_style=style.interval_style)

    def decode(raw: bytes) -> Value:
        return parse_text(utf8(raw), type_, settings)

    return decode
