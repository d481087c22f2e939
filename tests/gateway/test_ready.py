"""Queries kept ready: run again only where they would see the same, and given up when they would hold something up."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from gateway.contract.engine import Snapshot
from gateway.engine.duck.ready import KEPT_MAX
from gateway.engine.options import EngineOptions
from tests.gateway.harness import Harness
from tests.gateway.test_copies import ACCOUNTS, SUM, TOTAL, Transfers, accounts, accounts_schema, decode
from tests.plugins.scale import seed_for

pytestmark = pytest.mark.usefixtures("no_few_rows")
ALL = [(str(TOTAL), str(ACCOUNTS))]


@pytest.fixture
def bank(tmp_path: Path) -> Harness:  # type: ignore[misc]
    """One thread, so that an execution is closed before the next one begins."""
    with Harness(tmp_path, EngineOptions(worker_threads=1)) as made:
        made.write(accounts_schema(), accounts(dict.fromkeys(range(ACCOUNTS), 100)))
        made.rows(SUM)  # makes the copy
        yield made


def taken(bank: Harness, sql: str, times: int = 3) -> int:
    """How many of so many executions found it ready."""
    before = bank.engine.copies.ready.taken
    answers = {tuple(bank.rows(sql)) for _ in range(times)}
    assert len(answers) == 1
    return bank.engine.copies.ready.taken - before


def test_the_same_query_is_found_ready(bank: Harness) -> None:
    assert [bank.rows(SUM) for _ in range(3)] == [ALL] * 3
    assert bank.engine.copies.ready.taken == 3


def test_rows_are_read_anew_each_time(bank: Harness) -> None:
    sql = "SELECT amount, id FROM accounts WHERE amount % 2 = 0 ORDER BY id"
    assert bank.rows(sql) == bank.rows(sql) == [("100", str(i)) for i in range(ACCOUNTS)]


def test_another_version_is_opened_anew(bank: Harness) -> None:
    bank.rows(SUM)
    bank.write(accounts_schema(), accounts({0: 150}))
    before = bank.engine.copies.ready.taken
    assert bank.rows(SUM) == [(str(TOTAL + 50), str(ACCOUNTS))]
    assert bank.engine.copies.ready.taken == before
    assert len(bank.engine.copies.ready) == 0, "it would hold up the removal of deleted rows"
    assert taken(bank, SUM) == 2


def test_replaced_content_of_the_same_number_is_another_version(bank: Harness) -> None:
    bank.rows(SUM)
    bank.write(accounts_schema(), accounts({7: 1, 8: 2}), mode="replace")
    assert bank.rows(SUM) == bank.rows(SUM) == [("3", "2")]


def test_a_transaction_reads_its_own_version(bank: Harness) -> None:
    snapshot = Snapshot()
    assert bank.rows(SUM, snapshot=snapshot) == ALL
    bank.write(accounts_schema(), accounts({3: 5_100}))
    assert bank.rows(SUM) == bank.rows(SUM) == [(str(TOTAL + 5_000), str(ACCOUNTS))]
    assert bank.rows(SUM, snapshot=snapshot) == ALL


@pytest.mark.parametrize(
    "sql",
    [
        pytest.param("SELECT count(*) FROM accounts, pg_class", id="a system table"),
        pytest.param("SELECT count(*), pg_backend_pid() FROM accounts", id="the session"),
        pytest.param("SELECT count(*), now() FROM accounts", id="the time"),
        pytest.param("SELECT count(*) FROM accounts WHERE id BETWEEN 3 AND 5 AND amount > 1", id="rows of its own"),
        pytest.param("SELECT sum(a.amount) FROM accounts a JOIN accounts b ON a.id = b.id WHERE b.id < 9", id="some of its own"),
    ],
)
def test_what_is_not_the_same_each_time_is_not_kept(bank: Harness, sql: str) -> None:
    assert taken(bank, sql) == 0
    assert len(bank.engine.copies.ready) <= 1, "the fixture's"


def test_values_are_not_kept(bank: Harness) -> None:
    sql = "SELECT count(*) FROM accounts WHERE amount + id > $1"
    for least in (100, 350, 599):
        assert bank.rows(sql, (least,)) == [(str(ACCOUNTS - (least - 100) - 1),)]


def test_a_query_that_was_not_read_to_its_end_is_not_kept(bank: Harness) -> None:
    sql = "SELECT id, repeat('x', 5000) FROM accounts a WHERE amount > 1"

    async def begin() -> None:
        stream = bank.engine.open(bank.prepare(sql), (), (0, 0), bank.context())
        assert len(decode(await stream.next(7))) == 7
        await stream.close()

    for _ in range(3):
        bank.run(begin())
    assert len(bank.rows(sql)) == ACCOUNTS


def test_who_cancels_too_late_does_not_interrupt_the_next(bank: Harness) -> None:
    """A query that has been read to its end may be somebody else's already."""
    plan = bank.prepare("SELECT count(*) FROM accounts a, accounts b, accounts c WHERE a.amount + b.id <> c.id").plan
    first, second = (bank.engine.duck_source(plan, (), bank.context()) for _ in range(2))
    assert first.read() is not None
    assert first.ended
    before = bank.engine.copies.ready.taken
    with ThreadPoolExecutor(1) as pool:
        reading = pool.submit(second.read)
        while not reading.done():
            first.interrupt()
        assert reading.result() is not None
    assert bank.engine.copies.ready.taken == before + 1
    for source in (first, second):
        source.close()


