"""DuckDB macros of dates, times, intervals and of values' text. See planner.postgres.functions.macros."""

from __future__ import annotations

from typing import Final

from planner import errors
from planner.postgres.functions.faults import fault
from planner.postgres.functions.macros import LONG_STRING, NO_INFINITE_SERIES, percentiles
from planner.postgres.functions.udf.large import RESULT_BYTES_MAX
from planner.postgres.literals.zones import MSK_FROM_S, MSK_UNTIL_S

_FIXED: Final = "regexp_full_match(z_, '-?[0-9]+')"
_DATE_INFINITE, _TS_INFINITE, _TZ_INFINITE = (
    f"(x_ IN (CAST('infinity' AS {duck}), CAST('-infinity' AS {duck})))" for duck in ("DATE", "TIMESTAMP", "TIMESTAMPTZ")
)
_NO_INTERVAL: Final = fault(errors.DatetimeOverflow, "interval out of range")
#: Microseconds that Arrow has nanoseconds for, which is how intervals are sent: 292 years.
_SENT_US_MAX: Final = (2**63 - 1) // 1000
_NOT_SENT: Final = fault(errors.Unsupported, "intervals with more than 2562047 hours are not supported in results")
#: From DuckDB's first moment to Postgres's: what is that much later than the former is a moment of the latter.
_EARLIER: Final = "to_microseconds(9012505219200000000)"
_MONTHS: Final = "to_months(CAST(pg_interval_months(i_) AS INTEGER))"
_DAYS: Final = "to_days(CAST(pg_interval_days(i_) AS INTEGER))"


def _later(moved: str) -> str:
    """The instant x_ later by the calendar part of i_; *moved* is {x} later by {by}. Days go on where months end, an instant."""
    both = moved.format(x=moved.format(x="since", by=_MONTHS), by=_DAYS)
    one = moved.format(x="since", by=f"{_MONTHS} + {_DAYS}")
    cases = f"CASE WHEN pg_interval_months(i_) <> 0 AND pg_interval_days(i_) <> 0 THEN {both} ELSE {one} END"
    return f"list_transform([x_], lambda since: {cases})[1]"


_LEAST_DATE: Final = "DATE '4714-11-24 (BC)'"
_GREATEST_DATE: Final = "DATE '5874897-12-31'"

ZONES: Final = (
    # Local to UTC and back. z_ is a name of the tz database, or a fixed offset in seconds east. Infinities stay.
    *(
        f"pg_to_{pg}(x_, z_) AS CASE WHEN z_ IS NULL THEN NULL WHEN {infinite} THEN CAST(CAST(x_ AS VARCHAR) AS {pg.upper()}) "
        f"WHEN {_FIXED} THEN make_{pg}(epoch_us(x_) {sign} 1000000 * CAST(z_ AS BIGINT)) "
        f"ELSE timezone(CASE WHEN {_FIXED} THEN 'UTC' ELSE z_ END, x_) END"
        for pg, infinite, sign in (("timestamptz", _TS_INFINITE, "-"), ("timestamp", _TZ_INFINITE, "+"))
    ),
    # What MSK stood for at a second since 1970.
    f"pg_msk(s_) AS CASE WHEN s_ >= {MSK_FROM_S} AND s_ < {MSK_UNTIL_S} THEN '14400' ELSE '10800' END",
    f"pg_date_of_timestamp(x_) AS CASE WHEN {_TS_INFINITE} THEN CAST(CAST(x_ AS VARCHAR) AS DATE) ELSE CAST(x_ AS DATE) END",
    f"pg_time_of_timestamp(x_) AS CASE WHEN {_TS_INFINITE} THEN NULL ELSE CAST(x_ AS TIME) END",
)

