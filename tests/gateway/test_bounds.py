"""tidegate.read_version, min_version and max_staleness on one node, through psycopg."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import pyarrow as pa
import pytest

from gateway.contract.bounds import Versions, read_versions
from gateway.engine.engine import ReadEngine
from gateway.errors import InvalidSetting
from statestore import types as st
from statestore.node import LocalStore, StoreOptions, past
from statestore.node.maintenance import maintain
from statestore.schema import Column, HashPartitioning, ViewSchema
from statestore.views import open_root
from statestore.views.local_writer import write_version
from statestore.views.retention import change_retention
from tests.gateway.serving import serving

SCHEMA = ViewSchema("counts", (Column("id", st.Long()), Column("n", st.Long())), ("id",), ("id",), HashPartitioning(4), (2,))
OTHER = ViewSchema("Odd name", (Column("id", st.Long()), Column("n", st.Long())), ("id",), ("id",), HashPartitioning(2), (2,))
IDS = 20
KEPT = 3


def rows(n: int) -> pa.Table:
    return pa.table({"id": pa.array(range(IDS), pa.int64()), "n": pa.array([n] * IDS, pa.int64())})


@dataclass
class Node:
    root: str
    store: LocalStore
    dsn: str

    def publish(self, n: int, schema: ViewSchema = SCHEMA) -> None:
        version = write_version(self.root, schema, rows(n))
        assert self.store.wait_for_version(schema.name, version, 30)


@pytest.fixture
def node(tmp_path: Path) -> Iterator[Node]:
    root = str(tmp_path / "root")
    write_version(root, SCHEMA, rows(1))
    options = StoreOptions(keep_versions=KEPT, keep_age_s=0.0)
    with LocalStore(open_root(root), tmp_path / "store", options) as store:
        engine = ReadEngine(store)
        try:
            with serving(engine) as server:
                yield Node(root, store, server.dsn)
        finally:
            engine.close()


POINT = "SELECT n FROM counts WHERE id = 7"
TOTAL = "SELECT sum(n)::int8 FROM counts"


@pytest.mark.parametrize(("sql", "factor"), [(POINT, 1), (TOTAL, IDS)])
@pytest.mark.parametrize("prepare", [False, True])
def test_a_kept_version_can_be_read(node: Node, sql: str, factor: int, prepare: bool) -> None:
    for n in (2, 3):
        node.publish(n)
    with psycopg.connect(node.dsn, autocommit=True) as connection:
        for version in (3, 1, 2, 0):
            connection.execute(f"SET tidegate.read_version = {version}")
            assert connection.execute(sql, prepare=prepare).fetchone() == ((version or 3) * factor,)
        write_version(node.root, OTHER, rows(5))
        assert node.store.wait_for_version(OTHER.name, 1, 30)
        connection.execute("SET tidegate.read_version = 'counts=2, \"Odd name\"=1'")
        assert connection.execute(sql, prepare=prepare).fetchone() == (2 * factor,)


OLD_READS = {
    "point": (POINT, 1),
    "point of an expression": ("SELECT n * 2 FROM counts WHERE id = 3 + 4", 2),
    "keys": ("SELECT sum(n)::int8 FROM counts WHERE id IN (1, 2, 3)", 3),
    "scan": (TOTAL, IDS),
    "join": ("SELECT sum(a.n + b.n)::int8 FROM counts a JOIN counts b USING (id)", 2 * IDS),
    "cross join": ("SELECT sum(n * x)::int8 FROM counts, (VALUES (1), (2)) v(x), generate_series(1, 2)", 6 * IDS),
    "subquery": ("SELECT (SELECT max(n) FROM counts)", 1),
    "WITH": ("WITH c AS (SELECT n FROM counts LIMIT 2) SELECT sum(n)::int8 FROM c", 2),
}


@pytest.mark.parametrize("name", OLD_READS)
@pytest.mark.parametrize("prepare", [False, True])
def test_a_version_that_only_the_root_keeps_can_be_read(node: Node, name: str, prepare: bool) -> None:
    sql, factor = OLD_READS[name]
    for n in range(2, 12):
        node.publish(n)
    with psycopg.connect(node.dsn, autocommit=True) as connection:
        assert connection.execute(sql, prepare=prepare).fetchone() == (11 * factor,)
        for version in (2, 5, 2, 11):
            connection.execute(f"SET tidegate.read_version = {version}")
            assert connection.execute(sql, prepare=prepare).fetchone() == (version * factor,)
        connection.execute("SET tidegate.max_staleness = '1ms'")
        connection.execute("SET tidegate.read_version = 3")
        with pytest.raises(psycopg.errors.SerializationFailure, match="ms stale, and"):
            connection.execute(sql)


def test_old_versions_by_every_way_of_asking(node: Node) -> None:
    node.publish(1, OTHER)
    for n in range(2, 9):
        node.publish(n)
    with psycopg.connect(node.dsn) as connection:
        connection.execute("SET tidegate.read_version = 'counts=3'")
        with connection.cursor().copy("COPY (SELECT n FROM counts) TO STDOUT") as copy:
            assert b"".join(copy) == b"3\n" * IDS
        connection.execute("SET tidegate.read_version = 'counts=4'")
        with connection.cursor("some rows") as cursor:
            cursor.execute("SELECT n FROM counts")
            assert cursor.fetchmany(5) == [(4,)] * 5
            assert cursor.fetchall() == [(4,)] * (IDS - 5)
        connection.execute("SET tidegate.read_version = 'counts=5'")
        (plan,) = connection.execute("EXPLAIN (ANALYZE, FORMAT JSON) SELECT sum(n) FROM counts").fetchone() or ()
        assert '"Version": 5' in json.dumps(plan)
        assert connection.execute('SELECT c.n, o.n FROM counts c JOIN "Odd name" o USING (id) WHERE id = 2').fetchone() == (5, 1)
        connection.commit()
        connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        connection.execute("SET tidegate.read_version = 'counts=2'")
        assert connection.execute(TOTAL).fetchone() == (2 * IDS,)
        node.publish(9)
        assert connection.execute(POINT).fetchone() == (2,)


def test_waiting_for_an_old_version_can_be_ended(node: Node, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is made all the same, and the next statement has it."""
    for n in range(2, 9):
        node.publish(n)
    may_go_on = threading.Event()
    original = past.merged

    def slowly(*args: Any) -> Any:
        assert may_go_on.wait(30)
        return original(*args)

    monkeypatch.setattr(past, "merged", slowly)
    with psycopg.connect(node.dsn, autocommit=True) as connection:
        connection.execute("SET tidegate.read_version = 2; SET statement_timeout = '200ms'")
        with pytest.raises(psycopg.errors.QueryCanceled, match="statement timeout"):
            connection.execute(TOTAL)
        # Its other way to cancel holds the interpreter's lock, which the server needs: it is in this process.
        threading.Timer(0.2, connection.cancel_safe).start()
        connection.execute("SET statement_timeout = 0")
        with pytest.raises(psycopg.errors.QueryCanceled, match="user request"):
            connection.execute(POINT)
        may_go_on.set()
        assert connection.execute(POINT).fetchone() == (2,)


