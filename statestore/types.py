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
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final

from statestore.errors import UnsupportedType

DECIMAL_PRECISION_MAX: Final = 38
#: Spark keeps a decimal of at most this many digits in a long; wider ones as big-endian bytes.
DECIMAL_PRECISION_LONG_MAX: Final = 18


@dataclass(frozen=True, slots=True)
class Boolean:
    """true or false."""


@dataclass(frozen=True, slots=True)
class Byte:
    """8-bit signed integer."""


@dataclass(frozen=True, slots=True)
class Short:
    """16-bit signed integer."""


@dataclass(frozen=True, slots=True)
class Int:
    """32-bit signed integer."""


@dataclass(frozen=True, slots=True)
class Long:
    """64-bit signed integer."""


@dataclass(frozen=True, slots=True)
class Float:
    """32-bit IEEE float."""


@dataclass(frozen=True, slots=True)
class Double:
    """64-bit IEEE float."""


@dataclass(frozen=True, slots=True)
class Decimal:
    """Exact number of ``precision`` digits, ``scale`` of them behind the point."""

    precision: int
    scale: int


@dataclass(frozen=True, slots=True)
class String:
    """UTF-8 text, compared byte by byte."""


@dataclass(frozen=True, slots=True)
class Binary:
    """Bytes."""


@dataclass(frozen=True, slots=True)
class Date:
    """A day of the proleptic Gregorian calendar."""


@dataclass(frozen=True, slots=True)
class Timestamp:
    """An instant (Postgres: timestamptz)."""


@dataclass(frozen=True, slots=True)
class TimestampNtz:
    """Date and time of no zone (Postgres: timestamp)."""


@dataclass(frozen=True, slots=True)
class DayTimeInterval:
    """Exact duration in microseconds."""


@dataclass(frozen=True, slots=True)
class YearMonthInterval:
    """Number of months."""


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

_ATOMIC: Final[dict[str, DataType]] = {
    "boolean": Boolean(),
    "byte": Byte(),
    "short": Short(),
    "integer": Int(),
    "long": Long(),
    "float": Float(),
    "double": Double(),
    "string": String(),
    "binary": Binary(),
    "date": Date(),
    "timestamp": Timestamp(),
    "timestamp_ntz": TimestampNtz(),
}
_ATOMIC_NAMES: Final = {type(t): name for name, t in _ATOMIC.items()}
_DECIMAL: Final = re.compile(r"decimal\((\d+),\s*(\d+)\)")
_DAY_TIME: Final = re.compile(r"interval (day|hour|minute|second)( to (hour|minute|second))?")
_YEAR_MONTH: Final = re.compile(r"interval (year|month)( to month)?")


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
    if found := _DECIMAL.fullmatch(name):
        return Decimal(int(found[1]), int(found[2]))
    if _DAY_TIME.fullmatch(name):
        return DayTimeInterval()
    if _YEAR_MONTH.fullmatch(name):
        return YearMonthInterval()
    if name.startswith("string collate") or name.startswith(("varchar(", "char(")):
        raise UnsupportedType(f"Spark type {name!r} cannot be kept in a view: cast the column to plain string")
    raise UnsupportedType(f"Spark type {name!r} cannot be kept in a view")


def to_spark_json(data_type: DataType) -> Any:
    """Inverse of from_spark_json, up to the fields an interval is declared with."""
    match data_type:
        case Decimal(precision, scale):
            return f"decimal({precision},{scale})"
        case DayTimeInterval():
            return "interval day to second"
        case YearMonthInterval():
            return "interval year to month"
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
        case _:
            return _ATOMIC_NAMES[type(data_type)]
