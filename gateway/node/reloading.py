"""SIGHUP: the configuration file is read anew, and what can change in a running node changes, as with PostgreSQL.

    [[hba]], [server] trust    who may come in, from the next login on
    [session]                  limits and timeouts of sessions that begin from now on
    [log]                      how, and what, is logged
    [view.NAME]                views defined by SQL, from the next statement on
    everything else            waits for a restart; the log names the sections that differ

Users', grants' and certificates' files need no signal: they are looked at when they are needed, that of grants by GrantWatch. A
file that is wrong changes nothing, and the log says why. With --workers the parent passes the signal on.
"""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import Callable
from dataclasses import fields, replace
from typing import Final

from gateway.access.grants import GrantFile
from gateway.catalog.guard import Guard
from gateway.config import Address, ConfigError
from gateway.engine.engine import ReadEngine
from gateway.node.logs import log_as
from gateway.node.settings import NodeSettings
from gateway.server import Server

_log = logging.getLogger("tidegate")


class HangUps:
    """SIGHUPs that come before the node can reload; make it in the main thread."""

    def __init__(self) -> None:
        self._came = False
        signal.signal(signal.SIGHUP, lambda *_: setattr(self, "_came", True))

    def go_to(self, reload: Callable[[], None]) -> None:
        """Have the running event loop call *reload* for each from now on, and for those that came."""
        asyncio.get_running_loop().add_signal_handler(signal.SIGHUP, reload)
        if self._came:
            reload()


class Reload:
    """Of a serving node; call it in the event loop."""

    def __init__(
        self, settings: NodeSettings, read: Callable[[], NodeSettings], engine: ReadEngine, server: Server, address: Address
    ) -> None:
        """*settings* are those in force, *read* reads them anew and raises ConfigError."""
        self._settings, self._read = settings, read
        self._engine, self._server, self._address = engine, server, address

    def __call__(self) -> None:
        """Read, check, change and say it in the log."""
        try:
            new = self._changed(self._read())
            new.access.check(self._address, nodes=bool(new.cluster.secret_file))
        except ConfigError as error:
            _log.error("SIGHUP: nothing is reloaded: %s", error)
            return
        shared = self._server.shared
        shared.access.admit(new.access.entries)
        shared.limit(new.session)
        if new.views != self._settings.views:
            self._engine.catalog.define(new.views)
        log_as(new.log)
        self._engine.recent.slow_s = new.log.slow_statement_s
        self._settings = new
        _log.info("SIGHUP: the configuration is reloaded")

    def _changed(self, read: NodeSettings) -> NodeSettings:
        """The settings in force with what can change of those that were *read*; what cannot is logged."""
        old = self._settings
        access = replace(old.access, hba=read.access.hba, trust=read.access.trust)
        server = replace(old.server, trust=read.server.trust)
        new = replace(old, access=access, server=server, session=read.session, views=read.views, log=read.log, shares=read.shares)
        for field in fields(new):
            if getattr(new, field.name) != getattr(read, field.name):
                _log.warning("SIGHUP: section [%s] has changed, which takes a restart", field.name)
        return new


# -------------------------------------------------------------------------------------------------------------- grants

#: A revoked grant ends this long after the command at the latest; statements that run by then run to their end.
LOOK_S: Final = 1.0


class GrantWatch:
    """Make it in the event loop. From then on the file's grants count."""

    def __init__(self, file: GrantFile, guard: Guard, exempt: frozenset[str] = frozenset()) -> None:
        self._file, self._guard, self._exempt = file, guard, exempt
        self._loop = asyncio.get_running_loop()
        self._guard.set(file.grants, exempt)
        self._timer = self._loop.call_later(LOOK_S, self._look)

    def close(self) -> None:
        """Look no more."""
        self._timer.cancel()

    def look(self) -> None:
        """Look now."""
        if self._file.look():
            self._guard.set(self._file.grants, self._exempt)

    def _look(self) -> None:
        self.look()
        self._timer = self._loop.call_later(LOOK_S, self._look)
