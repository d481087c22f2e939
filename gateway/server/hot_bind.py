"""The hot path of the extended protocol: [Parse,] Bind, [Describe,] Execute, Sync in one segment.

    [P …] │ B length \\0 statement\\0 formats count │ length value …  │ result formats [D …P\\0] E …\\0 0 S
          │ ←───────────── head ─────────────────→ ←── values ────→  ←──────────── tail ──────────────→

With Parse it is the unnamed statement, and entries are found by the whole Parse message; without, by the statement's name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from struct import Struct
from typing import Final

from gateway.codecs.codec import decoder
from gateway.contract.engine import PointReader, Prepared, ReadSettings
from gateway.contract.remote import RemoteStatement
from gateway.engine.threads.planning import is_costly
from gateway.server.remote import RemoteRound, remote_statement
from gateway.session.parameters import result_formats
from gateway.session.portals import Portal, PortalState
from gateway.session.session import Session
from gateway.session.statements import PreparedStatement, fields
from gateway.sqlstate import KNOWN_ERRORS
from gateway.wire import messages as m
from gateway.wire import writer as w
from gateway.wire.conversation import split_messages
from gateway.wire.reader import read_message
from planner.tree.bound import OutputColumn
from planner.tree.statement import SelectStatement
from planner.tree.values import Value

_LENGTH: Final = Struct("!i").unpack_from
_HEAD_AT: Final = 5
#: Bind, Execute, Sync.
_MESSAGES_MIN: Final = 3
_COMPLETE: Final = tuple(w.command_complete(f"SELECT {rows}") for rows in range(64))


def complete(rows: int) -> bytes:
    """CommandComplete of a SELECT."""
    return _COMPLETE[rows] if rows < len(_COMPLETE) else w.command_complete(f"SELECT {rows}")


@dataclass(frozen=True, slots=True)
class BindShape:
    """What stays the same from one segment to the next. The Bind message begins at *start*, behind *head* come the values.

    *bind_tail* is the length of the result formats, with which the Bind message ends.
    """

    start: int
    head: bytes
    tail: bytes
    bind_tail: int


class BindEntry:
    """One statement with one choice of formats. With *shape*.start > 0 a Parse message made the statement."""

    __slots__ = (
        "_behind_bind", "_decoders", "_formats", "_names_end", "_plan", "_prefix", "_reader", "_remote", "_settings", "_shape",
        "_statement", "_values_at",
    )  # fmt: skip

    def __init__(
        self,
        shape: BindShape,
        statement: PreparedStatement,
        plan: Prepared,
        settings: ReadSettings,
        reader: PointReader,
        decoders: tuple[Callable[[bytes], Value], ...],
        formats: tuple[int, ...],
        prefix: bytes,
    ) -> None:
        self._shape = shape
        self._statement = statement
        self._plan = plan
        self._settings = settings
        self._reader = reader
        self._decoders = decoders
        self._formats = formats
        self._prefix = prefix
        self._values_at = shape.start + _HEAD_AT + len(shape.head)
        self._names_end = shape.start + _HEAD_AT + 2 + len(statement.name.encode())
        self._behind_bind = len(shape.tail) - shape.bind_tail
        self._remote: RemoteStatement | None = None

    @property
    def view(self) -> str:
        """The view that is read."""
        assert self._plan.keyed_view is not None, "has a point reader"
        return self._plan.keyed_view

    @property
    def is_point(self) -> bool:
        """Does it read one key at most?"""
        return self._plan.is_point

    @property
    def columns(self) -> tuple[OutputColumn, ...]:
        """The result's columns."""
        return self._plan.columns

    def read(self, cells: Iterable[bytes]) -> Sequence[bytes] | int | None:
        """The rows for parameters that are not NULL, as PointReader gives them. Raises what decoding and reading raise."""
        return self._reader(tuple([decode(cell) for decode, cell in zip(self._decoders, cells, strict=True)]))

    def fits(self, session: Session, data: bytes) -> bool:
        """Is everything but the values what the entry was made for?"""
        shape = self._shape
        return (
            data.startswith(shape.head, shape.start + _HEAD_AT)
            and data.endswith(shape.tail)
            and (shape.start > 0 or session.statements.find(self._statement.name) is self._statement)
            and session.variables.read is self._settings
            and session.engine.generation == self._plan.generation
        )

    def answer(self, session: Session, data: bytes, keeps_portal: bool = False) -> bytes | RemoteRound | None:
        """The answer to a segment that fits, or what brings it from another node; None for the general way: nothing has changed.

        The exhausted portal stays behind in a block, and with *keeps_portal*.
        """
        if not _may_settle(session):
            return None
        try:
            values = self._values(data)
            if values is None:
                return None
            rows = self._reader(values)
        except KNOWN_ERRORS:
            return None
        if rows is None:
            return None
        if isinstance(rows, int):
            return self._round(session, data, values, rows)
        if self._shape.start:
            session.statements.add(self._statement)
        if keeps_portal or session.transaction.status == "T":
            self._settle(session, values)
        return b"".join((self._prefix, *rows, complete(len(rows)), w.READY[session.transaction.status]))

    def _round(self, session: Session, data: bytes, values: tuple[Value, ...], shard: int) -> RemoteRound | None:
        if self._remote is None:
            self._remote = remote_statement(self._statement.query_text, self._plan.parameters, self._plan, self._settings)
            if self._remote is None:
                return None
        # What the general way does first, whatever comes of it then.
        if self._shape.start:
            session.statements.add(self._statement)
        arguments = data[self._names_end : len(data) - self._behind_bind]
        settle = partial(self._settle, session, values) if session.transaction.status == "T" else None
        return RemoteRound(session, self._remote, shard, arguments, self._prefix, settle)

    def _values(self, data: bytes) -> tuple[Value, ...] | None:
        """The parameters; None if the lengths do not add up."""
        at, shape = self._values_at, self._shape
        values: list[Value] = []
        for decode in self._decoders:
            if at + 4 > len(data):
                return None
            (length,) = _LENGTH(data, at)
            at += 4
            if length >= 0:
                values.append(decode(data[at : at + length]))
                at += length
            elif length == -1:
                values.append(None)
            else:
                return None
        start = shape.start
        if at + len(shape.tail) != len(data) or int.from_bytes(data[start + 1 : start + 5]) != at - start + shape.bind_tail - 1:
            return None
        return tuple(values)

    def _settle(self, session: Session, values: tuple[Value, ...]) -> None:
        """Leave the exhausted portal behind."""
        transaction = session.transaction
        portal = Portal("", self._statement, values, self._plan.columns, self._formats, self._plan, transaction.level)
        portal.state = PortalState.DONE
        portal.tag = "SELECT {}"
        transaction.queried = True
        session.portals.add(portal)


