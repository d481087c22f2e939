"""The hot path for several rounds in one segment, as drivers that pipeline send them: each ends with Sync, or all have one.

    P B D E S   B D E S   B D …          B D E   B D E   B D E S
    └─round──┘                           └───── one series ─────┘

A *unit* is [Parse,] Bind, [Describe,] Execute of the unnamed portal. Each is answered as if it were a round of its own;
ReadyForQuery is sent where a Sync stands, and all units up to it are of one moment. What does not fit begins the part that is left.

- Pipelines (`hot_series.py`). Drivers that pipeline send many rounds in a segment, with a Sync each (tokio-postgres,
  postgres.js) or one for all (psycopg's pipelines, pgx's batches). Each is answered as a round by itself, in one write;
  ReadyForQuery where a Sync stands, now() the same up to it. After 32 the others have their turn; the beginning of a round waits
  for its rest; what does not fit goes the general way from there on. `python -m tests.bench formats` has PostgreSQL beside it: a
  point as fast, 20 rows 0.6 and aggregates 0.5 of its rate, where the general way makes a twentieth to a fifth. For the simple
  protocol an entry is found by the text without its constants, and by those that are no parameters of the plan that such texts
  share (planner/DESIGN.md, "Plan cache"): `ORDER BY 2` stays, `date '2024-01-01'` is read as the session reads dates.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Final

from gateway.server.remote import RemoteRound
from gateway.session.session import Session

_PARSE, _BIND, _DESCRIBE, _EXECUTE = b"PBDE"
#: What may follow a message of a unit.
_NEXT: Final = {_PARSE: b"B", _BIND: b"DE", _DESCRIBE: b"E"}
_BEGINS: Final = b"PB"
_SYNC: Final = b"S\0\0\0\x04"
_READY_BYTES: Final = 6
#: A message's type and length; the length counts itself.
_HEAD_BYTES: Final = 5
_LENGTH_MIN: Final = 4
_INCOMPLETE, _OTHER = -1, 0
#: Units that are answered before other connections have their turn.
UNITS_PER_TURN: Final = 32
#: The beginning of a unit that is kept until the rest of it comes.
BEGINNING_BYTES_MAX: Final = 1 << 16
#: What a message may say of its length for its beginning to be kept; in a unit Describe and Execute have no names.
_LENGTH_MAX: Final = {_PARSE: BEGINNING_BYTES_MAX, _BIND: BEGINNING_BYTES_MAX, _DESCRIBE: 16, _EXECUTE: 16}


class Then(Enum):
    """What is to be done with the rest of a segment."""

    GENERAL = "it goes the general way"
    MORE = "it is asked again when more bytes have come"
    LATER = "it is asked again when other connections have had their turn"
    AWAY = "its first round is answered by another node, the rest is asked again after that"


@dataclass(frozen=True, slots=True)
class FirstAnswers:
    """Several rounds came at once: the answer to the first, and what is left. *remote* is its first round, of so many bytes."""

    answer: bytes
    rest: bytes
    then: Then = Then.GENERAL
    remote: tuple[RemoteRound, int] | None = None


#: The answer to one round, and whether its exhausted portal has to stay.
One = Callable[[bytes, bool], "bytes | RemoteRound | None"]


def is_round(data: bytes) -> bool:
    """Is it one unit with a Sync and nothing else?"""
    end = _unit_end(data, 0)
    return end > 0 and end + len(_SYNC) == len(data) and data.endswith(_SYNC)


def answer_series(session: Session, data: bytes, one: One) -> bytes | FirstAnswers | None:
    """The answers to the rounds that *data* begins with, by *one* for each; None where the first one is for the general way."""
    answers: list[bytes] = []
    at, in_series, then, remote = 0, session.in_series, Then.GENERAL, None
    while at < len(data):
        end = _unit_end(data, at)
        synced = end > 0 and data.startswith(_SYNC, end)
        if end == _INCOMPLETE or (end > 0 and not synced and _may_become_more(data[end : end + len(_SYNC)])):
            then = Then.MORE if answers and len(data) - at <= BEGINNING_BYTES_MAX else Then.GENERAL
            break
        if end == _OTHER or not (synced or data[end] in _BEGINS):
            break
        if len(answers) == UNITS_PER_TURN:
            then = Then.LATER
            break
        if not synced:
            session.transaction.now_us()  # of one moment until the Sync
        answer = one(data[at:end] + _SYNC, not (synced or _binds_unnamed(data, end)))
        if not isinstance(answer, bytes):
            if answer is not None and synced and not in_series:
                then, remote = Then.AWAY, (answer, end + len(_SYNC) - at)
            break
        answers.append(answer if synced else answer[:-_READY_BYTES])
        if synced and in_series:
            _end_series(session)
        at, in_series = end + len(_SYNC) if synced else end, not synced
    session.in_series = in_series and then is not Then.GENERAL
    session.settled = not in_series
    if at == len(data):
        return b"".join(answers)
    return FirstAnswers(b"".join(answers), data[at:], then, remote) if answers or remote else None


def _end_series(session: Session) -> None:
    if session.transaction.status == "I":
        session.end_transaction(committed=True)


def _binds_unnamed(data: bytes, at: int) -> bool:
    """Does a Bind follow that replaces the unnamed portal?"""
    return data[at] == _BIND and data.startswith(b"\0", at + _HEAD_BYTES)


def _may_become_more(rest: bytes) -> bool:
    """Whether it is too short to tell what follows a unit."""
    return len(rest) < len(_SYNC) and (_SYNC.startswith(rest) or rest[0] in _BEGINS)


def _unit_end(data: bytes, at: int) -> int:
    """Where the unit that begins at *at* ends, or why there is none."""
    expected = _BEGINS
    while at < len(data):
        kind = data[at]
        if kind not in expected:
            return _OTHER
        if len(data) - at < _HEAD_BYTES:
            break
        length = int.from_bytes(data[at + 1 : at + _HEAD_BYTES])
        if length < _LENGTH_MIN:
            return _OTHER
        at += 1 + length
        if at > len(data):
            return _INCOMPLETE if length <= _LENGTH_MAX[kind] else _OTHER
        if kind == _EXECUTE:
            return at
        expected = _NEXT[kind]
    return _INCOMPLETE
