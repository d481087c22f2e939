"""A checkpoint as a whole: not there yet, stateless, purged, rolled back, re-partitioned, damaged."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import fsspec
import pytest

from statestore.attach.checkpoint import Checkpoint, StoreRef, store_folder
from statestore.attach.files import open_checkpoint_files
from statestore.errors import (
    CheckpointNotReady,
    CheckpointWithoutState,
    CorruptFile,
    StateStoreError,
    UnsupportedFormat,
    VersionNotKept,
    VersionNotReached,
)
from tests.attach.checkpoint_folder import STATE, CheckpointFolder, family, schema_file, schema_file_3, store_info


@pytest.fixture
def folder(tmp_path: Path) -> CheckpointFolder:
    """An empty place for a checkpoint."""
    return CheckpointFolder(tmp_path / "checkpoint")


def opened(folder: CheckpointFolder) -> Checkpoint:
    return Checkpoint(open_checkpoint_files(str(folder.folder)))


@pytest.fixture
def running(folder: CheckpointFolder) -> CheckpointFolder:
    """Batches 0 to 2 are committed, batch 3 is under way."""
    folder.begin()
    folder.operator()
    folder.run(0, 1, 2)
    folder.offsets(3)
    return folder


def test_a_batch_counts_when_its_commit_exists(running: CheckpointFolder) -> None:
    checkpoint = opened(running)
    assert checkpoint.committed() == (0, 1, 2)
    running.write("commits/.3.0a9cb2a2-91f9-4e6b-8f6c-0f3b9fc6f3a5.tmp", "v1")
    assert checkpoint.committed() == (0, 1, 2)
    with pytest.raises(VersionNotReached, match="batch 3"):
        checkpoint.batch(3)
    running.commit(3)
    assert checkpoint.committed() == (0, 1, 2, 3)
    assert (checkpoint.batch(3).id, checkpoint.batch(3).version) == (3, 4)


def test_what_is_new_costs_one_listing(running: CheckpointFolder) -> None:
    asked: list[tuple[str, Any]] = []

    class Counted:
        def __getattr__(self, name: str) -> Callable[..., Any]:
            def call(*values: Any) -> Any:
                asked.append((name, values))
                return getattr(open_checkpoint_files(str(running.folder)), name)(*values)

            return call

    assert Checkpoint(Counted()).committed() == (0, 1, 2)  # type: ignore[arg-type]
    assert asked == [("names", ("commits",))]


def test_what_a_batch_says(running: CheckpointFolder) -> None:
    running.offsets(3, watermark_ms=1767226020000, sources=('{"trades":{"0":17}}', "-"))
    running.commit(3)
    os.utime(running.folder / "commits/3", ns=(1, 1_795_200_135_146_000_000))
    batch = opened(running).batch(3)
    assert batch.query == "29a98b99-1dd0-47e6-a8fd-a9abc4415998"
    assert batch.committed_at_us == 1_795_200_135_146_000
    assert batch.watermark_us == 1_767_226_020_000_000
    assert [(s.source, s.offset) for s in batch.sources] == [("0", {"trades": {"0": 17}}), ("1", None)]
    assert (batch.provider, batch.codec, batch.store_ids, batch.unique_id(0, "default", 1)) == ("rocksdb", "lz4", None, None)
    assert opened(running).batch(0).watermark_us is None


def test_the_provider_and_codec_are_in_the_settings(running: CheckpointFolder) -> None:
    name = "streaming__stateStore__providerClass"
    running.offsets(3, **{name: f"{STATE}HDFSBackedStateStoreProvider", "streaming__stateStore__compression__codec": "zstd"})
    running.commit(3)
    running.offsets(4, **{name: "com.example.MyStateStoreProvider"})
    running.commit(4)
    running.write("offsets/5", "v1\n{}\n0")
    running.commit(5)
    checkpoint = opened(running)
    assert (checkpoint.batch(3).provider, checkpoint.batch(3).codec) == ("hdfs", "zstd")
    # Spark's own default, where an old job has not said any.
    assert (checkpoint.batch(5).provider, checkpoint.batch(5).codec) == ("hdfs", "lz4")
    with pytest.raises(UnsupportedFormat, match="MyStateStoreProvider"):
        _ = checkpoint.batch(4).provider


# -------------------------------------------------------------------------------------------------------------- nothing to read


def not_ready(folder: CheckpointFolder) -> CheckpointNotReady:
    with pytest.raises(CheckpointNotReady) as caught:
        opened(folder).latest()
    assert opened(folder).committed() in ((), (0,))
    assert str(folder.folder) in caught.value.message
    assert caught.value.hint is not None
    return caught.value


def test_a_checkpoint_that_does_not_exist_yet(folder: CheckpointFolder) -> None:
    assert "does not exist yet" in not_ready(folder).message
    folder.folder.mkdir()
    assert "exists, but no query has written to it yet" in not_ready(folder).message


def test_a_folder_of_something_else(folder: CheckpointFolder) -> None:
    folder.write("part-0.parquet", b"")
    error = not_ready(folder)
    assert "is not a Spark checkpoint" in error.message
    assert error.detail is not None
    assert "part-0.parquet" in error.detail


def test_no_batch_is_committed(folder: CheckpointFolder) -> None:
    folder.begin()
    assert "no committed batch yet" in not_ready(folder).message
    folder.operator()
    folder.offsets(0)
    assert "no committed batch yet" in not_ready(folder).message


def test_a_query_without_state(folder: CheckpointFolder) -> None:
    folder.begin()
    folder.offsets(0)
    folder.commit(0)
    error = not_ready(folder)
    assert isinstance(error, CheckpointWithoutState)
    assert "keeps no state" in error.message
    folder.operator()
    assert opened(folder).latest().id == 0


# ------------------------------------------------------------------------------------------------------- batches that go


def test_a_purged_batch_is_not_kept(running: CheckpointFolder) -> None:
    checkpoint = opened(running)
    # Spark purges the offset log first.
    (running.folder / "offsets/0").unlink()
    with pytest.raises(VersionNotKept, match="batch 0") as caught:
        checkpoint.batch(0)
    (running.folder / "commits/0").unlink()
    with pytest.raises(VersionNotKept, match="batch 0") as caught:
        checkpoint.batch(0)
    assert caught.value.detail == "kept: 1 to 2"
    assert checkpoint.committed() == (1, 2)


def test_batches_whose_state_is_gone_are_committed_and_not_kept(running: CheckpointFolder) -> None:
    checkpoint = opened(running)
    assert checkpoint.kept() == (0, 1, 2)
    (running.folder / "state/0/0/1.zip").unlink()
    # A commit for a batch that was skipped when the state was re-partitioned: no state was written.
    running.commit(3)
    running.offsets(4)
    running.write("state/0/0/5.changelog", b"")
    running.commit(4)
    assert checkpoint.committed() == (0, 1, 2, 3, 4)
    assert checkpoint.kept() == (1, 2, 4)


@pytest.mark.parametrize(
    "name", ["3.zip", "3.changelog", "3_0a9cb2a2-91f9-4e6b.zip", "3_0a9cb2a2-91f9-4e6b.changelog", "3.delta", "3.snapshot"]
)
def test_files_of_a_version_in_every_format(running: CheckpointFolder, name: str) -> None:
    (running.folder / "state/0/0/3.zip").rename(running.folder / "state/0/0" / name)
    running.write("state/0/0/.2.zip.crc", b"")
    assert opened(running).kept() == (0, 1, 2)


def test_a_batch_that_is_rolled_back_is_noticed(running: CheckpointFolder) -> None:
    checkpoint = opened(running)
    before = checkpoint.batch(2)
    assert checkpoint.holds(before)
    (running.folder / "commits/2").unlink()
    assert not checkpoint.holds(before)
    running.commit(2)
    os.utime(running.folder / "commits/2", ns=(1, 1))
    assert not checkpoint.holds(before)
    assert checkpoint.holds(checkpoint.batch(2))


def test_a_checkpoint_made_anew_is_noticed(running: CheckpointFolder) -> None:
    checkpoint = opened(running)
    before = checkpoint.batch(2)
    shutil.rmtree(running.folder)
    assert not checkpoint.holds(before)
    assert checkpoint.committed() == ()
    running.begin("another query")
    running.operator()
    running.run(0, 1, 2)
    os.utime(running.folder / "commits/2", ns=(before.committed_at_us * 1000,) * 2)
    assert not checkpoint.holds(before)
    assert checkpoint.batch(2).query == "another query"


def test_what_the_state_does_not_need_keeps_nobody_from_reading(running: CheckpointFolder) -> None:
    """As in Spark's own golden checkpoints: logs that an editor has ended with a newline, files that nobody knows."""
    running.offsets(3, sources=("0", ""))
    running.write("state/0/0/4.zip", b"")
    running.write("state/0/1/4.zip", b"")
    running.commit(3, 'v1\n{"nextBatchWatermarkMs":0}\n')
    running.write("metadata", (running.folder / "metadata").read_text() + "\n")
    metadata = running.folder / "state/0/_metadata/metadata"
    metadata.write_text(metadata.read_text() + "\n")
    for path in (
        "NOTES.txt",
        "offsets/README",
        "commits/.DS_Store",
        "state/.keep",
        "state/0/.keep",
        "state/0/0/notes",
        "sources/0/0",
    ):
        running.write(path, b"\xff")
    checkpoint = opened(running)
    assert (checkpoint.latest().id, checkpoint.kept()) == (3, (0, 1, 2, 3))
    (found,) = checkpoint.operators(3)
    assert found.stores == (StoreRef(0, "default", 2, False),)


