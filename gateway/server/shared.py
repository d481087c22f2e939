"""What all connections of one server share."""

from __future__ import annotations

import asyncio
import math
import time
from collections import defaultdict
from collections.abc import Callable
from typing import Final, Generic, TypeVar

from gateway.access.access import Access, trusting
from gateway.contract.engine import Engine, SessionInfo
from gateway.errors import InputTooLarge
from gateway.replication.session import ReplicationSession
from gateway.replication.slots import SLOTS_MAX, Slots
from gateway.server.options import ServerOptions
from gateway.server.registry import Numbers, Registry
from gateway.session.definitions import SETTINGS
from gateway.session.options import SessionOptions
from gateway.session.ports import Closable, Output, Timer
from gateway.session.session import Session
from gateway.session.variables import DEFAULTS, Layer, Variables
from gateway.wire.conversation import payload_maxima
from planner.parse.template import ParseCache

#: Of other nodes' sessions, whatever [session] says.
DEFAULT_LIMITS: Final = SessionOptions()
#: PostgreSQL's words; with 57P03 libpq goes on to the next host, if it has several.
SHUTTING_DOWN: Final = "the database system is shutting down"

# ------------------------------------------------------------------------------------------------------------ received
# What all connections together have received and not yet handled: one client's message is bounded, so has to be their sum. Little
# is not counted: whoever keeps less than COUNTED_BYTES is bounded by the number of connections.

COUNTED_BYTES: Final = 1 << 16


class Received:
    """The sum. For the event loop's thread."""

    __slots__ = ("bytes_max", "refused", "total_bytes")

    def __init__(self, bytes_max: int) -> None:
        self.bytes_max = bytes_max
        self.total_bytes = self.refused = 0

    def keep(self, before: int, now: int) -> int:
        """A connection that counted as *before* keeps *now* bytes; what it counts as. Raises InputTooLarge: then as before."""
        counted = now if now >= COUNTED_BYTES else 0
        if counted > before and self.total_bytes + counted - before > self.bytes_max:
            self.refused += 1
            raise InputTooLarge(
                "out of memory for messages of clients",
                detail=f"Messages that are not complete, or wait, may have {self.bytes_max} bytes in all (received_bytes_max).",
                hint="Try again later.",
            )
        self.total_bytes += counted - before
        return counted


# --------------------------------------------------------------------------------------------------------- silent ones
# Those who have not said yet what they want, oldest first: who has waited longest goes where there are too many. A client that
# means it says what it wants at once. So a crowd that connects and is silent, whatever it has begun to send, drives out its own,
# and whoever comes behind it is served.

T = TypeVar("T")


class Waiting(Generic[T]):
    """At most *each_max* of one source."""

    def __init__(self, each_max: int) -> None:
        self.each_max = each_max
        self._found: dict[str, dict[T, None]] = defaultdict(dict)

    def add(self, source: str, who: T) -> T | None:
        """*who* waits from now on; whoever has to go for it."""
        those = self._found[source]
        those[who] = None
        if len(those) <= self.each_max:
            return None
        oldest = next(iter(those))
        del those[oldest]
        return oldest

    def remove(self, source: str, who: T) -> None:
        """It does no more, if it did."""
        those = self._found.get(source)
        if those is not None:
            those.pop(who, None)
            if not those:
                del self._found[source]


# -------------------------------------------------------------------------------------------------------------- shared


