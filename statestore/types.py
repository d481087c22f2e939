"""The column types of a view: Spark SQL's types, spelled as Spark spells them in a schema's JSON.

Everywhere below the gateway a value of a column is a *physical value*, which is what Spark keeps in a
row and which loses nothing:

=====================  ==========================================================
type                   physical value (None is NULL)
=====================  ==========================================================
Boolean                bool
Byte Short Int Long    int
Float Double           float (a Float is already rounded to 32 bits)
Decimal                decimal.Decimal with exactly ``scale`` fraction digits
String                 str
Binary                 bytes
Date                   int, days since 1970-01-01
Timestamp              int, microseconds since 1970-01-01T00:00:00Z
TimestampNtz           int, microseconds since 1970-01-01T00:00:00 of no zone
DayTimeInterval        int, microseconds
YearMonthInterval      int, months
Array                  list of physical values
Map                    list of (key, value) pairs, in stored order
Struct                 tuple of physical values, in field order
=====================  ==========================================================

A type without parts has its record in its class: *record*. Row, key, hash, Arrow and Avro modules look there.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, ClassVar, Final, get_args

import pyarrow as pa

from statestore.errors import UnsupportedType

DECIMAL_PRECISION_MAX: Final = 38
#: Spark keeps a decimal of at most this many digits in a long; wider ones as big-endian bytes.
DECIMAL_PRECISION_LONG_MAX: Final = 18

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class TypeRecord:
    """What a type without parts is called, and how its values are kept."""

    spark: str
    """Its name in a schema's JSON."""
    arrow: pa.DataType
    """The Arrow type under which a column leaves statestore."""
    code: str = ""
    """The struct module's code of a value in a row's word. Bytes in a key, Spark's hash and Avro's form follow from it.
    Empty: values are texts or bytes, kept behind the row's words."""
    text: Callable[[Any], str] = repr
    """A value as people read it in messages. It may raise OverflowError."""
    spelled: str = ""
    """A pattern of other names that Spark has for it."""


class Atomic:
    """A type that has neither parts nor parameters."""

    __slots__ = ()
    record: ClassVar[TypeRecord]


@dataclass(frozen=True, slots=True)
class Boolean(Atomic):
    """true or false."""

    record = TypeRecord("boolean", pa.bool_(), "?")


@dataclass(frozen=True, slots=True)
class Byte(Atomic):
    """8-bit signed integer."""

    record = TypeRecord("byte", pa.int8(), "b")


@dataclass(frozen=True, slots=True)
class Short(Atomic):
    """16-bit signed integer."""

    record = TypeRecord("short", pa.int16(), "h")


@dataclass(frozen=True, slots=True)
class Int(Atomic):
    """32-bit signed integer."""

    record = TypeRecord("integer", pa.int32(), "i")


@dataclass(frozen=True, slots=True)
class Long(Atomic):
    """64-bit signed integer."""

    record = TypeRecord("long", pa.int64(), "q")


@dataclass(frozen=True, slots=True)
class Float(Atomic):
    """32-bit IEEE float."""

    record = TypeRecord("float", pa.float32(), "f")


@dataclass(frozen=True, slots=True)
class Double(Atomic):
    """64-bit IEEE float."""

    record = TypeRecord("double", pa.float64(), "d")


@dataclass(frozen=True, slots=True)
class Decimal:
    """Exact number of ``precision`` digits, ``scale`` of them behind the point."""

    precision: int
    scale: int


@dataclass(frozen=True, slots=True)
class String(Atomic):
    """UTF-8 text, compared byte by byte."""

    record = TypeRecord("string", pa.string())


@dataclass(frozen=True, slots=True)
class Binary(Atomic):
    """Bytes."""

    record = TypeRecord("binary", pa.binary())


@dataclass(frozen=True, slots=True)
class Date(Atomic):
    """A day of the proleptic Gregorian calendar."""

    record = TypeRecord("date", pa.date32(), "i", lambda days: str((_EPOCH + timedelta(days)).date()))


@dataclass(frozen=True, slots=True)
class Timestamp(Atomic):
    """An instant (Postgres: timestamptz)."""

    record = TypeRecord("timestamp", pa.timestamp("us", "UTC"), "q", lambda us: str(_EPOCH + timedelta(microseconds=us)))


@dataclass(frozen=True, slots=True)
class TimestampNtz(Atomic):
    """Date and time of no zone (Postgres: timestamp)."""

    record = TypeRecord(
        "timestamp_ntz", pa.timestamp("us"), "q", lambda us: str((_EPOCH + timedelta(microseconds=us)).replace(tzinfo=None))
    )


