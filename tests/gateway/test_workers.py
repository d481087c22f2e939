"""Several processes behind one port: sessions on all of them, cancel requests that find theirs, restarts, ends."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pyarrow as pa
import pytest

from gateway.config import WORKERS_MAX
from gateway.server.registry import Numbers
from statestore import types as st
from statestore.schema import Column, HashPartitioning, ViewSchema
from statestore.views import open_root
from statestore.views.local_writer import write_version
from tests.gateway.serving import readable
from tests.hostile.process import eventually, is_running
from tests.plugins.gateway import Gateway, start_gateway
from tests.plugins.postgres import free_port

SCHEMA = ViewSchema("numbers", (Column("n", st.Long()), Column("m", st.Long())), ("n",), ("n",), HashPartitioning(2), (2,))
#: Runs for longer than any test waits.
ENDLESS = "SELECT count(*) FROM numbers a, numbers b, numbers c, numbers d WHERE a.m + b.m > c.m + d.m"
WAIT_S = 60.0


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("workers") / "root"
    write_version(open_root(str(folder), create=True), SCHEMA, pa.table({"n": range(3000), "m": range(3000)}))
    return folder


@pytest.fixture
def gateway(root: Path, tmp_path: Path) -> Iterator[Gateway]:
    made = start_gateway(root, tmp_path / "store", "--workers", "2")
    try:
        yield made
    finally:
        if made.process.poll() is None:
            assert made.stop() == 0, made.log.read_text()


def pid_of(connection: psycopg.Connection[tuple[object, ...]]) -> int:
    (row,) = connection.execute("SELECT pg_backend_pid()").fetchall()
    assert isinstance(row[0], int)
    assert row[0] == connection.info.backend_pid
    return row[0]


def worker_of(connection: psycopg.Connection[tuple[object, ...]]) -> int:
    return (connection.info.backend_pid - 1) % WORKERS_MAX + 1


def sessions_on_both(gateway: Gateway) -> dict[int, psycopg.Connection[tuple[object, ...]]]:
    """A session of each worker."""
    found: dict[int, psycopg.Connection[tuple[object, ...]]] = {}
    end_s = time.monotonic() + WAIT_S
    while set(found) != {1, 2}:
        assert time.monotonic() < end_s, gateway.log.read_text()
        try:
            made = psycopg.connect(gateway.dsn, autocommit=True, connect_timeout=5)
        except psycopg.OperationalError:
            continue
        if found.setdefault(worker_of(made), made) is not made:
            made.close()
    return found


def process_of(gateway: Gateway, worker: int) -> int:
    """The worker's process that was started last."""
    return int(re.findall(rf"worker {worker} is process (\d+)", gateway.log.read_text())[-1])


