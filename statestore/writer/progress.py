"""What Spark knows of the streaming batch that runs: read from its StreamExecution, which PySpark does not expose.

- Query id, run id, output mode and watermark come from Spark's StreamExecution over py4j:
  `getLocalProperty("sql.streaming.queryId")` in the batch's thread, then `streams().get(id).streamingQuery()`. PySpark has no
  public way. The session must be the one in which the query was started: foreachBatch's DataFrame has a clone.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from py4j.protocol import Py4JError
from pyspark.sql import DataFrame, SparkSession

from statestore.errors import StateStoreError
from statestore.views.manifest import Mode, Sources
from statestore.views.publisher import Origin

#: The local property in which Spark tells a batch's thread which query it works for (StreamExecution.QUERY_ID_KEY).
_QUERY_ID_PROPERTY: Final = "sql.streaming.queryId"
#: What DataFrame.withWatermark() makes of a plan.
_WATERMARK_NODE: Final = "EventTimeWatermark"
#: Spark's output modes. An appended row is upserted: a key that is there already gets the new row.
_MODES: Final[dict[str, Mode]] = {"append": "upsert", "update": "upsert", "complete": "replace"}


@dataclass(frozen=True, slots=True)
class BatchProgress:
    """The running batch of a streaming query."""

    origin: Origin
    mode: Mode


def read_progress(spark: SparkSession, batch_id: int, *, awaits_watermark: bool) -> BatchProgress:
    """The batch that the calling thread, which runs a foreachBatch function of *spark*'s query, works for. Raises StateStoreError
    elsewhere."""
    query_id = spark.sparkContext.getLocalProperty(_QUERY_ID_PROPERTY)
    if query_id is None:
        raise StateStoreError("not called from a streaming query's foreachBatch")
    query = _java_streams(spark).get(query_id)
    if query is None:
        raise StateStoreError(f"streaming query {query_id} does not run in this Spark session")
    execution = query.streamingQuery()
    watermark_ms = int(execution.lastExecution().offsetSeqMetadata().batchWatermarkMs())
    origin = Origin(
        query_id=query_id,
        run_id=execution.runId().toString(),
        batch_id=batch_id,
        # Spark's watermark is 0 until there is one.
        watermark_us=watermark_ms * 1000 if watermark_ms > 0 else None,
        sources=topic_offsets(_end_offsets(execution)),
        awaits_watermark=awaits_watermark,
    )
    return BatchProgress(origin, _MODES[execution.outputMode().toString().lower()])


def _end_offsets(execution: Any) -> Iterator[str]:
    """Where each of the query's sources stands at the end of the running batch, as JSON that is the source's own."""
    ends = execution.availableOffsets().iterator()
    while ends.hasNext():
        yield ends.next()._2().json()


def topic_offsets(offsets: Iterator[str]) -> Sources:
    """What Kafka sources say, {"topic": {"0": 42, "1": 7}}; others, such as {"logOffset": 3}, have no topics.

    Where two sources read the same partition, the view has come as far as the one that is behind.
    """
    found: dict[str, dict[int, int]] = {}
    for text in offsets:
        for topic, partitions in _as_topics(json.loads(text)).items():
            at = found.setdefault(topic, {})
            for partition, offset in partitions.items():
                at[partition] = min(offset, at.get(partition, offset))
    return found


def _as_topics(body: Any) -> dict[str, dict[int, int]]:
    if not isinstance(body, dict) or not all(isinstance(at, dict) for at in body.values()):
        return {}
    try:
        return {topic: {int(partition): int(offset) for partition, offset in at.items()} for topic, at in body.items()}
    except (TypeError, ValueError):
        return {}


def is_running(spark: SparkSession, run_id: str | None) -> bool:
    """Whether the run *run_id* of a query of *spark* is active; False when the session itself is gone."""
    if spark.sparkContext._jsc is None:
        return False
    try:
        return any(query.runId().toString() == run_id for query in _java_streams(spark).active())
    except (Py4JError, OSError):
        return False


def has_watermark(df: DataFrame) -> bool:
    """Does a streaming *df* have a watermark, be it that Spark has not seen a row yet?"""
    plans = [df._jdf.queryExecution().analyzed()]
    while plans:
        plan = plans.pop()
        if plan.nodeName() == _WATERMARK_NODE:
            return True
        below = plan.children()
        plans += [below.apply(i) for i in range(below.size())]
    return False


def _java_streams(spark: SparkSession) -> Any:
    """Spark's StreamingQueryManager."""
    return spark._jsparkSession.streams()
