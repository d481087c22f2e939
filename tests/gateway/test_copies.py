"""Columnar copies: one version per query whatever is published meanwhile; kept up to date; within their budget."""

from __future__ import annotations

import asyncio
import random
import threading
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from gateway.contract.engine import Snapshot
from gateway.engine.copies import memory as copy_memory
from gateway.engine.copies.copies import PART_READS_MAX
from gateway.engine.keyed.stored_rows import NATIVE
from gateway.engine.options import EngineOptions
from statestore import types as st
from statestore.node.base_maker import make_base
from statestore.node.changes import LogSource
from statestore.schema import Column, HashPartitioning, ViewSchema
from statestore.views.retention import Retention
from statestore.views.vacuum import vacuum
from tests.gateway.harness import Harness, Rows
from tests.plugins.scale import seed_for

pytestmark = pytest.mark.usefixtures("no_few_rows")
ACCOUNTS = 500
TOTAL = ACCOUNTS * 100
SUM = "SELECT sum(amount), count(*) FROM accounts"


def accounts_schema(name: str = "accounts") -> ViewSchema:
    columns = (Column("id", st.Int(), nullable=False), Column("amount", st.Long()), Column("note", st.String()))
    return ViewSchema(name, columns, ("id",), ("id",), HashPartitioning(4), (3,))


def accounts(amounts: dict[int, int]) -> pa.Table:
    ids = pa.array(list(amounts), pa.int32())
    return pa.table({"id": ids, "amount": pa.array(list(amounts.values()), pa.int64()), "note": [f"note {i}" for i in amounts]})


