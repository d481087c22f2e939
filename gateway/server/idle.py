"""Ends sessions that say nothing for too long: idle_session_timeout and idle_in_transaction_session_timeout; and those whose
clients take nothing: client_write_timeout_s.

- Who does not take its result for `client_write_timeout_s` is sent away (08006), and what it held is given back first:
  stream, place, versions. A stream that is closed forgets its source, or the cycle token → steps → source → token would keep its
  versions, and their files on disk, until the garbage collector comes by. So would an error, by the frames that it came through
  (`let_go`). `tests/cluster/test_forgotten.py` has the collector off.
- A series that no Sync has ended is idle in a transaction. PostgreSQL lets it wait for ever.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from gateway.errors import ConnectionFault, IdleInTransaction, IdleSession
from gateway.session.session import Session


class IdleTimer:
    """One session's timer. *expired* is called with what the client is to be told."""

    __slots__ = ("_expired", "_loop", "_timer", "armed")

    def __init__(self, loop: asyncio.AbstractEventLoop, expired: Callable[[ConnectionFault], None]) -> None:
        self._loop = loop
        self._expired = expired
        self._timer: asyncio.TimerHandle | None = None
        self.armed = False

    def restart(self, session: Session) -> None:
        """The session has just become idle, or still is not."""
        self.stop()
        timeout_s = session.idle_timeout_s
        if timeout_s is None:
            return
        error = (
            IdleSession("terminating connection due to idle-session timeout")
            if session.at_rest
            else IdleInTransaction("terminating connection due to idle-in-transaction timeout")
        )
        self._timer = self._loop.call_later(timeout_s, self._expired, error)
        self.armed = True

    def stop(self) -> None:
        """The client has said something, or is gone."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self.armed = False


class StallTimer:
    """Of one connection that has more to send than it may keep. *expired* is called if that lasts too long."""

    __slots__ = ("_expired", "_loop", "_timer")

    def __init__(self, loop: asyncio.AbstractEventLoop, expired: Callable[[], None]) -> None:
        self._loop = loop
        self._expired = expired
        self._timer: asyncio.TimerHandle | None = None

    def start(self, timeout_s: float) -> None:
        """The client has begun to be slow; 0 is no limit."""
        if timeout_s:
            self._timer = self._loop.call_later(timeout_s, self._expired)

    def stop(self) -> None:
        """The client has caught up, or is gone."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
