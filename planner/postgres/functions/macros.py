"""DuckDB macros that lowered SQL calls: what Postgres does in one function and DuckDB in several.

A macro's arguments are put in textually, so one that is used twice is first bound by ``list_transform([x], lambda v: …)[1]``:
that keeps SQL short when calls nest, and a volatile argument is evaluated once. Lambdas inside a lambda's body are avoided beyond
two levels: DuckDB's time to bind them grows exponentially.
"""

from __future__ import annotations

import re
from typing import Final

from planner import errors
from planner.postgres.functions.faults import fault

#: Of a text, or what a text is made of.
_NO_LSN: Final = "invalid input syntax for type pg_lsn: \"' || x_ || '\""
_NOT_LSN: Final = fault(errors.InvalidArgument, "pg_lsn out of range")
LONG_STRING: Final = fault(errors.LimitExceeded, "requested length too large")
NO_INFINITE_SERIES: Final = fault(errors.Unsupported, "generate_series from or to an infinite timestamp is not supported")
_DIVISION: Final = fault(errors.DivisionByZero, "division by zero")
_OVERFLOW: Final = fault(errors.NumericOverflow, "value out of range: overflow")
_UNDERFLOW: Final = fault(errors.NumericOverflow, "value out of range: underflow")


_NAME: Final = re.compile(r"\b([a-z])_\b")


def let(names: str, body: str) -> str:
    """*body* over the macro's arguments of these letters (``a_``), each evaluated once.

    They become r['a'], for DuckDB takes r.a in HAVING for a column that is not grouped.
    """
    fields = ", ".join(f"'{n}': {n}_" for n in names)
    once = _NAME.sub(lambda name: f"r['{name[1]}']" if name[1] in names else name[0], body)
    return f"list_transform([{{{fields}}}], lambda r: {once})[1]"


_NO_FRACTION: Final = fault(
    errors.NumericOverflow, "percentile value ' || replace(printf('%g', f), 'nan', 'NaN') || ' is not between 0 and 1"
)


def _for_fractions(name: str, found: str) -> str:
    """What is *found* for each of the fractions f_ in the sorted list l_, of which n_ values come before the NULLs."""
    each = f"CASE WHEN f NOT BETWEEN 0 AND 1 THEN {_NO_FRACTION} {found} END"
    return f"{name}(l_, n_, f_) AS " + let("lnf", f"list_transform(f_, lambda f: {each})")


def percentiles(name: str, between: str) -> str:
    """The value at each fraction's place, or what PostgreSQL computes *between* two, of {low}, {high} and the {share} behind."""
    place = "f * (n_ - 1)"
    low, high = (f"l_[CAST({side}({place}) AS BIGINT) + 1]" for side in ("floor", "ceil"))
    found = between.format(low=low, high=high, share=f"({place} - floor({place}))")
    return _for_fractions(name, f"WHEN {place} = floor({place}) THEN {low} ELSE {found}")


def _float(name: str, value: str, *, zero: str) -> tuple[str, str]:
    """A float operation: infinity out of finite operands is an overflow, zero where *zero* does not say so an underflow.

    Where the operands are columns or constants no bindings are needed: DuckDB computes the repeated value once.
    """

    def checked(v: str) -> str:
        return (
            f"CASE WHEN isinf({v}) AND NOT (isinf(a_) OR isinf(b_)) THEN {_OVERFLOW} "
            f"WHEN {v} = 0 AND NOT ({zero}) THEN {_UNDERFLOW} ELSE {v} END"
        )

    once = let("ab", f"list_transform([{value}], lambda v: {checked('v')})[1]")
    return f"{name}(a_, b_) AS {once}", f"{name}_direct(a_, b_) AS {checked(value)}"


_OID_RANGE: Final = fault(errors.NumericOverflow, "OID out of range")
#: Integers as OIDs: those of 32 bits and less are taken as unsigned.
OIDS: Final = (
    *(f"pg_{name}_oid(n_) AS (CAST(n_ AS BIGINT) & 4294967295)" for name in ("int2", "int4")),
    f"pg_int8_oid(n_) AS CASE WHEN n_ NOT BETWEEN 0 AND 4294967295 THEN {_OID_RANGE} ELSE n_ END",
)
_BY_ZERO: Final = "b_ = 0 AND a_ IS NOT NULL"
_FLOAT_QUOTIENT: Final = f"(a_ / CASE WHEN {_BY_ZERO} AND NOT isnan(a_) THEN {_DIVISION} ELSE b_ END)"
#: name(parameters) AS body.
FLOATS: Final = (
    *_float("pg_float_add", "(a_ + b_)", zero="TRUE"),
    *_float("pg_float_sub", "(a_ - b_)", zero="TRUE"),
    *_float("pg_float_mul", "(a_ * b_)", zero="a_ = 0 OR b_ = 0"),
    *_float("pg_float_div", _FLOAT_QUOTIENT, zero="a_ = 0 OR isinf(b_)"),
)

