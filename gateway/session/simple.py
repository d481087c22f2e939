"""The simple query protocol: one Query of any number of statements, a result for each, ReadyForQuery at the end.

Query ─parse all─→ for each: [RowDescription, DataRow …] CommandComplete ─→ ReadyForQuery
                      └─ error: ErrorResponse, the rest is skipped ────────────┘
"""

from __future__ import annotations

from asyncio import sleep
from collections.abc import Awaitable
from functools import partial
from typing import Final

from gateway.contract.engine import BINARY, TEXT
from gateway.session.elsewhere import after, parsing, planning, renewal
from gateway.session.execution import execute
from gateway.session.portals import Portal
from gateway.session.queries import columns_of
from gateway.session.session import Session
from gateway.session.statements import PreparedStatement, fields, query_of, refuse_parameters
from gateway.wire import writer as w
from gateway.wire.messages import Query
from planner.tree.bound import OutputColumn
from planner.tree.statement import DeclareStatement, EmptyStatement, FetchStatement, Statement, TransactionStatement

#: Statements of one Query that are run before other connections have their turn.
STATEMENTS_PER_TURN: Final = 8


def query(session: Session, event: Query) -> Awaitable[None] | None:
    """Run a Query up to, not including, ReadyForQuery."""
    session.statements.discard("")
    session.portals.discard("")
    waiting = parsing(session, event.sql)
    if waiting is not None:
        return after(waiting, partial(_begin, session, event.sql))
    return _begin(session, event.sql, session.parses.parse(event.sql))


def _begin(session: Session, sql: str, statements: list[Statement]) -> Awaitable[None] | None:
    if isinstance(statements[0], EmptyStatement):
        session.out.write(w.EMPTY_QUERY)
        return None
    session.transaction.implicit_block = len(statements) > 1 and session.transaction.status == "I"
    return _run(session, sql, statements)


def _run(session: Session, sql: str, statements: list[Statement]) -> Awaitable[None] | None:
    for index, statement in enumerate(statements):
        pending: Awaitable[None] | None = sleep(0) if index == STATEMENTS_PER_TURN else None
        if pending is None:
            pending = _statement(session, sql, statement)
            index += 1
        if pending is not None:
            return _run_on(session, sql, statements, index, pending)
    return None


async def _run_on(session: Session, sql: str, statements: list[Statement], first: int, pending: Awaitable[None]) -> None:
    """Go on after the statement before *first*, which has to be waited for. A loop: there may be a hundred thousand statements."""
    await pending
    for number, statement in enumerate(statements[first:], 1):
        waiting = _statement(session, sql, statement)
        if waiting is not None:
            await waiting
        elif number % STATEMENTS_PER_TURN == 0:
            await sleep(0)


def _statement(session: Session, sql: str, statement: Statement) -> Awaitable[None] | None:
    if not ends_transaction(statement):
        session.transaction.check_usable()
    settings = session.variables.read
    asked = query_of(statement)
    if asked is not None:
        refuse_parameters(asked)
    planned = planning(session, asked, (), settings)
    if planned is not None:
        prepare = partial(PreparedStatement, "", sql, statement, (), session.engine, settings)
        return after(planned, lambda plan: _perform(session, prepare(plan)))
    prepared = PreparedStatement("", sql, statement, (), session.engine, settings)
    renewed = renewal(session, prepared) if prepared.query is None else None
    if renewed is not None:  # EXECUTE of a statement whose plan is no longer valid
        return after(renewed, lambda _: _perform(session, prepared))
    return _perform(session, prepared)


def _perform(session: Session, prepared: PreparedStatement) -> Awaitable[None] | None:
    statement = prepared.statement
    columns = columns_of(session, prepared)
    formats = _formats(session, statement, columns)
    plan = prepared.plan(session.variables.read) if prepared.query is not None else None
    portal = Portal("", prepared, (), columns, formats, plan, session.transaction.level)
    if columns is None:
        return execute(session, portal, None)
    return execute(session, portal, None, w.row_description(fields(columns, formats)))


def _formats(session: Session, statement: Statement, columns: tuple[OutputColumn, ...] | None) -> tuple[int, ...]:
    """Text, except FETCH from a BINARY cursor."""
    code = TEXT
    if isinstance(statement, FetchStatement):
        target = session.portals.find(statement.cursor)
        declared = target.statement.statement if target is not None else None
        code = BINARY if isinstance(declared, DeclareStatement) and declared.binary else TEXT
    return (code,) * len(columns or ())


def ends_transaction(statement: Statement) -> bool:
    """May it stand in a failed transaction?"""
    return isinstance(statement, TransactionStatement) and statement.kind in ("commit", "rollback", "rollback to")