def test_versions_out_of_reach_are_40001_and_say_by_how_much(node: Node) -> None:
    root = open_root(node.root)
    change_retention(root.folder("counts"), versions=4, age="0s", base_every=1)
    for n in range(2, 7):
        node.publish(n)
    maintain(root, "counts")

    def detail() -> str:
        with pytest.raises(psycopg.errors.SerializationFailure) as raised:
            connection.execute(POINT)
        return raised.value.diag.message_detail or ""

    with psycopg.connect(node.dsn, autocommit=True) as connection:
        connection.execute("SET tidegate.read_version = 2")
        assert detail() == "Versions 3 to 6 are kept at the root."
        connection.execute("SET tidegate.read_version = 9")
        assert "at version 6: 3 short" in detail()
        connection.execute("RESET tidegate.read_version; SET tidegate.min_version = 'counts=8'")
        with pytest.raises(psycopg.errors.SerializationFailure) as raised:
            connection.execute(TOTAL)
        assert "2 versions are missing" in (raised.value.diag.message_detail or "")
        connection.execute("SET tidegate.min_version = 6")
        assert connection.execute(TOTAL).fetchone() == (6 * IDS,)


def test_what_show_says_is_a_bound(node: Node) -> None:
    write_version(node.root, OTHER, rows(5))
    assert node.store.wait_for_version(OTHER.name, 1, 30)
    with psycopg.connect(node.dsn, autocommit=True) as connection:
        shown = connection.execute("SHOW tidegate.version").fetchone()
        assert shown == ('"Odd name"=1, counts=1',)
        connection.execute(f"SET tidegate.min_version = '{shown[0]}'")
        assert connection.execute(POINT).fetchone() == (1,)
        assert connection.execute('SELECT n FROM "Odd name" WHERE id = 3').fetchone() == (5,)


def test_staleness_counts_from_the_first_version_that_is_missing(node: Node) -> None:
    with psycopg.connect(node.dsn, autocommit=True) as connection:
        connection.execute("SET tidegate.max_staleness = '1h'")
        assert connection.execute(POINT).fetchone() == (1,)
        node.publish(2)
        # Asking for an older version makes the answer stale on purpose: version 2 was committed a moment ago.
        connection.execute("SET tidegate.read_version = 1")
        assert connection.execute(POINT).fetchone() == (1,)
        connection.execute("SET tidegate.max_staleness = 1")
        committed_at_us = node.store.current("counts").committed_at_us
        assert committed_at_us is not None
        while time.time_ns() // 1000 < committed_at_us + 2_000:
            pass
        with pytest.raises(psycopg.errors.SerializationFailure, match=r"version 1 of view counts is .* ms stale"):
            connection.execute(POINT)
        connection.execute("SET tidegate.read_version = 0")
        assert connection.execute(POINT).fetchone() == (2,)


def test_a_transaction_keeps_the_version_it_began_with(node: Node) -> None:
    with psycopg.connect(node.dsn) as connection:
        connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        assert connection.execute(POINT).fetchone() == (1,)
        node.publish(2)
        connection.execute("SET LOCAL tidegate.min_version = 1")
        assert connection.execute(POINT).fetchone() == (1,)
        connection.rollback()
        assert connection.execute(POINT).fetchone() == (2,)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0", Versions()),
        ("", Versions()),
        (" 42 ", Versions(42)),
        ("flights=42", Versions(0, {"flights": 42})),
        ('flights=42, "a ""b"", c=1"=7', Versions(0, {"flights": 42, 'a "b", c=1': 7})),
    ],
)
def test_values(text: str, expected: Versions) -> None:
    assert read_versions("x", text) == expected


@pytest.mark.parametrize(
    "text", ["-1", "flights", "flights=", "flights=1,", "=1", "a=1 b=2", "1,2", "9007199254740993", "a=9007199254740993"]
)
def test_bad_values(text: str) -> None:
    with pytest.raises(InvalidSetting):
        read_versions("x", text)
