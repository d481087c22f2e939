"""Several processes behind one port, and one scrape for all."""

from __future__ import annotations

import json
import os
import re
import signal
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from email.message import Message
from http.client import HTTPConnection
from typing import Any

import psycopg
import pytest

from gateway.config import WORKERS_MAX
from gateway.http.siblings import WAIT_S as SIBLINGS_WAIT_S
from gateway.http.siblings import merged
from statestore.views.local_writer import write_version
from tests.hostile.process import eventually
from tests.http.conftest import ORDERS, Door, http_port, orders
from tests.http.test_health import samples
from tests.plugins.gateway import running_gateway

WAIT_S = 60.0
Found = dict[tuple[str, tuple[tuple[str, str], ...]], float]


@pytest.fixture(scope="module")
def door(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Door]:
    folder = tmp_path_factory.mktemp("a-folder-whose-name-is-longer-than-a-socket's-path-may-be-" + "x" * 60)
    write_version(str(folder / "root"), ORDERS, orders())
    with running_gateway(folder / "root", folder / "store", "--http", "127.0.0.1:0", "--workers", "2") as gateway:
        eventually(lambda: gateway.log.read_text().count("HTTP on") == 2, "both listen")
        found = Door(gateway, http_port(gateway), folder / "root")
        for connection in on_both(found).values():
            eventually(lambda of=connection: asked(of, "GET", "/readyz")[0] == 200, "it serves")
            connection.close()
        yield found


def asked(connection: HTTPConnection, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Message, bytes]:
    """One of several requests of a connection."""
    named = {name.replace("_", "-"): value for name, value in headers.items()} | {"Content-Type": "application/json"}
    connection.request(method, path, None if body is None else json.dumps(body), named)
    answer = connection.getresponse()
    return answer.status, answer.headers, answer.read()


def on_both(door: Door) -> dict[str, HTTPConnection]:
    """A connection to each worker. The system deals them out."""
    found: dict[str, HTTPConnection] = {}
    ends_s = time.monotonic() + WAIT_S
    while set(found) != {"1", "2"}:
        assert time.monotonic() < ends_s, door.gateway.log.read_text()
        made = HTTPConnection("127.0.0.1", door.port, timeout=WAIT_S)
        status, _, body = asked(made, "POST", "/v1/query", {"sql": "SELECT pg_backend_pid()"})
        worker = str((json.loads(body)["rows"][0][0] - 1) % WORKERS_MAX + 1) if status == 200 else "starting"
        if worker == "starting" or found.setdefault(worker, made) is not made:
            made.close()
    return found


def scraped(door: Door) -> Found:
    return samples(door.ask("/metrics").body)


def scraped_of_one(door: Door) -> Found:
    """While the other does not answer, or is gone, those that came to it."""
    for _ in range(100):
        connection = HTTPConnection("127.0.0.1", door.port, timeout=3 * SIBLINGS_WAIT_S)
        with closing(connection), suppress(TimeoutError, ConnectionError):
            return samples(asked(connection, "GET", "/metrics")[2])
    raise AssertionError("none of 100 connections came to the one that answers")


def by_worker(found: Found, name: str, **labels: str) -> dict[str, float]:
    """The samples with these labels, by the workers'."""
    wanted = {}
    for (other, pairs), value in found.items():
        of = dict(pairs)
        worker = of.pop("worker", "")
        if other == name and of == labels:
            wanted[worker] = value
    return wanted


def sessions_on_both(door: Door) -> dict[str, psycopg.Connection[Any]]:
    found: dict[str, psycopg.Connection[Any]] = {}
    ends_s = time.monotonic() + WAIT_S
    while set(found) != {"1", "2"}:
        assert time.monotonic() < ends_s, door.gateway.log.read_text()
        made = psycopg.connect(door.gateway.dsn, autocommit=True)
        worker = str((made.info.backend_pid - 1) % WORKERS_MAX + 1)
        if found.setdefault(worker, made) is not made:
            made.close()
    return found


def test_statements_asked_of_both_are_in_one_scrape(door: Door) -> None:
    before = scraped(door)
    found = sessions_on_both(door)
    asked = {"1": 3, "2": 5}
    for worker, session in found.items():
        for _ in range(asked[worker]):
            session.execute("SELECT region, bit_or(id) FROM orders GROUP BY region")
        with pytest.raises(psycopg.errors.DivisionByZero):
            session.execute("SELECT 1/0")
    after = scraped(door)
    for session in found.values():
        session.close()

    def more(name: str, **labels: str) -> dict[str, float]:
        first = by_worker(before, name, **labels)
        return {worker: value - first.get(worker, 0) for worker, value in by_worker(after, name, **labels).items()}

    assert more("tidegate_statement_seconds_count", kind="query", plan="scan") == asked
    assert more("tidegate_errors_total", sqlstate="22012") == {"1": 1, "2": 1}
    assert by_worker(after, "tidegate_view_version", view="orders") == {"1": 1, "2": 1}
    assert by_worker(after, "tidegate_worker_up") == {"1": 1, "2": 1}


def test_rows_are_the_same_of_both(door: Door) -> None:
    """Their tags, too: what a client has of one it need not get of the other."""
    found = on_both(door)
    answers = {worker: [asked(of, "GET", "/v1/views/orders/rows/3/7") for _ in range(3)] for worker, of in found.items()}
    told = {
        (status, headers["ETag"], headers["Tidegate-Version"], body) for each in answers.values() for status, headers, body in each
    }
    assert len(told) == 1
    ((status, tag, version, body),) = told
    assert (status, version) == (200, "1")
    assert json.loads(body) == {"customer": 3, "id": 7, "region": "r1", "amount": 301.75}
    for connection in found.values():
        assert asked(connection, "GET", "/v1/views/orders/rows/3/7", If_None_Match=tag)[0] == 304
        connection.close()


def test_each_family_stands_once(door: Door) -> None:
    text = door.ask("/metrics").body.decode()
    helped = re.findall(r"(?m)^# HELP (\S+)", text)
    assert len(helped) == len(set(helped)) > 20
    # All samples of a family follow its head.
    at = ""
    for line in text.splitlines():
        if line.startswith("# HELP"):
            at = line.split()[2]
        elif not line.startswith("#"):
            assert line.startswith(at), line


def test_a_worker_that_is_gone_is_told_and_comes_back(door: Door) -> None:
    pids = re.findall(r"worker 2 is process (\d+)", door.gateway.log.read_text())
    os.kill(int(pids[-1]), signal.SIGSTOP)
    try:
        found = scraped_of_one(door)
        assert by_worker(found, "tidegate_worker_up") == {"1": 1, "2": 0}
        assert by_worker(found, "tidegate_view_version", view="orders") == {"1": 1}
    finally:
        os.kill(int(pids[-1]), signal.SIGKILL)
    eventually(lambda: by_worker(scraped_of_one(door), "tidegate_worker_up") == {"1": 1, "2": 1}, "worker 2 answers again")


def test_merged_texts() -> None:
    one = b'# HELP a words\n# TYPE a gauge\na{worker="1"} 1.0\n# HELP b_total more\n# TYPE b_total counter\n'
    two = b'# HELP a words\n# TYPE a gauge\na{worker="2"} 2.0\n# HELP b_total more\n# TYPE b_total counter\nb_total 3.0\n'
    assert merged([one, b"", two]) == (
        b'# HELP a words\n# TYPE a gauge\na{worker="1"} 1.0\na{worker="2"} 2.0\n'
        b"# HELP b_total more\n# TYPE b_total counter\nb_total 3.0\n"
    )