@dataclass(frozen=True, slots=True)
class DayTimeInterval(Atomic):
    """Exact duration in microseconds."""

    record = TypeRecord(
        "interval day to second",
        pa.duration("us"),
        "q",
        lambda us: str(timedelta(microseconds=us)),
        spelled="interval (day|hour|minute|second)( to (hour|minute|second))?",
    )


@dataclass(frozen=True, slots=True)
class YearMonthInterval(Atomic):
    """Number of months."""

    record = TypeRecord("interval year to month", pa.month_day_nano_interval(), "i", spelled="interval (year|month)( to month)?")


@dataclass(frozen=True, slots=True)
class Array:
    """List of elements of one type."""

    element: DataType
    contains_null: bool = True


@dataclass(frozen=True, slots=True)
class Map:
    """Pairs of key and value."""

    key: DataType
    value: DataType
    value_contains_null: bool = True


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a Struct."""

    name: str
    type: DataType
    nullable: bool = True


@dataclass(frozen=True, slots=True)
class Struct:
    """Named fields."""

    fields: tuple[Field, ...]


DataType = (
    Boolean | Byte | Short | Int | Long | Float | Double | Decimal | String | Binary | Date | Timestamp
    | TimestampNtz | DayTimeInterval | YearMonthInterval | Array | Map | Struct
)  # fmt: skip

_ATOMIC: Final[dict[str, DataType]] = {kind.record.spark: kind() for kind in get_args(DataType) if issubclass(kind, Atomic)}
_SPELLED: Final = [
    (re.compile(kind.record.spelled), kind) for kind in _ATOMIC.values() if isinstance(kind, Atomic) and kind.record.spelled
]
_DECIMAL: Final = re.compile(r"decimal\((\d+),\s*(\d+)\)")
_INTEGER_BYTES: Final = {"b": 1, "h": 2, "i": 4, "q": 8}


def integer_bytes(data_type: DataType) -> int:
    """The width of a type whose values are kept as signed integers; 0 of other types. Decimals are not counted among them."""
    return _INTEGER_BYTES.get(data_type.record.code, 0) if isinstance(data_type, Atomic) else 0


def from_spark_json(spec: Any) -> DataType:
    """The type that Spark's schema JSON (``StructType.jsonValue()``) spells as *spec*.

    Raises UnsupportedType for what Tidegate does not keep (variant, void, user-defined types …).
    """
    if isinstance(spec, str):
        return _atomic_from_json(spec)
    match spec:
        case {"type": "array", "elementType": element, "containsNull": contains_null}:
            return Array(from_spark_json(element), contains_null)
        case {"type": "map", "keyType": key, "valueType": value, "valueContainsNull": contains_null}:
            return Map(from_spark_json(key), from_spark_json(value), contains_null)
        case {"type": "struct", "fields": fields}:
            return Struct(tuple(Field(f["name"], from_spark_json(f["type"]), f["nullable"]) for f in fields))
    raise UnsupportedType(f"Spark type {spec!r} cannot be kept in a view")


def _atomic_from_json(name: str) -> DataType:
    if name in _ATOMIC:
        return _ATOMIC[name]
    for pattern, data_type in _SPELLED:
        if pattern.fullmatch(name):
            return data_type
    if found := _DECIMAL.fullmatch(name):
        return Decimal(int(found[1]), int(found[2]))
    if name.startswith("string collate") or name.startswith(("varchar(", "char(")):
        raise UnsupportedType(f"Spark type {name!r} cannot be kept in a view: cast the column to plain string")
    raise UnsupportedType(f"Spark type {name!r} cannot be kept in a view")


def to_spark_json(data_type: DataType) -> Any:
    """Inverse of from_spark_json, up to the fields an interval is declared with."""
    match data_type:
        case Decimal(precision, scale):
            return f"decimal({precision},{scale})"
        case Array(element, contains_null):
            return {"type": "array", "elementType": to_spark_json(element), "containsNull": contains_null}
        case Map(key, value, contains_null):
            return {
                "type": "map",
                "keyType": to_spark_json(key),
                "valueType": to_spark_json(value),
                "valueContainsNull": contains_null,
            }
        case Struct(fields):
            return {
                "type": "struct",
                "fields": [{"name": f.name, "type": to_spark_json(f.type), "nullable": f.nullable, "metadata": {}} for f in fields],
            }
        case Atomic():
            return data_type.record.spark