def test_a_deleted_checkpoint_says_so(running: CheckpointFolder) -> None:
    shutil.rmtree(running.folder)
    with pytest.raises(CheckpointNotReady, match="does not exist yet"):
        opened(running).batch(2)


# ------------------------------------------------------------------------------------------------------- operators and stores


def test_an_operators_stores(running: CheckpointFolder) -> None:
    (found,) = opened(running).operators(2)
    assert (found.id, found.name, dict(found.properties)) == (0, "stateStoreSave", {})
    assert found.stores == (StoreRef(0, "default", 2, False),)
    assert [f.name for f in found.families["default"]] == ["default"]


def test_operators_come_in_the_order_of_their_numbers(folder: CheckpointFolder) -> None:
    folder.begin()
    for number in (10, 2, 0):
        folder.operator(number=number)
    folder.run(0)
    assert [operator.id for operator in opened(folder).operators(0)] == [0, 2, 10]


def test_stores_with_names_have_folders_of_their_own(folder: CheckpointFolder) -> None:
    folder.begin()
    folder.operator([store_info("left-keyToNumValues"), store_info("right-keyToNumValues")], name="symmetricHashJoin")
    folder.offsets(0)
    folder.commit(0)
    (found,) = opened(folder).operators(0)
    assert [store.name for store in found.stores] == ["left-keyToNumValues", "right-keyToNumValues"]
    assert store_folder(3, "left-keyToNumValues", 1) == "state/3/1/left-keyToNumValues"
    assert store_folder(3, "default", 1) == "state/3/1"


