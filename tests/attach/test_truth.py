"""After every batch of a real job the attached tables are what Spark's own reader says, row by row and partition by partition."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.attach.jobs.agreeing import check_tables
from tests.attach.jobs.building import Built
from tests.attach.jobs.catalogue import JOBS
from tests.attach.jobs.job import Job

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


@pytest.mark.spark
@pytest.mark.timeout(600)
@pytest.mark.parametrize("job", JOBS, ids=lambda job: job.name)
def test_tables_are_what_spark_reads(job: Job, spark: SparkSession, built: Callable[[str], Built], tmp_path: Path) -> None:
    check_tables(built(job.name), spark, tmp_path)
