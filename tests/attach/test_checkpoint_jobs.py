"""What is read of real checkpoints, against Spark's own readers and Java's own text."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from statestore.attach.checkpoint import Checkpoint, store_folder
from statestore.attach.checkpoint.java import JavaReader
from statestore.attach.files import open_checkpoint_files
from statestore.types import Struct, from_spark_json
from tests.attach.checkpoint_folder import write_utf
from tests.attach.jobs.building import Built, run
from tests.attach.jobs.catalogue import JOBS, job
from tests.attach.jobs.inputs import write_inputs
from tests.plugins.scale import scaled, seed_for

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

pytestmark = [pytest.mark.spark, pytest.mark.timeout(600)]
Build = Callable[[str], Built]
FORMAT_2 = {"spark.sql.streaming.stateStore.checkpointFormatVersion": "2"}


def opened(folder: Path) -> Checkpoint:
    return Checkpoint(open_checkpoint_files(str(folder)))


def numbered(folder: Path) -> set[int]:
    return {int(path.name) for path in folder.iterdir() if path.name.isdigit()}


@pytest.mark.parametrize("name", [found.name for found in JOBS])
def test_operators_and_stores_are_those_of_sparks_reader(built: Build, spark: SparkSession, name: str) -> None:
    found = built(name)
    checkpoint = opened(found.checkpoint)
    rows = spark.read.format("state-metadata").load(found.uri).collect()
    newest = checkpoint.latest()
    stores = {(o.id, o.name, s.name): s for o in checkpoint.operators(newest) for s in o.stores}
    assert stores.keys() == {(row.operatorId, row.operatorName, row.stateStoreName) for row in rows}
    assert {batch for row in rows for batch in (row.minBatchId, row.maxBatchId)} == {found.batches[0], found.batches[-1]}
    assert checkpoint.committed() == checkpoint.kept() == tuple(found.batches)
    assert newest.provider == ("hdfs" if found.job.provider == "hdfs" else "rocksdb")
    for (operator, _, _), store in stores.items():
        assert numbered(found.checkpoint / f"state/{operator}") == set(range(store.partitions))


@pytest.mark.parametrize("name", [found.name for found in JOBS])
def test_schemas_are_those_of_sparks_reader(built: Build, spark: SparkSession, name: str) -> None:
    found = built(name)
    for operator in opened(found.checkpoint).operators(found.batches[-1]):
        for store in operator.stores:
            if store.column_families:
                assert "default" not in [family.name for family in operator.families[store.name]]
                continue
            reader = spark.newSession().read.format("statestore").option("operatorId", operator.id)
            frame = reader.option("storeName", store.name).load(found.uri)
            (family,) = operator.families[store.name]
            assert family.unreadable is None
            assert family.key == spark_struct(frame.schema["key"].dataType)
            assert family.value == spark_struct(frame.schema["value"].dataType)


def spark_struct(data_type: Any) -> Struct:
    # void is the one type that is given as another one.
    text = json.dumps(data_type.jsonValue()).replace('"void"', '"boolean"')
    found = from_spark_json(json.loads(text))
    assert isinstance(found, Struct)
    return found


@pytest.mark.parametrize("name", [found.name for found in JOBS])
def test_every_partitions_file_is_where_the_batch_says(built: Build, name: str) -> None:
    found = built(name)
    checkpoint = opened(found.checkpoint)
    format_2 = found.job.confs.items() >= FORMAT_2.items()
    for number in checkpoint.committed():
        batch = checkpoint.batch(number)
        assert (batch.store_ids is not None) == format_2
        for operator in checkpoint.operators(batch):
            for store in operator.stores:
                for partition in range(store.partitions):
                    unique = batch.unique_id(operator.id, store.name, partition)
                    stem = str(batch.version) if unique is None else f"{batch.version}_{unique}"
                    files = {path.stem for path in (found.checkpoint / store_folder(operator.id, store.name, partition)).iterdir()}
                    assert stem in files


def test_the_same_text_as_javas(spark: SparkSession) -> None:
    seed = seed_for("checkpoint jobs")
    rng = random.Random(seed)
    alphabet = ["\0", "\x01", "a", "\x7f", "\x80", "é", "\u07ff", "\u0800", "€", "\uffff", "\U00010000", "😀", "\U0010ffff"]
    jvm = spark._jvm
    assert jvm is not None
    for _ in range(20):
        text = "".join(rng.choices(alphabet, k=rng.randrange(60)))
        buffer = jvm.java.io.ByteArrayOutputStream()
        jvm.java.io.DataOutputStream(buffer).writeUTF(text)
        data = bytes(buffer.toByteArray())
        assert JavaReader(data, "f").text() == text
        assert write_utf(text) == data


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Inputs that jobs of these tests' own read."""
    folder = tmp_path_factory.mktemp("inputs") / "inputs"
    write_inputs(folder)
    return folder


