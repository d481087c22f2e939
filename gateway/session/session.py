"""One client's session: its state, and what errors and the ends of transactions do to it (events.py: what its events do).

No I/O here: messages go to an Output, time comes from a Runtime, and on_error() tells the wire to skip until Sync.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Final

from gateway.contract.cancel import CancelReason, CancelToken
from gateway.contract.engine import Engine, SessionInfo
from gateway.contract.held import Held
from gateway.errors import ClientLeft, ConnectionFault, IdleInTransaction, IdleSession
from gateway.session.options import SessionOptions
from gateway.session.portals import Portals
from gateway.session.ports import Output, Runtime, Timer
from gateway.session.statements import Statements
from gateway.session.transaction import Transaction
from gateway.session.variables import Variables
from gateway.sqlstate import KnownError, report
from gateway.wire import writer as w
from planner.parse.template import ParseCache

#: client_min_messages that let warnings through.
_WARNINGS_SHOWN: Final = frozenset(("debug5", "debug4", "debug3", "debug2", "debug1", "debug", "log", "info", "notice", "warning"))


class Session:
    """State of one session.

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
        self.info = replace(info, held=self._held)
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

    # ----------------------------------------------------------------------------------------------------------- errors

    def fail(self, error: KnownError) -> None:
        """Tell the client; the transaction fails and what belongs to it is undone."""
        self.closing = self.closing or isinstance(error, ConnectionFault)
        self.undo(report(error), heard=not isinstance(error, ClientLeft))

    def undo(self, told: w.Report, *, heard: bool = True) -> None:
        """Tell the client why, and undo what belongs to the transaction; not *heard*, it counts for nothing."""
        if heard:
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

    def idle_limit(self) -> tuple[float, ConnectionFault] | None:
        """How long the client may say nothing now, in seconds, and what it is told then; None: for ever."""
        at_rest = self.at_rest
        timeout_s = self.variables.timeout_s("idle_session_timeout" if at_rest else "idle_in_transaction_session_timeout")
        if timeout_s is None:
            return None
        if at_rest:
            return timeout_s, IdleSession("terminating connection due to idle-session timeout")
        return timeout_s, IdleInTransaction("terminating connection due to idle-in-transaction timeout")

    @property
    def at_rest(self) -> bool:
        """Is no transaction open, not even that of a series which no Sync has ended? PostgreSQL lets such a series wait."""
        return self.settled and self.transaction.status == "I"

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

    @property
    def is_endless(self) -> bool:
        """Does something run that has no end of its own?"""
        return self._active is not None and self._active.endless

    def cancel(self, reason: CancelReason) -> None:
        """End what runs, if anything does."""
        if self._active is not None:
            self._active.cancel(reason)

    def _held(self) -> Held:
        """What pg_cursors and pg_prepared_statements show of it. Any thread."""
        return Held(self.portals.held(), self.statements.held())

    def close(self) -> None:
        """The connection is gone: give everything back."""
        self.portals.clear()
        self.statements.clear()
