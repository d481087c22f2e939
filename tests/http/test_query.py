"""POST /v1/query: any statement, its forms, its errors, and clients that leave."""

from __future__ import annotations

import csv
import io
import json
import socket
import time
import urllib.request

import pyarrow as pa
import pytest

from gateway.http.media import ARROW, CSV, JSON, LINES
from gateway.http.problems import PROBLEM
from tests.http.conftest import Door
from tests.plugins.cluster import wait_until

MANY = "SELECT a.id, repeat('x', 100) AS {} FROM orders a, orders b"


def test_rows_and_their_types(door: Door) -> None:
    found = door.ask(
        "/v1/query", "POST", {"sql": "SELECT $1::int + 1 AS n, $2 AS t, $3::bool AS b, NULL AS x", "parameters": [41, "ü", True]}
    )
    assert found.json() == {
        "columns": [
            {"name": "n", "type": "int4"},
            {"name": "t", "type": "text"},
            {"name": "b", "type": "bool"},
            {"name": "x", "type": "text"},
        ],
        "rows": [[42, "ü", True, None]],
        "command": "SELECT 1",
        "more": False,
    }


def test_arrays_and_objects(door: Door) -> None:
    parameters = [[1, None, 3], ["a b", 'q"', "NULL", ""], {"a": [1, {"b": None}]}]
    found = door.ask(
        "/v1/query", "POST", {"sql": "SELECT $1::int[] AS i, $2::text[] AS t, $3::jsonb AS j", "parameters": parameters}
    )
    assert found.json()["rows"] == [parameters]


