"""Trino's clients and several processes: whichever connection a page is asked for on, it is there."""

from __future__ import annotations

import os
import re
import signal
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
import requests
from trino.dbapi import Connection, connect
from trino.exceptions import TrinoConnectionError
from trino.transaction import IsolationLevel

from statestore import types as st
from statestore.schema import Column, HashPartitioning, ViewSchema
from statestore.views import open_root
from statestore.views.local_writer import write_version
from tests.plugins.gateway import Gateway, start_gateway
from tests.plugins.postgres import free_port

SCHEMA = ViewSchema("numbers", (Column("n", st.Long()),), ("n",), ("n",), HashPartitioning(2), (1,))
ROWS = 150_000
WAIT_S = 60.0
CONFIG = "[presto]\npage_bytes = 20000\npoll_s = 0.2\n"


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("presto-workers") / "root"
    write_version(open_root(str(folder), create=True), SCHEMA, pa.table({"n": range(ROWS)}))
    return folder


class Served:
    """A gateway of two workers and its HTTP side."""

    def __init__(self, gateway: Gateway, port: int) -> None:
        self.gateway, self.port = gateway, port

    def connect(self, **options: Any) -> Connection:
        return connect(host="127.0.0.1", port=self.port, user="tester", catalog="tidegate", schema="public", **options)

    def once_there(self) -> Connection:
        """A connection, as soon as somebody answers."""
        end_s = time.monotonic() + WAIT_S
        while True:
            made = self.connect(max_attempts=1)
            try:
                made.cursor().execute("SELECT 1").fetchall()
            except TrinoConnectionError:
                assert time.monotonic() < end_s, self.gateway.log.read_text()
                continue
            return made


@pytest.fixture
def served(root: Path, tmp_path: Path) -> Iterator[Served]:
    (tmp_path / "tidegate.toml").write_text(CONFIG)
    port = free_port()
    options = ("--workers", "2", "--presto", f"127.0.0.1:{port}", "--config", str(tmp_path / "tidegate.toml"))
    gateway = start_gateway(root, tmp_path / "store", *options)
    try:
        yield Served(gateway, port)
    finally:
        if gateway.process.poll() is None:
            assert gateway.stop() == 0, gateway.log.read_text()


def test_every_page_is_found(served: Served) -> None:
    with served.once_there() as connection:
        cursor = connection.cursor()
        cursor.execute("SELECT n FROM numbers")
        assert sorted(cursor.fetchall()) == [[n] for n in range(ROWS)]
    # A connection of its own for each page: the system might give each to another process, if several listened.
    answer = requests.post(
        f"http://127.0.0.1:{served.port}/v1/statement", data="SELECT n FROM numbers", headers={"X-Trino-User": "tester"}, timeout=30
    ).json()
    rows, pages = list(answer.get("data", ())), 1
    while "nextUri" in answer:
        answer = requests.get(answer["nextUri"], timeout=30).json()
        rows += answer.get("data", ())
        pages += 1
    assert sorted(rows) == [[n] for n in range(ROWS)]
    assert pages > 5


def test_transactions_are_found(served: Served) -> None:
    with closing(served.once_there()):
        transaction = served.connect(isolation_level=IsolationLevel.REPEATABLE_READ)
        for _ in range(20):
            cursor = transaction.cursor()
            cursor.execute("SELECT count(*) FROM numbers")
            assert cursor.fetchall() == [[ROWS]]
        transaction.commit()


def _processes(served: Served) -> list[int]:
    """Those that were worker 1, one after the other."""
    return [int(found) for found in re.findall(r"worker 1 is process (\d+)", served.gateway.log.read_text())]


def test_the_worker_that_serves_them_comes_back(served: Served) -> None:
    served.once_there().close()
    os.kill(_processes(served)[-1], signal.SIGKILL)
    end_s = time.monotonic() + WAIT_S
    while len(_processes(served)) == 1:
        assert time.monotonic() < end_s, served.gateway.log.read_text()
    with served.once_there() as connection:
        assert connection.cursor().execute("SELECT count(*) FROM numbers").fetchall() == [[ROWS]]
