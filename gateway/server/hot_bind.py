"""The hot path of prepared statements: Bind, [Describe,] Execute, Sync in one segment.

B length \\0 statement\\0 formats count │ length value …  │ result formats [D …P\\0] E …\\0 0 S
←───────────── head ─────────────────→ ←── values ────→  ←──────────── tail ──────────────→
"""

from __future__ import annotations

from collections.abc import Callable
from struct import Struct
from typing import TYPE_CHECKING, Final

from gateway.codecs.codec import decoder
from gateway.engine.contract import PointReader, Prepared, ReadSettings
from gateway.errors import GatewayError
from gateway.session.describing import fields
from gateway.session.parameters import result_formats
from gateway.session.portals import Portal, PortalState
from gateway.session.statements import PreparedStatement
from gateway.sqlstate import KNOWN_ERRORS
from gateway.wire import messages as m
from gateway.wire import writer as w
from gateway.wire.conversation import split_messages
from gateway.wire.reader import read_message
from planner.statement import SelectStatement
from planner.values import Value

if TYPE_CHECKING:
    from gateway.session.session import Session

_LENGTH: Final = Struct("!i").unpack_from
_HEAD_AT: Final = 5
_COMPLETE: Final = tuple(w.command_complete(f"SELECT {rows}") for rows in range(64))


def complete(rows: int) -> bytes:
    """CommandComplete of a SELECT."""
    return _COMPLETE[rows] if rows < len(_COMPLETE) else w.command_complete(f"SELECT {rows}")


def _select_tag(rows: int) -> str:
    return f"SELECT {rows}"


class BindEntry:
    """One statement with one choice of formats."""

    __slots__ = (
        "_bind_tail", "_decoders", "_formats", "_head", "_plan", "_prefix", "_reader", "_settings", "_statement",
        "_tail", "_values_at",
    )  # fmt: skip

    def __init__(
        self,
        statement: PreparedStatement,
        plan: Prepared,
        settings: ReadSettings,
        reader: PointReader,
        decoders: tuple[Callable[[bytes], Value], ...],
        formats: tuple[int, ...],
        head: bytes,
        tail: bytes,
        bind_tail: int,
        prefix: bytes,
    ) -> None:
        self._statement = statement
        self._plan = plan
        self._settings = settings
        self._reader = reader
        self._decoders = decoders
        self._formats = formats
        self._head = head
        self._values_at = _HEAD_AT + len(head)
        self._tail = tail
        self._bind_tail = bind_tail
        self._prefix = prefix

    def fits(self, session: Session, data: bytes) -> bool:
        """Is everything but the values what the entry was made for?"""
        return (
            data.startswith(self._head, _HEAD_AT)
            and data.endswith(self._tail)
            and session.statements.find(self._statement.name) is self._statement
            and session.variables.read is self._settings
            and session.engine.generation == self._plan.generation
        )

    def answer(self, session: Session, data: bytes) -> bytes | None:
        """The answer to a segment that fits; None for the general way."""
        at = self._values_at
        values: list[Value] = []
        try:
            for decode in self._decoders:
                (length,) = _LENGTH(data, at)
                at += 4
                if length < 0:
                    if length != -1:
                        return None
                    values.append(None)
                else:
                    end = at + length
                    values.append(decode(data[at:end]))
                    at = end
            if at + len(self._tail) != len(data) or int.from_bytes(data[1:5]) != at + self._bind_tail - 1:
                return None
            if not settle(session, self._statement, self._plan, self._formats):
                return None
            rows = self._reader(tuple(values))
        except KNOWN_ERRORS:
            return None
        count = len(rows)
        return b"".join((self._prefix, *rows, complete(count), w.READY[session.transaction.status]))


def settle(session: Session, statement: PreparedStatement, plan: Prepared, formats: tuple[int, ...]) -> bool:
    """Leave the session as the general way would have; False if that takes the general way."""
    transaction = session.transaction
    if transaction.status == "I":
        return not len(session.portals)
    if transaction.snapshot(session.variables.read.values["transaction_isolation"]) is not None:
        return False
    portal = Portal("", statement, (), plan.columns, formats, plan, transaction.level)
    portal.state = PortalState.DONE
    portal.tag = _select_tag
    transaction.queried = True
    session.portals.add(portal)
    return True


def compile_bind(session: Session, data: bytes) -> BindEntry | None:
    """An entry for segments like *data*, or None if they are not for the hot path. Does not run anything."""
    try:
        events = [(start, end, read_message(kind, payload)) for kind, start, end, payload in split_messages(data)]
        return _compile(session, data, events)
    except (*KNOWN_ERRORS, GatewayError):
        return None


def _compile(session: Session, data: bytes, events: list[tuple[int, int, m.SessionEvent]]) -> BindEntry | None:
    kinds = [type(event) for _, _, event in events]
    bind = events[0][2] if events else None
    if not isinstance(bind, m.Bind) or not _is_round(kinds, [event for _, _, event in events]):
        return None
    statement = session.statements.get(bind.statement)
    settings = session.variables.read
    if not isinstance(statement.statement, SelectStatement) or len(bind.parameters) != len(statement.parameters):
        return None
    plan = statement.plan(settings)
    formats = result_formats(bind.result_formats, len(plan.columns))
    reader = plan.point_reader(formats, settings)
    if reader is None:
        return None
    described = w.row_description(fields(plan.columns, formats)) if m.Describe in kinds else b""
    bind_tail = 2 + 2 * len(bind.result_formats)
    values = sum(4 + len(raw or b"") for raw in bind.parameters)
    head_end = events[0][1] - bind_tail - values
    tail = data[events[0][1] - bind_tail :]
    parameter_formats = _parameter_formats(bind)
    decoders = tuple(
        decoder(type_, format_, settings.style) for type_, format_ in zip(statement.parameters, parameter_formats, strict=True)
    )
    head = data[_HEAD_AT:head_end]
    prefix = w.BIND_COMPLETE + described
    return BindEntry(statement, plan, settings, reader, decoders, formats, head, tail, bind_tail, prefix)


def _is_round(kinds: list[type[m.SessionEvent]], events: list[m.SessionEvent]) -> bool:
    """Bind, [Describe portal,] Execute, Sync, all of the unnamed portal, without a row limit?"""
    if kinds not in ([m.Bind, m.Execute, m.Sync], [m.Bind, m.Describe, m.Execute, m.Sync]):
        return False
    described = [event for event in events if isinstance(event, m.Describe)]
    execute = events[-2]
    return described in ([], [m.Describe("P", "")]) and execute == m.Execute("", 0)


def _parameter_formats(bind: m.Bind) -> tuple[int, ...]:
    return result_formats(bind.parameter_formats, len(bind.parameters))
