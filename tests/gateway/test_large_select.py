"""A result far larger than the process: memory stays bounded, a client that reads slowly keeps nobody waiting."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import psycopg
import pyarrow as pa
import pytest

from statestore import types as st
from statestore.schema import Column, HashPartitioning, ViewSchema
from statestore.views import open_root
from statestore.views.local_writer import write_version
from tests.plugins.gateway import Gateway, running_gateway
from tests.plugins.scale import scaled

ROWS = scaled(1_000_000, 10_000_000)
ROWS_PER_VERSION = 500_000
#: What streaming the whole view may add to the resident memory of the gateway, however many rows there are. Most of it is
#: the store's block cache (256 MiB at most) and the columnar copies' budget, below.
GROWTH_BYTES_MAX = 400 << 20
COPY_BYTES = 32 << 20
SCHEMA = ViewSchema(
    "large",
    (Column("id", st.Long()), Column("name", st.String()), Column("amount", st.Double())),
    ("id",),
    ("id",),
    HashPartitioning(4),
    (3,),
)


def _rows(first: int) -> pa.Table:
    ids = np.arange(first, first + ROWS_PER_VERSION)
    names = pa.compute.binary_join_element_wise("name-", pa.array(ids).cast(pa.string()), "")
    return pa.table({"id": ids, "name": names, "amount": ids * 0.5})


@pytest.fixture(scope="module")
def gateway(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Gateway]:
    folder = tmp_path_factory.mktemp("large")
    (folder / "root").mkdir()
    root = open_root(str(folder / "root"))
    for first in range(0, ROWS, ROWS_PER_VERSION):
        write_version(root, SCHEMA, _rows(first))
    config = folder / "tidegate.toml"
    config.write_text(f"[engine]\ncopy_bytes = {COPY_BYTES}\n")
    with running_gateway(folder / "root", folder / "store", "--config", str(config)) as running:
        yield running


def resident_bytes(gateway: Gateway) -> int:
    status = Path(f"/proc/{gateway.process.pid}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    assert found
    return int(found[1]) * 1024


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    "query",
    [
        "SELECT id, name, amount FROM large",
        "SELECT id, name, amount FROM large ORDER BY id",
        "SELECT id + 0, name, amount FROM large",
    ],
    ids=["scan", "in key order", "through DuckDB"],
)
def test_memory_stays_bounded(gateway: Gateway, query: str) -> None:
    with psycopg.connect(gateway.dsn, autocommit=True) as connection, psycopg.connect(gateway.dsn, autocommit=True) as other:
        other.execute("SELECT amount FROM large WHERE id = 1").fetchone()
        before = resident_bytes(gateway)
        peak, rows, total = before, 0, 0
        for identifier, name, amount in connection.cursor(binary=True).stream(query, size=1000):
            rows += 1
            total += identifier
            if rows % 100_000 == 0:
                assert (name, amount) == (f"name-{identifier}", identifier * 0.5)
                assert other.execute("SELECT name FROM large WHERE id = %s", (rows - 1,)).fetchone() == (f"name-{rows - 1}",)
                peak = max(peak, resident_bytes(gateway))
    assert (rows, total) == (ROWS, ROWS * (ROWS - 1) // 2)
    print(f"{query}: grew by {(peak - before) >> 20} MiB")
    assert peak - before < GROWTH_BYTES_MAX


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_clients_that_stop_reading_keep_nobody_waiting(gateway: Gateway) -> None:
    """Twelve results are left half read; lookups, a scan and a GROUP BY on another connection go on."""
    stuck = [psycopg.connect(gateway.dsn, autocommit=True) for _ in range(12)]
    try:
        streams = [connection.cursor().stream("SELECT * FROM large", size=1) for connection in stuck]
        for stream in streams:
            next(stream)
        before = resident_bytes(gateway)
        with psycopg.connect(gateway.dsn, autocommit=True) as other:
            for identifier in range(0, ROWS, ROWS // 50):
                assert other.execute("SELECT amount FROM large WHERE id = %s", (identifier,)).fetchone() == (identifier * 0.5,)
            assert other.execute("SELECT count(*), sum(id) FROM large WHERE id < 100000").fetchone() == (100_000, 99_999 * 50_000)
        assert resident_bytes(gateway) - before < GROWTH_BYTES_MAX
    finally:
        for connection in stuck:
            connection.close()
