"""What each kind of condition says about a key column: by hand, at the edges of every type.

" …" behind the bounds: rows are left for a filter. Integer bounds are shown as >= and <, whatever was asked.
"""

from __future__ import annotations

from decimal import Decimal

import pytest

from planner.tree.query_plan import AccessPath
from planner.tree.types import NUMERIC
from statestore.keys import KeyCodec
from tests.planner.constrain.sql import ONE, bounds, constrained, planned

#: (view of one key column k, condition, bounds)
CASES = [
    # comparisons, in both orders
    ("int", "k = 5", "k = 5"),
    ("int", "5 = k", "k = 5"),
    ("int", "k < 5", "k < 5"),
    ("int", "k <= 5", "k < 6"),
    ("int", "5 <= k", "k >= 5"),
    ("int", "5 < k", "k >= 6"),
    ("int", "k <> 5", "(k < 5 OR k >= 6)"),
    ("int", "k BETWEEN 5 AND 7", "k >= 5 AND k < 8"),
    ("int", "k BETWEEN 7 AND 5", "false"),
    ("int", "k NOT BETWEEN 5 AND 7", "(k < 5 OR k >= 8)"),
    ("int", "k >= 5 AND k < 6", "k = 5"),
    # contradictions and tautologies
    ("int", "k = 1 AND k = 2", "false"),
    ("int", "k > 5 AND k < 6", "false"),
    ("int", "k = 1 AND 1 = 0", "false"),
    ("int", "k = 1 AND true", "k = 1"),
    ("int", "k = 1 OR true", ""),
    ("int", "NULL", "false"),
    ("int", "k = 1 OR NULL", "k = 1"),
    # NULL
    ("int", "k = NULL", "false"),
    ("int", "k <> NULL", "false"),
    ("int", "k IS NULL", "k IS NULL"),
    ("int", "k IS NOT NULL", "k IS NOT NULL"),
    ("int", "k IN (1, NULL)", "k = 1"),
    ("int", "k NOT IN (1, NULL)", "false"),
    ("int", "k NOT IN (1, 3)", "(k < 1 OR k = 2 OR k >= 4)"),
    ("int", "k = 1 OR k IS NULL", "(k = 1 OR k IS NULL)"),
    ("int", "k IS DISTINCT FROM 1", "(k < 1 OR k >= 2 OR k IS NULL)"),
    ("int", "k IS NOT DISTINCT FROM 1", "k = 1"),
    ("int", "k IS NOT DISTINCT FROM NULL", "k IS NULL"),
    ("int", "(k = 1) IS NOT TRUE", "(k < 1 OR k >= 2 OR k IS NULL)"),
    ("int", "(k = 1) IS FALSE", "(k < 1 OR k >= 2)"),
    ("int", "(k = 1) IS UNKNOWN", " …"),
    # lists and arrays
    ("int", "k IN (3, 1, 2, 1)", "k IN (1, 2, 3)"),
    ("int", "k = ANY(ARRAY[1, 2])", "k IN (1, 2)"),
    ("int", "k = ANY('{1,2,NULL}'::int[])", "k IN (1, 2)"),
    ("int", "k = ANY('{}'::int[])", "false"),
    ("int", "k <> ALL('{1}'::int[])", "(k < 1 OR k >= 2)"),
    ("int", "k > ALL('{1,7}'::int[])", "k >= 8"),
    ("int", "k > ANY('{3,7}'::int[])", "k >= 4"),
    ("int", "k = ALL('{1,2}'::int[])", "false"),
    ("int", "k IN (VALUES (1), (2))", "k IN (1, 2)"),
    # OR, AND, NOT
    ("int", "k = 1 OR k = 2 OR k > 10", "(k IN (1, 2) OR k >= 11)"),
    ("int", "k = 1 OR k > 0", "k >= 1"),
    ("int", "(k < 5 OR k > 9) AND k > 3", "(k = 4 OR k >= 10)"),
    ("int", "NOT (k = 1 OR k = 3)", "(k < 1 OR k = 2 OR k >= 4)"),
    ("int", "NOT (k > 1 AND k < 5)", "(k < 2 OR k >= 5)"),
    ("int", "NOT NOT k = 1", "k = 1"),
    ("int", "k = 1 OR v = 2", " …"),
    ("int", "k = 1 AND v = 2", "k = 1 …"),
    ("int", "k = v", " …"),
    ("int", "k + 1 = 2", " …"),
    # other number types against an int4
    ("int", "k = 1.0", "k = 1"),
    ("int", "k = 1.5", "false"),
    ("int", "k < 1.5", "k < 2"),
    ("int", "k > 1.5", "k >= 2"),
    ("int", "k >= -1.5", "k >= -1"),
    ("int", "k = 3000000000", "false"),
    ("int", "k < 3000000000", "k IS NOT NULL"),
    ("int", "k > 3000000000", "false"),
    ("int", "k >= -3000000000", "k IS NOT NULL"),
    ("int", "k = 2147483647", "k = 2147483647"),
    ("int", "k > 2147483647", "false"),
    ("int", "k >= 2147483647", "k = 2147483647"),
    ("int", "k < -2147483648", "false"),
    ("int", "k <= 2147483647", "k IS NOT NULL"),
    ("int", "k = 2::float8", "k = 2"),
    ("int", "k < 2.5::float8", "k < 3"),
    ("int", "k > 'NaN'::float8", "false"),
    ("int", "k <= 'NaN'::float8", "k IS NOT NULL"),
    ("int", "k < 'Infinity'::float8", "k IS NOT NULL"),
    ("int", "k::int8 = 7", "k = 7"),
    ("int", "k::numeric < 7.5", "k < 8"),
    ("int", "k::text = '7'", " …"),
    ("byte", "k = 127", "k = 127"),
    ("byte", "k = 128", "false"),
    ("byte", "k > 126", "k = 127"),
    ("short", "k < -32767", "k = -32768"),
    ("short", "k < -32768", "false"),
    ("long", "k = 9223372036854775807", "k = 9223372036854775807"),
    ("long", "k > 9223372036854775807", "false"),
    ("long", "k = 9223372036854775808", "false"),
    # 2^53 + 1 is no float8: it rounds to 2^53, and so does the column's value
    ("long", "k = 9007199254740992::float8", "k >= 9007199254740992 AND k < 9007199254740994"),
    ("long", "k > 9007199254740992::float8", "k >= 9007199254740994"),
    ("long", "k = 2.5::float8", "false"),
    ("long", "k = '1e300'::float8", "false"),
    ("long", "k < '1e300'::float8", "k IS NOT NULL"),
    # numeric(5,2)
    ("dec", "k = 1.5", "k = 1.50"),
    ("dec", "k = 1.500", "k = 1.50"),
    ("dec", "k = 1.505", "false"),
    ("dec", "k < 1.505", "k < 1.51"),
    ("dec", "k > 1.505", "k >= 1.51"),
    ("dec", "k = 7", "k = 7.00"),
    ("dec", "k <= 999.99", "k IS NOT NULL"),
    ("dec", "k > 999.99", "false"),
    ("dec", "k > 1e30", "false"),
    ("wide", "k = 1e-10", "k = 0.0000000001"),
    ("wide", "k = 1e-11", "false"),
    # floats: NaN equals itself and is above everything
    ("double", "k = 1.5", "k = 1.5"),
    ("double", "k = 'NaN'", "k = NaN"),
    ("double", "k > 'Infinity'", "k > Infinity"),
    ("double", "k >= 'Infinity'", "k >= Infinity"),
    ("double", "k > 'NaN'", "false"),
    ("double", "k < '-Infinity'", "false"),
    ("double", "k = '-0'", "k = 0"),
    ("double", "k < 0", "k < 0"),
    ("float", "k = 0.5", "k = 0.5"),
    # the float4 next to 0.1 is not the float8 0.1
    ("float", "k = 0.1::float8", "false"),
    ("float", "k = '1e39'::float8", "false"),
    ("float", "k <= '1e39'::float8", "k <= 3.4028235e+38"),
    # text, byte by byte
    ("str", "k = 'abc'", "k = 'abc'"),
    ("str", "k = ''", "k = ''"),
    ("str", "k = 'it''s'", "k = 'it''s'"),
    ("str", "k > 'b'", "k > 'b'"),
    ("str", "k <= 'b'", "k <= 'b'"),
    ("str", "k >= 'b' AND k < 'c'", "k >= 'b' AND k < 'c'"),
    ("str", "k = 'a'::varchar", "k = 'a'"),
    ("str", "k::varchar = 'a'", "k = 'a'"),
    ("str", "lower(k) = 'a'", " …"),
    # LIKE
    ("str", "k LIKE 'ab%'", "k >= 'ab' AND k < 'ac'"),
    ("str", "k LIKE 'ab'", "k = 'ab'"),
    ("str", "k LIKE 'ab%c'", "k >= 'ab' AND k < 'ac' …"),
    ("str", "k LIKE 'a_'", "k >= 'a' AND k < 'b' …"),
    ("str", "k LIKE '%a'", "k IS NOT NULL …"),
    ("str", "k LIKE '%'", "k IS NOT NULL"),
    ("str", "k LIKE ''", "k = ''"),
    ("str", "k LIKE NULL", "false"),
    ("str", r"k LIKE 'a\%b%'", "k >= 'a%b' AND k < 'a%c'"),
    ("str", r"k LIKE 'a\_%'", "k >= 'a_' AND k < 'a`'"),
    ("str", "k NOT LIKE 'ab%'", "(k < 'ab' OR k >= 'ac')"),
    ("str", "k NOT LIKE 'a_'", "k IS NOT NULL …"),
    ("str", "k LIKE 'é%'", "k >= 'é' AND k < 'ê'"),
    # booleans
    ("bool", "k", "k = true"),
    ("bool", "NOT k", "k = false"),
    ("bool", "k = true", "k = true"),
    ("bool", "k IS NOT TRUE", "(k = false OR k IS NULL)"),
    ("bool", "k IS TRUE", "k = true"),
    ("bool", "k > false", "k = true"),
    # bytea
    ("bin", r"k = '\x00'", r"k = '\x00'"),
    ("bin", r"k >= '\xff'", r"k >= '\xff'"),
    # dates and times
    ("day", "k = '2013-07-01'", "k = '2013-07-01'"),
    ("day", "k > '2013-07-01'", "k >= '2013-07-02'"),
    ("day", "k = timestamp '2013-07-01 00:00'", "k = '2013-07-01'"),
    ("day", "k = timestamp '2013-07-01 10:00'", "false"),
    ("day", "k > timestamp '2013-07-01 10:00'", "k >= '2013-07-02'"),
    ("day", "k < timestamptz '2013-07-01 10:00+00'", "k < '2013-07-02'"),
    ("ts", "k = '2013-07-01 00:00'", "k = '2013-07-01 00:00:00+00'"),
    ("ts", "k >= date '2013-07-01'", "k >= '2013-07-01 00:00:00+00'"),
    ("ts", "k::date = '2013-07-01'", "k >= '2013-07-01 00:00:00+00' AND k < '2013-07-02 00:00:00+00'"),
    ("ntz", "k::date = '2013-07-01'", "k >= '2013-07-01 00:00:00' AND k < '2013-07-02 00:00:00'"),
    ("ntz", "k < date '2013-07-01'", "k < '2013-07-01 00:00:00'"),
    # intervals: a month is 30 days of 24 hours
    ("dt", "k = interval '1 day'", "k = '24:00:00'"),
    ("dt", "k = interval '1 month'", "k = '720:00:00'"),
    ("dt", "k < interval '1 hour'", "k < '01:00:00'"),
    ("ym", "k = interval '1 year'", "k = '1 year'"),
    ("ym", "k = interval '30 days'", "k = '1 mon'"),
    ("ym", "k = interval '31 days'", "false"),
    ("ym", "k > interval '31 days'", "k >= '2 mons'"),
    # arrays
    ("arr", "k = '{1,2}'", "k = '{1,2}'"),
    # choices of what is known
    ("int", "k = coalesce(NULL, 5)", "k = 5"),
    ("int", "k = coalesce(v, 5)", " …"),
    ("int", "k = coalesce(5, 1 / 0)", " …"),
    ("int", "k = nullif(5, 5::bigint)", "false"),
    ("int", "k = nullif('5', '')::int", "k = 5"),
    ("str", "k = nullif('a'::varchar, 'a'::text)", "false"),
    ("day", "k = nullif(date '2020-01-01', date '2020-01-02')", "k = '2020-01-01'"),
    ("day", "k = nullif(date '2020-01-01', timestamp '2020-01-01 00:00')", " …"),
    ("dec", "k = nullif(1.50, 1.5)", " …"),
]  # fmt: skip


