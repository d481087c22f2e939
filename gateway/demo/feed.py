"""The demo's producer: days of flights as JSON records of a Kafka topic, keyed by carrier.

`tidegate demo --kafka` has it in a thread; alone it is `python -m gateway.demo.feed --kafka BOOTSTRAP --work DIR`, beside the job.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
from confluent_kafka import KafkaError, KafkaException, Message, Producer
from confluent_kafka.admin import AdminClient
from confluent_kafka.cimpl import NewTopic

from gateway.demo import dataset

TOPIC: Final = "flights"
PARTITIONS: Final = 4
#: As many copies as the brokers make of a topic by default.
_DEFAULT_REPLICATION: Final = -1
#: A broker that has not taken a day's records in this time is not there.
DELIVERY_S: Final = 30.0


class FeedFailed(Exception):
    """Kafka does not take the flights; the message says why."""


class TopicFeed:
    """Writes each day once: *marks* is a folder that remembers which are there, for the next start with the same root."""

    def __init__(self, bootstrap: str, marks: Path) -> None:
        """Makes the topic if there is none. Raises FeedFailed where no broker answers."""
        self._bootstrap = bootstrap
        self._marks = marks
        marks.mkdir(parents=True, exist_ok=True)
        self._failure: KafkaError | None = None
        common: dict[str, Any] = {"bootstrap.servers": bootstrap, "client.id": "tidegate-demo", "log_level": 0}
        try:
            self._make_topic(AdminClient(common))
            self._producer = Producer(
                {**common, "enable.idempotence": True, "linger.ms": 20, "message.timeout.ms": int(DELIVERY_S * 1000)}
            )
        except KafkaException as error:
            raise self._failed(error.args[0]) from error

    def _make_topic(self, admin: AdminClient) -> None:
        if admin.list_topics(TOPIC, timeout=DELIVERY_S / 3).topics[TOPIC].error is None:
            return
        try:
            admin.create_topics([NewTopic(TOPIC, PARTITIONS, _DEFAULT_REPLICATION)], request_timeout=DELIVERY_S / 3)[TOPIC].result()
        except KafkaException as error:
            if error.args[0].code() != KafkaError.TOPIC_ALREADY_EXISTS:
                raise

    def write_day(self, date: str, rows: pa.Table) -> bool:
        """Have the broker take one day's flights, unless it has them; False if it had. Raises FeedFailed."""
        mark = self._marks / date
        if mark.exists():
            return False
        for row in rows.to_pylist():
            self._produce(row)
        if self._producer.flush(DELIVERY_S) or self._failure:
            raise self._failed(self._failure or KafkaError(KafkaError._TIMED_OUT))
        mark.touch()
        return True

    def _produce(self, row: dict[str, Any]) -> None:
        value = json.dumps({**row, "time_hour": row["time_hour"].isoformat()})
        while True:
            try:
                self._producer.produce(TOPIC, key=row["carrier"], value=value, on_delivery=self._delivered)
                return
            except BufferError:
                self._producer.poll(0.1)

    def _delivered(self, error: KafkaError | None, _message: Message) -> None:
        self._failure = self._failure or error

    def _failed(self, error: KafkaError) -> FeedFailed:
        return FeedFailed(f"Kafka at {self._bootstrap} does not take the flights: {error.str()}")


def parser() -> argparse.ArgumentParser:
    """The command line of the producer alone."""
    made = argparse.ArgumentParser(prog="gateway.demo.feed", description="Write the year's flights to a Kafka topic.")
    made.add_argument("--kafka", required=True, metavar="BOOTSTRAP")
    made.add_argument("--work", required=True, type=Path, metavar="DIR", help="the job's folder: what is written is noted there")
    made.add_argument("--day-s", type=float, default=1.0, metavar="S", help="seconds of the clock that a day takes (default 1)")
    return made


def main(arguments: list[str] | None = None) -> None:
    """Write the year, and tell the job that it was the last day."""
    options = parser().parse_args(arguments)
    try:
        feed = TopicFeed(options.kafka, options.work / "fed")
        for date, rows in dataset.days():
            if feed.write_day(date, rows):
                time.sleep(options.day_s)
    except FeedFailed as error:
        sys.exit(str(error))
    (options.work / "replayed").touch()


if __name__ == "__main__":
    main()
