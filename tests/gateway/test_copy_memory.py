"""Copies of large views are compressed, but for what is slower so; and no query fails because DuckDB will not compress now."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pyarrow as pa
import pytest

from gateway.engine.copies import memory as copy_memory
from statestore import types as st
from statestore.errors import CorruptFile
from statestore.schema import Column, HashPartitioning, ViewSchema
from tests.gateway.harness import Harness

ROWS = 300_000
COLUMNS = (Column("id", st.Int()), Column("region", st.String()), Column('a "note"', st.String()), Column("n", st.Long()))
SCHEMA = ViewSchema("large", COLUMNS, ("id",), ("id",), HashPartitioning(2), (4,))


def rows(start: int, end: int) -> pa.Table:
    ids = range(start, end)
    regions = [f"region-{i % 7}" for i in ids]
    notes = [f"note {i * 31 % 1_000_003}" for i in ids]
    return pa.table({"id": pa.array(ids, pa.int32()), "region": regions, 'a "note"': notes, "n": pa.array(ids, pa.int64())})


@pytest.fixture
def large(tmp_path: Path) -> Harness:  # type: ignore[misc]
    with Harness(tmp_path) as made:
        made.write(SCHEMA, rows(0, ROWS))
        yield made


def test_few_texts_are_compressed_and_many_are_not(large: Harness) -> None:
    assert large.store.current("large").bytes >= copy_memory.COMPRESSED_BYTES_MIN
    (of_0, *others) = large.rows("SELECT region, count(*) FROM large GROUP BY region ORDER BY region")
    assert of_0 == ("region-0", str(-(-ROWS // 7)))
    assert len(others) == 6
    (copy,) = large.engine.copies._copies.values()
    with large.engine.copies._database.cursor() as cursor:
        found = cursor.execute(f"SELECT column_name, compression FROM pragma_storage_info('{copy.table}')").fetchall()
    kinds = {name: {kind for column, kind in found if column == name} for name, _ in found}
    assert not kinds["region"] & {"Uncompressed"}
    assert kinds['a "note"'] - {"Constant", "Empty Validity"} == {"Uncompressed"}
    assert kinds["tidegate key"] - {"Constant", "Empty Validity"} == {"Uncompressed"}


def test_what_changes_is_compressed_in_time(large: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    compressed: list[str] = []
    monkeypatch.setattr(copy_memory, "compress", lambda cursor, alias: compressed.append(alias))
    large.rows("SELECT count(*) FROM large WHERE n > 5")
    for start in range(0, ROWS, ROWS // 8):
        large.write(SCHEMA, rows(start, start + ROWS // 8))
        assert large.rows("SELECT count(*), count(DISTINCT region) FROM large") == [(str(ROWS), "7")]
    assert len(compressed) == 2, "when it was made, and when half of it had changed"


def test_a_refused_checkpoint_is_no_query_s_fault(large: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copy_memory, "CHANGED_SHARE", 0.0)
    told = Told()
    monkeypatch.setattr(copy_memory, "_log", told)
    with large.engine.copies._database.cursor() as other:
        large.rows("SELECT count(*) FROM large WHERE n > 5")
        (copy,) = large.engine.copies._copies.values()
        other.execute(f"BEGIN; CREATE TABLE {copy.database}.another (i INT)").fetchall()
        large.write(SCHEMA, rows(0, 10).slice(0, 0), deletes=[[7]])
        assert large.rows("SELECT count(*) FROM large WHERE n < 10") == [("9",)]
        other.execute("ROLLBACK").fetchall()
    assert all(isinstance(error, duckdb.Error) for error in told.errors)
    assert told.errors


class Told:
    """A logger."""

    def __init__(self) -> None:
        self.errors: list[BaseException] = []

    def debug(self, _: str, alias: str, error: BaseException) -> None:
        self.errors.append(error)


def test_a_making_that_fails_leaves_nothing(large: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise CorruptFile("for this test")

    with monkeypatch.context() as patched:
        patched.setattr("gateway.engine.copies.rows.CopyRows.insert", refuse)
        with pytest.raises(CorruptFile):
            large.rows("SELECT sum(n) FROM large")
    with large.engine.copies._database.cursor() as cursor:
        names = {name for (name,) in cursor.execute("SELECT database_name FROM duckdb_databases()").fetchall()}
    assert not any(name.startswith("copy_") for name in names)
    assert large.rows("SELECT sum(n) FROM large") == [(str(ROWS * (ROWS - 1) // 2),)]