INTERVALS: Final = (
    # The three parts that are kept apart, and the whole as microseconds with months of 30 days.
    "pg_interval_months(i_) AS CAST(date_part('year', i_) * 12 + date_part('month', i_) AS BIGINT)",
    "pg_interval_days(i_) AS CAST(date_part('day', i_) AS BIGINT)",
    "pg_interval_micros(i_) AS CAST(date_part('hour', i_) * 3600000000 + date_part('minute', i_) * 60000000 "
    "+ date_part('microsecond', i_) AS BIGINT)",
    "pg_interval_make(m_, d_, u_) AS (to_months(CAST(m_ AS INTEGER)) + to_days(CAST(d_ AS INTEGER)) "
    "+ to_microseconds(CAST(u_ AS BIGINT)))",
    # The same of numbers that may be too large for an interval.
    "pg_interval_checked(m_, d_, u_) AS list_transform([[CAST(m_ AS HUGEINT), d_, u_]], lambda p: "
    f"CASE WHEN abs(p[1] + 0.5) < 2147483648 AND abs(p[2] + 0.5) < 2147483648 AND abs(p[3]) <= {2**63 - 1} "
    f"THEN pg_interval_make(p[1], p[2], p[3]) WHEN p[1] + p[2] + p[3] IS NOT NULL THEN {_NO_INTERVAL} END)[1]",
    f"pg_interval_sent(i_) AS CASE WHEN pg_interval_micros(i_) NOT BETWEEN {-_SENT_US_MAX} AND {_SENT_US_MAX} "
    f"THEN {_NOT_SENT} ELSE i_ END",
    *(
        f"{name}(a_, b_) AS pg_interval_checked(CAST(pg_interval_months(a_) AS HUGEINT) {sign} pg_interval_months(b_), "
        f"pg_interval_days(a_) {sign} pg_interval_days(b_), CAST(pg_interval_micros(a_) AS HUGEINT) {sign} pg_interval_micros(b_))"
        for name, sign in (("pg_interval_add", "+"), ("pg_interval_sub", "-"))
    ),
    "pg_interval_neg(a_) AS pg_interval_checked(-CAST(pg_interval_months(a_) AS HUGEINT), -pg_interval_days(a_), "
    "-CAST(pg_interval_micros(a_) AS HUGEINT))",
    "pg_time_micros(t_) AS CAST(date_part('hour', t_) * 3600000000 + date_part('minute', t_) * 60000000 "
    "+ date_part('microsecond', t_) AS BIGINT)",
    # DuckDB's sum wraps around at 24:00:00, which a time may be.
    "pg_time_of_micros(u_) AS list_transform([u_], lambda v: CASE WHEN v = 86400000000 THEN TIME '24:00:00' "
    "ELSE CAST(TIME '00:00:00' + to_microseconds(v) AS TIME) END)[1]",
    "pg_mod(a_, b_) AS ((a_ % b_ + b_) % b_)",
    "pg_time_shifted(u_) AS pg_time_of_micros(pg_mod(u_, 86400000000))",
)


def _rounded(micros: str) -> str:
    """To a multiple of u_, halves away from zero."""
    return f"(CASE WHEN {micros} < 0 THEN -((-{micros} + u_ // 2) // u_ * u_) ELSE ({micros} + u_ // 2) // u_ * u_ END)"


#: Postgres counts, and so rounds halves away, from 2000-01-01.
_SINCE_2000: Final = 946_684_800_000_000

PRECISIONS: Final = (
    *(
        f"pg_round_{pg}(x_, u_) AS CASE WHEN {infinite} THEN x_ "
        f"ELSE make_{pg}({_SINCE_2000} + {_rounded(f'(epoch_us(x_) - {_SINCE_2000})')}) END"
        for pg, infinite in (("timestamp", _TS_INFINITE), ("timestamptz", _TZ_INFINITE))
    ),
    f"pg_round_time(x_, u_) AS pg_time_of_micros({_rounded('pg_time_micros(x_)')})",
    "pg_round_interval(x_, u_) AS pg_interval_make(pg_interval_months(x_), pg_interval_days(x_), "
    f"{_rounded('pg_interval_micros(x_)')})",
)

