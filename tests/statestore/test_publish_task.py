"""The function that Spark's tasks run, called without Spark: attempts that fail, that are repeated, that go wrong."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pyarrow as pa
import pytest

from statestore.errors import DuplicateKey, StateStoreError, StorageFull
from statestore.schema import Column, HashPartitioning, ViewSchema
from statestore.types import Long, String
from statestore.views import open_root
from statestore.views.encoding import EntryEncoder

pytest.importorskip("pyspark")
from pyspark import TaskContext

from statestore.writer.task import VersionTask, read_report, reported_files

SCHEMA = ViewSchema("v", (Column("k", Long(), nullable=False), Column("a", String())), ("k",), ("k",), HashPartitioning(2), (2,))


@pytest.fixture
def task(tmp_path: Path) -> VersionTask:
    return VersionTask(str(tmp_path), SCHEMA, 1, tasks=1, has_deletes=False, keep_tombstones=True)


def batch(keys: Iterable[int], text: str = "x") -> pa.RecordBatch:
    """Rows as Spark sends them, in key order."""
    array = pa.array(sorted(keys), pa.int64())
    return pa.record_batch({"c0": array, "c1": pa.array([text] * len(array))})


def report(task: VersionTask, *batches: pa.RecordBatch) -> list[Any]:
    class Row:
        def __init__(self, fields: dict[str, Any]) -> None:
            self.__dict__.update(fields)

    return [Row(fields) for out in task(iter(batches)) for fields in out.to_pylist()]


def one_shard(keys: Iterable[int], shard: int = 0) -> list[int]:
    found = list(keys)
    shards = EntryEncoder(SCHEMA).shards(pa.record_batch({"k": pa.array(found, pa.int64()), "a": pa.array([""] * len(found))}))
    return [k for k, s in zip(found, shards.tolist(), strict=True) if s == shard]


def files_below(path: Path) -> list[Path]:
    return [p for p in path.rglob("*") if p.is_file()]


def test_no_rows_no_files(task: VersionTask, tmp_path: Path) -> None:
    assert read_report(report(task)) == ()
    assert read_report(report(task, batch([]))) == ()
    assert files_below(tmp_path) == []


def test_attempts_do_not_share_names(task: VersionTask, tmp_path: Path) -> None:
    first, second = (read_report(report(task, batch(range(100)))) for _ in range(2))
    assert [(f.shard, f.rows) for f in first] == [(f.shard, f.rows) for f in second]
    assert len(files_below(tmp_path)) == len({f.path for f in first + second}) == 4


def test_an_attempt_whose_input_fails_leaves_nothing(task: VersionTask, tmp_path: Path) -> None:
    def failing() -> Iterator[pa.RecordBatch]:
        yield batch(range(1000))
        raise ConnectionResetError

    with pytest.raises(ConnectionResetError):
        list(task(failing()))
    assert files_below(tmp_path) == []


def test_duplicates_across_batches_are_reported_not_raised(task: VersionTask, tmp_path: Path) -> None:
    keys = one_shard(range(100))
    rows = report(task, batch(keys[:10]), batch(keys[9:20], "other"))
    assert reported_files(rows) == ()
    with pytest.raises(DuplicateKey, match=rf"two different rows for the key \(k={keys[9]}\)") as refused:
        read_report(rows)
    assert refused.value.hint
    assert files_below(tmp_path) == []
    assert read_report(report(task, batch(keys[:10]), batch(keys[9:20])))[0].rows == 20


def test_a_full_disk_is_reported_as_such(task: VersionTask, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_room(*_: object) -> None:
        raise StorageFull("no room left", detail="of 1 byte", hint="buy more")

    monkeypatch.setattr("statestore.views.sst.SstFile.append", no_room)
    with pytest.raises(StorageFull) as refused:
        read_report(report(task, batch([1])))
    assert (refused.value.message, refused.value.detail, refused.value.hint) == ("no room left", "of 1 byte", "buy more")


@pytest.mark.parametrize("partition", [0, 1])
def test_a_row_in_another_tasks_partition_is_refused(
    task: VersionTask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, partition: int
) -> None:
    monkeypatch.setattr(TaskContext, "get", lambda: SimpleNamespace(partitionId=lambda: partition))
    of_two = replace(task, tasks=2)
    assert [f.shard for f in read_report(report(of_two, batch(one_shard(range(100), shard=partition))))] == [partition]
    kept = files_below(tmp_path)
    with pytest.raises(StateStoreError, match="disagree about the shard"):
        read_report(report(of_two, batch(one_shard(range(100), shard=1 - partition))))
    assert files_below(tmp_path) == kept


def test_unsorted_rows_are_refused(task: VersionTask, tmp_path: Path) -> None:
    keys = one_shard(range(100))
    with pytest.raises(ValueError, match="do not ascend"):
        report(task, batch(keys[10:]), batch(keys[:10]))
    assert files_below(tmp_path) == []


@pytest.mark.parametrize("keep", [True, False])
def test_deletes(tmp_path: Path, keep: bool) -> None:
    task = VersionTask(str(tmp_path), SCHEMA, 1, tasks=1, has_deletes=True, keep_tombstones=keep)
    rows = batch(one_shard(range(100))[:4])
    marked = pa.RecordBatch.from_arrays([*rows.columns, pa.array([True, False, True, True])], names=[*rows.schema.names, "deleted"])
    (file,) = read_report(report(task, marked))
    assert (file.rows, file.deletes) == (1, 3 if keep else 0)


def test_memory_does_not_grow_with_the_rows(task: VersionTask) -> None:
    def peak_bytes(batches: int) -> int:
        step = 4000
        tracemalloc.start()
        try:
            rows = (batch(keys) for i in range(batches) if (keys := one_shard(range(i * step, (i + 1) * step))))
            assert sum(row.rows for out in task(rows) for row in map(_as_row, out.to_pylist())) > batches * step // 3
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    assert peak_bytes(20) < 2 * peak_bytes(2)
    assert open_root(task.root_uri).views() == []


def _as_row(fields: dict[str, Any]) -> Any:
    return type("Row", (), fields)
