"""What tidegate.read_version and min_version, and COPY's VERSIONS, may name: views, state tables, attachments, and nothing else."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import errors

from gateway.access.grants import Grants
from planner.postgres.definitions import read_definition
from statestore import types as st
from statestore.errors import CheckpointNotReady
from tests.attach.attached import AttachedHarness
from tests.attach.fake_checkpoint import FakeCheckpoint, table
from tests.gateway.serving import ServerThread, serving
from tests.gateway.test_copies import accounts, accounts_schema

CLICKS = table("ads_clicks", {"id": st.Long(), "n": st.Long()}, ["id"])
STORE = table("ads_operator_store", {"id": st.Long(), "n": st.Long()}, ["id"])
SETTINGS = ("tidegate.read_version", "tidegate.min_version")
#: Each sets a setting in another way.
WAYS: tuple[Callable[[str, str], str], ...] = (
    lambda name, value: f"SET {name} = '{value}'",
    lambda name, value: f"BEGIN; SET LOCAL {name} = '{value}'",
    lambda name, value: f"SELECT set_config('{name}', '{value}', false)",
    lambda name, value: f"SELECT set_config('{name}', '{value}', true)",
)


@pytest.fixture(scope="module")
def bank(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AttachedHarness]:
    checkpoint = FakeCheckpoint([CLICKS, STORE])
    waiting = FakeCheckpoint(fault=CheckpointNotReady("not yet"))
    with AttachedHarness(tmp_path_factory.mktemp("named"), {"ads": checkpoint, "waiting": waiting}) as made:
        assert isinstance(made, AttachedHarness)
        for n in range(1, 4):
            checkpoint.commit({"ads_clicks": [(i, n) for i in range(5)], "ads_operator_store": [(i, 10 * n) for i in range(5)]})
            made.refresh()
        made.write(accounts_schema(), accounts({1: 1}))
        made.write(accounts_schema("Odd"), accounts({1: 1}))
        yield made


@pytest.fixture(scope="module")
def server(bank: AttachedHarness) -> Iterator[ServerThread]:
    with serving(bank.engine) as made:
        yield made


@pytest.fixture
def connection(server: ServerThread) -> Iterator[psycopg.Connection[Any]]:
    with psycopg.connect(server.dsn, autocommit=True) as made:
        yield made


def in_loop(server: ServerThread, work: Callable[[], None]) -> None:
    async def done() -> None:
        work()

    asyncio.run_coroutine_threadsafe(done(), server.loop).result(10)


def ns(connection: psycopg.Connection[Any]) -> list[int]:
    found = [connection.execute(f"SELECT max(n) FROM {name}").fetchone() for name in ("ads_clicks", "ads_operator_store")]
    found.append(connection.execute("SELECT n FROM ads_clicks WHERE id = 3").fetchone())
    joined = "SELECT max(c.n + s.n) FROM ads_clicks c JOIN ads_operator_store s USING (id)"
    return [row[0] for row in (*found, connection.execute(joined).fetchone()) if row is not None]


@pytest.mark.parametrize("way", WAYS)
def test_an_attachments_name_means_all_its_tables(connection: psycopg.Connection[Any], way: Callable[[str, str], str]) -> None:
    assert ns(connection) == [3, 30, 3, 33]
    local = way is WAYS[1] or way is WAYS[3]
    if way is WAYS[3]:
        connection.execute("BEGIN")
    connection.execute(way("tidegate.read_version", "ads=2"))
    assert ns(connection) == [2, 20, 2, 22]
    connection.execute("ROLLBACK" if local else "SET tidegate.read_version = ''")
    assert connection.execute("SHOW tidegate.read_version").fetchone() == ("0",)
    assert ns(connection) == [3, 30, 3, 33]


def test_of_a_table_and_its_attachment_the_table_counts(connection: psycopg.Connection[Any]) -> None:
    connection.execute("SET tidegate.read_version = 'ads=2, ads_operator_store=1'")
    assert connection.execute("SELECT max(n) FROM ads_operator_store").fetchone() == (10,)
    assert connection.execute("SELECT max(n) FROM ads_clicks").fetchone() == (2,)
    with pytest.raises(errors.SerializationFailure, match="are read at one version"):
        ns(connection)


def test_at_least_a_version_of_an_attachment(connection: psycopg.Connection[Any]) -> None:
    connection.execute("SET tidegate.min_version = 'ads=3'")
    assert ns(connection) == [3, 30, 3, 33]
    connection.execute("SET tidegate.min_version = 'ads=4'")
    for name in ("ads_clicks", "ads_operator_store"):
        with pytest.raises(errors.SerializationFailure, match=f"view {name} is at version 3"):
            connection.execute(f"SELECT * FROM {name}")
    assert connection.execute("SELECT count(*) FROM accounts").fetchone() == (1,)


@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", ["nosuch", "ACCOUNTS", "odd", "public.accounts", "ads_", '"ads"" "', "pg_class"])
def test_what_there_is_not_is_an_error(
    connection: psycopg.Connection[Any], setting: str, way: Callable[[str, str], str], name: str
) -> None:
    with pytest.raises(errors.InvalidParameterValue) as refused:
        connection.execute(way(setting, f"accounts=1, {name}=3"))
    bare = name.strip('"').replace('""', '"') if name.startswith('"') else name
    assert refused.value.diag.message_primary == f'invalid value for parameter "{setting}": there is no view or attachment "{bare}"'
    hint = 'There are: "Odd", accounts, ads, ads_clicks, ads_operator_store, waiting.'
    assert refused.value.diag.message_hint == hint
    connection.execute("ROLLBACK")
    assert connection.execute(f"SHOW {setting}").fetchone() == ("0",)


@pytest.mark.parametrize("name", ["accounts", '"Odd"', "Odd", "ads", "ads_clicks", "ads_operator_store", "waiting"])
def test_what_there_is_can_be_named(connection: psycopg.Connection[Any], name: str) -> None:
    connection.execute(f"SET tidegate.min_version = '{name}=1'")
    assert connection.execute("SELECT count(*) FROM accounts").fetchone() == (1,)


def test_start_up_options(server: ServerThread) -> None:
    with pytest.raises(psycopg.OperationalError, match='there is no view or attachment "nosuch"'):
        psycopg.connect(server.dsn, options="-c tidegate.read_version=nosuch=3")
    with psycopg.connect(server.dsn, options="-c tidegate.read_version=ads=1") as connection:
        assert ns(connection) == [1, 10, 1, 11]
        connection.execute("SET tidegate.read_version = 'ads=2'")
        connection.execute("RESET tidegate.read_version")
        assert ns(connection) == [1, 10, 1, 11]


def test_copy(connection: psycopg.Connection[Any]) -> None:
    def copied(sql: str) -> str:
        with connection.cursor() as cursor, cursor.copy(sql.encode()) as copy:
            return "".join(bytes(data).decode() for data in copy)

    assert copied("COPY (SELECT max(n) FROM ads_operator_store) TO STDOUT (VERSIONS 'ads=2')") == "20\n"
    with pytest.raises(errors.InvalidParameterValue, match='there is no view or attachment "nosuch"'):
        copied("COPY accounts TO STDOUT (VERSIONS 'nosuch=2')")


def test_a_view_that_goes_after_it_was_named(connection: psycopg.Connection[Any], bank: AttachedHarness) -> None:
    bank.write(accounts_schema("brief"), accounts({1: 1}))
    connection.execute("SET tidegate.read_version = 'brief=1, ads=2'")
    shutil.rmtree(Path(bank.root.uri) / "brief")
    bank.store.refresh()
    assert ns(connection) == [2, 20, 2, 22]
    with pytest.raises(errors.UndefinedTable):
        connection.execute("SELECT * FROM brief")


def test_a_view_defined_by_sql_names_what_it_reads(connection: psycopg.Connection[Any], server: ServerThread) -> None:
    sql = "SELECT a.id, c.n FROM accounts a JOIN ads_clicks c ON a.id = c.id"
    in_loop(server, lambda: server.engine.catalog.define([read_definition("joined", sql)]))
    with pytest.raises(errors.InvalidParameterValue, match='"joined" is a view defined by SQL') as refused:
        connection.execute("SET tidegate.read_version = 'joined=1'")
    assert refused.value.diag.message_hint == "Name the views that it reads: accounts, ads_clicks."
    connection.execute("SET tidegate.read_version = 'ads=2'")
    assert connection.execute("SELECT n FROM joined").fetchall() == [(2,)]
    in_loop(server, lambda: server.engine.catalog.define([]))


def test_what_is_not_granted_is_not_there(server: ServerThread) -> None:
    grants = Grants().granted("tester", "accounts", None).granted("eve", "ads_clicks", None)
    in_loop(server, lambda: server.engine.catalog.guard.set(grants))
    with psycopg.connect(server.dsn, autocommit=True) as connection:
        connection.execute("SET tidegate.read_version = 'accounts=1'")
        for name in ("ads", "ads_clicks", "Odd", "waiting", "nosuch"):
            with pytest.raises(errors.InvalidParameterValue, match=f'there is no view or attachment "{name}"') as refused:
                connection.execute(f"SET tidegate.read_version = '{name}=1'")
            assert refused.value.diag.message_hint == "There are: accounts."
    with psycopg.connect(server.dsn.replace("tester", "eve"), autocommit=True) as connection:
        connection.execute("SET tidegate.read_version = 'ads=2'")
        assert connection.execute("SELECT max(n) FROM ads_clicks").fetchone() == (2,)
    in_loop(server, lambda: server.engine.catalog.guard.set(None))
