"""Sums beside the columns of a LEFT JOIN that finds nothing: DuckDB's optimizer cut them to a byte."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pytest

from statestore.schema import Column, HashPartitioning, ViewSchema
from statestore.types import Int, Long
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
