"""Joins of two streams, in every version of their state's format."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from tests.attach.jobs.aggregations import DELAY
from tests.attach.jobs.inputs import Inputs
from tests.attach.jobs.job import Job

if TYPE_CHECKING:
    from pyspark.sql import DataFrame


def join(inputs: Inputs, how: str) -> DataFrame:
    """Events and answers of the same word and number, at most eight minutes apart."""
    from pyspark.sql import functions as F  # noqa: N812

    events = inputs.events().select("id", "word", "number", "at", "price").withWatermark("at", DELAY).alias("e")
    answers = inputs.answers().select("id", "word", "number", "at", "flag", "tags").withWatermark("at", DELAY).alias("a")
    near = F.expr("a.at BETWEEN e.at - INTERVAL 8 minutes AND e.at + INTERVAL 8 minutes")
    same = (F.col("e.word") == F.col("a.word")) & (F.col("e.number") == F.col("a.number"))
    columns = [F.col("e.id").alias("event"), F.col("a.id").alias("answer"), F.col("e.price"), F.col("a.flag")]
    return events.join(answers, same & near, how).select(*columns)


def for_ever(inputs: Inputs) -> DataFrame:
    """Without a watermark nothing is forgotten."""
    return (
        inputs.events()
        .select("id", "number", "word")
        .join(inputs.answers().select("number", "day", "id"), "number")
        .select("word", "day")
    )


def _format(version: int) -> dict[str, str]:
    return {"spark.sql.streaming.join.stateFormatVersion": str(version)}


INNER: Final = partial(join, how="inner")
LEFT: Final = partial(join, how="left")
FULL: Final = partial(join, how="full")

JOBS: Final = (
    Job("inner_join", "join", INNER, mode="append"),
    Job("inner_join_hdfs", "join", INNER, "hdfs", mode="append", full=True),
    Job("left_join", "join", LEFT, "changelog", mode="append", full=True),
    Job("left_join_hdfs", "join", LEFT, "hdfs", mode="append"),
    Job("full_join", "join", FULL, mode="append", full=True),
    Job("full_join_changelog_v2", "join", FULL, "changelog_v2", mode="append"),
    Job("full_join_rocksdb_v2", "join", FULL, "rocksdb_v2", mode="append", full=True),
    Job("join_for_ever", "join", for_ever, mode="append", full=True),
    Job("left_join_format_3", "join", LEFT, mode="append", conf=_format(3), full=True),
    Job("full_join_format_3_changelog_v2", "join", FULL, "changelog_v2", mode="append", conf=_format(3), full=True),
    Job("full_join_format_4", "join", FULL, "changelog", mode="append", conf=_format(4)),
    Job("inner_join_format_4", "join", INNER, "rocksdb", mode="append", conf=_format(4), full=True),
)

#: What only older Sparks begin a query with; newer ones go on with it. Of outer joins Spark refuses it (SPARK-26154).
BEFORE: Final = (
    Job("inner_join_format_1", "join", INNER, mode="append", conf=_format(1)),
    Job("inner_join_format_1_hdfs", "join", INNER, "hdfs", mode="append", conf=_format(1)),
)
