"""The demo's Spark job: three streaming queries over the flights, and the lookup tables as batch views.

Nothing here is special to the demo's gateway: it is what a user's own job looks like, `publish` included. Run it alone with
`python -m gateway.demo.job --root DIR --work DIR`; with `--kafka BOOTSTRAP` it reads the flights from a topic.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pyspark
from pyspark.errors import PySparkRuntimeError
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


#: Spark's Kafka source, which is not among PySpark's jars.
KAFKA_PACKAGE: Final = f"org.apache.spark:spark-sql-kafka-0-10_2.13:{pyspark.__version__}"


def kafka_conf(jars: Path | None) -> Mapping[str, str]:
    """Where Spark finds its Kafka source: in a folder of jars, else it fetches it from Maven Central itself."""
    if jars is None:
        return {"spark.jars.packages": KAFKA_PACKAGE}
    return {"spark.jars": ",".join(map(str, sorted(jars.glob("*.jar"))))}


def build_session(work: Path, more: Mapping[str, str] | None = None) -> SparkSession:
    """A local Spark with the RocksDB state store; tuned for many small batches on a small machine. *more* is configuration."""
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
        **(more or {}),
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


def flights_from_files(spark: SparkSession, work: Path, days_per_batch: int) -> DataFrame:
    """The flights that the replay writes as files."""
    schema = spark.createDataFrame(dataset.FLIGHTS.empty_table()).schema
    source = spark.readStream.schema(schema).option("maxFilesPerTrigger", days_per_batch)
    return source.parquet(str(work / "days"))


def flights_from_kafka(spark: SparkSession, bootstrap: str, topic: str) -> DataFrame:
    """The flights that the replay writes to a topic.

    A batch takes everything there is: were it cut, partitions would be cut at different days, and the watermark of the one that is
    ahead would drop flights of the others as late.
    """
    schema = spark.createDataFrame(dataset.FLIGHTS.empty_table()).schema
    source = spark.readStream.format("kafka").option("kafka.bootstrap.servers", bootstrap).option("subscribe", topic)
    records = source.option("startingOffsets", "earliest").load()
    return records.select(f.from_json(f.col("value").cast("string"), schema).alias("flight")).select("flight.*")


def publish_streams(flights: DataFrame, root: str, work: Path) -> list[DataStreamWriter]:
    """The streaming views' writers, ready to start."""
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


def parser() -> argparse.ArgumentParser:
    """The job's command line."""
    made = argparse.ArgumentParser(prog="gateway.demo.job", description=__doc__)
    made.add_argument("--root", required=True, help="URI of the folder that holds the views")
    made.add_argument("--work", required=True, type=Path, help="folder of the day files and checkpoints")
    made.add_argument("--fast", action="store_true", help=f"{FAST_DAYS_PER_BATCH} days per micro-batch")
    made.add_argument("--kafka", metavar="BOOTSTRAP", help="read the flights from a topic of these brokers")
    made.add_argument("--topic", default="flights", help="with --kafka: the topic (default flights)")
    made.add_argument("--jars", type=Path, metavar="DIR", help=f"with --kafka: the jars of {KAFKA_PACKAGE} and what it needs")
    return made


def main(arguments: list[str] | None = None) -> None:
    """Run the job; see the module's text."""
    options = parser().parse_args(arguments)
    spark = _session(options)
    try:
        publish_lookups(spark, options.root)
        if options.kafka:
            flights = flights_from_kafka(spark, options.kafka, options.topic)
        else:
            flights = flights_from_files(spark, options.work, FAST_DAYS_PER_BATCH if options.fast else 1)
        writers = publish_streams(flights, options.root, options.work)
        if options.fast:
            run_to_end(writers)
        else:
            run_until_done(writers, options.work)
    finally:
        spark.stop()


def _session(options: argparse.Namespace) -> SparkSession:
    if not options.kafka:
        return build_session(options.work)
    try:
        return build_session(options.work, kafka_conf(options.jars))
    except PySparkRuntimeError as error:
        if options.jars is None and error.getCondition() == "JAVA_GATEWAY_EXITED":
            sys.exit(f"Spark could not fetch {KAFKA_PACKAGE} and what it needs; put the jars into a folder and give --jars DIR")
        raise


if __name__ == "__main__":
    main()
