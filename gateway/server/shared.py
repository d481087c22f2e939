"""What all connections of one server share."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from gateway.access.access import Access, trusting
from gateway.engine.contract import Engine, SessionInfo
from gateway.server.options import ServerOptions
from gateway.server.registry import Numbers, Registry
from gateway.server.runtime import LoopRuntime
from gateway.session.parsing import ParseCache
from gateway.session.ports import Output
from gateway.session.session import Session
from gateway.session.variables import Variables


class Shared:
    """See the module. *draining* refuses new sessions."""

    def __init__(
        self,
        engine: Engine,
        options: ServerOptions,
        loop: asyncio.AbstractEventLoop,
        numbers: Numbers | None = None,
        access: Access | None = None,
    ) -> None:
        self.options = options
        self.access = access or trusting(options.trusted)
        self.loop = loop
        self.runtime = LoopRuntime(loop)
        self.registry = Registry(options.connections_max, numbers, options.connections_per_user_max)
        self.draining = False
        self._engine = engine
        self._parses = ParseCache()

    def new_session(self, variables: Variables, info: SessionInfo, out: Output, on_error: Callable[[], None]) -> Session:
        """A session of this server's engine."""
        return Session(self._engine, variables, info, out, self.runtime, self._parses, on_error)
