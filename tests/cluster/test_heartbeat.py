"""Asking the members, again and again, whatever they answer."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable

from gateway.cluster.membership.heartbeat import STATUS_TIMEOUT_S, Heartbeat
from gateway.cluster.membership.ports import FragmentOutcome, FragmentSink, FragmentTask
from gateway.cluster.membership.roster import DEAD_AFTER_S, HEARTBEAT_S, Roster
from gateway.cluster.membership.status import NodeStatus
from gateway.config import Address
from gateway.errors import BadStatus, PeerUnreachable
from tests.cluster.fakes import make_roster, status
from tests.simulation.loop import run_virtual

Answer = Callable[[], Awaitable[NodeStatus]]


class Peers:
    """A Transport whose nodes answer as told; it notes when each was asked."""

    def __init__(self, **answers: Answer) -> None:
        self.answers = answers
        self.asked: list[tuple[str, float]] = []

    async def status(self, address: Address, timeout_s: float) -> NodeStatus:
        """See Transport."""
        self.asked.append((address.host, asyncio.get_running_loop().time()))
        return await self.answers[address.host]()

    async def run(self, address: Address, task: FragmentTask, deadline_s: float | None, sink: FragmentSink) -> FragmentOutcome:
        """See Transport."""
        raise AssertionError


def answers(said: NodeStatus) -> Answer:
    async def answer() -> NodeStatus:
        await asyncio.sleep(0.001)
        return said

    return answer


def fails(error: Exception) -> Answer:
    async def answer() -> NodeStatus:
        raise error

    return answer


async def never() -> NodeStatus:
    await asyncio.get_running_loop().create_future()
    raise AssertionError


def live_for(peers: Peers, seconds: float) -> tuple[Roster, Heartbeat]:
    """What node a makes of b and c after some time."""

    async def main() -> tuple[Roster, Heartbeat]:
        roster = make_roster()
        heartbeat = Heartbeat(roster, peers, random.Random(1))
        heartbeat.start()
        await asyncio.sleep(seconds)
        found = {m.name: (m.state, m.why) for m in roster.members()}
        await heartbeat.stop()
        states.update(found)
        return roster, heartbeat

    states.clear()
    return run_virtual(main())


states: dict[str, tuple[str, str]] = {}


def test_every_member_is_asked_ten_times_a_second_this_node_itself_rarely() -> None:
    peers = Peers(a=answers(status("a", run="run-a")), b=answers(status("b")), c=answers(status("c")))
    live_for(peers, 10)
    counts = {name: sum(host == name for host, _ in peers.asked) for name in "abc"}
    assert 95 <= counts["b"] <= 112
    assert 95 <= counts["c"] <= 112
    assert 9 <= counts["a"] <= 12
    assert states == {"a": ("alive", ""), "b": ("alive", ""), "c": ("alive", "")}


def test_whoever_accepts_and_never_answers_is_dead_and_asked_again() -> None:
    peers = Peers(a=never, b=never, c=fails(PeerUnreachable("connection refused")))
    live_for(peers, DEAD_AFTER_S + STATUS_TIMEOUT_S)
    assert states["b"] == ("dead", "no answer to a heartbeat for 1.0 s")
    assert states["c"] == ("dead", "connection refused")
    assert sum(host == "b" for host, _ in peers.asked) >= 2
    assert states["a"] == ("alive", "")


def test_whoever_answers_garbage_is_refused() -> None:
    live_for(Peers(a=never, b=fails(BadStatus("its status is not JSON: 'HTTP'")), c=answers(status("b"))), 1)
    assert states["b"] == ("refused", "answers with garbage: its status is not JSON: 'HTTP'")
    assert states["c"] == ("refused", "answers as 'b'")


def test_a_member_that_died_is_heard_again() -> None:
    peers = Peers(a=never, b=never, c=never)

    async def main() -> list[str]:
        roster = make_roster()
        heartbeat = Heartbeat(roster, peers, random.Random(1))
        heartbeat.start()
        await asyncio.sleep(1)
        seen = [m.state for m in roster.members() if m.name == "b"]
        peers.answers["b"] = answers(status("b"))
        await asyncio.sleep(STATUS_TIMEOUT_S + 2 * HEARTBEAT_S)
        await heartbeat.stop()
        return [*seen, *(m.state for m in roster.members() if m.name == "b")]

    assert run_virtual(main()) == ["dead", "alive"]


def test_a_member_can_be_asked_at_once() -> None:
    peers = Peers(a=never, b=answers(status("b")), c=never)

    async def main() -> tuple[float, str]:
        roster = make_roster()
        heartbeat = Heartbeat(roster, peers, random.Random(1))
        await heartbeat.refresh(["b", "nobody"])
        return asyncio.get_running_loop().time(), next(m.state for m in roster.members() if m.name == "b")

    took_s, state = run_virtual(main())
    assert state == "alive"
    assert took_s < HEARTBEAT_S
