"""A view that was deleted and made anew under its name: nothing of the old one is answered any more."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import psycopg
import pyarrow as pa
import pytest

from gateway.contract.engine import Snapshot
from gateway.errors import StaleRead
from statestore import types as st
from statestore.schema import Column, HashPartitioning
from statestore.views import open_root
from statestore.views.local_writer import write_version
from tests.gateway.harness import Harness
from tests.gateway.serving import serving
from tests.gateway.test_copies import accounts, accounts_schema

pytestmark = pytest.mark.usefixtures("no_few_rows")

COUNT = "SELECT count(*), sum(amount) FROM accounts"


@pytest.fixture
def bank(tmp_path: Path) -> Iterator[Harness]:
    with Harness(tmp_path) as made:
        made.write(accounts_schema(), accounts(dict.fromkeys(range(5000), 1)))
        yield made


def delete(bank: Harness) -> None:
    shutil.rmtree(Path(bank.root.uri) / "accounts")


@pytest.mark.parametrize("noticed", [True, False])
@pytest.mark.parametrize("versions", [1, 2, 3])
def test_aggregates_are_those_of_the_new_view(bank: Harness, noticed: bool, versions: int) -> None:
    bank.write(accounts_schema(), accounts({1: 2}))
    assert bank.rows(COUNT) == bank.rows(COUNT) == [("5000", "5001")]
    delete(bank)
    if noticed:
        bank.store.refresh()
        assert "accounts" not in bank.store.views()
    for version in range(versions):
        bank.write(accounts_schema(), accounts(dict.fromkeys(range(50), 7 + version)))
    assert bank.rows(COUNT) == [("50", str(50 * (6 + versions)))]
    bank.write(accounts_schema(), accounts({1000: 1}))
    assert bank.rows(COUNT) == [("51", str(50 * (6 + versions) + 1))]
    assert bank.rows("SELECT version, rows FROM tidegate.views") == [(str(versions + 1), "51")]
    assert bank.rows("SELECT sum(rows) FROM tidegate.shards") == [("51",)]
    assert bank.rows("SELECT count(*) FROM tidegate.versions WHERE rows > 50") == [("0",)]


def made_anew(bank: Harness, rows: int) -> None:
    """At the very version at which it was."""
    delete(bank)
    bank.write(accounts_schema(), accounts(dict.fromkeys(range(rows), 1)))


def without_ids(bank: Harness) -> None:
    """As releases wrote it that knew of no ids."""
    for manifest in (Path(bank.root.uri) / "accounts" / "log").iterdir():
        body = json.loads(manifest.read_text())
        del body["view_id"]
        manifest.write_text(json.dumps(body, indent=1) + "\n")


@pytest.mark.parametrize("by", ["this release", "an older release"])
def test_a_store_of_the_old_view_is_told_at_the_next_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, by: str) -> None:
    """The node was down meanwhile, and number and commit time are those of the old view."""
    monkeypatch.setattr("statestore.views.publisher.time.time_ns", lambda: 1_700_000_000_000_000_000)
    ids = set[str]()
    for rows in (5000, 50, 70):
        shutil.rmtree(tmp_path / "root" / "accounts", ignore_errors=True)
        root = open_root(str(tmp_path / "root"), create=True)
        assert write_version(root, accounts_schema(), accounts(dict.fromkeys(range(rows), 1))) == 1
        with Harness(tmp_path) as bank:
            if by == "an older release":
                without_ids(bank)
                bank.store.refresh()
            assert bank.rows(COUNT) == bank.rows(COUNT) == [(str(rows), str(rows))]
            assert bank.rows("SELECT rows, version FROM tidegate.views") == [(str(rows), "1")]
            ids.add(bank.store.current("accounts").view_id)
    assert len(ids) == 3


def test_a_root_of_an_older_release_is_read_and_published_on(tmp_path: Path) -> None:
    with Harness(tmp_path) as bank:
        bank.write(accounts_schema(), accounts({1: 1, 2: 2}))
        without_ids(bank)
    with Harness(tmp_path) as bank:
        id_ = bank.store.current("accounts").view_id
        assert bank.rows(COUNT) == [("2", "3")]
        bank.write(accounts_schema(), accounts({3: 3}))
        assert bank.rows(COUNT) == [("3", "6")]
        assert bank.store.current("accounts").view_id == id_
        assert bank.engine.copies.counters.built == 1


def test_a_log_that_is_taken_back_and_goes_on_otherwise_is_another_one(bank: Harness) -> None:
    """As after the root was restored from a backup: the view's id is the same, what its versions hold is not."""
    backup = Path(bank.root.uri).parent / "backup"
    shutil.copytree(Path(bank.root.uri) / "accounts", backup)
    bank.write(accounts_schema(), accounts({1: 100}))
    assert bank.rows(COUNT) == [("5000", "5099")]
    delete(bank)
    shutil.copytree(backup, Path(bank.root.uri) / "accounts")
    bank.write(accounts_schema(), accounts({1: 7}))
    assert bank.rows(COUNT) == [("5000", "5006")]


