"""All connections of a server, and the sessions among them by process id, so that a CancelRequest finds its target."""

from __future__ import annotations

import asyncio
import hmac
import secrets
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

from gateway.catalog.statistics import SessionRow
from gateway.config import WORKERS_MAX
from gateway.contract.cancel import CancelReason
from gateway.errors import TooManyConnections
from gateway.session.session import Session

_PID_MAX: Final = 2**31 - 1
SECRET_BYTES: Final = 4


class Registered(Protocol):
    """What has a session: a connection, or a front end's session. See Connection for what each does."""

    secret: bytes

    @property
    def pid(self) -> int:
        """Its number; 0 while it has none."""

    @property
    def session(self) -> Session | None:
        """Its session, once it has one."""

    @property
    def user(self) -> str:
        """Whose session it is."""

    def cancel(self, reason: CancelReason) -> None:
        """End what runs."""

    def leave(self) -> None:
        """Go as soon as nothing runs."""

    def terminate(self) -> None:
        """Go now."""

    def warn(self, sqlstate: str, message: str) -> None:
        """Tell the client."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """Session numbers of one process: *first*, *first* + *step*, …; of several behind one port each has its own."""

    first: int = 1
    step: int = 1

    def number(self, count: int) -> int:
        """The number of the *count*-th session, from 0; they begin anew before they exceed four bytes."""
        return self.first + count % (_PID_MAX // self.step) * self.step

    def ours(self, pid: int) -> bool:
        """May the number be one of this process's sessions?"""
        return pid % self.step == self.first % self.step

    @staticmethod
    def worker_of(pid: int) -> int:
        """Which of several processes has given a number, from 1."""
        return (pid - 1) % WORKERS_MAX + 1


class Registry:
    """Process ids are 1, 2, 3 … (or what *numbers* says); they mean nothing to the operating system.

    *elsewhere* is handed cancel requests for sessions of other processes behind the same port.
    """

    def __init__(self, sessions_max: int, numbers: Numbers | None = None, sessions_per_user_max: int | None = None) -> None:
        self.limit(sessions_max, sessions_per_user_max)
        self._of_user: Counter[str] = Counter()
        self._user_of: dict[int, str] = {}
        self.numbers = numbers or Numbers()
        self.elsewhere: Callable[[int, bytes], None] | None = None
        self._sessions: dict[int, Registered] = {}
        self._given = self.refused = 0
        self.connections: set[Registered] = set()
        self._empty: asyncio.Future[None] | None = None

    def limit(self, sessions_max: int, sessions_per_user_max: int | None) -> None:
        """So many sessions may begin from now on; None: no other limit for one user."""
        self._sessions_max = sessions_max
        self._per_user_max = sessions_max if sessions_per_user_max is None else sessions_per_user_max

    @property
    def full(self) -> bool:
        """Are there so many connections that a new one is not even read from?"""
        return len(self.connections) >= 2 * self._sessions_max

    def register(self, connection: Registered, user: str | None) -> tuple[int, bytes]:
        """(process id, secret) for a new session; without *user* only all of them are counted. Raises TooManyConnections."""
        if len(self._sessions) >= self._sessions_max:
            self.refused += 1
            raise TooManyConnections("sorry, too many clients already")
        if user is not None and self._of_user[user] >= self._per_user_max:
            self.refused += 1
            raise TooManyConnections(f'too many connections for role "{user}"')
        while (pid := self.numbers.number(self._given)) in self._sessions:
            self._given += 1
        self._given += 1
        self._sessions[pid] = connection
        if user is not None:
            self._user_of[pid] = user
            self._of_user[user] += 1
        return pid, secrets.token_bytes(SECRET_BYTES)

    def sessions(self) -> list[Registered]:
        """The connections that have a number. Any thread."""
        return list(self._sessions.values())

    def session(self, pid: int) -> Registered | None:
        """The connection of that session. Any thread."""
        return self._sessions.get(pid)

    def forget(self, connection: Registered, pid: int) -> None:
        """The connection is gone; *pid* is 0 if it had no session."""
        self.connections.discard(connection)
        self._sessions.pop(pid, None)
        if (user := self._user_of.pop(pid, None)) is not None:
            self._of_user[user] -= 1
            if not self._of_user[user]:
                del self._of_user[user]
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
        if self.elsewhere is not None and not self.numbers.ours(pid):
            self.elsewhere(pid, secret)
            return
        connection = self._sessions.get(pid)
        if connection is not None and hmac.compare_digest(connection.secret, secret):
            connection.cancel(CancelReason.USER)


# ---------------------------------------------------------------------------------------------------- pg_stat_activity


def sessions_of(registry: Registry) -> tuple[SessionRow, ...]:
    """The sessions there are now, by number. Any thread."""
    return tuple(_row(c.session) for c in sorted(registry.sessions(), key=lambda c: c.pid) if c.session is not None)


def _row(session: Session) -> SessionRow:
    who, transaction = session.info, session.transaction
    return SessionRow(
        who.pid,
        who.user,
        session.variables.show("application_name"),
        who.client_address,
        who.client_port,
        who.started_us,
        transaction.status,
        transaction.began_us if transaction.in_block else None,
        who.tls,
    )
