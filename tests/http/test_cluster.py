"""What a node of a cluster tells Prometheus of the others."""

from __future__ import annotations

from pathlib import Path

import psycopg

from statestore.views.local_writer import write_version
from tests.http.conftest import ORDERS, Door, http_port, orders
from tests.http.test_health import samples, statements
from tests.plugins.cluster import ClusterFactory


def test_fragments_by_node(cluster: ClusterFactory, tmp_path: Path) -> None:
    root = tmp_path / "root"
    write_version(str(root), ORDERS, orders())
    with cluster(root, nodes=2, arguments=("--http", "127.0.0.1:0")) as found:
        doors = {name: Door(node, http_port(node), root) for name, node in found.nodes.items()}
        with psycopg.connect(found.nodes["a"].dsn, autocommit=True) as connection:
            (listed,) = connection.execute("SELECT count(*) FROM tidegate.fragments").fetchone() or (None,)
            before = samples(doors["a"].ask("/metrics").body)
            assert connection.execute("SELECT count(*), sum(id) FROM orders").fetchone() == (600, 20 * 29 * 30 // 2)
            ended = connection.execute("SELECT node, state FROM tidegate.fragments").fetchall()[listed:]
        after = samples(doors["a"].ask("/metrics").body)
        counted = {
            dict(labels)["node"]: value - before.get((name, labels), 0)
            for (name, labels), value in after.items()
            if name == "tidegate_fragments_total" and ("state", "done") in labels
        }
        assert counted == {"a": 1, "b": 1}
        assert sorted(ended) == [("a", "done"), ("b", "done")]
        distributed = statements("query", "distributed")
        assert after[distributed] - before.get(distributed, 0) == 1
        assert {name: after["tidegate_node_up", (("node", name),)] for name in "ab"} == {"a": 1, "b": 1}
        status = doors["b"].ask("/status").json()
        assert (status["node"], status["cluster"]) == ("b", "tidegate")
        assert [node["name"] for node in status["nodes"] if node["here"]] == ["b"]
        assert after["tidegate_node_heartbeat_age_seconds", (("node", "b"),)] < 10
