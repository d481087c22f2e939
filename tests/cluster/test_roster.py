"""What heartbeats make of members."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

import pytest

from gateway.cluster.membership.peer import DUPLICATE_CLEAR_S
from gateway.cluster.membership.roster import DEAD_AFTER_S, HEARTBEAT_S, SUSPECT_AFTER_S, Roster
from gateway.cluster.membership.status import NodeStatus
from tests.cluster.fakes import FakeStore, at, make_roster, schema, status
from tests.simulation.loop import run_virtual


def in_loop(test: Callable[[Roster], object]) -> None:
    """Run a test with a roster of members a (itself), b and c, on virtual time."""

    async def main() -> None:
        result = test(make_roster(store=FakeStore({"v": at({0, 1})})))
        if asyncio.iscoroutine(result):
            await result

    run_virtual(main())


def hear(roster: Roster, said: NodeStatus, as_: str = "") -> None:
    roster.heard(as_ or said.name, said, asyncio.get_running_loop().time())


def state(roster: Roster, name: str = "b") -> str:
    return next(m.state for m in roster.members() if m.name == name)


def why(roster: Roster, name: str = "b") -> str:
    return next(m.why for m in roster.members() if m.name == name)


def test_settings_say_how_long_a_member_may_be_silent() -> None:
    async def main() -> list[str]:
        roster, seen = make_roster(dead_after_s=3.5), list[str]()
        hear(roster, status("b"))
        for pause_s in (2.4, 0.2, 0.8, 0.2):
            await asyncio.sleep(pause_s)
            roster.expire()
            seen.append(state(roster))
        return seen

    assert run_virtual(main()) == ["alive", "suspect", "suspect", "dead"]


def test_a_member_is_unknown_until_it_is_heard() -> None:
    def test(roster: Roster) -> None:
        assert (state(roster), state(roster, "a")) == ("unknown", "alive")
        assert not roster.live("b")
        hear(roster, status("b"))
        assert state(roster) == "alive"
        assert roster.live("b")

    in_loop(test)


def test_silence_makes_a_suspect_and_then_a_dead_member() -> None:
    async def test(roster: Roster) -> None:
        hear(roster, status("b"))
        lost = roster.on_lost("b")
        states = []
        for _ in range(8):
            await asyncio.sleep(HEARTBEAT_S / 2 + 0.001)
            roster.expire()
            states.append((state(roster), lost.done()))
        assert states == [("alive", False)] * 4 + [("suspect", False)] * 2 + [("dead", True)] * 2
        assert SUSPECT_AFTER_S < DEAD_AFTER_S <= 0.4
        hear(roster, status("b"))
        assert state(roster) == "alive"
        assert not roster.on_lost("b").done()

    in_loop(test)


def test_a_member_that_never_answers_is_dead_with_its_cause() -> None:
    async def test(roster: Roster) -> None:
        roster.failed("b", "connection refused")
        await asyncio.sleep(DEAD_AFTER_S)
        roster.expire()
        assert (state(roster), why(roster)) == ("dead", "connection refused")

    in_loop(test)


def test_a_failed_fragment_makes_a_suspect_until_the_next_heartbeat() -> None:
    def test(roster: Roster) -> None:
        hear(roster, status("b"))
        roster.doubt("b", "connection reset")
        assert (state(roster), why(roster), roster.live("b")) == ("suspect", "connection reset", True)
        hear(roster, status("b"))
        assert (state(roster), why(roster)) == ("alive", "")

    in_loop(test)


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        (status("c"), "answers as 'c'"),
        (status("b", cluster="test"), "belongs to cluster 'test', not 'prod'"),
        (status("b", format_=3), "speaks format 3, and this release 2"),
    ],
    ids=["another name", "another cluster", "another format"],
)
def test_who_is_somebody_else_is_refused_and_logged_once(said: NodeStatus, reason: str, caplog: pytest.LogCaptureFixture) -> None:
    def test(roster: Roster) -> None:
        hear(roster, status("b", {"v": at({2})}))
        lost = roster.on_lost("b")
        for _ in range(3):
            hear(roster, said, "b")
        assert (state(roster), why(roster)) == ("refused", reason)
        assert lost.done()
        assert not roster.live("b")
        assert roster.live_holders("v", 2) == ()
        assert [reason in record.message for record in caplog.records if record.levelno >= logging.WARNING] == [True]
        hear(roster, status("b", {"v": at({2})}))
        assert roster.live_holders("v", 2) == ("b",)

    in_loop(test)


def test_garbage_is_refused_with_what_it_was() -> None:
    def test(roster: Roster) -> None:
        roster.misspoke("b", "answers with garbage: its status is not JSON")
        assert (state(roster), why(roster)) == ("refused", "answers with garbage: its status is not JSON")

    in_loop(test)


def test_a_restart_ends_what_ran_there_and_is_no_double() -> None:
    def test(roster: Roster) -> None:
        hear(roster, status("b", run="one"))
        lost = roster.on_lost("b")
        hear(roster, status("b", run="two"))
        assert lost.done()
        assert state(roster) == "alive"

    in_loop(test)


def test_two_processes_that_answer_in_turn_are_refused_until_one_is_left() -> None:
    async def test(roster: Roster) -> None:
        for run in ("one", "two", "one"):
            hear(roster, status("b", run=run))
        assert state(roster) == "refused"
        assert "two processes in turn, runs one and two" in why(roster)
        await asyncio.sleep(DUPLICATE_CLEAR_S / 2)
        hear(roster, status("b", run="one"))
        assert state(roster) == "refused"
        await asyncio.sleep(DUPLICATE_CLEAR_S)
        hear(roster, status("b", run="one"))
        assert state(roster) == "alive"

    in_loop(test)


def test_another_process_at_this_nodes_own_address_is_named() -> None:
    def test(roster: Roster) -> None:
        roster.answered_for_self(status("a", run="run-a"))
        assert why(roster, "a") == ""
        roster.answered_for_self(status("a", run="somebody"))
        assert "another process answers" in why(roster, "a")

    in_loop(test)


def test_an_answer_that_was_overtaken_is_ignored() -> None:
    async def test(roster: Roster) -> None:
        await asyncio.sleep(1)
        hear(roster, status("b", {"v": at({3})}))
        roster.heard("b", status("b", {"v": at({2})}), 0.5)
        assert roster.live_holders("v", 3) == ("b",)
        assert roster.live_holders("v", 2) == ()

    in_loop(test)


def test_holders_come_in_placements_order_those_in_doubt_last() -> None:
    def test(roster: Roster) -> None:
        for name in "bc":
            hear(roster, status(name, {"v": at({0, 1, 2, 3})}))
        order = roster.placement.ranked(schema(), 0)
        assert roster.live_holders("v", 0) == order
        assert roster.live_holders("v", 3) == tuple(n for n in roster.placement.ranked(schema(), 3) if n != "a")
        doubted = next(n for n in order if n != "a")
        roster.doubt(doubted, "slow")
        assert roster.live_holders("v", 0) == (*(n for n in order if n != doubted), doubted)
        hear(roster, status(doubted, {"v": at({1})}))
        assert doubted not in roster.live_holders("v", 0)

    in_loop(test)


def test_a_node_that_leaves_comes_last() -> None:
    def test(roster: Roster) -> None:
        hear(roster, status("b", {"v": at({3})}, state="leaving"))
        hear(roster, status("c", {"v": at({3})}))
        assert roster.live_holders("v", 3) == ("c", "b")

    in_loop(test)
