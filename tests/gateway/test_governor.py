"""Who is ended, and who refused, when the process has more in memory than it may have."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from gateway.contract.cancel import CancelReason, CancelToken
from gateway.engine.threads.governor import LOOK_S, MADE_BYTES_PER_S, MemoryGovernor
from planner.errors import OutOfMemory

LIMIT = 100


class Work:
    """An execution that uses *grows* more at each look, and gives all of it back once it is told to end."""

    def __init__(self, world: World, grows: int = 0, *, has_given: bool = False, is_deaf: bool = False) -> None:
        self.cancel, self.has_given, self.running = CancelToken(), has_given, True
        self.grows, self.bytes, self._world = grows, 0, world
        if not is_deaf:
            self.cancel.on_cancel(self.end)
        world.works.append(self)
        world.governor.enter(self)

    def end(self) -> None:
        self.bytes, self.running = 0, False
        self._world.governor.leave(self)

    @property
    def was_ended(self) -> bool:
        return self.cancel.reason is CancelReason.MEMORY


class World:
    """What a process has: what works use, *other* bytes, and gaps that can be given back."""

    def __init__(self, limit: int = LIMIT) -> None:
        self.works: list[Work] = []
        self.other = self.gaps = self.looks = 0
        self.governor = MemoryGovernor(limit, self.used, self.give_back)

    def used(self) -> int:
        self.looks += 1
        for work in self.works:
            work.bytes += work.grows if work.running else 0
        return self.other + self.gaps + sum(work.bytes for work in self.works)

    def give_back(self) -> None:
        self.gaps = 0


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not condition():
            await asyncio.sleep(LOOK_S)


def test_who_makes_its_first_rows_goes_before_who_gives_rows() -> None:
    async def main() -> None:
        world = World()
        giving, first, second = Work(world, has_given=True), Work(world, grows=10), Work(world, grows=1)
        await until(lambda: first.was_ended)
        assert not giving.was_ended
        assert not second.was_ended
        second.grows = 10
        await until(lambda: second.was_ended)
        assert not giving.was_ended
        giving.grows = 10
        await until(lambda: giving.was_ended)
        assert world.governor.ended == 3

    asyncio.run(main())


def test_gaps_are_given_back_before_anybody_is_ended() -> None:
    async def main() -> None:
        world = World()
        work = Work(world)
        world.gaps = 2 * LIMIT
        await until(lambda: world.gaps == 0)
        assert work.running
        assert not world.governor.ended

    asyncio.run(main())


def test_one_that_does_not_end_is_not_waited_for_for_long() -> None:
    async def main() -> None:
        world = World()
        deaf, next_one = Work(world, grows=10, is_deaf=True), Work(world)
        await until(lambda: next_one.was_ended)
        assert deaf.was_ended
        assert world.governor.ended == 2

    asyncio.run(main())


def test_who_comes_meanwhile_is_refused_and_later_is_not() -> None:
    async def main() -> None:
        world = World()
        first = Work(world)
        world.other = 2 * LIMIT
        await until(lambda: first.was_ended)
        with pytest.raises(OutOfMemory) as raised:
            Work(world)
        assert raised.value.hint is not None
        assert "total_memory_bytes" in raised.value.hint
        world.other = 0
        later = Work(world)
        assert later.running
        assert (world.governor.ended, world.governor.refused) == (1, 1)

    asyncio.run(main())


def test_what_takes_much_at_once_asks_before() -> None:
    world = World()
    world.other = LIMIT // 2
    world.governor.check_room(LIMIT // 2)
    with pytest.raises(OutOfMemory):
        world.governor.check_room(LIMIT // 2 + 1)


def test_what_another_thread_was_told_there_is_room_for_counts_until_it_may_have_been_made() -> None:
    limit = MADE_BYTES_PER_S  # the other's half takes half a second
    world = World(limit)
    world.governor.check_room(limit // 2 + 1)

    def refused() -> bool:
        try:
            world.governor.check_room(limit // 2)
        except OutOfMemory:
            return True
        return False

    with ThreadPoolExecutor(1) as other:
        assert other.submit(refused).result()
        world.governor.check_room(0)  # this thread wants less now
        assert not other.submit(refused).result()


def test_beyond_all_memory_nobody_is_waited_for() -> None:
    async def main() -> None:
        world = World()
        deaf = [Work(world, is_deaf=True) for _ in range(4)]
        world.other = 2 * LIMIT
        await until(lambda: all(work.was_ended for work in deaf))
        world.other = 0

    asyncio.run(main())


def test_nobody_looks_while_nothing_is_at_work() -> None:
    async def main() -> None:
        world = World()
        work = Work(world)
        await until(lambda: world.looks > 0)
        work.running = False
        await asyncio.sleep(2 * LOOK_S)
        seen = world.looks
        await asyncio.sleep(4 * LOOK_S)
        assert world.looks == seen
        work.running = True
        world.governor.enter(work)
        await until(lambda: world.looks > seen)

    asyncio.run(main())


def test_without_a_limit_nothing_is_looked_at() -> None:
    async def main() -> None:
        world = World(limit=0)
        Work(world, grows=LIMIT)
        world.governor.check_room(1 << 60)
        await asyncio.sleep(4 * LOOK_S)
        assert not world.looks

    asyncio.run(main())
