"""The hot path: keyed reads that came before are answered from their bytes, without events, objects or waiting.

Two shapes are known, each in one segment and nothing else in it:

    [Parse the unnamed statement,] Bind the unnamed portal, [Describe it,] Execute it without limit, Sync
    Query of one statement that differs from an earlier one only in constants

The first time, such a segment goes the general way and, if its plan has a point reader, leaves an entry here. From then on it is
recognised by its bytes: everything but the values of parameters, or of constants, has to be the same. An entry is used only while
the statement, its plan, the settings and the catalog's generation are those it was made for. Whatever is not exactly so, and every
error, goes the general way, which therefore also words the errors. Both ways give the same bytes and leave the same session.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gateway.server.hot_bind import BindEntry, compile_bind
from gateway.server.hot_query import ENTRIES_MAX, QueryEntries
from gateway.server.remote import RemoteRound

if TYPE_CHECKING:
    from gateway.session.session import Session

logger = logging.getLogger(__name__)

_BIND = ord("B")
_PARSE = ord("P")
_QUERY = ord("Q")
#: How often an entry is made for one statement name: what is no keyed read, or comes in ever other shapes, is given up.
ATTEMPTS_MAX = 50
#: Parse messages and names longer than this are not kept.
NAME_BYTES_MAX = 2_000


@dataclass(frozen=True, slots=True)
class FirstAnswers:
    """Several rounds came at once: the answer to the first of them, and what is left for the general way."""

    answer: bytes
    rest: bytes


class HotPaths:
    """The entries of one session."""

    __slots__ = ("_attempts", "_binds", "_queries", "_session")

    def __init__(self, session: Session) -> None:
        self._session = session
        self._binds: dict[bytes, BindEntry | None] = {}
        self._attempts: dict[bytes, int] = {}
        self._queries = QueryEntries(session)

    def answer(self, data: bytes) -> bytes | RemoteRound | FirstAnswers | None:
        """All of the answer to *data*, or what brings it from another node; None: then nothing has happened."""
        session = self._session
        if not session.settled or session.transaction.status == "E" or len(data) < 6:
            return None
        try:
            if data[0] == _BIND:
                return self._bind(data, data[6 : data.find(b"\0", 6)]) if not data[5] else None
            if data[0] == _PARSE:
                return self._bind(data, data[: int.from_bytes(data[1:5]) + 1]) if not data[5] else None
            return self._queries.answer(data) if data[0] == _QUERY else None
        except Exception:
            # A bug; the general way meets it again where there is a client to be told of it.
            logger.exception("the hot path failed in an unexpected way")
            return None

    def _bind(self, data: bytes, name: bytes) -> bytes | RemoteRound | None:
        """*name* is the statement's name, or the Parse message that makes it (which, unlike a name, holds NULs)."""
        entry = self._binds.get(name)
        if entry is not None and entry.fits(self._session, data):
            return entry.answer(self._session, data)
        if len(self._attempts) >= ENTRIES_MAX:
            self._attempts.clear()
            self._binds.clear()
        attempts = self._attempts.get(name, 0)
        if attempts < ATTEMPTS_MAX and len(name) <= NAME_BYTES_MAX:
            self._attempts[name] = attempts + 1
            made = self._binds[name] = compile_bind(self._session, data)
            if made is not None and self._session.engine.forwarder is not None:
                # The key may be another node's, and then the general way costs milliseconds.
                return made.answer(self._session, data)
        return None
