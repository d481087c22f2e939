"""Queries of few rows by pgbench: one step beside a point lookup, and the families around each, Tidegate against PostgreSQL 15."""

from __future__ import annotations

import json
import os
import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import numpy as np
import psycopg
import pyarrow as pa

from statestore import types as st
from statestore.arrow import arrow_type
from statestore.schema import ViewSchema
from tests.access.certificates import Authority
from tests.bench.cases import LEAST, SIZES, WAYS, Case, cases
from tests.bench.cluster import nodes
from tests.bench.orders import (
    CUSTOMERS_VIEW,
    ORDER,
    ORDERS_VIEW,
    TYPES,
    beside_postgres,
    customers,
    million_orders,
    orders,
    table,
    view,
)
from tests.bench.page import page
from tests.bench.points import medians
from tests.bench.secure import config_with_tls, let_ann_in, over_tls, postgres_with_tls, without_tls
from tests.plugins.gateway import running_gateway

FAMILIES: Final = "TIDEGATE_BENCH_FAMILIES"
#: Turns of each server and their seconds: of what is named, of its neighbours.
NAMED_TURNS: Final = (3, 3)
TURNS: Final = (1, 2)
TYPED_ROWS: Final = 1_000
SIZED_VIEW: Final = view("sized", {"size": st.Int(), "number": st.Long(), **ORDER}, ("size", "number"))


def tables() -> dict[ViewSchema, pa.Table]:
    """Orders and customers; groups of orders of certain sizes; and a view for each type."""
    sizes = [size for size in SIZES for _ in range(size)]
    found = {
        ORDERS_VIEW: million_orders(),
        CUSTOMERS_VIEW: customers(),
        SIZED_VIEW: table(SIZED_VIEW, orders(sizes, np.arange(len(sizes)))),
    }
    for type_, (name, value) in TYPES.items():
        values = pa.array([value(i) for i in range(2 if name == "bool" else TYPED_ROWS)], arrow_type(type_))
        found[typed(type_)] = table(typed(type_), [values, values])
    return found


def typed(type_: st.DataType) -> ViewSchema:
    """The view whose key and value are of that type."""
    name = TYPES[type_][0].translate(str.maketrans("(,", "__", ")"))
    return view(f"of_{name}", {"k": type_, "v": type_}, ("k",))


def run(folder: Path) -> None:
    """Print rate and ratio for each query; TIDEGATE_BENCH_JSON names a file for the figures, beside which comes a page.

    TIDEGATE_BENCH_FAMILIES says which families, all by default.
    """
    content = tables()
    authority = Authority(folder)
    with beside_postgres(folder, content, postgres_with_tls(authority)) as postgres:
        let_ann_in(postgres)
        plain = without_tls(postgres.dsn)
        chosen = [c for c in cases(_literals(postgres.dsn)) if c.family in os.environ.get(FAMILIES, c.family).split(",")]
        by_way = {way: [case for case in chosen if case.way == way] for way in WAYS}
        with running_gateway(folder / "root", folder / "store", "--config", str(config_with_tls(folder, authority))) as gateway:
            found = _compared(by_way["plain"], without_tls(gateway.dsn), plain)
            found += _compared(by_way["TLS"], over_tls(gateway.dsn), over_tls(postgres.dsn))
        if by_way["two workers"]:
            with running_gateway(folder / "root", folder / "workers", "--workers", "2") as gateway:
                found += _compared(by_way["two workers"], gateway.dsn, plain)
        if by_way["three nodes"]:
            with nodes(folder / "root", folder, "abc", ORDERS_VIEW.name, content[ORDERS_VIEW].num_rows) as three:
                found += _compared(by_way["three nodes"], three["a"].dsn, plain)
        low = [f"{row['family']}, {row['name']}" for row in found if row["tidegate"] < LEAST * row["postgresql"]]
        print(f"below {LEAST}: {'; '.join(low) or 'none'}")
        if (path := os.environ.get("TIDEGATE_BENCH_JSON")) is not None:
            Path(path).write_text(json.dumps(found, indent=1))
            Path(path).with_suffix(".html").write_text(page(found))


def _compared(chosen: list[Case], ours: str, theirs: str) -> list[dict[str, Any]]:
    found = []
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as script:
        for case in chosen:
            Path(script.name).write_text(case.script)
            turns, turn_s = NAMED_TURNS if case.family == "named" else TURNS
            tidegate, postgresql = medians(Path(script.name), case.protocol, ours, theirs, turns, turn_s, case.clients)
            ratio = f"ratio {tidegate / postgresql:.2f} (wanted: {case.wanted})"
            print(f"{case.family}, {case.name}: Tidegate {tidegate:,.0f}/s, PostgreSQL {postgresql:,.0f}/s, {ratio}", flush=True)
            found.append({**asdict(case), "tidegate": tidegate, "postgresql": postgresql})
    return found


def _literals(dsn: str) -> dict[str, str]:
    """For each view of a type a key that is there, as a literal."""
    asked = ((name, f"SELECT quote_literal(k::text) FROM {name} OFFSET 1 LIMIT 1") for name in (typed(t).name for t in TYPES))
    with psycopg.connect(dsn, autocommit=True) as connection:
        return {name: connection.execute(sql.encode()).fetchall()[0][0] for name, sql in asked}
