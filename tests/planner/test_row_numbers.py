"""The row executor's averages have the digits of numeric_div, which tests/planner/types compares with PostgreSQL's."""

from __future__ import annotations

from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as some

from planner.postgres.functions.udf.numerics import divide
from planner.rows.numbers import average
from statestore.decimals import from_unscaled

TOTALS = some.one_of(
    some.integers(-(10**38), 10**38), some.builds(lambda n, by: 10**n + by, some.integers(0, 38), some.integers(-1, 1))
)


@given(TOTALS, some.one_of(some.integers(1, 100), some.integers(1, 10**8)), some.integers(0, 38))
def test_averages(total: int, count: int, scale: int) -> None:
    expected = Decimal(divide(format(from_unscaled(total, scale), "f"), str(count)))
    assert average(total, count, scale).as_tuple() == expected.as_tuple()
