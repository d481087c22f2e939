"""Whatever is published meanwhile, a query sees one version of a view in all shards: the ledger's total never moves."""

from __future__ import annotations

import threading
from pathlib import Path

import psycopg
import pytest

from statestore import types as st
from statestore.schema import Column, HashPartitioning, ViewSchema
from statestore.views import open_root
from statestore.views.local_writer import write_version
from tests.faults.ledger import Ledger
from tests.faults.reader import Reader
from tests.plugins.gateway import running_gateway
from tests.plugins.scale import scaled, seed_for

READERS = 3
SCHEMA = ViewSchema(
    "accounts",
    (Column("account", st.Long()), Column("balance", st.Long()), Column("step", st.Long())),
    ("account",),
    ("account",),
    HashPartitioning(8),
    (3,),
)


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_the_total_never_moves(tmp_path: Path) -> None:
    seed = seed_for("ledger")
    ledger = Ledger(seed)
    (tmp_path / "root").mkdir()
    root = open_root(str(tmp_path / "root"))
    write_version(root, SCHEMA, ledger.table(1))
    with running_gateway(tmp_path / "root", tmp_path / "store") as gateway:
        reads = scaled(300, 10_000)
        readers = [Reader(gateway.dsn, seed + i, reads_max=reads // READERS + 1) for i in range(READERS)]
        for reader in readers:
            reader.start()
        version = 1
        while any(reader.is_alive() for reader in readers):
            version += 1
            write_version(root, SCHEMA, ledger.table(version))
            threading.Event().wait(0.02)  # the pace of the stream
        for reader in readers:
            reader.join()
        assert [reader.wrong for reader in readers] == [[]] * READERS
        assert [reader.losses for reader in readers] == [0] * READERS
        _await_version(gateway.dsn, version)
        with psycopg.connect(gateway.dsn) as connection:
            rows = connection.execute("SELECT account, balance, step FROM accounts").fetchall()
        assert {account: (balance, step) for account, balance, step in rows} == ledger.after(version)


def _await_version(dsn: str, version: int) -> None:
    with psycopg.connect(dsn, autocommit=True) as connection:
        for _ in range(600):
            row = connection.execute("SELECT version FROM tidegate.views WHERE name = 'accounts'").fetchone()
            if row == (version,):
                return
            threading.Event().wait(0.05)
    pytest.fail(f"version {version} did not become visible")
