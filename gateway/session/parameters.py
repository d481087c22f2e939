"""Bind's parameters and format codes → values and one code per item."""

from __future__ import annotations

from typing import Final

from gateway.codecs.codec import decoder
from gateway.contract.engine import BINARY, TEXT, OutputStyle
from gateway.errors import InvalidSetting, MessageFault
from gateway.wire.messages import Bind
from planner.tree.types import SqlType
from planner.tree.values import Value

#: Values of more bytes, or more values, than this are read in a thread: arrays take some 0.5 µs a byte.
LONG_VALUE_BYTES: Final = 16_384
MANY_VALUES: Final = 1_000


def are_long(bind: Bind) -> bool:
    """Does reading its values take longer than the event loop should be held up?"""
    if len(bind.parameters) > MANY_VALUES:
        return True
    return any(raw is not None and len(raw) > LONG_VALUE_BYTES for raw in bind.parameters)


def check_counts(bind: Bind, label: str, parameters: int) -> None:
    """Raises MessageFault unless a Bind is one for so many parameters; *label* names the statement."""
    count = len(bind.parameters)
    if len(bind.parameter_formats) > 1 and len(bind.parameter_formats) != count:
        raise MessageFault(f"bind message has {len(bind.parameter_formats)} parameter formats but {count} parameters")
    if count != parameters:
        raise MessageFault(f"bind message supplies {count} parameters, but {label} requires {parameters}")


def parameter_values(bind: Bind, types: tuple[SqlType, ...], style: OutputStyle) -> tuple[Value, ...]:
    """The values of a Bind, after check_counts(), for parameters of these types."""
    formats = _spread(bind.parameter_formats, len(types))
    return tuple(
        [
            None if raw is None else decoder(type_, format_, style)(raw)
            for raw, type_, format_ in zip(bind.parameters, types, formats, strict=True)
        ]
    )


def result_formats(codes: tuple[int, ...], columns: int | None) -> tuple[int, ...]:
    """One code per result column; *columns* is None for a statement without rows, which takes any codes, as in PostgreSQL.

    Raises MessageFault (08P01), InvalidSetting (22023).
    """
    if columns is None:
        return ()
    if len(codes) > 1 and len(codes) != columns:
        raise MessageFault(f"bind message has {len(codes)} result formats but query has {columns} columns")
    return _spread(codes, columns)


def _spread(codes: tuple[int, ...], count: int) -> tuple[int, ...]:
    """None: all text; one: for all; else one each."""
    for code in codes:
        if code not in (TEXT, BINARY):
            raise InvalidSetting(f"unsupported format code: {code}")
    if not codes:
        return (TEXT,) * count
    return codes * count if len(codes) == 1 else codes
