"""The hot path of a session that another node opened to forward keyed reads: several rounds in one segment, versions told.

    B … E 0 S   B … E 0 S   B …                  as one node sends the reads of many clients

A read of several keys that turns out long is refused (TOO_LONG), for the asking node takes an answer in one piece.
Ahead of an answer comes a ParameterStatus (remote.SERVED) whenever this node serves a newer version of its view than it said last,
"VERSION@COMMITTED_AT_US@VIEW_ID view". It is looked up before the read, so the rows are of that version or of a later one.
"""

from __future__ import annotations

import logging
from typing import Final

from gateway.contract.remote import SERVED, TOO_LONG
from gateway.server.hot import HotPaths
from gateway.server.hot_series import FirstAnswers
from gateway.server.remote import RemoteRound
from gateway.session.session import Session
from gateway.wire import writer as w
from statestore.version_id import VersionId

_REFUSED: Final = w.error_response(
    w.Report("ERROR", TOO_LONG, "the read is longer than what is forwarded", hint="Ask for its parts as fragments.")
)
logger = logging.getLogger(__name__)

_BIND: Final = ord("B")
#: What follows Bind in every round: Execute of the unnamed portal without limit, Sync.
ROUND_TAIL: Final = b"E\0\0\0\x09\0\0\0\0\0S\0\0\0\x04"


class ForwardedPaths(HotPaths):
    """Never has a RemoteRound: what is not here is refused."""

    __slots__ = ("_told",)

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._told: dict[str, tuple[int, int, str]] = {}

    def answer(self, data: bytes) -> bytes | RemoteRound | FirstAnswers | None:
        """See HotPaths; also the first answers of several."""
        try:
            return self._rounds(data)
        except Exception:
            # A bug; the general way meets it again where there is a client to be told of it.
            logger.exception("the hot path failed in an unexpected way")
            return None

    def _rounds(self, data: bytes) -> bytes | RemoteRound | FirstAnswers | None:
        if data[0] == _BIND and int.from_bytes(data[1:5]) + len(ROUND_TAIL) + 1 == len(data):
            return self._round(data)
        answers: list[bytes] = []
        at = 0
        while at < len(data):
            end = _round_end(data, at)
            answer = self._round(data if not at and end == len(data) else data[at:end]) if end else None
            if answer is None:
                break
            answers.append(answer)
            at = end
        if at == len(data):
            return b"".join(answers)
        return FirstAnswers(b"".join(answers), data[at:]) if answers else super().answer(data)

    def _round(self, data: bytes) -> bytes | None:
        session = self._session
        if not session.settled or session.transaction.status != "I":
            return None
        name = data[6 : data.find(b"\0", 6)]
        entry = self._entry(data, name)
        if entry is None:
            return None
        served = session.engine.served(entry.view)
        answer = entry.answer(session, data)
        if answer is None and not entry.is_point:
            return _REFUSED + w.READY["I"]
        if not isinstance(answer, bytes):
            return None
        return answer if served is None or self._told.get(entry.view) == served else self._tell(entry.view, served) + answer

    def _tell(self, view: str, served: tuple[int, int, str]) -> bytes:
        self._told[view] = served
        return w.parameter_status(SERVED, f"{VersionId(*served)} {view}")


def _round_end(data: bytes, at: int) -> int:
    """Where a round that begins at *at* ends; 0 if there is no whole one."""
    if len(data) < at + 6 or data[at] != _BIND or data[at + 5]:
        return 0
    end = at + 1 + int.from_bytes(data[at + 1 : at + 5])
    return end + len(ROUND_TAIL) if data.startswith(ROUND_TAIL, end) else 0
