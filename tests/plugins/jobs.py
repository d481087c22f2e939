"""Checkpoints of real PySpark jobs, for reading."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from tests.attach.jobs.building import Built


@pytest.fixture(scope="session")
def built(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Built]]:
    """The checkpoint of a job by its name in tests.attach.jobs.catalogue, built when first asked for; nobody may change it."""
    from tests.attach.jobs.building import Builder
    from tests.attach.jobs.catalogue import job

    # Below the folder of the whole run: what one of xdist's workers has built is there for the others.
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "jobs"
    folder.mkdir(exist_ok=True)
    builder = Builder(spark, folder)
    yield lambda name: builder(job(name))
    assert builder.changed() == []
