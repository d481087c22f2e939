"""One version with Spark: shuffle by shard, sort in key order, write SST files in the tasks, commit in the driver."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from pyspark.sql import DataFrame
from pyspark.sql import functions as F  # noqa: N812

from statestore.schema import ViewSchema
from statestore.views.manifest import Mode
from statestore.views.publisher import Origin, Publisher
from statestore.writer.ordering import SHARD_COLUMN, shard_expression, sort_expressions
from statestore.writer.shape import DELETED_COLUMN, Shape
from statestore.writer.task import REPORT_SCHEMA, VersionTask, read_report, reported_files

#: Shards that one task writes at most: each has a file open, which takes about a megabyte of memory.
TASK_SHARDS_MAX: Final = 64


@dataclass(frozen=True, slots=True)
class VersionJob:
    """How the DataFrames of one publish() become versions."""

    root_uri: str
    schema: ViewSchema
    shape: Shape

    def run(self, df: DataFrame, publisher: Publisher, *, mode: Mode, origin: Origin) -> int | None:
        """Write and commit one version of *df*; None when there is nothing to commit: an empty upsert.

        An empty replace is committed, for it empties the view. Raises DuplicateKey, ConcurrentPublisher, StorageFull.
        """
        task = VersionTask(
            root_uri=self.root_uri,
            schema=publisher.schema,
            version=publisher.version + 1,
            has_deletes=self.shape.delete_column is not None,
            keep_tombstones=mode == "upsert",
        )
        report = self._sorted(df).mapInArrow(task, REPORT_SCHEMA).collect()
        try:
            files = read_report(report)
            if not files and mode == "upsert":
                return None
            return publisher.commit(files, mode=mode, origin=origin)
        except BaseException:
            publisher.discard(reported_files(report))
            raise

    def _sorted(self, df: DataFrame) -> DataFrame:
        """The view's columns, the shard and the deletion mark; every shard in one partition, in key order.

        As many partitions as the cluster has cores, if that is enough and at most one per shard: starting a Python worker for
        a handful of rows costs more than writing two shards. The number is fixed, so adaptive execution leaves it alone.
        """
        shaped = self.shape.select(df)
        columns = [f"c{i}" for i in range(len(self.schema.columns))]
        marks = [DELETED_COLUMN] if self.shape.delete_column is not None else []
        sharded = shaped.withColumn(SHARD_COLUMN, shard_expression(self.schema)).select(*columns, SHARD_COLUMN, *marks)
        shards, cores = self.schema.shards, df.sparkSession.sparkContext.defaultParallelism
        tasks = min(shards, max(cores, math.ceil(shards / TASK_SHARDS_MAX)))
        placed = sharded.repartitionById(tasks, F.pmod(F.col(SHARD_COLUMN), F.lit(tasks)).cast("int"))
        return placed.sortWithinPartitions(*sort_expressions(self.schema))


def run_without_output(df: DataFrame) -> None:
    """Run *df* and drop its rows.

    For a batch that is committed already: its stateful operators must still write their state, or Spark fails the batch.
    """
    df.write.format("noop").mode("overwrite").save()
