"""Sums beside the columns of a LEFT JOIN that finds nothing: DuckDB cut them to a byte. Sums over windows: it lost their type."""

from __future__ import annotations

from decimal import Decimal as PythonDecimal
from pathlib import Path

import pyarrow as pa
import pytest

from statestore.schema import Column, HashPartitioning, ViewSchema
from statestore.types import Decimal, Int, Long
from tests.gateway.harness import Harness

ROWS = 12_600
MANY = ViewSchema("many", (Column("k", Long()), Column("g", Int())), ("k",), ("k",), HashPartitioning(2), (2,))
FEW = ViewSchema("few", (Column("g", Int()), Column("m", Int())), ("g",), ("g",), HashPartitioning(2), (2,))


@pytest.mark.parametrize("nothing", ["few.m IS NULL", "few.m < 0", "few.m = many.g - 1000"])
@pytest.mark.parametrize("group", ["few.m % 3", "few.m", "few.m + 1"])
def test_sums_are_whole(tmp_path: Path, nothing: str, group: str) -> None:
    with Harness(tmp_path) as engine:
        engine.write(MANY, pa.table({"k": pa.array(range(ROWS)), "g": pa.array([i % 7 for i in range(ROWS)], pa.int32())}))
        engine.write(FEW, pa.table({"g": pa.array(range(7), pa.int32()), "m": pa.array(range(0, 70, 10), pa.int32())}))
        sql = (
            f"SELECT many.k % 2, {group}, count(*), sum(CASE WHEN many.k > 5 THEN 1 ELSE 0 END), sum(many.k % 2 + 1) "
            f"FROM many LEFT JOIN few ON many.g = few.g AND {nothing} GROUP BY 1, 2 ORDER BY 1, 2"
        )
        half = ROWS // 2
        expected = [("0", None, half, half - 3, half), ("1", None, half, half - 3, 2 * half)]
        assert engine.rows(sql) == [tuple(v if v is None else str(v) for v in row) for row in expected]


# The means of k % 3 = r and of k % 5 = r + 1 are one.
@pytest.mark.parametrize(("aggregate", "differing"), [("sum", ROWS), ("avg", ROWS - 3 * ROWS // 15)])
def test_sums_over_partitions_are_compared(tmp_path: Path, aggregate: str, differing: int) -> None:
    prices = ViewSchema("prices", (Column("k", Long()), Column("price", Decimal(12, 2))), ("k",), ("k",), HashPartitioning(2), (2,))
    with Harness(tmp_path) as engine:
        values = [PythonDecimal(i * 125).scaleb(-2) for i in range(ROWS)]
        engine.write(prices, pa.table({"k": pa.array(range(ROWS)), "price": pa.array(values, pa.decimal128(12, 2))}))
        of = "(SELECT k, {aggregate}(price) OVER (PARTITION BY k % {n}) AS s FROM prices)".replace("{aggregate}", aggregate)
        sql = f"SELECT count(*) FROM {of.format(n=3)} a RIGHT JOIN {of.format(n=5)} b USING (k) WHERE a.s IS DISTINCT FROM b.s"
        assert engine.rows(sql) == [(str(differing),)]
