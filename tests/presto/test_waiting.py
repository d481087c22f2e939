"""Clients that make the HTTP side wait: heads, bodies, idle connections, answers that nobody takes; and names it does not have."""

from __future__ import annotations

import http.client
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest

from gateway.access.hba import HbaEntry
from gateway.http.hosts import host_of
from gateway.presto.options import PrestoOptions
from gateway.server import ServerOptions
from tests.access.certificates import Authority
from tests.access.conftest import authority as authority
from tests.access.servers import tls_options
from tests.hostile.process import eventually
from tests.presto.front import Front, front

#: Longer than any test: what is meant to come does not come by chance.
NEVER_S = 3600.0
HEAD = b"POST /v1/statement HTTP/1.1\r\nHost: localhost\r\nX-Trino-User: ann\r\nContent-Length: 8\r\n\r\n"
BODY = b"SELECT 1"


@contextmanager
def _client(server: Front) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", server.presto.port), timeout=60) as made:
        yield made


def _ended(client: socket.socket) -> bytes:
    """What a client is sent until its connection ends."""
    found = bytearray()
    with suppress(ConnectionResetError):
        while data := client.recv(65536):
            found += data
    return bytes(found)


def _answer(client: socket.socket) -> int:
    response = http.client.HTTPResponse(client)
    response.begin()
    response.read()
    return response.status


def _patient(**quick: float) -> PrestoOptions:
    """Only one thing is waited for in vain."""
    times = {"request_timeout_s": NEVER_S, "body_timeout_s": NEVER_S, "keep_alive_s": NEVER_S, "poll_s": 0.1}
    return PrestoOptions(**{**times, **quick})  # type: ignore[arg-type]


@pytest.mark.parametrize("sent", [b"", HEAD[:40], HEAD[:-2]])
def test_the_first_head(sent: bytes) -> None:
    with front(options=_patient(request_timeout_s=0.2)) as server, _client(server) as client:
        client.sendall(sent)
        assert _ended(client) == b""


@pytest.mark.parametrize("together", [True, False])
def test_half_a_second_head(together: bool) -> None:
    """Behind an answered request, on a connection that was kept; also where it came with the first one."""
    with front(options=_patient(request_timeout_s=0.2)) as server, _client(server) as client:
        client.sendall(HEAD + BODY + (HEAD[:30] if together else b""))
        assert _answer(client) == 200
        if not together:
            client.sendall(HEAD[:30])
        assert _ended(client) == b""


def test_drops_win_no_time() -> None:
    with front(options=_patient(request_timeout_s=0.3)) as server, _client(server) as client, suppress(ConnectionError):
        client.settimeout(0.05)
        for byte in HEAD.replace(b"\r\n\r\n", b"\r\nX-Long: " + b"x" * 100_000):
            client.sendall(bytes([byte]))
            with suppress(TimeoutError):
                assert client.recv(1) == b""
                return
    # Only a reset gets here.


def test_a_body() -> None:
    with front(options=_patient(body_timeout_s=0.2)) as server, _client(server) as client:
        client.sendall(HEAD + BODY[:-1])
        assert _ended(client) == b""


def test_an_idle_connection() -> None:
    with front(options=_patient(keep_alive_s=0.2)) as server, _client(server) as client:
        client.sendall(HEAD + BODY)
        assert _answer(client) == 200
        assert _ended(client) == b""


def test_an_answer_that_is_long_in_coming_is_none_of_these() -> None:
    quick = _patient(request_timeout_s=0.1, body_timeout_s=0.1, keep_alive_s=0.1, poll_s=1.0)
    with front(options=quick) as server, _client(server) as client:
        client.sendall(HEAD.replace(b": 8", b": 18") + b"SELECT 1 FROM slow")
        assert _answer(client) == 200


def test_an_answer_that_is_not_taken() -> None:
    written = ServerOptions(client_write_timeout_s=0.2)
    with front(options=_patient(page_bytes=64 << 20, poll_s=30.0), server=written) as server, _client(server) as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        sql = b"SELECT n, '" + b"x" * 100_000 + b"' FROM generate_series(1, 300)"
        client.sendall(HEAD.replace(b": 8", f": {len(sql)}".encode()) + sql)
        assert client.recv(1), "the answer has begun"
        eventually(lambda: not server.presto._server.server_state.connections, "it is not waited for any longer")


def test_a_crowd_that_never_asks_keeps_nobody_out() -> None:
    """More connections than there may be have sent half a second head; whoever asks is answered, those that ask less go."""
    with front(options=PrestoOptions(connections_max=50, request_timeout_s=NEVER_S, poll_s=0.1)) as server, ExitStack() as stack:
        crowd = [stack.enter_context(_client(server)) for _ in range(120)]
        for client in crowd:
            with suppress(ConnectionError):
                client.sendall(HEAD[:30])
        for _ in range(3):
            assert server.post("SELECT 1").json()["data"] == [[1]]
        assert _ended(crowd[0]) == b""


# -------------------------------------------------------------------------------------------------------------------- names


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost", 200), ("LOCALHOST.:80", 200), ("127.0.0.1:8080", 200), ("[::1]:8080", 200), ("10.1.2.3", 200),
        (socket.gethostname(), 200), ("db.example", 200), ("Other:1", 200), ("evil.example", 421), ("evil.example:8080", 421),
        ("localhost.evil.example", 421), ("127.0.0.1.evil.example", 421), ("", 421), ("db.example@evil", 421), ("[evil", 421),
    ],
)  # fmt: skip
def test_a_host_that_it_was_told(host: str, status: int) -> None:
    with front(options=PrestoOptions(hosts="db.example, other")) as server:
        for path, method in (("/v1/statement", "POST"), ("/v1/info", "GET")):
            connection = http.client.HTTPConnection("127.0.0.1", server.presto.port, timeout=30)
            headers = {"Host": host, "X-Trino-User": "ann"}
            connection.request(method, path, body="SELECT 1" if method == "POST" else None, headers=headers)
            answer = connection.getresponse()
            text = answer.read().decode()
            connection.close()
            assert answer.status == status, (path, text)
            assert status == 200 or "[presto]" in text


def test_over_https_the_certificate_says_it(tmp_path: Path, authority: Authority) -> None:
    options = tls_options(authority.issue("localhost"))
    with front(HbaEntry("trust", address="loopback"), folder=tmp_path, access=options, verify=str(authority.certificate)) as server:
        assert server.post("SELECT 1", headers={"Host": "db.example"}).status_code == 200


@pytest.mark.parametrize(("header", "host"), [("a:1", "a"), ("[::1]:1", "::1"), ("::1", ""), ("A.", "a"), ("", "")])
def test_hosts_without_their_ports(header: str, host: str) -> None:
    assert host_of(header) == host
