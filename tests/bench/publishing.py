"""Queries of few rows while 20,000 rows a second are published into their view, beside the same queries in quiet."""

from __future__ import annotations

import multiprocessing
import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Final

import numpy as np
import pyarrow as pa

from statestore.views import open_root
from statestore.views.local_writer import write_version
from tests.bench.cases import CUSTOMERS, ORDERS, named
from tests.bench.orders import CUSTOMERS_VIEW, ORDERS_VIEW, customers, million_orders, orders, table
from tests.bench.points import CLIENTS, rate
from tests.plugins.gateway import running_gateway

ROWS_A_SECOND: Final = 20_000
WANTED: Final = 0.7
TURNS: Final = 3
TURN_S: Final = 4


def run(folder: Path) -> None:
    """Print both rates of each named query and of its neighbours, and their ratio."""
    root = folder / "root"
    root.mkdir()
    for schema, rows in ((ORDERS_VIEW, million_orders()), (CUSTOMERS_VIEW, customers())):
        write_version(open_root(str(root)), schema, rows)
    script = folder / "case.sql"
    with running_gateway(root, folder / "store") as gateway, _publisher(root) as publishing:
        for case in named():
            script.write_text(case.script)
            rates: dict[bool, list[float]] = {False: [], True: []}
            for _ in range(TURNS):
                for busy in rates:
                    publishing.set() if busy else publishing.clear()
                    time.sleep(1)
                    rates[busy].append(rate(script, case.protocol, gateway.dsn, TURN_S, CLIENTS))
            quiet, busy_rate = (statistics.median(rates[busy]) for busy in rates)
            ratio = f"ratio {busy_rate / quiet:.2f} (wanted: {WANTED})"
            print(f"{case.family}, {case.name}: quiet {quiet:,.0f}/s, publishing {busy_rate:,.0f}/s, {ratio}", flush=True)


@contextmanager
def _publisher(root: Path) -> Iterator[Event]:
    """A process that publishes as long as the event is set."""
    context = multiprocessing.get_context("spawn")
    publishing, ended = context.Event(), context.Event()
    process = context.Process(target=_publish, args=(str(root), publishing, ended), daemon=True)
    process.start()
    try:
        yield publishing
    finally:
        ended.set()
        publishing.set()
        process.join()


def _publish(root: str, publishing: Event, ended: Event) -> None:
    """One version a second, of rows that are there already."""
    opened, rng = open_root(root), np.random.default_rng(1)
    while publishing.wait() and not ended.is_set():
        begun_s = time.monotonic()
        write_version(opened, ORDERS_VIEW, _changed(rng))
        ended.wait(max(0.0, begun_s + 1 - time.monotonic()))


def _changed(rng: np.random.Generator) -> pa.Table:
    number = np.sort(rng.choice(CUSTOMERS * ORDERS, ROWS_A_SECOND, replace=False))
    return table(ORDERS_VIEW, orders((number // ORDERS).tolist(), number))
