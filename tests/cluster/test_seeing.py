"""What a node knows of the others, and asks them: without sockets."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pyarrow as pa
import pytest

from gateway.cluster.membership.ports import FragmentOutcome, FragmentSink, FragmentTask
from gateway.cluster.membership.roster import DEAD_AFTER_S, Identity
from gateway.cluster.membership.status import NodeStatus
from gateway.cluster.node import ClusterNode
from gateway.cluster.recording import RecordingSink
from gateway.cluster.seeing import overview_of, with_contents
from gateway.config import Address
from gateway.contract.cancel import CancelToken
from gateway.contract.counts import Counts
from gateway.contract.engine import QueryContext, ReadSettings
from gateway.contract.overview import NodeRow, ShardPlace, ShardRow
from gateway.engine.recent import Recent
from gateway.errors import FragmentFailed, PeerUnreachable
from tests.cluster.fakes import V1, V2, V3, FakeStore, address, at, members, status
from tests.simulation.loop import run_virtual

ROWS = {"view": ["v"] * 2, "rows": [10, 20], "bytes": [100, 200], "min_key": ["(1)", "(2)"], "max_key": ["(3)", "(4)"]}


def local_shards(*numbers: int) -> pa.RecordBatch:
    """What a node answers that has two shards."""
    columns = {"view": ROWS["view"], "shard": pa.array(numbers, pa.int32()), **ROWS, "version": [3, 3]}
    return pa.RecordBatch.from_pydict(columns)


class Peers:
    """A Transport: an answer per node, or what it fails with. *asked* are those that were."""

    def __init__(self, answers: dict[str, pa.RecordBatch | Exception]) -> None:
        self.answers, self.asked = answers, list[str]()

    async def status(self, address: Address, timeout_s: float) -> NodeStatus:
        raise PeerUnreachable("no status here")

    async def run(self, address: Address, task: FragmentTask, deadline_s: float | None, sink: FragmentSink) -> FragmentOutcome:
        self.asked.append(address.host)
        answer = self.answers[address.host]
        if isinstance(answer, Exception):
            raise answer
        await sink.write(answer)
        return FragmentOutcome(answer.num_rows)


def make_node(peers: Peers, names: str = "abcd") -> ClusterNode:
    """Node a, which holds shard 0 of 4 at version 3. Inside of an event loop."""
    store = FakeStore({"v": at({0}, V2, V3)})
    identity = Identity("prod", "a", address("a"), "run-a")
    local: Any = None
    node = ClusterNode(identity, members(names), 1, store=store, transport=peers, local=local, rng=random.Random(1))
    node.state = "serving"
    return node


def test_members_of_every_state() -> None:
    async def main() -> dict[str, NodeRow]:
        node = make_node(Peers({}))
        loop = asyncio.get_running_loop()
        node.roster.heard("d", status("d", {"v": at({3}, V1, V2)}), loop.time())
        await asyncio.sleep(DEAD_AFTER_S + 0.1)
        node.roster.expire()
        node.roster.heard("b", status("b", {"v": at({1, 2}, V1)}, state="leaving"), loop.time())
        node.roster.heard("c", status("c", {"v": at({0, 1, 2, 3}, V3)}, cluster="test"), loop.time())
        return {row.name: row for row in overview_of(node).nodes}

    rows = run_virtual(main())
    assert {name: (r.state, r.phase, r.run, r.version_lag, r.shards_held, r.here) for name, r in rows.items()} == {
        "a": ("alive", "serving", "run-a", 0, 1, True),
        "b": ("alive", "leaving", "run-b", 2, 2, False),
        "c": ("refused", None, None, None, 0, False),
        "d": ("dead", "serving", "run-d", 1, 1, False),
    }
    assert rows["c"].reason == "belongs to cluster 'test', not 'prod'"
    assert rows["d"].reason is not None
    assert "silent" in rows["d"].reason
    assert (rows["a"].reason, rows["b"].reason) == (None, None)
    assert rows["d"].heartbeat_age_ms == pytest.approx((DEAD_AFTER_S + 0.1) * 1000)
    assert sum(r.shards_placed for r in rows.values()) == 4


@pytest.mark.parametrize(
    ("b", "known"),
    [
        (local_shards(1, 2), {("v", 1), ("v", 2)}),
        (PeerUnreachable("gone"), set()),
        (FragmentFailed("42P01", "relation does not exist"), set()),
        (pa.RecordBatch.from_pydict({"x": [1]}), set()),
    ],
    ids=["answer", "unreachable", "another release", "garbage"],
)
def test_what_others_tell_of_their_shards(b: pa.RecordBatch | Exception, known: set[tuple[str, int]]) -> None:
    async def main() -> Any:
        peers = Peers({"b": b})
        node = make_node(peers)
        now_s = asyncio.get_running_loop().time()
        node.roster.heard("b", status("b", {"v": at({1, 2}, V3)}), now_s)
        node.roster.heard("c", status("c", {"v": at({1}, V3)}), now_s)
        overview = overview_of(node)
        return peers, overview, await with_contents(overview, node.reach)

    peers, overview, asked = run_virtual(main())
    # b has all that c has; nobody has shard 3.
    assert peers.asked == ["b"]
    assert asked.elsewhere.keys() == known
    if known:
        assert asked.elsewhere["v", 2] == ShardRow(20, 200, "(2)", "(4)", 3)
    assert {n: overview.place("v", n).held_by for n in (0, 2, 3)} == {0: ("a",), 2: ("b",), 3: ()}
    assert set(overview.place("v", 1).held_by) == {"b", "c"}
    assert isinstance(overview.place("v", 0), ShardPlace)


def test_fragments_are_recorded_with_every_attempt() -> None:
    class Sink:
        released = False

        def open(self, task: FragmentTask, node: str) -> Any:
            return self

        async def write(self, batch: Any) -> None: ...

        def finish(self, outcome: FragmentOutcome) -> None: ...

        def discard(self, cause: str = "") -> None: ...

    counts = Counts()

    async def main() -> Recent:
        recent = Recent(counts)
        run = recent.begin("SELECT 1", "query", QueryContext(0, ReadSettings(), CancelToken()))
        sink = RecordingSink(run, Sink())
        tasks = [FragmentTask(n, 0, f"SELECT {n}", {"v": V3}, {"v": frozenset({0, 2, 3})}) for n in range(4)]
        lost, good, failed, late = (sink.open(task, node) for task, node in zip(tasks, "bcde", strict=True))
        await lost.write(local_shards(0, 1))
        lost.discard("connection refused")
        good.finish(FragmentOutcome(7, 70))
        late.finish(FragmentOutcome(1, 10))
        late.discard("other versions")
        assert failed.released is False
        recent.end(run, "failed", "division by zero")
        return recent

    recent = run_virtual(main())
    rows = recent.fragments().select(["node", "state", "rows", "bytes", "shards", "versions", "error"]).to_pylist()
    assert [tuple(row.values()) for row in rows][1:] == [
        ("c", "done", 7, 70, "v=0 2-3", f"v={V3}", None),
        ("d", "failed", 0, 0, "v=0 2-3", f"v={V3}", "division by zero"),
        ("e", "given up", 1, 10, "v=0 2-3", f"v={V3}", "other versions"),
    ]
    assert (rows[0]["state"], rows[0]["rows"], rows[0]["error"]) == ("given up", 2, "connection refused")
    assert recent.queries().select(["fragments", "state", "error"]).to_pylist() == [
        {"fragments": 4, "state": "failed", "error": "division by zero"}
    ]
    assert counts.fragments == {("b", "given up"): 1, ("c", "done"): 1, ("d", "failed"): 1, ("e", "given up"): 1}