def test_both_serve_and_numbers_are_unique(gateway: Gateway) -> None:
    found = sessions_on_both(gateway)
    others = [psycopg.connect(gateway.dsn, autocommit=True) for _ in range(10)]
    sessions = [*found.values(), *others]
    pids = [pid_of(session) for session in sessions]
    assert len(set(pids)) == len(pids)
    for session in sessions:
        assert session.execute("SELECT sum(m) FROM numbers").fetchall() == [(2999 * 3000 // 2,)]
        session.close()


def test_a_cancel_request_finds_its_worker(gateway: Gateway) -> None:
    """Whichever worker it comes to: of 12 requests for each, some nearly always come to the other one."""
    found = sessions_on_both(gateway)
    with closing(found[1]), closing(found[2]):
        for session in [found[worker] for worker in (1, 2) for _ in range(12)]:
            asked = session.pgconn
            asked.send_query(ENDLESS.encode())
            # A request that comes before its query cancels nothing, so another one is sent until there is a result.
            while asked.is_busy():
                asked.get_cancel().cancel()
                readable(asked.socket, 0.2)
                asked.consume_input()
            results = []
            while (result := asked.get_result()) is not None:
                results.append(result.error_field(psycopg.pq.DiagnosticField.SQLSTATE))
            assert results == [b"57014"]


def test_a_signal_finds_its_worker(gateway: Gateway) -> None:
    """From a session of one worker to a session of the other."""
    found = sessions_on_both(gateway)
    with closing(found[1]), closing(found[2]):
        asked = found[1].pgconn
        asked.send_query(ENDLESS.encode())
        while asked.is_busy():
            assert found[2].execute("SELECT pg_cancel_backend(%s)", (asked.backend_pid,)).fetchall() == [(True,)]
            readable(asked.socket, 0.2)
            asked.consume_input()
        result = asked.get_result()
        assert result is not None
        assert result.error_field(psycopg.pq.DiagnosticField.SQLSTATE) == b"57014"
        assert asked.get_result() is None
        assert found[2].execute("SELECT pg_terminate_backend(%s)", (asked.backend_pid,)).fetchall() == [(True,)]
        # A query that crosses the server's goodbye may find the connection reset, and the goodbye lost with it.
        assert readable(asked.socket, WAIT_S)
        with pytest.raises(psycopg.errors.AdminShutdown):
            found[1].execute("SELECT 1")


def test_a_dead_worker_costs_its_own_sessions_only(gateway: Gateway) -> None:
    found = sessions_on_both(gateway)
    first = process_of(gateway, 1)
    os.kill(first, signal.SIGKILL)
    with pytest.raises(psycopg.OperationalError):
        found[1].execute("SELECT 1")
    assert found[2].execute("SELECT 1").fetchall() == [(1,)]
    # While it is away its share of the connections goes to the other; then it is there again.
    for session in (*found.values(), *sessions_on_both(gateway).values()):
        session.close()
    assert process_of(gateway, 1) != first
    assert "worker 1 was killed by SIGKILL" in gateway.log.read_text()


def test_workers_end_with_their_parent(gateway: Gateway) -> None:
    workers = [process_of(gateway, number) for number in (1, 2)]
    gateway.kill()
    eventually(lambda: not any(is_running(worker) for worker in workers), "they end with it")


def serve(root: Path, store: Path, *more: str) -> tuple[int, str]:
    command = [sys.executable, "-m", "gateway", "serve", "--root", str(root), "--store", str(store)]
    ended = subprocess.run([*command, *more], capture_output=True, text=True, timeout=100)
    return ended.returncode, ended.stderr


@pytest.mark.parametrize("workers", ["0", "-1", str(WORKERS_MAX + 1), "many"])
def test_wrong_numbers(root: Path, tmp_path: Path, workers: str) -> None:
    code, text = serve(root, tmp_path / "store", "--workers", workers)
    assert code == 2
    assert "workers" in text.splitlines()[-1]
    assert "Traceback" not in text


def test_what_keeps_one_from_starting_keeps_all(tmp_path: Path) -> None:
    listen = f"127.0.0.1:{free_port()}"
    code, text = serve(tmp_path / "nothing", tmp_path / "store", "--workers", "2", "--listen", listen)
    assert code == 1
    assert "tidegate: " in text
    assert "Traceback" not in text


def test_a_port_that_is_taken(gateway: Gateway, root: Path, tmp_path: Path) -> None:
    """Also one that the other server would share."""
    code, text = serve(root, tmp_path / "other", "--workers", "2", "--listen", f"127.0.0.1:{gateway.port}")
    assert code == 2
    assert "cannot listen" in text


def test_a_member_of_a_kafka_group_is_one_process(root: Path, tmp_path: Path) -> None:
    kafka = ("--kafka", "127.0.0.1:1", "--node", "a", "--advertise", "127.0.0.1:5999")
    code, text = serve(root, tmp_path / "store", "--workers", "2", *kafka)
    assert code == 2
    assert "--workers" in text.splitlines()[-1]


def test_the_store_of_a_single_process_is_pointed_out(root: Path, tmp_path: Path) -> None:
    alone = start_gateway(root, tmp_path / "store")
    assert alone.stop() == 0
    several = start_gateway(root, tmp_path / "store", "--workers", "2")
    assert several.stop() == 0
    assert "holds the store of a single process" in several.log.read_text()
    again = start_gateway(root, tmp_path / "store")
    assert again.stop() == 0


def test_numbers_of_sessions() -> None:
    alone = Numbers()
    assert [alone.number(n) for n in range(3)] == [1, 2, 3]
    assert all(alone.ours(n) for n in range(1, 200))
    for first in (1, 2, WORKERS_MAX):
        numbers = Numbers(first, WORKERS_MAX)
        for count in (0, 1, 10**6, 2**31 // WORKERS_MAX - 1, 2**31, 2**40):
            given = numbers.number(count)
            assert 0 < given < 2**31
            assert numbers.ours(given)
            assert not Numbers(first % WORKERS_MAX + 1, WORKERS_MAX).ours(given)
            assert Numbers.worker_of(given) == first
