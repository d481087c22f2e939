"""The real Transport: other nodes over Postgres's protocol, on connections that are kept for the next fragment.

Heartbeats have a connection of their own per peer, and so has each subscription, so that neither waits behind fragments, nor
fragments behind what has no end.

`cluster/peers/transport.py` asks other nodes. It connects through psycopg and then drives libpq itself (`peers/connection.py`):
psycopg answers a cancelled task by cancelling over a second connection and waiting for the first, up to ten seconds with a silent
peer. Whoever gives up closes the socket, and the other node cancels what a client that left was running. Batches are validated in
full, for a wrong offset would be followed into foreign memory; the end-of-stream marker and the number of rows in `COPY n` have
to be there and right. A kept connection that turns out dead before it brought a byte is replaced once. A fragment of one row
takes 0.6 ms, both nodes in one process.
"""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from dataclasses import dataclass
from typing import Final

from gateway.cluster.credentials import Credentials
from gateway.cluster.membership.ports import FragmentOutcome, FragmentSink, FragmentTask
from gateway.cluster.membership.status import NodeStatus, StatusTexts
from gateway.cluster.peers.connection import PeerConnection
from gateway.cluster.peers.pool import PeerPool
from gateway.cluster.peers.rows import ArrowMessages, copy_statement
from gateway.config import Address
from gateway.errors import BadStatus, FragmentFailed, FragmentRefused, PeerUnreachable

HEARTBEAT_SQL: Final = "SHOW tidegate.heartbeat"
#: So many of this node's subscriptions may hear from one peer: more than it takes connections (53300).
SUBSCRIPTIONS_MAX: Final = 100_000


@dataclass(frozen=True, slots=True)
class PeerOptions:
    """*connections_max* fragments run on one peer at a time, others wait; unused connections are closed after *idle_s*."""

    connections_max: int = 16
    idle_s: float = 60.0
    connect_timeout_s: float = 2.0


class PeerTransport:
    """Implements ports.Transport. Use and close it in one event loop."""

    def __init__(self, options: PeerOptions | None = None, credentials: Credentials | None = None) -> None:
        self._options, self._credentials = options or PeerOptions(), credentials or Credentials()
        self._fragments: dict[Address, PeerPool] = {}
        self._heartbeats: dict[Address, PeerPool] = {}
        self._subscriptions: dict[Address, PeerPool] = {}
        self._statuses = StatusTexts()

    async def status(self, address: Address, timeout_s: float) -> NodeStatus:
        """See Transport. Raises BadStatus, PeerUnreachable."""
        pool = self._pool(self._heartbeats, address, 1)
        try:
            async with asyncio.timeout(timeout_s):
                try:
                    text = await self._value(pool)
                except _Stale:
                    text = await self._value(pool)
                return self._statuses.read(address, text)
        except TimeoutError:
            raise PeerUnreachable(f"it does not answer within {timeout_s * 1000:.0f} ms") from None
        except (FragmentRefused, FragmentFailed) as error:
            raise BadStatus(f"it gives no status: {error.message}") from error

    async def _value(self, pool: PeerPool) -> str:
        async with pool.connection() as found:
            try:
                return await found.connection.value(HEARTBEAT_SQL)
            except PeerUnreachable as error:
                raise (_Stale(error.message) if found.reused else error) from None

    async def run(self, address: Address, task: FragmentTask, deadline_s: float | None, sink: FragmentSink) -> FragmentOutcome:
        """See Transport. Raises PeerUnreachable."""
        if task.endless:
            pool = self._pool(self._subscriptions, address, SUBSCRIPTIONS_MAX)
        else:
            pool = self._pool(self._fragments, address, self._options.connections_max)
        try:
            async with asyncio.timeout_at(deadline_s):
                try:
                    return await self._run(pool, task, sink)
                except _Stale:
                    return await self._run(pool, task, sink)
        except TimeoutError:
            raise PeerUnreachable("it had not answered at the query's deadline") from None

    async def _run(self, pool: PeerPool, task: FragmentTask, sink: FragmentSink) -> FragmentOutcome:
        messages = ArrowMessages(task.mismatch)
        async with pool.connection() as found:
            try:
                await _receive(found.connection, task, sink, messages)
            except PeerUnreachable as error:
                # A connection that was closed while nobody used it says nothing about the peer as it is now.
                raise (_Stale(error.message) if found.reused and not messages.bytes else error) from None
        return FragmentOutcome(messages.rows, messages.bytes)

    def _pool(self, pools: dict[Address, PeerPool], address: Address, connections_max: int) -> PeerPool:
        pool = pools.get(address)
        if pool is None:
            options = self._options
            pool = pools[address] = PeerPool(address, self._credentials, connections_max, options.idle_s, options.connect_timeout_s)
        return pool

    def close(self) -> None:
        """Close all connections; what still runs on one fails."""
        for pool in (*self._fragments.values(), *self._heartbeats.values(), *self._subscriptions.values()):
            pool.close()


class _Stale(PeerUnreachable):
    """A kept connection turned out to be dead before anything came over it."""


async def _receive(connection: PeerConnection, task: FragmentTask, sink: FragmentSink, messages: ArrowMessages) -> None:
    told_rows: int | None = None
    async with aclosing(connection.copy_out(copy_statement(task))) as answer:
        async for payload in answer:
            if isinstance(payload, int):
                told_rows = payload
            elif (batch := messages.take(payload)) is not None and batch.num_rows:
                await sink.write(batch)
    messages.finish(told_rows)
