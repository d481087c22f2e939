"""Giving shards to nodes, selecting versions, and what that costs. Everything else is the simulation's."""

from __future__ import annotations

import asyncio
import random
import sys
from collections.abc import Callable, Coroutine, Mapping
from types import CodeType, FrameType
from typing import Any

import pytest

from gateway.cluster.dispatching.attempt import Reach
from gateway.cluster.dispatching.coverage import Cell, assign
from gateway.cluster.dispatching.dispatch import RESTARTS_FOR_S, Dispatch
from gateway.cluster.dispatching.request import Bound, DispatchRequest, DispatchResult
from gateway.cluster.dispatching.round import NO_REPLICA_WAIT_S
from gateway.cluster.membership.heartbeat import Heartbeat
from gateway.cluster.membership.ports import FragmentOutcome, FragmentSink, FragmentTask
from gateway.cluster.membership.roster import Roster
from gateway.cluster.membership.status import NodeStatus, ViewStatus
from gateway.config import Address
from gateway.errors import FragmentLost, FragmentRefused, NoReplica, PeerUnreachable, QueryCancelled, VersionUnavailable
from statestore.version_id import VersionId
from tests.cluster.fakes import V1, V2, V3, FakeStore, at, make_roster, status
from tests.simulation.loop import run_virtual
from tests.simulation.queries import QueryRows, make_unit


def cells(**nodes: str) -> dict[Cell, str]:
    """c3="ab": shard 3 can go to a or b."""
    return {Cell(0, int(name[1:])): names for name, names in nodes.items()}


def given(nodes: Mapping[Cell, str], own: str = "a", doubted: str = "") -> dict[str, list[int]]:
    found = assign(nodes, own, lambda name: int(name in doubted))
    return {name: sorted(cell.shard for cell in taken) for name, taken in found.items()}


@pytest.mark.parametrize(
    ("nodes", "expected"),
    [
        (cells(c0="ab", c1="ba"), {"a": [0, 1]}),
        (cells(c0="b", c1="bc", c2="cb"), {"b": [0, 1, 2]}),
        (cells(c0="bc", c1="cb", c2="cb"), {"c": [0, 1, 2]}),
        (cells(c0="cb", c1="bc"), {"b": [0, 1]}),
        (cells(c0="a", c1="b", c2="cd", c3="dc", c4="c"), {"a": [0], "b": [1], "c": [2, 3, 4]}),
    ],
    ids=["this node", "fewest nodes", "placement", "name", "mixed"],
)
def test_shards_go_to_this_node_then_to_few_others(nodes: dict[Cell, str], expected: dict[str, list[int]]) -> None:
    assert given(nodes) == expected


def test_a_node_in_doubt_gets_only_what_nobody_else_has() -> None:
    assert given(cells(c0="bc", c1="bc", c2="b"), doubted="b") == {"b": [2], "c": [0, 1]}


class Peers:
    """A Transport: each node does as it is told."""

    def __init__(self) -> None:
        self.tasks: list[tuple[str, FragmentTask]] = []
        self.does: dict[str, Callable[[FragmentTask, FragmentSink], Coroutine[Any, Any, FragmentOutcome]]] = {}

    async def status(self, address: Address, timeout_s: float) -> NodeStatus:
        """See Transport."""
        raise PeerUnreachable("not in this test")

    async def run(self, address: Address, task: FragmentTask, deadline_s: float | None, sink: FragmentSink) -> FragmentOutcome:
        """See Transport."""
        self.tasks.append((address.host, task))
        return await self.does.get(address.host, well)(task, sink)


class Here:
    """This node's executor."""

    async def run(self, task: FragmentTask, deadline_s: float | None, sink: FragmentSink) -> FragmentOutcome:
        """See FragmentRunner."""
        return await well(task, sink)


async def well(task: FragmentTask, sink: FragmentSink) -> FragmentOutcome:
    await asyncio.sleep(0.01)
    return FragmentOutcome(0)


async def unreachable(task: FragmentTask, sink: FragmentSink) -> FragmentOutcome:
    raise PeerUnreachable("connection refused")


async def breaks_off(task: FragmentTask, sink: FragmentSink) -> FragmentOutcome:
    await sink.write([1])
    raise PeerUnreachable("the stream ended early")


async def hangs(task: FragmentTask, sink: FragmentSink) -> FragmentOutcome:
    await asyncio.sleep(1e6)
    raise AssertionError