def partitions_on_disk(checkpoint: Path, version: int) -> set[int]:
    """Partitions of operator 0 that have a file of this version."""
    return {int(f.parent.name) for f in checkpoint.glob("state/0/*/*") if f.stem.partition("_")[0] == str(version)}


@pytest.mark.parametrize("name", ["text_and_number", "text_and_number_changelog_v2"][scaled(1, 0) :])
def test_a_query_that_is_partitioned_anew(built: Build, spark: SparkSession, tmp_path: Path, name: str) -> None:
    original = built(name)
    folder = original.copy_to(tmp_path)
    before = opened(folder).committed()
    session = spark.newSession()
    for key, value in original.job.confs.items():
        session.conf.set(key, value)
    session._streamingCheckpointManager.repartition(str(folder), 5)
    checkpoint = opened(folder)
    assert checkpoint.committed() == checkpoint.kept() == (*before, before[-1] + 1)
    counts = [checkpoint.operators(number)[0].stores[0].partitions for number in checkpoint.committed()]
    assert counts == [3] * len(before) + [5]
    for number, count in zip(checkpoint.committed(), counts, strict=True):
        assert partitions_on_disk(folder, number + 1) == set(range(count))


@pytest.mark.parametrize("provider", ["rocksdb", "hdfs"])
def test_what_is_kept_is_what_spark_can_read(spark: SparkSession, inputs: Path, tmp_path: Path, provider: str) -> None:
    retain = {"spark.sql.streaming.minBatchesToRetain": "2", "spark.sql.streaming.stateStore.unloadOnCommit": "true"}
    folder = tmp_path / "checkpoint"
    run(spark, replace(job("text_and_number"), provider=provider, conf=retain), inputs, folder)
    checkpoint = opened(folder)
    assert set(checkpoint.kept()) == {number for number in checkpoint.committed() if reads(spark, folder, number)}
    assert len(checkpoint.committed()) == 3


def reads(spark: SparkSession, checkpoint: Path, batch: int) -> bool:
    """Can Spark's own reader read the batch?"""
    from py4j.protocol import Py4JJavaError
    from pyspark.errors import PySparkException

    try:
        spark.read.format("statestore").option("batchId", batch).load(str(checkpoint)).collect()
    except (PySparkException, Py4JJavaError):
        return False
    return True


def test_a_batch_that_is_rolled_back_and_run_again_is_another_one(spark: SparkSession, inputs: Path, tmp_path: Path) -> None:
    """Spark writes the new state into files of the same names. Its restart with other partitions keeps the old number of them."""
    folder = tmp_path / "checkpoint"
    run(spark, job("text_and_number"), inputs, folder)
    checkpoint = opened(folder)
    before = checkpoint.latest()
    state = folder / f"state/0/0/{before.version}.zip"
    written_ns = state.stat().st_mtime_ns
    for log in ("commits", "offsets"):
        (folder / log / str(before.id)).unlink()
        (folder / log / f".{before.id}.crc").unlink()
    assert not checkpoint.holds(before)
    run(spark, replace(job("text_and_number"), conf={"spark.sql.shuffle.partitions": "7"}), inputs, folder)
    again = checkpoint.batch(before.id)
    assert state.stat().st_mtime_ns > written_ns
    assert (again.query, again.id, again.version) == (before.query, before.id, before.version)
    assert not checkpoint.holds(before)
    assert checkpoint.holds(again)
    assert checkpoint.operators(again)[0].stores[0].partitions == 3
    assert numbered(folder / "state/0") == {0, 1, 2}
