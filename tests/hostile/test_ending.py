"""SIGTERM while clients are busy, idle, in a block: what runs ends well; a second SIGTERM ends it, a third the process.

kill -9 is in tests/faults.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import psycopg
import pytest

from statestore.views.local_writer import write_version
from tests.gateway.serving import RawClient, error_fields, query, readable, split, startup
from tests.hostile.conftest import NUMBERS, numbers
from tests.hostile.process import bugs, eventually
from tests.plugins.gateway import Gateway, start_gateway

#: More rows than the sockets' buffers take: whoever has read some of them has a query that still runs.
WORK: Final = "SELECT a.id, b.id, repeat('x', 50) FROM numbers a, numbers b WHERE b.id < 300"
WORK_ROWS: Final = 300_000
FIRST_BYTES: Final = 1 << 20
WAIT_S: Final = 60


@pytest.fixture
def gateway(tmp_path: Path) -> Iterator[Gateway]:
    write_version(str(tmp_path / "root"), NUMBERS, numbers())
    running = start_gateway(tmp_path / "root", tmp_path / "store")
    yield running
    if running.process.poll() is None:
        running.kill()
    assert not bugs(running.log.read_text()), running.log.read_text()


def busy_client(gateway: Gateway) -> tuple[RawClient, bytes]:
    """A client in the middle of a long answer, and what has come of it."""
    client = RawClient(gateway.port, startup())
    client.send(query(WORK))
    return client, client.exactly(FIRST_BYTES)


def test_sigterm_lets_queries_end(gateway: Gateway) -> None:
    busy, begun = busy_client(gateway)
    with psycopg.connect(gateway.dsn, autocommit=True) as block, RawClient(gateway.port, startup()) as idle:
        block.execute("BEGIN")
        gateway.process.send_signal(signal.SIGTERM)
        ((kind, payload),) = split(idle.rest())
        assert (kind, error_fields(payload)["C"]) == ("E", "57P01")
        with pytest.raises(psycopg.OperationalError):
            psycopg.connect(gateway.dsn)
        assert block.execute("SELECT count(*) FROM numbers").fetchone() == (1000,)
        block.execute("COMMIT")
        kinds = [kind for kind, _ in split(begun + busy.rest())]
    busy.socket.close()
    assert kinds.count("D") == WORK_ROWS
    assert "C" in kinds
    assert gateway.process.wait(WAIT_S) == 0
    assert "stopped" in gateway.log.read_text()


def test_a_second_sigterm_ends_what_runs(gateway: Gateway) -> None:
    busy, begun = busy_client(gateway)
    with psycopg.connect(gateway.dsn) as block:
        block.execute("SELECT 1")
        gateway.process.send_signal(signal.SIGTERM)
        eventually(lambda: "draining" in gateway.log.read_text(), "it drains")
        assert gateway.process.poll() is None
        gateway.process.send_signal(signal.SIGTERM)
        assert readable(block.pgconn.socket, WAIT_S), "the goodbye"
        with pytest.raises(psycopg.errors.AdminShutdown):
            block.execute("SELECT 1")
    (*_, (kind, payload)) = split(begun + busy.rest())
    assert (kind, error_fields(payload)["C"]) == ("E", "57P01")
    busy.socket.close()
    assert gateway.process.wait(WAIT_S) == 0


def test_a_third_sigterm_ends_the_process(gateway: Gateway) -> None:
    """A client that does not read has its time to take what it is owed: close_timeout_s."""
    busy, _ = busy_client(gateway)
    for said in ("draining", "a second signal"):
        gateway.process.send_signal(signal.SIGTERM)
        eventually(lambda said=said: said in gateway.log.read_text(), said)  # type: ignore[misc]
    gateway.process.send_signal(signal.SIGTERM)
    assert gateway.process.wait(WAIT_S) == -signal.SIGTERM
    busy.socket.close()
