"""The job, until it is killed or has done enough: python -m tests.attach.running.job FOLDER PROVIDER BATCHES.

Two queries over the same values, with their checkpoints in FOLDER: `ledger` sums up accounts, `twice` has two stateful
operators, one behind the other. Little is kept and maintenance never rests, so that files are deleted all the time.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tests.attach.jobs.job import PROVIDERS, STATE_STORE
from tests.attach.running.arithmetic import ACCOUNTS, KEPT, MIDDLE, ROWS
from tests.plugins.spark import build_session

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

LEDGER: Final = "ledger"
TWICE: Final = "twice"
CONF: Final = {
    "spark.sql.shuffle.partitions": "3",
    "spark.sql.streaming.minBatchesToRetain": str(KEPT),
    f"{STATE_STORE}.maintenanceInterval": "200ms",
    f"{STATE_STORE}.minDeltasForSnapshot": "3",
    f"{STATE_STORE}.unloadOnCommit": "false",
}


def source(spark: SparkSession) -> DataFrame:
    """The values, ROWS in each batch, the same ones after a restart."""
    rows = spark.readStream.format("rate-micro-batch").option("rowsPerBatch", ROWS).option("numPartitions", 2)
    return rows.load().selectExpr(
        "value", f"value % {ACCOUNTS} AS account", f"value % {ROWS} - {MIDDLE} AS moved", f"value DIV {ROWS} AS step"
    )


def ledger(spark: SparkSession) -> DataFrame:
    """One row for each account."""
    from pyspark.sql import functions as F  # noqa: N812

    return (
        source(spark)
        .groupBy("account")
        .agg(F.count("*").alias("moves"), F.sum("moved").alias("balance"), F.max("value").alias("latest"))
    )


def twice(spark: SparkSession) -> DataFrame:
    """Unique values, and then unique pairs of step and account."""
    return source(spark).dropDuplicates(["value"]).dropDuplicates(["step", "account"])


def main(folder: Path, provider: str, batches: int) -> None:
    """Run both, until `ledger` has done *batches*."""
    spark = build_session(**{**PROVIDERS[provider], **CONF})
    spark.sparkContext.setLogLevel("ERROR")
    started = [
        frame.writeStream.format("noop").outputMode(mode).option("checkpointLocation", str(folder / name)).start()
        for name, frame, mode in ((LEDGER, ledger(spark), "update"), (TWICE, twice(spark), "append"))
    ]
    while all(query.isActive for query in started):
        progress = started[0].lastProgress
        if progress and progress.batchId >= batches:
            break
        started[0].awaitTermination(1)
    for query in started:
        if query.exception():
            raise SystemExit(str(query.exception()))
        query.stop()
    spark.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
