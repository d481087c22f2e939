"""What a node says over HTTP before it can be asked anything: that it lives, and how far it is."""

from __future__ import annotations

import asyncio
import json
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gateway.access.options import AccessOptions
from gateway.config import Address
from gateway.engine.engine import ReadEngine
from gateway.http.door import HttpServer
from gateway.http.options import HttpOptions
from gateway.http.scrape import NodeMetrics
from gateway.http.standing import NodePlace
from gateway.server import serve
from statestore.node import LocalStore
from statestore.views.local_writer import write_version
from tests.http.conftest import ORDERS, Answer, http_port, orders
from tests.plugins.gateway import running_gateway
from tests.statestore.each_file import Gate
from tests.statestore.store_world import UNPOLLED, WAIT_S, make_world

OPTIONS = HttpOptions(listen="127.0.0.1:0")


def get(port: int, path: str, method: str = "GET", host: str = "127.0.0.1", accept: str = "*/*") -> Answer:
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", None, {"Host": host, "Accept": accept}, method=method)
    try:
        with urllib.request.urlopen(request, timeout=30) as found:
            return Answer(found.status, {k.lower(): v for k, v in found.headers.items()}, found.read())
    except urllib.error.HTTPError as error:
        return Answer(error.code, {k.lower(): v for k, v in error.headers.items()}, error.read())


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Files of the view `slow` are fetched when it is set."""
    opened = Gate(monkeypatch, "slow").opened
    yield opened
    opened.set()


def test_health_comes_first(tmp_path: Path, gate: threading.Event) -> None:
    here, slow = make_world(tmp_path, "here"), make_world(tmp_path, "slow")
    here.commit({1: "a"})
    for n in range(3):
        slow.commit({n: "b"})
    store = LocalStore(here.root, tmp_path / "store", UNPOLLED)

    async def node() -> None:
        http = HttpServer(Address("127.0.0.1", 0), OPTIONS, AccessOptions(), 0.0)

        async def ask(path: str, method: str = "GET", host: str = "127.0.0.1") -> Answer:
            return await asyncio.to_thread(get, http.port, path, method, host)

        http.start(store)
        try:
            assert (await ask("/livez")).body == b"ok\n"
            none = (await ask("/readyz")).json()
            assert (none["reason"], none["views"]) == ("the node is starting", {"served": 0, "known": 0})
            for path, method in (("/v1/views", "GET"), ("/metrics", "GET"), ("/status", "GET"), ("/v1/query", "POST")):
                later = await ask(path, method)
                assert (later.status, later.json()["sqlstate"]) == (503, "57P03"), path
                assert later.headers["content-type"] == "application/problem+json"
                assert later.headers["retry-after"] == "1"
            # A browser's EventSource gives up for good at any status but 200.
            events = await asyncio.to_thread(get, http.port, "/v1/views/here/changes", accept="text/event-stream")
            assert (events.status, events.headers["content-type"]) == (200, "text/event-stream; charset=utf-8")
            retry, _, event, data, *_ = events.body.decode().split("\n")
            assert (retry, event, json.loads(data.removeprefix("data: "))["sqlstate"]) == ("retry: 1000", "event: error", "57P03")
            assert (await ask("/livez", host="evil.example")).status == 421
            assert (await ask("/openapi.json")).json()["openapi"] == "3.1.0"
            store.start(wait=False)
            assert await asyncio.to_thread(store.wait_for, lambda views: "here" in views, WAIT_S)
            await _until(lambda: store.copying().bytes > 0)
            copying = await ask("/readyz")
            assert copying.status == 503
            assert copying.json() == {
                "ready": False,
                "reason": "the node is starting",
                "views": {"served": 1, "known": 2},
                "versions": {"here": 0, "committed": 3},
                "bytes": {"fetched": (size := slow.sst_files(1)[0].stat().st_size), "known": size},
            }
            engine = ReadEngine(store)
            server = await serve(engine, "127.0.0.1", 0)
            http.serve(engine, server.shared, NodeMetrics(engine, server.shared, 0.0), NodePlace(folder=tmp_path))
            still = await ask("/readyz")
            assert (still.status, still.json()["reason"]) == (503, "the node is catching up")
            assert (await ask("/v1/views/here/rows/1")).json() == {"k": 1, "s": "a"}
            for path in ("", "/rows/2", "/rows", "/count"):
                copied = await ask(f"/v1/views/slow{path}")
                told = copied.json()
                assert (copied.status, copied.headers["retry-after"], told["sqlstate"]) == (503, "1", "57P03"), path
                assert told["detail"] == "view slow is still being restored on this node", "it is there, and not here yet"
            assert (await ask("/v1/views/nothing/rows/2")).status == 404
            gate.set()
            assert await asyncio.to_thread(store.wait_for_version, "slow", 3, WAIT_S)
            ready = {"ready": True, "reason": None, "views": {"served": 2, "known": 2}}
            assert (await ask("/readyz")).json() == ready
            assert (await ask("/v1/views/slow/rows/2")).json() == {"k": 2, "s": "b"}
            server.shared.stop()
            stopping = await ask("/readyz")
            assert (stopping.status, stopping.json()["reason"]) == (503, "the node is being shut down")
            assert (await ask("/v1/views/slow/rows/2")).status == 200, "it is served on"
            await server.close()
            engine.close()
        finally:
            await http.stop()
            await http.stop()

    try:
        with asyncio.Runner() as runner:
            runner.run(node())
    finally:
        gate.set()
        store.close()


async def _until(condition: Any) -> None:
    async with asyncio.timeout(WAIT_S):
        while not condition():
            await asyncio.sleep(0.005)


def test_a_node_opens_http_before_its_store(tmp_path: Path) -> None:
    write_version(str(tmp_path / "root"), ORDERS, orders(2))
    with running_gateway(tmp_path / "root", tmp_path / "store", "--http", "127.0.0.1:0") as gateway:
        log = gateway.log.read_text()
        assert log.index("HTTP on") < log.index("serving 1 views") < log.index("listening on")
        assert json.loads(get(http_port(gateway), "/readyz").body)["ready"]
