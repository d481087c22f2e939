"""Point lookups by pgbench with 8 connections: prepared and simple protocol, Tidegate against PostgreSQL 15."""

from __future__ import annotations

import re
import statistics
import subprocess
from pathlib import Path
from typing import Final

import numpy as np
import psycopg
import pyarrow as pa

from statestore import types as st
from statestore.schema import Column, HashPartitioning, ViewSchema
from statestore.views import open_root
from statestore.views.local_writer import write_version
from tests.plugins.gateway import running_gateway
from tests.plugins.need import program
from tests.plugins.postgres import PostgresServer

ROWS: Final = 500_000
CLIENTS: Final = 8
TURN_S: Final = 6
TURNS: Final = 5
#: What the issue of speed asks for: (protocol, least ratio to PostgreSQL's rate).
WANTED: Final = (("prepared", 0.8), ("simple", 0.5))
SCRIPT: Final = f"\\set id random(0, {ROWS - 1})\nSELECT name, amount, happened_at FROM points WHERE id = :id;\n"

SCHEMA: Final = ViewSchema(
    "points",
    (Column("id", st.Long()), Column("name", st.String()), Column("amount", st.Double()), Column("happened_at", st.Timestamp())),
    ("id",),
    ("id",),
    HashPartitioning(8),
    (4,),
)


def rows() -> pa.Table:
    """id, a short name, an amount, an instant."""
    ids = np.arange(ROWS)
    return pa.table(
        {
            "id": pa.array(ids, pa.int64()),
            "name": pa.array([f"name-{i * 7919 % ROWS}" for i in range(ROWS)]),
            "amount": pa.array(np.round(ids * 0.37, 2)),
            "happened_at": pa.array(1_356_998_400_000_000 + ids * 61_000_000, pa.timestamp("us", tz="UTC")),
        }
    )


def run(folder: Path) -> None:
    """Print rate and ratio for both protocols."""
    script = folder / "point.sql"
    script.write_text(SCRIPT)
    table = rows()
    (folder / "root").mkdir()
    write_version(open_root(str(folder / "root")), SCHEMA, table)
    postgres = PostgresServer({"shared_buffers": "1GB"})
    postgres.start()
    try:
        load(postgres.dsn, table)
        with running_gateway(folder / "root", folder / "store") as gateway:
            for protocol, wanted in WANTED:
                compare(script, protocol, wanted, gateway.dsn, postgres.dsn)
    finally:
        postgres.stop()


def load(dsn: str, table: pa.Table) -> None:
    """The same rows in PostgreSQL."""
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute("CREATE TABLE points (id bigint PRIMARY KEY, name text, amount float8, happened_at timestamptz)")
        with connection.cursor().copy("COPY points FROM STDIN") as copy:
            for row in zip(*(column.to_pylist() for column in table.columns), strict=True):
                copy.write_row(row)
        connection.execute("VACUUM ANALYZE points")


def compare(script: Path, protocol: str, wanted: float, tidegate: str, postgres: str) -> None:
    """Take turns and print medians."""
    ours, theirs = medians(script, protocol, tidegate, postgres, TURNS, TURN_S)
    print(
        f"{protocol}: Tidegate {ours:,.0f}/s, PostgreSQL {theirs:,.0f}/s, ratio {ours / theirs:.2f} (wanted: {wanted})", flush=True
    )


def medians(
    script: Path, protocol: str, tidegate: str, postgres: str, turns: int, turn_s: int, clients: int = CLIENTS
) -> tuple[float, float]:
    """Transactions per second of both, who take turns."""
    rates: dict[str, list[float]] = {"tidegate": [], "postgres": []}
    for _ in range(turns):
        rates["postgres"].append(rate(script, protocol, postgres, turn_s, clients))
        rates["tidegate"].append(rate(script, protocol, tidegate, turn_s, clients))
    return statistics.median(rates["tidegate"]), statistics.median(rates["postgres"])


def rate(script: Path, protocol: str, dsn: str, turn_s: int = TURN_S, clients: int = CLIENTS) -> float:
    """Transactions per second of one turn."""
    command = [program("pgbench"), "-n", "-M", protocol, "-f", str(script), "-c", str(clients), "-j", "1", "-T", str(turn_s), dsn]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found = re.search(r"tps = ([\d.]+) \(without", output)
    assert found, output
    return float(found[1])
