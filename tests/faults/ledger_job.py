"""The ledger as a Spark job: one step per micro-batch, until all are published.

python -m tests.faults.ledger_job ROOT STEPS CHECKPOINT

The number of a step comes from a source whose offsets are numbers. A source of files will not do: it notes the files it has seen
before Spark notes the batch, and a job killed in between gives the next batch two files.
"""

from __future__ import annotations

import sys

from pyspark.sql import functions as F  # noqa: N812

from statestore import publish
from tests.plugins.spark import build_session


def main(root: str, steps: str, checkpoint: str) -> None:
    """Publish the rows of the Parquet file *steps*, a batch for each of its steps, and end."""
    spark = build_session()
    spark.sparkContext.setLogLevel("ERROR")
    rows = spark.read.parquet(steps).cache()
    last_step = rows.agg(F.max("step")).collect()[0][0]
    source = spark.readStream.format("rate-micro-batch").option("rowsPerBatch", 1).option("numPartitions", 1).load()
    numbers = source.select((F.col("value") + 1).alias("step"))
    writer = publish(rows.join(numbers, "step"), "accounts", root=root, key=["account"], shards=8)
    query = writer.outputMode("append").option("checkpointLocation", checkpoint).start()
    # What comes after the last step is empty, and an empty batch is no version.
    while not query.awaitTermination(0.2):
        progress = query.lastProgress
        if progress is not None and progress.batchId >= last_step:
            query.stop()
    spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
