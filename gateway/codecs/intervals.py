"""interval. Binary: int64 microseconds, int32 days, int32 months. Text: the planner's, by IntervalStyle."""

from __future__ import annotations

from collections.abc import Callable
from struct import Struct, error
from typing import Any, Final

from gateway.codecs.input import malformed
from gateway.contract.engine import OutputStyle
from planner.postgres.literals.interval_texts import TEXTS
from planner.tree.values import Interval, Value

_FORM: Final = Struct("!qii")


def interval_text_encoder(style: OutputStyle) -> Callable[[Any], bytes]:
    """Text output under IntervalStyle."""
    text = TEXTS[style.interval_style]
    return lambda value: text(value).encode()


def interval_binary(value: Any) -> bytes:
    """See the module."""
    return _FORM.pack(value[2], value[1], value[0])


def interval_from_binary(raw: bytes) -> Value:
    """See the module. Raises InvalidBinary (22P03)."""
    try:
        micros, days, months = _FORM.unpack(raw)
    except error:
        raise malformed("interval") from None
    return Interval(months, days, micros)
