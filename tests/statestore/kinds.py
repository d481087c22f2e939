"""The types that columns have, and values of each: lists of tests are made of them. A new type has its line here."""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from planner.tree.values import Interval
from statestore import types as st
from statestore.decimals import from_unscaled

DAY: Final = 86_400_000_000
#: New York's clocks were set forward at 2013-03-10 07:00 UTC and back at 2013-11-03 06:00 UTC.
_SPRING, _AUTUMN = 1_362_898_800_000_000, 1_383_458_400_000_000
TIMES: Final = [
    0, -1, 1, DAY, -DAY, _SPRING, _SPRING - 1, _SPRING - 3_600_000_000, _SPRING - 5 * 3_600_000_000, _AUTUMN, _AUTUMN - 1,
    _AUTUMN - 4 * 3_600_000_000, _AUTUMN + 1_800_000_000, _AUTUMN - 1_800_000_000, 1_372_636_800_000_000,
]  # fmt: skip
TEXTS: Final = ["", "a", "ab", "abc", "a%", "a_", "b", "é", "ÿ", "\U0001f600", "a\\", "z", "A", "ab\x7f", "\x01"]
FLOATS: Final = [
    0.0, -0.0, 1.0, 1.5, -1.5, 0.1, math.inf, -math.inf, math.nan, 5e-324, 1.7976931348623157e308, 3.4028234663852886e38,
    2.0**53, 2.0**53 + 2, 2.0**63, -(2.0**63), 1e-45,
]  # fmt: skip
FLOATS32: Final = [
    0.0, 1.0, 1.5, -1.5, 0.10000000149011612, math.inf, -math.inf, math.nan, 3.4028234663852886e38, 1.401298464324817e-45,
]  # fmt: skip


def ints(bits: int) -> list[int]:
    most = 1 << bits - 1
    return [0, 1, -1, 2, 3, 7, most - 1, most - 2, -most, -most + 1]


def decimals(precision: int, scale: int) -> list[Decimal]:
    most = 10**precision - 1
    return [from_unscaled(n, scale) for n in (0, 1, -1, 150, -150, 10**scale, most, -most)]


@dataclass(frozen=True)
class Kind:
    """A type of column."""

    name: str
    """Of its column in tables that have one of every type."""
    type: st.DataType
    pool: Sequence[Any]
    """Physical values, the edges among them."""
    rows: tuple[Any, ...] = ()
    """An ordinary, the largest, the smallest and a special value, as Arrow takes them; none if PostgreSQL's clients have none."""
    spark: tuple[tuple[str, str], ...] = ()
    """Values in Spark's SQL and in Tidegate's."""
    limits: tuple[int, int] | None = None
    """Of physical values that are integers."""
    value: Callable[[Any], Any] = lambda value: value
    """SQL's value of a physical one."""


def _whole(name: str, data_type: st.DataType, bits: int, pool: Sequence[int], *rest: Any, **more: Any) -> Kind:
    return Kind(name, data_type, pool, *rest, limits=(-(1 << bits - 1), (1 << bits - 1) - 1), **more)


