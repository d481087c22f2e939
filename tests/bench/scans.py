"""Queries over all of a million orders, one connection, prepared: Tidegate's columnar copy against PostgreSQL 15."""

from __future__ import annotations

import json
import os
import statistics
import time
from pathlib import Path
from typing import Final

import psycopg

from tests.bench.orders import CUSTOMERS_VIEW, ORDERS_VIEW, beside_postgres, customers, million_orders
from tests.plugins.gateway import running_gateway

TURNS: Final = 15
#: Both servers' zone. One with summer time, as most have.
ZONE: Final = "America/New_York"
#: Name → query, and what the ratio is wanted to be.
QUERIES: Final = {
    "group by text": ("SELECT region, count(*), sum(quantity), max(amount) FROM orders GROUP BY region", 8.0),
    "group by int": ("SELECT quantity, count(*), max(amount) FROM orders GROUP BY quantity", 8.0),
    "group by two": ("SELECT region, quantity, count(*), max(amount) FROM orders GROUP BY region, quantity", 8.0),
    "group by many": ("SELECT count(*), max(n) FROM (SELECT customer, count(*) AS n FROM orders GROUP BY customer) c", 2.0),
    "months": ("SELECT date_trunc('month', placed, 'UTC'), count(*), sum(quantity) FROM orders GROUP BY 1", 8.0),
    "months of a zone": ("SELECT date_trunc('month', placed), count(*), sum(quantity) FROM orders GROUP BY 1", 4.0),
    "days": ("SELECT date_trunc('day', placed), count(*) FROM orders GROUP BY 1", 4.0),
    "hours of the day": ("SELECT extract(hour FROM placed), count(*) FROM orders GROUP BY 1", 4.0),
    "like prefix": ("SELECT count(*) FROM orders WHERE note LIKE 'note 12%'", 4.0),
    "like infix": ("SELECT count(*) FROM orders WHERE note LIKE '%77%'", 4.0),
    "like infix, few texts": ("SELECT count(*) FROM orders WHERE region LIKE '%-3%'", 4.0),
    "ilike": ("SELECT count(*) FROM orders WHERE note ILIKE '%E 77%'", 4.0),
    "join": (
        "SELECT c.id % 10, count(*), sum(o.quantity) FROM orders o JOIN customers c ON c.id = o.customer GROUP BY 1",
        8.0,
    ),
    "filter count": ("SELECT count(*) FROM orders WHERE amount > 20000 AND quantity < 25", 8.0),
    "filter by time": ("SELECT count(*) FROM orders WHERE placed >= timestamptz '2021-01-01' AND quantity = 7", 8.0),
    "count distinct": ("SELECT count(DISTINCT customer) FROM orders", 4.0),
    "count distinct text": ("SELECT count(DISTINCT region) FROM orders", 4.0),
    "sum of numeric": ("SELECT region, sum(quantity * 1.25) FROM orders GROUP BY region", 1.0),
    "sum of bigint": ("SELECT sum(order_id), avg(quantity) FROM orders", 1.0),
    "window": (
        "SELECT count(*) FROM (SELECT row_number() OVER (PARTITION BY customer ORDER BY amount DESC) AS n FROM orders) o "
        "WHERE n = 1",
        4.0,
    ),
    "top 10": ("SELECT order_id, amount FROM orders ORDER BY amount DESC, order_id LIMIT 10", 4.0),
}


def run(folder: Path) -> None:
    """Print both times and the ratio for each query; TIDEGATE_BENCH_JSON names a file for the figures."""
    content = {ORDERS_VIEW: million_orders(), CUSTOMERS_VIEW: customers()}
    with (
        beside_postgres(folder, content) as postgres,
        running_gateway(folder / "root", folder / "store") as gateway,
        psycopg.connect(gateway.dsn, autocommit=True) as ours,
        psycopg.connect(postgres.dsn, autocommit=True) as theirs,
    ):
        found = [_compared(name, sql, wanted, ours, theirs) for name, (sql, wanted) in QUERIES.items()]
    if "TIDEGATE_BENCH_JSON" in os.environ:
        Path(os.environ["TIDEGATE_BENCH_JSON"]).write_text(json.dumps(found, indent=1))


def _compared(name: str, sql: str, wanted: float, ours: psycopg.Connection, theirs: psycopg.Connection) -> dict[str, str | float]:
    for connection in (ours, theirs):
        connection.execute(f"SET TimeZone = '{ZONE}'")
    assert sorted(ours.execute(sql, prepare=True)) == sorted(theirs.execute(sql, prepare=True)), sql
    taken: tuple[list[float], list[float]] = ([], [])
    for _ in range(TURNS):
        for connection, times in zip((ours, theirs), taken, strict=True):
            begun_s = time.perf_counter()
            connection.execute(sql, prepare=True).fetchall()
            times.append(time.perf_counter() - begun_s)
    tidegate_s, postgresql_s = map(statistics.median, taken)
    ratio = f"ratio {postgresql_s / tidegate_s:.1f} (wanted: {wanted:.0f})"
    print(f"{name}: Tidegate {tidegate_s * 1e3:.1f} ms, PostgreSQL {postgresql_s * 1e3:.1f} ms, {ratio}", flush=True)
    return {"query": name, "sql": sql, "tidegate_s": tidegate_s, "postgresql_s": postgresql_s, "wanted": wanted}
