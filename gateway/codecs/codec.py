"""Encoders and decoders by SQL type and format code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from gateway.codecs.binary import binary_decoder, binary_encoder
from gateway.codecs.text import text_decoder, text_encoder
from gateway.contract.engine import BINARY, OutputStyle
from planner.tree.types import SqlType
from planner.tree.values import Value

_DEFAULT_STYLE: Final = OutputStyle()


def encoder(type_: SqlType, format_: int, style: OutputStyle = _DEFAULT_STYLE) -> Callable[[Any], bytes]:
    """Value (never None) → bytes of a cell."""
    return binary_encoder(type_) if format_ == BINARY else text_encoder(type_, style)


def decoder(type_: SqlType, format_: int, style: OutputStyle = _DEFAULT_STYLE) -> Callable[[bytes], Value]:
    """Bytes of a parameter (never NULL) → value."""
    return binary_decoder(type_) if format_ == BINARY else text_decoder(type_, style)
