"""A key as people read it, for messages."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any, Final

from statestore.keys import KeyCodec
from statestore.schema import ViewSchema
from statestore.types import DataType, Date, DayTimeInterval, Timestamp, TimestampNtz

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


def key_text(schema: ViewSchema, key: bytes) -> str:
    """For example ``(origin='JFK', hour_start=2013-07-01 05:00:00+00:00)``."""
    values = KeyCodec(schema).decode(key)
    return "(" + ", ".join(f"{c.name}={_value_text(c.type, v)}" for c, v in zip(schema.key_columns, values, strict=True)) + ")"


def _value_text(data_type: DataType, value: Any) -> str:
    if value is None:
        return "NULL"
    try:
        match data_type:
            case Date():
                return str((_EPOCH + timedelta(days=value)).date())
            case Timestamp():
                return str(_EPOCH + timedelta(microseconds=value))
            case TimestampNtz():
                return str((_EPOCH + timedelta(microseconds=value)).replace(tzinfo=None))
            case DayTimeInterval():
                return str(timedelta(microseconds=value))
    except OverflowError:
        # Outside the years 1 to 9999 of Python's dates.
        return str(value)
    return repr(value)
