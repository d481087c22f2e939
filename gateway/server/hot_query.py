"""The hot path of the simple protocol: a Query that differs from an earlier one only in constants.

A text is split into a template and its constants (whole numbers of up to 18 digits, plain strings). At a template's first
appearance the text with parameters in the constants' places is planned as well; if both the text itself and that plan are keyed
reads with the same columns, later texts of the template are answered by the plan's point reader. A keyed read returns columns of
one view as they are, and constants of the same type in the same places mean the same in it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from gateway.codecs.codec import decoder
from gateway.engine.contract import TEXT, PointReader, Prepared, ReadSettings
from gateway.engine.remote import RemoteStatement
from gateway.server.hot_bind import complete
from gateway.server.remote import RemoteRound, remote_statement
from gateway.session.describing import fields
from gateway.session.statements import plan_query
from gateway.sqlstate import KNOWN_ERRORS
from gateway.wire import writer as w
from planner import types as t
from planner.statement import SelectStatement
from planner.values import Value

if TYPE_CHECKING:
    from gateway.session.session import Session

#: A constant: digits that belong to no name, number or parameter; or a string without prefix. Even parts are text between.
_CONSTANT: Final = re.compile(rb"(?<![\w.$&'])(\d{1,18}|'(?:[^'\\]|'')*')(?![\w.'])")
#: What could hide a constant or make one mean something else: comments, quoted names, dollar quotes, escapes.
_FORBIDDEN: Final = re.compile(rb'--|/\*|["$\\]|[^\x09-\x7e]')
_QUOTE: Final = ord("'")
#: No format codes: text everywhere.
_ALL_TEXT: Final = b"\0\0"
_INT4_DIGITS: Final = 9
_INT4_MAX: Final = 2**31 - 1
_OIDS: Final = {"i": t.INT4.oid, "b": t.INT8.oid, "s": 0}


class Template(NamedTuple):
    """The text between the constants, and the constants' kinds: i (int4), b (int8), s (string)."""

    texts: tuple[bytes, ...]
    kinds: str


def split(data: bytes) -> tuple[Template, list[bytes]] | None:
    """A Query message as (template, constants); None if it cannot be told safely."""
    sql = data[5:-1]
    if _FORBIDDEN.search(sql) or data[-1]:
        return None
    parts = _CONSTANT.split(sql)
    constants = parts[1::2]
    return Template(tuple(parts[::2]), "".join([_kind(c) for c in constants])), constants


def _kind(constant: bytes) -> str:
    if constant[0] == _QUOTE:
        return "s"
    return "i" if len(constant) <= _INT4_DIGITS or int(constant) <= _INT4_MAX else "b"


class QueryEntry:
    """One template."""

    __slots__ = ("_decoders", "_plan", "_prefix", "_reader", "_remote", "_settings", "_sql")

    def __init__(
        self,
        sql: str,
        plan: Prepared,
        settings: ReadSettings,
        reader: PointReader,
        decoders: tuple[Callable[[bytes], Value], ...],
        prefix: bytes,
    ) -> None:
        self._plan = plan
        self._settings = settings
        self._reader = reader
        self._decoders = decoders
        self._prefix = prefix
        self._sql = sql
        self._remote: RemoteStatement | None = None

    def valid(self, session: Session) -> bool:
        """Are settings and catalog those it was made for?"""
        return session.variables.read is self._settings and session.engine.generation == self._plan.generation

    def answer(self, session: Session, constants: list[bytes]) -> bytes | RemoteRound | None:
        """The answer with these constants, or what brings it from another node; None for the general way."""
        transaction = session.transaction
        if transaction.status == "I":
            if len(session.portals):
                return None
        elif transaction.snapshot(self._settings.values["transaction_isolation"]) is not None:
            return None
        try:
            values = [decode(_plain(raw)) for decode, raw in zip(self._decoders, constants, strict=True)]
            rows = self._reader(tuple(values))
        except KNOWN_ERRORS:
            return None
        if rows is None:
            return None
        if isinstance(rows, int):
            return self._round(session, constants, rows)
        session.statements.discard("")
        _settle_in_block(session)
        return b"".join((self._prefix, *rows, complete(len(rows)), w.READY[transaction.status]))

    def _round(self, session: Session, constants: list[bytes], shard: int) -> RemoteRound | None:
        if self._remote is None:
            self._remote = remote_statement(self._sql, self._plan, self._settings)
            if self._remote is None:
                return None
        session.statements.discard("")
        values = [_plain(constant) for constant in constants]
        cells = b"".join([len(value).to_bytes(4) + value for value in values])
        arguments = b"".join((_ALL_TEXT, len(values).to_bytes(2), cells, _ALL_TEXT))
        return RemoteRound(session, self._remote, shard, arguments, self._prefix, partial(_settle_in_block, session))


def _settle_in_block(session: Session) -> None:
    if session.transaction.status == "T":
        session.portals.discard("")
        session.transaction.queried = True


def _plain(constant: bytes) -> bytes:
    return constant[1:-1].replace(b"''", b"'") if constant[0] == _QUOTE else constant


def compile_query(session: Session, data: bytes, template: Template) -> QueryEntry | None:
    """An entry for texts of this template, or None if they are not for the hot path. Does not run anything."""
    try:
        return _compile(session, data[5:-1].decode(), template)
    except KNOWN_ERRORS:
        return None


def _compile(session: Session, sql: str, template: Template) -> QueryEntry | None:
    settings = session.variables.read
    statement = _select(session, sql)
    if statement is None:
        return None
    exact = plan_query(session.engine, statement, (), settings)
    formats = (TEXT,) * len(exact.columns)
    if exact.point_reader(formats, settings, session.transaction.clock_us) is None:
        return None  # as most texts, which are not parsed and planned a second time for nothing
    parameterised = _parameterised(template)
    general = _select(session, parameterised)
    if general is None:
        return None
    plan = plan_query(session.engine, general, tuple(_OIDS[kind] for kind in template.kinds), settings)
    if plan.columns != exact.columns or len(plan.parameters) != len(template.kinds):
        return None
    reader = plan.point_reader(formats, settings, session.transaction.clock_us)
    if reader is None:
        return None
    decoders = tuple(decoder(type_, TEXT, settings.style) for type_ in plan.parameters)
    return QueryEntry(parameterised, plan, settings, reader, decoders, w.row_description(fields(plan.columns, formats)))


def _parameterised(template: Template) -> str:
    texts = [text.decode() for text in template.texts]
    return texts[0] + "".join(f"${number}{text}" for number, text in enumerate(texts[1:], 1))


def _select(session: Session, sql: str) -> SelectStatement | None:
    statements = session.parse(sql)
    return statements[0] if len(statements) == 1 and isinstance(statements[0], SelectStatement) else None