@pytest.fixture(autouse=True, params=[False, True], ids=["small", "large"])
def compressed(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Are copies in databases of their own, as those of large views are?"""
    if request.param:
        monkeypatch.setattr(copy_memory, "COMPRESSED_BYTES_MIN", 0)


@pytest.fixture
def bank(tmp_path: Path) -> Harness:  # type: ignore[misc]
    with Harness(tmp_path) as made:
        made.write(accounts_schema(), accounts(dict.fromkeys(range(ACCOUNTS), 100)))
        yield made


class Transfers:
    """Moves money between accounts, keeping the total; every version is a few transfers."""

    def __init__(self, bank: Harness, seed: int) -> None:
        self.bank, self.rng = bank, random.Random(seed)
        self.amounts = dict.fromkeys(range(ACCOUNTS), 100)

    def publish(self) -> None:
        changed: dict[int, int] = {}
        for _ in range(10):
            giver, taker = self.rng.sample(range(ACCOUNTS), 2)
            moved = self.rng.randrange(50)
            self.amounts[giver] -= moved
            self.amounts[taker] += moved
            changed |= {giver: self.amounts[giver], taker: self.amounts[taker]}
        self.bank.write(accounts_schema(), accounts(changed))


def test_a_copy_follows_versions_without_being_rebuilt(bank: Harness) -> None:
    assert bank.rows(SUM) == [(str(TOTAL), str(ACCOUNTS))]
    bank.write(accounts_schema(), accounts({0: 150, ACCOUNTS: 7}), deletes=[[1]])
    assert bank.rows(SUM) == [(str(TOTAL + 50 + 7 - 100), str(ACCOUNTS))]
    assert bank.rows("SELECT amount FROM accounts WHERE id = 0") == [("150",)]
    counters = bank.engine.copies.counters
    assert (counters.built, counters.advanced) == (1, 1)


@pytest.mark.parametrize("when", ["before", "while it is read"])
def test_changes_that_vacuum_has_deleted_make_a_new_copy(bank: Harness, when: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The version's own files are gone: its base has all that they had."""
    bank.rows(SUM)
    bank.write(accounts_schema(), accounts({0: 150}))

    def clean_up() -> None:
        make_base(bank.root, "accounts")
        vacuum(bank.root.folder("accounts"), Retention(1, 0.0))

    original = LogSource.changes

    def changes(*args: Any) -> Any:
        found = original(*args)
        clean_up()
        return found

    if when == "before":
        clean_up()
    else:
        monkeypatch.setattr(LogSource, "changes", changes)
    assert bank.rows(SUM) == [(str(TOTAL + 50), str(ACCOUNTS))]
    assert bank.rows(f"{SUM} WHERE note <> 'none'") == [(str(TOTAL + 50), str(ACCOUNTS))]
    assert sum(bank.store.current("accounts").count_rows()) == ACCOUNTS
    monkeypatch.setattr(LogSource, "changes", original)
    bank.write(accounts_schema(), accounts({1: 150}))
    assert bank.rows(SUM) == [(str(TOTAL + 100), str(ACCOUNTS))]


def test_replaced_content_makes_a_new_copy(bank: Harness) -> None:
    bank.rows(SUM)
    bank.write(accounts_schema(), accounts({7: 1, 8: 2}), mode="replace")
    assert bank.rows(SUM) == [("3", "2")]


def test_one_version_per_query_while_versions_are_published(bank: Harness) -> None:
    seed = seed_for("copies")
    transfers = Transfers(bank, seed)
    done = threading.Event()
    # Two references to the view, one of them scanned and one pruned: both must show the same version.
    both = "SELECT (SELECT sum(amount) FROM accounts), (SELECT sum(amount) FROM accounts WHERE id >= 250) + " \
           "(SELECT sum(amount) FROM accounts WHERE id < 250)"  # fmt: skip

    def publish() -> None:
        for _ in range(25):
            transfers.publish()
        done.set()

    async def read() -> int:
        count = 0
        while not done.is_set():
            for row in await asyncio.gather(*(bank.arows(sql) for sql in (SUM, both, SUM, both))):
                assert row[0] in ((str(TOTAL), str(ACCOUNTS)), (str(TOTAL), str(TOTAL))), (seed, row)
                count += 1
        return count

    publisher = threading.Thread(target=publish)
    publisher.start()
    try:
        assert bank.run(read()) > 0
    finally:
        publisher.join()
    assert bank.engine.copies.counters.built == 1


def test_a_transaction_keeps_its_version(bank: Harness) -> None:
    snapshot = Snapshot()
    biggest = "SELECT max(amount) FROM accounts"
    assert bank.rows(biggest, snapshot=snapshot) == [("100",)]
    bank.write(accounts_schema(), accounts({3: 5_000}))
    assert bank.rows(biggest) == [("5000",)]
    assert bank.rows(biggest, snapshot=snapshot) == [("100",)]


def test_an_open_stream_keeps_its_version(bank: Harness) -> None:
    async def read() -> int:
        prepared = bank.prepare("SELECT amount + 0 FROM accounts")
        stream = bank.engine.open(prepared, (), (0,), bank.context())
        first = await stream.next(10)
        await asyncio.to_thread(bank.write, accounts_schema(), accounts(dict.fromkeys(range(ACCOUNTS), 1)))
        await bank.arows(SUM)  # brings the copy forward
        total = sum(int(v) for (v,) in decode(first))
        while (chunk := await stream.next(None)) is not None:
            total += sum(int(v) for (v,) in decode(chunk))
        await stream.close()
        return total

    assert bank.run(read()) == TOTAL


def decode(chunk):  # type: ignore[no-untyped-def]
    from tests.gateway.harness import decode_rows

    return decode_rows(chunk.data)


def test_a_view_beyond_the_budget_is_streamed(tmp_path: Path) -> None:
    with Harness(tmp_path, EngineOptions(copy_bytes=1 << 20)) as small:
        rows = {i: i for i in range(60_000)}
        small.write(accounts_schema(), accounts(rows))
        # The SQL reads the view twice: a stream has to be there for both.
        twice = "WITH a AS (SELECT amount FROM accounts) SELECT count(*), sum(x.amount) FROM a x JOIN a y ON x.amount = y.amount"
        assert small.rows(twice) == [("60000", str(sum(rows)))]
        assert small.engine.copies.counters.too_large == 1
        assert small.engine.copies.bytes == 0


def test_the_copy_not_used_for_longest_goes_first(tmp_path: Path) -> None:
    with Harness(tmp_path, EngineOptions(copy_bytes=1 << 20)) as small:
        for name in ("a", "b", "c"):
            small.write(accounts_schema(name), accounts({i: i for i in range(10_000)}))
        for name in ("a", "b", "a", "c", "a"):
            assert small.rows(f"SELECT count(*) FROM {name}") == [("10000",)]
        counters = small.engine.copies.counters
        assert counters.evicted >= 1
        assert counters.built == 3, "a stayed, because it was used last"
        assert small.engine.copies.bytes <= 1 << 20


ALL = "SELECT * FROM accounts"


def expected(amounts: dict[int, int]) -> Rows:
    return [(str(i), str(amount), f"note {i}") for i, amount in sorted(amounts.items())]


def in_order(rows: Rows) -> Rows:
    return sorted(rows, key=lambda row: int(row[0] or 0))


def test_whole_reads_in_no_order_come_out_of_the_copy_that_stands(bank: Harness) -> None:
    counters = bank.engine.counters
    bank.rows(SUM)
    assert in_order(bank.rows(ALL)) == expected(dict.fromkeys(range(ACCOUNTS), 100))
    bank.write(accounts_schema(), accounts({3: 7}))
    assert in_order(bank.rows(ALL)) == expected(dict.fromkeys(range(ACCOUNTS), 100) | {3: 7})
    assert (counters.lean_streams, counters.duckdb_queries) == (0, 3)
    assert "Rows Read" not in str(bank.rows(f"EXPLAIN ANALYZE {ALL}")), "as the query, from the copy"
    assert bank.rows(f"{ALL} ORDER BY id") == expected(dict.fromkeys(range(ACCOUNTS), 100) | {3: 7})
    assert len(bank.rows(f"{ALL} LIMIT 400")) == 400
    assert (counters.lean_streams, counters.duckdb_queries) == (2, 3)
    assert bank.engine.copies.counters.built == 1


def test_what_is_read_whole_again_and_again_gets_a_copy(bank: Harness) -> None:
    for _ in range(PART_READS_MAX + 2):
        assert in_order(bank.rows(ALL)) == expected(dict.fromkeys(range(ACCOUNTS), 100))
    assert (bank.engine.counters.lean_streams, bank.engine.copies.counters.built) == (PART_READS_MAX, 1)


def test_a_version_that_the_copy_has_passed_is_read_by_key(bank: Harness) -> None:
    snapshot = Snapshot()
    bank.rows("SELECT note FROM accounts WHERE id = 1", snapshot=snapshot)
    bank.write(accounts_schema(), accounts({3: 7}))
    bank.rows(SUM)
    assert in_order(bank.rows(ALL, snapshot=snapshot)) == expected(dict.fromkeys(range(ACCOUNTS), 100))
    assert bank.engine.counters.lean_streams == 1
    assert in_order(bank.rows(ALL)) == expected(dict.fromkeys(range(ACCOUNTS), 100) | {3: 7})
    assert bank.engine.counters.lean_streams == 1


def test_what_does_not_fit_is_read_by_key(tmp_path: Path) -> None:
    with Harness(tmp_path, EngineOptions(copy_bytes=1 << 10)) as small:
        small.write(accounts_schema(), accounts(dict.fromkeys(range(ACCOUNTS), 100)))
        small.rows(SUM)
        for _ in range(PART_READS_MAX + 2):
            assert in_order(small.rows(ALL)) == expected(dict.fromkeys(range(ACCOUNTS), 100))
        assert (small.engine.counters.lean_streams, small.engine.copies.counters.built) == (PART_READS_MAX + 2, 0)


@pytest.mark.skipif(not NATIVE, reason="without the extension the copy is the faster way")
def test_rows_of_many_columns_are_read_as_they_are_stored(tmp_path: Path) -> None:
    names = [f"c{i}" for i in range(20)]
    columns = (Column("id", st.Int(), nullable=False), *(Column(name, st.Long()) for name in names))
    schema = ViewSchema("wide", columns, ("id",), ("id",), HashPartitioning(4), (len(columns),))
    rows = [(str(i), *(str(i * place) for place in range(20))) for i in range(ACCOUNTS)]
    values = {name: pa.array([i * place for i in range(ACCOUNTS)], pa.int64()) for place, name in enumerate(names)}
    with Harness(tmp_path) as made:
        made.write(schema, pa.table({"id": pa.array(range(ACCOUNTS), pa.int32()), **values}))
        made.rows("SELECT sum(c1) FROM wide")
        for _ in range(PART_READS_MAX + 2):
            assert in_order(made.rows("SELECT * FROM wide")) == rows
        streamed = made.engine.counters.lean_streams
        assert streamed == PART_READS_MAX + 2
        assert in_order(made.rows("SELECT id, c1 FROM wide")) == [row[:1] + row[2:3] for row in rows]
        assert made.engine.counters.lean_streams == streamed
