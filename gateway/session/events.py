"""What a session does for each event; what goes wrong becomes an ErrorResponse and the state it leads to.

    handle(session, event) ─→ None: done  all that can be done at once
                          └─→ awaitable   rows, or the plan of a long statement; the next event has to wait, too

An exception that nobody foresaw is a bug. It costs this client one statement (XX000) and nobody else anything; the log has its
traceback. handle() and guarded() catch so widely for that reason, as does the hot path, which leads back here.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

from gateway.engine.threads.garbage import let_go
from gateway.errors import FunctionCallRefused
from gateway.session import extended, simple
from gateway.session.session import Session
from gateway.sqlstate import KNOWN_ERRORS, internal_error
from gateway.wire import messages as m
from planner.errors import TooComplex

logger = logging.getLogger(__name__)


def handle(
    session: Session, event: m.Event, dispatch: Callable[[m.Event], Awaitable[None] | None] | None = None
) -> Awaitable[None] | None:
    """Do what the event asks, as *dispatch* does it where that is not dispatch_event()'s way. Never raises; an awaitable has to be
    awaited before the next event."""
    session.settled = session.in_series = False
    pending = None
    try:
        pending = dispatch_event(session, event) if dispatch is None else dispatch(event)
    except Exception as error:  # noqa: BLE001 - see above
        _failed(session, error)
    if pending is not None:
        return _finish(session, event, pending)
    if isinstance(event, m.Query | m.FunctionCall) and not session.closing:
        session.ready()
    return None


def dispatch_event(session: Session, event: m.Event) -> Awaitable[None] | None:
    """What handle() does. Raises FunctionCallRefused, and what a statement does."""
    match event:
        case m.Bind():
            return extended.bind(session, event)
        case m.Execute():
            return extended.run(session, event)
        case m.Sync():
            session.ready()
        case m.Parse():
            return extended.parse(session, event)
        case m.Describe():
            return extended.describe(session, event)
        case m.Query():
            return simple.query(session, event)
        case m.Close():
            extended.close(session, event)
        case m.FunctionCall():
            raise FunctionCallRefused("fastpath function calls are not supported", hint="Use SELECT.")
        case _:
            pass
    return None


async def _finish(session: Session, event: m.Event, pending: Awaitable[None]) -> None:
    await guarded(session, pending)
    if isinstance(event, m.Query) and not session.closing:
        session.ready()


async def guarded(session: Session, pending: Awaitable[None]) -> None:
    """Await it; what goes wrong is told."""
    try:
        await pending
    except Exception as error:  # noqa: BLE001 - see above
        _failed(session, error)


def _failed(session: Session, error: Exception) -> None:
    if isinstance(error, KNOWN_ERRORS):
        session.fail(error)
    elif isinstance(error, RecursionError):
        session.fail(TooComplex("stack depth limit exceeded"))
    else:
        logger.error("a statement failed in an unexpected way", exc_info=error)
        session.undo(internal_error(error))
    let_go(error)
