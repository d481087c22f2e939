"""The rows that several benches read: a million orders, 20 a customer, with the customers; and how PostgreSQL gets the same."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any, Final

import numpy as np
import psycopg
import pyarrow as pa

from statestore import types as st
from statestore.schema import Column, HashPartitioning, ViewSchema
from statestore.views import open_root
from statestore.views.local_writer import write_version
from tests.bench.cases import CUSTOMERS, ORDERS
from tests.plugins.postgres import PostgresServer

ORDER: Final = {
    "region": st.String(), "amount": st.Double(), "quantity": st.Int(), "placed": st.Timestamp(), "note": st.String(),
}  # fmt: skip
#: Type → PostgreSQL's name, and the value number i.
TYPES: Final[dict[st.DataType, tuple[str, Any]]] = {
    st.Boolean(): ("bool", lambda i: bool(i)),
    st.Short(): ("int2", lambda i: i),
    st.Int(): ("int4", lambda i: i * 1_000),
    st.Long(): ("int8", lambda i: i << 32),
    st.Float(): ("float4", lambda i: i / 8),
    st.Double(): ("float8", lambda i: i * 0.37),
    st.Decimal(12, 2): ("numeric(12,2)", lambda i: Decimal(i).scaleb(-2)),
    st.Decimal(38, 10): ("numeric(38,10)", lambda i: Decimal(i).scaleb(-10)),
    st.String(): ("text", lambda i: f"key {i}"),
    st.Binary(): ("bytea", lambda i: b"key %d" % i),
    st.Date(): ("date", lambda i: date(2020, 1, 1) + timedelta(i)),
    st.Timestamp(): ("timestamptz", lambda i: datetime(2020, 1, 1, tzinfo=UTC) + timedelta(seconds=i)),
    st.TimestampNtz(): ("timestamp", lambda i: datetime(2020, 1, 1) + timedelta(seconds=i)),
}


def view(name: str, columns: dict[str, st.DataType], key: tuple[str, ...]) -> ViewSchema:
    """Eight shards by the first key column."""
    made = tuple(Column(column, type_) for column, type_ in columns.items())
    return ViewSchema(name, made, key, key[:1], HashPartitioning(8), (len(made),))


ORDERS_VIEW: Final = view("orders", {"customer": st.Int(), "order_id": st.Long(), **ORDER}, ("customer", "order_id"))
CUSTOMERS_VIEW: Final = view("customers", {"id": st.Int(), "name": st.String()}, ("id",))


def orders(first: list[int], number: np.ndarray[Any, Any]) -> list[pa.Array]:
    """The columns of orders with these keys."""
    return [
        pa.array(first, pa.int32()),
        pa.array(number, pa.int64()),
        pa.array([f"region-{i % 7}" for i in range(len(number))]),
        pa.array(np.round((number * 7919 % 100_000) * 0.37, 2)),
        pa.array(number % 50, pa.int32()),
        pa.array(1_600_000_000_000_000 + number * 61_000_000, pa.timestamp("us", tz="UTC")),
        pa.array([f"note {i * 31 % 1_000_003}" for i in range(len(number))]),
    ]


def million_orders() -> pa.Table:
    """The rows of ORDERS_VIEW."""
    number = np.arange(CUSTOMERS * ORDERS)
    return table(ORDERS_VIEW, orders((number // ORDERS).tolist(), number))


def customers() -> pa.Table:
    """The rows of CUSTOMERS_VIEW."""
    return table(CUSTOMERS_VIEW, [pa.array(range(CUSTOMERS), pa.int32()), pa.array([f"customer {i}" for i in range(CUSTOMERS)])])


def table(schema: ViewSchema, arrays: list[pa.Array]) -> pa.Table:
    """Rows of a view by its columns."""
    return pa.table(dict(zip([c.name for c in schema.columns], arrays, strict=True)))


@contextmanager
def beside_postgres(
    folder: Path, content: dict[ViewSchema, pa.Table], postgres: PostgresServer | None = None
) -> Iterator[PostgresServer]:
    """The rows as views under *folder*/root, and in a PostgreSQL (*postgres*, or one of 1 GB) that runs as long."""
    (folder / "root").mkdir()
    for schema, rows in content.items():
        write_version(open_root(str(folder / "root")), schema, rows)
    postgres = postgres or PostgresServer({"shared_buffers": "1GB"})
    postgres.start()
    try:
        load(postgres.dsn, content)
        yield postgres
    finally:
        postgres.stop()


def load(dsn: str, content: dict[ViewSchema, pa.Table]) -> None:
    """The same rows in PostgreSQL."""
    with psycopg.connect(dsn, autocommit=True) as connection:
        for schema, rows in content.items():
            columns = [f"{c.name} {TYPES[c.type][0]}" for c in schema.columns]
            connection.execute(f"CREATE TABLE {schema.name} ({', '.join(columns)}, PRIMARY KEY ({', '.join(schema.key)}))".encode())
            with connection.cursor().copy(f"COPY {schema.name} FROM STDIN".encode()) as copy:
                for row in zip(*(column.to_pylist() for column in rows.columns), strict=True):
                    copy.write_row(row)
        connection.execute("VACUUM ANALYZE")
