"""pgpool before two nodes: its checks find them up, its replication check goes on, queries go through, as with PostgreSQL 15."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import psycopg
import pytest

from tests.clients.questions import QUESTIONS
from tests.clients.told import address
from tests.plugins.need import lacking
from tests.plugins.postgres import free_port
from tests.plugins.twin import Twin

pytestmark = [pytest.mark.clients, pytest.mark.postgres]

PROGRAM: Final = Path("/usr/sbin/pgpool")
CONFIG: Final = """
backend_clustering_mode = 'streaming_replication'
listen_addresses = '127.0.0.1'
port = {port}
pcp_listen_addresses = '127.0.0.1'
pcp_port = {pcp}
unix_socket_directories = '{folder}'
pcp_socket_dir = '{folder}'
pid_file_name = '{folder}/pid'
logdir = '{folder}'
work_dir = '{folder}'
num_init_children = 4
health_check_period = 1
health_check_user = '{user}'
health_check_database = '{dbname}'
sr_check_period = {replication}
sr_check_user = '{user}'
sr_check_database = '{dbname}'
"""
BACKEND: Final = """
backend_hostname{number} = '{host}'
backend_port{number} = {behind}
backend_flag{number} = 'DISALLOW_TO_FAILOVER'
"""
#: A look for what a standby says of itself: in neither server there is one, so that there is nothing to see.
CHECKED: Final = re.compile(r"sr_check_worker pid (\d+): LOG:  get_query_result failed: status: -2")
#: How often, and how long apart, pgpool is asked how far it is.
TRIES: Final = 900
PAUSE_S: Final = 0.1


@dataclass(frozen=True)
class Pool:
    """pgpool before one server, twice; what it writes is in *log*."""

    running: subprocess.Popen[bytes]
    log: Path
    where: dict[str, str]

    def connect(self) -> psycopg.Connection[Any]:
        """Through it, once it is there."""
        for _ in range(TRIES):
            with suppress(psycopg.OperationalError):
                return psycopg.connect(**self.where, autocommit=True)
            self.pause()
        pytest.fail(self.log.read_text())

    def pause(self) -> None:
        """A moment, in which it does not end."""
        with suppress(subprocess.TimeoutExpired):
            self.running.wait(PAUSE_S)
            pytest.fail(self.log.read_text())


@contextmanager
def pooled(folder: Path, dsn: str, replication: int) -> Iterator[Pool]:
    """pgpool before a server."""
    if not PROGRAM.exists():
        lacking("pgpool (Debian: pgpool2)")
    folder.mkdir()
    where, (port, pcp) = address(dsn), (free_port(), free_port())
    backends = (BACKEND.format(number=number, host=where["host"], behind=where["port"]) for number in (0, 1))
    settings = where | {"folder": str(folder), "port": str(port), "pcp": str(pcp), "replication": str(replication)}
    (folder / "conf").write_text(CONFIG.format(**settings) + "".join(backends))
    (folder / "empty").touch()
    files = [word for option in ("-a", "-F", "-k") for word in (option, str(folder / "empty"))]
    with (folder / "log").open("wb") as log:
        running = subprocess.Popen([str(PROGRAM), "-n", "-f", str(folder / "conf"), *files], stdout=log, stderr=log)
    try:
        yield Pool(running, folder / "log", where | {"port": str(port)})
    finally:
        running.terminate()
        running.wait(30)


def seen(pool: Pool, replication: int) -> list[Any]:
    """Answers through the pool, and the state of its nodes once they were checked twice."""
    with pool.connect() as connection:
        found: list[Any] = [str(connection.execute(question.encode()).fetchall()) for question in QUESTIONS]
        # pgpool's own commands are simple queries.
        shown = psycopg.ClientCursor(connection)
        for _ in range(TRIES):
            checks = CHECKED.findall(pool.log.read_text())
            healthy = shown.execute("show pool_health_check_stats").fetchall()
            if all(int(row[7]) > 1 for row in healthy) and (not replication or len(checks) > 1):
                break
            pool.pause()
        found.append((len(set(checks)), [(row[3], row[8]) for row in healthy]))
        found.append([(row[3], row[4], row[6], row[7]) for row in shown.execute("show pool_nodes").fetchall()])
        with connection.transaction(), pytest.raises(psycopg.errors.DivisionByZero), connection.transaction():
            connection.execute("SELECT 1 / 0")
        with connection.transaction():
            found.append(connection.execute("SELECT name FROM airlines WHERE carrier = %s", ["UA"]).fetchall())
    return [*found, "exits with status" in pool.log.read_text()]


@pytest.mark.parametrize("replication", [0, 1])
def test_the_same_through_pgpool(twin: Twin, tmp_path: Path, replication: int) -> None:
    with (
        pooled(tmp_path / "ours", twin.tidegate, replication) as ours,
        pooled(tmp_path / "theirs", twin.postgres, replication) as theirs,
    ):
        expected = seen(theirs, replication)
        assert seen(ours, replication) == expected
    assert expected[-1] is False
    assert expected[-4] == (replication, [("up", "0"), ("up", "0")])
