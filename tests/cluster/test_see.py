"""What operators see of three real nodes: tables of schema tidegate, and EXPLAIN."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from gateway.cluster.membership.placing import Placement
from statestore.sharding import shard_function
from tests.cluster.answers import CUSTOMER_COUNT, CUSTOMERS, ORDERS, QUERIES
from tests.plugins.cluster import Cluster, running_cluster, wait_until
from tests.plugins.gateway import running_gateway

GROUPED = "SELECT state, count(*) FROM orders GROUP BY state ORDER BY state"
TOTAL = len([None for c in range(CUSTOMER_COUNT) for _ in range(c % 9)])


@pytest.fixture(scope="module")
def nodes(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with running_cluster(root, tmp_path_factory.mktemp("cluster"), replicas=1) as found:
        yield found


@pytest.fixture
def a(nodes: Cluster) -> Iterator[psycopg.Connection[Any]]:
    with psycopg.connect(nodes.nodes["a"].dsn, autocommit=True) as connection:
        yield connection


def rows(connection: psycopg.Connection[Any], sql: str, params: tuple[Any, ...] | None = None) -> list[tuple[Any, ...]]:
    return connection.execute(sql.encode(), params).fetchall()


def known_rows(connection: psycopg.Connection[Any], sql: str) -> list[tuple[Any, ...]]:
    """The rows of a query for what shards contain, once every node has told of its own in time."""
    found: list[tuple[Any, ...]] = []

    def told() -> bool:
        found[:] = rows(connection, sql)
        return all(row[3] is not None for row in found)

    wait_until(told, 60, f"nothing is unknown in {sql}")
    return found


def explained(connection: psycopg.Connection[Any], sql: str, options: str = "") -> list[str]:
    """EXPLAIN's lines without what is expected of them."""
    return [line.partition("  (cost=")[0] for (line,) in rows(connection, f"EXPLAIN {options}{sql}")]


def placement(nodes: Cluster) -> Placement:
    return Placement(nodes.addresses, int(nodes.replicas))


def test_nodes(nodes: Cluster, a: psycopg.Connection[Any]) -> None:
    sql = (
        "SELECT name, address, state, phase, version_lag, here, reason, heartbeat_age_ms < 1000, length(run) > 8 "
        "FROM tidegate.nodes ORDER BY name"
    )
    # A node may be in doubt now and then.
    all_well = [(n, nodes.addresses[n], "alive", "serving", 0, n == "a", None, True, True) for n in "abc"]
    wait_until(lambda: rows(a, sql) == all_well, 20, "all nodes are well")
    expected = {name: sum(len(placement(nodes).wanted(v, name)) for v in (ORDERS, CUSTOMERS)) for name in "abc"}
    cities = dict(rows(a, "SELECT owner, count(*) FROM tidegate.shards WHERE view = 'cities' GROUP BY owner"))
    counts = {name: (placed, held) for name, placed, held in rows(a, "SELECT name, shards_placed, shards_held FROM tidegate.nodes")}
    assert counts == {name: (n + cities.get(name, 0),) * 2 for name, n in expected.items()}


@pytest.mark.parametrize("name", ["a", "b", "c"])
def test_every_node_shows_every_shard(nodes: Cluster, root: Path, tmp_path: Path, name: str) -> None:
    contents = "SELECT view, shard, rows, bytes, min_key, max_key, version FROM tidegate.shards ORDER BY view, shard"
    views = "SELECT name, shards, version, rows, bytes FROM tidegate.views ORDER BY name"
    with running_gateway(root, tmp_path / "one") as one, psycopg.connect(one.dsn) as alone:
        expected = rows(alone, contents), [r[:4] for r in rows(alone, views)]
    with psycopg.connect(nodes.nodes[name].dsn) as connection:
        found = known_rows(connection, contents)
        # Bytes depend on how the store of the node that holds a shard came to it.
        assert [(*r[:3], *r[4:]) for r in found] == [(*r[:3], *r[4:]) for r in expected[0]]
        assert all(r[3] > 0 for r in found if r[2])
        shown = known_rows(connection, views)
        assert [r[:4] for r in shown] == expected[1]
        assert sum(r[3] for r in found) == sum(r[4] for r in shown)
        places = rows(
            connection, "SELECT shard, owner, replicas, held_by FROM tidegate.shards WHERE view = 'orders' ORDER BY shard"
        )
    wanted = [placement(nodes).placed(ORDERS, n) for n in range(8)]
    assert places == [(n, names[0], list(names), list(names)) for n, names in enumerate(wanted)]


