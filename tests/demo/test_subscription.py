"""A PostgreSQL that subscribes to the demo's views while it runs, and is killed again and again, has what they have at the end; so
has whoever else follows one of them.
"""

from __future__ import annotations

import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.demo.streams import Streams
from tests.plugins.cluster import wait_until
from tests.plugins.need import program
from tests.plugins.postgres import free_port
from tests.plugins.scale import FULL, random_for
from tests.replication.subscriber import Subscriber, subscriber

VIEWS = ("flights", "carrier_delays", "route_hours")
#: A day a second.
DAYS = 90
KILLS = 20
#: A busy machine takes minutes to start Spark.
WAIT_S = 600.0


@pytest.mark.slow
@pytest.mark.spark
@pytest.mark.postgres
@pytest.mark.clients
@pytest.mark.timeout(1800)
@pytest.mark.skipif(not FULL, reason="three months of the demo; TIDEGATE_FULL=1 runs them")
def test_the_demo_is_followed(tmp_path: Path, classpath: str, debezium: str) -> None:
    program("java")
    chance, log, port = random_for("the demo's subscriber"), tmp_path / "log", free_port()
    command = [sys.executable, "-m", "gateway", "demo", "--root", str(tmp_path / "root"), "--port", str(port), "--http-port", "0"]
    dsn = f"host=127.0.0.1 port={port} user=demo dbname=tidegate"
    with log.open("wb") as out, subprocess.Popen([*command, "--days", str(DAYS)], stdout=out) as demo, subscriber() as follower:
        try:
            wait_until(lambda: set(VIEWS) <= _views(dsn), WAIT_S, "the demo's views")
            keys = {view: _subscribe(follower, dsn, view) for view in VIEWS}
            others = Streams(dsn, VIEWS[1], tmp_path, classpath, debezium)
            with others.following():
                for _ in range(KILLS):
                    with suppress(subprocess.TimeoutExpired):
                        demo.wait(chance.uniform(0.5, 4))
                    follower.crash()
                wait_until(lambda: "The gateway goes on" in log.read_text(), WAIT_S, "the demo's last day")
                for view, key in keys.items():
                    query = f'SELECT * FROM "{view}" ORDER BY {key}'
                    wanted = _rows(dsn, query)
                    assert wanted
                    follower.wait_until(lambda query=query, wanted=wanted: follower.run(query) == wanted)  # type: ignore[misc]
                    print(f"{view}: {len(wanted)} rows")
                ((version,),) = _rows(dsn, f"SELECT version FROM tidegate.views WHERE name = '{VIEWS[1]}'")
                others.check(version)
        finally:
            demo.send_signal(signal.SIGINT)
            demo.wait(120)


def _rows(dsn: str, query: str) -> list[tuple[Any, ...]]:
    with psycopg.connect(dsn, options="-c timezone=UTC") as connection:
        return connection.execute(query.encode()).fetchall()


def _views(dsn: str) -> set[str]:
    try:
        return {name for (name,) in _rows(dsn, "SELECT name FROM tidegate.views WHERE version > 0")}
    except psycopg.OperationalError:  # it has not started yet
        return set()


def _subscribe(follower: Subscriber, dsn: str, view: str) -> str:
    """To a table of its columns and its key, which is returned."""
    relation = f"'\"{view}\"'::regclass"
    columns = _rows(
        dsn,
        "SELECT quote_ident(attname), format_type(atttypid, atttypmod), attnum FROM pg_attribute "
        f"WHERE attrelid = {relation} AND attnum > 0 ORDER BY attnum",
    )
    ((numbers,),) = _rows(dsn, f"SELECT indkey::text FROM pg_index WHERE indrelid = {relation} AND indisprimary")
    key = ", ".join(columns[int(number) - 1][0] for number in numbers.split())
    follower.run(f'CREATE TABLE "{view}" ({", ".join(f"{name} {kind}" for name, kind, _ in columns)}, PRIMARY KEY ({key}))')
    follower.subscribe(f"mine_{view}", dsn, view)
    return key
