"""Chromium's EventSource on a view's changes: what it was told is what the view is, whatever becomes of the server meanwhile."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from gateway.access.options import AccessOptions
from gateway.config import Address
from gateway.http.door import HttpServer
from gateway.http.options import HttpOptions
from statestore.node import LocalStore
from tests.http.browser import chromium, opened
from tests.http.conftest import Door
from tests.http.test_changes import Followed, Replica
from tests.plugins.gateway import Gateway, start_gateway
from tests.plugins.postgres import free_port
from tests.plugins.scale import random_for, scaled
from tests.statestore.changing_world import ChangingWorld, make_world
from tests.statestore.store_world import UNPOLLED

pytestmark = [pytest.mark.clients]

#: What is told is kept in the page: events of an EventSource, and when it was connected anew.
FOLLOW = """path => {
    window.told = [];
    window.source = new EventSource(path);
    window.source.addEventListener("open", () => window.told.push({kind: "open"}));
    for (const kind of ["insert", "update", "delete", "progress"]) {
        window.source.addEventListener(kind, (event) => window.told.push(JSON.parse(event.data)));
    }
    window.source.addEventListener("error", (event) => {
        if (event.data !== undefined) window.told.push({kind: "error", ...JSON.parse(event.data)});
    });
}"""
#: What the browser says by itself of a server that is not there.
ABSENT = ("ERR_CONNECTION_REFUSED", "ERR_INCOMPLETE_CHUNKED_ENCODING", "ERR_CONNECTION_RESET", "ERR_EMPTY_RESPONSE", "503")


class Told:
    """What the page has been told, event by event, held against the model."""

    def __init__(self, page: Page, followed: Followed) -> None:
        self.page, self.followed = page, followed
        self.replica = Replica()
        #: Versions that were complete, and SQLSTATEs of errors, in their order.
        self.versions: list[int] = []
        self.errors: list[str] = []
        self.connected = 0
        self._pending: list[dict[str, Any]] = []

    def take(self) -> None:
        """Wait for what the page has been told since."""
        self.page.wait_for_function("() => window.told.length > 0")
        for one in self.page.evaluate("() => window.told.splice(0)"):
            match one["kind"]:
                case "open":
                    # What was told of a version that was not complete is told again.
                    self.connected += 1
                    self._pending = []
                case "error":
                    self.errors.append(one["sqlstate"])
                case kind:
                    self._pending.append(one)
                    if kind == "progress":
                        self._complete(one["version"])

    def _complete(self, version: int) -> None:
        assert {one["version"] for one in self._pending} == {version}
        assert version not in self.versions
        for one in self._pending:
            self.replica.take(one)
        self.versions.append(version)
        self._pending = []
        assert self.replica.rows == self.followed.shown(version)


@contextmanager
def only_starting(world: ChangingWorld, folder: Path, port: int) -> Iterator[None]:
    """A node that has not opened its store, for the time of a with block."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()

    async def start() -> HttpServer:
        made = HttpServer(Address("127.0.0.1", port), HttpOptions(), AccessOptions(), 0.0)
        made.start(LocalStore(world.root, folder, UNPOLLED))
        return made

    server = asyncio.run_coroutine_threadsafe(start(), loop).result(30)
    try:
        yield
    finally:
        asyncio.run_coroutine_threadsafe(server.stop(), loop).result(30)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


@pytest.fixture
def world(tmp_path: Path) -> ChangingWorld:
    made = make_world(tmp_path, random_for("EventSource"))
    made.extra = 3
    for _ in range(3):
        made.commit_random()
    return made


def test_it_follows_a_view_through_restarts(tmp_path: Path, world: ChangingWorld) -> None:
    port = free_port()

    def start() -> Gateway:
        return start_gateway(tmp_path / "root", tmp_path / "store", "--http", f"127.0.0.1:{port}")

    gateway = start()
    try:
        with chromium() as browser, opened(browser, port, expected=ABSENT) as page:
            told = Told(page, Followed(world, Door(gateway, port, tmp_path / "root")))
            page.evaluate(FOLLOW, "/v1/views/v/changes")
            told.take()
            for how in ("stop", "kill", *("stop", "kill") * scaled(0, 5)):
                for _ in range(scaled(10, 50)):
                    world.commit_random()
                    while told.replica.version < world.version:
                        told.take()
                world.commit_random()
                if how == "stop":
                    assert gateway.stop() == 0
                    with only_starting(world, tmp_path / "unopened", port):
                        while "57P03" not in told.errors:
                            told.take()
                else:
                    gateway.kill()
                for _ in range(3):
                    world.commit_random()
                gateway = start()
                while told.replica.version < world.version:
                    told.take()
            # Of a version that changes nothing the next one's end may tell.
            first, shown = told.versions[0], told.followed.shown
            told_of = {*told.versions, *(v for v in range(first + 1, world.version) if shown(v) == shown(v - 1))}
            assert told.versions == sorted(told.versions)
            assert told_of == {*range(first, world.version + 1)}
            assert page.evaluate("() => window.source.readyState") == 1
            page.evaluate("() => window.source.close()")
    finally:
        if gateway.process.poll() is None:
            assert gateway.stop() == 0


def test_it_ends_where_the_position_says_nothing(tmp_path: Path, world: ChangingWorld) -> None:
    """A position that is not kept does not become one by asking again: the source is closed, and its page is to begin anew."""
    gateway = start_gateway(tmp_path / "root", tmp_path / "store", "--http", f"127.0.0.1:{(port := free_port())}")
    try:
        with chromium() as browser, opened(browser, port, expected=("409",)) as page:
            page.evaluate(FOLLOW, "/v1/views/v/changes?from=1000000")
            page.wait_for_function("() => window.source.readyState === EventSource.CLOSED")
            assert page.evaluate("() => window.told") == []
    finally:
        assert gateway.stop() == 0