_POWER_ERRORS: Final = (
    f"WHEN a_ = 0 AND b_ < 0 THEN {fault(errors.InvalidPower, 'zero raised to a negative power is undefined')} "
    f"WHEN a_ < 0 AND isfinite(b_) AND b_ <> floor(b_) THEN "
    f"{fault(errors.InvalidPower, 'a negative number raised to a non-integer power yields a complex result')} "
)
_LOG_ERRORS: Final = (
    f"WHEN x_ = 0 THEN {fault(errors.InvalidLogarithm, 'cannot take logarithm of zero')} "
    f"WHEN x_ < 0 THEN {fault(errors.InvalidLogarithm, 'cannot take logarithm of a negative number')} "
)
_INPUT_RANGE: Final = fault(errors.NumericOverflow, "input is out of range")
FLOAT_FUNCTIONS: Final = (
    f"pg_float_sqrt(x_) AS CASE WHEN x_ < 0 THEN {fault(errors.InvalidPower, 'cannot take square root of a negative number')} "
    "ELSE sqrt(x_) END",
    # IEEE's pow has its own opinion of NaN: 1 ^ NaN and NaN ^ 0 are 1, as in Postgres.
    "pg_float_power(a_, b_) AS "
    + let(
        "ab",
        f"CASE WHEN b_ = 0 OR a_ = 1 THEN 1 WHEN isnan(a_) OR isnan(b_) THEN CAST('NaN' AS DOUBLE) {_POWER_ERRORS}"
        f"ELSE list_transform([pow(a_, b_)], lambda v: CASE WHEN isinf(v) AND isfinite(a_) AND isfinite(b_) THEN {_OVERFLOW} "
        f"WHEN v = 0 AND a_ <> 0 AND isfinite(a_) AND isfinite(b_) THEN {_UNDERFLOW} ELSE v END)[1] END",
    ),
    f"pg_float_exp(x_) AS CASE WHEN isinf(exp(x_)) AND isfinite(x_) THEN {_OVERFLOW} "
    f"WHEN exp(x_) = 0 AND isfinite(x_) THEN {_UNDERFLOW} ELSE exp(x_) END",
    f"pg_float_log(x_, y_) AS CASE {_LOG_ERRORS}ELSE y_ END",
    *(f"pg_finite_{f}(x_) AS CASE WHEN isinf(x_) THEN {_INPUT_RANGE} ELSE {f}(x_) END" for f in ("sin", "cos", "tan")),
    *(
        f"pg_{f}(x_) AS CASE WHEN x_ < -1 OR (x_ > 1 AND NOT isnan(x_)) THEN {_INPUT_RANGE} ELSE {f}(x_) END"
        for f in ("asin", "acos")
    ),
)


def _division(macro: str, value: str, *, special: str = "") -> str:
    return f"{macro}(a_, b_) AS " + let("ab", f"CASE WHEN {_BY_ZERO} THEN {_DIVISION} {special}ELSE {value} END")


_REMAINDER: Final = "a_ % nullif(b_, 0)"
DIVISIONS: Final = (
    _division("pg_int_div", "a_ // nullif(b_, 0)"),
    # The least integer modulo -1 overflows in DuckDB and is 0 in Postgres.
    _division("pg_int_mod", _REMAINDER, special="WHEN b_ = -1 THEN a_ - a_ "),
    _division("pg_decimal_mod", _REMAINDER),
)

#: name of DuckDB's type by length in bytes.
_WIDTHS: Final = {2: "SMALLINT", 4: "INTEGER", 8: "BIGINT"}


def _shift_left(length: int, duck: str) -> str:
    """Bits that leave are lost, the sign bit is a bit; shifted by the width or more wraps, as the machine's instruction does."""
    bits = length * 8
    count = f"(b_ & {63 if bits == 64 else 31})"
    wrapped = f"(CAST(a_ AS HUGEINT) * CAST(power(2, {count}) AS HUGEINT)) & {(1 << bits) - 1}"
    signed = f"CASE WHEN v >= {1 << bits - 1} THEN CAST(v - {1 << bits} AS {duck}) ELSE CAST(v AS {duck}) END"
    return f"pg_shift_left_{length}(a_, b_) AS " + let("ab", f"list_transform([{wrapped}], lambda v: {signed})[1]")


