"""The ledger as a Spark job: one step per micro-batch, from files, until all are published.

python -m tests.faults.ledger_job ROOT FOLDER CHECKPOINT
"""

from __future__ import annotations

import sys

from statestore import publish
from tests.plugins.spark import build_session


def main(root: str, folder: str, checkpoint: str) -> None:
    """Publish what is in *folder*, file by file in order of age, and end."""
    spark = build_session()
    spark.sparkContext.setLogLevel("ERROR")
    source = spark.readStream.schema("account BIGINT, balance BIGINT, step BIGINT").option("maxFilesPerTrigger", 1)
    accounts = source.parquet(folder)
    writer = publish(accounts, "accounts", root=root, key=["account"], shards=8)
    query = writer.outputMode("append").option("checkpointLocation", checkpoint).trigger(availableNow=True).start()
    query.awaitTermination()
    spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
