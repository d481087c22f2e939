"""A double of Planners: what is to be done elsewhere is held until a test says go on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from gateway.contract.cancel import CancelToken


class HeldPlanners:
    """*held* are those that wait, the oldest first; one that was cancelled goes."""

    def __init__(self) -> None:
        self.held: list[asyncio.Future[None]] = []

    async def run(self, work: Callable[[], Any], cancel: CancelToken, characters: int = 0) -> Any:
        cancel.check()
        held = asyncio.get_running_loop().create_future()
        self.held.append(held)

        def give_up() -> None:
            held.cancel()

        cancel.on_cancel(give_up)
        try:
            await held
        except asyncio.CancelledError:
            self.held.remove(held)
            cancel.check()
            raise
        return work()

    def go_on(self) -> None:
        """Let the oldest go on."""
        self.held.pop(0).set_result(None)
