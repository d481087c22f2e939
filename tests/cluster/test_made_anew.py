"""A view is deleted and made anew, with the very number and commit time that it had, while a node is behind or down."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
import pytest

from statestore.views.local_writer import write_version
from tests.cluster.nodes import Node, Nodes, cluster
from tests.gateway.test_copies import accounts, accounts_schema
from tests.plugins.cluster import wait_until

VIEW = accounts_schema()
WAIT_S = 30.0
QUERIES = (
    "SELECT count(*), sum(amount) FROM accounts",
    "SELECT count(DISTINCT note), max(id) FROM accounts",
    "SELECT a.id FROM accounts a JOIN accounts b ON b.amount = a.amount + 1 - a.amount / 2 ORDER BY a.id",
    "SELECT id, amount, note FROM accounts ORDER BY id",
    "SELECT sum(rows), count(*) FROM tidegate.shards",
    "SELECT version, rows FROM tidegate.views",
    *(f"SELECT amount FROM accounts WHERE id = {i}" for i in range(12)),
)


def publish(nodes: Nodes, rows: int, amount: int) -> None:
    assert write_version(nodes.root, VIEW, accounts(dict.fromkeys(range(rows), amount))) == 1


def delete(nodes: Nodes) -> None:
    shutil.rmtree(Path(nodes.root.uri) / "accounts")


def expected(rows: int, amount: int, query: str) -> set[tuple[Any, ...]]:
    """By hand."""
    ids = range(rows)
    match QUERIES.index(query):
        case 0:
            return {(rows, rows * amount)}
        case 1:
            return {(rows, rows - 1)}
        case 2:
            return {(i,) for i in ids for _ in ids if amount + 1 - amount // 2 == amount}
        case 3:
            return {(i, amount, f"note {i}") for i in ids}
        case 4:
            return {(rows, 4)}
        case 5:
            return {(1, rows)}
        case at:
            return {(amount,)} if at - 6 < rows else set()


def asked(node: Node, query: str) -> set[tuple[Any, ...]] | None:
    """None: refused, because no version can be read now."""
    with psycopg.connect(node.dsn, autocommit=True) as connection:
        try:
            return set(connection.execute(query).fetchall())
        except (psycopg.errors.SerializationFailure, psycopg.errors.UndefinedTable, psycopg.errors.CannotConnectNow):
            return None


def knows_anew(node: Node) -> bool:
    view = node.store.views().get("accounts")
    return view is not None and view.view_id == view.source.folder.manifest(1).view_id  # type: ignore[attr-defined]


@contextmanager
def standing_still(node: Node) -> Iterator[None]:
    """Its store takes nothing new, and it does not know that."""
    follower = node.store._follower
    assert follower is not None
    with follower._passing:
        yield


@pytest.fixture
def nodes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Nodes]:
    monkeypatch.setattr("statestore.views.publisher.time.time_ns", lambda: 1_700_000_000_000_000_000)
    with cluster(tmp_path, "abc") as made:
        publish(made, 12, 2)
        made.settle(VIEW, 1)
        yield made


def check_all(nodes: Nodes, rows: int, amount: int) -> None:
    for node in nodes.nodes.values():
        for query in QUERIES:
            assert asked(node, query) == expected(rows, amount, query), (node.name, query)


def test_a_node_that_is_behind_mixes_nothing_in(nodes: Nodes) -> None:
    check_all(nodes, 12, 2)
    with standing_still(nodes["b"]):
        delete(nodes)
        publish(nodes, 5, 1)
        for node in (nodes["a"], nodes["c"]):
            wait_until(partial(knows_anew, node), WAIT_S, "the new view is not known")
            for query in QUERIES:
                found = asked(node, query)
                if query in QUERIES[4:6]:
                    continue  # what the node does not tell is NULL
                assert found in (None, expected(5, 1, query)), (node.name, query)
        for query in QUERIES[:4]:
            assert asked(nodes["b"], query) in (None, expected(12, 2, query)), "it knows of the old view alone"
    nodes.settle(VIEW, 1)
    wait_until(
        lambda: all(asked(node, QUERIES[0]) == {(5, 5)} for node in nodes.nodes.values()), WAIT_S, "not all have the new view"
    )
    check_all(nodes, 5, 1)


def test_a_node_that_was_down_meanwhile(nodes: Nodes) -> None:
    check_all(nodes, 12, 2)
    nodes.run(nodes["b"].stop())
    delete(nodes)
    publish(nodes, 5, 1)
    nodes.run(nodes["b"].start())
    wait_until(
        lambda: all(asked(node, QUERIES[0]) == {(5, 5)} for node in nodes.nodes.values()), WAIT_S, "not all have the new view"
    )
    nodes.settle(VIEW, 1)
    check_all(nodes, 5, 1)


def test_what_no_node_can_prove_fresh(nodes: Nodes) -> None:
    """Whichever is asked, and whatever the others have: their copies prove nothing."""
    root, aside = Path(nodes.root.uri), nodes.folder / "aside"
    for gone in (False, True, False):
        if gone:
            root.rename(aside)
        elif aside.exists():
            aside.rename(root)
        for node in nodes.nodes.values():
            with psycopg.connect(node.dsn, autocommit=True) as connection:
                for query in (*QUERIES[:4], *QUERIES[6:10]):
                    connection.execute("SET tidegate.max_staleness = '5s'")
                    if gone:
                        with pytest.raises(psycopg.errors.SerializationFailure, match="how stale view accounts is") as told:
                            connection.execute(query)
                        assert "It was last read: " in str(told.value.diag.message_detail)
                    else:
                        assert set(connection.execute(query).fetchall()) == expected(12, 2, query)
                    connection.execute("RESET tidegate.max_staleness")
                    assert set(connection.execute(query).fetchall()) == expected(12, 2, query)


def test_a_transaction_reads_one_of_the_two(nodes: Nodes) -> None:
    with psycopg.connect(nodes["a"].dsn) as connection:
        connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        assert connection.execute(QUERIES[0]).fetchall() == [(12, 24)]
        delete(nodes)
        publish(nodes, 5, 1)
        wait_until(lambda: asked(nodes["b"], QUERIES[0]) == {(5, 5)}, WAIT_S, "the new view is not known")
        with pytest.raises((psycopg.errors.SerializationFailure, psycopg.errors.CannotConnectNow)):
            connection.execute(QUERIES[0])  # the latter while this node copies the new view
