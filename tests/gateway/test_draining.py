"""A server that stops, as its clients see it: whoever has a session hears 57P01, whoever wants one 57P03, and nobody a reset."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pyarrow as pa
import pytest

from gateway.commands.cli import main
from gateway.node import stopping
from gateway.node.stopping import StopSignals
from gateway.server import ServerOptions
from statestore import types as st
from statestore.schema import Column, HashPartitioning, ViewSchema
from statestore.views.local_writer import write_version
from tests.gateway.fake_engine import FakeEngine
from tests.gateway.serving import RawClient, ServerThread, error_fields, query, readable, serving, split, startup
from tests.hostile.process import eventually
from tests.plugins.cluster import wait_until
from tests.plugins.gateway import Gateway, start_gateway

NUMBERS = ViewSchema("numbers", (Column("n", st.Long()),), ("n",), ("n",), HashPartitioning(2), (1,))
#: Runs for longer than any test waits.
ENDLESS = "SELECT count(*) FROM numbers a, numbers b, numbers c, numbers d WHERE a.n + b.n > c.n + d.n"
WAIT_S = 60.0
NEVER_S = 3_600.0


def states(data: bytes) -> list[str]:
    """SQLSTATEs of what has come, which are errors all."""
    return [error_fields(payload)["C"] for kind, payload in split(data) if kind == "E"]


@pytest.fixture
def thread() -> Iterator[ServerThread]:
    with serving(FakeEngine(), ServerOptions(close_timeout_s=NEVER_S)) as found:
        yield found


def begin_to_drain(thread: ServerThread, timeout_s: float = NEVER_S) -> Any:
    """Its future, once nobody new is let in."""
    draining = asyncio.run_coroutine_threadsafe(thread.server.drain(timeout_s), thread.loop)
    wait_until(lambda: thread.server.shared.draining, WAIT_S, "it drains")
    return draining


def test_what_is_sent_behind_the_goodbye_does_not_reset_the_connection(thread: ServerThread) -> None:
    with RawClient(thread.server.port, startup()) as crossing:
        draining = begin_to_drain(thread)
        for _ in range(3):
            crossing.send(query("SELECT 1 FROM slow"))
        assert states(crossing.rest()) == ["57P01"], "and then the end, not a reset"
        crossing.socket.close()
        draining.result(WAIT_S)


def test_who_asks_for_a_session_hears_that_there_is_none(thread: ServerThread) -> None:
    """57P03, with which libpq goes on to its next host; a connection that never asks is not waited for."""
    with RawClient(thread.server.port) as asks, RawClient(thread.server.port) as silent:
        wait_until(lambda: thread.server.connections == 2, WAIT_S, "both are there")
        draining = begin_to_drain(thread)
        asks.send(startup())
        assert states(asks.rest()) == ["57P03"]
        assert states(silent.rest()) == ["57P03"]
        draining.result(WAIT_S)


def test_a_statement_has_so_long(thread: ServerThread) -> None:
    with RawClient(thread.server.port, startup()) as busy:
        busy.send(query("SELECT 1 FROM slow"))
        wait_until(lambda: thread.engine.waiting == 1, WAIT_S, "the query runs")
        draining = begin_to_drain(thread, 0.1)
        assert states(busy.rest()) == ["57P01"]
        busy.socket.close()
        draining.result(WAIT_S)


# ------------------------------------------------------------------------------------------------------------- a process


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("draining") / "root"
    write_version(str(folder), NUMBERS, pa.table({"n": range(3_000)}))
    return folder


def configured(root: Path, tmp_path: Path, *lines: str) -> Gateway:
    (tmp_path / "tidegate.toml").write_text("\n".join(("[server]", *lines)))
    return start_gateway(root, tmp_path / "store", "--config", str(tmp_path / "tidegate.toml"))


def test_a_node_goes_on_while_others_notice(root: Path, tmp_path: Path) -> None:
    gateway = configured(root, tmp_path, f"drain_wait_s = {NEVER_S}")
    with psycopg.connect(gateway.dsn, autocommit=True) as stays:
        gateway.process.send_signal(signal.SIGTERM)
        eventually(lambda: "drain_wait_s" in gateway.log.read_text(), "it waits")
        assert stays.execute("SELECT count(*) FROM numbers").fetchone() == (3_000,)
        with psycopg.connect(gateway.dsn) as comes:
            assert comes.execute("SELECT n FROM numbers WHERE n = 7").fetchone() == (7,)
        gateway.process.send_signal(signal.SIGINT)
        assert readable(stays.pgconn.socket, WAIT_S), "the goodbye"
        with pytest.raises(psycopg.errors.AdminShutdown):
            stays.execute("SELECT n FROM numbers WHERE n = 7")
    assert gateway.process.wait(WAIT_S) == 0


def test_statements_end_by_the_deadline_that_is_configured(root: Path, tmp_path: Path) -> None:
    gateway = configured(root, tmp_path, "drain_statement_s = 0.2")
    with closing(psycopg.connect(gateway.dsn)) as busy, closing(psycopg.connect(gateway.dsn, autocommit=True)) as watches:
        busy.pgconn.send_query(ENDLESS.encode())
        running = (
            "SELECT count(*) FROM tidegate.queries WHERE state = 'running' AND sql LIKE '%numbers d%' AND sql NOT LIKE '%tidegate%'"
        )
        wait_until(lambda: watches.execute(running).fetchone() != (0,), WAIT_S, "it runs")
        gateway.process.send_signal(signal.SIGTERM)
        result = busy.pgconn.get_result()
        assert result is not None
        assert result.error_field(psycopg.pq.DiagnosticField.SQLSTATE) == b"57P01"
    assert gateway.process.wait(WAIT_S) == 0


@pytest.mark.parametrize("line", ["drain_wait_s = -1", "drain_statement_s = -0.5", "drain_statement_s = inf", "drain_wait_s = nan"])
def test_what_is_no_time(tmp_path: Path, capsys: pytest.CaptureFixture[str], line: str) -> None:
    config = tmp_path / "tidegate.toml"
    config.write_text(f"[server]\n{line}\n")
    assert main(["check-config", "--root", str(tmp_path), "--store", str(tmp_path / "store"), "--config", str(config)]) == 2
    assert "0 seconds or more" in capsys.readouterr().err


# --------------------------------------------------------------------------------------------------------------- signals


def test_a_node_that_is_told_to_stop_while_it_starts_does_not_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    ends: list[float] = []
    monkeypatch.setattr(stopping, "_end_within", ends.append)

    async def started() -> bool:
        signals = StopSignals(None, lambda: ServerOptions(drain_wait_s=3.0, drain_statement_s=4.0))
        os.kill(os.getpid(), signal.SIGTERM)
        return await signals.before(asyncio.get_running_loop().create_future())

    assert not asyncio.run(started())
    assert ends == [3.0 + 4.0 + stopping.STOP_S], "however long the start would take"
    assert stopping.STOP_S + ServerOptions().drain_wait_s + ServerOptions().drain_statement_s < 30, "what Kubernetes waits"


def test_what_goes_wrong_while_it_starts_is_raised() -> None:
    async def fails() -> None:
        raise FileNotFoundError("the root")

    async def started() -> bool:
        return await StopSignals(None, ServerOptions).before(fails())

    with pytest.raises(FileNotFoundError, match="the root"):
        asyncio.run(started())
