"""What load balancers, Prometheus and people ask."""

from __future__ import annotations

import re
import shutil
import signal
import time
from pathlib import Path

import psycopg
import pytest
from prometheus_client.parser import text_string_to_metric_families

from gateway.http.metrics import METRICS
from statestore.views.local_writer import write_version
from tests.hostile.process import resident_bytes
from tests.http.conftest import ORDERS, Door, http_port, orders
from tests.plugins.gateway import running_gateway


def samples(text: bytes) -> dict[tuple[str, tuple[tuple[str, str], ...]], float]:
    families = text_string_to_metric_families(text.decode())
    return {(s.name, tuple(sorted(s.labels.items()))): s.value for family in families for s in family.samples}


def statements(kind: str, plan: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    """The counter of such statements."""
    return "tidegate_statement_seconds_count", (("kind", kind), ("plan", plan))


def test_alive_and_ready(door: Door) -> None:
    assert door.ask("/livez").status == 200
    ready = door.ask("/readyz")
    assert (ready.status, ready.json()) == (200, {"ready": True, "reason": None, "views": {"served": 4, "known": 4}})


def test_status_says_what_sql_says(door: Door) -> None:
    found = door.ask("/status").json()
    assert [(v["name"], v["version"], v["rows"]) for v in found["views"]] == door.sql(
        "SELECT name::text, version, rows FROM tidegate.views ORDER BY name"
    )
    assert [n["name"] for n in found["nodes"]] == ["local"]
    assert (found["node"], found["cluster"]) == ("local", None)


def test_status_says_how_the_node_stands(door: Door) -> None:
    """Memory as Linux has it, within what a busy moment changes; the disk as df has it; sessions that are open."""
    with psycopg.connect(door.gateway.dsn) as idle, psycopg.connect(door.gateway.dsn) as failed:
        idle.execute("SELECT 1")
        with pytest.raises(psycopg.errors.DivisionByZero):
            failed.execute("SELECT 1/0")
        found = door.ask("/status").json()
    assert found["sessions"]["idle in transaction"] >= 1
    assert found["sessions"]["idle in transaction (aborted)"] >= 1
    assert found["connections"] >= 2
    assert found["memory"]["resident"] == pytest.approx(resident_bytes(door.gateway), rel=0.2)
    assert found["memory"]["limit"] is None or found["memory"]["limit"] > found["memory"]["resident"]
    assert found["memory"]["owners"]["heap"] > 10 << 20
    total, _, free = shutil.disk_usage(door.root)
    assert found["disk"]["total"] == total
    assert found["disk"]["free"] == pytest.approx(free, rel=0.1)


def test_every_metric_is_listed_and_no_other_is_told(door: Door) -> None:
    door.sql("SELECT count(*) FROM orders")
    families = {f.name: f for f in text_string_to_metric_families(door.ask("/metrics").body.decode())}
    assert families.keys() == METRICS.keys()
    assert {name: f.type for name, f in families.items()} == {name: kind for name, (kind, _, _) in METRICS.items()}


def test_versions_and_errors_are_counted(door: Door) -> None:
    before = samples(door.ask("/metrics").body)
    assert (
        before["tidegate_view_version", (("view", "orders"),)]
        == door.sql("SELECT version FROM tidegate.views WHERE name='orders'")[0][0]
    )
    for _ in range(3):
        assert door.ask("/v1/query", "POST", {"sql": "SELECT 1/0"}).status == 400
    assert door.ask("/v1/query", "POST", {"sql": "SELECT region, bit_or(id) FROM orders GROUP BY 1"}).status == 200
    after = samples(door.ask("/metrics").body)
    errors = ("tidegate_errors_total", (("sqlstate", "22012"),))
    assert after[errors] - before.get(errors, 0) == 3
    queries = statements("query", "scan")
    assert after[queries] - before.get(queries, 0) >= 1


def test_lookups_are_counted_by_sample(door: Door) -> None:
    before = samples(door.ask("/metrics").body)
    for i in range(640):
        door.ask(f"/v1/views/orders/rows/1/{i % 30}")
    after = samples(door.ask("/metrics").body)
    name = statements("keyed", "point")
    assert 512 <= after[name] - before.get(name, 0) <= 768


@pytest.mark.parametrize(
    ("sql", "kind", "plan"),
    [
        ("SELECT 1 FROM generate_series(1, 10000)", "query", "nothing"),
        ("SELECT bit_or(id) OVER () FROM orders WHERE customer = 1 AND id = 2", "query", "point"),
        ("SELECT bit_or(id) OVER () FROM orders WHERE customer = 1 AND id IN (1, 2)", "query", "multi-get"),
        ("SELECT bit_or(id) FROM orders WHERE customer = 1", "query", "range"),
        ("SELECT region, bit_or(id) FROM orders GROUP BY region", "query", "scan"),
        ("SELECT * FROM orders a JOIN orders b ON a.amount = b.amount + 1 WHERE a.customer = 1", "query", "scan"),
        ("EXPLAIN SELECT * FROM orders", "explain", "nothing"),
        ("COPY orders TO STDOUT", "copy", "scan"),
        ("SUBSCRIBE TO orders", "subscription", "changes"),
    ],
)
def test_statements_are_counted_by_their_plan(door: Door, sql: str, kind: str, plan: str) -> None:
    before = samples(door.ask("/metrics").body)
    with psycopg.connect(door.gateway.dsn, autocommit=True) as connection, connection.cursor() as cursor:
        if kind == "copy":
            with cursor.copy(sql) as copy:
                assert sum(1 for _ in copy)
        elif kind == "subscription":
            with connection.transaction():
                cursor.execute(f"DECLARE c CURSOR FOR {sql}".encode())
                assert cursor.execute("FETCH 1 FROM c").fetchall()
        else:
            cursor.execute(sql.encode())
    after = samples(door.ask("/metrics").body)
    _, words, _ = METRICS["tidegate_statement_seconds"]
    assert {kind, plan} <= {*re.findall(r"[a-z-]+", words)}
    counts = [key for key in after if key[0] == "tidegate_statement_seconds_count" and after[key] != before.get(key, 0)]
    assert counts == [statements(kind, plan)]
    assert after[counts[0]] - before.get(counts[0], 0) == 1


def test_memory_is_told_by_owner(tmp_path: Path) -> None:
    """Of a node that may have 1 GiB: 15/16 of it is where it ends statements."""
    root, config = tmp_path / "root", tmp_path / "tidegate.toml"
    write_version(str(root), ORDERS, orders())
    config.write_text(f"[serve]\ntotal_memory_bytes = {1 << 30}\n")
    with running_gateway(root, tmp_path / "store", "--http", "127.0.0.1:0", "--config", str(config)) as gateway:
        door = Door(gateway, http_port(gateway), root)
        door.sql("SELECT region, bit_or(id) FROM orders GROUP BY region")
        for key in range(20):
            door.sql("SELECT * FROM orders WHERE customer = 1 AND id = %s", key)
        found = samples(door.ask("/metrics").body)
        assert found["tidegate_memory_limit_bytes", ()] == (1 << 30) // 16 * 15
        owners = {dict(labels)["owner"]: value for (name, labels), value in found.items() if name == "tidegate_memory_bytes"}
        assert owners.keys() == {"blocks", "copies", "duckdb", "messages", "results", "functions", "heap", "heap_free"}
        assert owners["blocks"] > 0
        assert owners["copies"] > 0
        assert owners["functions"] == 0
        assert 10 << 20 < owners["heap"] < found["process_resident_memory_bytes", ()]
        door.sql("SELECT regexp_replace(repeat('a', 5000), '(a+)+', 'b')")
        found = samples(door.ask("/metrics").body)
        assert found["tidegate_memory_bytes", (("owner", "functions"),)] > 10 << 20
        assert (found["tidegate_memory_ended_total", ()], found["tidegate_refused_total", (("of", "memory"),)]) == (0, 0)


def test_what_is_refused_is_counted(tmp_path: Path) -> None:
    root, config = tmp_path / "root", tmp_path / "tidegate.toml"
    write_version(str(root), ORDERS, orders())
    config.write_text("[engine]\nrunning_max = 1\nqueued_max = 0\n[server]\nconnections_per_user_max = 2\n")
    with running_gateway(root, tmp_path / "store", "--http", "127.0.0.1:0", "--config", str(config)) as gateway:
        door = Door(gateway, http_port(gateway), root)
        with psycopg.connect(gateway.dsn) as one, psycopg.connect(gateway.dsn, autocommit=True) as other:
            one.execute("DECLARE c CURSOR FOR SELECT a.id FROM orders a, orders b, orders c")
            assert len(one.execute("FETCH 5 FROM c").fetchall()) == 5
            for _ in range(3):
                with pytest.raises(psycopg.errors.TooManyConnections, match="too many queries"):
                    other.execute("SELECT bit_or(id) FROM orders")
            with pytest.raises(psycopg.OperationalError, match="too many connections"):
                psycopg.connect(gateway.dsn)
            found = samples(door.ask("/metrics").body)
        assert found["tidegate_executions", (("class", "scans"), ("state", "running"))] == 1
        assert found["tidegate_refused_total", (("of", "scans"),)] == 3
        assert found["tidegate_refused_total", (("of", "connections"),)] == 1


def test_versions_that_come_are_counted(tmp_path: Path) -> None:
    root, of_orders = tmp_path / "root", (("view", "orders"),)
    write_version(str(root), ORDERS, orders(2))
    with running_gateway(root, tmp_path / "store", "--http", "127.0.0.1:0") as gateway:
        door = Door(gateway, http_port(gateway), root)
        before = samples(door.ask("/metrics").body)
        assert before["tidegate_view_rows", of_orders] == 60
        write_version(str(root), ORDERS, orders(5))
        _until(lambda: samples(door.ask("/metrics").body)["tidegate_view_version", of_orders] == 2)
        after = samples(door.ask("/metrics").body)
        assert after["tidegate_view_rows", of_orders] == 150
        assert after["tidegate_view_ingested_total", of_orders] - before["tidegate_view_ingested_total", of_orders] == 1
        took_s = after["tidegate_view_ingest_seconds_total", of_orders] - before["tidegate_view_ingest_seconds_total", of_orders]
        assert took_s > 0


def test_a_view_that_cannot_follow_is_told(tmp_path: Path) -> None:
    """A version that was committed, and cannot be read: the node serves the one before, says so, and is not ready after a while."""
    root = tmp_path / "root"
    write_version(str(root), ORDERS, orders(2))
    config = tmp_path / "tidegate.toml"
    config.write_text("[http]\nready_lag_max_s = 1.0\n")
    with running_gateway(root, tmp_path / "store", "--http", "127.0.0.1:0", "--config", str(config)) as gateway:
        door = Door(gateway, http_port(gateway), root)
        assert door.ask("/readyz").status == 200
        write_version(str(root), ORDERS, orders(5))
        of_orders = (("view", "orders"),)
        _until(lambda: samples(door.ask("/metrics").body)["tidegate_view_version", of_orders] == 2)
        (root / "orders" / "log" / f"{3:020d}.json").write_text("{ not a manifest")
        _until(lambda: samples(door.ask("/metrics").body)["tidegate_view_fault", of_orders] == 1)
        _until(lambda: door.ask("/readyz").status == 503)
        assert door.ask("/readyz").json()["reason"] == "1 views are more than 1 s behind"
        found = samples(door.ask("/metrics").body)
        assert (found["tidegate_ready", ()], found["tidegate_view_versions_behind", of_orders]) == (0, 1)
        assert found["tidegate_view_staleness_seconds", of_orders] > 1
        assert door.ask("/v1/views/orders/rows/1/1").status == 200
        assert door.ask("/v1/views/orders/rows/1/1?max_staleness=500").json()["sqlstate"] == "40001"


def test_a_root_that_is_away_makes_views_stale(tmp_path: Path) -> None:
    root = tmp_path / "root"
    write_version(str(root), ORDERS, orders(2))
    with running_gateway(root, tmp_path / "store", "--http", "127.0.0.1:0") as gateway:
        door, of_orders = Door(gateway, http_port(gateway), root), ("tidegate_view_staleness_seconds", (("view", "orders"),))
        _until(lambda: samples(door.ask("/metrics").body)[of_orders] == 0)
        away = root.rename(tmp_path / "away")
        _until(lambda: samples(door.ask("/metrics").body)[of_orders] > 1.5)
        began_s, stale_s = time.monotonic(), samples(door.ask("/metrics").body)[of_orders]
        _until(lambda: samples(door.ask("/metrics").body)[of_orders] > stale_s + 1.5)
        assert time.monotonic() - began_s > 1
        assert float(door.ask("/v1/views/orders/rows/1/1").headers["tidegate-staleness"]) > 1.5
        away.rename(root)
        _until(lambda: samples(door.ask("/metrics").body)[of_orders] == 0)


def _until(condition: object, timeout_s: float = 30.0) -> None:
    assert callable(condition)
    ends_s = time.monotonic() + timeout_s
    while not condition():
        assert time.monotonic() < ends_s
        time.sleep(0.05)


def test_draining_is_not_ready(tmp_path: Path) -> None:
    root = tmp_path / "root"
    write_version(str(root), ORDERS, orders(2))
    with running_gateway(root, tmp_path / "store", "--http", "127.0.0.1:0") as gateway:
        door = Door(gateway, http_port(gateway), root)
        with psycopg.connect(gateway.dsn) as open_transaction:
            open_transaction.execute("SELECT 1")
            gateway.process.send_signal(signal.SIGTERM)
            _until(lambda: door.ask("/readyz").status == 503)
            assert door.ask("/readyz").json()["reason"] == "the node is being shut down"
            assert door.ask("/livez").status == 200
        assert gateway.process.wait(30) == 0
