"""A view that does not fit the memory for copies: its copy in a file against DuckDB itself over the same file.

TIDEGATE_BENCH_ROWS says how many rows (5 million), TIDEGATE_BENCH_JSON names a file for the figures.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import time
from pathlib import Path
from typing import Any, Final

import duckdb
import numpy as np
import psycopg

from statestore.views import open_root
from statestore.views.local_writer import write_version
from tests.bench.cases import ORDERS
from tests.bench.orders import CUSTOMERS_VIEW, ORDERS_VIEW, customers, orders, table
from tests.hostile.process import resident_bytes
from tests.plugins.gateway import Gateway, running_gateway

ROWS: Final = int(os.environ.get("TIDEGATE_BENCH_ROWS", 5_000_000))
PIECE_ROWS: Final = 1_000_000
COPY_BYTES: Final = 64 << 20
WANTED: Final = 3.0
TURNS: Final = 9
VERSIONS: Final = 12
VERSION_ROWS: Final = 5_000
MADE_WITHIN_S: Final = 30.0 + ROWS / 50_000
QUERIES: Final = {
    "group by": "SELECT region, count(*), sum(quantity), max(amount) FROM orders GROUP BY region",
    "filter": "SELECT count(*) FROM orders WHERE amount > 20000 AND quantity < 25",
    "join": "SELECT c.id % 10, count(*), sum(o.quantity) FROM orders o JOIN customers c ON c.id = o.customer GROUP BY 1",
    "count distinct": "SELECT count(DISTINCT customer) FROM orders",
    "like": "SELECT count(*) FROM orders WHERE note LIKE '%77%'",
    "months": "SELECT date_trunc('month', placed), count(*), sum(quantity) FROM orders GROUP BY 1",
}


def run(folder: Path) -> None:
    """Print what each thing takes."""
    root, store, config = folder / "root", folder / "store", folder / "config"
    config.write_text(f"[engine]\ncopy_bytes = {COPY_BYTES}\n")
    root.mkdir()
    for start in range(0, ROWS, PIECE_ROWS):
        _publish(root, np.arange(start, min(start + PIECE_ROWS, ROWS)))
    write_version(open_root(str(root)), CUSTOMERS_VIEW, customers())
    found: dict[str, Any] = {"rows": ROWS}
    with running_gateway(root, store, "--config", str(config)) as gateway:
        found["shards_s"], found["made_s"] = _made(gateway)
        found["queries"] = _queries(gateway, store, folder / "beside.duckdb")
        found["moving"] = _moving(gateway, root)
        found["resident_bytes"] = resident_bytes(gateway)
    with running_gateway(root, store, "--config", str(config)) as gateway, psycopg.connect(gateway.dsn) as connection:
        found["restarted_s"] = _seconds(connection, QUERIES["group by"])
    found["file_bytes"] = sum(path.stat().st_size for path in (store / "copies").iterdir())
    print(
        f"from the shards {found['shards_s']:.2f} s, file made in {found['made_s']:.1f} s, {found['file_bytes'] >> 20} MiB",
        flush=True,
    )
    print(
        f"first query after a restart {found['restarted_s'] * 1e3:.0f} ms, resident {found['resident_bytes'] >> 20} MiB", flush=True
    )
    if "TIDEGATE_BENCH_JSON" in os.environ:
        Path(os.environ["TIDEGATE_BENCH_JSON"]).write_text(json.dumps(found, indent=1))


def _publish(root: Path, numbers: np.ndarray[Any, Any]) -> int:
    return write_version(open_root(str(root)), ORDERS_VIEW, table(ORDERS_VIEW, orders((numbers // ORDERS).tolist(), numbers)))


def _seconds(connection: psycopg.Connection, sql: str) -> float:
    begun_s = time.perf_counter()
    connection.execute(sql, prepare=True).fetchall()
    return time.perf_counter() - begun_s


def _made(gateway: Gateway) -> tuple[float, float]:
    """Seconds of the first query, which reads the shards, and until the file is there."""
    begun_s = time.monotonic()
    with psycopg.connect(gateway.dsn, autocommit=True) as connection:
        first_s = _seconds(connection, QUERIES["group by"])
        while _seconds(connection, QUERIES["group by"]) > first_s / 4:
            assert time.monotonic() - begun_s < MADE_WITHIN_S, "no file is made"
    return first_s, time.monotonic() - begun_s


def _queries(gateway: Gateway, store: Path, beside: Path) -> list[dict[str, Any]]:
    """By turns with DuckDB over a copy of the file."""
    (file,) = (store / "copies").glob("orders.*.duckdb")
    shutil.copy(file, beside)
    found = []
    with psycopg.connect(gateway.dsn, autocommit=True) as ours, duckdb.connect() as theirs:
        ours.execute("SET TimeZone = 'UTC'")
        theirs.execute(f"SET TimeZone = 'UTC'; ATTACH '{beside}' AS beside (READ_ONLY); CREATE VIEW orders AS FROM beside.rows")
        rows = customers()
        theirs.register("customers", rows)
        for name, sql in QUERIES.items():
            assert sorted(ours.execute(sql, prepare=True)) == sorted(theirs.execute(sql).fetchall()), sql
            taken: tuple[list[float], list[float]] = ([], [])
            for _ in range(TURNS):
                taken[0].append(_seconds(ours, sql))
                begun_s = time.perf_counter()
                theirs.execute(sql).fetchall()
                taken[1].append(time.perf_counter() - begun_s)
            tidegate_s, duckdb_s = map(statistics.median, taken)
            found.append({"query": name, "sql": sql, "tidegate_s": tidegate_s, "duckdb_s": duckdb_s, "wanted": WANTED})
            ratio = f"{tidegate_s / duckdb_s:.2f} times (at most {WANTED:.0f})"
            print(f"{name}: Tidegate {tidegate_s * 1e3:.1f} ms, DuckDB {duckdb_s * 1e3:.1f} ms, {ratio}", flush=True)
    return found


def _moving(gateway: Gateway, root: Path) -> dict[str, float]:
    """Medians of the first and the second query after each of some versions."""
    first, second = [], []
    random = np.random.default_rng(1)
    with psycopg.connect(gateway.dsn, autocommit=True) as connection:
        for _ in range(VERSIONS):
            version = _publish(root, np.sort(random.choice(ROWS, VERSION_ROWS, replace=False)))
            while connection.execute("SELECT version FROM tidegate.views WHERE name = 'orders'").fetchone() != (version,):
                pass
            first.append(_seconds(connection, QUERIES["group by"]))
            second.append(_seconds(connection, QUERIES["group by"]))
    print(f"a version of {VERSION_ROWS} rows: first query {statistics.median(first) * 1e3:.0f} ms (at most "
          f"{max(first) * 1e3:.0f}), second {statistics.median(second) * 1e3:.0f} ms", flush=True)  # fmt: skip
    return {"first_s": statistics.median(first), "first_max_s": max(first), "second_s": statistics.median(second)}
