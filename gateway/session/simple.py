"""The simple query protocol: one Query of any number of statements, a result for each, ReadyForQuery at the end.

Query ─parse all─→ for each: [RowDescription, DataRow …] CommandComplete ─→ ReadyForQuery
                      └─ error: ErrorResponse, the rest is skipped ────────────┘
"""

from __future__ import annotations

from collections.abc import Awaitable
from typing import TYPE_CHECKING

from gateway.engine.contract import BINARY, TEXT
from gateway.session.describing import columns_of, fields
from gateway.session.execution import execute
from gateway.session.portals import Portal
from gateway.session.statements import PreparedStatement
from gateway.wire import writer as w
from gateway.wire.messages import Query
from planner.bound import OutputColumn
from planner.statement import DeclareStatement, EmptyStatement, FetchStatement, Statement, TransactionStatement

if TYPE_CHECKING:
    from gateway.session.session import Session


def query(session: Session, event: Query) -> Awaitable[None] | None:
    """Run a Query up to, not including, ReadyForQuery."""
    session.statements.discard("")
    session.portals.discard("")
    statements = session.parse(event.sql)
    if isinstance(statements[0], EmptyStatement):
        session.out.write(w.EMPTY_QUERY)
        return None
    session.transaction.implicit_block = len(statements) > 1 and session.transaction.status == "I"
    return _run(session, event.sql, statements, 0)


def _run(session: Session, sql: str, statements: list[Statement], first: int) -> Awaitable[None] | None:
    for index in range(first, len(statements)):
        pending = _statement(session, sql, statements[index])
        if pending is not None:
            return _run_on(session, sql, statements, index + 1, pending)
    return None


async def _run_on(session: Session, sql: str, statements: list[Statement], first: int, pending: Awaitable[None]) -> None:
    """Go on after the statement before *first*, which has to be waited for. A loop: there may be a hundred thousand statements."""
    await pending
    for statement in statements[first:]:
        waiting = _statement(session, sql, statement)
        if waiting is not None:
            await waiting


def _statement(session: Session, sql: str, statement: Statement) -> Awaitable[None] | None:
    if not ends_transaction(statement):
        session.transaction.check_usable()
    prepared = PreparedStatement("", sql, statement, (), session.engine, session.variables.read)
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
