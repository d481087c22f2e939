"""Histogram buckets."""

from __future__ import annotations

import math
from decimal import Decimal
from typing import Final

from planner.errors import ArraySubscriptFault, InvalidWidthBucket, NullNotAllowed, NumericOverflow
from planner.postgres.functions.udf.define import PythonFunction, udf
from planner.postgres.functions.udf.numerics import EXACT

#: What a bucket's number may be at most.
INT4_MAX: Final = 2**31 - 1
_NO_COUNT: Final = "count must be greater than zero"


def _bucket(operand: float | Decimal, low: float | Decimal, high: float | Decimal, count: int) -> int | None:
    """The bucket of what lies outside of the bounds; None for others. Raises InvalidWidthBucket, NumericOverflow."""
    _check(low == high, "lower bound cannot equal upper bound")
    below, beyond = (operand < low, operand >= high) if low < high else (operand > low, operand <= high)
    if beyond and count == INT4_MAX:
        raise NumericOverflow("integer out of range")
    return 0 if below else count + 1 if beyond else None


def _check(wrong: bool, message: str) -> None:
    if wrong:
        raise InvalidWidthBucket(message)


def width_bucket(operand: float, low: float, high: float, count: int) -> int:
    """The histogram bucket of a float. Raises InvalidWidthBucket, NumericOverflow."""
    _check(count <= 0, _NO_COUNT)
    _check(any(map(math.isnan, (operand, low, high))), "operand, lower bound, and upper bound cannot be NaN")
    _check(math.isinf(low) or math.isinf(high), "lower and upper bounds must be finite")
    outside = _bucket(operand, low, high, count)
    if outside is not None:
        return outside
    if math.isinf(high - low):  # halves, as later versions of PostgreSQL: 15 itself gives the least integer then
        operand, low, high = operand / 2, low / 2, high / 2
    return int(count * ((operand - low) / (high - low))) + 1


def numeric_width_bucket(operand: str, low: str, high: str, count: int) -> int:
    """The histogram bucket of a numeric. Raises InvalidWidthBucket, NumericOverflow."""
    x, a, b = Decimal(operand), Decimal(low), Decimal(high)
    _check(count <= 0, _NO_COUNT)
    outside = _bucket(x, a, b, count)
    if outside is not None:
        return outside
    above = EXACT.multiply(EXACT.abs(EXACT.subtract(x, a)), Decimal(count))
    return int(EXACT.divide_int(above, EXACT.abs(EXACT.subtract(b, a)))) + 1


def checked_bucket(has_null: bool, bucket: int) -> int:
    """width_bucket of thresholds, none of which may be NULL. Raises NullNotAllowed."""
    if has_null:
        raise NullNotAllowed("thresholds array must not contain NULLs")
    return bucket


def trimmed(count: int, length: int) -> int:
    """How many elements trim_array takes off. Raises ArraySubscriptFault."""
    if not 0 <= count <= length:
        raise ArraySubscriptFault(f"number of elements to trim must be between 0 and {length}")
    return count


UDFS: Final[tuple[PythonFunction, ...]] = (
    udf("py_checked_bucket", checked_bucket, "BOOLEAN, INTEGER", "INTEGER"),
    udf("py_trimmed", trimmed, "INTEGER, INTEGER", "INTEGER"),
    udf("py_width_bucket", width_bucket, "DOUBLE, DOUBLE, DOUBLE, INTEGER", "INTEGER"),
    udf("py_numeric_width_bucket", numeric_width_bucket, "VARCHAR, VARCHAR, VARCHAR, INTEGER", "INTEGER"),
)
