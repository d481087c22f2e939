"""`tidegate demo --kafka`: producer, topic, Spark job, three nodes, from its command line; then every row, computed by pandas."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

pytest.importorskip("confluent_kafka", reason="this machine lacks confluent-kafka (pip install 'tidegate[kafka]')")

from gateway.demo.run import NODES
from tests.demo.test_demo import comparable, first_days
from tests.plugins.gateway import running_gateway
from tests.plugins.kafka import KafkaBroker
from tests.plugins.need import program
from tests.plugins.postgres import free_port
from tests.plugins.scale import scaled
from tests.plugins.twin import carrier_delays, route_hours

pytestmark = [pytest.mark.kafka, pytest.mark.timeout(900)]

#: Days that the test replays; the whole year under `make full`.
DAYS = scaled(5, 365)


def demo(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    port = str(free_port(len(NODES)))
    command = [sys.executable, "-m", "gateway", "demo", "--root", str(root), "--port", port, "--http-port", "0"]
    return subprocess.run(
        [*command, "--fast", "--exit-when-done", "--days", str(DAYS), *arguments], capture_output=True, text=True, timeout=850
    )


@pytest.mark.spark
def test_flights_by_way_of_a_topic(kafka: KafkaBroker, kafka_jars: str, tmp_path: Path) -> None:
    program("java")
    root, flights = tmp_path / "root", first_days(DAYS)
    ran = demo(root, "--kafka", kafka.bootstrap, "--jars", str(Path(kafka_jars.split(",")[0]).parent))
    assert ran.returncode == 0, f"{ran.stdout[-3000:]}\n{ran.stderr[-3000:]}"
    assert [line.split(": ")[1].split(",")[0] for line in ran.stdout.splitlines() if line.startswith("node ")] == ["alive"] * 3
    with running_gateway(root, tmp_path / "store") as gateway, psycopg.connect(gateway.dsn) as connection:
        for view, table in {
            "flights": flights,
            "carrier_delays": carrier_delays(flights),
            "route_hours": route_hours(flights),
        }.items():
            columns = ", ".join(table.column_names)
            served = connection.execute(f"SELECT {columns} FROM {view}").fetchall()  # type: ignore[call-overload]
            wanted = zip(*(column.to_pylist() for column in table.columns), strict=True)
            assert sorted(map(comparable, served), key=repr) == sorted(map(comparable, wanted), key=repr), view
        assert connection.execute("SELECT DISTINCT source FROM tidegate.views WHERE source IS NOT NULL").fetchall() == [
            ("flights",)
        ]


def test_a_broker_that_is_not_there_is_named(tmp_path: Path) -> None:
    bootstrap = f"127.0.0.1:{free_port()}"
    ran = demo(tmp_path / "root", "--kafka", bootstrap)
    assert ran.returncode == 1
    assert f"Kafka at {bootstrap} does not take the flights" in ran.stderr
    assert len(ran.stderr.strip().splitlines()) == 1


def test_jars_that_are_not_there_are_named(tmp_path: Path) -> None:
    ran = demo(tmp_path / "root", "--kafka", "127.0.0.1:1", "--jars", str(tmp_path))
    assert ran.returncode == 1
    assert f"--jars {tmp_path}: there is no spark-sql-kafka" in ran.stderr
