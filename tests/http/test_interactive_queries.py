"""What the examples of Kafka Streams' Interactive Queries ask by curl, of three nodes here: stores `customer` and `order-count`.

instances; instances of a store; the instance of a key; a value by its key, of any instance; all; a range; how many
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from typing import Any

import pyarrow as pa
import pytest

from statestore import types as st
from statestore.schema import Column, HashPartitioning, ViewSchema
from statestore.views.local_writer import write_version
from tests.http.conftest import http_port
from tests.plugins.cluster import Cluster, running_cluster
from tests.plugins.need import program

CUSTOMERS = 40
NAMES = [f"customer-{n:02}" for n in range(CUSTOMERS)]
COUNTS = {name: n * n % 17 for n, name in enumerate(NAMES)}
CUSTOMER = ViewSchema(
    "customer", (Column("id", st.String()), Column("city", st.String())), ("id",), ("id",), HashPartitioning(6), (2,)
)
COUNTED = (Column("customer", st.String()), Column("count", st.Long()))
ORDER_COUNT = ViewSchema("order-count", COUNTED, ("customer",), ("customer",), HashPartitioning(6), (2,))


@pytest.fixture(scope="module")
def nodes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    program("curl")
    folder = tmp_path_factory.mktemp("instances")
    write_version(str(folder / "root"), CUSTOMER, pa.table({"id": NAMES, "city": [f"city of {name}" for name in NAMES]}))
    write_version(str(folder / "root"), ORDER_COUNT, pa.table({"customer": NAMES, "count": pa.array(COUNTS.values(), pa.int64())}))
    with running_cluster(folder / "root", folder / "nodes", arguments=("--http", "127.0.0.1:0")) as found:
        yield found


def curl(nodes: Cluster, node: str, path: str) -> Any:
    address = f"http://127.0.0.1:{http_port(nodes.nodes[node])}{path}"
    ran = subprocess.run(["curl", "-sS", "--fail-with-body", "-g", address], capture_output=True, check=True, timeout=30)
    return json.loads(ran.stdout)


@pytest.mark.parametrize("node", ["a", "b", "c"])
def test_every_instance_answers_alike(nodes: Cluster, node: str) -> None:
    known = {n["name"]: n["state"] for n in curl(nodes, node, "/v1/metadata")["nodes"]}
    assert (sorted(known), "dead" in known.values()) == (["a", "b", "c"], False)
    for store in ("customer", "order-count"):
        shards = curl(nodes, node, f"/v1/metadata/views/{store}")["shards"]
        assert [s["shard"] for s in shards] == list(range(6))
        assert {s["owner"] for s in shards} <= set("abc")
        assert sum(s["rows"] for s in shards) == CUSTOMERS
    for name in NAMES[::7]:
        (at,) = curl(nodes, node, f"/v1/metadata/views/order-count/keys/{name}")["shards"]
        held = [
            s for s in curl(nodes, node, "/v1/metadata/views/order-count")["shards"] if s["min_key"] and s["shard"] == at["shard"]
        ]
        assert at["held_by"] == held[0]["held_by"] == [at["owner"]]
        # Two of three nodes are the wrong one.
        assert curl(nodes, node, f"/v1/views/order-count/rows/{name}") == {"customer": name, "count": COUNTS[name]}
        assert curl(nodes, node, f"/v1/views/customer/rows/{name}")["city"] == f"city of {name}"
    everything = curl(nodes, node, "/v1/views/order-count/rows")
    assert {row["customer"]: row["count"] for row in everything["rows"]} == COUNTS
    assert everything["next"] is None
    between = curl(nodes, node, "/v1/views/order-count/rows?customer.gte=customer-10&customer.lt=customer-20")
    assert {row["customer"]: row["count"] for row in between["rows"]} == {name: COUNTS[name] for name in NAMES[10:20]}
    assert curl(nodes, node, "/v1/views/order-count/count") == {"count": CUSTOMERS}


def test_shards_are_spread(nodes: Cluster) -> None:
    owners = {
        s["owner"] for store in ("customer", "order-count") for s in curl(nodes, "a", f"/v1/metadata/views/{store}")["shards"]
    }
    assert len(owners) > 1


def test_what_is_not_there(nodes: Cluster) -> None:
    ran = subprocess.run(
        ["curl", "-s", "-w", "%{http_code}", f"http://127.0.0.1:{http_port(nodes.nodes['b'])}/v1/views/order-count/rows/nobody"],
        capture_output=True, check=True, timeout=30,
    )  # fmt: skip
    body, status = ran.stdout[:-3], ran.stdout[-3:]
    assert (status, json.loads(body)["status"]) == (b"404", 404)
