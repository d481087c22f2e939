"""Queries of few rows by pgbench: one step beside a point lookup, and the families around each, Tidegate against PostgreSQL 15."""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any, Final

import numpy as np
import psycopg
import pyarrow as pa

from statestore import types as st
from statestore.arrow import arrow_type
from statestore.schema import Column, HashPartitioning, ViewSchema
from statestore.views import open_root
from statestore.views.local_writer import write_version
from tests.bench.cases import CUSTOMERS, LEAST, ORDERS, SIZES, Case, cases
from tests.bench.page import page
from tests.bench.points import medians
from tests.plugins.gateway import running_gateway
from tests.plugins.postgres import PostgresServer

#: Turns of each server and their seconds: of what is named, of its neighbours.
NAMED_TURNS: Final = (3, 3)
TURNS: Final = (1, 2)
TYPED_ROWS: Final = 1_000

_ORDER: Final = {
    "region": st.String(), "amount": st.Double(), "quantity": st.Int(), "placed": st.Timestamp(), "note": st.String(),
    "digest": st.Binary(),
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


ORDERS_VIEW: Final = view("orders", {"customer": st.Int(), "order_id": st.Long(), **_ORDER}, ("customer", "order_id"))
CUSTOMERS_VIEW: Final = view("customers", {"id": st.Int(), "name": st.String()}, ("id",))
SIZED_VIEW: Final = view("sized", {"size": st.Int(), "number": st.Long(), **_ORDER}, ("size", "number"))


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
        pa.array([b"%d" % i for i in range(len(number))], pa.binary()),
    ]


def tables() -> dict[ViewSchema, pa.Table]:
    """A million orders, 20 a customer; customers; groups of orders of certain sizes; and a view for each type."""
    number = np.arange(CUSTOMERS * ORDERS)
    sizes = [size for size in SIZES for _ in range(size)]
    names = [f"customer {i}" for i in range(CUSTOMERS)]
    found = {
        ORDERS_VIEW: orders((number // ORDERS).tolist(), number),
        CUSTOMERS_VIEW: [pa.array(range(CUSTOMERS), pa.int32()), pa.array(names)],
        SIZED_VIEW: orders(sizes, np.arange(len(sizes))),
    }
    for type_, (name, value) in TYPES.items():
        values = pa.array([value(i) for i in range(2 if name == "bool" else TYPED_ROWS)], arrow_type(type_))
        found[typed(type_)] = [values, values]
    return {schema: pa.table(dict(zip([c.name for c in schema.columns], of, strict=True))) for schema, of in found.items()}


def typed(type_: st.DataType) -> ViewSchema:
    """The view whose key and value are of that type."""
    name = TYPES[type_][0].translate(str.maketrans("(,", "__", ")"))
    return view(f"of_{name}", {"k": type_, "v": type_}, ("k",))


def run(folder: Path) -> None:
    """Print rate and ratio for each query; TIDEGATE_BENCH_JSON names a file for the figures, beside which comes a page."""
    content = tables()
    (folder / "root").mkdir()
    for schema, table in content.items():
        write_version(open_root(str(folder / "root")), schema, table)
    postgres = PostgresServer({"shared_buffers": "1GB"})
    postgres.start()
    try:
        literals = _load(postgres.dsn, content)
        found = []
        with running_gateway(folder / "root", folder / "store") as gateway:
            for case in cases(literals):
                ours, theirs = _rates(case, folder / "query.sql", gateway.dsn, postgres.dsn)
                ratio = f"ratio {ours / theirs:.2f} (wanted: {case.wanted})"
                print(f"{case.family}, {case.name}: Tidegate {ours:,.0f}/s, PostgreSQL {theirs:,.0f}/s, {ratio}", flush=True)
                found.append({**asdict(case), "tidegate": ours, "postgresql": theirs})
        low = [f"{row['family']}, {row['name']}" for row in found if row["tidegate"] < LEAST * row["postgresql"]]
        print(f"below {LEAST}: {'; '.join(low) or 'none'}")
        if (path := os.environ.get("TIDEGATE_BENCH_JSON")) is not None:
            Path(path).write_text(json.dumps(found, indent=1))
            Path(path).with_suffix(".html").write_text(page(found))
    finally:
        postgres.stop()


def _rates(case: Case, script: Path, ours: str, theirs: str) -> tuple[float, float]:
    script.write_text(case.script)
    turns, turn_s = NAMED_TURNS if case.family == "named" else TURNS
    return medians(script, case.protocol, ours, theirs, turns, turn_s, case.clients)


def _load(dsn: str, content: dict[ViewSchema, pa.Table]) -> dict[str, str]:
    """The same rows in PostgreSQL; for each view of a type a key as a literal."""
    with psycopg.connect(dsn, autocommit=True) as connection:
        for schema, table in content.items():
            columns = [f"{c.name} {TYPES[c.type][0]}" for c in schema.columns]
            connection.execute(f"CREATE TABLE {schema.name} ({', '.join(columns)}, PRIMARY KEY ({', '.join(schema.key)}))".encode())
            with connection.cursor().copy(f"COPY {schema.name} FROM STDIN".encode()) as copy:
                for row in zip(*(column.to_pylist() for column in table.columns), strict=True):
                    copy.write_row(row)
        connection.execute("VACUUM ANALYZE")
        views = [typed(type_).name for type_ in TYPES]
        asked = ((name, f"SELECT quote_literal(k::text) FROM {name} OFFSET 1 LIMIT 1") for name in views)
        return {name: connection.execute(sql.encode()).fetchall()[0][0] for name, sql in asked}