@pytest.mark.parametrize(("table", "where", "expected"), CASES, ids=[f"{t}: {w}" for t, w, _ in CASES])
def test_condition(table: str, where: str, expected: str) -> None:
    assert bounds(where, f"v_{table}") == expected


NEW_YORK = [
    # Midnight in New York is 04:00 UTC in summer.
    ("k = '2013-07-01'", "k = '2013-07-01 00:00:00-04'"),
    ("k::date = '2013-07-01'", "k >= '2013-07-01 00:00:00-04' AND k < '2013-07-02 00:00:00-04' …"),
    # Clocks change on March 10: a bound that day may be an hour wide of the mark.
    ("k::date = '2013-03-10'", "k >= '2013-03-09 23:00:00-05' AND k < '2013-03-11 01:00:00-04' …"),
    ("k >= date '2013-07-01'", "k >= '2013-07-01 00:00:00-04'"),
]


@pytest.mark.parametrize(("where", "expected"), NEW_YORK)
def test_condition_in_new_york(where: str, expected: str) -> None:
    assert bounds(where, "v_ts", "America/New_York") == expected


def test_a_list_of_100_000() -> None:
    constraint = bounds(f"k IN ({', '.join(map(str, range(100_000)))})", "v_int")
    assert constraint == "k IN (0, 1, 2, 3, 4, … 99995 more)"


