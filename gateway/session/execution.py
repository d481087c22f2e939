"""Running portals: start a statement, send its rows chunk by chunk, end with CommandComplete or PortalSuspended.

Whatever need not wait is done at once; the functions then return None. Otherwise they return what is left to await.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from gateway.contract.cancel import CancelToken
from gateway.contract.engine import RowChunk, WaitingStream
from gateway.engine.keyed.block_rows import BlockRows
from gateway.errors import CursorNotScrollable
from gateway.session.commands import COMMANDS
from gateway.session.commands.copy import copy
from gateway.session.commands.execute import retarget
from gateway.session.commands.prepared import prepare
from gateway.session.elsewhere import after
from gateway.session.portals import Portal, PortalState
from gateway.session.queries import start_query
from gateway.session.rows import RowSource
from gateway.session.session import Session
from gateway.wire import writer as w
from planner.tree.statement import (
    CopyStatement,
    EmptyStatement,
    ExecuteStatement,
    ExplainExecuteStatement,
    ExplainStatement,
    PrepareStatement,
    Query,
    SelectStatement,
    SubscribeStatement,
)


def execute(session: Session, portal: Portal, rows_max: int | None, announcement: bytes = b"") -> Awaitable[None] | None:
    """Run a portal on for at most *rows_max* rows.

    The *announcement* (the simple protocol's RowDescription) goes in front of a query's rows before it starts, of any other
    statement's once that has gone well; so does PostgreSQL.
    """
    if isinstance(portal.statement.statement, EmptyStatement):
        session.out.write(w.EMPTY_QUERY)
        return None
    if portal.state is PortalState.DONE:
        _again(session, portal)
        return None
    if isinstance(portal.statement.statement, CopyStatement):
        return copy(session, portal, portal.statement.statement)
    if portal.state is PortalState.NEW:
        portal.state = PortalState.RUNNING
        if isinstance(portal.statement.statement, Query):
            session.out.write(announcement)
            announcement = b""
        pending = start(session, portal)
        if pending is not None:
            return after(pending, lambda _: _started(session, portal, rows_max, announcement))
    return _started(session, portal, rows_max, announcement)


def _started(session: Session, portal: Portal, rows_max: int | None, announcement: bytes) -> Awaitable[None] | None:
    session.out.write(announcement)
    rows = portal.rows
    if rows is None:
        _complete(session, portal, 0, None)
        return None
    if not isinstance(rows, BlockRows):
        return _pump(session, portal, rows, rows_max)
    chunk = rows.take(rows_max)
    if chunk is not None:
        _count(session, portal, chunk)
        session.out.write(chunk.data)
    _complete(session, portal, chunk.rows if chunk is not None else 0, rows_max)
    return None


def start(session: Session, portal: Portal) -> Awaitable[None] | None:
    """Bring a new portal to life: its rows and its tag."""
    statement = portal.statement.statement
    match statement:
        case SelectStatement() | ExplainStatement() | SubscribeStatement():
            start_query(session, portal)
            return None
        case ExecuteStatement() | ExplainExecuteStatement():
            pending = retarget(session, portal, statement)
            return start(session, portal) if pending is None else after(pending, lambda _: start(session, portal))
        case PrepareStatement():
            return prepare(session, portal, statement)
        case _:
            COMMANDS[type(statement)](session, portal, statement)
            return None


def _again(session: Session, portal: Portal) -> None:
    """A portal that has run to its end has no more rows; one without rows cannot run twice."""
    if portal.columns is None:
        raise CursorNotScrollable(f'portal "{portal.name}" cannot be run')
    session.out.write(w.command_complete(portal.tag.format(0)))


def _complete(session: Session, portal: Portal, sent: int, rows_max: int | None) -> None:
    """As in PostgreSQL, a portal that sent exactly the rows asked for is suspended even if there are no more."""
    if rows_max is not None and sent == rows_max:
        session.out.write(w.PORTAL_SUSPENDED)
        return
    portal.state = PortalState.DONE
    session.out.write(w.command_complete(portal.tag.format(sent)))


def _count(session: Session, portal: Portal, chunk: RowChunk) -> None:
    """Rows that are about to be sent. Raises ConfigurationLimitExceeded where with them the portal's result is too large."""
    portal.sent_rows += chunk.rows
    portal.sent_bytes += len(chunk.data)
    session.limits.check_result(portal.sent_rows, portal.sent_bytes)


async def _pump(session: Session, portal: Portal, rows: RowSource, rows_max: int | None) -> None:
    """Send rows while the client takes them. A stream that is at its end, or failed, is given back at once."""
    token = portal.token or CancelToken()
    try:
        with session.cancellable(token):
            sent = await _send_rows(session, portal, rows, rows_max, token)
        _complete(session, portal, sent, rows_max)
    except BaseException:
        portal.state = PortalState.DONE
        raise
    finally:
        if portal.state is PortalState.DONE and portal.stream is not None:
            await portal.stream.close()


def _sink(session: Session, portal: Portal) -> Callable[[RowChunk], bool]:
    """What sends rows at once, unless the client does not take them now."""
    out = session.out

    def push(chunk: RowChunk) -> bool:
        if out.paused:
            return False
        _count(session, portal, chunk)
        out.write(chunk.data)
        out.flush()
        return True

    return push


async def _send_rows(session: Session, portal: Portal, rows: RowSource, rows_max: int | None, token: CancelToken) -> int:
    sent, waits = 0, isinstance(rows, WaitingStream)
    if isinstance(rows, WaitingStream) and rows_max is None and not portal.discards:
        rows.push_to(_sink(session, portal))
    while rows_max is None or sent < rows_max:
        chunk = await rows.next(None if rows_max is None else rows_max - sent)
        if chunk is None:
            break
        sent += chunk.rows
        if not portal.discards:
            _count(session, portal, chunk)
            session.out.write(chunk.data)
        if waits:
            session.out.flush()
        await session.out.drain(token)
    return sent
