"""A job that follows the ledger's view and publishes what it makes of the changes, until it is killed.

python -m tests.faults.chain_job ROOT CHECKPOINT
"""

from __future__ import annotations

import sys

from pyspark.sql import functions as F  # noqa: N812

from statestore import publish, read_changes
from tests.plugins.spark import build_session

#: Accounts are added up by their number modulo this.
BUCKETS = 7


def main(root: str, checkpoint: str) -> None:
    """Per bucket: its balance by adding up differences, how many changes that were, and the step of the last one."""
    spark = build_session()
    spark.sparkContext.setLogLevel("ERROR")
    changes = read_changes(spark, root, "accounts", 0, before=True, max_versions=5)
    difference = F.col("balance") - F.coalesce(F.col("_before.balance"), F.lit(0))
    buckets = changes.groupBy((F.col("account") % BUCKETS).alias("bucket")).agg(
        F.sum(difference).alias("balance"), F.count("*").alias("changes"), F.max("_version").alias("step")
    )
    writer = publish(buckets, "buckets", root=root, key=["bucket"], shards=2)
    writer.outputMode("update").option("checkpointLocation", checkpoint).start().awaitTermination()


if __name__ == "__main__":
    main(*sys.argv[1:])