def test_the_number_of_partitions_is_the_batchs(running: CheckpointFolder) -> None:
    """A stopped query can be re-partitioned; its operators' metadata then still has the old number."""
    running.offsets(3, shuffle__partitions="5")
    running.commit(3)
    running.write("offsets/4", "v1\n{}\n0")
    running.commit(4)
    assert [opened(running).operators(batch)[0].stores[0].partitions for batch in (2, 3, 4)] == [2, 5, 2]


def test_what_cannot_be_partitioned_is_in_one(folder: CheckpointFolder) -> None:
    folder.begin()
    folder.operator(number=0, name="globalLimit")
    folder.operator(number=1, schema=schema_file(2, key={"type": "struct", "fields": []}))
    folder.operator([store_info(prefix=0)], number=2, name="sessionWindowStateStoreSaveExec")
    folder.operator([store_info(prefix=1)], number=3, name="sessionWindowStateStoreSaveExec")
    folder.offsets(0)
    folder.commit(0)
    assert [operator.stores[0].partitions for operator in opened(folder).operators(0)] == [1, 1, 1, 2]


def test_each_batch_has_the_metadata_of_its_time(folder: CheckpointFolder) -> None:
    """Version 2; and the checkpoint has been moved since the paths were written."""
    folder.begin()
    for batch, names in ((0, ("0_a",)), (5, ("0_a", "5_b"))):
        paths = [f"file:/elsewhere/state/0/_stateSchema/default/{name}" for name in names]
        info = {
            "operatorInfo": {"operatorId": 0, "operatorName": "transformWithStateExec"},
            "stateStoreInfo": [store_info(stateSchemaFilePaths=paths)],
            "operatorPropertiesJson": json.dumps({"timeMode": "NoTime"}),
        }
        folder.write(f"state/0/_metadata/v2/{batch}", f"v2\n{json.dumps(info)}")
    folder.write("state/0/_stateSchema/default/0_a", schema_file_3(family("seen")))
    folder.write("state/0/_stateSchema/default/5_b", schema_file_3(family("seen", value_id=1), family("added")))
    folder.run(0, 4, 5, 6)
    checkpoint = opened(folder)
    found = {batch: checkpoint.operators(batch)[0] for batch in (0, 4, 5, 6)}
    assert [len(found[batch].families["default"]) for batch in (0, 4, 5, 6)] == [1, 1, 2, 2]
    assert found[0].properties == {"timeMode": "NoTime"}
    assert found[0].stores[0].column_families
    assert list(found[6].families["default"][0].value_schemas) == [0, 1]
    (folder.folder / "state/0/_metadata/v2/0").unlink()
    with pytest.raises(VersionNotKept, match="batch 4"):
        checkpoint.operators(4)


