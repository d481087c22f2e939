"""Many connections' messages at once: a few are handled in each turn of the loop, all in their order, and lookups need no turn."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from concurrent.futures import Future, wait
from struct import pack

from gateway.contract.cancel import CancelToken
from gateway.contract.turns import PER_TURN
from gateway.engine.options import EngineOptions
from gateway.engine.workers import Steps, Workers
from gateway.wire.reader import CANCEL_REQUEST_CODE
from tests.gateway.fake_engine import FakeEngine
from tests.gateway.serving import SYNC, bind, execute, parse, query, shown, split, startup
from tests.gateway.wired import Wired

MANY = 20


def test_a_few_in_each_turn() -> None:
    with Wired(FakeEngine()).open() as wired:
        others = [wired.another() for _ in range(MANY)]
        for connection, _ in others:
            connection.data_received(startup())
        wired.run()
        for connection, transport in others:
            transport.written = b""
            connection.data_received(query("SHOW search_path")[:-3])
            connection.data_received(query("SHOW search_path")[-3:])
        answered = [sum(bool(transport.written) for _, transport in others)]
        while wired.loop._ready:  # type: ignore[attr-defined]
            wired.turn()
            answered.append(sum(bool(transport.written) for _, transport in others))
        steps = [after - before for before, after in zip([0, *answered], answered, strict=False)]
        assert max(steps) <= PER_TURN
        assert answered[-1] == MANY
        assert {tuple(shown(transport.written)) for _, transport in others} == {
            ("Columns ['search_path']", "Row ['\"$user\", public']", "SHOW", "Ready I")
        }
        for connection, transport in others:
            transport.close()
            connection.connection_lost(None)


def test_of_steps_that_end_together_one_goes_on_in_each_turn() -> None:
    gone_on: list[int] = []

    async def run() -> None:
        workers = Workers(EngineOptions())
        try:
            together, started = threading.Event(), [Steps(workers, CancelToken(), lambda: None) for _ in range(MANY)]
            running = [steps.start(together.wait) for steps in started]

            async def go_on(number: int, step: Future[bool]) -> None:
                await started[number].finish(step)
                gone_on.append(turn)

            tasks = [asyncio.create_task(go_on(number, step)) for number, step in enumerate(running)]
            await asyncio.sleep(0)
            together.set()
            wait(running)
            turn = 0
            while not all(task.done() for task in tasks):
                turn += 1
                await asyncio.sleep(0)
        finally:
            workers.close()

    asyncio.run(run())
    assert len(gone_on) == MANY
    assert max(Counter(gone_on).values()) <= PER_TURN


def test_who_is_gone_before_its_turn() -> None:
    with Wired(FakeEngine()).open() as wired:
        others = [wired.another() for _ in range(MANY)]
        for connection, transport in others:
            connection.data_received(startup())
            transport.close()
            connection.connection_lost(None)
        wired.run()
        assert not wired.shared.registry.connections - {wired.connection}


def test_one_connection_keeps_its_order() -> None:
    with Wired(FakeEngine()).open() as wired:
        others = [wired.another()[0] for _ in range(MANY)]
        for connection in others:
            connection.data_received(startup())
        series = [parse("", "SHOW search_path"), bind("", ""), execute(), SYNC, query("SHOW work_mem"), query("SHOW search_path")]
        for message in series:
            wired.connection.data_received(message)
        wired.run()
        assert [line for line in shown(wired.transport.written) if line.startswith("Row")] == [
            "Row ['\"$user\", public']",
            "Row ['4MB']",
            "Row ['\"$user\", public']",
        ]
        for connection in others:
            connection.connection_lost(None)


def test_nothing_is_begun_for_a_connection_that_is_closing() -> None:
    """As one whose TLS has failed since its start-up packet came."""
    with Wired(FakeEngine()).open() as wired:
        others = [wired.another() for _ in range(MANY)]
        for connection, _ in others:
            connection.data_received(startup())
        (failed, transport) = others[-1]
        transport.close()
        wired.run()
        assert failed.session is None
        assert all(connection.session is not None for connection, _ in others[:-1])
        for connection, _ in others:
            connection.connection_lost(None)


def test_a_cancel_request_does_not_wait_for_its_turn() -> None:
    """Its client may have closed the connection by then."""
    with Wired(FakeEngine()) as wired:
        key = dict(split(wired.feed(startup())))["K"]
        wired.feed(query("SELECT 1 FROM slow"))
        others = [wired.another()[0] for _ in range(MANY)]
        for connection in others:
            connection.data_received(startup())
        canceller, transport = wired.another()
        canceller.data_received(pack("!II", 16, CANCEL_REQUEST_CODE) + key)
        transport.close()
        canceller.connection_lost(None)
        wired.run()
        assert shown(wired.transport.written)[-2:] == ["ERROR 57014: canceling statement due to user request", "Ready I"]
        for connection in others:
            connection.connection_lost(None)