def test_numbers_keep_their_digits(door: Door) -> None:
    body = b'{"sql": "SELECT $1::numeric AS n", "parameters": [12345678901234567890.123456789]}'
    request = urllib.request.Request(f"http://127.0.0.1:{door.port}/v1/query", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as found:
        assert b"[[12345678901234567890.123456789]]" in found.read()


def test_numbers_within_objects_are_numbers(door: Door) -> None:
    asked = b'{"sql": "SELECT $1::jsonb AS j", "parameters": [{"a": 1.10, "b": [2.5e3, "3.0"], "\\"": {"c": -0.50}}]}'
    request = urllib.request.Request(f"http://127.0.0.1:{door.port}/v1/query", asked, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as found:
        # As PostgreSQL 15 prints that jsonb, whose keys are in the order of their lengths and bytes.
        assert b'[[{"\\"": {"c": -0.50}, "a": 1.10, "b": [2500, "3.0"]}]]' in found.read()
    infinite = door.ask("/v1/query", "POST", {"sql": "SELECT $1", "parameters": [float("nan")]})
    assert (infinite.status, "NaN" in infinite.json()["detail"]) == (400, True)


@pytest.mark.parametrize("accept", ["application/json", "application/x-ndjson", "text/csv"])
def test_vectors_of_the_catalog(door: Door, accept: str) -> None:
    sql = "SELECT '1 2'::int2vector AS a, ''::oidvector AS b"
    found = door.ask("/v1/query", "POST", {"sql": sql}, Accept=accept)
    told = {"application/json": b'"rows":[[[1,2],[]]]', "application/x-ndjson": b'{"a":[1,2],"b":[]}', "text/csv": b'1 2,""'}
    assert told[accept] in found.body


@pytest.mark.parametrize("accept", ["application/json", "application/x-ndjson", "text/csv"])
def test_copy_is_refused(door: Door, accept: str) -> None:
    found = door.ask("/v1/query", "POST", {"sql": "COPY (SELECT 1, 2) TO STDOUT"}, Accept=accept)
    assert (found.status, "COPY is not answered here" in found.json()["detail"]) == (400, True)


def test_many_rows_in_each_form(door: Door) -> None:
    sql = "SELECT customer, id, region, amount FROM orders ORDER BY customer, id"
    expected = door.sql(sql)
    assert [tuple(row) for row in door.ask("/v1/query", "POST", {"sql": sql}).json()["rows"]] == expected
    lines = door.ask("/v1/query", "POST", {"sql": sql}, Accept="application/x-ndjson").body.decode().splitlines()
    assert [tuple(json.loads(line).values()) for line in lines] == expected
    text = door.ask("/v1/query", "POST", {"sql": sql}, Accept="text/csv").body.decode()
    table = list(csv.reader(io.StringIO(text)))
    assert table[0] == ["customer", "id", "region", "amount"]
    assert [(int(c), int(i), r, float(a)) for c, i, r, a in table[1:]] == expected
    assert door.ask("/v1/query", "POST", {"sql": sql}, Accept="image/png").status == 406


def test_arrow(door: Door) -> None:
    sql = "SELECT customer, id, region, amount FROM orders ORDER BY customer, id; "
    arrow = "application/vnd.apache.arrow.stream"
    found = door.ask("/v1/query", "POST", {"sql": sql}, Accept=arrow)
    table = pa.ipc.open_stream(found.body).read_all()
    assert [tuple(row.values()) for row in table.to_pylist()] == door.sql(sql)
    wrong = door.ask("/v1/query", "POST", {"sql": "SELECT nothing FROM orders"}, Accept=arrow).json()
    assert (wrong["sqlstate"], wrong["position"]) == ("42703", 8)
    assert door.ask("/v1/query", "POST", {"sql": "SELECT $1", "parameters": [1]}, Accept=arrow).status == 400


@pytest.mark.parametrize(("sql", "position"), [("", 1), (" ;", 2), ("SHOW timezone", 1), ("SELECT 1; -- one", 9), ("SELEC", 1)])
def test_what_arrow_has_no_form_for(door: Door, sql: str, position: int) -> None:
    found = door.ask("/v1/query", "POST", {"sql": sql}, Accept=ARROW).json()
    assert (found["status"], found["sqlstate"], found["position"]) == (400, "42601", position)
    assert "others come as application/json" in found["hint"]


@pytest.mark.parametrize("sql", ["SELECT 1 AS n; ;", "SELECT 1 AS n\n;\n", "VALUES (1)", "WITH w AS (SELECT 1) TABLE w"])
def test_what_arrow_has_a_form_for(door: Door, sql: str) -> None:
    found = door.ask("/v1/query", "POST", {"sql": sql}, Accept=ARROW)
    assert found.status == 200, found.body
    assert [[*row.values()] for row in pa.ipc.open_stream(found.body).read_all().to_pylist()] == [[1]]


@pytest.mark.parametrize(
    ("accept", "media"),
    [
        ("text/html;q=0.9, text/csv;q=0.5, application/x-ndjson;q=0.8", LINES),
        ("application/json;q=0.2, application/*;q=0.9, text/csv", CSV),
        ("application/json;q=0, */*", LINES),
        ("text/*, application/json;q=0.9", CSV),
        ("text/csv; charset=utf-8, application/json", CSV),
        ("application/json, text/csv", JSON),
        ("APPLICATION/X-NDJSON ; Q=1.000", LINES),
        ("application/jsonl", LINES),
        ("text/html, image/gif, *; q=.2, */*; q=.2", JSON),
        ("", JSON),
        ("text/csv;q=0", None),
        ("text/html, */*;q=0", None),
        ("application/json;q=0.0", None),
    ],
)
def test_the_form_that_is_wanted_most(door: Door, accept: str, media: str | None) -> None:
    """RFC 9110 12.4.2, 12.5.1."""
    found = door.ask("/v1/query", "POST", {"sql": "SELECT 1"}, Accept=accept)
    assert (found.status, found.headers["content-type"].partition(";")[0]) == ((200, media) if media else (406, PROBLEM))


def test_lines_of_a_header_are_one_list(door: Door) -> None:
    body = b'{"sql": "SELECT 1"}'
    with socket.create_connection(("127.0.0.1", door.port)) as client:
        client.sendall(_post(body, "Accept: text/html\r\nAccept: text/csv\r\n"))
        assert b"content-type: text/csv" in client.recv(1000)


def test_texts_in_csv(door: Door) -> None:
    sql = """SELECT 'a,b' AS x, 'say "hi"' AS y, NULL AS z, '' AS e, E'two\\nlines' AS l"""
    text = door.ask("/v1/query", "POST", {"sql": sql}, Accept="text/csv").body.decode()
    assert text == 'x,y,z,e,l\r\n"a,b","say ""hi""",,"","two\nlines"\r\n'


@pytest.mark.parametrize(
    ("body", "status", "sqlstate"),
    [
        ({"sql": "SELECT 1/0"}, 400, "22012"),
        ({"sql": "SELECT * FROM nothing"}, 404, "42P01"),
        ({"sql": "SELEC 1"}, 400, "42601"),
        ({"sql": "DELETE FROM orders"}, 400, None),
        ({"sql": "SELECT $1::int", "parameters": ["x"]}, 400, "22P02"),
        ({"sql": "SELECT $1::int", "parameters": []}, 400, "08P01"),
        ({"sql": "SELECT 1; SELECT 2"}, 400, "42601"),
        ({"sql": 1}, 400, None),
        ({"query": "SELECT 1"}, 400, None),
        ({"sql": "SELECT '\0'"}, 400, None),
    ],
)
def test_errors(door: Door, body: dict[str, object], status: int, sqlstate: str | None) -> None:
    found = door.ask("/v1/query", "POST", body)
    assert found.status == status, found.body
    if sqlstate is not None:
        assert found.json()["sqlstate"] == sqlstate


@pytest.mark.parametrize(("rows_max", "rows", "more"), [(0, 5, False), (4, 4, True), (5, 5, True), (6, 5, False)])
def test_so_many_rows_and_no_more(door: Door, rows_max: int, rows: int, more: bool) -> None:
    """Execute that stops at the last row does not know that it was the last, as in PostgreSQL."""
    found = door.ask("/v1/query", "POST", {"sql": "SELECT g FROM generate_series(1, 5) g", "rows_max": rows_max}).json()
    assert (found["rows"], found["more"]) == ([[n] for n in range(1, rows + 1)], more)


@pytest.mark.parametrize("rows_max", [-1, 2**31, "4", 1.5, True, None])
def test_so_many_rows_cannot_be(door: Door, rows_max: object) -> None:
    assert door.ask("/v1/query", "POST", {"sql": "SELECT 1", "rows_max": rows_max}).status == 400


def test_bodies_that_are_none(door: Door) -> None:
    assert door.ask("/v1/query", "POST", {"sql": "SELECT 1"}, Content_Type="text/plain").status == 415
    deep = "[" * 100_000
    assert _raw(door, deep.encode()).startswith(b"HTTP/1.1 400")
    assert _raw(door, b"{").startswith(b"HTTP/1.1 400")
    assert _raw(door, b"[]").startswith(b"HTTP/1.1 400")
    assert _raw(door, b" " * (1 << 20) + b"{}").startswith(b"HTTP/1.1 413")


def test_an_integer_of_too_many_digits_is_named(door: Door) -> None:
    with socket.create_connection(("127.0.0.1", door.port)) as client:
        client.sendall(_post(b'{"sql": "SELECT $1", "parameters": [' + b"9" * 5_000 + b"]}", "Connection: close\r\n"))
        told = client.makefile("rb").read()
    assert told.startswith(b"HTTP/1.1 400")
    assert json.loads(told.partition(b"\r\n\r\n")[2])["detail"].endswith(
        "an integer of 5000 digits is none of its numbers; write it as a string"
    )


def test_a_setting_ends_with_its_request(door: Door) -> None:
    assert door.ask("/v1/query", "POST", {"sql": "SET timezone = 'Asia/Tokyo'"}).json()["command"] == "SET"
    assert door.ask("/v1/query", "POST", {"sql": "BEGIN"}).status == 200
    assert door.ask("/v1/query", "POST", {"sql": "SHOW timezone"}).json()["rows"] == [["UTC"]]
    assert door.ask("/v1/views/kinds/rows/1").json()["at"].endswith("Z")


def test_an_error_in_the_middle_is_told(door: Door) -> None:
    sql = "SELECT 1 / (a.id - 29) FROM orders a, orders b WHERE b.customer < 5 ORDER BY a.id"
    whole = door.ask("/v1/query", "POST", {"sql": sql})
    assert (whole.status, whole.json()["sqlstate"]) == (400, "22012")


@pytest.mark.parametrize(
    ("accept", "coding", "version"),
    [
        (JSON, "gzip", "1.1"),
        (LINES, "identity", "1.1"),
        (CSV, "identity", "1.1"),
        (CSV, "identity", "1.0"),
        (ARROW, "identity", "1.1"),
    ],
)
def test_an_answer_that_fails_in_the_middle_breaks_off(door: Door, accept: str, coding: str, version: str) -> None:
    """Lines say why; of the others the end is missing, and the log has no value of theirs."""
    number = "CASE WHEN g < 400000 THEN g ELSE ('secret' || g)::int END"
    sql = f"SELECT {number} AS g, repeat('x', 100) AS t FROM generate_series(1, 400001) g"
    told, reset, before = b"", False, len(door.gateway.log.read_text())
    with socket.create_connection(("127.0.0.1", door.port), timeout=30) as client:
        more = f"Accept: {accept}\r\nAccept-Encoding: {coding}\r\nConnection: close\r\n"
        client.sendall(_post(json.dumps({"sql": sql}).encode(), more).replace(b"HTTP/1.1", f"HTTP/{version}".encode(), 1))
        try:
            while part := client.recv(1 << 16):
                told += part
        except ConnectionResetError:
            reset = True
    assert told.startswith(b"HTTP/1.1 200"), told[:1000]
    is_whole = told.endswith(b"\r\n0\r\n\r\n")
    if accept == LINES:
        assert (is_whole, reset) == (version == "1.1", False)
        return
    assert (is_whole, reset) == (False, version == "1.0")
    (line,) = door.gateway.log.read_text()[before:].splitlines()
    assert line.endswith("an answer over HTTP broke off: SQLSTATE 22P02")


def test_a_client_that_leaves_ends_its_statement(door: Door) -> None:
    body = json.dumps({"sql": MANY.format("leaves")}).encode()
    with socket.create_connection(("127.0.0.1", door.port)) as client:
        client.sendall(_post(body))
        assert client.recv(1000).startswith(b"HTTP/1.1 200")
        assert _running(door) == 1
    wait_until(lambda: not _running(door), 20, "it ends")
    assert b'sqlstate="57P01"' not in door.ask("/metrics").body, "nobody was told"


def test_a_client_that_leaves_before_the_first_row_ends_its_statement(door: Door) -> None:
    body = json.dumps({"sql": "SELECT count(*), 'leaves' FROM orders a, orders b, orders c, orders d"}).encode()
    with socket.create_connection(("127.0.0.1", door.port)) as client:
        client.sendall(_post(body))
        wait_until(lambda: _running(door) == 1, 20, "it runs")
    wait_until(lambda: not _running(door), 20, "it ends")
    assert b'sqlstate="57P01"' not in door.ask("/metrics").body


def test_a_client_that_takes_nothing_holds_little(door: Door) -> None:
    """360,000 rows, 40 MB: the session waits with what two buffers hold."""
    body = json.dumps({"sql": MANY.format("waits")}).encode()
    with socket.create_connection(("127.0.0.1", door.port)) as client:
        client.sendall(_post(body, "Connection: close\r\n"))
        assert client.recv(100).startswith(b"HTTP/1.1 200")
        time.sleep(1.0)
        (rows,) = door.sql(
            "SELECT rows FROM tidegate.queries WHERE state = 'running' AND sql LIKE '%waits%' AND sql NOT LIKE '%queries%'"
        )[0]
        assert rows < 200_000
        taken = 0
        while part := client.recv(1 << 16):
            taken += len(part)
        assert taken > 360_000 * 100


def _running(door: Door) -> int:
    return len(
        door.sql("SELECT 1 FROM tidegate.queries WHERE state = 'running' AND sql LIKE '%leaves%' AND sql NOT LIKE '%queries%'")
    )


def _post(body: bytes, more: str = "") -> bytes:
    head = "POST /v1/query HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    return f"{head}{more}Content-Length: {len(body)}\r\n\r\n".encode() + body


def _raw(door: Door, body: bytes) -> bytes:
    with socket.create_connection(("127.0.0.1", door.port)) as client:
        client.sendall(_post(body))
        return client.recv(1000)
