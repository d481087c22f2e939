"""Signals between sessions: pg_cancel_backend and pg_terminate_backend for sessions of one's own user.

Sessions of another process behind the same port are signalled without knowing whether they are there.
"""

from __future__ import annotations

from asyncio import AbstractEventLoop
from collections.abc import Callable

from gateway.contract.cancel import CancelReason
from gateway.engine.functions.signals import Signal, SignalAnswer
from gateway.server.registry import Registry

#: Hands (target, signal, user) to the process that has the session.
Elsewhere = Callable[[int, Signal, str], None]


class SessionSignals:
    """A Receiver (gateway.engine.functions.signals) for a server's sessions."""

    def __init__(self, loop: AbstractEventLoop, registry: Registry) -> None:
        self._loop, self._registry = loop, registry
        self.elsewhere: Elsewhere | None = None

    def signal(self, caller: int, target: int, signal: Signal) -> SignalAnswer:
        """See Receiver. What is done in the loop's thread is done before the statement that asked for it goes on."""
        asking = self._registry.session(caller)
        if asking is None:
            return SignalAnswer.NO_SESSION
        if self.elsewhere is not None and target > 0 and not self._registry.numbers.ours(target):
            self._loop.call_soon_threadsafe(self.elsewhere, target, signal, asking.user)
            return SignalAnswer.SENT
        answer = self._told(target, signal, asking.user)
        if answer is SignalAnswer.NO_SESSION:
            self._loop.call_soon_threadsafe(asking.warn, "01000", f"PID {target} is not a PostgreSQL backend process")
        return answer

    def taken(self, target: int, signal: Signal, user: str) -> None:
        """A signal from another process."""
        self._told(target, signal, user)

    def _told(self, target: int, signal: Signal, user: str) -> SignalAnswer:
        found = self._registry.session(target)
        if found is None:
            return SignalAnswer.NO_SESSION
        if found.user != user:
            return SignalAnswer.ANOTHER_USER
        if signal is Signal.CANCEL:
            self._loop.call_soon_threadsafe(found.cancel, CancelReason.USER)
        else:
            self._loop.call_soon_threadsafe(found.terminate)
        return SignalAnswer.SENT