def test_a_failed_query_is_not_kept(bank: Harness) -> None:
    for _ in range(3):
        with pytest.raises(Exception, match="division by zero"):
            bank.rows("SELECT sum(id / (amount - 100)) FROM accounts")
    assert bank.rows(SUM) == ALL


def test_only_so_many_are_kept(bank: Harness) -> None:
    for n in range(KEPT_MAX + 5):
        assert bank.rows(f"SELECT count(*) FROM accounts WHERE amount > {n}") == [(str(ACCOUNTS),)]
    assert len(bank.engine.copies.ready) == KEPT_MAX
    assert taken(bank, f"SELECT count(*) FROM accounts WHERE amount > {KEPT_MAX + 4}", 1) == 1
    assert taken(bank, "SELECT count(*) FROM accounts WHERE amount > 0", 1) == 0


def test_a_copy_that_goes_takes_its_queries_along(tmp_path: Path) -> None:
    with Harness(tmp_path, EngineOptions(copy_bytes=1 << 20, worker_threads=1)) as small:
        for name in ("a", "b", "c"):
            small.write(accounts_schema(name), accounts({i: i for i in range(10_000)}))
        for name in ("a", "a", "b", "a", "c", "a"):
            assert small.rows(f"SELECT count(*) FROM {name}") == [("10000",)]
        counters = small.engine.copies.counters
        assert counters.evicted >= 1
        assert counters.built == 3, "a stayed: a query found ready counts as a use of its copies"


def test_many_at_once_while_versions_are_published(tmp_path: Path) -> None:
    seed = seed_for("ready")
    with Harness(tmp_path) as bank:
        bank.write(accounts_schema(), accounts(dict.fromkeys(range(ACCOUNTS), 100)))
        transfers = Transfers(bank, seed)
        done = threading.Event()

        def publish() -> None:
            for _ in range(15):
                transfers.publish()
            done.set()

        async def read() -> None:
            while not done.is_set():
                for rows in await asyncio.gather(*(bank.arows(SUM) for _ in range(6))):
                    assert rows == ALL, seed
            newest = await bank.arows("SELECT amount, id FROM accounts WHERE amount + id > -1000000 ORDER BY id")
            assert newest == [(str(transfers.amounts[i]), str(i)) for i in range(ACCOUNTS)], seed

        publisher = threading.Thread(target=publish)
        publisher.start()
        try:
            bank.run(read())
        finally:
            publisher.join()
        for _ in range(20):
            assert bank.rows(SUM) == ALL
        assert bank.engine.copies.ready.taken > 0
