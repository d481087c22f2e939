"""Clients of the HTTP port that are slow, endless, many or mean harm: what each gets; whoever asks meanwhile is answered."""

from __future__ import annotations

import http.client
import json
import re
import socket
import struct
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Final

import pytest

from statestore.views.local_writer import write_version
from tests.hostile.crowd import allow_many_sockets
from tests.hostile.process import bugs, descriptors, eventually, resident_bytes
from tests.http.conftest import ORDERS, Door, http_port, orders
from tests.plugins.gateway import running_gateway

BODY_BYTES_MAX: Final = 1 << 16
CONFIG: Final = f"[http]\nrequest_timeout_s = 1.0\nbody_timeout_s = 1.0\nbody_bytes_max = {BODY_BYTES_MAX}\n"
ROW: Final = "/v1/views/orders/rows/1/2"
GET: Final = f"GET {ROW} HTTP/1.1\r\nHost: localhost\r\n".encode()
POST: Final = b"POST /v1/query HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
CHUNKED: Final = POST + b"Transfer-Encoding: chunked\r\n\r\n"
#: connections_max of [http] is 1,000: for each further one the one that has been silent for longest goes.
IDLE: Final = 1_200
#: What the process may grow by meanwhile.
GROWTH_BYTES_MAX: Final = 64 << 20
#: Descriptors that come and stay: of threads, files of views.
DESCRIPTORS_MORE_MAX: Final = 16


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Door]:
    folder = tmp_path_factory.mktemp("impatient")
    write_version(str(folder / "root"), ORDERS, orders())
    (folder / "tidegate.toml").write_text(CONFIG)
    allow_many_sockets()
    with running_gateway(
        folder / "root", folder / "store", "--http", "127.0.0.1:0", "--config", str(folder / "tidegate.toml")
    ) as gateway:
        yield Door(gateway, http_port(gateway), folder / "root")


@pytest.fixture
def door(impatient: Door) -> Iterator[Door]:
    """After each test others are served, nothing is held, and no bug is logged."""
    held, memory = descriptors(impatient.gateway), resident_bytes(impatient.gateway)
    yield impatient
    assert impatient.ask(ROW).json()["amount"] == 100.5
    eventually(lambda: descriptors(impatient.gateway) <= held + DESCRIPTORS_MORE_MAX, "descriptors are given back")
    assert resident_bytes(impatient.gateway) - memory < GROWTH_BYTES_MAX
    log = impatient.gateway.log.read_text()
    assert not bugs(log), log[-4000:]


@contextmanager
def client(door: Door) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", door.port), timeout=60) as made:
        yield made


def ended(client: socket.socket) -> bytes:
    """What a client is sent until its connection ends."""
    found = bytearray()
    with suppress(ConnectionResetError):
        while data := client.recv(1 << 16):
            found += data
    return bytes(found)


def poured(client: socket.socket, piece: bytes) -> bytes:
    """Send a piece again and again until the server will not have more; what it said."""
    with suppress(ConnectionError):
        while True:
            client.sendall(piece)
    return ended(client)


@pytest.mark.parametrize("sent", [b"", GET[:20], GET], ids=["nothing", "half a line", "no end"])
def test_a_head_that_does_not_come(door: Door, sent: bytes) -> None:
    with client(door) as slow:
        slow.sendall(sent)
        assert ended(slow) == b""


def test_a_head_that_comes_drop_by_drop(door: Door) -> None:
    with client(door) as slow, suppress(ConnectionError):
        slow.settimeout(0.05)
        slow.sendall(GET + b"X-Long: ")
        for _ in range(1_000):
            slow.sendall(b"x")
            with suppress(TimeoutError):
                assert slow.recv(1) == b""
                return
        pytest.fail("it is waited for without end")


@pytest.mark.parametrize(
    ("head", "piece"),
    [
        (GET + b"X-Long: ", b"x" * 4096),
        (GET, b"X: y\r\n" * 700),
        (b"GET /", b"x" * 4096),
        (CHUNKED, b"1000\r\n" + b" " * 4096 + b"\r\n"),
        (CHUNKED + b"1", b"0" * 4096),
        (CHUNKED + b"10;", b"x" * 4096),
    ],
    ids=["a header", "headers", "a path", "a body", "a chunk's length", "a chunk's extension"],
)
def test_what_has_no_end(door: Door, head: bytes, piece: bytes) -> None:
    memory = resident_bytes(door.gateway)
    with client(door) as endless:
        endless.sendall(head)
        told = poured(endless, piece)
    assert told == b"" or told.startswith((b"HTTP/1.1 400", b"HTTP/1.1 413")), "what it said may be lost with the connection"
    assert resident_bytes(door.gateway) - memory < GROWTH_BYTES_MAX


