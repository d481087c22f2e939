"""Checkpoints of older Sparks, which say less of themselves, give the tables that the newest one's give."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from statestore.schema import ViewSchema
from tests.attach.jobs import catalogue
from tests.attach.jobs.agreeing import check_tables
from tests.attach.jobs.attached import Reading, reading, rows_of
from tests.attach.jobs.building import Built
from tests.attach.jobs.job import Job
from tests.attach.jobs.joins import BEFORE
from tests.attach.jobs.truth import Rows
from tests.attach.older import build
from tests.plugins.environment import make_environment
from tests.plugins.scale import FULL
from tests.plugins.spark import find_java

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

pytestmark = [pytest.mark.spark, pytest.mark.timeout(3600)]

#: Of each minor release the newest one.
PACKAGES: Final = {
    "3.5": ("pyspark==3.5.7", "pandas==2.2.3", "pyarrow==17.0.0", "numpy<2", "pytest"),
    **{
        version.rpartition(".")[0]: (f"pyspark=={version}", "pandas==2.2.3", "pyarrow==18.1.0", "protobuf==6.33.5", "pytest")
        for version in ("4.0.5", "4.1.4", "4.2.1")
    },
}
#: What Spark 3.5 does not know; or, of PySpark 3.5's groups in pandas, does not do under Python 3.11's asserts.
NOT_IN_3_5: Final = frozenset(
    ("left_join_format_3", "full_join_format_4", "inner_join_format_4", "groups_in_pandas", "groups_in_pandas_hdfs")
)
#: What Spark 4.0 to 4.2 do not all know.
NOT_IN_4: Final = frozenset(
    (
        "inner_join_format_1", "inner_join_format_1_hdfs", "left_join_format_3", "full_join_format_3_changelog_v2",
        "full_join_format_4", "inner_join_format_4",
    )
)  # fmt: skip
#: Joins of format 1 and the same ones of format 2.
NEXT_FORMAT: Final = {"inner_join_format_1": "inner_join", "inner_join_format_1_hdfs": "inner_join_hdfs"}
#: Its columns are named as an aggregation's are, for nothing tells it from one.
TAKEN_FOR_AN_AGGREGATION: Final = "groups_mapped_format_1"
#: Kinds of state that there were before there was operator metadata.
OLD: Final = tuple(
    j
    for j in catalogue.JOBS
    if not j.provider.endswith("_v2")
    and j.operator != "transformWithState"
    and j.name not in NOT_IN_3_5
    and j.name != TAKEN_FOR_AN_AGGREGATION
)


#: Whose values differ from Spark to Spark: floats that are added in another order, a set in an aggregate's own buffer.
OTHER_VALUES: Final = frozenset(("functions", "typed_imperative"))


def exact_shape(schema: ViewSchema) -> object:
    return schema.columns, schema.key, schema.shard_key, schema.partitioning, schema.state_rows


def shape(schema: ViewSchema) -> object:
    """What clients see; Sparks differ in what they declare to be never NULL."""
    types = re.sub(r"nullable=\w+|contains_null=\w+", "", repr([(c.name, c.type) for c in schema.columns]))
    return types, schema.key, schema.shard_key, schema.partitioning


def assert_same_but_matched(older: Reading, newest: Reading) -> None:
    """A join's format 1 does not say which rows have been matched; it is format 2 otherwise."""
    assert older.unreadable == ()
    assert older.tables.keys() == newest.tables.keys()
    for table in newest.tables:
        for batch in older.batches.keys() & newest.batches.keys():
            ours, theirs = older.version(table, batch), newest.version(table, batch)
            names = [column.name for column in theirs.schema.columns]
            assert [column.name for column in ours.schema.columns] == [name for name in names if name != "matched"]
            width = 1 + len(ours.schema.columns)
            cut: Rows = Counter()
            for row, count in rows_of(theirs).items():
                cut[row[:width]] += count
            assert rows_of(ours) == cut, f"{table} at batch {batch}"


def assert_same(
    found: Reading, expected: Reading, shape: Callable[[ViewSchema], object] = exact_shape, *, values: bool = True
) -> None:
    assert found.unreadable == ()
    assert found.tables.keys() == expected.tables.keys()
    assert found.batches.keys() == expected.batches.keys()
    for table in expected.tables:
        for batch in expected.batches:
            ours, theirs = found.version(table, batch), expected.version(table, batch)
            assert shape(ours.schema) == shape(theirs.schema)
            mine, others = rows_of(ours), rows_of(theirs)
            assert (mine if values else mine.total()) == (others if values else others.total()), f"{table} at batch {batch}"


@pytest.mark.parametrize("job", OLD, ids=lambda job: job.name)
def test_operators_are_told_without_metadata(job: Job, built: Callable[[str], Built], tmp_path: Path) -> None:
    found = built(job.name)
    older = found.copy_to(tmp_path / "older")
    metadata = list(older.glob("state/*/_metadata"))
    assert metadata
    for folder in metadata:
        shutil.rmtree(folder)
    with reading(older, tmp_path / "a") as without, reading(found.checkpoint, tmp_path / "b") as labelled:
        assert_same(without, labelled)


def build_with(release: str, tmp_path: Path) -> tuple[Path, dict[str, str]]:
    """The folder with the checkpoints that this Spark has written; and of each job why it has not, or nothing."""
    find_java()
    python = make_environment(tmp_path / "environment", *PACKAGES[release])
    folder = tmp_path / "built"
    folder.mkdir()
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    command = [str(python), build.__file__, str(folder)]
    ran = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=3000)
    assert ran.returncode == 0, ran.stderr[-3000:]
    return folder, dict(json.loads(line) for line in ran.stdout.splitlines() if line.startswith("["))


full_size = pytest.mark.skipif(not FULL, reason="other Sparks; TIDEGATE_FULL=1 has them installed")


@pytest.mark.slow
@full_size
def test_what_spark_3_5_writes(built: Callable[[str], Built], tmp_path: Path) -> None:
    """Its checkpoints lack what the newest one's reader of state asks for: what the same job leaves today is the measure."""
    folder, outcomes = build_with("3.5", tmp_path)
    failed = {name for name, failure in outcomes.items() if failure and not name.endswith("_v2")}
    assert failed <= NOT_IN_3_5, outcomes
    done = {name for name, failure in outcomes.items() if not failure} - {TAKEN_FOR_AN_AGGREGATION}
    for name in done - {job.name for job in BEFORE}:
        with reading(folder / name, tmp_path / "a") as older, reading(built(name).checkpoint, tmp_path / "b") as newest:
            assert_same(older, newest, shape, values=name not in OTHER_VALUES)
    for old, new in NEXT_FORMAT.items():
        with reading(folder / old, tmp_path / "a") as older, reading(built(new).checkpoint, tmp_path / "b") as newest:
            assert_same_but_matched(older, newest)


@pytest.mark.slow
@full_size
@pytest.mark.parametrize("release", ["4.0", "4.1", "4.2"])
def test_what_spark_4_writes(release: str, spark: SparkSession, tmp_path: Path) -> None:
    """The newest Spark's reader reads the same checkpoint, joins of format 1 with it."""
    folder, outcomes = build_with(release, tmp_path)
    assert {name for name, failure in outcomes.items() if failure} <= NOT_IN_4, outcomes
    done = [name for name, failure in outcomes.items() if not failure]
    for job in (job for job in (*catalogue.ALL_JOBS, *BEFORE) if job.name in done):
        check_tables(Built(job, folder / job.name, folder / "inputs", {}), spark, tmp_path / "work")
