"""A real Apache Kafka beside the tests: one process, broker and controller in one (KRaft), its jars from Maven Central."""

from __future__ import annotations

import subprocess
import tempfile
import uuid
from base64 import urlsafe_b64encode
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import pytest

from tests.plugins.maven import class_path, copy_jars
from tests.plugins.need import program
from tests.plugins.postgres import free_port

KAFKA: Final = "org.apache.kafka:kafka_2.13:4.1.0"
#: Spark's Kafka source and what it needs beside PySpark's own jars, of the newest release that is not newer than PySpark. Its token
#: provider is only there because it asks for it.
SPARK_SOURCE: Final = (
    "org.apache.spark:spark-sql-kafka-0-10_2.13:4.2.0",
    "org.apache.spark:spark-token-provider-kafka-0-10_2.13:4.2.0",
    "org.apache.kafka:kafka-clients:3.9.2",
    "org.apache.commons:commons-pool2:2.12.1",
)
START_TRIES: Final = 600
START_PAUSE_S: Final = 0.1
#: The least session timeout that the broker grants: a member that was killed leaves the group after it.
SESSION_MS_MIN: Final = 500

_PROPERTIES: Final = """process.roles=broker,controller
node.id=1
controller.quorum.voters=1@127.0.0.1:{controller}
listeners=PLAINTEXT://127.0.0.1:{broker},CONTROLLER://127.0.0.1:{controller}
advertised.listeners=PLAINTEXT://127.0.0.1:{broker}
controller.listener.names=CONTROLLER
log.dirs={folder}/logs
offsets.topic.replication.factor=1
offsets.topic.num.partitions=1
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
group.initial.rebalance.delay.ms=0
group.min.session.timeout.ms={session_ms_min}
auto.create.topics.enable=false
"""


class KafkaBroker:
    """A broker on a port of its own, with its files in *folder*; can be stopped, killed and started again."""

    def __init__(self, classes: str, folder: Path) -> None:
        """*classes* is the class path."""
        self.folder = folder
        self.port = free_port()
        self._classes = classes
        self._process: subprocess.Popen[bytes] | None = None
        ports = {"broker": self.port, "controller": free_port()}
        self._properties = folder / "server.properties"
        self._properties.write_text(_PROPERTIES.format(**ports, folder=folder, session_ms_min=SESSION_MS_MIN))
        cluster = urlsafe_b64encode(uuid.uuid4().bytes).decode().rstrip("=")
        # In one word: it may begin with a dash.
        subprocess.run(
            self._java("kafka.tools.StorageTool", "format", f"--cluster-id={cluster}", "-c"), check=True, capture_output=True
        )

    @property
    def bootstrap(self) -> str:
        """HOST:PORT for clients."""
        return f"127.0.0.1:{self.port}"

    @property
    def running(self) -> bool:
        """Has it been started, and neither stopped nor killed?"""
        return self._process is not None

    def start(self) -> None:
        """Start and wait until it answers clients."""
        with (self.folder / "broker.log").open("ab") as log:
            self._process = subprocess.Popen(self._java("kafka.Kafka"), stdout=log, stderr=log, stdin=subprocess.DEVNULL)
        try:
            self._await_answer(self._process)
        except BaseException:
            self.kill()
            raise

    def stop(self) -> None:
        """SIGTERM, and wait."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait(60)
            self._process = None

    def kill(self) -> None:
        """kill -9."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def create_topic(self, name: str, partitions: int, config: Mapping[str, str] | None = None) -> None:
        """Make a topic; it must not exist."""
        from confluent_kafka.admin import AdminClient, NewTopic

        admin = AdminClient({"bootstrap.servers": self.bootstrap})
        for made in admin.create_topics([NewTopic(name, partitions, 1, config=dict(config or {}))]).values():
            made.result(30)

    def _java(self, main: str, *arguments: str) -> list[str]:
        # Small and quick to start: the machine has other things to do.
        tuning = ["-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"]
        return [program("java"), *tuning, "-cp", self._classes, main, *arguments, str(self._properties)]

    def _await_answer(self, process: subprocess.Popen[bytes]) -> None:
        from confluent_kafka import KafkaException
        from confluent_kafka.admin import AdminClient

        admin = AdminClient({"bootstrap.servers": self.bootstrap, "log_level": 0})
        for _ in range(START_TRIES):
            if process.poll() is not None:
                break
            try:
                if admin.list_topics(timeout=1).brokers:
                    return
            except KafkaException:
                try:
                    process.wait(START_PAUSE_S)
                except subprocess.TimeoutExpired:
                    continue
        pytest.fail(f"Kafka does not answer; its log:\n{(self.folder / 'broker.log').read_text(errors='replace')[-4000:]}")


@pytest.fixture(scope="session")
def kafka_classes(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Class path of the broker's program."""
    program("java")
    return class_path(tmp_path_factory.mktemp("kafka-classes"), KAFKA)


@pytest.fixture(scope="session")
def kafka(kafka_classes: str) -> Iterator[KafkaBroker]:
    """A broker that lives as long as the test session; make your own topics in it, and let it run."""
    with tempfile.TemporaryDirectory(prefix="tidegate-kafka-") as folder:
        broker = KafkaBroker(kafka_classes, Path(folder))
        broker.start()
        try:
            yield broker
        finally:
            broker.stop()


@pytest.fixture(scope="session")
def kafka_jars(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Spark's Kafka source, as spark.jars takes it."""
    return ",".join(map(str, copy_jars(tmp_path_factory.mktemp("kafka-jars"), *SPARK_SOURCE)))
