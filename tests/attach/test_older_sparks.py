"""Checkpoints of older Sparks, which say less of themselves, give the tables that the newest one's give."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from statestore.schema import ViewSchema
from tests.attach.jobs import catalogue
from tests.attach.jobs.attached import Reading, reading, rows_of
from tests.attach.jobs.building import Built
from tests.attach.jobs.job import Job
from tests.attach.older import build
from tests.plugins.environment import make_environment
from tests.plugins.scale import FULL
from tests.plugins.spark import find_java

pytestmark = [pytest.mark.spark, pytest.mark.timeout(3600)]

PACKAGES: Final = ("pyspark==3.5.7", "pandas==2.2.3", "pyarrow==17.0.0", "numpy<2", "pytest")
#: What Spark 3.5 does not know; or, of PySpark 3.5's groups in pandas, does not do under Python 3.11's asserts.
NOT_IN_3_5: Final = frozenset(
    ("left_join_format_3", "full_join_format_4", "inner_join_format_4", "groups_in_pandas", "groups_in_pandas_hdfs")
)
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


@pytest.mark.slow
@pytest.mark.skipif(not FULL, reason="another Spark; TIDEGATE_FULL=1 has it installed")
def test_what_spark_3_5_writes(built: Callable[[str], Built], tmp_path: Path) -> None:
    find_java()
    python = make_environment(tmp_path / "environment", *PACKAGES)
    folder = tmp_path / "built"
    folder.mkdir()
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    command = [str(python), build.__file__, str(folder)]
    ran = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=3000)
    assert ran.returncode == 0, ran.stderr[-3000:]
    outcomes = dict(json.loads(line) for line in ran.stdout.splitlines() if line.startswith("["))
    assert {name for name, failure in outcomes.items() if failure} <= NOT_IN_3_5, outcomes
    for name in (name for name, failure in outcomes.items() if not failure and name != TAKEN_FOR_AN_AGGREGATION):
        with reading(folder / name, tmp_path / "a") as older, reading(built(name).checkpoint, tmp_path / "b") as newest:
            assert_same(older, newest, shape, values=name not in OTHER_VALUES)
