"""The extended query protocol: what each message does and answers. Describe and Bind never run anything.

Parse → statement   Bind → portal   Describe → columns   Execute → rows   Close   Flush   Sync → ReadyForQuery
"""

from __future__ import annotations

from collections.abc import Awaitable
from typing import TYPE_CHECKING

from gateway.session.describing import columns_of, fields
from gateway.session.execution import execute
from gateway.session.parameters import parameter_values, result_formats
from gateway.session.portals import Portal
from gateway.session.simple import ends_transaction
from gateway.session.statements import PreparedStatement
from gateway.wire import messages as m
from gateway.wire import writer as w
from planner.errors import SyntaxFault
from planner.statement import EmptyStatement, Statement

if TYPE_CHECKING:
    from gateway.session.session import Session


def parse(session: Session, event: m.Parse) -> None:
    """Prepare a statement; the unnamed one is replaced even if this one fails."""
    if not event.name:
        session.statements.discard("")
    statements = session.parse(event.sql)
    if len(statements) > 1:
        raise SyntaxFault("cannot insert multiple commands into a prepared statement")
    _check_usable(session, statements[0])
    session.statements.check_free(event.name)
    made = PreparedStatement(event.name, event.sql, statements[0], event.parameter_oids, session.engine, session.variables.read)
    session.statements.add(made)
    session.out.write(w.PARSE_COMPLETE)


def _check_usable(session: Session, statement: Statement) -> None:
    if not ends_transaction(statement) and not isinstance(statement, EmptyStatement):
        session.transaction.check_usable()


def bind(session: Session, event: m.Bind) -> None:
    """Make a portal."""
    statement = session.statements.get(event.statement)
    settings = session.variables.read
    if len(event.parameters) != len(statement.parameters):
        parameter_values(event, statement.label, statement.parameters, settings.style)  # says what is wrong
    _check_usable(session, statement.statement)
    session.portals.check_free(event.portal)
    params = parameter_values(event, statement.label, statement.parameters, settings.style)
    plan = statement.plan(settings) if statement.query is not None else None
    columns = columns_of(session, statement)
    formats = result_formats(event.result_formats, None if columns is None else len(columns))
    session.portals.add(Portal(event.portal, statement, params, columns, formats, plan, session.transaction.level))
    session.out.write(w.BIND_COMPLETE)


def describe(session: Session, event: m.Describe) -> None:
    """Columns of a statement (and its parameters) or a portal."""
    if event.kind == "S":
        statement = session.statements.get(event.name)
        columns = columns_of(session, statement)
        formats = (0,) * len(columns or ())
        _check_describable(session, columns is not None)
        session.out.write(w.parameter_description([p.pg.oid for p in statement.parameters]))
    else:
        portal = session.portals.get(event.name)
        columns, formats = portal.columns, portal.formats
        _check_describable(session, columns is not None)
    session.out.write(w.NO_DATA if columns is None else w.row_description(fields(columns, formats)))


def _check_describable(session: Session, has_rows: bool) -> None:
    if has_rows:
        session.transaction.check_usable()


def run(session: Session, event: m.Execute) -> Awaitable[None] | None:
    """Run a portal on."""
    portal = session.portals.get(event.portal)
    _check_usable(session, portal.statement.statement)
    return execute(session, portal, event.rows_max or None)


def close(session: Session, event: m.Close) -> None:
    """Drop a statement or a portal; it is no error if there is none."""
    if event.kind == "S":
        session.statements.discard(event.name)
    else:
        session.portals.discard(event.name)
    session.out.write(w.CLOSE_COMPLETE)
