"""What the hot path answers: there and then, before the loop turns once, with what the general way answers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn.server

from gateway.engine.engine import ReadEngine
from gateway.http.api import Api
from gateway.http.hot import HotRows
from gateway.http.listening import configuration
from gateway.http.options import HttpOptions
from gateway.http.points import PointReads
from gateway.http.protocol import HttpPatience
from gateway.http.scrape import NodeMetrics
from gateway.http.sessions import Sessions
from gateway.http.standing import NodePlace
from gateway.server.options import ServerOptions
from gateway.server.shared import Shared
from statestore.node import LocalStore
from statestore.views import open_root
from statestore.views.local_writer import write_version
from tests.gateway.wired import TURNS_MAX, MemoryTransport
from tests.http.conftest import LONG, ORDERS, PLACES, TYPES, kinds, orders, places

NEXT_S = 60.0


class Clock:
    """A loop whose time stands still: timers are called by who moves it on."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop, self.now_s, self.timers = loop, 1_000.0, list[tuple[float, Callable[[], None]]]()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._loop, name)

    def time(self) -> float:
        return self.now_s

    def call_later(self, delay_s: float, callback: Callable[[], None], *told: Any) -> asyncio.TimerHandle:
        handle = self._loop.call_later(3_600, callback, *told)
        self.timers.append((self.now_s + delay_s, lambda: None if handle.cancelled() else callback(*told)))
        return handle

    def move(self, seconds: float) -> None:
        self.now_s += seconds
        due = [callback for at_s, callback in self.timers if at_s <= self.now_s]
        self.timers = [timer for timer in self.timers if timer[0] > self.now_s]
        for callback in due:
            callback()