def test_a_repeatable_read_transaction_stays_with_the_old_view(bank: Harness) -> None:
    snapshot = Snapshot()
    assert bank.rows(COUNT, snapshot=snapshot) == [("5000", "5000")]
    made_anew(bank, 50)
    for _ in range(2):
        assert bank.rows(COUNT) == [("50", "50")]
        assert bank.rows(COUNT, snapshot=snapshot) == [("5000", "5000")]
        assert bank.rows("SELECT id FROM accounts WHERE id = 100", snapshot=snapshot) == [("100",)]
        assert bank.rows("SELECT id FROM accounts WHERE id = 100") == []
    assert bank.engine.copies.counters.built == 2, "the old view displaces no copy"


@pytest.mark.parametrize("other", ["columns", "key", "shards"])
def test_rows_of_one_schema_are_never_read_by_another(bank: Harness, other: str) -> None:
    schema = accounts_schema()
    anew = {
        "columns": replace(schema, columns=(schema.columns[0], Column("amount", st.String()), schema.columns[2])),
        "key": replace(
            schema,
            columns=(schema.columns[0], Column("amount", st.Long(), nullable=False), schema.columns[2]),
            key=("id", "amount"),
        ),
        "shards": replace(schema, partitioning=HashPartitioning(7)),
    }[other]
    snapshot = Snapshot()
    assert bank.rows(COUNT, snapshot=snapshot) == [("5000", "5000")]
    delete(bank)
    table = accounts({1: 9})
    bank.write(anew, table.cast(table.schema.set(1, pa.field("amount", pa.string()))) if other == "columns" else table)
    for sql in ("SELECT id, amount FROM accounts WHERE id = 1", "SELECT count(*) FROM accounts"):
        with pytest.raises(StaleRead, match="deleted and made anew with another schema"):
            bank.rows(sql, snapshot=snapshot)
    assert bank.rows("SELECT id, amount, note FROM accounts") == [("1", "9", "note 1")]


def test_a_view_that_was_seen_without_versions_before_it_was_made_anew(bank: Harness, tmp_path: Path) -> None:
    """As where it is looked at while it is being deleted: its schema is there, its log is not any more."""
    accounts_folder, other = Path(bank.root.uri) / "accounts", tmp_path / "other"
    shutil.rmtree(accounts_folder / "log")
    bank.store.refresh()
    schema = replace(accounts_schema(), columns=(accounts_schema().columns[0], Column("amount", st.String())), row_widths=(2,))
    write_version(str(other), schema, pa.table({"id": pa.array([1], pa.int32()), "amount": ["nine"]}))
    (other / "accounts" / "view.json").replace(accounts_folder / "view.json")
    shutil.copytree(other / "accounts", accounts_folder, dirs_exist_ok=True)
    bank.store.refresh()
    assert bank.store.current("accounts").schema == schema
    assert bank.rows("SELECT * FROM accounts") == [("1", "nine")]


def test_what_a_session_has_prepared_and_opened(bank: Harness) -> None:
    """Prepared statements, known to the hot path, are of the new view; a cursor that is open goes on reading the old one."""
    with serving(bank.engine) as server, psycopg.connect(server.dsn, autocommit=True) as connection:

        def asked(sql: str, *params: object) -> list[tuple[Any, ...]]:
            return connection.execute(sql, params or None, prepare=True).fetchall()

        for _ in range(3):
            assert asked("SELECT count(*) FROM accounts") == [(5000,)]
            assert asked("SELECT amount FROM accounts WHERE id = %s", 7) == [(1,)]
        with psycopg.connect(server.dsn) as other:
            other.execute("DECLARE c CURSOR FOR SELECT id FROM accounts")
            assert len(other.execute("FETCH 10 FROM c").fetchall()) == 10
            delete(bank)
            bank.write(accounts_schema(), accounts({7: 9, 8: 1}))
            for _ in range(3):
                assert asked("SELECT count(*) FROM accounts") == [(2,)]
                assert asked("SELECT amount FROM accounts WHERE id = %s", 7) == [(9,)]
                assert asked("SELECT amount FROM accounts WHERE id = %s", 100) == []
            assert len(other.execute("FETCH ALL FROM c").fetchall()) == 4990
            assert other.execute("SELECT count(*) FROM accounts").fetchall() == [(2,)]