def test_local_shards_are_those_of_this_node(nodes: Cluster) -> None:
    for name in "abc":
        with psycopg.connect(nodes.nodes[name].dsn) as connection:
            found = {shard for (shard,) in rows(connection, "SELECT shard FROM tidegate.local_shards WHERE view = 'orders'")}
        assert found == placement(nodes).wanted(ORDERS, name)


def test_the_owner_of_a_key(nodes: Cluster, a: psycopg.Connection[Any]) -> None:
    shard_of = shard_function(ORDERS)
    sql = "SELECT shard, owner FROM tidegate.shards WHERE view = 'orders' AND shard = tidegate.shard_for_key('orders', %s::bigint)"
    for customer in range(20):
        shard = shard_of((customer,))
        assert rows(a, sql, (customer,)) == [(shard, placement(nodes).placed(ORDERS, shard)[0])]


def test_tables_of_all_nodes_stand_in_any_query(nodes: Cluster, a: psycopg.Connection[Any]) -> None:
    both = """SELECT s.total, (SELECT count(*) FROM orders), s.shards, CASE WHEN s.told = s.shards THEN s.told END FROM
        (SELECT sum(rows) AS total, count(*) AS shards, count(rows) AS told FROM tidegate.shards WHERE view = 'orders') AS s"""
    assert known_rows(a, both) == [(TOTAL, TOTAL, 8, 8)]
    joined = """SELECT s.shard, count(*), count(DISTINCT s.rows), min(s.rows) FROM tidegate.shards s
        JOIN orders o ON s.view = 'orders' AND s.shard = tidegate.shard_for_key('orders', o.customer) GROUP BY 1"""
    found = known_rows(a, joined)
    assert sum(counted for _, counted, *_ in found) == TOTAL
    assert all((stored, ways) == (counted, 1) for _, counted, ways, stored in found)
    told = "SELECT CASE WHEN count(rows) = 8 THEN sum(rows) END FROM tidegate.shards WHERE view = 'orders'"
    copied: list[tuple[Any, ...]] = []

    def copies() -> bool:
        with a.cursor() as cursor, cursor.copy(f"COPY ({told}) TO STDOUT".encode()) as copy:
            copied[:] = copy.rows()
        return copied != [(None,)]

    wait_until(copies, 60, "every shard's rows are known")
    assert copied == [(str(TOTAL),)]
    with a.transaction(), a.cursor("c") as server_side:
        server_side.execute("SELECT shard FROM tidegate.shards WHERE view = 'orders' AND coalesce(rows, 0) >= 0 ORDER BY shard")
        assert server_side.fetchall() == [(n,) for n in range(8)]


@pytest.mark.parametrize("owner", ["a", "b", "c"])
def test_shards_of_keys_of_rows_anywhere(nodes: Cluster, a: psycopg.Connection[Any], owner: str) -> None:
    of = shard_function(ORDERS)
    customer = next(c for c in range(CUSTOMER_COUNT) if c % 9 and placement(nodes).placed(ORDERS, of((c,))) == (owner,))
    sql = f"SELECT tidegate.shard_for_key('orders', customer), count(*) FROM orders WHERE customer = {customer} GROUP BY 1"
    assert rows(a, sql) == [(of((customer,)), customer % 9)]


