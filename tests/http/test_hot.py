"""A connection's second request for a row is answered from its bytes: the same as the first, whatever it asks."""

from __future__ import annotations

import http.client
from collections.abc import Iterator
from urllib.parse import quote

import pytest

from statestore.views.local_writer import write_version
from tests.http.conftest import NAMES, ODD, ORDERS, Door, orders

Told = tuple[int, dict[str, str], bytes]


@pytest.fixture
def kept(door: Door) -> Iterator[http.client.HTTPConnection]:
    """A connection that has asked for a row, so that the next may take the hot path."""
    connection = http.client.HTTPConnection("127.0.0.1", door.port, timeout=30)
    assert ask(connection, "/v1/views/kinds/rows/1")[0] == 200
    yield connection
    connection.close()


def ask(connection: http.client.HTTPConnection, path: str, **headers: str) -> Told:
    connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    answer = connection.getresponse()
    told = {name.lower(): value for name, value in answer.getheaders() if name.lower() not in ("date", "tidegate-staleness")}
    return answer.status, told, answer.read()


PATHS = [
    *(f"/v1/views/kinds/rows/{k}" for k in (1, 2, 3, 4, "x", "1/2", "", "%31", "1?numbers=string", "1?columns=k")),
    *(f"/v1/views/orders/rows/{c}/{i}" for c, i in ((0, 0), (19, 29), (20, 0), ("a", 1), (2**40, 1))),
    *(f"/v1/views/{quote(ODD, safe='')}/rows/{quote(name, safe='')}" for name in NAMES),
    "/v1/views/nothing/rows/1", "/v1/views/orders/rows", "/v1/views/orders/rows/1", "/v1/views//rows/1", "/v1/views/orders/rows//",
]  # fmt: skip


@pytest.mark.parametrize("path", PATHS)
def test_both_ways_answer_the_same(door: Door, kept: http.client.HTTPConnection, path: str) -> None:
    fresh = http.client.HTTPConnection("127.0.0.1", door.port, timeout=30)
    general = ask(fresh, path)
    fresh.close()
    assert ask(kept, path) == general
    assert ask(kept, path) == general


def test_other_headers_are_heard(kept: http.client.HTTPConnection) -> None:
    path = "/v1/views/kinds/rows/1"
    status, told, body = ask(kept, path)
    assert ask(kept, path, If_None_Match=told["etag"])[0] == 304
    assert ask(kept, path, Host="elsewhere.example")[0] == 421
    assert ask(kept, path, Authorization="Basic x")[0] == 401
    assert ask(kept, path) == (status, told, body)
    assert ask(kept, path, Connection="close")[1]["connection"] == "close"


def test_requests_in_one_segment_are_each_answered(door: Door) -> None:
    import socket

    request = b"GET /v1/views/orders/rows/1/%d HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with socket.create_connection(("127.0.0.1", door.port)) as client:
        for numbers in ((1,), (2, 3, 4), (5,), (6, 7)):
            client.sendall(b"".join(request % n for n in numbers))
            got = b""
            while got.count(b"}") < len(numbers):
                got += client.recv(65536)
            assert [got.index(b'"id":%d,' % n) for n in numbers] == sorted(got.index(b'"id":%d,' % n) for n in numbers)
        head, rest = (request % 8)[:30], (request % 8)[30:]
        client.sendall(head)
        client.sendall(rest)
        got = b""
        while b"}" not in got:
            got += client.recv(65536)
        assert b'"id":8,' in got


def test_a_new_version_is_seen(door: Door, kept: http.client.HTTPConnection) -> None:
    path = "/v1/views/orders/rows/1/1"
    before = ask(kept, path)
    write_version(str(door.root), ORDERS, orders())
    wanted = int(before[1]["tidegate-version"]) + 1
    while int(ask(kept, path)[1].get("tidegate-version", 0)) < wanted:
        pass
    assert ask(kept, path)[2] == before[2]
