"""All connections of a server, and the sessions among them by process id, so that a CancelRequest finds its target."""

from __future__ import annotations

import asyncio
import hmac
import secrets
from typing import TYPE_CHECKING, Final

from gateway.engine.cancel import CancelReason
from gateway.errors import TooManyConnections

if TYPE_CHECKING:
    from gateway.server.connection import Connection

_PID_MAX: Final = 2**31 - 1
SECRET_BYTES: Final = 4


class Registry:
    """Process ids are 1, 2, 3 …; they mean nothing to the operating system."""

    def __init__(self, sessions_max: int) -> None:
        self._sessions_max = sessions_max
        self._sessions: dict[int, Connection] = {}
        self._last_pid = 0
        self.connections: set[Connection] = set()
        self._empty: asyncio.Future[None] | None = None

    @property
    def full(self) -> bool:
        """Are there so many connections that a new one is not even read from?"""
        return len(self.connections) >= 2 * self._sessions_max

    def register(self, connection: Connection) -> tuple[int, bytes]:
        """(process id, secret) for a new session. Raises TooManyConnections."""
        if len(self._sessions) >= self._sessions_max:
            raise TooManyConnections("sorry, too many clients already")
        pid = self._last_pid % _PID_MAX + 1
        while pid in self._sessions:
            pid = pid % _PID_MAX + 1
        self._last_pid = pid
        self._sessions[pid] = connection
        return pid, secrets.token_bytes(SECRET_BYTES)

    def forget(self, connection: Connection, pid: int) -> None:
        """The connection is gone; *pid* is 0 if it had no session."""
        self.connections.discard(connection)
        self._sessions.pop(pid, None)
        if not self.connections and self._empty is not None and not self._empty.done():
            self._empty.set_result(None)

    def when_empty(self) -> asyncio.Future[None]:
        """Done once there is no connection."""
        self._empty = asyncio.get_running_loop().create_future()
        if not self.connections:
            self._empty.set_result(None)
        return self._empty

    def cancel(self, pid: int, secret: bytes) -> None:
        """Cancel what that session runs, if the secret is its own. Nobody is told how it went."""
        connection = self._sessions.get(pid)
        if connection is not None and hmac.compare_digest(connection.secret, secret):
            connection.cancel(CancelReason.USER)