def test_a_distributed_query_is_recorded_with_its_fragments(nodes: Cluster, a: psycopg.Connection[Any]) -> None:
    sql = f"{GROUPED} -- recorded"
    rows(a, sql)
    ((id_, pid, state, versions, fragments, retries, count),) = rows(
        a, "SELECT id, pid, state, versions, fragments, retries, rows FROM tidegate.queries WHERE sql = %s", (GROUPED,)
    )[-1:]
    assert (pid, state, versions, fragments, retries, count) == (a.info.backend_pid, "done", "orders=1", 3, 0, 4)
    parts = rows(a, "SELECT node, state, rows, bytes > 0, error FROM tidegate.fragments WHERE query_id = %s ORDER BY node", (id_,))
    assert [(node, state, error) for node, state, _, _, error in parts] == [(n, "done", None) for n in "abc"]
    assert all(1 <= n <= 4 and some for _, _, n, some, _ in parts)
    with psycopg.connect(nodes.nodes["b"].dsn) as other:
        assert rows(other, "SELECT DISTINCT state FROM tidegate.queries WHERE kind = 'fragment'") == [("done",)]


def test_explain(nodes: Cluster, a: psycopg.Connection[Any]) -> None:
    lines = explained(a, GROUPED)
    assert lines[:7] == [
        "Distributed Query", "  Strategy: aggregate", "  Merge: DuckDB, aggregate, sort", "  Versions: orders=1", "  Task Count: 3",
        "  Tasks Shown: One of 3", "  ->  Task",
    ]  # fmt: skip
    assert any(line.strip().startswith("Query: SELECT") and "orders" in line for line in lines)
    assert "  ->  Full Scan on orders" in lines
    verbose = explained(a, GROUPED, "(VERBOSE) ")
    tasks = [line.strip() for line in verbose if line.strip().startswith("Node: ")]
    assert sorted(tasks) == [f"Node: {n} at {nodes.addresses[n]}" for n in "abc"]


def test_rows_are_expected_by_what_all_nodes_hold(a: psycopg.Connection[Any]) -> None:
    def line() -> str:
        ((found,), *_) = rows(a, "EXPLAIN SELECT * FROM orders")
        return str(found)

    assert line().startswith("Distributed Query  (cost=0.00..")
    wait_until(lambda: f" rows={TOTAL} " in line(), 60, "every node has told of its own in time")
    ((bare,), *_) = rows(a, "EXPLAIN (COSTS OFF) SELECT * FROM orders")
    assert bare == "Distributed Query"


def test_explain_analyze(a: psycopg.Connection[Any]) -> None:
    (((document,),),) = (rows(a, f"EXPLAIN (ANALYZE, VERBOSE, FORMAT JSON) {GROUPED}"),)
    top = (json.loads(document) if isinstance(document, str) else document)[0]["Plan"]
    tasks = [p for p in top["Plans"] if p["Node Type"] == "Task"]
    assert (top["Node Type"], top["Task Count"], top["Rows"], top["Retries"]) == ("Distributed Query", 3, 4, 0)
    assert sum(t["Rows Received"] for t in tasks) == top["Rows Received from Nodes"] <= 12
    assert all(t["Data Received"] != "0 bytes" and t["Time"].endswith(" ms") for t in tasks)


def test_the_fragments_of_explain_can_be_run_by_hand(nodes: Cluster, a: psycopg.Connection[Any]) -> None:
    (((document,),),) = (rows(a, "EXPLAIN (VERBOSE, FORMAT JSON) SELECT count(*) FROM orders"),)
    tasks = [p for p in document[0]["Plan"]["Plans"] if p["Node Type"] == "Task"]
    total = 0
    for task in tasks:
        with psycopg.connect(nodes.nodes[task["Node"].split()[0]].dsn) as connection, connection.cursor() as cursor:
            shards = task["Shards"].split("(")[1].rstrip(")").replace(",", "")
            with cursor.copy(f"COPY ({task['Query']}) TO STDOUT (FORMAT text, SHARDS 'orders={shards}')".encode()) as copy:
                total += sum(int(row[0]) for row in copy.rows())
    assert total == TOTAL


