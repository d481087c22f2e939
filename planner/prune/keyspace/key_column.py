"""A key column as a line of values: where a bound falls on it, in the key codec's bytes.

A bound is given on the column's *line*: a real number (planner.prune.keyspace.reals) for every number, date, timestamp and interval
column, else a value of the column's own type. Intervals are measured as Postgres compares them, in microseconds with days of 24
hours and months of 30 days.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final, NamedTuple

from planner.prune.keyspace import reals
from planner.prune.keyspace.column_set import BOTTOM, EMPTY, NULLS, TOP, ColumnSet, Range, after, complement, point, span
from planner.prune.keyspace.reals import Real
from planner.tree.calendar import DAY_US, INTERVAL_MONTH_DAYS
from planner.tree.types import SqlType, column_type
from statestore import types as st
from statestore.decimals import from_unscaled
from statestore.keys import KeyCodec, successor
from statestore.schema import ViewSchema

#: Bits of the integer that a type is kept in.
_INTEGER_BITS: Final[dict[type, int]] = {
    st.Byte: 8, st.Short: 16, st.Int: 32, st.Long: 64, st.Date: 32, st.Timestamp: 64, st.TimestampNtz: 64,
    st.DayTimeInterval: 64, st.YearMonthInterval: 32,
}  # fmt: skip


class KeyBound(NamedTuple):
    """A value that a column is compared with; *strict* is true for < and >, false for <= and >=."""

    value: Any
    strict: bool


class KeyColumn:
    """One key column: *position* in the key, *ordinal* in the view, and the sets that comparisons with it make."""

    def __init__(self, schema: ViewSchema, position: int) -> None:
        column = schema.key_columns[position]
        self.position = position
        self.ordinal = schema.key_ordinals[position]
        self.name = column.name
        self.nullable = column.nullable
        self.type: st.DataType = column.type
        self.sql_type: SqlType = column_type(column.type)
        one = replace(schema, key=(column.name,), shard_key=(column.name,))
        codec = KeyCodec(one)
        self._decode = codec.decode
        self.encode = codec.column_encoder(0)
        self.line: Line = _line_of(column.type, self.encode)

    def decode(self, encoded: bytes) -> Any:
        """The physical value of a column's bytes."""
        return self._decode(encoded)[0]

    def at_least(self, bound: KeyBound) -> ColumnSet:
        """Everything >= the bound (> when strict), NULL excluded."""
        return span(self.line.lower(bound), NULLS)

    def at_most(self, bound: KeyBound) -> ColumnSet:
        """Everything <= the bound (< when strict)."""
        return span(BOTTOM, self.line.upper(bound))

    def equal(self, value: Any) -> ColumnSet:
        """Exactly that value; nothing where the column cannot hold it."""
        held = self.line.held(value)
        return EMPTY if held is MISSING else point(self.encode(held), held)

    def above(self, encoded: bytes) -> bytes:
        """The bound just above a value; where values have one width, the bytes of the next one."""
        if encoded == self.line.last:
            return NULLS
        return after(encoded) if self.line.width is None else successor(encoded) or TOP

    def complement(self, of: ColumnSet) -> ColumnSet:
        """Every other value, NULL included."""
        found = complement(of, self.above)
        return ColumnSet({}, tuple(r for r in found.ranges if r != (BOTTOM, self.line.first)))

    def tightened(self, of: ColumnSet) -> ColumnSet:
        """The same set with ranges that hold one value made points."""
        found = {self._single(r): r for r in of.ranges}
        found.pop(None, None)
        if not found:
            return of
        points = {**of.points, **{encoded: self.decode(encoded) for encoded in found if encoded is not None}}
        return ColumnSet(points, tuple(r for r in of.ranges if r not in found.values()))

    def _single(self, of: Range) -> bytes | None:
        """The bytes of the only value in a range, if it has just one."""
        lower = self.line.first if of[0] == BOTTOM and self.line.first is not None else of[0]
        return lower if self.line.is_whole(lower) and of[1] in (self.above(lower), after(lower)) else None


class _Missing:
    """The column's type has no such value."""


MISSING: Final = _Missing()