def test_a_body_of_two_gigabytes_is_refused_by_its_length(door: Door) -> None:
    for length in (BODY_BYTES_MAX + 1, 1 << 31, 10**18):
        with client(door) as large:
            large.sendall(POST + f"Content-Length: {length}\r\n\r\n".encode())
            answer = http.client.HTTPResponse(large)
            answer.begin()
            assert answer.status == 413, length
            assert "body_bytes_max" in json.loads(answer.read())["detail"]


def test_a_body_that_does_not_come(door: Door) -> None:
    with client(door) as slow:
        slow.sendall(POST + b'Content-Length: 20\r\n\r\n{"sql": ')
        assert ended(slow) == b""


def test_a_thousand_idle_connections(door: Door) -> None:
    memory = resident_bytes(door.gateway)
    with ExitStack() as stack:
        for _ in range(IDLE):
            stack.enter_context(client(door))
        for _ in range(3):
            assert door.ask(ROW).status == 200
        assert resident_bytes(door.gateway) - memory < GROWTH_BYTES_MAX


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"[" * 60_000, 400),
        (b'{"sql":' * 9_000, 400),
        (b'{"sql": "SELECT $1", "parameters": [' + b"[" * 900 + b"]" * 900 + b"]}", 400),
        (b'{"sql": "SELECT $1::text", "parameters": [' + b'{"a":' * 900 + b"1" + b"}" * 900 + b"]}", 200),
        (b'{"sql": "SELECT $1", "parameters": [' + b"9" * 50_000 + b"]}", 400),
        (b'{"sql": "SELECT $1::numeric", "parameters": [[' + b"9" * 5_000 + b"]]}", 400),
        (b'{"sql": "SELECT $1::numeric", "parameters": [1e' + b"9" * 50_000 + b"]}", 400),
        (b'{"sql": "SELECT ' + b"(" * 60_000 + b'"}', 400),
        (b'{"keys": [' + b"[]," * 20_000 + b"[]]}", 400),
        (b'{"sql": "\\ud800"}', 400),
        (b"\xff\xfe{}", 400),
        (b"", 400),
    ],
    ids=["arrays", "objects", "dimensions", "an object", "digits", "fewer digits", "exponent",
         "brackets", "keys", "half a sign", "UTF-16", "none"],
)  # fmt: skip
def test_json_that_is_a_bomb(door: Door, body: bytes, status: int) -> None:
    for path in ("/v1/query", "/v1/views/orders/rows:lookup"):
        connection = http.client.HTTPConnection("127.0.0.1", door.port, timeout=60)
        connection.request("POST", path, body, {"Content-Type": "application/json"})
        answer = connection.getresponse()
        told = json.loads(answer.read())
        assert answer.status == (status if path == "/v1/query" else 400), told
        connection.close()