def test_unique_ids_are_those_of_the_store_and_partition(folder: CheckpointFolder) -> None:
    folder.begin()
    folder.operator([store_info("left"), store_info("right")], name="symmetricHashJoin")
    folder.offsets(0)
    folder.commit(0, 'v2\n{"nextBatchWatermarkMs":0,"stateUniqueIds":{"0":[["l0","r0"],["l1","r1"]]}}')
    batch = opened(folder).batch(0)
    found = {(store, partition): batch.unique_id(0, store, partition) for store in ("left", "right") for partition in (0, 1)}
    assert found == {("left", 0): "l0", ("left", 1): "l1", ("right", 0): "r0", ("right", 1): "r1"}


@pytest.mark.parametrize("ids", ['{"0":[["l0","r0"]]}', '{"0":[["l0"],["l1"]]}', '{"1":[["l0","r0"],["l1","r1"]]}'])
def test_a_commit_that_lacks_ids_is_damaged(folder: CheckpointFolder, ids: str) -> None:
    folder.begin()
    folder.operator([store_info("left"), store_info("right")], name="symmetricHashJoin")
    folder.offsets(0)
    folder.commit(0, f'v2\n{{"stateUniqueIds":{ids}}}')
    with pytest.raises(CorruptFile, match="commits/0"):
        opened(folder).batch(0)


# ------------------------------------------------------------------------------------------------------------------- damage

DAMAGE: dict[str, tuple[str, str | bytes | None, type[StateStoreError]]] = {
    "offset log of a newer Spark": ("offsets/2", "v3\n{}", UnsupportedFormat),
    "commit of a newer Spark": ("commits/2", "v4\n{}", UnsupportedFormat),
    "operator metadata of a newer Spark": ("state/0/_metadata/metadata", "v3\n{}", UnsupportedFormat),
    "schema of a newer Spark": ("state/0/0/_metadata/schema", b"\0\2v4", UnsupportedFormat),
    "empty offset log": ("offsets/2", "", CorruptFile),
    "empty commit": ("commits/2", "", CorruptFile),
    "empty operator metadata": ("state/0/_metadata/metadata", "", CorruptFile),
    "empty schema": ("state/0/0/_metadata/schema", "", CorruptFile),
    "no schema": ("state/0/0/_metadata/schema", None, CorruptFile),
    "a query's id that is not text": ("metadata", b"\xff", CorruptFile),
    "a query's id that is not JSON": ("metadata", b"{", CorruptFile),
    "operator metadata without stores": (
        "state/0/_metadata/metadata",
        'v1\n{"operatorInfo":{"operatorName":"x"},"stateStoreInfo":[]}',
        CorruptFile,
    ),
    "operator metadata without an operator": ("state/0/_metadata/metadata", 'v1\n{"stateStoreInfo":[]}', CorruptFile),
    "a store that leads elsewhere": (
        "state/0/_metadata/metadata",
        f'v1\n{{"operatorInfo":{{"operatorName":"x"}},"stateStoreInfo":[{json.dumps(store_info("../.."))}]}}',
        CorruptFile,
    ),
}


