"""PostgreSQL's types → Trino's: name, signature, and how values are written.

Types that Trino does not have (regclass, "char", inet …) are varchar, in PostgreSQL's text form. A numeric without precision is a
number where the client knows that type, else a decimal(38,18) whose values may have other digits: exact all the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from buenavista.core import BVType
from buenavista.http.schemas import ClientTypeSignature, ClientTypeSignatureParameter

from gateway.presto import values as v
from planner.tree import types as t

#: What X-Trino-Client-Capabilities may say.
NUMBER: Final = "NUMBER"
PARAMETRIC_DATETIME: Final = "PARAMETRIC_DATETIME"
_VARCHAR_MAX: Final = 2**31 - 1
_DIGITS_MAX: Final = 38


@dataclass(frozen=True, slots=True)
class TrinoType:
    """*raw* is the name without arguments; *numbers* are its arguments, *element* is an array's."""

    raw: str
    decode: v.Decode
    bv: BVType
    numbers: tuple[int, ...] = ()
    element: TrinoType | None = None

    @property
    def name(self) -> str:
        """As Trino writes it."""
        if self.element is not None:
            return f"array({self.element.name})"
        if not self.numbers or (self.raw == "varchar" and self.numbers == (_VARCHAR_MAX,)):
            return self.raw
        arguments = f"({','.join(map(str, self.numbers))})"
        head, space, rest = self.raw.partition(" ")
        return f"{head}{arguments}{space}{rest}"

    @property
    def signature(self) -> ClientTypeSignature:
        """The same in parts."""
        if self.element is not None:
            arguments = [ClientTypeSignatureParameter(kind="TYPE", value=self.element.signature)]
        else:
            arguments = [ClientTypeSignatureParameter(kind="LONG", value=number) for number in self.numbers]
        return ClientTypeSignature(raw_type=self.raw, arguments=arguments)


def _varchar(typmod: int) -> TrinoType:
    return TrinoType("varchar", str, BVType.TEXT, (typmod - t.TYPMOD_HEADER if typmod > 0 else _VARCHAR_MAX,))


_FIXED: Final = {
    t.BOOL.oid: TrinoType("boolean", v.boolean, BVType.BOOL),
    t.INT2.oid: TrinoType("smallint", int, BVType.INTEGER),
    t.INT4.oid: TrinoType("integer", int, BVType.INTEGER),
    t.INT8.oid: TrinoType("bigint", int, BVType.BIGINT),
    t.OID.oid: TrinoType("bigint", int, BVType.BIGINT),
    t.FLOAT4.oid: TrinoType("real", v.floating, BVType.FLOAT),
    t.FLOAT8.oid: TrinoType("double", v.floating, BVType.FLOAT),
    t.BYTEA.oid: TrinoType("varbinary", v.varbinary, BVType.BYTES),
    t.DATE.oid: TrinoType("date", v.date, BVType.DATE),
    t.TIME.oid: TrinoType("time", v.time, BVType.TIME, (6,)),
    t.TIMESTAMP.oid: TrinoType("timestamp", v.timestamp, BVType.TIMESTAMP, (6,)),
    t.TIMESTAMPTZ.oid: TrinoType("timestamp with time zone", v.timestamp, BVType.TIMESTAMP, (6,)),
    t.INTERVAL.oid: TrinoType("interval day to second", v.interval, BVType.INTERVAL),
    t.JSON.oid: TrinoType("json", str, BVType.JSON),
    t.JSONB.oid: TrinoType("json", str, BVType.JSON),
    t.UUID.oid: TrinoType("uuid", str, BVType.TEXT),
}
#: Of arrays' types: the element's type.
_ELEMENTS: Final = {pg.oid: pg.element.oid for pg in t.BY_OID.values() if pg.is_array and pg.element is not None}


def trino_type(oid: int, typmod: int, capabilities: frozenset[str]) -> TrinoType:
    """What a column of this type is to a client that can do this."""
    if (found := _FIXED.get(oid)) is not None:
        return found if PARAMETRIC_DATETIME in capabilities else _without_precision(found)
    if oid == t.NUMERIC.oid:
        return _numeric(typmod, capabilities)
    if oid == t.BPCHAR.oid and typmod > 0:
        return TrinoType("char", str, BVType.TEXT, (typmod - t.TYPMOD_HEADER,))
    if oid in _ELEMENTS:
        element = trino_type(_ELEMENTS[oid], typmod, capabilities)
        return TrinoType("array", v.array(element.decode), BVType.ARRAY, element=element)
    return _varchar(typmod if oid == t.VARCHAR.oid else -1)


def _numeric(typmod: int, capabilities: frozenset[str]) -> TrinoType:
    precision, scale = t.numeric_precision_scale(typmod) or (0, 0)
    if 0 < precision <= _DIGITS_MAX and scale <= precision:
        return TrinoType("decimal", v.decimal, BVType.DECIMAL, (precision, scale))
    if NUMBER in capabilities:
        return TrinoType("number", v.decimal, BVType.DECIMAL)
    return TrinoType("decimal", v.decimal, BVType.DECIMAL, (_DIGITS_MAX, _DIGITS_MAX // 2 - 1))


def _without_precision(found: TrinoType) -> TrinoType:
    """Clients of old know timestamps and times of milliseconds only."""
    if not found.numbers:
        return found
    decode: Callable[[str], str] = found.decode
    return TrinoType(found.raw, lambda text: _to_millis(decode(text)), found.bv)


def _to_millis(text: str) -> str:
    """Without the last three digits of six."""
    at = text.index(".") + 4
    return text[:at] + text[at + 3 :]
