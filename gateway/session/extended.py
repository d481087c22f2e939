"""The extended query protocol: what each message does and answers. Describe and Bind never run anything.

Parse → statement   Bind → portal   Describe → columns   Execute → rows   Close   Flush   Sync → ReadyForQuery
"""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import replace
from functools import partial

from gateway.contract.engine import TEXT, Prepared
from gateway.session.elsewhere import after, in_thread, parsing, planning, renewal
from gateway.session.execution import execute
from gateway.session.parameters import are_long, check_counts, parameter_values, result_formats
from gateway.session.portals import Portal, PortalState
from gateway.session.queries import columns_of
from gateway.session.session import Session
from gateway.session.simple import ends_transaction
from gateway.session.statements import PreparedStatement, fields, query_of
from gateway.wire import messages as m
from gateway.wire import writer as w
from planner.errors import SyntaxFault
from planner.tree.bound import OutputColumn
from planner.tree.statement import EmptyStatement, SelectStatement, ShowStatement, Statement
from planner.tree.values import Value


def parse(session: Session, event: m.Parse) -> Awaitable[None] | None:
    """Prepare a statement; the unnamed one is replaced even if this one fails."""
    if not event.name:
        session.statements.discard("")
    waiting = parsing(session, event.sql)
    if waiting is not None:
        return after(waiting, partial(_prepare, session, event))
    return _prepare(session, event, session.parses.parse(event.sql))


def _prepare(session: Session, event: m.Parse, statements: list[Statement]) -> Awaitable[None] | None:
    if len(statements) > 1:
        raise SyntaxFault("cannot insert multiple commands into a prepared statement")
    (statement,) = statements
    _check_usable(session, statement)
    session.statements.check_free(event.name, event.sql)
    if event.name and isinstance(statement, SelectStatement):
        # It will be executed again: with constants in its plan it may be kept ready.
        statement = replace(statement, constants=None)
    waiting = planning(session, query_of(statement), event.parameter_oids, session.variables.read)
    if waiting is not None:
        return after(waiting, partial(_add, session, event, statement))
    _add(session, event, statement)
    return None


def _add(session: Session, event: m.Parse, statement: Statement, plan: Prepared | None = None) -> None:
    settings = session.variables.read
    made = PreparedStatement(event.name, event.sql, statement, event.parameter_oids, session.engine, settings, plan)
    if isinstance(statement, ShowStatement):
        columns_of(session, made)  # says if it cannot be shown
    session.statements.add(made)
    session.out.write(w.PARSE_COMPLETE)


def _check_usable(session: Session, statement: Statement) -> None:
    if not ends_transaction(statement) and not isinstance(statement, EmptyStatement):
        session.transaction.check_usable()


def bind(session: Session, event: m.Bind) -> Awaitable[None] | None:
    """Make a portal."""
    statement = session.statements.get(event.statement)
    waiting = renewal(session, statement) if session.transaction.status != "E" else None
    if waiting is not None:
        return after(waiting, lambda _: _bind(session, event, statement))
    return _bind(session, event, statement)


def _bind(session: Session, event: m.Bind, statement: PreparedStatement) -> Awaitable[None] | None:
    check_counts(event, statement.label, len(statement.parameters))
    if not ends_transaction(statement.statement):  # PostgreSQL parses an empty statement then, and does not bind it
        session.transaction.check_usable()
    session.portals.check_free(event.portal, _params_bytes(event))
    read = partial(parameter_values, event, statement.parameters, session.variables.read.style)
    if are_long(event):
        return after(in_thread(session, read), partial(_add_portal, session, event, statement))
    _add_portal(session, event, statement, read())
    return None


def _add_portal(session: Session, event: m.Bind, statement: PreparedStatement, params: tuple[Value, ...]) -> None:
    settings = session.variables.read
    plan = statement.plan(settings) if statement.query is not None else None
    columns = columns_of(session, statement)
    formats = result_formats(event.result_formats, None if columns is None else len(columns))
    level = session.transaction.level
    session.portals.add(Portal(event.portal, statement, params, columns, formats, plan, level, _params_bytes(event)))
    session.out.write(w.BIND_COMPLETE)


def _params_bytes(event: m.Bind) -> int:
    """What a portal's parameters are counted as; the unnamed one's are not, for it is replaced by the next."""
    return sum(len(value) for value in event.parameters if value is not None) if event.portal else 0


def describe(session: Session, event: m.Describe) -> Awaitable[None] | None:
    """Columns of a statement (and its parameters) or a portal."""
    if event.kind == "S":
        statement = session.statements.get(event.name)
        waiting = renewal(session, statement)
        if waiting is not None:
            return after(waiting, lambda _: _describe_statement(session, statement))
        _describe_statement(session, statement)
        return None
    portal = session.portals.get(event.name)
    _describe(session, portal.columns, portal.formats)
    return None


def _describe_statement(session: Session, statement: PreparedStatement) -> None:
    columns = columns_of(session, statement)
    _describe(session, columns, (TEXT,) * len(columns or ()), w.parameter_description([p.pg.oid for p in statement.parameters]))


def _describe(
    session: Session, columns: tuple[OutputColumn, ...] | None, formats: tuple[int, ...], announcement: bytes = b""
) -> None:
    if columns is not None:
        session.transaction.check_usable()
    session.out.write(announcement + (w.NO_DATA if columns is None else w.row_description(fields(columns, formats))))


def run(session: Session, event: m.Execute) -> Awaitable[None] | None:
    """Run a portal on."""
    portal = session.portals.get(event.portal)
    _check_usable(session, portal.statement.statement)
    waiting = None
    if portal.state is PortalState.NEW and (portal.plan is None or portal.plan.generation != session.engine.generation):
        waiting = renewal(session, portal.statement)
    rows_max = event.rows_max or None
    if waiting is not None:
        return after(waiting, lambda _: execute(session, portal, rows_max))
    return execute(session, portal, rows_max)


def close(session: Session, event: m.Close) -> None:
    """Drop a statement or a portal; it is no error if there is none."""
    if event.kind == "S":
        session.statements.discard(event.name)
    else:
        session.portals.discard(event.name)
    session.out.write(w.CLOSE_COMPLETE)
