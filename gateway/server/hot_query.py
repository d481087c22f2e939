"""The hot path of the simple protocol: a Query that differs from an earlier one only in constants.

    SELECT b FROM t WHERE a = 5 ORDER BY 2  ─ planner.parse.template.cut ─→  SELECT b FROM t WHERE a = <NUL>i ORDER BY <NUL>i,  5, 2

An entry is found by the text with all constants' kinds in their places, and by those constants that are no parameters of the plan
that it shares with other texts (planner.plan.parameterized). A query whose plan is its own has no
parameters: all have to be the same.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from contextlib import suppress
from functools import partial
from typing import Final

from gateway.contract.engine import TEXT, PointReader, Prepared, ReadSettings
from gateway.contract.remote import RemoteStatement
from gateway.engine.threads.planning import is_costly
from gateway.server.hot_bind import complete
from gateway.server.remote import RemoteRound, remote_statement
from gateway.session.session import Session
from gateway.session.statements import fields, plan_query, refuse_parameters
from gateway.sqlstate import KNOWN_ERRORS
from gateway.wire import writer as w
from gateway.wire.reader import utf8
from planner.parse.template import cut, plain, template_of
from planner.plan.parameterized import Reader
from planner.postgres.deparse import deparse
from planner.tree.statement import SelectStatement

#: Entries of each kind; beyond, all are forgotten and made anew.
ENTRIES_MAX: Final = 1_000
#: No format codes: text everywhere.
_ALL_TEXT: Final = b"\0\0"


class QueryEntry:
    """One plan. *taken* are the parts of a text that are its parameters, in their order, and how they are read."""

    __slots__ = ("_plan", "_prefix", "_reader", "_remote", "_settings", "_sql", "taken")

    def __init__(
        self, sql: str, plan: Prepared, settings: ReadSettings, reader: PointReader, taken: Sequence[tuple[int, Reader]]
    ) -> None:
        self._sql = sql
        self._plan = plan
        self._settings = settings
        self._reader = reader
        self._prefix = w.row_description(fields(plan.columns, (TEXT,) * len(plan.columns)))
        self._remote: RemoteStatement | None = None
        self.taken = taken

    @property
    def is_point(self) -> bool:
        """Does it read one key at most?"""
        return self._plan.is_point

    def valid(self, session: Session) -> bool:
        """Are settings and catalog those it was made for?"""
        return session.variables.read is self._settings and session.engine.generation == self._plan.generation

    def answer(self, session: Session, parts: list[str]) -> bytes | RemoteRound | None:
        """The answer to a text of these parts, or what brings it from another node; None for the general way."""
        transaction = session.transaction
        if transaction.status == "I":
            if len(session.portals):
                return None
        elif transaction.snapshot(self._settings.values["transaction_isolation"]) is not None:
            return None
        try:
            rows = self._reader(tuple([read(parts[i]) for i, read in self.taken]))
        except KNOWN_ERRORS:
            return None
        if rows is None:
            return None
        if isinstance(rows, int):
            return self._round(session, parts, rows)
        session.statements.discard("")
        _settle_in_block(session)
        return b"".join((self._prefix, *rows, complete(len(rows)), w.READY[transaction.status]))

    def _round(self, session: Session, parts: list[str], shard: int) -> RemoteRound | None:
        if self._remote is None:
            shared = self._plan.shared
            sql, parameters = (self._sql, ()) if shared is None else (deparse(shared.bound.query), shared.parameters)
            self._remote = remote_statement(sql, parameters, self._plan, self._settings)
            if self._remote is None:
                return None
        session.statements.discard("")
        values = [plain(parts[i]).encode() for i, _ in self.taken]
        cells = b"".join([len(value).to_bytes(4) + value for value in values])
        arguments = b"".join((_ALL_TEXT, len(values).to_bytes(2), cells, _ALL_TEXT))
        return RemoteRound(session, self._remote, shard, arguments, self._prefix, partial(_settle_in_block, session))


def _settle_in_block(session: Session) -> None:
    if session.transaction.status == "T":
        session.portals.discard("")
        session.transaction.queried = True


class QueryEntries:
    """The entries of one session. None stands for what is not for the hot path."""

    __slots__ = ("_entries", "_rest", "_session")

    def __init__(self, session: Session) -> None:
        self._session = session
        #: By the text without constants: which of its parts are no parameters of the plans that its texts share.
        self._rest: dict[str, tuple[int, ...]] = {}
        self._entries: dict[tuple[str, ...], QueryEntry | None] = {}

    def answer(self, data: bytes) -> bytes | RemoteRound | None:
        """The answer to a Query message, or what brings it from another node; None for the general way."""
        if int.from_bytes(data[1:5]) != len(data) - 1 or data[-1]:
            return None
        try:
            parts = cut(utf8(data[5:-1]))
        except KNOWN_ERRORS:
            return None
        if parts is None:
            return None
        shape, session = template_of(parts), self._session
        rest = self._rest.get(shape)
        key = (shape, *[parts[i] for i in rest or ()])
        entry = self._entries.get(key)
        if entry is None and key in self._entries:
            return None
        if entry is None or not entry.valid(session):
            entry = self._add(shape, parts)
            if rest is None and session.engine.forwarder is None:
                return None  # the first of its kind; where the key may be another node's, the general way costs milliseconds
        return None if entry is None else entry.answer(session, parts)

    def find(self, data: bytes) -> QueryEntry | None:
        """The entry by which a Query message has been answered."""
        parts = cut(utf8(data[5:-1])) or []
        shape = template_of(parts)
        return self._entries.get((shape, *[parts[i] for i in self._rest.get(shape) or ()]))

    def _add(self, shape: str, parts: list[str]) -> QueryEntry | None:
        if len(self._entries) >= ENTRIES_MAX:
            self._rest.clear()
            self._entries.clear()
        entry: QueryEntry | None = None
        taken: Container[int] = ()
        with suppress(*KNOWN_ERRORS):
            entry, taken = _compile(self._session, parts)
        rest = tuple(i for i in range(1, len(parts), 2) if i not in taken)
        kept = self._rest.get(shape)
        if kept is None or len(rest) < len(kept):
            self._rest[shape] = kept = rest
        if rest == kept:  # else it is planned by itself, as others of its kind are not
            self._entries[(shape, *[parts[i] for i in rest])] = entry
        return entry


def _compile(session: Session, parts: list[str]) -> tuple[QueryEntry | None, Container[int]]:
    """An entry for texts like this one, or None if they are not for the hot path, and the parts in which those may differ.

    Does not run anything.
    """
    sql = "".join(parts)
    if is_costly(sql):
        return None, ()
    statement, *others = session.parses.parse(sql)
    if others or not isinstance(statement, SelectStatement):
        return None, ()
    refuse_parameters(statement)
    settings = session.variables.read
    plan = plan_query(session.engine, statement, (), settings)
    reader = plan.point_reader((TEXT,) * len(plan.columns), settings, session.transaction.clock_us)
    taken: dict[int, Reader] = {}
    if plan.shared is not None and plan.shared.taken is not None and statement.constants is not None:
        if reader is None:
            return None, range(len(parts))
        numbers = [statement.constants.numbers[i] for i in plan.shared.taken.chosen]
        taken = {2 * number + 1: read for number, read in zip(numbers, plan.shared.taken.readers, strict=True)}
    return None if reader is None else QueryEntry(statement.text, plan, settings, reader, tuple(taken.items())), taken
