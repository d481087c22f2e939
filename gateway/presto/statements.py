"""What a client's statement comes to: a query that pages are taken of, or a change to the session that the client itself keeps.

In the HTTP server's loop; sessions are made and used in the gateway's.
"""

from __future__ import annotations

import asyncio
import re
import uuid
from collections.abc import Awaitable, Coroutine, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from gateway.errors import ActiveTransaction, NoActiveTransaction
from gateway.presto.headers import TrinoSession, pair, setting
from gateway.presto.kept import Kept
from gateway.presto.options import PrestoOptions
from gateway.presto.relations import RELATIONS
from gateway.presto.session import PrestoConnection, PrestoResult, PrestoSession, QueryFailed, TrinoCaller
from gateway.session.startup import DATABASE
from planner.errors import InvalidName, UndefinedCatalog, UndefinedSchema
from planner.presto import Names, read
from planner.presto import requests as r
from planner.presto.rewrite import SYSTEM
from planner.presto.show import identifier, literal

#: Texts beyond this are read in a thread.
LONG_CHARACTERS: Final = 4_096
_CATALOGS: Final = ("", DATABASE, SYSTEM)
#: Printable ASCII without what separates names and values in headers.
_CARRIED: Final = re.compile(r"[\x21-\x2b\x2d-\x3c\x3e-\x7e]+")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class SessionUpdate:
    """Nothing to read: *headers* are for the client to keep."""

    update_type: str
    headers: Mapping[str, str] = field(default_factory=dict)


class Transactions(Kept[PrestoSession]):
    """Sessions with an open transaction, by the name that the client knows it by. Forgotten ones are rolled back."""

    def __init__(self, options: PrestoOptions) -> None:
        super().__init__(options.transactions_max, "transactions", lambda session: session.call_soon(session.end))
        self._idle_s = options.abandoned_s

    def begin(self, session: PrestoSession) -> str:
        """A name for it."""
        name = str(uuid.uuid4())
        self.add(name, session, self._idle_s)
        return name

    def find(self, name: str, user: str) -> PrestoSession:
        """The user's transaction of that name. Raises NoActiveTransaction."""
        session = self.get(name)
        if session is not None and session.ended:
            self.forget(name)
        if session is None or session.user != user or session.ended:
            raise NoActiveTransaction(f"there is no transaction {name}", hint="It may have been idle for too long.")
        self.touch(name, self._idle_s)
        return session