def test_requests_that_come_together_are_answered_in_turn(door: Door) -> None:
    body = b'{"sql": "SELECT 7 AS seven"}'
    query = POST + f"Content-Length: {len(body)}\r\n\r\n".encode() + body
    with client(door) as eager:
        eager.sendall((GET + b"\r\n" + query) * 50 + b"NO SENSE\r\n\r\n" + GET + b"\r\n")
        told = ended(eager)
    assert re.findall(rb"HTTP/1\.1 (\d+)", told) == [b"200"] * 100 + [b"400"]
    assert told.count(b"[7]") == told.count(b'"amount":100.5') == 50
    assert told.count(b"content-type: application/problem+json") == 1


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (b"GET http://localhost/livez HTTP/1.1\r\nHost: localhost\r\n\r\n", 200),
        (b"GET HTTP://127.0.0.1:1/v1/views/orders/rows/1/2?columns=id HTTP/1.1\r\nHost: evil.example\r\n\r\n", 200),
        (b"GET http://localhost HTTP/1.1\r\nHost: localhost\r\n\r\n", 200),
        (b"GET http://localhost?x=1 HTTP/1.1\r\nHost: localhost\r\n\r\n", 200),
        (b"GET http://localhost/livez HTTP/1.0\r\n\r\n", 200),
        (b"GET http://evil.example/livez HTTP/1.1\r\nHost: localhost\r\n\r\n", 421),
        (b"GET http://evil.example/livez HTTP/1.0\r\n\r\n", 421),
        (b"GET http://user@localhost/livez HTTP/1.1\r\nHost: localhost\r\n\r\n", 421),
        (b"GET https://localhost/livez HTTP/1.1\r\nHost: localhost\r\n\r\n", 421),
        (b"GET ftp://localhost/livez HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
        (b"GET x/livez HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
        (b"GET * HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
        (b"OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n", 204),
        (b"OPTIONS * HTTP/1.1\r\nHost: evil.example\r\n\r\n", 421),
        (b"CONNECT localhost:443 HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
        (GET + b"Host: elsewhere\r\n\r\n", 400),
        (b"GET /livez HTTP/1.1\r\n\r\n", 400),
        (CHUNKED.replace(b"\r\n\r\n", b"\r\nContent-Length: 5\r\n\r\n") + b"0\r\n\r\n", 400),
        (GET + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
    ],
)
def test_heads_that_are_read_in_one_way(door: Door, request_: bytes, status: int) -> None:
    """RFC 9112 3.2, 3.2.2, 6.3; RFC 9110 9.3.7."""
    with client(door) as one:
        one.sendall(request_)
        answer = http.client.HTTPResponse(one)
        answer.begin()
        told = answer.read()
        assert (answer.status, answer.getheader("allow")) == (status, "GET, HEAD, OPTIONS, POST" if status == 204 else None)
        if status >= 400:
            assert answer.getheader("content-type") == "application/problem+json"
            assert json.loads(told)["status"] == status
        if status == 400:
            assert ended(one) == b"", "what follows is not heard"


def test_a_body_that_makes_no_sense_while_its_answer_comes(door: Door) -> None:
    with client(door) as one:
        head = b"GET /v1/views/orders/changes?from=now HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n"
        one.sendall(head + b"Transfer-Encoding: chunked\r\n\r\n")
        assert one.recv(1 << 16).startswith(b"HTTP/1.1 200")
        one.sendall(b"no chunk\r\n")
        assert not ended(one).endswith(b"0\r\n\r\n")


@pytest.mark.parametrize("form", ["application/json", "application/x-ndjson", "text/csv", "application/vnd.apache.arrow.stream"])
def test_a_client_that_is_gone_in_the_middle_of_its_rows(door: Door, form: str) -> None:
    sql = "SELECT a.id, repeat('x', 100) AS gone FROM orders a, orders b"
    running = "SELECT count(*) FROM tidegate.queries WHERE state = 'running' AND sql LIKE '%AS gone%' AND sql NOT LIKE '%queries%'"
    body = json.dumps({"sql": sql}).encode()
    with client(door) as leaving:
        leaving.sendall(POST + f"Accept: {form}\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body)
        taken = 0
        while taken < 100_000:
            taken += len(leaving.recv(1 << 16))
        assert door.sql(running) == [(1,)]
        leaving.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    eventually(lambda: door.sql(running) == [(0,)], "its statement ends")


def test_pages_of_others_may_not_ask(door: Door) -> None:
    """Nothing is said that would let a browser show them an answer, and no body that they may send unasked is taken."""
    origin = {"Origin": "http://evil.example"}
    asked = door.ask("/v1/query", "OPTIONS", **origin, Access_Control_Request_Method="POST")
    assert asked.status == 405
    for form in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        assert door.ask("/v1/query", "POST", {"sql": "SELECT 1"}, **origin, Content_Type=form).status == 415
    answers = [asked, door.ask(ROW, **origin), door.ask("/v1/query", "POST", {"sql": "SELECT 1"}, **origin)]
    assert not [name for answer in answers for name in answer.headers if name.startswith("access-control-")]
    with socket.create_connection(("127.0.0.1", door.port)) as load_balancer:
        load_balancer.sendall(b"GET /livez HTTP/1.0\r\n\r\n")
        assert load_balancer.makefile("rb").readline().split()[1] == b"200"
    for host in ("evil.example", "localhost.evil.example", "127.0.0.1.evil.example:80", ""):
        answers = [door.ask(path, Host=host) for path in ("/", ROW, "/livez")]
        assert [(a.status, a.headers["content-type"]) for a in answers] == [(421, "application/problem+json")] * 3, host


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        ("/", "GET, HEAD"),
        ("/page/main.js", "GET, HEAD"),
        ("/page/nothing.js", None),
        ("/status", "GET, HEAD"),
        ("/v1/views", "GET, HEAD"),
        ("/v1/views/orders", "GET, HEAD"),
        ("/v1/views/orders/count", "GET, HEAD"),
        ("/v1/views/orders/changes", "GET, HEAD"),
        ("/v1/views/orders/rows", "GET, HEAD"),
        (ROW, "GET, HEAD"),
        ("/v1/views/orders/rows:lookup", "POST"),
        ("/v1/views/orders/nothing", None),
        ("/v1/views/orders/count/1", None),
        ("/v1/metadata", "GET, HEAD"),
        ("/v1/metadata/nothing", None),
        ("/v1/metadata/views/orders/keys/1/2", "GET, HEAD"),
        ("/v1/query", "POST"),
        ("/v1/query/1", None),
        ("/v1", None),
    ],
)
def test_methods_of_a_path(door: Door, path: str, allowed: str | None) -> None:
    """RFC 9110 15.5.6: 405 says which there are; a path that there is not has none."""
    found = door.ask(path, "PUT", {})
    assert (found.status, found.headers.get("allow")) == (404 if allowed is None else 405, allowed)
