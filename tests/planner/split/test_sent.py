"""What goes over the wire: groups instead of rows, first rows, needed columns, filtered rows."""

from __future__ import annotations

import pytest

from planner.distribute.split import MergeByKey
from planner.plan.planner import assemble
from tests.planner.split.cluster import Cluster
from tests.planner.split.worlds import world


@pytest.fixture(scope="module")
def cluster() -> Cluster:
    """Many rows of few values on three nodes."""
    found = world(4, rows_max=2_000, nodes=3)
    assert len(found.rows["events"]) > 100
    return found


def columns(cluster: Cluster, sql: str) -> list[list[str]]:
    return [names for names, _ in cluster.sent(cluster.bound(sql)).values()]


def rows(cluster: Cluster, sql: str) -> list[int]:
    """The most that a node sends, by fragment."""
    return [max(counts) for _, counts in cluster.sent(cluster.bound(sql)).values()]


def values(cluster: Cluster, view: str, column: str) -> set[object]:
    at = [c.name for c in cluster.views[view].columns].index(column)
    return {row[at] for row in cluster.rows[view]}


def test_groups_are_sent_and_not_rows(cluster: Cluster) -> None:
    memos = values(cluster, "events", "memo")
    assert rows(cluster, "SELECT memo, count(*), avg(amount) FROM events GROUP BY memo ORDER BY 2 LIMIT 3")[0] <= len(memos)
    assert rows(cluster, "SELECT count(*), sum(qty), stddev(score) FROM events") == [1]
    assert rows(cluster, "SELECT count(DISTINCT memo), count(*) FROM events")[0] <= len(memos)


def test_groups_are_sent_into_a_join_too(cluster: Cluster) -> None:
    items = values(cluster, "events", "item")
    sql = "SELECT label, sum(amount), count(*) FROM events e JOIN items i ON i.item = e.item GROUP BY label"
    assert rows(cluster, sql)[0] <= len(items)
    flags = "SELECT flag, count(*) FROM events WHERE item IN (SELECT item FROM items) GROUP BY flag"
    assert rows(cluster, flags)[0] <= 3 * len(items)


def test_the_nullable_side_of_a_join_is_not_grouped(cluster: Cluster) -> None:
    sql = "SELECT label, count(*) FROM items i LEFT JOIN events e ON i.item = e.item GROUP BY label"
    assert sum(cluster.sent(cluster.bound(sql))["f1"][1]) == len(cluster.rows["events"])


def test_no_more_than_the_first_rows_are_sent(cluster: Cluster) -> None:
    assert rows(cluster, "SELECT * FROM events ORDER BY qty, id LIMIT 5 OFFSET 2") == [7]
    assert rows(cluster, "SELECT id FROM events LIMIT 4") == [4]
    assert rows(cluster, "SELECT region, id FROM events ORDER BY region, id LIMIT 3 OFFSET 1") == [4]
    assert rows(cluster, "SELECT DISTINCT id FROM events ORDER BY id LIMIT 3") == [3]
    assert rows(cluster, "SELECT region, count(*) FROM events GROUP BY region ORDER BY 2, 1 LIMIT 2")[0] <= 2


def test_parameters_say_how_many_rows_are_first(cluster: Cluster) -> None:
    bound = cluster.bound("SELECT id FROM events ORDER BY qty LIMIT $1 OFFSET $2")
    assert max(cluster.sent(bound, (2, 3))["f0"][1]) == 5
    assert sum(cluster.sent(bound, (None, 3))["f0"][1]) == len(cluster.rows["events"])
    assert max(cluster.sent(bound, (2, None))["f0"][1]) == 2
    assert sum(cluster.sent(bound, (2**62, 2**62))["f0"][1]) == len(cluster.rows["events"])


def test_needed_columns_are_sent_and_no_others(cluster: Cluster) -> None:
    joined = "SELECT e.memo FROM events e JOIN items i ON e.item = i.item WHERE e.qty > 0 AND i.price + e.amount > 1"
    assert columns(cluster, joined) == [["item", "amount", "memo"], ["item", "price"]]
    assert columns(cluster, "SELECT o FROM (SELECT memo AS o, amount FROM events) x JOIN items i ON x.o = i.label") == [
        ["o"],
        ["label"],
    ]
    assert columns(cluster, "SELECT sum(qty) OVER (ORDER BY id) FROM events") == [["id", "qty"]]


def test_filters_are_applied_where_the_rows_are(cluster: Cluster) -> None:
    inner = "SELECT e.id FROM events e, items i WHERE e.item = i.item AND e.id = 1 AND i.price = 0"
    assert all(count < 60 for count in rows(cluster, inner))
    left = "SELECT e.id FROM events e LEFT JOIN items i ON e.item = i.item AND i.price = 0 WHERE e.id = 1"
    assert rows(cluster, left)[0] < 60
    assert cluster.sent(cluster.bound("SELECT 1 FROM events e FULL JOIN items i ON e.item = i.item AND e.flag WHERE e.id = 1"))


def test_a_condition_on_one_of_two_equal_columns_filters_both(cluster: Cluster) -> None:
    at = [row[2] for row in cluster.rows["events"]]
    inner = "SELECT e.id FROM events e JOIN items i ON e.item = i.item WHERE i.item IN (1, 2)"
    assert sum(cluster.sent(cluster.bound(inner))["f0"][1]) == at.count(1) + at.count(2)
    right = "SELECT e.id FROM events e RIGHT JOIN items i ON e.item = i.item WHERE i.item = 3"
    assert sum(cluster.sent(cluster.bound(right))["f0"][1]) == at.count(3)


def test_what_differs_from_call_to_call_stays_here(cluster: Cluster) -> None:
    sql = "SELECT id FROM events WHERE random() < 0.5 AND flag"
    sent = cluster.sent(cluster.bound(sql))
    flagged = sum(row[9] is True for row in cluster.rows["events"])
    assert sent["f0"] == (["id"], sent["f0"][1])
    assert sum(sent["f0"][1]) == flagged


@pytest.mark.parametrize(
    ("sql", "params"),
    [
        ("SELECT * FROM regions ORDER BY region", ()),
        ("SELECT region, id FROM events ORDER BY region DESC, id DESC LIMIT 7 OFFSET 2", ()),
        ("SELECT id FROM events WHERE region = $1 AND id > $2 ORDER BY id LIMIT $3 OFFSET $4", ("eu", 1, 3, 2)),
        ("SELECT id FROM events WHERE region = ANY ($1) ORDER BY region, id LIMIT $2", (["eu", "us"], 3)),
    ],
)
def test_reads_in_key_order_are_keyed_reads_at_the_nodes(cluster: Cluster, sql: str, params: tuple[object, ...]) -> None:
    plan = cluster.split(cluster.bound(sql))
    assert isinstance(plan.merge, MergeByKey)
    (fragment,) = plan.fragments
    bound = cluster.rebound(fragment.query_with(params), params)
    there = assemble(bound, cluster.settings, 1)
    assert there.lean is not None
    assert there.lean.descending == plan.merge.descending
