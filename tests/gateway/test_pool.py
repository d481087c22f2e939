"""Few steps at a time while they are young, more once some have grown old; in their order, and each with its own end."""

from __future__ import annotations

import asyncio
import functools
import threading
import weakref
from collections.abc import Callable, Coroutine
from concurrent.futures import Future

import pytest

from gateway.engine.threads.pool import Pool
from tests.gateway.harness import no_collections

#: Longer than any test takes.
ALWAYS_YOUNG_S = 3600.0
WAIT_S = 30.0


def in_loop(test: Callable[[], Coroutine[None, None, None]]) -> Callable[[], None]:
    """The test in a loop of its own."""

    @functools.wraps(test)
    def run() -> None:
        asyncio.run(test())

    return run


class Blocking:
    """Steps that say that they have begun, and go on when told to."""

    def __init__(self, steps: int) -> None:
        self.begun: list[int] = []
        self.one_more = threading.Semaphore(0)
        self.told = [threading.Event() for _ in range(steps)]

    def step(self, number: int) -> int:
        self.begun.append(number)
        self.one_more.release()
        assert self.told[number].wait(WAIT_S)
        return number

    def submit(self, pool: Pool) -> list[Future[int]]:
        return [pool.submit(functools.partial(self.step, number)) for number in range(len(self.told))]

    async def wait(self, count: int) -> None:
        """Until so many have begun, the loop going on meanwhile."""
        while len(self.begun) < count:
            assert await asyncio.to_thread(self.one_more.acquire, timeout=WAIT_S)


@in_loop
async def test_young_steps_wait_for_one_another() -> None:
    pool, blocking = Pool(4, "test", 2, ALWAYS_YOUNG_S), Blocking(6)
    futures = blocking.submit(pool)
    for number in range(6):
        await blocking.wait(min(number + 2, 6))
        assert blocking.begun == list(range(min(number + 2, 6)))
        assert [future.running() for future in futures[number:]] == [True] * min(2, 6 - number) + [False] * max(4 - number, 0)
        blocking.told[number].set()
        assert await asyncio.wrap_future(futures[number]) == number
    pool.close()


@in_loop
async def test_old_steps_make_room_for_others_but_have_their_threads() -> None:
    pool, blocking = Pool(4, "test", 1, 0.001), Blocking(6)
    futures = blocking.submit(pool)
    await blocking.wait(4)
    await asyncio.sleep(0.02)  # in which the fifth would begin
    assert blocking.begun == [0, 1, 2, 3]
    blocking.told[2].set()
    await blocking.wait(5)
    assert await asyncio.wrap_future(futures[2]) == 2
    for event in blocking.told:
        event.set()
    assert [await asyncio.wrap_future(future) for future in futures] == list(range(6))
    pool.close()


@in_loop
async def test_a_step_that_waits_can_be_cancelled_and_one_that_fails_fails_alone() -> None:
    pool, blocking = Pool(4, "test", 1, ALWAYS_YOUNG_S), Blocking(3)
    futures = blocking.submit(pool)
    failing = pool.submit(lambda: 1 // 0)
    last = pool.submit(lambda: "last")
    await blocking.wait(1)
    assert futures[1].cancel()
    assert not futures[0].cancel()
    for event in blocking.told:
        event.set()
    with pytest.raises(ZeroDivisionError):
        await asyncio.wrap_future(failing)
    assert await asyncio.wrap_future(last) == "last"
    assert blocking.begun == [0, 2]
    pool.close()


class Reading:
    """What a step works on."""

    def fail(self) -> None:
        raise ZeroDivisionError


@in_loop
async def test_what_failed_is_forgotten_without_the_collector() -> None:
    """The error knows the frames of the step, and what these held."""
    reading, pool = Reading(), Pool(2, "test", 1, ALWAYS_YOUNG_S)
    held = weakref.ref(reading)
    with no_collections():
        failed = pool.submit(reading.fail)
        pool.close()
        assert isinstance(failed.exception(), ZeroDivisionError)
        del reading
        assert held() is not None
        del failed
        assert held() is None


@in_loop
async def test_closing_waits_for_what_runs_and_drops_what_waits() -> None:
    pool, blocking = Pool(2, "test", 1, ALWAYS_YOUNG_S), Blocking(2)
    running, waiting = blocking.submit(pool)
    await blocking.wait(1)
    closing = asyncio.create_task(asyncio.to_thread(pool.close))
    while not waiting.cancelled():
        await asyncio.sleep(0)
    assert not closing.done()
    blocking.told[0].set()
    await closing
    assert running.result() == 0
    assert blocking.begun == [0]
