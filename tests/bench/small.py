"""Queries of few rows by pgbench, prepared, with 8 connections: one step beside a point lookup, Tidegate against PostgreSQL 15."""

from __future__ import annotations

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


def run(folder: Path) -> None:
    """Print rate and ratio for each query."""
    table = rows()
    (folder / "root").mkdir()
    write_version(open_root(str(folder / "root")), SCHEMA, table)
    postgres = PostgresServer({"shared_buffers": "1GB"})
    postgres.start()
    try:
        _load(postgres.dsn, table)
        with running_gateway(folder / "root", folder / "store") as gateway:
            for name, (sql, wanted) in QUERIES.items():
                script = folder / "query.sql"
                script.write_text(f"{_SET}{sql};\n")
                ours, theirs = medians(script, "prepared", gateway.dsn, postgres.dsn, TURNS, TURN_S)
                ratio = f"ratio {ours / theirs:.2f} (wanted: {wanted})"
                print(f"{name}: Tidegate {ours:,.0f}/s, PostgreSQL {theirs:,.0f}/s, {ratio}", flush=True)
    finally:
        postgres.stop()


def _load(dsn: str, table: pa.Table) -> None:
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute(
            "CREATE TABLE orders (customer int, order_id bigint, region text, amount float8, quantity int, placed timestamptz, "
            "note text, PRIMARY KEY (customer, order_id))"
        )
        with connection.cursor().copy("COPY orders FROM STDIN") as copy:
            for row in zip(*(column.to_pylist() for column in table.columns), strict=True):
                copy.write_row(row)
        connection.execute("VACUUM ANALYZE orders")
