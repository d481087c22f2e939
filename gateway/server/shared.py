"""What all connections of one server share."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from gateway.access.access import Access, trusting
from gateway.contract.engine import Engine, SessionInfo
from gateway.server.options import ServerOptions
from gateway.server.received import Received
from gateway.server.registry import Numbers, Registry
from gateway.server.runtime import LoopRuntime
from gateway.server.shown import server_defaults
from gateway.server.waiting import Waiting
from gateway.session.options import SessionOptions
from gateway.session.parsing import ParseCache
from gateway.session.ports import Output
from gateway.session.session import Session
from gateway.session.variables import Variables
from gateway.wire.conversation import payload_maxima

#: Of other nodes' sessions, whatever [session] says.
DEFAULT_LIMITS: Final = SessionOptions()


class Shared:
    """See the module. *draining* refuses new sessions; *defaults* are of clients' settings, *peer_defaults* of other nodes'."""

    def __init__(
        self,
        engine: Engine,
        options: ServerOptions,
        loop: asyncio.AbstractEventLoop,
        numbers: Numbers | None = None,
        access: Access | None = None,
        limits: SessionOptions = DEFAULT_LIMITS,
    ) -> None:
        self.options = options
        self.maxima = payload_maxima(options.message_bytes_max)
        self.received = Received(options.received_bytes_max)
        self.limit(limits)
        self.peer_defaults = server_defaults(options, DEFAULT_LIMITS)
        self.access = access or trusting(options.trusted)
        self.loop = loop
        self.runtime = LoopRuntime(loop)
        self.turns = engine.turns
        self.check_versions = engine.check_versions
        self.registry = Registry(options.connections_max, numbers, options.connections_per_user_max)
        #: At start-up, by address: no address alone takes all the room there is for that.
        self.startups: Waiting[asyncio.Transport] = Waiting(min(options.startups_per_address_max, options.connections_max))
        self.draining = False
        self._engine = engine
        self._parses = ParseCache()

    def limit(self, limits: SessionOptions) -> None:
        """Sessions of clients that begin from now on have these limits."""
        self._limits, self.defaults = limits, server_defaults(self.options, limits)

    def write_timeout_s(self, user: str) -> float:
        """How long a session of *user* may be slow to take what it is sent; 0 is for ever."""
        return self.options.client_write_timeout_s * (2 if self.access.is_peer(user) else 1)

    def new_session(self, variables: Variables, info: SessionInfo, out: Output, on_error: Callable[[], None]) -> Session:
        """A session of this server's engine."""
        limits = DEFAULT_LIMITS if self.access.is_peer(info.user) else self._limits
        return Session(self._engine, variables, info, out, self.runtime, self._parses, on_error, limits)
