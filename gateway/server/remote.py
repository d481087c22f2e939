"""A round of the hot path that another node answers: what the client gets, and how the session is left behind.

While it is on its way the connection handles nothing else, so answers keep their order. If no node can answer, the round is handled
in the general way, as if the hot path had not been there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from gateway.contract.cancel import CancelReason, CancelToken
from gateway.contract.engine import Prepared, ReadSettings
from gateway.contract.remote import FORWARDED, Forwarder, RemoteRead, RemoteStatement
from gateway.session.ports import Timer
from gateway.session.session import Session
from gateway.session.statements import fields
from gateway.wire import writer as w
from planner.errors import SqlError
from planner.tree.types import SqlType

#: Settings that the text of a result depends on, and that of a parameter. client_encoding has one way.
_OUTPUT: Final = ("timezone", "extra_float_digits", "bytea_output", "intervalstyle", "datestyle")


def remote_statement(sql: str, parameters: Sequence[SqlType], plan: Prepared, settings: ReadSettings) -> RemoteStatement | None:
    """The statement for other nodes, as *sql* with parameters; None where this session is itself another node's."""
    if plan.keyed_view is None or settings.values[FORWARDED] == "on":
        return None
    oids = tuple(p.pg.oid for p in parameters)
    text = (0,) * len(plan.columns)
    description = w.parameter_description(oids) + w.row_description(fields(plan.columns, text))
    path = ", ".join('"{}"'.format(name.replace('"', '""')) for name in settings.plan.search_path)
    needed = (*((name, settings.values[name]) for name in _OUTPUT), ("search_path", path))
    return RemoteStatement(plan.keyed_view, sql, oids, description, needed, timed=settings.values["statement_timeout"] != "0")


class RemoteRound(RemoteRead):
    """One round. *prefix* precedes the rows, and an error; *settle* is what is left to do to the session when all went well.

    *done* is called with the answer, or None for the general way; errors are written by the session, and then the answer is empty.
    """

    __slots__ = ("_done", "_prefix", "_session", "_settle", "_timer")

    def __init__(
        self,
        session: Session,
        statement: RemoteStatement,
        shard: int,
        arguments: bytes,
        prefix: bytes,
        settle: Callable[[], None] | None,
    ) -> None:
        super().__init__(statement, shard, arguments)
        self._session = session
        self._prefix = prefix
        self._settle = settle
        self._timer: Timer | None = None

    def start(self, forwarder: Forwarder, done: Callable[[bytes | None], None]) -> bool:
        """Send it; *done* is called later. False if the general way has to be taken now."""
        self._done = done
        if not forwarder.forward(self):
            return False
        if self.statement.timed:
            self._timer = self._session.call_at_timeout(self._time_is_over)
        return True

    def cancel(self, reason: CancelReason) -> None:
        """End it with the reason's error."""
        self.waiting = False
        token = CancelToken()
        token.cancel(reason)
        self.failed(token.error())

    def abandon(self) -> None:
        """The client is gone."""
        self.waiting = False
        if self._timer is not None:
            self._timer.cancel()

    def _time_is_over(self) -> None:
        self.cancel(CancelReason.TIMEOUT)

    def answered(self, body: bytes) -> None:
        """See RemoteRead."""
        if self._timer is not None:
            self._timer.cancel()
        if self._settle is not None:
            self._settle()
        self._done(b"".join((self._prefix, body, w.READY[self._session.transaction.status])))

    def failed(self, error: SqlError | None) -> None:
        """See RemoteRead."""
        if self._timer is not None:
            self._timer.cancel()
        if error is None:
            self._done(None)
            return
        self._session.out.write(self._prefix)
        self._session.fail(error)
        if not self._session.closing:
            self._session.ready()
        self._done(b"")
