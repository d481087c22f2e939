"""Variances, regressions, sums, averages: PostgreSQL's digits, over NaN, infinities and large numbers close together."""

from __future__ import annotations

import random
from typing import Final

import pytest

from planner.postgres.functions.udf.moments import OF_TWO, part, statistic
from tests.planner.types.both import Both, Failed
from tests.plugins.scale import seed_for

pytestmark = pytest.mark.postgres

SEED: Final = seed_for("moments")
ONE: Final = ("var_pop", "var_samp", "variance", "stddev_pop", "stddev_samp", "stddev", "sum", "avg")
FLOATS: Final = (
    "100000003",
    "100000004",
    "100000006",
    "7000000000005",
    "0",
    "-1.5",
    "1.5",
    "0.1",
    "NaN",
    "Infinity",
    "-Infinity",
    "1e200",
)
EXACT: Final = ("100000003", "100000004", "9223372036854775807", "-9223372036854775808", "0", "-2", "2", "7")
NUMERICS: Final = ("1.5", "-1.5", "100000000000003.25", "1.3333333333333333333", "0.00", "3", "99999999999999999.9")
#: An argument as it is written for each of the types.
ARGUMENTS: Final = {
    "x::float8": FLOATS, "x::float4": FLOATS[:-1], "x::int8": EXACT, "x::float8::int4": ("1", "-1", "2147483647", "5"),
    "x::numeric": NUMERICS,
    "x::float4::numeric": ("1.1", "2.7", "10000000000", "3e-7", "5"), "x::float8::numeric(20,6)": NUMERICS,
}  # fmt: skip
#: Behind an aggregate's name: its argument with what may stand around it.
AROUND: Final = ("({0})", "(DISTINCT {0})", "({0}) FILTER (WHERE i % 3 > 0)", "({0} ORDER BY i DESC)")
OVER: Final = (
    "ROWS 2 PRECEDING",
    "ROWS BETWEEN 1 FOLLOWING AND 3 FOLLOWING",
    "ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING EXCLUDE CURRENT ROW",
)


def _rows(dice: random.Random, texts: tuple[str, ...]) -> str:
    pool = dice.sample(texts, dice.randint(1, min(4, len(texts))))
    values = [dice.choice((*pool, *pool, None)) for _ in range(dice.randint(1, 9))]
    rows = ", ".join(
        f"({i}, {'NULL' if v is None else repr(v)}, {dice.choice(('1', '2.5', 'NULL', repr(pool[0])))}::text)"
        for i, v in enumerate(values)
    )
    return f"(VALUES {rows}) t(i, x, y)"


def _query(dice: random.Random) -> str:
    argument = dice.choice(list(ARGUMENTS))
    rows = _rows(dice, ARGUMENTS[argument])
    names = ONE[:-2] if argument == "x::float4" else ONE  # its sums are rounded once, PostgreSQL's at each step
    calls = [dice.choice(names) + dice.choice(AROUND).format(argument) for _ in range(3)]
    # Groups of floats are added up in the order in which PostgreSQL happens to sort them.
    grouped = "" if argument.endswith(("float4", "float8")) else dice.choice(("", " GROUP BY i % 2 ORDER BY i % 2"))
    return f"SELECT {', '.join(calls)} FROM {rows}{grouped}"


def test_aggregates(both: Both) -> None:
    dice = random.Random(SEED)
    found = both.differences([_query(dice) for _ in range(400)])
    assert not found, "\n".join(found[:4])


def test_pairs(both: Both) -> None:
    dice = random.Random(SEED)
    queries = []
    for _ in range(200):
        calls = ", ".join(f"{dice.choice(OF_TWO)}{dice.choice(AROUND).format('x::float8, y::float8')}" for _ in range(3))
        queries.append(f"SELECT {calls} FROM {_rows(dice, FLOATS)}")
    found = both.differences(queries)
    assert not found, "\n".join(found[:4])


def test_windows(both: Both) -> None:
    """Short frames are added up as PostgreSQL does."""
    dice = random.Random(SEED)
    queries = []
    for _ in range(150):
        calls = ", ".join(f"{name}(x::float8) OVER (ORDER BY i {dice.choice(OVER)})" for name in dice.sample(ONE, 3))
        pairs = ", ".join(f"{name}(x::float8, y::float8) OVER (ORDER BY i {dice.choice(OVER)})" for name in dice.sample(OF_TWO, 2))
        queries.append(f"SELECT i, {calls}, {pairs} FROM {_rows(dice, FLOATS)} ORDER BY i")
    found = both.differences(queries)
    assert not found, "\n".join(found[:4])


@pytest.mark.parametrize("argument", ["x::int8", "x::numeric"])
def test_windows_of_exact_numbers(both: Both, argument: str) -> None:
    dice = random.Random(SEED)
    over = ("", "PARTITION BY i % 2", "ORDER BY i", "ORDER BY i ROWS 2 PRECEDING")
    queries = [
        f"SELECT i, {dice.choice(ONE)}({argument}) OVER ({dice.choice(over)}) FROM {_rows(dice, ARGUMENTS[argument])} ORDER BY i"
        for _ in range(60)
    ]
    found = both.differences(queries)
    assert not found, "\n".join(found[:4])


def test_long_frames_of_whole_numbers_that_lie_close_together(both: Both) -> None:
    rows = "(VALUES (1, 100000003::float8), (2, 100000004), (3, 100000006), (4, 100000007), (5, NULL)) t(i, x)"
    over = ("", "ORDER BY i", "ORDER BY i ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING", "PARTITION BY i % 2")
    names = ("var_pop", "var_samp")
    found = [both.lowered(f"SELECT {name}(x) OVER ({frame}) FROM {rows} ORDER BY i") for name in names for frame in over]
    wanted = [both.expected(f"SELECT {name}(x) OVER ({frame}) FROM {rows} ORDER BY i") for name in names for frame in over]
    for ours, theirs in zip(found, wanted, strict=True):
        assert not isinstance(ours, Failed)
        assert not isinstance(theirs, Failed)
        assert [v for (v,) in ours] == [None if v is None else pytest.approx(v, rel=1e-15) for (v,) in theirs]


def test_long_frames_over_what_is_not_finite(both: Both) -> None:
    rows = "(VALUES (1, 1::float8), (2, 'NaN'), (3, 5), (4, 'Infinity'), (5, NULL)) t(i, x)"
    over = ("", "ORDER BY i", "ORDER BY i DESC", "PARTITION BY i % 2")
    assert not both.differences([f"SELECT {name}(x) OVER ({frame}) FROM {rows} ORDER BY i" for name in ONE for frame in over])


def test_lists_are_added_up_in_slices() -> None:
    """Longer ones go to Python in parts, which PostgreSQL's workers would have."""
    values = [100000003.0, 100000004.0, 100000006.0, 100000007.0] * 2
    assert (
        statistic([part(values[:3]), part(values[3:]), part([]), part([None])], "var_pop")
        == statistic([part(values)], "var_pop")
        == 2.5
    )


@pytest.mark.parametrize("count", [30_001, 400_000])
def test_a_list_of_several_slices(both: Both, count: int) -> None:
    """The longer one is cut into pieces before those are."""
    calls = "count(x::float8), var_pop(x + 1e9::float8), covar_pop(x + 1e9, x - 1e9), stddev(x + 1e9::float8)"
    sql = f"SELECT {calls} FROM generate_series(1, {count}) x"
    ours, theirs = both.lowered(sql), both.expected(sql)
    assert list(ours[0]) == [pytest.approx(value, rel=1e-13) for value in theirs[0]]
