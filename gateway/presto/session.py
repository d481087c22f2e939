"""buenavista's contract over a session of the gateway.

    PrestoConnection.create_session() ─→ PrestoSession.execute_sql(sql) ─→ QueryResult.rows()       from a thread, waiting
                                           └ start(sql), PrestoResult.page()                        from any event loop, awaited

Both do the same: the session lives in the gateway's event loop, with admission, time limits, cancelling, versions and cluster as
for every other client, and what it answers is kept back page by page (output.py). SQL is PostgreSQL's; rewriting is done before.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from buenavista import core

from gateway.contract.cancel import CancelReason
from gateway.contract.engine import SessionInfo
from gateway.errors import CannotConnectNow, GatewayError
from gateway.presto import output as o
from gateway.presto.options import PrestoOptions
from gateway.presto.types import TrinoType
from gateway.server.shared import SHUTTING_DOWN, Shared
from gateway.session.events import handle
from gateway.session.startup import DATABASE
from gateway.session.variables import Variables
from gateway.wire.messages import Query
from gateway.wire.writer import Report
from planner.errors import Unsupported

#: What values are read from (values.py).
_STYLE: Final = {"intervalstyle": "iso_8601", "bytea_output": "hex", "client_min_messages": "warning"}
_WAIT_S: Final = 3_600.0
T = TypeVar("T")


class QueryFailed(GatewayError):
    """A statement's error, with the SQLSTATE that the session reported."""

    def __init__(self, told: Report) -> None:
        super().__init__(told.message, detail=told.detail, hint=told.hint)
        self.sqlstate = told.sqlstate


@dataclass(frozen=True, slots=True)
class TrinoCaller:
    """Whose session it is, from where, with which settings to begin with and knowing which types."""

    user: str = "tidegate"
    address: str = ""
    port: int = -1
    settings: Mapping[str, str] = field(default_factory=dict)
    capabilities: frozenset[str] = frozenset()


class PrestoResult(core.QueryResult):  # type: ignore[misc]
    """The answer to one statement."""

    def __init__(self, session: PrestoSession, out: o.PageOutput, capabilities: frozenset[str]) -> None:
        super().__init__()
        self._session, self._out, self._capabilities = session, out, capabilities
        self.columns: list[tuple[str, TrinoType]] | None = None
        self.done = False
        self.warnings: list[Report] = []
        self._tag = ""
        self._first: list[list[Any]] = []

    async def page(self, timeout_s: float) -> list[list[Any]]:
        """The rows that come next; none if none has come in time, or at the end (then *done*). Raises QueryFailed."""
        data, self.done = await self._session.in_loop(self._take(timeout_s))
        found: list[bytes] = []
        for kind, message in o.messages(data):
            match kind:
                case b"D":
                    found.append(message)
                case b"T":
                    self.columns = o.columns(message, self._capabilities)
                case b"N":
                    self.warnings.append(o.report_of(message))
                case b"C":
                    self._tag = o.tag_of(message)
                case b"E":
                    raise QueryFailed(o.report_of(message))
        return o.rows(found, [kind for _, kind in self.columns or ()])

    async def _take(self, timeout_s: float) -> tuple[bytes, bool]:
        data, done = await self._out.take(timeout_s), self._out.done
        if done:
            self._session.statement_taken()
        return data, done

    def give_up_soon(self) -> None:
        """Nobody wants the rest: end the statement. Any thread."""
        self._session.call_soon(lambda: self._session.give_up(self._out))

    # ------------------------------------------------------------------------------------------------ buenavista's, blocking

    def begin(self) -> None:
        """Wait for what the statement returns, or its error."""
        while self.columns is None and not self.done:
            self._first = self._session.wait(self.page(_WAIT_S))

    def has_results(self) -> bool:
        """See QueryResult."""
        return self.columns is not None

    def column_count(self) -> int:
        """See QueryResult."""
        return len(self.columns or ())

    def column(self, index: int) -> tuple[str, core.BVType]:
        """See QueryResult."""
        name, kind = (self.columns or [])[index]
        return name, kind.bv

    def rows(self) -> Iterator[list[Any]]:
        """See QueryResult; pages are taken as they are wanted."""
        yield from self._first
        while not self.done:
            yield from self._session.wait(self.page(_WAIT_S))

    def status(self) -> str:
        """See QueryResult; complete after the last row."""
        return self._tag


