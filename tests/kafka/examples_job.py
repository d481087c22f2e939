"""A Spark job over Kafka topics: the classic examples of Interactive Queries as four streaming queries, each a view.

    python -m tests.kafka.examples_job --kafka BOOTSTRAP --root DIR --work DIR --jars FILE,FILE…

It reads what the topics have now, and ends. Started again with the same *work*, it goes on from there.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as f

from statestore import publish
from tests.plugins.spark import build_session

#: Of every view. All are sharded by the one text that their topics are keyed by.
SHARDS = 6


def records(spark: SparkSession, bootstrap: str, topic: str, schema: str) -> DataFrame:
    """The topic's records: key, offset, tombstone, and the fields of the JSON value."""
    source = spark.readStream.format("kafka").option("kafka.bootstrap.servers", bootstrap)
    read = source.option("subscribe", topic).option("startingOffsets", "earliest").load()
    value = f.from_json(f.col("value").cast("string"), schema).alias("value")
    return read.select(f.col("key").cast("string"), "offset", f.col("value").isNull().alias("tombstone"), value)


def customers(changes: DataFrame) -> DataFrame:
    """The last record of each key, as the topic's compaction keeps it; a tombstone removes the customer."""
    last = changes.groupBy(f.col("key").alias("customer")).agg(f.max_by(f.struct("tombstone", "value"), "offset").alias("last"))
    return last.select("customer", "last.value.name", "last.value.city", f.col("last.tombstone").alias("gone"))


def order_counts(orders: DataFrame) -> DataFrame:
    """Orders and their value per customer."""
    amount = f.col("value.cents")
    return orders.groupBy(f.col("key").alias("customer")).agg(f.count("*").alias("orders"), f.sum(amount).alias("cents"))


def trade_windows(trades: DataFrame) -> DataFrame:
    """Mean price and trades of each symbol in windows of five seconds that begin every second."""
    windows = f.window(f.timestamp_millis("value.at_ms"), "5 seconds", "1 second")
    return trades.groupBy(f.col("key").alias("symbol"), windows).agg(
        f.avg("value.price").alias("avg_price"), f.count("*").alias("trades")
    )


def song_plays(plays: DataFrame) -> DataFrame:
    """How often each song was played for at least half a minute."""
    counted = plays.where(f.col("value.duration_ms") >= 30_000).groupBy(f.col("key").alias("song"))
    return counted.agg(f.first("value.genre").alias("genre"), f.count("*").alias("plays"))


def movie_ratings(ratings: DataFrame) -> DataFrame:
    """Mean rating per movie."""
    return ratings.groupBy(f.col("key").alias("movie")).agg(f.avg("value.rating").alias("rating"), f.count("*").alias("ratings"))


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser()
    for name in ("kafka", "root", "work", "jars"):
        parser.add_argument(f"--{name}", required=True)
    options = parser.parse_args()
    spark = build_session("local[2]", **{"spark.jars": options.jars, "spark.sql.shuffle.partitions": "2"})
    views = {
        "customers": (customers, "customers", "name STRING, city STRING", ["customer"]),
        "order_counts": (order_counts, "orders", "cents BIGINT", ["customer"]),
        "trade_windows": (trade_windows, "trades", "at_ms BIGINT, price DOUBLE", ["symbol", "window_start"]),
        "song_plays": (song_plays, "plays", "genre STRING, duration_ms BIGINT", ["song"]),
        "movie_ratings": (movie_ratings, "ratings", "rating INT", ["movie"]),
    }
    running = []
    for view, (make, topic, schema, key) in views.items():
        frame = make(records(spark, options.kafka, topic, schema))
        deletions = "gone" if "gone" in frame.columns else None
        writer = publish(frame, view, root=options.root, key=key, shards=SHARDS, delete_column=deletions)
        checkpoint = str(Path(options.work) / view)
        running.append(writer.outputMode("update").option("checkpointLocation", checkpoint).trigger(availableNow=True).start())
    for query in running:
        query.awaitTermination()
    spark.stop()


if __name__ == "__main__":
    main()
