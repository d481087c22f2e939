"""Queries of few rows in text and in binary, parameters and results alike: Tidegate against PostgreSQL 15, without a driver's part.

Eight connections send rounds of Bind, Execute and Sync without waiting for each, PIECE at a time: what is measured is the servers'.
TIDEGATE_BENCH_JSON names a file for the figures.
"""

from __future__ import annotations

import json
import os
import random
import re
import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.bench.cases import CUSTOMERS, LEAST, ORDERS, Case, named
from tests.bench.orders import CUSTOMERS_VIEW, ORDERS_VIEW, beside_postgres, customers, million_orders
from tests.gateway.serving import SYNC, RawClient, bind, execute, parse, startup
from tests.plugins.gateway import running_gateway

CONNECTIONS: Final = 8
#: Rounds that a connection sends at once, and such pieces in a turn.
PIECE: Final = 64
PIECES: Final = 12
TURNS: Final = 3
READY: Final = b"Z\0\0\0\x05I"
#: Format → its number, and how integers of 4 and of 8 bytes are written.
FORMATS: Final = {"text": 0, "binary": 1}
_VARIABLE: Final = re.compile(r"(?<!:):([a-z]\d*)\b")
_INT4, _INT8 = 23, 20


def run(folder: Path) -> None:
    """Print rate and ratio for each query in each format."""
    content = {ORDERS_VIEW: million_orders(), CUSTOMERS_VIEW: customers()}
    found = []
    with beside_postgres(folder, content) as postgres, running_gateway(folder / "root", folder / "store") as gateway:
        for case in named():
            for name, format_ in FORMATS.items():
                ours, theirs = _rates(case, format_, gateway.port, postgres.port)
                print(
                    f"{case.name}, {name}: Tidegate {ours:,.0f}/s, PostgreSQL {theirs:,.0f}/s, "
                    f"ratio {ours / theirs:.2f} (wanted: {LEAST})",
                    flush=True,
                )
                found.append({"query": case.name, "format": name, "tidegate": ours, "postgresql": theirs, "wanted": LEAST})
    if "TIDEGATE_BENCH_JSON" in os.environ:
        Path(os.environ["TIDEGATE_BENCH_JSON"]).write_text(json.dumps(found, indent=1))


def _rates(case: Case, format_: int, tidegate: int, postgresql: int) -> tuple[float, float]:
    """Executions a second of both, who take turns and have to answer the same."""
    variables = list(dict.fromkeys(_VARIABLE.findall(case.sql)))
    sql = _VARIABLE.sub(lambda found: f"${variables.index(found[1]) + 1}", case.sql)
    oids = [_INT4 if name == "c" else _INT8 for name in variables]
    rates: dict[int, list[float]] = {tidegate: [], postgresql: []}
    opening = {tidegate: startup(TimeZone="UTC"), postgresql: startup("postgres", "postgres", TimeZone="UTC")}
    for turn in range(TURNS):
        sizes = set()
        for port, taken in rates.items():
            clients = [RawClient(port, opening[port]) for _ in range(CONNECTIONS)]
            for client in clients:
                client.ask(parse("s", sql, *oids) + SYNC)
            pieces = list(_pieces(variables, oids, format_, random.Random(turn)))
            rate, size = _rate(clients, pieces)
            taken.append(rate)
            sizes.add(size)
            for client in clients:
                client.socket.close()
        assert len(sizes) == 1 or "now()" in sql, f"{sql}: {sizes}"
    return statistics.median(rates[tidegate]), statistics.median(rates[postgresql])


def _pieces(variables: list[str], oids: list[int], format_: int, dice: random.Random) -> Iterator[bytes]:
    for _ in range(PIECES * CONNECTIONS):
        rounds = []
        for _ in range(PIECE):
            customer, number = dice.randrange(CUSTOMERS), dice.randrange(ORDERS)
            values = {"c": customer, "n": number, "o": customer * ORDERS + number}
            values |= {f"o{i}": customer * ORDERS + 2 * i for i in range(10)}
            sent = [
                values[name].to_bytes(4 if oid == _INT4 else 8) if format_ else str(values[name]).encode()
                for name, oid in zip(variables, oids, strict=True)
            ]
            rounds.append(bind("", "s", *sent, formats=(format_,), results=(format_,)) + execute() + SYNC)
        yield b"".join(rounds)


def _rate(clients: list[RawClient], pieces: list[bytes]) -> tuple[float, int]:
    """Executions a second, and bytes of all answers. Each connection sends a piece and takes its answer while others' are made."""
    size, begun_s = 0, time.perf_counter()
    for first in range(0, len(pieces), len(clients)):
        for client, piece in zip(clients, pieces[first:], strict=False):
            client.send(piece)
        for client in clients:
            size += _answer(client)
    return len(pieces) * PIECE / (time.perf_counter() - begun_s), size


def _answer(client: RawClient) -> int:
    """Bytes until the last round's ReadyForQuery."""
    left, size, tail = PIECE, 0, b""
    while left:
        data = client.socket.recv(1 << 18)
        assert data, "the connection was closed"
        size += len(data)
        left -= (tail + data).count(READY)
        tail = data[-len(READY) + 1 :]
    return size
