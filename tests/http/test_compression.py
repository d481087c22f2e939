"""gzip: the same bytes once unpacked, rows as they come, and a client that takes nothing holds little."""

from __future__ import annotations

import gzip
import json
import socket
import time
import zlib
from urllib.parse import quote

import pytest

from tests.http.conftest import LONG, ODD, Door
from tests.http.test_query import _post as post

ROWS = {"sql": "SELECT customer, id, region, amount FROM orders ORDER BY customer, id"}
#: More rows than anybody takes, which do not shrink to nothing.
ENDLESS = """
SELECT md5(concat_ws('/', a.customer, a.id, b.customer, b.id, c.customer, c.id)) AS {} FROM orders a, orders b, orders c"""


@pytest.mark.parametrize(
    ("path", "body", "accept"),
    [
        ("/v1/views/orders/rows?limit=500", None, "*/*"),
        ("/v1/query", ROWS, "application/json"),
        ("/v1/query", ROWS, "application/x-ndjson"),
        ("/v1/query", ROWS, "text/csv"),
        ("/metrics", None, "*/*"),
        ("/v1/views/orders/rows:lookup", {"keys": [[1, i] for i in range(30)]}, "*/*"),
    ],
)
def test_large_answers_are_packed_for_who_accepts_it(door: Door, path: str, body: object, accept: str) -> None:
    method = "GET" if body is None else "POST"
    plain = door.ask(path, method, body, Accept=accept)
    packed = door.ask(path, method, body, Accept=accept, Accept_Encoding="br, gzip;q=0.5")
    assert (plain.headers.get("content-encoding"), packed.headers["content-encoding"]) == (None, "gzip")
    assert "Accept-Encoding" in plain.headers["vary"]
    assert "Accept-Encoding" in packed.headers["vary"]
    assert len(packed.body) < len(plain.body) / 2
    if path != "/metrics":  # which changes
        assert gzip.decompress(packed.body) == plain.body


@pytest.mark.parametrize(
    ("accept", "packed"),
    [
        ("gzip", True),
        ("GZIP", True),
        ("x-gzip", True),
        ("*", True),
        ("br;q=1.0, gzip;q=0.8, *;q=0.1", True),
        ("identity, gzip", True),
        ("gzip;q=0", False),
        ("gzip;q=0.000, *", False),
        ("*;q=0", False),
        ("identity, gzip;q=0.5", False),
        ("notgzip", False),
        ("gzip-2, br", False),
        ("", False),
    ],
)
def test_gzip_is_for_who_wants_it(door: Door, accept: str, packed: bool) -> None:
    """RFC 9110 12.5.3, 8.4.1.3."""
    found = door.ask("/v1/views/orders/rows?limit=500", Accept_Encoding=accept)
    assert ("content-encoding" in found.headers, "Accept-Encoding" in found.headers["vary"]) == (packed, True)


def test_small_answers_and_arrow_are_as_they_are(door: Door) -> None:
    for path in ("/v1/views/orders/rows/1/2", "/v1/views/orders/rows/1/2000", "/livez", "/v1/views/nothing/rows/1"):
        assert "content-encoding" not in door.ask(path, Accept_Encoding="gzip").headers
    arrow = door.ask("/v1/query", "POST", ROWS, Accept="application/vnd.apache.arrow.stream", Accept_Encoding="gzip")
    assert (arrow.status, arrow.headers.get("content-encoding")) == (200, None)


def test_a_row_of_a_kilobyte_is_packed(door: Door) -> None:
    path = f"/v1/views/{quote(ODD, safe='')}/rows/{LONG}"
    packed = door.ask(path, Accept_Encoding="gzip")
    assert packed.headers["content-encoding"] == "gzip"
    assert json.loads(gzip.decompress(packed.body))["name"] == LONG
    tag = packed.headers["etag"]
    assert tag.startswith("W/"), "the same bytes are not promised"
    assert door.ask(path, Accept_Encoding="gzip", If_None_Match=tag).status == 304


def test_rows_come_while_others_are_made(door: Door) -> None:
    with _asking(door, "streams") as client:
        unpack, text = zlib.decompressobj(16 + zlib.MAX_WBITS), b""
        while text.count(b"\n") < 100:
            text += unpack.decompress(_chunk(client))
        assert _running(door, "streams"), "it is not at its end"
    assert all(len(json.loads(line)["streams"]) == 32 for line in text.splitlines()[:99])


def test_a_client_that_takes_nothing_holds_little(door: Door) -> None:
    with _asking(door, "waits"):
        before, ends_s = -1, time.monotonic() + 60
        while (rows := _running(door, "waits")[0]) != before:
            assert time.monotonic() < ends_s, "it runs on"
            before = rows
            time.sleep(0.5)
        assert 0 < rows < 2_000_000


def _asking(door: Door, name: str) -> socket.socket:
    """A client that has read the head of the answer."""
    client = socket.create_connection(("127.0.0.1", door.port), timeout=30)
    body = json.dumps({"sql": ENDLESS.format(name)}).encode()
    client.sendall(post(body, "Accept: application/x-ndjson\r\nAccept-Encoding: gzip\r\n"))
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        head += client.recv(1)
    assert b"content-encoding: gzip" in head, head
    return client


def _chunk(client: socket.socket) -> bytes:
    """The next one of the answer."""
    size = b""
    while not size.endswith(b"\r\n"):
        size += client.recv(1)
    left, found = int(size, 16) + 2, b""
    while len(found) < left:
        found += client.recv(left - len(found))
    return found[:-2]


def _running(door: Door, name: str) -> list[int]:
    """Rows that have been given so far."""
    asked = f"SELECT rows FROM tidegate.queries WHERE state = 'running' AND sql LIKE '%AS {name}%' AND sql NOT LIKE '%queries%'"
    return [rows for (rows,) in door.sql(asked)]
