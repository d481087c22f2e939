"""Asks Kafka, in a thread of its own, where the topics end that the served views are made from."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Collection, Mapping
from typing import Final

from confluent_kafka import Consumer, KafkaError, KafkaException, TopicPartition

REFRESH_EVERY_S: Final = 1.0
#: Ends that were found out longer ago are not told any more.
AGE_S_MAX: Final = 15.0
REQUEST_S: Final = 3.0
#: Topics whose ends are asked for; of more, those first by name.
TOPICS_MAX: Final = 1_000

_log: Final = logging.getLogger("tidegate.kafka")


class KafkaTopicEnds:
    """Implements gateway.catalog.lag.TopicEnds. *wanted* gives the topics; it is called in this class's thread."""

    def __init__(self, bootstrap: str, wanted: Callable[[], Collection[str]]) -> None:
        self._bootstrap = bootstrap
        self._wanted = wanted
        self._found: dict[str, tuple[float, Mapping[int, int]]] = {}
        self._failing: set[str] = set()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="kafka-topic-ends", daemon=True)
        # The group is never joined; librdkafka wants its name. A Consumer, for AdminClient.list_offsets() has the fault that
        # gateway/cluster/membership/kafka.py tells of.
        self._consumer = Consumer({"bootstrap.servers": bootstrap, "group.id": "tidegate-topic-ends", "log_level": 0})

    def start(self) -> None:
        """Begin to ask."""
        self._thread.start()

    def close(self) -> None:
        """No more questions. Does not wait for one that is under way."""
        self._stopping.set()

    def ends(self, topic: str) -> Mapping[int, int] | None:
        """See TopicEnds."""
        found = self._found.get(topic)
        return None if found is None or time.monotonic() - found[0] > AGE_S_MAX else found[1]

    def _run(self) -> None:
        while not self._stopping.wait(REFRESH_EVERY_S):
            topics = sorted(self._wanted())[:TOPICS_MAX]
            for gone in self._found.keys() - {*topics}:
                del self._found[gone]
            for topic in topics:
                if not self._stopping.is_set():
                    self._ask(topic)
        self._consumer.close()

    def _ask(self, topic: str) -> None:
        asked_s = time.monotonic()
        try:
            ends = self._ends(topic)
        except KafkaException as error:
            self._note_failure(topic, error.args[0].str())
        else:
            self._failing.discard(topic)
            self._found[topic] = asked_s, ends

    def _ends(self, topic: str) -> Mapping[int, int]:
        metadata = self._consumer.list_topics(topic, timeout=REQUEST_S).topics[topic]
        if metadata.error is not None:
            raise KafkaException(metadata.error)
        return {number: self._end(TopicPartition(topic, number)) for number in metadata.partitions}

    def _end(self, partition: TopicPartition) -> int:
        marks = self._consumer.get_watermark_offsets(partition, timeout=REQUEST_S)
        if marks is None:
            raise KafkaException(KafkaError(KafkaError._TIMED_OUT))
        return int(marks[1])

    def _note_failure(self, topic: str, cause: str) -> None:
        """Once, until it works again."""
        if topic not in self._failing:
            self._failing.add(topic)
            _log.warning("topic %s: its end at %s is not known: %s", topic, self._bootstrap, cause)