class Asking:
    """A connection of a server without a socket."""

    def __init__(self, folder: Path) -> None:
        root, loop = folder / "root", asyncio.new_event_loop()
        for schema, rows in ((ORDERS, orders()), (TYPES, kinds()), (PLACES, places())):
            write_version(str(root), schema, rows)
        self._store = LocalStore(open_root(str(root)), folder / "store")
        self._store.start()
        self._engine, self.loop, self.clock = ReadEngine(self._store), loop, Clock(loop)
        shared, options = Shared(self._engine, ServerOptions(), loop), HttpOptions()
        self._sessions = Sessions(shared, options)
        api = Api(self._engine, shared, options, self._sessions, NodeMetrics(self._engine, shared, 0.0), NodePlace())
        patience = HttpPatience(head_s=10, body_s=10, next_s=NEXT_S, write_s=0, connections_max=10)
        self.points = PointReads(self._engine, self._sessions)
        own = {"points": self.points, "shared": shared}
        config = configuration(api, "127.0.0.1", "", patience, None, "http", HotRows, **own)
        made: Any = config.http_protocol_class
        self._made = lambda: made(config=config, server_state=uvicorn.server.ServerState(), app_state={}, _loop=self.clock)
        self.connect()

    def connect(self) -> None:
        self.protocol, self.transport = self._made(), MemoryTransport()
        self.protocol.connection_made(self.transport)

    def close(self) -> None:
        self.protocol.connection_lost(None)
        self._sessions.close()
        self.turn_until(lambda: not self.loop._ready)  # type: ignore[attr-defined]
        self.loop.close()
        self._engine.close()
        self._store.close()

    def turn_until(self, done: Callable[[], bool]) -> None:
        for _ in range(TURNS_MAX):
            if done():
                return
            self.loop.call_soon(self.loop.stop)
            self.loop.run_forever()
        raise AssertionError("it does not come to an end")

    def ask(self, path: str, headers: str = "", method: str = "GET") -> tuple[bytes, bool]:
        """The answer, and whether it was there at once."""
        self.transport.written = b""
        self.protocol.data_received(f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n{headers}\r\n".encode())
        at_once = bool(self.transport.written)
        self.turn_until(lambda: bool(self.transport.written) and self.protocol.at_rest)
        return self.transport.written, at_once


@pytest.fixture(scope="module")
def asking(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asking]:
    made = Asking(tmp_path_factory.mktemp("points"))
    yield made
    made.close()


def parts(answer: bytes) -> tuple[bytes, set[bytes], bytes]:
    """Status line, headers, body."""
    head, _, body = answer.partition(b"\r\n\r\n")
    status, *headers = head.split(b"\r\n")
    return status, {h for h in headers if not h.startswith((b"date:", b"tidegate-staleness:"))}, body


AT_ONCE = [
    "/v1/views/orders/rows/1/2",
    "/v1/views/orders/rows/1/2?columns=amount,customer",
    "/v1/views/orders/rows/1/2?columns=amount&numbers=string",
    "/v1/views/kinds/rows/1?numbers=string",
    "/v1/views/kinds/rows/%31",
    "/v1/views/orders/rows/1/1000",
    "/v1/views/an%20odd%20view%20%22x%22%20%25%3F%23/rows/a%2Fb",
]
LATER = [
    "/v1/views/orders/rows/1",
    "/v1/views/orders/rows/x/1",
    "/v1/views/orders/rows/1/2?max_staleness=60000",
    "/v1/views/orders/rows/1/2?columns=nothing",
    "/v1/views/orders/rows?customer=1",
    "/v1/views/nothing/rows/1",
]


@pytest.mark.parametrize(("path", "at_once"), [*((path, True) for path in AT_ONCE), *((path, False) for path in LATER)])
def test_it_is_answered_at_once_and_as_ever(asking: Asking, path: str, at_once: bool) -> None:
    asking.connect()
    first, early = asking.ask(path)
    assert not early, "who has not been let in is not answered yet"
    second, early = asking.ask(path)
    assert parts(second) == parts(first)
    assert early == at_once


def test_what_has_to_be_planned_waits_for_its_turn(asking: Asking) -> None:
    asking.connect()
    path = f"{AT_ONCE[0]}?columns=amount,amount"
    asking.ask(AT_ONCE[0])
    asking._sessions.close()
    asking.turn_until(lambda: not asking._engine.turns._running)
    assert asking._engine.turns.take(asking.loop, lambda: None), "it is another's"
    first, early = asking.ask(path)
    assert not early
    second, early = asking.ask(path)
    assert (parts(second), early) == (parts(first), True)


def test_who_has_the_version_is_told_at_once(asking: Asking) -> None:
    asking.connect()
    path = AT_ONCE[0]
    _, headers, _ = parts(asking.ask(path)[0])
    (tag,) = (header.partition(b": ")[2].decode() for header in headers if header.startswith(b"etag"))
    for known in (tag, f'"x", {tag}', tag.removeprefix("W/"), "*", f'"x"\r\nif-none-match: {tag}', f'{tag}\r\nIf-None-Match: "x"'):
        first, again = asking.ask(path, f"If-None-Match: {known}\r\n"), asking.ask(path, f"If-None-Match: {known}\r\n")
        assert parts(first[0]) == parts(again[0])
        assert (parts(again[0])[0], again[1]) == (b"HTTP/1.1 304 Not Modified", True)
        for absent, status in (("/v1/views/orders/rows/1/1000", b"404"), ("/v1/views/orders/rows/x/1", b"400")):
            told = [parts(asking.ask(absent, f"If-None-Match: {known}\r\n")[0]) for _ in range(2)]
            assert (told[0], told[0][0].split()[1]) == (told[1], status)
    asking.ask(path, 'If-None-Match: "x"\r\n')
    assert parts(asking.ask(path, 'If-None-Match: "x"\r\n')[0])[0] == b"HTTP/1.1 200 OK"


@pytest.mark.parametrize("coding", ["gzip", "*", "x-gzip;q=0.5"])
def test_large_rows_wait_for_gzip_only(asking: Asking, coding: str) -> None:
    asking.connect()
    path, accepts = f"/v1/views/an%20odd%20view%20%22x%22%20%25%3F%23/rows/{LONG}", f"Accept-Encoding: {coding}\r\n"
    plain = [asking.ask(path) for _ in range(2)]
    assert (parts(plain[0][0]), plain[1][1]) == (parts(plain[1][0]), True)
    assert b"vary: Authorization, Accept-Encoding" in parts(plain[1][0])[1]
    packed = [asking.ask(path, accepts) for _ in range(2)]
    assert [b"content-encoding: gzip" in parts(answer)[1] for answer, _ in packed] == [True, True]
    small = [asking.ask(AT_ONCE[0], accepts) for _ in range(2)]
    assert (small[1][1], b"content-encoding: gzip" in parts(small[1][0])[1]) == (True, False)


@pytest.mark.parametrize(
    "headers", ["Connection: close\r\n", "If-Match: x\r\n", "Range: bytes=0-1\r\n", "X: y\nConnection: close\r\n", "X: y\r\n z\r\n"]
)
def test_headers_that_change_an_answer_are_left_to_the_general_way(asking: Asking, headers: str) -> None:
    asking.connect()
    asking.ask(AT_ONCE[0])
    asking.protocol.data_received(f"GET {AT_ONCE[0]} HTTP/1.1\r\nHost: localhost\r\n{headers}\r\n".encode())
    assert asking.protocol.login.heads is None


def test_a_request_before_the_answer_to_another_is_not_let_in_by_it(asking: Asking) -> None:
    asking.connect()
    asking.ask(AT_ONCE[0])
    for headers in ("X: y\r\n", "Authorization: Basic x\r\n"):
        asking.protocol.data_received(f"GET {AT_ONCE[0]} HTTP/1.1\r\nHost: localhost\r\n{headers}\r\n".encode())
    asking.turn_until(lambda: asking.transport.written.count(b"HTTP/1.1 ") == 3 and asking.protocol.at_rest)
    answer, at_once = asking.ask(AT_ONCE[0], "Authorization: Basic x\r\n")
    assert (at_once, parts(answer)[0]) == (False, b"HTTP/1.1 401 Unauthorized")


@pytest.mark.parametrize("method", ["PUT", "HEAD", "get"])
def test_other_methods_are_others(asking: Asking, method: str) -> None:
    asking.connect()
    asking.ask(AT_ONCE[0])
    assert asking.ask(AT_ONCE[0])[1]
    answer, at_once = asking.ask(AT_ONCE[0], method=method)
    assert not at_once
    assert method == "HEAD" or answer.startswith(b"HTTP/1.1 405"), answer


def test_a_client_that_takes_nothing_is_answered_no_more(asking: Asking) -> None:
    asking.connect()
    asking.transport.connection = asking.protocol
    asking.ask(AT_ONCE[0])
    asking.transport.taking = False
    request = f"GET {AT_ONCE[0]} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    for _ in range(20):
        asking.protocol.data_received(request)
    held = asking.transport._held
    asking.turn_until(lambda: not asking.loop._ready)  # type: ignore[attr-defined]
    assert 0 < held == asking.transport._held < 1_000
    assert not asking.transport.reading
    asking.transport.taking, asking.transport.written = True, b""
    asking.transport.take()
    asking.turn_until(lambda: asking.protocol.at_rest)
    assert asking.transport.written.count(b"HTTP/1.1 200") == 19
    assert asking.transport.reading


def test_who_asks_again_and_again_may_stay(asking: Asking) -> None:
    asking.connect()
    asking.ask(AT_ONCE[0])
    for _ in range(5):
        asking.clock.move(NEXT_S * 0.7)
        assert asking.ask(AT_ONCE[0])[1]
    asking.clock.move(NEXT_S * 0.9)
    assert not asking.transport.closed
    asking.clock.move(NEXT_S * 0.2)
    assert asking.transport.closed
