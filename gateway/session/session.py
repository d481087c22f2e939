"""One client's session: events in, messages out; what goes wrong becomes an ErrorResponse and the state it leads to.

    handle(event) ─→ None: done           all that can be done at once
                 └─→ awaitable            rows, or the plan of a long statement; the next event has to wait, too

No I/O here: messages go to an Output, time comes from a Runtime, and on_error() tells the wire to skip until Sync.

An exception that nobody foresaw is a bug. It costs this client one statement (XX000) and nobody else anything; the log has its
traceback. handle() and _finish() catch so widely for that reason, as does the hot path, which leads back here.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Final

from gateway.contract.cancel import CancelReason, CancelToken
from gateway.contract.engine import Engine, SessionInfo
from gateway.engine.threads.garbage import let_go
from gateway.errors import ConnectionFault, FunctionCallRefused
from gateway.session import extended, simple
from gateway.session.held import held_by
from gateway.session.options import SessionOptions
from gateway.session.parsing import ParseCache
from gateway.session.portals import Portals
from gateway.session.ports import Output, Runtime, Timer
from gateway.session.statements import Statements
from gateway.session.transaction import Transaction
from gateway.session.variables import Variables
from gateway.sqlstate import KNOWN_ERRORS, KnownError, internal_error, report
from gateway.wire import messages as m
from gateway.wire import writer as w
from planner.errors import TooComplex
from planner.tree.statement import Statement

logger = logging.getLogger(__name__)

#: client_min_messages that let warnings through.
_WARNINGS_SHOWN: Final = frozenset(("debug5", "debug4", "debug3", "debug2", "debug1", "debug", "log", "info", "notice", "warning"))


class Session:
    """State of one session and the handling of its events.

    *closing* is set when the connection has to end. *settled* is true from ReadyForQuery to the next event, *in_series*
    where the hot path has answered what came since, without a Sync so far.
    """

    def __init__(
        self,
        engine: Engine,
        variables: Variables,
        info: SessionInfo,
        out: Output,
        runtime: Runtime,
        parses: ParseCache,
        on_error: Callable[[], None],
        limits: SessionOptions,
    ) -> None:
        self.engine = engine
        self.variables = variables
        self.info = replace(info, held=partial(held_by, self))
        self.out = out
        self.transaction = Transaction(runtime)
        self.limits = limits
        self.statements = Statements(runtime, limits)
        self.portals = Portals(runtime, limits)
        self.closing = False
        self.settled = self.in_series = False
        self._runtime = runtime
        self.parses = parses
        self._on_error = on_error
        self._active: CancelToken | None = None

    # ----------------------------------------------------------------------------------------------------------- events

    def handle(self, event: m.Event) -> Awaitable[None] | None:
        """Do what the event asks. Never raises; an awaitable has to be awaited before the next event."""
        self.settled = self.in_series = False
        pending = None
        try:
            pending = self._dispatch(event)
        except Exception as error:  # noqa: BLE001 - see above
            self._failed(error)
        if pending is not None:
            return self._finish(event, pending)
        if isinstance(event, m.Query | m.FunctionCall) and not self.closing:
            self.ready()
        return None

    def _dispatch(self, event: m.Event) -> Awaitable[None] | None:
        match event:
            case m.Bind():
                return extended.bind(self, event)
            case m.Execute():
                return extended.run(self, event)
            case m.Sync():
                self.ready()
            case m.Parse():
                return extended.parse(self, event)
            case m.Describe():
                return extended.describe(self, event)
            case m.Query():
                return simple.query(self, event)
            case m.Close():
                extended.close(self, event)
            case m.FunctionCall():
                raise FunctionCallRefused("fastpath function calls are not supported", hint="Use SELECT.")
            case _:
                pass
        return None

    async def _finish(self, event: m.Event, pending: Awaitable[None]) -> None:
        try:
            await pending
        except Exception as error:  # noqa: BLE001 - see above
            self._failed(error)
        if isinstance(event, m.Query) and not self.closing:
            self.ready()

    # ----------------------------------------------------------------------------------------------------------- errors

    def _failed(self, error: Exception) -> None:
        if isinstance(error, KNOWN_ERRORS):
            self.fail(error)
        elif isinstance(error, RecursionError):
            self.fail(TooComplex("stack depth limit exceeded"))
        else:
            logger.error("a statement failed in an unexpected way", exc_info=error)
            self._undo(internal_error(error))
        let_go(error)

    def fail(self, error: KnownError) -> None:
        """Tell the client; the transaction fails and what belongs to it is undone."""
        self.closing = self.closing or isinstance(error, ConnectionFault)
        self._undo(report(error))

    def _undo(self, told: w.Report) -> None:
        self.engine.counts.errors[told.sqlstate] += 1
        self.out.write(w.error_response(told))
        if self.transaction.status == "I":
            self.end_transaction(committed=False)
        else:
            savepoints = self.transaction.savepoints
            if savepoints:
                self.variables.restore(savepoints[-1].layers)
            else:
                self.variables.rollback()
            self.portals.end_level(self.transaction.level)
            self.transaction.fail()
        self._on_error()

    def warn(self, sqlstate: str, message: str) -> None:
        """Send a WARNING, if the client wants to see them."""
        if self.variables.read.values["client_min_messages"] in _WARNINGS_SHOWN:
            self.out.write(w.notice_response(w.Report("WARNING", sqlstate, message)))

    # ----------------------------------------------------------------------------------------------------- transactions

    def ready(self) -> None:
        """End an implicit transaction and say ReadyForQuery."""
        if self.transaction.status == "I":
            self.end_transaction(committed=True)
        self.transaction.implicit_block = False
        for name, value in self.variables.unreported():
            self.out.write(w.parameter_status(name, value))
        self.out.write(w.READY[self.transaction.status])
        self.settled = True

    def end_transaction(self, *, committed: bool) -> None:
        """The transaction, implicit or explicit, is over: settings and portals follow it."""
        if committed:
            self.variables.commit()
        else:
            self.variables.rollback()
        self.portals.end_transaction(committed=committed)
        implicit_block = self.transaction.implicit_block
        self.transaction.end()
        self.transaction.implicit_block = implicit_block

    # ------------------------------------------------------------------------------------------------------------ other

    @property
    def idle_timeout_s(self) -> float | None:
        """How long it may say nothing now; None: for ever."""
        return self.variables.timeout_s("idle_session_timeout" if self.at_rest else "idle_in_transaction_session_timeout")

    @property
    def at_rest(self) -> bool:
        """Is no transaction open, not even that of a series which no Sync has ended? PostgreSQL lets such a series wait."""
        return self.settled and self.transaction.status == "I"

    def parse(self, sql: str) -> list[Statement]:
        """The statements of a text."""
        return self.parses.parse(sql)

    def show(self, name: str) -> str:
        """What SHOW prints."""
        return self.engine.show(name, self.info.user) or self.variables.show(name)

    @contextmanager
    def cancellable(self, token: CancelToken, limit_s: float | None = None) -> Iterator[None]:
        """While inside, cancel() cancels *token*, and so does the end of statement_timeout or of *limit_s*."""
        timeout_s = min((s for s in (self.variables.timeout_s("statement_timeout"), limit_s) if s is not None), default=None)
        timer = None
        if timeout_s is not None:
            timer = self._runtime.call_later(timeout_s, lambda: token.cancel(CancelReason.TIMEOUT))
        self._active = token
        try:
            yield
        finally:
            self._active = None
            if timer is not None:
                timer.cancel()

    def call_at_timeout(self, callback: Callable[[], None]) -> Timer | None:
        """Call back when a statement that begins now has had its statement_timeout; None: there is none."""
        timeout_s = self.variables.timeout_s("statement_timeout")
        return None if timeout_s is None else self._runtime.call_later(timeout_s, callback)

    def cancel(self, reason: CancelReason) -> None:
        """End what runs, if anything does."""
        if self._active is not None:
            self._active.cancel(reason)

    def close(self) -> None:
        """The connection is gone: give everything back."""
        self.portals.clear()
        self.statements.clear()