class Shared:
    """See the module. *stopping*: the node has been told to stop, and is not ready any more; *draining*: it refuses new sessions.
    *defaults* are of clients' settings, *peer_defaults* of other nodes'."""

    def __init__(
        self,
        engine: Engine,
        options: ServerOptions,
        loop: asyncio.AbstractEventLoop,
        numbers: Numbers | None = None,
        access: Access | None = None,
        limits: SessionOptions = DEFAULT_LIMITS,
        slots: Slots | None = None,
    ) -> None:
        #: Where replication is served.
        self.slots = slots
        self.received = Received(options.received_bytes_max)
        self.registry = Registry(options.connections_max, numbers, options.connections_per_user_max)
        #: At start-up, by address: no address alone takes all the room there is for that.
        self.startups: Waiting[asyncio.Transport] = Waiting(1)
        self.limit(options, limits)
        self.access = access or trusting(options.trusted)
        self.loop = loop
        self.runtime = LoopRuntime(loop)
        self.turns = engine.turns
        self.check_versions = engine.check_versions
        self.stopping = self.draining = False
        self._engine = engine
        self._parses = ParseCache()

    def limit(self, options: ServerOptions, limits: SessionOptions) -> None:
        """From now on *options* hold, for connections that there are but for what they were made with; and for sessions of clients
        that begin from now on *limits*."""
        self.options = options
        self.maxima = payload_maxima(options.message_bytes_max)
        self.received.bytes_max = options.received_bytes_max
        self.registry.limit(options.connections_max, options.connections_per_user_max)
        self.startups.each_max = min(options.startups_per_address_max, options.connections_max)
        self._limits, self.defaults = limits, server_defaults(options, limits, replicates=self.slots is not None)
        self.peer_defaults = server_defaults(options, DEFAULT_LIMITS, replicates=self.slots is not None)

    def stop(self) -> None:
        """The node has been told to stop: it is not ready any more, and serves on."""
        self.stopping = True

    def write_timeout_s(self, user: str) -> float:
        """How long a session of *user* may be slow to take what it is sent; 0 is for ever."""
        return self.options.client_write_timeout_s * (2 if self.access.is_peer(user) else 1)

    def new_session(self, variables: Variables, info: SessionInfo, out: Output, on_error: Callable[[], None]) -> Session:
        """A session of this server's engine."""
        limits = DEFAULT_LIMITS if self.access.is_peer(info.user) else self._limits
        return Session(self._engine, variables, info, out, self.runtime, self._parses, on_error, limits)

    def replication_session(
        self, variables: Variables, info: SessionInfo, out: Output, on_error: Callable[[], None], close: Callable[[], None]
    ) -> ReplicationSession:
        """One that may replicate; *close* closes its connection. Only where there are slots."""
        assert self.slots is not None, "Opening refuses others"
        session = (self._engine, variables, info, out, self.runtime, self._parses, on_error, self._limits)
        return ReplicationSession(self.slots, close, *session, restarts=self.options.replication_restarts)


# ------------------------------------------------------------------------------------------------------------- runtime
# Real time and background work for sessions: the Runtime of a running event loop.


class LoopRuntime:
    """Runtime over asyncio. Streams that are being closed are kept track of until they are."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._closing: set[asyncio.Task[None]] = set()

    def now_us(self) -> int:
        """See Runtime."""
        return time.time_ns() // 1000

    def call_later(self, delay_s: float, callback: Callable[[], None]) -> Timer:
        """See Runtime."""
        return self._loop.call_later(delay_s, callback)

    def close(self, stream: Closable) -> None:
        """See Runtime."""
        task = self._loop.create_task(stream.close())
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)

    async def finish(self) -> None:
        """Wait until everything is closed."""
        while self._closing:
            await asyncio.wait(self._closing)


# ------------------------------------------------------------------------------------------------------------ defaults
# The server's limits under the names that PostgreSQL's users know, as SHOW, current_setting and pg_settings give them.


def server_defaults(server: ServerOptions, session: SessionOptions, *, replicates: bool) -> Layer:
    """What sessions of such a server begin with: no place is kept for superusers, for there are none."""
    numbers = {
        "max_connections": server.connections_max,
        "superuser_reserved_connections": 0,
        "max_replication_slots": SLOTS_MAX if replicates else 0,
        "max_wal_senders": server.connections_max if replicates else 0,
        "authentication_timeout": math.ceil(server.startup_timeout_s),
        **session.starts,
    }
    shown = {name: SETTINGS[name].shown(value) for name, value in numbers.items()}
    return {**DEFAULTS, **shown, "wal_level": "logical" if replicates else "replica"}