def _may_settle(session: Session) -> bool:
    """Would the general way read the newest versions and leave nothing behind that has to be closed?"""
    if session.transaction.status == "I":
        portals = session.portals
        return not len(portals) or (len(portals) == 1 and portals.find("") is not None)  # that of the series
    isolation = session.variables.read.values["transaction_isolation"]
    return session.transaction.snapshot(isolation) is None and not session.portals.full


def compile_bind(session: Session, data: bytes) -> BindEntry | None:
    """An entry for segments like *data*, or None if they are not for the hot path. Does not run anything."""
    try:
        events = [(start, end, read_message(kind, payload)) for kind, start, end, payload in split_messages(data)]
        return _compile(session, data, events)
    except KNOWN_ERRORS:
        return None


_Events = list[tuple[int, int, m.SessionEvent]]


def _compile(session: Session, data: bytes, events: _Events) -> BindEntry | None:
    parse = events.pop(0)[2] if events and isinstance(events[0][2], m.Parse) else None
    if not events or not isinstance(bind := events[0][2], m.Bind) or not _is_round([event for *_, event in events]):
        return None
    statement = _statement(session, parse, bind)
    if (
        statement is None
        or not isinstance(statement.statement, SelectStatement)
        or len(bind.parameters) != len(statement.parameters)
    ):
        return None
    settings = session.variables.read
    if is_costly(statement.query_text) and statement.stale(settings):
        return None
    plan = statement.plan(settings)
    formats = result_formats(bind.result_formats, len(plan.columns))
    reader = plan.point_reader(formats, settings, session.transaction.clock_us)
    if reader is None:
        return None
    described = w.row_description(fields(plan.columns, formats)) if len(events) > _MESSAGES_MIN else b""
    prefix = (w.PARSE_COMPLETE if parse else b"") + w.BIND_COMPLETE + described
    return BindEntry(
        _shape(data, bind, events[0][0], events[0][1]), statement, plan, settings, reader, _decoders(bind, statement, settings),
        formats, prefix,
    )  # fmt: skip


def _statement(session: Session, parse: m.SessionEvent | None, bind: m.Bind) -> PreparedStatement | None:
    """The statement that is bound; with Parse, the one that it is going to make."""
    if parse is None:
        return session.statements.get(bind.statement)
    assert isinstance(parse, m.Parse), "nothing else comes in front of Bind"
    statements = session.parses.parse(parse.sql)
    if parse.name or bind.statement or len(statements) != 1:
        return None
    return PreparedStatement("", parse.sql, statements[0], parse.parameter_oids, session.engine, session.variables.read)


def _shape(data: bytes, bind: m.Bind, start: int, end: int) -> BindShape:
    bind_tail = 2 + 2 * len(bind.result_formats)
    values = sum(4 + len(raw or b"") for raw in bind.parameters)
    return BindShape(start, data[start + _HEAD_AT : end - bind_tail - values], data[end - bind_tail :], bind_tail)


def _decoders(bind: m.Bind, statement: PreparedStatement, settings: ReadSettings) -> tuple[Callable[[bytes], Value], ...]:
    formats = result_formats(bind.parameter_formats, len(bind.parameters))
    return tuple(decoder(type_, format_, settings.style) for type_, format_ in zip(statement.parameters, formats, strict=True))


def _is_round(events: list[m.SessionEvent]) -> bool:
    """Bind, [Describe portal,] Execute, Sync, all of the unnamed portal, without a row limit?"""
    bind, *middle, execute, sync = events if len(events) >= _MESSAGES_MIN else [None] * _MESSAGES_MIN
    return (
        isinstance(bind, m.Bind)
        and not bind.portal
        and middle in ([], [m.Describe("P", "")])
        and execute == m.Execute("", 0)
        and sync == m.Sync()
    )
