"""The hot path: keyed reads that came before are answered from their bytes, without events, objects or waiting.

Two shapes are known, the first one also several times in one segment (hot_series.py):

    [Parse the unnamed statement,] Bind the unnamed portal, [Describe it,] Execute it without limit, Sync
    Query of one statement that differs from an earlier one only in constants

The first time, such a segment goes the general way and, if its plan has a point reader, leaves an entry here. From then on it is
recognised by its bytes: everything but the values of parameters, or of constants, has to be the same. An entry is used only while
the statement, its plan, the settings and the catalog's generation are those it was made for. Whatever is not exactly so, and every
error, goes the general way, which therefore also words the errors. Both ways give the same bytes and leave the same session.
"""

from __future__ import annotations

import logging
import time

from gateway.contract.counts import SAMPLED
from gateway.server.hot_bind import BindEntry, compile_bind
from gateway.server.hot_query import ENTRIES_MAX, QueryEntries
from gateway.server.hot_series import FirstAnswers, answer_series, is_round
from gateway.server.remote import RemoteRound
from gateway.session.session import Session

logger = logging.getLogger(__name__)

_BIND = ord("B")
_PARSE = ord("P")
_QUERY = ord("Q")
#: How often an entry is made for one statement name: what is no keyed read, or comes in ever other shapes, is given up.
ATTEMPTS_MAX = 50
#: Parse messages and names longer than this are not kept.
NAME_BYTES_MAX = 2_000


class HotPaths:
    """The entries of one session."""

    __slots__ = ("_attempts", "_binds", "_counts", "_queries", "_session")

    def __init__(self, session: Session) -> None:
        self._session = session
        self._counts = session.engine.counts
        self._binds: dict[bytes, BindEntry | None] = {}
        self._attempts: dict[bytes, int] = {}
        self._queries = QueryEntries(session)

    def answer(self, data: bytes) -> bytes | RemoteRound | FirstAnswers | None:
        """The answer to *data*, to the first rounds of it, or what brings it from another node; None: then nothing has happened."""
        self._counts.turn += 1
        if self._counts.turn % SAMPLED:
            return self._answer(data)
        began_s = time.perf_counter()
        answer = self._answer(data)
        if type(answer) is bytes:
            took_s = time.perf_counter() - began_s
            self._counts.statements["keyed", self._plan_of(data)].add(took_s, SAMPLED)
        return answer

    def _plan_of(self, data: bytes) -> str:
        """What metrics call the way of what has just been answered."""
        entry = self._queries.find(data) if data[0] == _QUERY else self._binds.get(_name(data) or b"")
        return "point" if entry is not None and entry.is_point else "keys"

    def _answer(self, data: bytes) -> bytes | RemoteRound | FirstAnswers | None:
        session = self._session
        if not (session.settled or session.in_series) or session.transaction.status == "E" or len(data) < 6:
            return None
        try:
            if data[0] == _QUERY and session.settled:
                return self._queries.answer(data)
            name = _name(data)
            if name is None:
                return None
            entry = self._binds.get(name)
            if session.settled and entry is not None and entry.fits(session, data):
                answer = entry.answer(session, data)
                if answer is not None or is_round(data):
                    return answer
            elif session.settled and is_round(data):
                made = self._entry(data, name)
                # The first one goes the general way; that costs milliseconds where the key is another node's.
                return None if made is None or session.engine.forwarder is None else made.answer(session, data)
            return answer_series(session, data, self._unit)
        except Exception:
            # A bug; the general way meets it again where there is a client to be told of it.
            logger.exception("the hot path failed in an unexpected way")
            return None

    def _unit(self, data: bytes, keeps_portal: bool) -> bytes | RemoteRound | None:
        """The answer to a round, also to the first one of its kind."""
        name = _name(data)
        entry = None if name is None else self._entry(data, name)
        return None if entry is None else entry.answer(self._session, data, keeps_portal)

    def _entry(self, data: bytes, name: bytes) -> BindEntry | None:
        """The entry for rounds like *data*, made where none fits; None where they are not for the hot path.

        *name* is the statement's name, or the Parse message that makes it (which, unlike a name, holds NULs).
        """
        entry = self._binds.get(name)
        if entry is not None and entry.fits(self._session, data):
            return entry
        if len(self._attempts) >= ENTRIES_MAX:
            self._attempts.clear()
            self._binds.clear()
        attempts = self._attempts.get(name, 0)
        if attempts >= ATTEMPTS_MAX or len(name) > NAME_BYTES_MAX:
            return None
        self._attempts[name] = attempts + 1
        made = self._binds[name] = compile_bind(self._session, data)
        return made


def _name(data: bytes) -> bytes | None:
    """By what the entry for a round is found; None where it is no round of unnamed portals and statements."""
    if data[5]:
        return None
    if data[0] == _BIND:
        return data[6 : data.find(b"\0", 6)]
    return data[: int.from_bytes(data[1:5]) + 1] if data[0] == _PARSE else None
