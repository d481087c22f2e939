"""Whole reads to a client that only counts bytes: a million rows of seven columns, and some of 300. Tidegate against PostgreSQL 15.

The first view's columnar copy stands, as after any query that scanned it.
"""

from __future__ import annotations

import json
import os
import statistics
import time
from pathlib import Path
from typing import Final

import pyarrow as pa

from statestore.types import Double, Int, Long, String
from tests.bench.orders import ORDERS_VIEW, beside_postgres, million_orders, table, view
from tests.bench.processor import processor_s
from tests.gateway.serving import SYNC, RawClient, bind, execute, parse, query, startup
from tests.plugins.gateway import running_gateway

TURNS: Final = 7
WANTED: Final = 2.0
RECEIVED_BYTES: Final = 1 << 20
WIDE_VIEW: Final = view("wide", {"k": Int(), **{f"c{i}": (Long(), String(), Double())[i % 3] for i in range(300)}}, ("k",))
WIDE_ROWS: Final = 10_000
ALL: Final = "SELECT * FROM orders"
SOME: Final = "SELECT note, placed, amount FROM orders"


def in_binary(sql: str) -> bytes:
    """The query by the extended protocol."""
    return parse("", sql) + bind("", "", results=(1,)) + execute() + SYNC


#: Name → what is sent.
READS: Final = {
    "SELECT * text": query(ALL),
    "SELECT * binary": in_binary(ALL),
    "three columns, text": query(SOME),
    "three columns, binary": in_binary(SOME),
    "expressions, text": query("SELECT customer + 1, upper(note), amount / 3, date_trunc('day', placed) FROM orders"),
    "COPY text": query(f"COPY ({ALL}) TO STDOUT"),
    "COPY csv": query("COPY orders TO STDOUT (FORMAT csv)"),
    "COPY binary": query("COPY orders TO STDOUT (FORMAT binary)"),
    "300 columns, text": query("SELECT * FROM wide"),
    "300 columns, binary": in_binary("SELECT * FROM wide"),
    "300 columns, an expression": query("SELECT *, c0 + 1 FROM wide"),
    "300 columns, filtered": query("SELECT * FROM wide WHERE c0 % 10 = 0"),
    "300 columns, the first 200": query("SELECT * FROM wide ORDER BY k LIMIT 200"),
    "300 columns, COPY": query("COPY wide TO STDOUT"),
}


def wide() -> pa.Table:
    """The rows of WIDE_VIEW."""
    keys = range(WIDE_ROWS)
    kinds = pa.array(keys, pa.int64()), pa.array([f"text {k}" for k in keys]), pa.array([k / 3 for k in keys])
    return table(WIDE_VIEW, [pa.array(keys, pa.int32()), *(kinds[i % 3] for i in range(300))])


def run(folder: Path) -> None:
    """Print times and ratios; TIDEGATE_BENCH_JSON names a file for the figures."""
    content = {ORDERS_VIEW: million_orders(), WIDE_VIEW: wide()}
    with beside_postgres(folder, content) as postgres:
        found = []
        with running_gateway(folder / "root", folder / "store") as gateway:
            clients = RawClient(gateway.port, startup()), RawClient(postgres.port, startup("postgres", "postgres"))
            for client in clients:
                client.socket.settimeout(60)
            clients[0].ask(query("SELECT count(*) FROM (SELECT region, count(*) FROM orders GROUP BY region) AS counted"))
            for name, sent in READS.items():
                times: tuple[list[float], list[float]] = ([], [])
                before_s, sizes = processor_s(gateway.process.pid), set()
                for _ in range(TURNS):
                    for client, taken in zip(clients, times, strict=True):
                        taken_s, size = _time_s(client, sent)
                        taken.append(taken_s)
                        sizes.add(size)
                assert len(sizes) == 1, sizes
                ours, theirs = map(statistics.median, times)
                processor = (processor_s(gateway.process.pid) - before_s) / TURNS
                print(
                    f"{name}: Tidegate {ours * 1e3:.0f} ms ({processor * 1e3:.0f} of processor time), "
                    f"PostgreSQL {theirs * 1e3:.0f} ms, {sizes.pop() / 1e6:.0f} MB, ratio {theirs / ours:.2f} (wanted: {WANTED})",
                    flush=True,
                )
                found.append({"read": name, "tidegate_s": ours, "postgresql_s": theirs, "wanted": WANTED})
        if "TIDEGATE_BENCH_JSON" in os.environ:
            Path(os.environ["TIDEGATE_BENCH_JSON"]).write_text(json.dumps(found, indent=1))


def _time_s(client: RawClient, sent: bytes) -> tuple[float, int]:
    """Until the server is ready again, and the bytes of rows and what ends them."""
    buffer, tail, size = bytearray(RECEIVED_BYTES), b"", 0
    begun_s = time.perf_counter()
    client.send(sent)
    while not tail.endswith(b"0\0Z\0\0\0\x05I"):
        received = client.socket.recv_into(buffer)
        assert received, "the connection was closed"
        size += received
        tail = (tail + bytes(buffer[max(0, received - 32) : received]))[-32:]
    return time.perf_counter() - begun_s, size
