"""Spans as a collector gets them, decoded by OpenTelemetry's own messages."""

from __future__ import annotations

import http.server
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pyarrow as pa
import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from planner.errors import PlanError
from planner.parse import parse
from planner.parse.template import ParseCache
from planner.tree.statement import SelectStatement, Statement
from statestore import types as st
from statestore.schema import Column, HashPartitioning, ViewSchema
from statestore.views.local_writer import write_version
from tests.http.conftest import http_port
from tests.plugins.cluster import running_cluster, wait_until
from tests.plugins.gateway import Gateway, running_gateway
from tests.plugins.postgres import free_port

VIEW = ViewSchema("v", (Column("k", st.Int()), Column("t", st.String())), ("k",), ("k",), HashPartitioning(6), (2,))
TRACE, PARENT = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"


class Collector(http.server.ThreadingHTTPServer):
    """Keeps each span with its resource's and its own attributes."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.spans: list[tuple[Any, dict[str, Any]]] = []

    @property
    def endpoint(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1/traces"

    def named(self, text: str, count: int = 1) -> list[tuple[Any, dict[str, Any]]]:
        """Spans of statements with this text, as soon as there are so many."""
        found: list[tuple[Any, dict[str, Any]]] = []

        def there() -> bool:
            found[:] = [(span, told) for span, told in self.spans if text in told.get("db.query.text", "")]
            return len(found) >= count

        wait_until(there, 30, f"{count} spans of {text}")
        return found


class _Handler(http.server.BaseHTTPRequestHandler):
    server: Collector

    def do_POST(self) -> None:
        assert self.path == "/v1/traces"
        message = ExportTraceServiceRequest()
        message.ParseFromString(self.rfile.read(int(self.headers["content-length"])))
        for resource in message.resource_spans:
            for scope in resource.scope_spans:
                for span in scope.spans:
                    self.server.spans.append((span, _values(resource.resource.attributes) | _values(span.attributes)))
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        pass


def _values(attributes: Any) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for pair in attributes:
        kind = pair.value.WhichOneof("value")
        value = getattr(pair.value, kind)
        found[pair.key] = [each.string_value for each in value.values] if kind == "array_value" else value
    return found


@pytest.fixture
def collector() -> Iterator[Collector]:
    with Collector() as found:
        serving = threading.Thread(target=found.serve_forever)
        serving.start()
        yield found
        found.shutdown()
        serving.join()


def config(folder: Path, endpoint: str, **more: object) -> str:
    path = folder / "tidegate.toml"
    lines = [f"{name} = {value!r}" for name, value in {"endpoint": endpoint, **more}.items()]
    path.write_text("\n".join(["[trace]", *lines, ""]))
    return str(path)


def ask(gateway: Gateway, *statements: str) -> None:
    with psycopg.connect(gateway.dsn, autocommit=True) as connection:
        for sql in statements:
            connection.execute(sql.encode())


def published(folder: Path) -> Path:
    write_version(str(folder / "root"), VIEW, pa.table({"k": pa.array(range(100), pa.int32()), "t": ["x"] * 100}))
    return folder / "root"


def test_spans_tell_what_a_statement_did(tmp_path: Path, collector: Collector) -> None:
    root, begun_ns = published(tmp_path), time.time_ns()
    options = ("--config", config(tmp_path, collector.endpoint), "--http", "127.0.0.1:0")
    with running_gateway(root, tmp_path / "store", *options) as gateway:
        ask(
            gateway,
            "SELECT a.t, count(*) FROM v a, v b GROUP BY a.t",
            f"SELECT max(a.k) FROM v a, v b /*app='x',traceparent='00-{TRACE}-{PARENT}-01'*/",
        )
        with pytest.raises(psycopg.errors.DivisionByZero):
            ask(gateway, "SELECT sum(1 / (a.k - 1)) FROM v a, v b")
        request = urllib.request.Request(
            f"http://127.0.0.1:{http_port(gateway)}/v1/query",
            b'{"sql": "SELECT min(a.k) FROM v a, v b; -- the end"}',
            {"Content-Type": "application/json", "traceparent": f"00-{TRACE}-{PARENT}-01"},
        )
        with urllib.request.urlopen(request) as answer:
            assert b"[[0]]" in answer.read()
        ((alone, told),) = collector.named("GROUP BY")
        assert (alone.name, told["service.name"], told["user.name"], told["tidegate.state"]) == (
            "query",
            "tidegate",
            "tester",
            "done",
        )
        assert (told["tidegate.rows"], told["tidegate.versions"]) == (1, ["v=1"])
        assert (told["tidegate.plan"], told["tidegate.shards"]) == ("scan", ["v=[0, 1, 2, 3, 4, 5]"])
        assert told["tidegate.planning_ms"] > 0
        assert begun_ns < alone.start_time_unix_nano < alone.events[0].time_unix_nano <= alone.end_time_unix_nano < time.time_ns()
        assert alone.parent_span_id == b""
        for text in ("max(a.k)", "min(a.k)"):
            ((span, _),) = collector.named(text)
            assert (span.trace_id.hex(), span.parent_span_id.hex()) == (TRACE, PARENT)
        ((failed, _),) = collector.named("sum(1")
        assert (failed.status.code, failed.status.message) == (failed.status.STATUS_CODE_ERROR, "division by zero")


def test_who_is_not_sampled_has_no_span(tmp_path: Path, collector: Collector) -> None:
    options = ("--config", config(tmp_path, collector.endpoint, sample_ratio=0.0))
    with running_gateway(published(tmp_path), tmp_path / "store", *options) as gateway:
        ask(
            gateway,
            "SELECT count(*), 'none' FROM v a, v b",
            f"SELECT count(*), 'its trace is' FROM v a, v b /*traceparent='00-{TRACE}-{PARENT}-01'*/",
        )
        ask(gateway, f"SELECT count(*), 'not' FROM v a, v b /*traceparent='00-{TRACE}-{PARENT}-00'*/")
    # Stopping has sent what there was.
    assert [told["db.query.text"][:33] for _, told in collector.spans] == ["SELECT count(*), 'its trace is' FR"[:33]]


def test_fragments_are_below_their_statement(tmp_path: Path, collector: Collector) -> None:
    root, options = published(tmp_path), ("--config", config(tmp_path, collector.endpoint))
    with running_cluster(root, tmp_path / "nodes", arguments=options) as nodes:
        ask(nodes.nodes["a"], "SELECT t, count(*) AS whole FROM v GROUP BY t")
        ((span, told),) = [f for f in collector.named("AS whole") if f[0].parent_span_id == b""]
        assert told["service.instance.id"] == "a"
        below = [(each, of) for each, of in collector.spans if each.parent_span_id == span.span_id]
        assert {of["server.address"] for _, of in below} >= {"b", "c"}
        shards = [n for _, of in below for text in of["tidegate.shards"] for n in text.split("=[")[1].rstrip("]").split(", ")]
        assert sorted(map(int, shards)) == list(range(6)) or len(below) == 2
        for each, _ in below:
            assert each.trace_id == span.trace_id
            assert span.start_time_unix_nano <= each.start_time_unix_nano <= each.end_time_unix_nano


def test_a_collector_that_is_not_there_costs_nobody_an_answer(tmp_path: Path) -> None:
    options = ("--config", config(tmp_path, f"http://127.0.0.1:{free_port()}/v1/traces"))
    with running_gateway(published(tmp_path), tmp_path / "store", *options) as gateway:
        ask(gateway, *["SELECT count(*) FROM v a, v b"] * 20)


@pytest.mark.parametrize(
    "comment", [f"/*traceparent='00-{TRACE}-{PARENT}-01'*/", f"\n/*app='a%20b',traceparent='00-{TRACE}-{PARENT}-01'*/ ; "]
)
def test_texts_that_name_other_traces_are_one_text(comment: str) -> None:
    parsed: list[str] = []

    def parser(sql: str) -> list[Statement]:
        parsed.append(sql)
        return parse(sql)

    cache = ParseCache(parser)
    for trace in (TRACE, TRACE[::-1]):
        (found,) = cache.parse("SELECT k FROM v WHERE k = 1" + comment.replace(TRACE, trace))
        assert isinstance(found, SelectStatement)
        assert (found.text, found.trace) == ("SELECT k FROM v WHERE k = 1", f"00-{trace}-{PARENT}-01")
    assert parsed == ["SELECT k FROM v WHERE k = 1"]


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT 'a /*traceparent='x'*/",
        "SELECT '/*traceparent=''00-aa-bb-01''*/'",
        "SELECT E'a\\' /*traceparent='00'*/",
        "SELECT 1 /* /*traceparent='00-aa-bb-01'*/",
        "SELECT 1 /* /*traceparent='00-aa-bb-01'*/ */",
        "SELECT 1 -- /*traceparent='00-aa-bb-01'*/",
    ],
)  # fmt: skip
def test_what_is_no_comment_is_left(sql: str) -> None:
    def outcome(read: Callable[[str], list[Statement]]) -> object:
        try:
            return [s.text if isinstance(s, SelectStatement) else s for s in read(sql)]
        except PlanError as error:
            return error.sqlstate

    assert outcome(ParseCache().parse) == outcome(parse)
