"""Many connections' messages at once: a few are handled in each turn of the loop, all in their order, and lookups need no turn."""

from __future__ import annotations

from gateway.server.turns import CONNECTIONS_PER_TURN
from tests.gateway.fake_engine import FakeEngine
from tests.gateway.serving import SYNC, bind, execute, parse, query, shown, startup
from tests.gateway.wired import Wired

MANY = 5 * CONNECTIONS_PER_TURN


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
            wired.loop.call_soon(wired.loop.stop)
            wired.loop.run_forever()
            answered.append(sum(bool(transport.written) for _, transport in others))
        steps = [after - before for before, after in zip([0, *answered], answered, strict=False)]
        assert max(steps) <= CONNECTIONS_PER_TURN
        assert answered[-1] == MANY
        assert {tuple(shown(transport.written)) for _, transport in others} == {
            ("Columns ['search_path']", "Row ['\"$user\", public']", "SHOW", "Ready I")
        }
        for connection, transport in others:
            transport.close()
            connection.connection_lost(None)


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