SHIFTS: Final = tuple(_shift_left(length, duck) for length, duck in _WIDTHS.items())


_SOME_NULL: Final = "l_ IS NULL OR len(l_) > list_count(l_)"
QUANTIFIERS: Final = (
    f"pg_any(l_) AS CASE WHEN list_contains(l_, TRUE) THEN TRUE WHEN {_SOME_NULL} THEN NULL ELSE FALSE END",
    f"pg_all(l_) AS CASE WHEN list_contains(l_, FALSE) THEN FALSE WHEN {_SOME_NULL} THEN NULL ELSE TRUE END",
    # DuckDB counts negative subscripts from the end.
    "pg_element(l_, i_) AS CASE WHEN i_ > 0 THEN l_[i_] END",
    "pg_slice(l_, i_, j_) AS CASE WHEN j_ < 1 OR i_ > j_ THEN l_[2:1] ELSE l_[CASE WHEN i_ < 1 THEN 1 ELSE i_ END:j_] END",
)


#: The most that DuckDB takes for LIMIT and OFFSET.
ROW_COUNT_MAX: Final = 2**62 - 2


def _row_count(name: str, negative: str) -> str:
    body = f"CASE WHEN n_ < 0 THEN {negative} WHEN n_ > {ROW_COUNT_MAX} THEN {ROW_COUNT_MAX} ELSE n_ END"
    return f"{name}(n_) AS {let('n', body)}"


#: How many of 2**32 hashes a percentage has.
SAMPLES: Final = (
    f"pg_sample(p_, s_) AS CASE WHEN p_ IS NULL THEN {fault(errors.InvalidSampleArgument, 'TABLESAMPLE parameter cannot be null')}"
    f" WHEN s_ IS NULL THEN {fault(errors.InvalidSampleRepeat, 'TABLESAMPLE REPEATABLE parameter cannot be null')}"
    f" WHEN NOT p_ BETWEEN 0 AND 100 THEN {fault(errors.InvalidSampleArgument, 'sample percentage must be between 0 and 100')}"
    " ELSE CAST(p_ AS DOUBLE) * 42949672.96 END",
)

ROW_COUNTS: Final = (
    _row_count("pg_limit", fault(errors.InvalidLimit, "LIMIT must not be negative")),
    _row_count("pg_offset", fault(errors.InvalidOffset, "OFFSET must not be negative")),
)


def _timestamp_of(name: str, make: str, duck: str) -> str:
    return (
        f"{name}(x_) AS CASE WHEN x_ = 9223372036854775807 THEN CAST('infinity' AS {duck}) "
        f"WHEN x_ < -9223372036854775807 THEN CAST('-infinity' AS {duck}) ELSE {make}(x_) END"
    )


#: Physical values (planner.tree.values) to DuckDB's.
PHYSICAL: Final = (
    "pg_date_of(x_) AS CASE WHEN x_ = 2147483647 THEN CAST('infinity' AS DATE) "
    "WHEN x_ = -2147483648 THEN CAST('-infinity' AS DATE) ELSE CAST(DATE '1970-01-01' + CAST(x_ AS INTEGER) AS DATE) END",
    _timestamp_of("pg_timestamp_of", "make_timestamp", "TIMESTAMP"),
    _timestamp_of("pg_timestamptz_of", "make_timestamptz", "TIMESTAMPTZ"),
    # A number's text in two parts: the first 18 fraction digits with all before them, and the next 18 as a whole number.
    "pg_numeric_high(t_) AS CAST(split_part(t_, '.', 1) || '.' || "
    "left(rpad(split_part(t_, '.', 2), 18, '0'), 18) AS DECIMAL(38,18))",
    "pg_numeric_low(t_) AS CAST(CASE WHEN starts_with(t_, '-') THEN '-' ELSE '' END || "
    "rpad(substr(split_part(t_, '.', 2), 19, 18), 18, '0') AS BIGINT)",
    "pg_interval_of(l_) AS (to_months(CAST(l_[1] AS INTEGER)) + to_days(CAST(l_[2] AS INTEGER)) + to_microseconds(l_[3]))",
)

#: What a Python function is given of a list at a time.
_SLICE: Final = 8192


def _slices(macro: str, python: str) -> str:
    # A slice in a lambda costs a copy of the whole list it is of, so long lists are cut into pieces first.
    slices = f"list_transform(range(0, len(w), {_SLICE}), lambda j: {python}(w[j + 1:j + {_SLICE}]))"
    piece = f"{_SLICE} * (1 + CAST(sqrt(len(v) // {_SLICE}) AS BIGINT))"
    pieces = f"list_transform(range(0, len(v), {piece}), lambda i: list_transform([v[i + 1:i + {piece}]], lambda w: {slices})[1])"
    return f"{macro}(l_) AS list_transform([l_], lambda v: flatten({pieces}))[1]"


