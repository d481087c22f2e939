"""Deduplication, and the limit of rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tests.attach.jobs.aggregations import DELAY
from tests.attach.jobs.inputs import Inputs
from tests.attach.jobs.job import Job

if TYPE_CHECKING:
    from pyspark.sql import DataFrame


def for_ever(inputs: Inputs) -> DataFrame:
    """The first row of each word and number."""
    return inputs.events().select("id", "word", "number").dropDuplicates(["word", "number"])


def with_watermark(inputs: Inputs) -> DataFrame:
    """The event time is part of the key, so that the watermark can forget it."""
    from pyspark.sql import functions as F  # noqa: N812

    minutes = inputs.events().select("id", "word", F.date_trunc("minute", "at").alias("minute"))
    return minutes.withWatermark("minute", DELAY).dropDuplicates(["word", "minute"])


def within_watermark(inputs: Inputs) -> DataFrame:
    """The key alone decides; state says until when."""
    return (
        inputs.events()
        .select("id", "word", "number", "at")
        .withWatermark("at", DELAY)
        .dropDuplicatesWithinWatermark(["word", "number"])
    )


def limited(inputs: Inputs) -> DataFrame:
    """Seventy rows, and no more."""
    return inputs.events().select("id", "word").limit(70)


JOBS: Final = (
    Job("unique", "deduplication", for_ever, mode="append", full=True),
    Job("unique_changelog_v2", "deduplication", for_ever, "changelog_v2", mode="append", full=True),
    Job("unique_hdfs", "deduplication", for_ever, "hdfs", mode="append", full=True),
    Job("unique_watermark", "deduplication", with_watermark, "changelog", mode="append"),
    Job("unique_watermark_rocksdb_v2", "deduplication", with_watermark, "rocksdb_v2", mode="append", full=True),
    Job("unique_within", "deduplication", within_watermark, mode="append", full=True),
    Job("unique_within_hdfs", "deduplication", within_watermark, "hdfs", mode="append", full=True),
    Job("limited", "limit", limited, mode="append"),
    Job("limited_changelog", "limit", limited, "changelog", mode="append", full=True),
)
