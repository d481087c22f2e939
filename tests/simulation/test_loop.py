"""Virtual time."""

from __future__ import annotations

import asyncio

import pytest

from tests.simulation.loop import Deadlock, run_virtual


def test_time_jumps_to_the_next_timer() -> None:
    async def main() -> list[tuple[float, str]]:
        loop, seen = asyncio.get_running_loop(), []

        async def sleeper(name: str, delay_s: float) -> None:
            await asyncio.sleep(delay_s)
            seen.append((loop.time(), name))

        await asyncio.gather(sleeper("late", 3600), sleeper("soon", 0.5), sleeper("now", 0))
        return seen

    assert run_virtual(main()) == [(0.0, "now"), (0.5, "soon"), (3600.0, "late")]


def test_timeouts_are_virtual_too() -> None:
    async def main() -> float:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(1000):
                await asyncio.get_running_loop().create_future()
        return asyncio.get_running_loop().time()

    assert run_virtual(main()) == 1000


def test_waiting_for_nothing_is_an_error() -> None:
    async def main() -> None:
        await asyncio.get_running_loop().create_future()

    with pytest.raises(Deadlock):
        run_virtual(main())