_ENDLESS_REGRESSION: Final = fault(errors.Unsupported, "NaN or infinity in the window frame of a regression is not supported")
#: From here on PostgreSQL's sums of float4 are infinite.
_FLOAT4_END: Final = f"{2**25 - 1} * 2.0 ** 103"
_LARGE_AVERAGE: Final = fault(errors.Unsupported, "averages of equal numbers beyond 1e150 are not supported")
#: A sum that finite numbers, or an infinity among them, have on no way that does not overflow.
_ENDLESS_SUM: Final = (
    "isfinite(lo_) AND isfinite(hi_) AND NOT isfinite(s_) OR isnan(s_) AND NOT isnan(hi_) AND isinf(lo_) <> isinf(hi_)"
)
#: Of aggregates: see planner.postgres.functions.moments.
STATISTICS: Final = (
    _slices("pg_parts", "py_part"),
    _slices("pg_pair_parts", "py_pair_part"),
    f"pg_finite_sum(s_, lo_, hi_) AS CASE WHEN {_ENDLESS_SUM} THEN {_OVERFLOW} ELSE s_ END",
    f"pg_finite_sum_float4(s_, up_, down_) AS CASE WHEN isfinite(up_) AND up_ >= {_FLOAT4_END} "
    f"OR isfinite(down_) AND down_ <= -{_FLOAT4_END} THEN {_OVERFLOW} ELSE s_ END",
    f"pg_finite_avg(s_, n_, lo_, hi_) AS CASE WHEN {_ENDLESS_SUM} THEN {_OVERFLOW} WHEN n_ <= 1 OR isnan(s_) OR isinf(s_) "
    "OR isfinite(8 * n_ * greatest(-lo_, hi_) * greatest(-lo_, hi_)) THEN s_ / nullif(n_, 0) "
    f"WHEN isinf((hi_ - lo_) * (hi_ / 2 - lo_ / 2)) THEN {_OVERFLOW} ELSE {_LARGE_AVERAGE} END",
    _for_fractions("pg_disc_percentiles", "ELSE l_[CASE WHEN f = 0 THEN 1 ELSE CAST(ceil(f * n_) AS BIGINT) END]"),
    percentiles("pg_float_percentiles", "{low} + {share} * ({high} - {low})"),
    "pg_is_short_whole(x_) AS (abs(x_) < 1e13 AND x_ = trunc(x_))",
    "pg_position(x_) AS CASE WHEN regexp_full_match(x_, '[0-9A-Fa-f]{1,8}/[0-9A-Fa-f]{1,8}') "
    "THEN CAST('0x' || split_part(x_, '/', 1) AS HUGEINT) * 4294967296 + CAST('0x' || split_part(x_, '/', 2) AS HUGEINT) "
    f"ELSE {fault(errors.InvalidText, _NO_LSN)} END",
    "pg_lsn_text(p_) AS to_hex(CAST(p_ // 4294967296 AS BIGINT)) || '/' || to_hex(CAST(p_ % 4294967296 AS BIGINT))",
    "pg_lsn_number(n_) AS CASE WHEN n_ BETWEEN 0 AND 18446744073709551615 THEN pg_lsn_text(CAST(n_ AS HUGEINT)) "
    f"WHEN n_ IS NOT NULL THEN {_NOT_LSN} END",
    "pg_spread(n_, whole_, s_, ss_, finite_, native_, kind_) AS CASE WHEN n_ = 0 OR (n_ = 1 AND kind_[-4:] = 'samp') THEN NULL "
    "WHEN NOT finite_ THEN CAST('NaN' AS DOUBLE) WHEN n_ = whole_ THEN py_statistic([concat_ws(' ', n_, s_, "
    "CAST(n_ * ss_ - s_ * s_ AS DOUBLE) / n_)], kind_) "
    f"WHEN NOT isfinite(native_) THEN {_OVERFLOW} ELSE native_ END",
    "pg_finite_regression(x_, finite_) AS CASE WHEN finite_ THEN CASE WHEN isinf(x_) THEN "
    f"{_OVERFLOW} WHEN NOT isnan(x_) THEN x_ END "
    f"WHEN NOT finite_ THEN {_ENDLESS_REGRESSION} END",
)

MACROS: Final = (
    *OIDS, *FLOATS, *FLOAT_FUNCTIONS, *DIVISIONS, *SHIFTS, *QUANTIFIERS, *ROW_COUNTS, *SAMPLES, *PHYSICAL, *STATISTICS,
)  # fmt: skip
