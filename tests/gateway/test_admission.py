"""So many executions run, so many wait, and one more is refused."""

from __future__ import annotations

import asyncio

import pytest

from gateway.contract.cancel import CancelReason, CancelToken
from gateway.engine.threads.admission import Admission
from gateway.errors import QueryCancelled, QueueFull


def test_places_go_to_those_who_wait_in_their_order() -> None:
    admission = Admission("scans", 2, 2, "running_max")
    first, second, third, fourth = (admission.enter() for _ in range(4))
    assert [place.granted for place in (first, second, third, fourth)] == [True, True, False, False]
    with pytest.raises(QueueFull) as told:
        admission.enter()
    assert told.value.detail == "2 scans are open and 2 wait; running_max is 2."
    second.leave()
    assert (third.granted, fourth.granted) == (True, False)
    fourth.leave()
    first.leave()
    third.leave()
    assert (admission.running, admission.waiting, admission.refused) == (0, 0, 1)


def test_nobody_waits_where_nobody_may() -> None:
    admission = Admission("fragments", 1, 0, "fragments_running_max")
    admission.enter()
    with pytest.raises(QueueFull):
        admission.enter()


def test_waiting_ends_with_the_place_or_with_the_query() -> None:
    async def wait() -> None:
        admission = Admission("points", 1, 2, "points_running_max")
        token = CancelToken()
        first, second, third = (admission.enter() for _ in range(3))
        waiting = [asyncio.create_task(second.wait(CancelToken())), asyncio.create_task(third.wait(token))]
        await asyncio.sleep(0)
        token.cancel(CancelReason.USER)
        with pytest.raises(QueryCancelled):
            await waiting[1]
        third.leave()
        assert not waiting[0].done()
        first.leave()
        await waiting[0]
        second.leave()
        assert (admission.running, admission.waiting) == (0, 0)

    asyncio.run(wait())