#: 2013-11-18 23:20:00 UTC: late in the evening in New York, the next day in Delhi.
NOW_US = 1_384_816_800_000_000
CLOCK = [
    ("k > now()", "UTC", "k >= '2013-11-18 23:20:00.000001+00'"),
    ("k >= now() - interval '1 hour'", "UTC", "k >= '2013-11-18 22:20:00+00'"),
    ("k >= now() - interval '1 hour'", "America/New_York", "k >= '2013-11-18 17:20:00-05'"),
    ("k >= now() - interval '1 month'", "UTC", "k >= '2013-10-18 23:20:00+00'"),
    # A day or a month back may be a local time that occurs twice: right, but not promised to be exact.
    ("k >= now() - interval '1 day'", "America/New_York", "k >= '2013-11-17 18:20:00-05' …"),
    ("k >= current_date", "UTC", "k >= '2013-11-18 00:00:00+00'"),
    ("k >= current_date", "+05:30", "k >= '2013-11-19 00:00:00+05:30'"),
    ("k::date = current_date", "UTC", "k >= '2013-11-18 00:00:00+00' AND k < '2013-11-19 00:00:00+00'"),
    ("k::date = current_date - 1", "UTC", "k >= '2013-11-17 00:00:00+00' AND k < '2013-11-18 00:00:00+00'"),
    ("k = date_trunc('hour', now())", "UTC", "k = '2013-11-18 23:00:00+00'"),
    ("date_trunc('hour', k) = date_trunc('hour', now())", "UTC", "k >= '2013-11-18 23:00:00+00' AND k < '2013-11-19 00:00:00+00'"),
    ("date_trunc('month', k) = '2013-11-01'", "UTC", "k >= '2013-11-01 00:00:00+00' AND k < '2013-12-01 00:00:00+00'"),
    ("date_trunc('month', k) = '2013-11-02'", "UTC", "false"),
    ("date_trunc('week', k) > '2013-11-18'", "UTC", "k >= '2013-11-25 00:00:00+00'"),
]


