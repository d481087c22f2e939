"""DuckDB macros that lowered SQL calls: what Postgres does in one function and DuckDB in several.

A macro's arguments are put in textually, so one that is used twice is first bound by ``list_transform([x], lambda v: …)[1]``:
that keeps SQL short when calls nest, and a volatile argument is evaluated once. Errors are raised through error() with the name
of a class of planner.errors, as planner.functions.faults reads it.
"""

from __future__ import annotations

from typing import Final


def fault(kind: str, message: str) -> str:
    """SQL that raises an error of class *kind*."""
    return f"error('tidegate:{kind}:{message}')"


_DIVISION: Final = fault("DivisionByZero", "division by zero")
_OVERFLOW: Final = fault("NumericOverflow", "value out of range: overflow")
_UNDERFLOW: Final = fault("NumericOverflow", "value out of range: underflow")


def _let(names: str, body: str) -> str:
    """*body* over r.<name>, each macro argument evaluated once."""
    fields = ", ".join(f"'{n}': {n}_" for n in names)
    return f"list_transform([{{{fields}}}], lambda r: {body})[1]"


def _float(name: str, value: str, *, zero: str) -> str:
    """A float operation: infinity out of finite operands is an overflow, zero where *zero* does not say so an underflow."""
    checked = (
        f"list_transform([{value}], lambda v: CASE WHEN isinf(v) AND NOT (isinf(r.a) OR isinf(r.b)) THEN {_OVERFLOW} "
        f"WHEN v = 0 AND NOT ({zero}) THEN {_UNDERFLOW} ELSE v END)[1]"
    )
    return f"{name}(a_, b_) AS {_let('ab', checked)}"


#: name(parameters) AS body.
FLOATS: Final = (
    _float("pg_float_add", "r.a + r.b", zero="TRUE"),
    _float("pg_float_sub", "r.a - r.b", zero="TRUE"),
    _float("pg_float_mul", "r.a * r.b", zero="r.a = 0 OR r.b = 0"),
    _float(
        "pg_float_div", f"CASE WHEN r.b = 0 AND NOT isnan(r.a) THEN {_DIVISION} ELSE r.a / r.b END", zero="r.a = 0 OR isinf(r.b)"
    ),
)

INTEGERS: Final = (
    f"pg_int_div(a_, b_) AS {_let('ab', f'CASE WHEN r.b = 0 THEN {_DIVISION} ELSE r.a // r.b END')}",
    # The least integer modulo -1 overflows in DuckDB and is 0 in Postgres.
    f"pg_int_mod(a_, b_) AS {_let('ab', f'CASE WHEN r.b = 0 THEN {_DIVISION} WHEN r.b = -1 THEN r.a - r.a ELSE r.a % r.b END')}",
)

_SOME_NULL: Final = "l_ IS NULL OR len(l_) > list_count(l_)"
QUANTIFIERS: Final = (
    f"pg_any(l_) AS CASE WHEN list_contains(l_, TRUE) THEN TRUE WHEN {_SOME_NULL} THEN NULL ELSE FALSE END",
    f"pg_all(l_) AS CASE WHEN list_contains(l_, FALSE) THEN FALSE WHEN {_SOME_NULL} THEN NULL ELSE TRUE END",
    # DuckDB counts negative subscripts from the end.
    "pg_element(l_, i_) AS CASE WHEN i_ > 0 THEN l_[i_] END",
    "pg_slice(l_, i_, j_) AS CASE WHEN j_ < 1 OR i_ > j_ THEN l_[2:1] ELSE l_[greatest(i_, 1):j_] END",
)


def _row_count(name: str, kind: str, clause: str) -> str:
    error = fault(kind, f"{clause} must not be negative")
    return f"{name}(n_) AS {_let('n', f'CASE WHEN r.n < 0 THEN {error} ELSE r.n END')}"


ROW_COUNTS: Final = (_row_count("pg_limit", "InvalidLimit", "LIMIT"), _row_count("pg_offset", "InvalidOffset", "OFFSET"))

_DATE_RANGE: Final = fault("DatetimeOverflow", "date out of range")
_TIMESTAMP_RANGE: Final = fault("DatetimeOverflow", "timestamp out of range")


def _timestamp_of(name: str, make: str, duck: str) -> str:
    return (
        f"{name}(x_) AS CASE WHEN x_ = 9223372036854775807 THEN CAST('infinity' AS {duck}) "
        f"WHEN x_ < -9223372036854775807 THEN CAST('-infinity' AS {duck}) ELSE {make}(x_) END"
    )


#: Physical values (planner.values) to DuckDB's.
PHYSICAL: Final = (
    "pg_date_of(x_) AS CASE WHEN x_ = 2147483647 THEN CAST('infinity' AS DATE) "
    "WHEN x_ = -2147483648 THEN CAST('-infinity' AS DATE) ELSE CAST(DATE '1970-01-01' + CAST(x_ AS INTEGER) AS DATE) END",
    _timestamp_of("pg_timestamp_of", "make_timestamp", "TIMESTAMP"),
    _timestamp_of("pg_timestamptz_of", "make_timestamptz", "TIMESTAMPTZ"),
    "pg_interval_of(l_) AS (to_months(CAST(l_[1] AS INTEGER)) + to_days(CAST(l_[2] AS INTEGER)) + to_microseconds(l_[3]))",
)

MACROS: Final = (*FLOATS, *INTEGERS, *QUANTIFIERS, *ROW_COUNTS, *PHYSICAL)
