"""A Kafka Streams application with Interactive Queries over the orders of orders.py: what REST lookups are measured beside.

streams_app/Orders.java is it: a KTable in RocksDB, a partition for each of Tidegate's shards, Jetty with Jersey and Jackson, all
from Maven Central, as Confluent's examples of Interactive Queries have them. One instance, so every key is its own.
"""

from __future__ import annotations

import json
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pyarrow as pa

from tests.plugins.cluster import wait_until
from tests.plugins.kafka import KAFKA, KafkaBroker
from tests.plugins.maven import class_path
from tests.plugins.need import program
from tests.plugins.postgres import free_port

#: Of the broker's release. Jetty comes first: of the versions of SLF4J it needs the newest.
LIBRARIES: Final = (
    "org.eclipse.jetty.ee10:jetty-ee10-servlet:12.1.14",
    "org.apache.kafka:kafka-streams:4.1.0",
    "org.glassfish.jersey.containers:jersey-container-servlet:3.1.12",
    "org.glassfish.jersey.inject:jersey-hk2:3.1.12",
    "org.glassfish.jersey.media:jersey-media-json-jackson:3.1.12",
)
SOURCE: Final = Path(__file__).parent / "streams_app" / "Orders.java"
TOPIC: Final = "orders"
PARTITIONS: Final = 8
FILL_S: Final = 300.0
_ROWS_AT_ONCE: Final = 10_000


@contextmanager
def orders_app(folder: Path, orders: pa.Table) -> Iterator[tuple[int, int]]:
    """The application's port and process; it has read all the orders."""
    for part in ("broker-libraries", "libraries", "broker", "state"):
        (folder / part).mkdir(parents=True)
    broker = KafkaBroker(class_path(folder / "broker-libraries", KAFKA), folder / "broker")
    classes = class_path(folder / "libraries", *LIBRARIES)
    subprocess.run([program("javac"), "-cp", classes, "-d", str(folder), str(SOURCE)], check=True)
    broker.start()
    try:
        broker.create_topic(TOPIC, PARTITIONS)
        last, port = _fill(broker.bootstrap, orders), free_port()
        command = [program("java"), "-cp", f"{classes}:{folder}", "Orders", str(port), broker.bootstrap, str(folder / "state")]
        with (folder / "app.log").open("wb") as log:
            process = subprocess.Popen(command, stdout=log, stderr=log, stdin=subprocess.DEVNULL)
        try:
            wait_until(lambda: _has_read(process, port, last), FILL_S, f"Kafka Streams has read the topic; {log.name} says more")
            yield port, process.pid
        finally:
            process.terminate()
            process.wait(60)
    finally:
        broker.stop()


def order(port: int, key: str) -> Any:
    """What the application answers for "customer/order", or its status."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/orders/{key}", timeout=10) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code


def _has_read(process: subprocess.Popen[bytes], port: int, last: Sequence[str]) -> bool:
    assert process.poll() is None, "the application has ended"
    return all(_answers(port, key) for key in last)


def _answers(port: int, key: str) -> bool:
    try:
        return isinstance(order(port, key), dict)
    except OSError:  # it does not listen yet, or has other things to do
        return False


def _fill(bootstrap: str, orders: pa.Table) -> list[str]:
    """Send the orders, by the partitioner of Kafka's own clients; the last key of each partition."""
    from confluent_kafka import Message, Producer

    last: dict[int, str] = {}

    def sent(error: object, message: Message) -> None:
        assert error is None, error
        last[message.partition()] = message.key().decode()

    producer = Producer({"bootstrap.servers": bootstrap, "partitioner": "murmur2_random", "linger.ms": 50})
    for batch in orders.to_batches(_ROWS_AT_ONCE):
        for row in batch.to_pylist():
            row["placed"] = row["placed"].isoformat().replace("+00:00", "Z")
            producer.produce(TOPIC, json.dumps(row), f"{row['customer']}/{row['order_id']}", on_delivery=sent)
        producer.flush()
    assert len(last) == PARTITIONS
    return list(last.values())