@pytest.mark.parametrize(("where", "zone", "expected"), CLOCK)
def test_the_clock(where: str, zone: str, expected: str) -> None:
    constraint = constrained(f"SELECT * FROM v_ts WHERE {where}", zone)
    assert constraint.describe((), NOW_US) + ("" if constraint.exact else " …") == expected


def test_an_inexact_cast_of_the_column_is_never_complemented() -> None:
    """New York's offset changes, so the column's instants are known only roughly: what IS DISTINCT excludes is not."""
    eleven = "'2013-03-10 11:00+00'::timestamptz"
    same = constrained(f"SELECT * FROM v_ntz WHERE k IS NOT DISTINCT FROM {eleven}", "America/New_York")
    other = constrained(f"SELECT * FROM v_ntz WHERE k IS DISTINCT FROM {eleven}", "America/New_York")
    assert not same.exact
    assert not other.exact
    assert other.resolve((), 0).access is AccessPath.ALL_SHARDS


def test_a_long_numeric_keeps_its_digits_when_it_changes_its_sign() -> None:
    (read,) = planned("SELECT * FROM v_wide WHERE k = -$1", [NUMERIC.oid]).reads
    value = Decimal("1234567890123456789012345678.0123456789")
    ((_, key),) = read.constraint.resolve([value], 0).points
    assert KeyCodec(ONE["wide"]).encode([value.copy_negate()]) == key
