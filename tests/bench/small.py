"""Queries of few rows by pgbench, prepared, with 8 connections: one step beside a point lookup, Tidegate against PostgreSQL 15."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Final

import numpy as np
import psycopg
import pyarrow as pa

from statestore import types as st
from statestore.schema import Column, HashPartitioning, ViewSchema
from statestore.views import open_root
from statestore.views.local_writer import write_version
from tests.bench.points import medians
from tests.plugins.gateway import running_gateway
from tests.plugins.postgres import PostgresServer

CUSTOMERS: Final = 50_000
ORDERS: Final = 20
TURNS: Final = 3
TURN_S: Final = 3

SCHEMA: Final = ViewSchema(
    "orders",
    (
        Column("customer", st.Int()),
        Column("order_id", st.Long()),
        Column("region", st.String()),
        Column("amount", st.Double()),
        Column("quantity", st.Int()),
        Column("placed", st.Timestamp()),
        Column("note", st.String()),
    ),
    ("customer", "order_id"),
    ("customer",),
    HashPartitioning(8),
    (7,),
)
CUSTOMER: Final = ViewSchema(
    "customers", (Column("id", st.Int()), Column("name", st.String())), ("id",), ("id",), HashPartitioning(8), (2,)
)
_POINT: Final = "customer = :c AND order_id = :o"
_SET: Final = f"\\set c random(0, {CUSTOMERS - 1})\n\\set n random(0, {ORDERS - 1})\n\\set o :c * {ORDERS} + :n\n"
#: Name → query, and what the ratio is wanted to be.
QUERIES: Final = {
    "point": (f"SELECT note FROM orders WHERE {_POINT}", 1.2),
    "computed key": ("SELECT note FROM orders WHERE customer = :c AND order_id = :o - 1 + 1", 1.0),
    "expression": (f"SELECT upper(note), amount * 2 FROM orders WHERE {_POINT}", 1.0),
    "five expressions": (
        "SELECT upper(note), amount * 2, quantity % 7, region || '-' || note, quantity > 5 AND amount < 100 "
        f"FROM orders WHERE {_POINT}",
        1.0,
    ),
    "residual filter": (f"SELECT note FROM orders WHERE {_POINT} AND quantity < 1000", 1.0),
    "20 rows": ("SELECT * FROM orders WHERE customer = :c", 0.7),
    "count and sum": ("SELECT count(*), sum(amount) FROM orders WHERE customer = :c", 0.7),
    "group": ("SELECT region, count(*), max(amount) FROM orders WHERE customer = :c GROUP BY region", 0.7),
    "top 3": ("SELECT * FROM orders WHERE customer = :c ORDER BY amount DESC LIMIT 3", 0.7),
    "time window": (
        "SELECT count(*), sum(quantity) FROM orders WHERE customer = :c "
        "AND placed >= timestamptz '2020-09-13' AND placed < timestamptz '2022-01-01'",
        0.7,
    ),
    "multi-get of 10": (
        f"SELECT note FROM orders WHERE customer = :c AND order_id IN ({', '.join(f':c * {ORDERS} + {i}' for i in range(10))})",
        0.8,
    ),
    "join": (f"SELECT o.note, c.name FROM orders o JOIN customers c ON c.id = o.customer WHERE {_POINT}", 1.0),
    "left join of 20": (
        "SELECT o.order_id, o.note, c.name FROM orders o LEFT JOIN customers c ON c.id = o.quantity WHERE customer = :c",
        0.7,
    ),
    "joined aggregate": (
        "SELECT c.name, count(*), sum(o.amount) FROM customers c JOIN orders o ON o.customer = c.id WHERE c.id = :c "
        "GROUP BY c.name",
        0.7,
    ),
    "since now": (
        "SELECT count(*), max(placed) FROM orders WHERE customer = :c AND placed > now() - interval '20 years'",
        0.3,
    ),
    "fields": (f"SELECT extract(hour from placed), placed + interval '1 day', note LIKE 'note_1%' FROM orders WHERE {_POINT}", 1.0),
    "nothing": ("SELECT 1", 1.0),
    "distinct": ("SELECT DISTINCT region FROM orders WHERE customer = :c", 0.3),
    "any": ("SELECT note FROM orders WHERE customer = :c AND quantity = ANY ('{1,2,3,4,5}')", 0.3),
    "last 10 by key": ("SELECT * FROM orders WHERE customer = :c ORDER BY order_id DESC LIMIT 10", 0.8),
}


def rows() -> pa.Table:
    """A million orders, 20 a customer."""
    number = np.arange(CUSTOMERS * ORDERS)
    return pa.table(
        {
            "customer": pa.array(number // ORDERS, pa.int32()),
            "order_id": pa.array(number, pa.int64()),
            "region": pa.array([f"region-{i % 7}" for i in range(len(number))]),
            "amount": pa.array(np.round((number * 7919 % 100_000) * 0.37, 2)),
            "quantity": pa.array(number % 50, pa.int32()),
            "placed": pa.array(1_600_000_000_000_000 + number * 61_000_000, pa.timestamp("us", tz="UTC")),
            "note": pa.array([f"note {i * 31 % 1_000_003}" for i in range(len(number))]),
        }
    )


def customers() -> pa.Table:
    """One for each number in orders."""
    number = np.arange(CUSTOMERS)
    return pa.table({"id": pa.array(number, pa.int32()), "name": pa.array([f"customer {i}" for i in number])})


def run(folder: Path) -> None:
    """Print rate and ratio for each query; TIDEGATE_BENCH_JSON names a file for the figures."""
    tables = {"orders": rows(), "customers": customers()}
    (folder / "root").mkdir()
    for schema in (SCHEMA, CUSTOMER):
        write_version(open_root(str(folder / "root")), schema, tables[schema.name])
    postgres = PostgresServer({"shared_buffers": "1GB"})
    postgres.start()
    try:
        _load(postgres.dsn, tables)
        found = []
        with running_gateway(folder / "root", folder / "store") as gateway:
            for name, (sql, wanted) in QUERIES.items():
                script = folder / "query.sql"
                script.write_text(f"{_SET}{sql};\n")
                ours, theirs = medians(script, "prepared", gateway.dsn, postgres.dsn, TURNS, TURN_S)
                ratio = f"ratio {ours / theirs:.2f} (wanted: {wanted})"
                print(f"{name}: Tidegate {ours:,.0f}/s, PostgreSQL {theirs:,.0f}/s, {ratio}", flush=True)
                found.append({"query": name, "sql": sql, "tidegate": ours, "postgresql": theirs, "wanted": wanted})
        if "TIDEGATE_BENCH_JSON" in os.environ:
            Path(os.environ["TIDEGATE_BENCH_JSON"]).write_text(json.dumps(found, indent=1))
    finally:
        postgres.stop()


def _load(dsn: str, tables: dict[str, pa.Table]) -> None:
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute(
            "CREATE TABLE orders (customer int, order_id bigint, region text, amount float8, quantity int, placed timestamptz, "
            "note text, PRIMARY KEY (customer, order_id))"
        )
        connection.execute("CREATE TABLE customers (id int PRIMARY KEY, name text)")
        for name, table in tables.items():
            with connection.cursor().copy(f"COPY {name} FROM STDIN") as copy:
                for row in zip(*(column.to_pylist() for column in table.columns), strict=True):
                    copy.write_row(row)
        connection.execute("VACUUM ANALYZE")
