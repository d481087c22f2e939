"""tidegate.read_version, min_version and max_staleness on one node, through psycopg."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pyarrow as pa
import pytest

from gateway.engine.bounds import Versions, read_versions
from gateway.engine.engine import ReadEngine
from gateway.errors import InvalidSetting
from statestore import types as st
from statestore.node import LocalStore, StoreOptions
from statestore.schema import Column, HashPartitioning, ViewSchema
from statestore.views import open_root
from statestore.views.local_writer import write_version
from tests.gateway.serving import serving
from tests.hostile.process import eventually

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


def test_versions_out_of_reach_are_40001_and_say_by_how_much(node: Node) -> None:
    for n in range(2, 7):
        node.publish(n)

    def detail() -> str:
        with pytest.raises(psycopg.errors.SerializationFailure) as raised:
            connection.execute(POINT)
        return raised.value.diag.message_detail or ""

    with psycopg.connect(node.dsn, autocommit=True) as connection:
        connection.execute("SET tidegate.read_version = 2")
        # A version goes a moment after the one that takes its place has come.
        eventually(lambda: "Versions 4 to 6 are kept" in detail(), "version 3 is given up")
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