_ERA: Final = "CASE WHEN contains(v, ' (BC)') THEN replace(v, ' (BC)', '') || ' BC' ELSE v END"
TEXTS: Final = (
    *(f"pg_{pg}_text(x_) AS list_transform([CAST(x_ AS VARCHAR)], lambda v: {_ERA})[1]" for pg in ("date", "timestamp")),
    f"pg_timestamptz_text(x_, z_) AS CASE WHEN {_TZ_INFINITE} THEN CAST(CAST(x_ AS TIMESTAMP) AS VARCHAR) "
    "WHEN z_ = 'UTC' AND epoch_us(x_) >= -62135596800000000 THEN CAST(CAST(x_ AS TIMESTAMP) AS VARCHAR) || '+00' "
    "ELSE py_timestamptz_text(epoch_us(x_), z_) END",
    # Of a DateStyle s_ that is not ISO's.
    f"pg_date_styled(x_, s_) AS CASE WHEN {_DATE_INFINITE} THEN CAST(x_ AS VARCHAR) "
    "ELSE py_date_styled(CAST(x_ - DATE '1970-01-01' AS BIGINT), s_) END",
    f"pg_timestamp_styled(x_, s_) AS CASE WHEN {_TS_INFINITE} THEN CAST(x_ AS VARCHAR) "
    "ELSE py_timestamp_styled(epoch_us(x_), s_) END",
    f"pg_timestamptz_styled(x_, z_, s_) AS CASE WHEN {_TZ_INFINITE} THEN CAST(CAST(x_ AS TIMESTAMP) AS VARCHAR) "
    "ELSE py_timestamptz_styled(epoch_us(x_), z_, s_) END",
    "pg_interval_text(x_, s_) AS py_interval_text(pg_interval_months(x_), pg_interval_days(x_), pg_interval_micros(x_), s_)",
    "pg_name(x_) AS CASE WHEN strlen(x_) <= 63 THEN x_ ELSE left(x_, 63) END",
    # {…} with quotes around what needs them.
    "pg_array_item(e_) AS CASE WHEN e_ IS NULL THEN 'NULL' "
    f"WHEN strlen(e_) > {RESULT_BYTES_MAX // 2} THEN {LONG_STRING} "
    "WHEN e_ = '' OR upper(e_) = 'NULL' OR regexp_matches(e_, '[{},\"\\\\\\s]') "
    "THEN '\"' || replace(replace(e_, '\\', '\\\\'), '\"', '\\\"') || '\"' ELSE e_ END",
    "pg_array_text(l_) AS CASE WHEN l_ IS NOT NULL THEN '{' || coalesce(list_aggregate(list_transform(l_, "
    "lambda e: pg_array_item(e)), 'string_agg', ','), '') || '}' END",
)

_ZONE_OF_DAYS: Final = fault(errors.InvalidArgument, "interval time zone must not include months or days")
_NO_INFINITE_AGE: Final = fault(errors.Unsupported, "the age of or since an infinite timestamp is not supported")
_NO_INFINITE_PART: Final = fault(
    errors.Unsupported,
    "extract of an infinite date or timestamp, which would be an infinite numeric, is not supported: use date_part",
)
_INFINITE_ORIGIN: Final = fault(errors.DatetimeOverflow, "origin out of range")
_INFINITE_DATES: Final = fault(errors.DatetimeOverflow, "cannot subtract infinite dates")
_INFINITE_TIMESTAMPS: Final = fault(errors.DatetimeOverflow, "cannot subtract infinite timestamps")

#: Each side goes from its lesser to its greater end; one that is not known may lie anywhere behind the other.
_OVERLAPS: Final = (
    "CASE WHEN least(l[1], l[2]) > least(l[3], l[4]) THEN CASE WHEN l[3] IS NULL OR l[4] IS NULL THEN NULL "
    "WHEN least(l[1], l[2]) < greatest(l[3], l[4]) THEN TRUE WHEN l[1] IS NULL OR l[2] IS NULL THEN NULL ELSE FALSE END "
    "WHEN least(l[1], l[2]) < least(l[3], l[4]) THEN CASE WHEN l[1] IS NULL OR l[2] IS NULL THEN NULL "
    "WHEN least(l[3], l[4]) < greatest(l[1], l[2]) THEN TRUE WHEN l[3] IS NULL OR l[4] IS NULL THEN NULL ELSE FALSE END "
    "WHEN l[1] IS NULL OR l[2] IS NULL OR l[3] IS NULL OR l[4] IS NULL THEN NULL ELSE TRUE END"
)

