"""What `describe-checkpoint` is told of a checkpoint."""

from __future__ import annotations

from pathlib import Path

import pytest

from statestore.attach.describing import describe_checkpoint
from statestore.attach.tables import StateTable, Unreadable
from statestore.errors import CheckpointNotReady
from tests.attach.checkpoint_folder import CheckpointFolder, schema_file, store_info


def fields(*named: tuple[str, str]) -> dict[str, object]:
    return {"type": "struct", "fields": [{"name": n, "type": t, "nullable": True, "metadata": {}} for n, t in named]}


@pytest.fixture
def folder(tmp_path: Path) -> CheckpointFolder:
    """Two batches of an aggregation in two partitions, without changelog."""
    found = CheckpointFolder(tmp_path / "checkpoint")
    found.begin()
    value = fields(("count", "long"), ("sum", "double"), ("count", "long"), ("sum", "long"), ("count", "long"))
    found.operator(schema=schema_file(2, key=fields(("symbol", "string")), value=value))
    found.run(0, 1)
    return found


def test_a_checkpoint_is_described(folder: CheckpointFolder) -> None:
    for partition, sizes in ((0, (100, 20, 3)), (1, (40, 5))):
        for number, size in enumerate(sizes):
            folder.write(f"state/0/{partition}/SSTs/00000{number}-a.sst", b"x" * size)
    folder.write("state/0/1/2.zip", b"y" * 1000)
    folder.write("state/0/1/.2.zip.crc", b"not counted")
    found = describe_checkpoint(str(folder.folder), "trades")
    assert (found.checkpoint.files.uri, found.changelog) == (str(folder.folder), False)
    assert (found.newest.provider, found.newest.codec, found.newest.store_ids) == ("rocksdb", "lz4", None)
    assert (found.newest.id, found.kept) == (1, (0, 1))
    (operator,) = found.operators
    (store,) = operator.stores
    assert (operator.id, operator.name, store.name) == (0, "stateStoreSave", "default")
    # Two versions' zips each, and the SST files that they share.
    assert found.store_bytes == {store: 123 + 1045}
    assert [table.schema.name if isinstance(table, StateTable) else table.name for table in found.tables] == ["trades"]


def test_averages_are_told_from_sums_of_whole_numbers(folder: CheckpointFolder) -> None:
    (table,) = describe_checkpoint(str(folder.folder), "trades").tables
    assert isinstance(table, StateTable)
    names = [column.name for column in table.schema.columns]
    # The second sum is of whole numbers, which avg() never keeps.
    assert names == ["symbol", "count", "sum", "count_2", "sum_2", "count_3", "avg_result"]


def test_changelog_and_format_2_are_seen(folder: CheckpointFolder) -> None:
    folder.write("state/0/0/3_aa.changelog", b"")
    folder.offsets(2)
    folder.commit(2, 'v2\n{"nextBatchWatermarkMs":0,"stateUniqueIds":{"0":[["aa"],["bb"]]}}')
    found = describe_checkpoint(str(folder.folder), "trades")
    assert found.changelog
    assert found.newest.store_ids == {(0, "default"): ("aa", "bb")}
    assert found.kept == (0, 1, 2)


def test_what_cannot_be_read_is_described_too(folder: CheckpointFolder) -> None:
    folder.operator([store_info()], schema=schema_file(2, key=fields(("a", "variant"))))
    (table,) = describe_checkpoint(str(folder.folder), "trades").tables
    assert isinstance(table, Unreadable)
    assert "variant" in table.reason
    folder.operator([store_info()], schema=schema_file(2, value=fields(("a", "variant"), ("n", "long"))))
    (table,) = describe_checkpoint(str(folder.folder), "trades").tables
    assert isinstance(table, StateTable)
    assert "Left out: a: Spark type 'variant' cannot be kept" in (table.schema.comment or "")


def test_nothing_to_describe_says_why(tmp_path: Path) -> None:
    with pytest.raises(CheckpointNotReady, match="does not exist yet"):
        describe_checkpoint(str(tmp_path / "none"), "trades")