def test_a_query_of_one_other_node(nodes: Cluster, a: psycopg.Connection[Any]) -> None:
    elsewhere = next(
        c for c in range(CUSTOMER_COUNT) if c % 9 and placement(nodes).placed(ORDERS, shard_function(ORDERS)((c,))) == ("b",)
    )
    sql = f"SELECT state, count(*) FROM orders WHERE customer = {elsewhere} GROUP BY state"
    for options in ("", "ANALYZE "):
        lines = explained(a, sql, options)
        assert lines[:3] == ["Distributed Query", "  Strategy: whole query", "  Merge: rows as they come"]
        assert "  Task Count: 1" in lines
        assert f"        Node: b at {nodes.addresses['b']}" in lines


def test_a_query_of_this_node_alone_is_explained_as_ever(nodes: Cluster, a: psycopg.Connection[Any]) -> None:
    here = next(
        c for c in range(CUSTOMER_COUNT) if c % 9 and placement(nodes).placed(ORDERS, shard_function(ORDERS)((c,))) == ("a",)
    )
    sql = f"SELECT * FROM orders WHERE customer = {here}"
    assert explained(a, sql)[:2] == ["Lean Read", "  ->  Range Scan on orders"]
    assert f"  Rows: {here % 9}" in explained(a, sql, "ANALYZE ")
    assert explained(a, "SELECT 1")[0] == "DuckDB"


def test_every_query_can_be_explained(a: psycopg.Connection[Any], subtests: pytest.Subtests) -> None:
    for sql in QUERIES:
        with subtests.test(sql=sql):
            count = len(rows(a, sql))
            assert f"  Rows: {count}" in explained(a, sql, "(ANALYZE, VERBOSE) ")


def test_a_dead_node_and_its_shards(root: Path, tmp_path: Path) -> None:
    with running_cluster(root, tmp_path / "cluster", nodes=2, dead_after_s=None) as found:
        placed = Placement(found.addresses, 1)
        lost = placed.wanted(ORDERS, "b")
        with psycopg.connect(found.nodes["a"].dsn, autocommit=True) as a:
            b_is = "SELECT state, version_lag FROM tidegate.nodes WHERE name = 'b'"
            wait_until(lambda: rows(a, b_is) == [("alive", 0)], 20, "b has told of its views")
            found.kill("b")
            wait_until(lambda: rows(a, "SELECT state FROM tidegate.nodes WHERE name = 'b'") == [("dead",)], 20, "b is dead")
            ((reason, lag),) = rows(a, "SELECT reason, version_lag FROM tidegate.nodes WHERE name = 'b'")
            assert (bool(reason), lag) == (True, 0)
            shards = rows(a, "SELECT shard, owner, held_by, rows IS NULL, bytes IS NULL FROM tidegate.shards WHERE view = 'orders'")
            assert {s for s, *_, no_rows, no_bytes in shards if no_rows and no_bytes} == lost
            assert {(s, o) for s, o, held, *_ in shards if not held} == {(s, "b") for s in lost}
            assert rows(a, "SELECT rows FROM tidegate.views WHERE name = 'orders'") == [(None if lost else TOTAL,)]
            lines = explained(a, GROUPED, "VERBOSE ")
            assert "        Node: none: no live node has these shards" in lines
            with pytest.raises(psycopg.OperationalError) as failed:
                rows(a, GROUPED)
            shown = rows(a, "SELECT state, error FROM tidegate.queries WHERE kind = 'query' AND sql = %s", (GROUPED,))
            assert shown == [("failed", failed.value.diag.message_primary)]
            a.execute("SET tidegate.partial_results = on")
            numbers = ", ".join(map(str, sorted(lost)))
            assert f"  Missing Shards of orders: {numbers}" in explained(a, GROUPED, "ANALYZE ")
        found.nodes.pop("b")
