"""From the commit of a manifest to the row being there for an open session, on a local disk."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Final

import numpy as np
import psycopg

from statestore.views import open_root
from statestore.views.local_writer import write_version
from tests.faults.ledger import ACCOUNTS, Ledger
from tests.faults.test_one_version import SCHEMA
from tests.plugins.gateway import running_gateway

COMMITS: Final = 300
POLL_S: Final = 0.001
WANTED_P99_MS: Final = 100


def run(folder: Path) -> None:
    """Print the percentiles of the delay, all 8 shards touched by every version."""
    ledger = Ledger(1)
    (folder / "root").mkdir()
    root = open_root(str(folder / "root"))
    write_version(root, SCHEMA, ledger.table(1))
    delays_ms = []
    with running_gateway(folder / "root", folder / "store") as gateway, psycopg.connect(gateway.dsn, autocommit=True) as session:
        for version in range(2, COMMITS + 2):
            write_version(root, SCHEMA, ledger.table(version))
            committed_at_s = time.perf_counter()
            account = next(iter(ledger.changes(version)))
            while _step(session, account) != version:
                time.sleep(POLL_S)
            delays_ms.append((time.perf_counter() - committed_at_s) * 1000)
    p50, p90, p99 = np.percentile(delays_ms, [50, 90, 99])
    print(f"commit to visible, {COMMITS} versions of {ACCOUNTS} rows in 8 shards: ", end="")
    print(f"p50 {p50:.1f} ms, p90 {p90:.1f} ms, p99 {p99:.1f} ms (wanted: p99 < {WANTED_P99_MS} ms)", flush=True)


def _step(session: psycopg.Connection[tuple[int, ...]], account: int) -> int:
    row = session.execute("SELECT step FROM accounts WHERE account = %s", (account,), prepare=True).fetchone()
    assert row is not None
    return row[0]