@dataclass(frozen=True, slots=True)
class Line:
    """Where values fall on a column: lower bound, upper bound, the value held; *width* of a value's bytes, None if it varies.

    *first* and *last* are the bytes of the least and the greatest value, where there are such.
    """

    lower: Callable[[KeyBound], bytes]
    upper: Callable[[KeyBound], bytes]
    held: Callable[[Any], Any]
    width: int | None
    first: bytes | None = None
    last: bytes | None = None

    def is_whole(self, encoded: bytes) -> bool:
        """Are these the bytes of a value, and not some other bound?"""
        if encoded == NULLS:
            return True
        return encoded.endswith(b"\0") if self.width is None else len(encoded) == self.width


Encode = Callable[[Any], bytes]


def _line_of(data_type: st.DataType, encode: Encode) -> Line:
    if bits := _INTEGER_BITS.get(type(data_type)):
        unit = INTERVAL_MONTH_DAYS * DAY_US if isinstance(data_type, st.YearMonthInterval) else 1
        return _grid(-(1 << bits - 1), (1 << bits - 1) - 1, encode, lambda n: n, Fraction(1, unit), bits // 8)
    match data_type:
        case st.Boolean():
            return _grid(0, 1, encode, bool, Fraction(1), 1)
        case st.Decimal(precision, scale):
            most = 10**precision - 1
            width = 8 if precision <= st.DECIMAL_PRECISION_LONG_MAX else 16
            return _grid(-most, most, encode, lambda n: from_unscaled(n, scale), Fraction(10**scale), width)
        case st.Float():
            return _floats(encode, single=True)
        case st.Double():
            return _floats(encode, single=False)
    return _plain(encode)


def _grid(least: int, most: int, encode: Encode, make: Callable[[int], Any], factor: Fraction, width: int) -> Line:
    """Values make(n) for whole n from *least* to *most*; make(n) lies at n / factor on the line."""
    whole = factor == 1

    def lower(bound: KeyBound) -> bytes:
        n = reals.ceiling(bound.value if whole else reals.scaled(bound.value, factor), strict=bound.strict)
        if n is None or n > most:
            return NULLS
        return encode(make(n)) if n > least else BOTTOM

    def upper(bound: KeyBound) -> bytes:
        n = reals.floor(bound.value if whole else reals.scaled(bound.value, factor), strict=bound.strict)
        if n is None or n < least:
            return BOTTOM
        return encode(make(n + 1)) if n < most else NULLS

    def held(value: Real) -> Any:
        if whole and type(value) is int:
            return make(value) if least <= value <= most else MISSING
        n = reals.scaled(value, factor)
        if reals.is_nan(n) or reals.is_infinite(n) or n != int(n) or not least <= n <= most:
            return MISSING
        return make(int(n))

    return Line(lower, upper, held, width + 1, encode(make(least)), encode(make(most)))


def _floats(encode: Encode, *, single: bool) -> Line:
    def lower(bound: KeyBound) -> bytes:
        value, strict = bound
        if reals.is_nan(value):
            return NULLS if strict else encode(float("nan"))
        least = reals.float_not_below(value, single=single)
        return after(encode(least)) if strict and least == value else encode(least)

    def upper(bound: KeyBound) -> bytes:
        value, strict = bound
        if reals.is_nan(value):
            return encode(float("nan")) if strict else NULLS
        most = reals.float_not_above(value, single=single)
        if most == -math.inf and strict:
            return BOTTOM
        return encode(most) if strict and most == value else after(encode(most))

    def held(value: Real) -> Any:
        if reals.is_nan(value):
            return float("nan")
        near = reals.float_not_below(value, single=single)
        return near + 0.0 if near == value else MISSING

    return Line(lower, upper, held, 5 if single else 9, encode(-math.inf), encode(math.nan))


def _plain(encode: Encode) -> Line:
    """A column whose line is its own values: texts, bytes, arrays."""
    return Line(
        lambda bound: after(encode(bound.value)) if bound.strict else encode(bound.value),
        lambda bound: encode(bound.value) if bound.strict else after(encode(bound.value)),
        lambda value: value,
        None,
    )
