"""What load balancers, Prometheus and people ask."""

from __future__ import annotations

import signal
import time
from pathlib import Path

import psycopg
from prometheus_client.parser import text_string_to_metric_families

from gateway.http.metrics import METRICS
from statestore.views.local_writer import write_version
from tests.http.conftest import ORDERS, Door, http_port, orders
from tests.plugins.gateway import running_gateway


def samples(text: bytes) -> dict[tuple[str, tuple[tuple[str, str], ...]], float]:
    families = text_string_to_metric_families(text.decode())
    return {(s.name, tuple(sorted(s.labels.items()))): s.value for family in families for s in family.samples}


def test_alive_and_ready(door: Door) -> None:
    assert door.ask("/livez").status == 200
    ready = door.ask("/readyz")
    assert (ready.status, ready.json()) == (200, {"ready": True, "reason": None, "views": {"served": 3, "known": 3}})


def test_status_says_what_sql_says(door: Door) -> None:
    found = door.ask("/status").json()
    assert [(v["name"], v["version"], v["rows"]) for v in found["views"]] == door.sql(
        "SELECT name::text, version, rows FROM tidegate.views ORDER BY name"
    )
    assert [n["name"] for n in found["nodes"]] == ["local"]


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
    assert door.ask("/v1/query", "POST", {"sql": "SELECT count(*) FROM orders"}).status == 200
    after = samples(door.ask("/metrics").body)
    errors = ("tidegate_errors_total", (("sqlstate", "22012"),))
    assert after[errors] - before.get(errors, 0) == 3
    queries = ("tidegate_statement_seconds_count", (("kind", "query"),))
    assert after[queries] - before.get(queries, 0) >= 1


def test_lookups_are_counted_by_sample(door: Door) -> None:
    before = samples(door.ask("/metrics").body)
    for i in range(640):
        door.ask(f"/v1/views/orders/rows/1/{i % 30}")
    after = samples(door.ask("/metrics").body)
    name = ("tidegate_statement_seconds_count", (("kind", "keyed"),))
    assert 512 <= after[name] - before.get(name, 0) <= 768


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
