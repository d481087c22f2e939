"""Statements with other constants each time by pgbench, simple protocol, with 8 connections: Tidegate against PostgreSQL 15."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

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

TURNS: Final = 3
TURN_S: Final = 3
ROWS: Final = {"small": 100, "a": 600, "b": 600, "c": 600}
COLUMNS: Final = (
    Column("id", st.Int()),
    Column("grp", st.Int()),
    Column("region", st.String()),
    Column("amount", st.Double()),
    Column("day", st.Date()),
    Column("placed", st.Timestamp()),
)
_SET: Final = "\\set n random(0, 99)\n\\set m random(0, 16)\n\\set d random(1, 28)\n\\set k random(1, 20)\n"
#: Name → query, and what the ratio is wanted to be (None: nothing was said).
QUERIES: Final[dict[str, tuple[str, float | None]]] = {
    "integers": ("SELECT id, region, amount FROM small WHERE grp = :m AND amount > :n", 0.5),
    "text": ("SELECT count(*), sum(amount) FROM small WHERE region = 'region-:n'", 0.5),
    "dates, LIMIT": (
        "SELECT day, count(*) FROM small WHERE day >= '2019-05-:d' AND placed < timestamptz '2021-01-:d' "
        "GROUP BY day ORDER BY day LIMIT :k",
        0.5,
    ),
    "IN": ("SELECT id, amount FROM small WHERE id IN (:n, :m, :d) OR region IN ('a:n', 'region-1')", 0.5),
    "groups by key": ("SELECT region, sum(amount) FROM small WHERE id < :n GROUP BY region ORDER BY 2 DESC LIMIT 5", 0.5),
    "constants in the list": ("SELECT id, amount * :k FROM small WHERE grp = :m", 0.5),
    "join": (
        "SELECT a.id, b.region, c.amount FROM a JOIN b ON a.id = b.grp JOIN c ON c.id = b.id WHERE a.grp = :m AND b.amount > :n",
        None,
    ),
    "join aggregated": (
        "SELECT min(a.region), min(c.amount) FROM a, b, c WHERE a.id = b.grp AND c.id = b.id AND b.amount BETWEEN :m AND :n",
        None,
    ),
    "subqueries": (
        "SELECT id, region FROM a WHERE amount > (SELECT avg(amount) FROM b WHERE grp = :m) "
        "AND id IN (SELECT grp FROM c WHERE amount < :n)",
        None,
    ),
    "WITH": (
        "WITH t AS (SELECT grp, sum(amount) AS s FROM a WHERE id > :n GROUP BY grp) "
        "SELECT t.grp, t.s, count(b.id) FROM t JOIN b ON b.grp = t.grp GROUP BY t.grp, t.s ORDER BY t.s DESC LIMIT :k",
        None,
    ),
}


def rows(count: int) -> pa.Table:
    """The first so many."""
    number = np.arange(count)
    return pa.table(
        {
            "id": pa.array(number, pa.int32()),
            "grp": pa.array(number % 17, pa.int32()),
            "region": pa.array([f"region-{i % 7}" for i in number]),
            "amount": pa.array(np.round(number * 7919 % 1000 * 0.37, 2)),
            "day": pa.array(18_000 + number % 365, pa.int32()).cast(pa.date32()),
            "placed": pa.array(1_600_000_000_000_000 + number * 61_000_000, pa.timestamp("us", tz="UTC")),
        }
    )


def run(folder: Path) -> None:
    """Print rate and ratio for each query."""
    (folder / "root").mkdir()
    root = open_root(str(folder / "root"))
    for name, count in ROWS.items():
        schema = ViewSchema(name, COLUMNS, ("id",), ("id",), HashPartitioning(8), (len(COLUMNS),))
        write_version(root, schema, rows(count))
    postgres = PostgresServer()
    postgres.start()
    try:
        with psycopg.connect(postgres.dsn, autocommit=True) as connection:
            _load(connection)
        with running_gateway(folder / "root", folder / "store") as gateway:
            for name, (sql, wanted) in QUERIES.items():
                script = folder / "query.sql"
                script.write_text(f"{_SET}{sql};\n")
                ours, theirs = medians(script, "simple", gateway.dsn, postgres.dsn, TURNS, TURN_S)
                told = "" if wanted is None else f" (wanted: {wanted})"
                print(f"{name}: Tidegate {ours:,.0f}/s, PostgreSQL {theirs:,.0f}/s, ratio {ours / theirs:.2f}{told}", flush=True)
    finally:
        postgres.stop()


def _load(connection: psycopg.Connection[Any]) -> None:
    for name, count in ROWS.items():
        connection.execute(
            f"CREATE TABLE {name} (id int PRIMARY KEY, grp int, region text, amount float8, day date, placed timestamptz)"
        )
        with connection.cursor().copy(f"COPY {name} FROM STDIN") as copy:
            for row in zip(*(column.to_pylist() for column in rows(count).columns), strict=True):
                copy.write_row(row)
    connection.execute("VACUUM ANALYZE")