ARITHMETIC: Final = (
    # A sum or difference: DuckDB keeps infinities, and has dates that Postgres has not.
    f"pg_date_checked(x_) AS CASE WHEN x_ BETWEEN {_LEAST_DATE} AND {_GREATEST_DATE} OR {_DATE_INFINITE} OR x_ IS NULL THEN x_ "
    f"ELSE {fault(errors.DatetimeOverflow, 'date out of range')} END",
    f"pg_date_diff(a_, b_) AS CASE WHEN a_ IS NULL OR b_ IS NULL THEN NULL "
    f"WHEN NOT isfinite(a_) OR NOT isfinite(b_) THEN {_INFINITE_DATES} "
    "ELSE CAST(a_ - b_ AS INTEGER) END",
    "pg_interval_zone(i_) AS CASE WHEN pg_interval_months(i_) = 0 AND pg_interval_days(i_) = 0 "
    f"THEN CAST(pg_interval_micros(i_) // 1000000 AS VARCHAR) WHEN i_ IS NOT NULL THEN {_ZONE_OF_DAYS} END",
    # A moment before Postgres's first is one before DuckDB's on the way, which is an error.
    f"pg_moment(x_) AS (x_ - {_EARLIER} + {_EARLIER})",
    f"pg_timestamp_add(x_, i_) AS CASE WHEN {_TS_INFINITE} AND i_ IS NOT NULL THEN x_ ELSE pg_moment(x_ + i_) END",
    # Months and days by the zone's calendar, then the clock's part; without a calendar part nothing but the clock.
    *(
        f"{name}(x_, z_, i_) AS CASE WHEN i_ IS NULL THEN NULL WHEN {_TZ_INFINITE} THEN x_ "
        "ELSE make_timestamptz(epoch_us(pg_moment(make_timestamp(CASE WHEN pg_interval_months(i_) = 0 AND pg_interval_days(i_) = 0 "
        f"THEN epoch_us(x_) ELSE epoch_us({later}) END) + to_microseconds(pg_interval_micros(i_))))) END"
        for name, later in (
            ("pg_timestamptz_add", _later("pg_to_timestamptz(pg_to_timestamp({x}, z_) + {by}, z_)")),
            # The same for a zone of the tz database, with the instant in few places: sums are summed up, and put in as texts.
            ("pg_timestamptz_add_named", _later("timezone(z_, timezone(z_, {x}) + {by})")),
        )
    ),
    f"pg_timestamptz_add_utc(x_, i_) AS CASE WHEN i_ IS NULL THEN NULL WHEN {_TZ_INFINITE} THEN x_ "
    "ELSE make_timestamptz(epoch_us(pg_moment(make_timestamp(epoch_us(x_)) + i_))) END",
    # Over microseconds: days and the rest, both with the difference's sign.
    f"pg_timestamp_diff(a_, b_) AS CASE WHEN a_ IS NULL OR b_ IS NULL THEN NULL "
    f"WHEN NOT isfinite(a_) OR NOT isfinite(b_) THEN {_INFINITE_TIMESTAMPS} "
    "ELSE pg_interval_make(0, (epoch_us(a_) - epoch_us(b_)) // 86400000000, (epoch_us(a_) - epoch_us(b_)) % 86400000000) END",
    "pg_interval_epoch(i_) AS (pg_interval_micros(i_) + CAST(pg_interval_days(i_) AS HUGEINT) * 86400000000 "
    "+ CAST(pg_interval_months(i_) // 12 AS HUGEINT) * 31557600000000 + pg_interval_months(i_) % 12 * 2592000000000)",
    "pg_interval_sum(l_) AS pg_interval_checked(list_sum(list_transform(l_, lambda i: pg_interval_months(i))), "
    "list_sum(list_transform(l_, lambda i: pg_interval_days(i))), list_sum(list_transform(l_, lambda i: pg_interval_micros(i))))",
    percentiles("pg_interval_percentiles", "{low} + pg_interval_mul({high} - {low}, {share})"),
    *(
        f"{name}(i_, f_) AS pg_interval_of({python}(pg_interval_months(i_), pg_interval_days(i_), pg_interval_micros(i_), f_))"
        for name, python in (("pg_interval_mul", "py_interval_scale"), ("pg_interval_div", "py_interval_divide"))
    ),
    *(
        f"pg_{year}(x_) AS CASE WHEN date_part('{year}', x_) > 0 THEN date_part('{year}', x_) ELSE date_part('{year}', x_) - 1 END"
        for year in ("year", "isoyear")
    ),
    "pg_zone_offset(x_, z_) AS ((epoch_us(pg_to_timestamp(x_, z_)) - epoch_us(x_)) // 1000000)",
    # Centuries and millennia begin with year 1.
    "pg_trunc_years(u_, x_) AS (CAST(date_trunc(u_, x_ - to_years(CASE u_ WHEN 'decade' THEN 0 ELSE 1 END)) AS TIMESTAMP) "
    "+ to_years(CASE u_ WHEN 'decade' THEN 0 ELSE 1 END))",
    # DuckDB truncates years BC towards year 1: eight millennia later they are not BC.
    "pg_trunc_finite(u_, x_) AS CASE WHEN u_ IN ('decade', 'century', 'millennium') "
    "THEN CASE WHEN x_ < TIMESTAMP '0002-01-01' THEN pg_trunc_years(u_, x_ + to_years(8000)) - to_years(8000) "
    "ELSE pg_trunc_years(u_, x_) END ELSE CAST(date_trunc(u_, x_) AS TIMESTAMP) END",
    "pg_trunc(u_, x_) AS CASE WHEN u_ IS NULL THEN NULL WHEN isfinite(x_) THEN pg_trunc_finite(u_, x_) ELSE x_ END",
    "pg_trunc_tz(u_, x_, z_) AS CASE WHEN NOT isfinite(x_) THEN x_ "
    "WHEN u_ IN ('microseconds', 'milliseconds', 'second', 'minute', 'hour') THEN make_timestamptz(epoch_us(date_trunc(u_, "
    "pg_to_timestamp(x_, z_))) - 1000000 * pg_zone_offset(x_, z_)) "
    "ELSE pg_to_timestamptz(pg_trunc(u_, pg_to_timestamp(x_, z_)), z_) END",
    "pg_trunc_tz_utc(u_, x_) AS CASE WHEN u_ IS NULL THEN NULL WHEN isfinite(x_) "
    "THEN make_timestamptz(epoch_us(pg_trunc_finite(u_, make_timestamp(epoch_us(x_))))) ELSE x_ END",
    "pg_trunc_tz_named(u_, x_, z_) AS CASE WHEN u_ IS NULL THEN NULL WHEN NOT isfinite(x_) THEN x_ "
    "WHEN u_ IN ('microseconds', 'milliseconds', 'second', 'minute', 'hour') THEN make_timestamptz(epoch_us(date_trunc(u_, "
    "timezone(z_, x_))) - (epoch_us(timezone(z_, x_)) - epoch_us(x_))) "
    "ELSE timezone(z_, pg_trunc_finite(u_, timezone(z_, x_))) END",
    # The local time that pg_trunc_tz_named makes an instant of, and that instant.
    "pg_trunc_local(u_, x_, z_) AS CASE WHEN isfinite(x_) THEN pg_trunc_finite(u_, timezone(z_, x_)) "
    "ELSE CAST(CAST(x_ AS VARCHAR) AS TIMESTAMP) END",
    "pg_local_instant(x_, z_) AS CASE WHEN isfinite(x_) THEN timezone(z_, x_) ELSE CAST(CAST(x_ AS VARCHAR) AS TIMESTAMPTZ) END",
    # By the clock alone instants are as far apart as they are; days and months are those of the zone.
    "pg_zoned_series(a_, b_, s_, z_) AS CASE WHEN a_ IS NULL OR b_ IS NULL OR s_ IS NULL THEN NULL "
    f"WHEN NOT isfinite(a_) OR NOT isfinite(b_) THEN {NO_INFINITE_SERIES} "
    "WHEN pg_interval_months(s_) = 0 AND pg_interval_days(s_) = 0 "
    "THEN list_transform(pg_time_series(make_timestamp(epoch_us(a_)), make_timestamp(epoch_us(b_)), s_), "
    "lambda e: make_timestamptz(epoch_us(e))) ELSE list_transform(py_zoned_series(epoch_us(a_), epoch_us(b_), "
    "CAST([pg_interval_months(s_), pg_interval_days(s_), pg_interval_micros(s_)] AS BIGINT[]), z_), "
    "lambda e: make_timestamptz(e)) END",
    # epoch_us of an infinity is NULL.
    "pg_age(a_, b_) AS coalesce(pg_interval_of(py_age(epoch_us(a_), epoch_us(b_))), "
    f"CASE WHEN a_ IS NOT NULL AND b_ IS NOT NULL THEN {_NO_INFINITE_AGE} END)",
    *(
        f"pg_bin_{pg}(i_, x_, o_) AS coalesce({make}(py_bin(CAST([pg_interval_months(i_), pg_interval_days(i_), "
        "pg_interval_micros(i_)] AS BIGINT[]), epoch_us(x_), epoch_us(o_))), CASE WHEN i_ IS NULL OR o_ IS NULL THEN NULL "
        f"WHEN NOT isfinite(x_) THEN x_ WHEN x_ IS NOT NULL THEN {_INFINITE_ORIGIN} END)"
        for pg, make in (("timestamp", "make_timestamp"), ("timestamptz", "make_timestamptz"))
    ),
    # Of a result of NULL: what an infinite date or timestamp has instead.
    "pg_infinite_part(x_) AS CASE WHEN isfinite(x_) THEN NULL WHEN x_ < CAST('epoch' AS TIMESTAMP) "
    "THEN CAST('-infinity' AS DOUBLE) WHEN x_ IS NOT NULL THEN CAST('infinity' AS DOUBLE) END",
    f"pg_no_infinite_part(x_) AS CASE WHEN x_ IS NOT NULL THEN {_NO_INFINITE_PART} END",
    "pg_overlaps(a_, b_, c_, d_) AS list_transform([[a_, b_, c_, d_]], lambda l: " + _OVERLAPS + ")[1]",
    "pg_make_interval(l_) AS pg_interval_of(py_make_interval(CAST(l_ AS DOUBLE[])))",
)

MACROS: Final = (*INTERVALS, *ZONES, *PRECISIONS, *TEXTS, *ARITHMETIC)