class PrestoStatements:
    """Of one HTTP server."""

    def __init__(self, connection: PrestoConnection, loop: asyncio.AbstractEventLoop, options: PrestoOptions) -> None:
        self._connection, self._loop, self._options = connection, loop, options
        self.transactions = Transactions(options)

    def in_loop(self, work: Coroutine[Any, Any, T]) -> Awaitable[T]:
        """Work in the gateway's loop."""
        return asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, self._loop))

    async def run(self, text: str, asked: TrinoSession, address: str, port: int) -> PrestoResult | SessionUpdate:
        """Raises what planning and sessions do."""
        if asked.catalog not in _CATALOGS:
            raise UndefinedCatalog(f"Catalog '{asked.catalog}' not found")
        names = Names(DATABASE, asked.catalog, asked.schema, asked.prepared, RELATIONS)
        request = read(text, names) if len(text) <= LONG_CHARACTERS else await asyncio.to_thread(read, text, names)
        caller = TrinoCaller(asked.user, address, port, settings_of(asked), asked.capabilities)
        match request:
            case r.ReadRequest(sql, schema):
                if schema is not None:
                    await self._check_schema(schema, caller)
                return await self._query(sql, asked, caller)
            case r.UseRequest(catalog, schema):
                return await self._use(catalog, schema, caller)
            case r.SetRequest(name, value):
                return await self._set(name, value, caller)
            case r.PrepareRequest(name, statement):
                return SessionUpdate("PREPARE", {"Added-Prepare": pair(kept(name), statement)})
            case r.DeallocateRequest(name):
                return SessionUpdate("DEALLOCATE", {"Deallocated-Prepare": name})
            case r.BeginRequest(sql):
                return await self._begin(sql, asked, caller)
            case r.EndRequest(committed):
                return await self._end(asked, committed=committed)

    async def _query(self, sql: str, asked: TrinoSession, caller: TrinoCaller) -> PrestoResult:
        if asked.transaction is not None:
            session = self.transactions.find(asked.transaction, asked.user)
            return await self.in_loop(session.start(sql))
        return await self.in_loop(self._new(sql, caller))

    async def _new(self, sql: str, caller: TrinoCaller) -> PrestoResult:
        session = await self._connection.open(caller)
        return await session.start(sql)

    async def _check(self, sql: str, caller: TrinoCaller) -> int:
        """Run a statement to its end, in a session of its own, for its errors, and how many rows it gives."""
        return await self._finish(await self.in_loop(self._new(sql, caller)))

    async def _check_schema(self, schema: str, caller: TrinoCaller) -> None:
        if not await self._check(f"SELECT 1 FROM pg_catalog.pg_namespace WHERE nspname = {literal(schema)}", caller):
            raise UndefinedSchema(f"Schema '{schema}' does not exist")

    async def _finish(self, result: PrestoResult) -> int:
        rows = 0
        while not result.done:
            rows += len(await result.page(self._options.poll_s))
        return rows

    async def _use(self, catalog: str | None, schema: str, caller: TrinoCaller) -> SessionUpdate:
        if catalog not in (None, *_CATALOGS):
            raise UndefinedCatalog(f"Catalog '{catalog}' not found")
        if catalog != SYSTEM:
            await self._check_schema(schema, caller)
        headers = {"Set-Schema": kept(schema)}
        return SessionUpdate("USE", headers if catalog is None else {"Set-Catalog": catalog, **headers})

    async def _set(self, name: str, value: str | None, caller: TrinoCaller) -> SessionUpdate:
        known, shown = setting(kept(name), value or "")
        if value is None:
            return SessionUpdate("RESET SESSION", {"Clear-Session": name})
        parts = ".".join(identifier(part) for part in known.split("."))
        await self._check(f"SET {parts} = {literal(shown)}", caller)
        return SessionUpdate("SET SESSION", {"Set-Session": pair(name, value)})

    async def _begin(self, sql: str, asked: TrinoSession, caller: TrinoCaller) -> SessionUpdate:
        if asked.transaction is not None:
            raise ActiveTransaction("there is a transaction in progress")
        self.transactions.check_room()
        result, session = await self.in_loop(self._first(sql, caller))
        try:
            await self._finish(result)
        except QueryFailed:
            session.call_soon(session.end)
            raise
        return SessionUpdate("START TRANSACTION", {"Started-Transaction-Id": self.transactions.begin(session)})

    async def _first(self, sql: str, caller: TrinoCaller) -> tuple[PrestoResult, PrestoSession]:
        session = await self._connection.open(caller)
        session.kept = True
        return await session.start(sql), session

    async def _end(self, asked: TrinoSession, *, committed: bool) -> SessionUpdate:
        """COMMIT of a failed transaction rolls it back, as in PostgreSQL; either way it is over."""
        if asked.transaction is None:
            raise NoActiveTransaction("there is no transaction in progress")
        session = self.transactions.find(asked.transaction, asked.user)
        try:
            await self._finish(await self.in_loop(session.start("COMMIT" if committed else "ROLLBACK")))
        finally:
            self.transactions.forget(asked.transaction)
        return SessionUpdate("COMMIT" if committed else "ROLLBACK", {"Clear-Transaction-Id": asked.transaction})


def kept(name: str) -> str:
    """A name that a client can keep, which means that a header can carry it. Raises InvalidName (42602)."""
    if not _CARRIED.fullmatch(name):
        raise InvalidName(f"the name {name!r} cannot be kept by a client")
    return name


def settings_of(asked: TrinoSession) -> dict[str, str]:
    """What a session begins with."""
    found = dict(asked.properties)
    if asked.source:
        found.setdefault("application_name", asked.source)
    if asked.time_zone:
        found.setdefault("timezone", asked.time_zone)
    if asked.schema and asked.catalog != SYSTEM:
        found["search_path"] = identifier(asked.schema)
    return found