KINDS: Final = (
    Kind("flag", st.Boolean(), [True, False], (True, True, False, None), (("true", "true"), ("false", "'off'"))),
    _whole("tiny", st.Byte(), 8, ints(8), (7, 127, -128, 0), (("CAST(-5 AS TINYINT)", "-5"),)),
    _whole("small", st.Short(), 16, ints(16), (300, 32767, -32768, 0), (("CAST(300 AS SMALLINT)", "300::smallint"),)),
    _whole("medium", st.Int(), 32, ints(32), (70_000, 2**31 - 1, -(2**31), 0), (("-1", "-1"), ("7", "'7'"))),
    _whole(
        "large", st.Long(), 64, [*ints(64), 2**53, 2**53 + 1, -(2**53) - 1], (5_000_000_000, 2**63 - 1, -(2**63), 0),
        (("CAST(7 AS BIGINT)", "7"), ("CAST(-9223372036854775808 AS BIGINT)", "-9223372036854775808")),
    ),
    Kind(
        "single", st.Float(), FLOATS32, (1.5, 3.4028234663852886e38, 1e-45, float("nan")),
        (("CAST(0.1 AS FLOAT)", "0.1::real"),),
    ),
    Kind(
        "double", st.Double(), FLOATS, (3.25, 1.7976931348623157e308, 5e-324, float("-inf")),
        (("CAST(0.1 AS DOUBLE)", "0.1"), ("CAST(-1e300 AS DOUBLE)", "-1e300"), ("CAST('NaN' AS DOUBLE)", "'NaN'")),
    ),
    Kind(
        "exact", st.Decimal(38, 10), decimals(38, 10),
        tuple(map(Decimal, ("12.5000000000", "9999999999999999999999999999.9999999999",
                            "-9999999999999999999999999999.9999999999", "0E-10"))),
    ),
    Kind(
        "money", st.Decimal(12, 2), decimals(12, 2),
        tuple(map(Decimal, ("9.99", "9999999999.99", "-9999999999.99", "0.01"))),
    ),
    Kind(
        "words", st.String(), TEXTS, ("words", "ü€😀\\ \t'", "", "NaN"),
        (("'JFK'", "'JFK'"), ("'Zürich ≠ x'", "'Zürich ≠ x'"), ("''", "''"), ("CAST(NULL AS STRING)", "NULL")),
    ),
    Kind(
        "raw", st.Binary(), [b"", b"\0", b"\0\0", b"\0\xff", b"a", b"a\0", b"\xff", b"\xff\xff"],
        (b"\x00\xff", bytes(range(256)), b"", b"x"), (("X'00FF10'", r"'\x00ff10'"),),
    ),
    _whole(
        "day", st.Date(), 32, [0, 1, -1, 15_774, 15_775, 16_012, 16_013, 15_887, -719_162],
        (dt.date(2013, 7, 1), dt.date(9999, 12, 31), dt.date(1, 1, 1), dt.date(1970, 1, 1)),
        (("DATE'2013-07-01'", "'2013-07-01'"), ("DATE'1969-01-01'", "date '1969-01-01'")),
    ),
    _whole(
        "instant", st.Timestamp(), 64, TIMES,
        (
            dt.datetime(2013, 7, 1, 12, 30, 0, 250_000, dt.UTC), dt.datetime(9999, 12, 31, 23, 59, 59, 999_999, dt.UTC),
            dt.datetime(1, 1, 1, tzinfo=dt.UTC), dt.datetime(1970, 1, 1, tzinfo=dt.UTC),
        ),
        (
            ("TIMESTAMP'2013-07-01 12:00:00.5Z'", "'2013-07-01 14:00:00.5+02'"),
            ("TIMESTAMP'1900-01-01 00:00:00Z'", "timestamptz '1900-01-01 00:00:00+00'"),
        ),
    ),
    _whole(
        "local", st.TimestampNtz(), 64, TIMES,
        (
            dt.datetime(2013, 7, 1, 12, 30), dt.datetime(9999, 12, 31, 23, 59, 59, 999_999), dt.datetime(1, 1, 1),
            dt.datetime(1969, 12, 31, 23, 59, 59, 1),
        ),
        (("TIMESTAMP_NTZ'2013-07-01 12:00:00'", "timestamp '2013-07-01 12:00:00'"),),
    ),
    _whole(
        "elapsed", st.DayTimeInterval(), 64, [0, 1, -1, DAY, 30 * DAY, -DAY, 31 * DAY, 2**63 - 1, -(2**63)],
        (dt.timedelta(hours=3, minutes=2), dt.timedelta(days=100, hours=5), -dt.timedelta(microseconds=1), dt.timedelta(0)),
        (("INTERVAL '1 02:03:04.5' DAY TO SECOND", "'1 day 02:03:04.5'"),), value=lambda us: Interval(0, 0, us),
    ),
    _whole("months", st.YearMonthInterval(), 32, [0, 1, -1, 12, 2**31 - 1, -(2**31)], value=lambda n: Interval(n, 0, 0)),
    Kind(
        "numbers", st.Array(st.Int()), [[], [0], [0, None], [None], [1], [0, 1], [-1]],
        ([1, None, 3], [2**31 - 1, -(2**31)], [], [0]), (("array(1, 2, 3)", "'{1,2,3}'"),),
    ),
    Kind(
        "names", st.Array(st.String()), [[], [""], ["a"], ["a", "b"], [None], ["a", None]],
        (["a b", 'quo"te', None, ""], ["NULL", "null", "{}", ","], [], ["\\"]),
    ),
)  # fmt: skip
_VALUES: Final = {kind.type: kind.value for kind in KINDS}


def sql_value(data_type: st.DataType, value: Any) -> Any:
    """SQL's value of a physical one."""
    return _VALUES[data_type](value) if value is not None and data_type in _VALUES else value
