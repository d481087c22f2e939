"""Columnar copies in files: the answers of the shards', at one version, after restarts, kills and damage; within their bound."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Final

import pyarrow as pa
import pytest

from gateway.contract.engine import Snapshot
from gateway.engine.copies import copies as module
from gateway.engine.options import EngineOptions
from statestore import types as st
from statestore.node import version
from statestore.schema import Column, HashPartitioning, ViewSchema
from tests.gateway.harness import Harness
from tests.gateway.test_copies import SUM, Transfers, accounts, accounts_schema

ROWS: Final = 30_000
KINDS: Final = 5_000
#: No view of these tests fits the memory for copies.
OPTIONS: Final = EngineOptions(copy_bytes=1 << 10)
KILLS: Final = 2


@pytest.fixture(autouse=True)
def as_often_as_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "FILE_EVERY_S", 0.0)


def opened(folder: Path, options: EngineOptions = OPTIONS) -> Harness:
    return Harness(folder, options, copy_folder=folder / "copies")


def files(folder: Path) -> list[Path]:
    return sorted((folder / "copies").glob("*.duckdb"))


def settle(bank: Harness) -> None:
    """Wait for the file that is being made, if any."""
    assert bank.engine.copies.maker is not None
    bank.engine.copies.maker.wait()


def made(bank: Harness, sql: str = SUM) -> None:
    """Ask, and wait for the file that this begins."""
    before = bank.engine.copies.counters.files_made
    bank.rows(sql)
    settle(bank)
    assert bank.engine.copies.counters.files_made == before + 1


@pytest.fixture
def bank(tmp_path: Path) -> Iterator[Harness]:
    with opened(tmp_path) as harness:
        harness.write(accounts_schema(), accounts(dict.fromkeys(range(ROWS), 100)))
        yield harness


def test_a_file_is_made_beside_the_queries_and_brought_along(bank: Harness, tmp_path: Path) -> None:
    assert bank.rows(SUM) == [(str(ROWS * 100), str(ROWS))]
    settle(bank)
    counters = bank.engine.copies.counters
    assert (counters.built, counters.files_made, len(files(tmp_path))) == (0, 1, 1)
    bank.write(accounts_schema(), accounts({0: 150, ROWS: 7}), deletes=[[1], [2]])
    assert bank.rows(SUM) == [(str(ROWS * 100 + 50 + 7 - 200), str(ROWS - 1))]
    bank.write(accounts_schema(), accounts({2: 1}))
    assert bank.rows("SELECT id, amount FROM accounts WHERE amount <> 100 ORDER BY amount") == [
        ("2", "1"), (str(ROWS), "7"), ("0", "150"),
    ]  # fmt: skip
    assert (counters.advanced, counters.files_made, bank.engine.copies.bytes) == (2, 1, 0)


def test_replaced_content_makes_a_new_file(bank: Harness, tmp_path: Path) -> None:
    made(bank)
    bank.write(accounts_schema(), accounts(dict.fromkeys(range(ROWS), 3)), mode="replace")
    made(bank)
    assert bank.rows(SUM) == [(str(ROWS * 3), str(ROWS))]
    assert bank.engine.copies.counters.advanced == 0
    assert len(files(tmp_path)) == 1


def test_versions_of_transactions_and_streams(bank: Harness) -> None:
    made(bank)
    snapshot = Snapshot()
    most = "SELECT max(amount) FROM accounts"
    assert bank.rows(most, snapshot=snapshot) == [("100",)]
    prepared = bank.prepare("SELECT amount + 0 FROM accounts")

    async def read() -> int:
        stream = bank.engine.open(prepared, (), (0,), bank.context())
        chunk = await stream.next(10)
        bank.write(accounts_schema(), accounts(dict.fromkeys(range(500), 5_000)))
        assert await bank.arows(most) == [("5000",)]
        count = 0
        while chunk is not None:
            count += chunk.data.count(b"\x00\x00\x00\x03100")
            chunk = await stream.next(None)
        await stream.close()
        return count

    assert bank.run(read()) == ROWS
    assert bank.rows(most, snapshot=snapshot) == [("100",)]


COLUMNS: Final = {
    "i": (st.Int(), pa.array([*range(KINDS - 1), None], pa.int32())),
    "s": (st.Short(), pa.array([n % 300 - 150 for n in range(KINDS)], pa.int16())),
    "f": (st.Float(), pa.array([n / 7 for n in range(KINDS)], pa.float32())),
    "d": (st.Double(), pa.array([None, float("nan"), float("inf"), *(n / 3 for n in range(3, KINDS))], pa.float64())),
    "n": (st.Decimal(38, 10), pa.array([Decimal(n).scaleb(-10) for n in range(KINDS)], pa.decimal128(38, 10))),
    "b": (st.Boolean(), pa.array([(None, True, False)[n % 3] for n in range(KINDS)])),
    "t": (st.String(), pa.array([(None, "", "ü€😀", "note")[n % 4] for n in range(KINDS)])),
    "y": (st.Binary(), pa.array([bytes([n % 256]) * (n % 5) for n in range(KINDS)])),
    "day": (st.Date(), pa.array([n - 9_000 for n in range(KINDS)], pa.int32()).cast(pa.date32())),
    "at": (st.Timestamp(), pa.array([n * 86_399_999_999 for n in range(KINDS)], pa.timestamp("us", "UTC"))),
    "l": (st.Array(st.Int(), contains_null=True), pa.array([[n, None][: n % 3] for n in range(KINDS)], pa.list_(pa.int32()))),
}


def test_every_type_comes_out_as_from_the_shards(tmp_path: Path) -> None:
    columns = (Column("k", st.Long(), nullable=False), *(Column(name, type_) for name, (type_, _) in COLUMNS.items()))
    schema = ViewSchema("kinds", columns, ("k",), ("k",), HashPartitioning(4), (len(columns),))
    table = pa.table({"k": pa.array(range(KINDS), pa.int64())} | {name: values for name, (_, values) in COLUMNS.items()})
    asked = [f"SELECT k, {', '.join(COLUMNS)} FROM kinds", *(f"SELECT {c}, count(*) FROM kinds GROUP BY 1" for c in COLUMNS)]
    with Harness(tmp_path, EngineOptions(copy_bytes=0)) as shards:
        shards.write(schema, table)
        expected = [sorted(map(str, shards.rows(sql))) for sql in asked]
        assert len(expected[0]) == KINDS
    with opened(tmp_path) as copied:
        made(copied, asked[1])
        assert [sorted(map(str, copied.rows(sql))) for sql in asked] == expected


def test_a_restart_goes_on_with_the_file(bank: Harness, tmp_path: Path) -> None:
    made(bank)
    bank.close()
    (file,) = files(tmp_path)
    with Harness(tmp_path, EngineOptions(copy_bytes=0)) as other:
        other.write(accounts_schema(), accounts({0: 150}), deletes=[[1]])
    with opened(tmp_path) as again:
        assert again.rows(SUM) == [(str(ROWS * 100 - 50), str(ROWS - 1))]
        counters = again.engine.copies.counters
        assert (counters.files_taken_over, counters.files_made, counters.advanced) == (1, 0, 1)
        assert files(tmp_path) == [file]


def made_anew(folder: Path) -> int:
    shutil.rmtree(folder / "root" / "accounts")
    with Harness(folder) as anew:
        anew.write(accounts_schema(), accounts(dict.fromkeys(range(ROWS), 1)))
    return ROWS


def with_a_column_more(folder: Path) -> int:
    schema = accounts_schema()
    wider = ViewSchema(
        "accounts", (*schema.columns, Column("more", st.Int())), schema.key, schema.shard_key, schema.partitioning, (3, 4)
    )
    with Harness(folder) as harness:
        harness.write(wider, accounts({0: 101}).append_column("more", pa.array([1], pa.int32())))
    return ROWS * 100 + 1


def damaged(at: Callable[[int], int]) -> Callable[[Path], int]:
    def damage(folder: Path) -> int:
        (file,) = files(folder)
        with file.open("r+b") as handle:
            handle.seek(at(file.stat().st_size))
            handle.write(b"\xff" * 600)
        return ROWS * 100

    return damage


def truncated(folder: Path) -> int:
    (file,) = files(folder)
    os.truncate(file, file.stat().st_size // 2)
    return ROWS * 100


def of_another_format(folder: Path) -> int:
    import duckdb

    (file,) = files(folder)
    with duckdb.connect(str(file)) as connection:
        connection.execute("UPDATE content SET content = replace(content, '\"format\": 1', '\"format\": 99')")
    return ROWS * 100


@pytest.mark.parametrize(
    "happens",
    [
        pytest.param(made_anew, id="view made anew"),
        pytest.param(damaged(lambda size: 10), id="header"),
        pytest.param(damaged(lambda size: size // 2), id="middle"),
        pytest.param(truncated, id="truncated"),
        pytest.param(of_another_format, id="format"),
    ],
)
def test_what_is_unknown_or_damaged_is_made_again(bank: Harness, tmp_path: Path, happens: Callable[[Path], int]) -> None:
    made(bank)
    bank.close()
    (file,) = files(tmp_path)
    total = happens(tmp_path)
    with opened(tmp_path) as again:
        for _ in range(3):
            assert again.rows(SUM) == [(str(total), str(ROWS))]
            assert again.rows("SELECT count(DISTINCT note) FROM accounts") == [(str(ROWS),)]
            settle(again)
        counters = again.engine.copies.counters
        assert counters.files_made == 1
        (other,) = files(tmp_path)
        assert other != file


def test_a_new_column_is_read_though_the_file_lacks_it(bank: Harness, tmp_path: Path) -> None:
    made(bank)
    bank.close()
    total = with_a_column_more(tmp_path)
    with opened(tmp_path) as again:
        assert again.rows(SUM) == [(str(total), str(ROWS))]
        assert again.rows("SELECT sum(more), count(more) FROM accounts") == [("1", "1")]


def test_files_of_other_processes_go_first_and_then_the_one_not_used_for_longest(tmp_path: Path) -> None:
    with opened(tmp_path) as first:
        for name in ("a", "b", "c"):
            first.write(accounts_schema(name), accounts(dict.fromkeys(range(ROWS), 1)))
        made(first, "SELECT sum(amount) FROM a")
    size = files(tmp_path)[0].stat().st_size
    with opened(tmp_path, EngineOptions(copy_bytes=1 << 10, copy_file_bytes=size * 5 // 2)) as second:
        for name in ("b", "c", "b", "a", "b"):
            assert second.rows(f"SELECT sum(amount) FROM {name}") == [(str(ROWS),)]
            settle(second)
        assert second.engine.copies.counters.evicted == 1, "c went for a, b stayed"
        assert {path.name.partition(".")[0] for path in files(tmp_path)} == {"a", "b"}
    with opened(tmp_path, EngineOptions(copy_bytes=1 << 10, copy_file_bytes=1 << 10)) as third:
        assert third.rows("SELECT sum(amount) FROM c") == [(str(ROWS),)]
        settle(third)
        assert third.engine.copies.counters.files_made == 0
        assert files(tmp_path) == []


def _work(folder: Path) -> None:
    """The process that is killed: transfers, each followed by a query that has the file brought along."""
    module.FILE_EVERY_S = 0.0  # type: ignore[misc]
    version.FEW_ROWS_MAX = -1  # type: ignore[misc]
    with opened(folder) as harness:
        harness.rows(SUM)
        settle(harness)
        transfers = Transfers(harness, seed=7)
        rows = harness.rows("SELECT id, amount FROM accounts ORDER BY id")
        transfers.amounts = {int(i or 0): int(amount or 0) for i, amount in rows}
        print("at work", flush=True)
        while True:
            transfers.publish()
            harness.rows(SUM)


@pytest.mark.usefixtures("no_few_rows")
@pytest.mark.parametrize("number", range(KILLS))
def test_kills(tmp_path: Path, number: int) -> None:
    with Harness(tmp_path) as harness:
        harness.write(accounts_schema(), accounts(dict.fromkeys(range(500), 100)))
    for _ in range(2):
        process = subprocess.Popen([sys.executable, "-m", __name__, str(tmp_path)], stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        assert process.stdout.readline() == "at work\n"
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(random.uniform(0.05, 0.6))
        process.send_signal(signal.SIGKILL)
        process.communicate()
    with opened(tmp_path) as again:
        assert again.rows(SUM) == [("50000", "500")]
        counters = again.engine.copies.counters
        assert counters.files_taken_over == 1
        by_key = [again.rows(f"SELECT amount FROM accounts WHERE id = {i}") for i in range(500)]
        assert again.rows("SELECT amount FROM accounts ORDER BY id + 0") == [row for (row,) in by_key]


if __name__ == "__main__":
    _work(Path(sys.argv[1]))