@pytest.mark.parametrize(("path", "data", "kind"), DAMAGE.values(), ids=DAMAGE)
def test_damage_is_told_and_names_the_file(
    running: CheckpointFolder, path: str, data: str | bytes | None, kind: type[StateStoreError]
) -> None:
    if data is None:
        (running.folder / path).unlink()
    else:
        running.write(path, data)
    with pytest.raises(kind) as caught:
        opened(running).operators(2)
    assert str(running.folder / path) in caught.value.message
    assert caught.value.detail is not None or caught.value.hint is not None


def test_a_spark_that_wrote_no_operator_metadata(running: CheckpointFolder) -> None:
    labelled = opened(running).operators(2)
    shutil.rmtree(running.folder / "state/0/_metadata")
    assert opened(running).operators(2) == labelled
    schema = running.folder / "state/0/0/_metadata/schema"
    schema.unlink()
    with pytest.raises(CorruptFile, match="no operator metadata") as caught:
        opened(running).operators(2)
    assert str(schema) in caught.value.message


def test_nothing_is_written(running: CheckpointFolder) -> None:
    def state() -> dict[str, tuple[int, int]]:
        return {str(p): (p.stat().st_mtime_ns, p.stat().st_ctime_ns) for p in [running.folder, *running.folder.rglob("*")]}

    before = state()
    checkpoint = opened(running)
    checkpoint.operators(checkpoint.latest())
    checkpoint.kept()
    assert state() == before


class Vanishing:
    """Files of a checkpoint that is deleted right before the call number *at*."""

    def __init__(self, folder: Path, at: int) -> None:
        self._folder = folder
        self._files = open_checkpoint_files(str(folder))
        self._left = at

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._files, name)
        if not callable(found) or name == "location":
            return found

        def call(*values: Any) -> Any:
            if self._left == 0:
                shutil.rmtree(self._folder)
            self._left -= 1
            return found(*values)

        return call

    @property
    def calls_left(self) -> int:
        """Negative: it has been deleted."""
        return self._left


def test_a_checkpoint_deleted_at_any_moment_ends_in_an_error_that_says_so(running: CheckpointFolder, tmp_path: Path) -> None:
    running.commit(3, 'v2\n{"stateUniqueIds":{"0":[["a"],["b"]]}}')
    deleted_at = 0
    while True:
        folder = Path(shutil.copytree(running.folder, tmp_path / f"copy-{deleted_at}"))
        files = Vanishing(folder, deleted_at)
        checkpoint = Checkpoint(files)  # type: ignore[arg-type]
        try:
            newest = checkpoint.latest()
            checkpoint.operators(newest)
            checkpoint.kept()
            checkpoint.holds(newest)
        except StateStoreError as error:
            assert str(folder) in error.message  # noqa: PT017
        if files.calls_left >= 0:
            break
        deleted_at += 1
    assert deleted_at > 10


def test_a_checkpoint_behind_fsspec_says_the_same(running: CheckpointFolder, tmp_path: Path) -> None:
    running.commit(3, 'v2\n{"stateUniqueIds":{"0":[["a"],["b"]]}}')
    memory = fsspec.filesystem("memory")
    base = f"/{tmp_path.name}/checkpoint"
    try:
        memory.put(str(running.folder), base, recursive=True)
        local, remote = opened(running), Checkpoint(open_checkpoint_files(f"memory:/{base}"))
        assert remote.committed() == local.committed() == (0, 1, 2, 3)
        assert remote.kept() == local.kept() == (0, 1, 2)
        assert remote.operators(3) == local.operators(3)
        assert replace(remote.latest(), committed_at_us=0) == replace(local.latest(), committed_at_us=0)
        assert remote.holds(remote.latest())
    finally:
        memory.rm(base, recursive=True)
    with pytest.raises(CheckpointNotReady, match="does not exist yet"):
        remote.latest()
