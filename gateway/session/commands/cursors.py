"""DECLARE, FETCH, MOVE, CLOSE. Cursors and the protocol's portals share their names, so FETCH works on either."""

from __future__ import annotations

from gateway.contract.cancel import CancelToken
from gateway.contract.engine import BINARY, TEXT, RowBlock, RowStream, WaitingStream
from gateway.engine.keyed.block_rows import BlockRows
from gateway.session.cursor import Cursor
from gateway.session.fetching import CursorRows, FetchRows, PortalStream, WaitedRows
from gateway.session.portals import Portal, PortalState
from gateway.session.queries import open_query, start_query
from gateway.session.session import Session
from planner.errors import Unsupported
from planner.tree.statement import CloseStatement, DeclareStatement, FetchStatement, SubscribeStatement


def declare(session: Session, portal: Portal, statement: DeclareStatement) -> None:
    """DECLARE: opens the query at once, so that the cursor reads the versions of this moment. Raises as that does; Unsupported."""
    portal.tag = "DECLARE CURSOR"
    if statement.scroll and isinstance(statement.query, SubscribeStatement):
        raise Unsupported("a cursor of a SUBSCRIBE goes forward only", hint="Declare it without SCROLL.")
    if not statement.hold:
        session.transaction.require_block("DECLARE CURSOR")
    session.portals.check_free(statement.name)
    made = _cursor_portal(session, portal, statement)
    scroll = bool(statement.scroll)
    opened = open_query(session, made, formats=(BINARY,) * len(made.formats) if scroll else None, reformat=True)
    stream = _as_stream(opened, made.formats)
    kept_max = session.limits.scroll_bytes_max if scroll else None
    made.cursor = Cursor(stream, made.columns or (), made.token or CancelToken(), kept_max)
    made.rows = CursorRows(made.cursor, made.formats, session.variables.read.style)
    session.portals.add(made)


def _cursor_portal(session: Session, portal: Portal, statement: DeclareStatement) -> Portal:
    plan = portal.statement.plan(session.variables.read)
    formats = (BINARY if statement.binary else TEXT,) * len(plan.columns)
    made = Portal(statement.name, portal.statement, portal.params, plan.columns, formats, plan, session.transaction.level)
    made.hold = statement.hold
    made.state = PortalState.RUNNING
    made.tag = "SELECT {}"
    return made


def _as_stream(opened: RowBlock | RowStream, formats: tuple[int, ...]) -> RowStream:
    """Engines give streams to cursors; one that made a block keeps its format."""
    return PortalStream(BlockRows(opened.rows), formats) if isinstance(opened, RowBlock) else opened


def fetch(session: Session, portal: Portal, statement: FetchStatement) -> None:
    """FETCH and MOVE. Raises UndefinedCursor, CursorNotScrollable, Unsupported."""
    word = "MOVE" if statement.move else "FETCH"
    portal.tag = f"{word} {{}}"
    portal.discards = statement.move
    cursor = _cursor_of(session, session.portals.get(statement.cursor, "cursor"))
    portal.token = cursor.token
    formats = (TEXT,) * len(cursor.columns) if statement.move else portal.formats
    if isinstance(cursor.stream, WaitingStream):
        portal.rows = WaitedRows(cursor, cursor.stream, statement, None if statement.move else formats)
        return
    if statement.timeout is not None:
        raise Unsupported("FETCH waits for rows of a SUBSCRIBE only", hint="Leave out WITH (TIMEOUT …).")
    portal.rows = FetchRows(cursor, statement, formats, session.variables.read.style)


def _cursor_of(session: Session, target: Portal) -> Cursor:
    """The portal's cursor; a portal of the protocol becomes one at its first FETCH or MOVE."""
    if target.cursor is not None:
        return target.cursor
    if target.state is PortalState.NEW and target.statement.query is not None:
        target.state = PortalState.RUNNING
        start_query(session, target)
    rows = target.rows if target.rows is not None else BlockRows(())
    stream = PortalStream(rows, target.formats, target.stream)
    target.stream = None
    target.cursor = Cursor(stream, target.columns or (), target.token or CancelToken(), None)
    target.rows = CursorRows(target.cursor, target.formats, session.variables.read.style)
    return target.cursor


def close(session: Session, portal: Portal, statement: CloseStatement) -> None:
    """CLOSE name, CLOSE ALL."""
    if statement.cursor is None:
        portal.tag = "CLOSE CURSOR ALL"
        session.portals.clear()
        return
    portal.tag = "CLOSE CURSOR"
    session.portals.get(statement.cursor, "cursor")
    session.portals.discard(statement.cursor)
