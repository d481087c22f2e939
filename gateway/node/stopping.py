"""How a node stops: on SIGTERM or SIGINT, or when a worker's parent has ended.

the first signal   /readyz is 503 at once, and other nodes are told; for drain_wait_s ([server]) everything is served on,
                   new connections too, until whoever sends clients here has noticed
then               the port is closed; idle sessions end (57P01), statements and transactions have drain_statement_s
a second signal    that is over now: what is left ends (57P01)
a third            has its default effect
STOP_S later       the process ends, whatever still runs: that is as safe as kill -9, and comes before the orchestrator's
"""

from __future__ import annotations

import asyncio
import faulthandler
import logging
import signal
from collections.abc import Awaitable, Callable
from typing import Final, Protocol

from gateway.node.worker import Worker, when_parent_ends
from gateway.server import Server, ServerOptions

#: From the end of drain_statement_s to the end of the process at most: sessions' last words (close_timeout_s), HTTP, the store.
STOP_S: Final = 8.0
_NUMBERS: Final = (signal.SIGTERM, signal.SIGINT)

_log = logging.getLogger("tidegate")


class Leaving(Protocol):
    """What tells other nodes that this one stops."""

    async def leave(self) -> None:
        """Tell them."""
        ...


class StopSignals:
    """Of a process from its start on. Make it in the event loop."""

    def __init__(self, worker: Worker | None, options: Callable[[], ServerOptions]) -> None:
        """*options* are those that hold when the first signal comes."""
        self.asked, self.hurried = asyncio.Event(), asyncio.Event()
        self._options = options
        #: Called with the first signal, before anything else goes on.
        self.told: Callable[[], None] = _nothing
        self._loop = asyncio.get_running_loop()
        for number in _NUMBERS:
            self._loop.add_signal_handler(number, self._came)
        if worker is not None:
            when_parent_ends(self._loop, self._ask)

    async def before(self, work: Awaitable[None]) -> bool:
        """Wait for *work*, or the first signal; whether the work was done. It may go on, in its thread, until the process ends."""
        working = asyncio.ensure_future(work)
        asked = asyncio.ensure_future(self.asked.wait())
        await asyncio.wait([working, asked], return_when=asyncio.FIRST_COMPLETED)
        asked.cancel()
        if not working.done():
            working.add_done_callback(lambda done: done.cancelled() or done.exception())
            return False
        working.result()
        return True

    def _came(self) -> None:
        if not self.asked.is_set():
            self._ask()
            return
        _log.info("a second signal: what runs is ended")
        self.hurried.set()
        _end_within(STOP_S)
        for number in _NUMBERS:
            self._loop.remove_signal_handler(number)

    def _ask(self) -> None:
        if self.asked.is_set():
            return
        options = self._options()
        _end_within(options.drain_wait_s + options.drain_statement_s + STOP_S)
        self.told()
        self.asked.set()


async def drain(server: Server, others: Leaving | None, signals: StopSignals) -> None:
    """See the module. After the first signal; afterwards there is no session."""
    server.shared.stop()
    options = server.shared.options
    await asyncio.gather(_unless_hurried(options.drain_wait_s, signals.hurried), _tell(others))
    _log.info("draining %d connections", server.connections)
    await server.drain(options.drain_statement_s, signals.hurried)


async def _tell(others: Leaving | None) -> None:
    if others is not None:
        await others.leave()


async def _unless_hurried(wait_s: float, hurried: asyncio.Event) -> None:
    if wait_s:
        _log.info("not ready any more; going on for %g s (drain_wait_s)", wait_s)
        await asyncio.wait([asyncio.ensure_future(hurried.wait())], timeout=wait_s)


def _end_within(timeout_s: float) -> None:
    """However the interpreter and its threads fare: by a thread of C's, which tells what each of Python's was doing."""
    faulthandler.dump_traceback_later(timeout_s, exit=True)


def _nothing() -> None:
    pass
