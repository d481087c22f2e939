"""The demo's Spark job: three streaming queries over the flights, and the lookup tables as batch views.

Nothing here is special to the demo's gateway: it is what a user's own job looks like, `publish` included. Run it alone with
`python -m gateway.demo.job --root DIR --work DIR`.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import Final

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as f
from pyspark.sql.streaming.query import StreamingQuery
from pyspark.sql.streaming.readwriter import DataStreamWriter

from gateway.demo import dataset
from gateway.demo.java import use_java
from statestore import publish

_ROCKSDB_PROVIDER: Final = "org.apache.spark.sql.execution.streaming.state.RocksDBStateStoreProvider"
#: Days per micro-batch where speed counts more than watching.
FAST_DAYS_PER_BATCH: Final = 31
#: Flights are scheduled hours of one day in New York, so none is later than this behind another day's.
_LATENESS: Final = "2 days"


def build_session(work: Path) -> SparkSession:
    """A local Spark with the RocksDB state store; tuned for many small batches on a small machine."""
    use_java(work)
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    os.environ.setdefault("PYSPARK_DRIVER_PYTHON", sys.executable)
    conf = {
        "spark.sql.streaming.stateStore.providerClass": _ROCKSDB_PROVIDER,
        "spark.sql.streaming.stateStore.rocksdb.changelogCheckpointing.enabled": "true",
        "spark.sql.session.timeZone": "UTC",
        "spark.sql.shuffle.partitions": "2",
        "spark.sql.warehouse.dir": str(work / "warehouse"),
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.memory": "2g",
        "spark.scheduler.mode": "FAIR",
    }
    builder = SparkSession.builder.master("local[*]").appName("tidegate-demo")
    for name, value in conf.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    return session


def carrier_delays(flights: DataFrame) -> DataFrame:
    """Per carrier: flights, cancelled ones (no departure time) and delays in minutes."""
    return flights.groupBy("carrier").agg(
        f.count("*").alias("flights"),
        f.count_if(f.col("dep_time").isNull()).alias("cancelled"),
        f.avg("dep_delay").alias("avg_dep_delay"),
        f.avg("arr_delay").alias("avg_arr_delay"),
        f.max("dep_delay").alias("max_dep_delay"),
    )


def route_hours(flights: DataFrame) -> DataFrame:
    """Per route and scheduled hour (a tumbling window): departures and the mean delay in minutes."""
    windowed = flights.withWatermark("time_hour", _LATENESS).groupBy("origin", "dest", f.window("time_hour", "1 hour"))
    counted = windowed.agg(f.count("dep_time").alias("departures"), f.avg("dep_delay").alias("avg_dep_delay"))
    return counted.select(
        "origin",
        "dest",
        f.col("window.start").alias("hour_start"),
        f.col("window.end").alias("hour_end"),
        "departures",
        "avg_dep_delay",
    )


def publish_lookups(spark: SparkSession, root: str) -> None:
    """Publish the tables that do not change as batch views."""
    for lookup in dataset.LOOKUPS:
        frame = spark.createDataFrame(dataset.lookup_table(lookup))
        publish(frame, lookup.name, root=root, key=list(lookup.key), shards=lookup.shards)


def publish_streams(spark: SparkSession, root: str, work: Path, days_per_batch: int) -> list[DataStreamWriter]:
    """The streaming views' writers, ready to start."""
    schema = spark.createDataFrame(dataset.FLIGHTS.empty_table()).schema
    source = spark.readStream.schema(schema).option("maxFilesPerTrigger", days_per_batch)
    flights = source.parquet(str(work / "days"))
    writers = {
        "carrier_delays": publish(carrier_delays(flights), "carrier_delays", root=root, key=["carrier"]).outputMode("update"),
        "route_hours": publish(
            route_hours(flights), "route_hours", root=root, key=["origin", "dest", "hour_start"], shard_key=["origin", "dest"]
        ).outputMode("update"),
        "flights": publish(flights, "flights", root=root, key=["carrier", "flight", "time_hour"]).outputMode("append"),
    }
    return [
        writer.queryName(view).option("checkpointLocation", str(work / "checkpoints" / view)) for view, writer in writers.items()
    ]


def run_to_end(writers: list[DataStreamWriter]) -> None:
    """Stream what is there and stop."""
    for query in [writer.trigger(availableNow=True).start() for writer in writers]:
        query.awaitTermination()


def run_until_done(writers: list[DataStreamWriter], work: Path) -> None:
    """Stream until the replay has written its last day and every query has read it."""
    queries = [writer.trigger(processingTime="0 seconds").start() for writer in writers]
    while not (work / "replayed").exists():
        _raise_failure(queries)
        queries[0].awaitTermination(1)
    for query in queries:
        query.processAllAvailable()
        query.stop()


def _raise_failure(queries: list[StreamingQuery]) -> None:
    for query in queries:
        if (failure := query.exception()) is not None:
            raise failure


def main(arguments: list[str] | None = None) -> None:
    """Run the job; see the module's text."""
    parser = argparse.ArgumentParser(prog="gateway.demo.job", description=__doc__)
    parser.add_argument("--root", required=True, help="URI of the folder that holds the views")
    parser.add_argument("--work", required=True, type=Path, help="folder of the day files and checkpoints")
    parser.add_argument("--fast", action="store_true", help=f"{FAST_DAYS_PER_BATCH} days per micro-batch")
    options = parser.parse_args(arguments)
    spark = build_session(options.work)
    try:
        publish_lookups(spark, options.root)
        writers = publish_streams(spark, options.root, options.work, FAST_DAYS_PER_BATCH if options.fast else 1)
        if options.fast:
            run_to_end(writers)
        else:
            run_until_done(writers, options.work)
    finally:
        spark.stop()


if __name__ == "__main__":
    main()