class Cluster:
    """Node a of a, b, c: it has shard 0 of v, the others as given."""

    def __init__(self, own: ViewStatus, **others: ViewStatus) -> None:
        self.peers = Peers()
        self.store = FakeStore({"v": own})
        self.roster: Roster = make_roster("abc", self.store)
        heartbeat = Heartbeat(self.roster, self.peers, random.Random(1))
        self.dispatch = Dispatch(Reach(self.roster, heartbeat, self.peers, Here(), self.store))
        for name, view in others.items():
            self.roster.heard(name, status(name, {"v": view}), 0.0)

    async def ask(
        self, *shards: int, bound: Bound | None = None, partial: bool = False, eager: bool = False, limit_s: float = 10
    ) -> DispatchResult:
        """Run a query over shards of v."""
        unit = make_unit(0, {"v": frozenset(shards)}, fails=False)
        deadline_s = asyncio.get_running_loop().time() + limit_s
        self.rows = QueryRows(eager)
        request = DispatchRequest([unit], self.rows, deadline_s, {"v": bound or Bound()}, partial=partial)
        return await self.dispatch.run(request)


def on_cluster(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    run_virtual(test())


def test_everything_here_stays_here() -> None:
    async def test() -> None:
        cluster = Cluster(at({0, 1}), b=at({0, 1, 2}))
        result = await cluster.ask(0, 1)
        assert (cluster.rows.nodes, result.versions) == (["a"], {"v": V2})

    on_cluster(test)


def test_this_nodes_version_first_else_the_newest_that_all_have() -> None:
    async def test() -> None:
        both = Cluster(at({0}, V1, V2), b=at({1}, V1, V2, V3))
        assert (await both.ask(0, 1)).versions == {"v": V2}
        behind = Cluster(at({0}, V2, V3), b=at({1}, V1, V2))
        await behind.ask(0)
        await asyncio.sleep(1)
        assert (await behind.ask(0, 1)).versions == {"v": V2}

    on_cluster(test)


def test_a_version_that_is_young_here_is_waited_for() -> None:
    async def test() -> None:
        cluster = Cluster(at({0}, V2, V3), b=at({1}, V1, V2))
        assert (await cluster.ask(0, 1)).versions == {"v": V3}

    on_cluster(test)


def test_a_failed_node_is_replaced() -> None:
    async def test() -> None:
        cluster = Cluster(at({0}), b=at({1, 2}), c=at({1, 2}))
        first = next(iter(cluster.roster.live_holders("v", 1)))
        cluster.peers.does[first] = unreachable
        result = await cluster.ask(1)
        assert cluster.rows.nodes == ["c" if first == "b" else "b"]
        assert result.retries == 1

    on_cluster(test)


def test_without_a_replica_the_error_names_each_node_and_its_cause() -> None:
    async def test() -> None:
        cluster = Cluster(at({0}), b=at({1}))
        cluster.peers.does["b"] = unreachable
        with pytest.raises(NoReplica, match="shard 1 of v") as caught:
            await cluster.ask(0, 1)
        assert caught.value.detail is not None
        assert "node b: connection refused" in caught.value.detail
        assert NO_REPLICA_WAIT_S - 0.1 <= asyncio.get_running_loop().time() <= NO_REPLICA_WAIT_S + 0.1

    on_cluster(test)


def test_a_partial_answer_names_what_it_lacks() -> None:
    async def test() -> None:
        cluster = Cluster(at({0}), b=at({1}))
        cluster.peers.does["b"] = unreachable
        result = await cluster.ask(0, 1, 2, partial=True)
        assert result.missing == {"v": {1, 2}}

    on_cluster(test)


def test_a_failure_after_rows_were_released_is_final() -> None:
    async def test() -> None:
        cluster = Cluster(at({0}), b=at({1}), c=at({1}))
        cluster.peers.does = {"b": breaks_off, "c": breaks_off}
        with pytest.raises(FragmentLost):
            await cluster.ask(1, eager=True)
        assert len(cluster.peers.tasks) == 1

    on_cluster(test)


def test_a_fragment_on_a_node_that_is_lost_is_given_up_at_once() -> None:
    async def test() -> None:
        cluster = Cluster(at({0}), b=at({1}), c=at({1}))
        first, second = cluster.roster.live_holders("v", 1)
        cluster.peers.does[first] = hangs
        query = asyncio.create_task(cluster.ask(1))
        await asyncio.sleep(0.1)
        cluster.roster.misspoke(first, "answers with garbage")
        await query
        assert cluster.rows.nodes == [second]
        assert asyncio.get_running_loop().time() < 0.2

    on_cluster(test)


def test_a_query_ends_at_its_deadline() -> None:
    async def test() -> None:
        cluster = Cluster(at({0}), b=at({1}))
        cluster.peers.does["b"] = hangs
        with pytest.raises(QueryCancelled, match="statement timeout"):
            await cluster.ask(0, 1, limit_s=0.5)
        assert asyncio.get_running_loop().time() == pytest.approx(0.5)

    on_cluster(test)


@pytest.mark.parametrize(
    ("bound", "message", "detail"),
    [
        (Bound(min_version=5), "has not reached version 5", "It is at 2: 3 short."),
        (Bound(read_version=4), "has not reached version 4", "It is at 2: 2 short."),
        (Bound(read_version=0), "version 0 of view v is no longer kept", "Versions 1 to 2 are kept: 1 too old."),
        (Bound(since_us=1_500_000), "older than asked for", "Version 2 was committed 1499 ms too early."),
    ],
)
def test_a_bound_that_cannot_be_met_says_by_how_much(bound: Bound, message: str, detail: str) -> None:
    async def test() -> None:
        with pytest.raises(VersionUnavailable, match=message) as caught:
            await Cluster(at({0}), b=at({1})).ask(0, 1, bound=bound)
        assert caught.value.detail == detail

    on_cluster(test)


def _steps_of_a_point_query(shards: int, nodes: int) -> int:
    """How many lines of Python it takes to plan and run a point query in a cluster, the second time."""
    names = [f"n{i}" for i in range(nodes)]

    async def test() -> int:
        kept = (VersionId(1, 1),)
        store = FakeStore({"v": at((), *kept)}, shards)
        roster = make_roster(["a", *names], store)
        peers = Peers()
        dispatch = Dispatch(Reach(roster, Heartbeat(roster, peers, random.Random(1)), peers, Here(), store))
        for i, name in enumerate(names):
            roster.heard(name, status(name, {"v": at(range(i, shards, nodes), *kept)}), 0.0)
        request = DispatchRequest([make_unit(0, {"v": frozenset((3,))}, fails=False)], QueryRows(eager=False), 1e6)
        await dispatch.run(request)
        return await _counting_lines(dispatch.run(request))

    return run_virtual(test())


async def _counting_lines(work: Coroutine[Any, Any, Any]) -> int:
    lines = 0

    def trace(frame: FrameType, event: str, argument: object) -> Any:
        nonlocal lines
        code: CodeType = frame.f_code
        lines += event == "line" and ("cluster" in code.co_filename or "placement" in code.co_filename)
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        await work
    finally:
        sys.settrace(before)
    return lines


def test_a_point_query_costs_the_same_in_a_large_cluster() -> None:
    """Counted in lines of Python, which no other program on the machine can disturb."""
    small, large = _steps_of_a_point_query(8, 3), _steps_of_a_point_query(1000, 50)
    assert small > 50
    assert large <= small * 1.05


def test_rows_that_came_with_a_refusal_are_not_counted_twice() -> None:
    """Two fragments end at one moment: the first refuses its version, so the query begins anew; the other had its rows already."""

    async def refuses_once(task: FragmentTask, sink: FragmentSink) -> FragmentOutcome:
        if task.versions["v"] == V2:
            raise FragmentRefused("not kept", "version 2 is gone")
        return await well(task, sink)

    async def has_a_row(task: FragmentTask, sink: FragmentSink) -> FragmentOutcome:
        await sink.write([("row",)])
        return FragmentOutcome(1)

    async def test() -> None:
        cluster = Cluster(at({0}), b=at({1}), c=at({2}))
        cluster.peers.does |= {"b": refuses_once, "c": has_a_row}
        unit, sink = make_unit(0, {"v": frozenset({1, 2})}, fails=False), QueryRows(False)
        cluster.roster.heard("b", status("b", {"v": at({1}, V1, V2)}), 0.0)
        running = asyncio.ensure_future(cluster.dispatch.run(DispatchRequest([unit], sink, None, {})))
        await asyncio.sleep(0)
        cluster.roster.heard("b", status("b", {"v": at({1}, V1)}), 0.1)
        result = await running
        assert (result.restarts, result.versions) == (1, {"v": V1})
        assert sum(sink.rows().values()) == 1

    on_cluster(test)


class Slow:
    """A node that is late with its news: it takes 0.2 s for a refusal, and refuses so many fragments."""

    def __init__(self, refusals: int) -> None:
        self._left = refusals
        self.asked: list[VersionId] = []

    async def run(self, task: FragmentTask, sink: FragmentSink) -> FragmentOutcome:
        """As Peers.does."""
        self.asked.append(task.versions["v"])
        await asyncio.sleep(0.2)
        if self._left:
            self._left -= 1
            raise FragmentRefused("not kept", "it is gone")
        return FragmentOutcome(0)


def test_a_query_begins_anew_while_nodes_are_late_with_their_news() -> None:
    async def test() -> None:
        slow = Slow(refusals=6)
        cluster = Cluster(at({0}, V1, V2), b=at({1}, V1, V2, V3))
        cluster.peers.does["b"] = slow.run
        assert (await cluster.ask(1)).restarts == 6
        # At first what is current here; then the newest there is.
        assert slow.asked == [V2] + [V3] * 6

    on_cluster(test)


def test_a_query_does_not_begin_anew_for_ever() -> None:
    async def test() -> None:
        slow = Slow(refusals=1_000)
        cluster = Cluster(at({0}), b=at({1}))
        cluster.peers.does["b"] = slow.run
        with pytest.raises(VersionUnavailable, match="can no longer be read"):
            await cluster.ask(1)
        assert RESTARTS_FOR_S - 0.7 < asyncio.get_running_loop().time() < RESTARTS_FOR_S + 0.7

    on_cluster(test)