class PrestoSession(core.Session):  # type: ignore[misc]
    """One session. It is registered like a connection's: counted, cancelled, ended and waited for with the others.

    Made in the gateway's loop. Raises what a login raises: TooManyConnections, errors of settings.
    """

    def __init__(self, shared: Shared, caller: TrinoCaller, options: PrestoOptions) -> None:
        super().__init__()
        if shared.draining:
            raise CannotConnectNow(SHUTTING_DOWN)
        self._shared, self._caller, self._options = shared, caller, options
        self.user = caller.user
        variables = Variables(caller.user, DATABASE, shared.defaults, shared.check_versions)
        for name, value in {**caller.settings, **_STYLE}.items():
            variables.start(name, value)
        self._out = o.PageOutput(options.page_bytes)
        self.pid, self.secret = shared.registry.register(self, caller.user)
        shared.registry.connections.add(self)
        info = SessionInfo(self.pid, caller.user, DATABASE, caller.address, caller.port, shared.runtime.now_us())
        self.session = shared.new_session(variables, info, self, lambda: None)
        self._task: asyncio.Task[None] | None = None
        self._untaken = self._leaving = self._closed = False
        #: Whether it ends with its statement; not, while it is kept for a transaction or by a front end.
        self.kept = False

    # ------------------------------------------------------------------------------------------------- gateway.session's Output

    def write(self, data: bytes) -> None:
        """See Output."""
        self._out.write(data)

    async def drain(self, token: Any) -> None:
        """See Output."""
        await self._out.drain(token)

    # ------------------------------------------------------------------------------------------------------------- statements

    async def start(self, sql: str) -> PrestoResult:
        """Begin a statement; the one before has been taken or is given up. In the gateway's loop. Raises CannotConnectNow."""
        if self._closed:
            raise CannotConnectNow("the session has ended")
        if self._untaken:
            self.cancel()
        self._out.lose()
        if self._task is not None:
            await self._task
        self._out = out = o.PageOutput(self._options.page_bytes)
        self._untaken = True
        self._task = self._shared.loop.create_task(self._run(sql, out))
        return PrestoResult(self, out, self._caller.capabilities)

    async def _run(self, sql: str, out: o.PageOutput) -> None:
        pending: Awaitable[None] | None = handle(self.session, Query(sql))
        if pending is not None:
            await pending
        out.finish()

    @property
    def ended(self) -> bool:
        """Is it over? Any thread."""
        return self._closed

    def statement_taken(self) -> None:
        """The client has all of its answer."""
        self._untaken = False
        if not self.kept or (self._leaving and not self.in_transaction()):
            self.end()

    def in_transaction(self) -> bool:
        """Is a transaction block open?"""
        return self.session.transaction.status != "I"

    def cancel(self, reason: CancelReason = CancelReason.USER) -> None:
        """End what runs. In the gateway's loop."""
        self.session.cancel(reason)

    def give_up(self, out: o.PageOutput) -> None:
        """A statement's client wants no more of it."""
        out.lose()
        if out is self._out and self._untaken:
            self.cancel()
            self.statement_taken()

    def end(self) -> None:
        """Give everything back. In the gateway's loop; may be called twice."""
        if self._closed:
            return
        self._closed = True
        self._out.lose()
        self.session.cancel(CancelReason.DISCONNECT)
        if self._task is None or self._task.done():
            self._gone()
        else:
            self._task.add_done_callback(lambda _: self._gone())

    def _gone(self) -> None:
        self.session.close()
        self._shared.registry.forget(self, self.pid)

    # -------------------------------------------------------------------------------------------- what a registry does to them

    def leave(self) -> None:
        """The server drains: end as soon as the answer is taken and no transaction is open."""
        self._leaving = True
        if not self._untaken and not self.in_transaction():
            self.end()

    def terminate(self) -> None:
        """End now."""
        self.session.cancel(CancelReason.SHUTDOWN)
        self.end()

    def warn(self, sqlstate: str, message: str) -> None:
        """Tell the client of something, beside what it gets."""
        self.session.warn(sqlstate, message)

    # ------------------------------------------------------------------------------------------------ buenavista's, blocking

    def in_loop(self, work: Coroutine[Any, Any, T]) -> Awaitable[T]:
        """Work in the gateway's loop, awaited in another."""
        return asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, self._shared.loop))

    def wait(self, work: Coroutine[Any, Any, T]) -> T:
        """Work waited for in a thread that has no event loop."""
        return asyncio.run(work)

    def cursor(self) -> PrestoSession:
        """See buenavista's Session."""
        return self

    def execute_sql(self, sql: str, params: Any = None) -> PrestoResult:
        """See buenavista's Session; blocks, and must not be called in an event loop. Raises QueryFailed."""
        if params:
            raise Unsupported("parameters are not supported here", hint="Write them into the statement.")
        self.kept = True
        result = asyncio.run_coroutine_threadsafe(self.start(sql), self._shared.loop).result()
        result.begin()
        return result

    def close(self) -> None:
        """See buenavista's Session."""
        self.call_soon(self.end)

    def call_soon(self, work: Callable[[], None]) -> None:
        """Have it done in the gateway's loop. Any thread."""
        self._shared.loop.call_soon_threadsafe(work)

    def load_df_function(self, table: str) -> Any:
        """See buenavista's Session. Raises Unsupported."""
        raise Unsupported("data frames are not made here")


class PrestoConnection(core.Connection):  # type: ignore[misc]
    """Sessions of one server for callers that say who they are."""

    def __init__(self, shared: Shared, options: PrestoOptions, caller: TrinoCaller | None = None) -> None:
        super().__init__()
        self._shared, self._options, self._caller = shared, options, caller or TrinoCaller()

    async def open(self, caller: TrinoCaller) -> PrestoSession:
        """A session. In the gateway's loop."""
        return PrestoSession(self._shared, caller, self._options)

    def new_session(self) -> PrestoSession:
        """See buenavista's Connection; blocks."""
        session = asyncio.run_coroutine_threadsafe(self.open(self._caller), self._shared.loop).result()
        session.kept = True
        return session

    def parameters(self) -> dict[str, str]:
        """See buenavista's Connection: what a server says at the start."""
        variables = Variables(self._caller.user, DATABASE, self._shared.defaults)
        return dict(variables.unreported())
