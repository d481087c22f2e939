"""SIGHUP: the configuration file is read anew, and what can change in a running node changes, as with PostgreSQL.

    [[hba]], [server]          who may come in, and how many, from the next login on; how a node stops
    [session]                  limits and timeouts of sessions that begin from now on
    [http], [engine], [access] limits, and waiting times; not addresses, files, threads or memory (changes.py has all of them)
    [log]                      how, and what, is logged
    [view.NAME]                views defined by SQL, from the next statement on
    everything else            waits for a restart; the log names each setting, what is in force and what the file says

Users', grants' and certificates' files need no signal: they are looked at when they are needed, that of grants by GrantWatch; with
the signal all of them are looked at. A file that is wrong changes nothing, and the log says why. With --workers the parent passes
the signal on. `tidegate reload` sends the signal and tells what was said (running.py).
"""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from gateway.access.files import FileFound
from gateway.access.grants import GrantFile
from gateway.catalog.guard import Guard
from gateway.config import Address, ConfigError
from gateway.engine.engine import ReadEngine
from gateway.node.changes import changes, in_force
from gateway.node.logs import log_as
from gateway.node.running import write_report
from gateway.node.settings import NodeSettings
from gateway.server.shared import Shared
from statestore.errors import StateStoreError

if TYPE_CHECKING:
    from gateway.http.door import HttpServer

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


# -------------------------------------------------------------------------------------------------------------- reload


@dataclass(slots=True)
class Live:
    """The *settings* in force of a node at *address*; *folder* is the process's own."""

    settings: NodeSettings
    address: Address
    folder: Path


class Reload:
    """Of a serving node; call it in the event loop."""

    def __init__(
        self,
        live: Live,
        read: Callable[[], NodeSettings],
        engine: ReadEngine,
        shared: Shared,
        http: HttpServer | None,
        grants: GrantWatch | None,
    ) -> None:
        """*read* reads the settings anew and raises ConfigError."""
        self._live, self._read = live, read
        self._engine, self._shared, self._http, self._grants = engine, shared, http, grants

    def __call__(self) -> None:
        """Read, check, change; say it in the log, and to who asked for it."""
        said: list[str] = []
        try:
            done = self._reload(said)
        except ConfigError as error:
            _log.error("SIGHUP: nothing is reloaded: %s", error)
            done, said = False, [f"nothing is reloaded: {error}"]
        try:
            write_report(self._live.folder, done=done, said=said)
        except (StateStoreError, OSError) as error:
            _log.error("SIGHUP: what was reloaded cannot be told: %s", error)

    def _reload(self, said: list[str]) -> bool:
        """Whether all files are good. Raises ConfigError, and then nothing has changed."""
        old, read = self._live.settings, self._read()
        new = in_force(old, read)
        new.access.check(self._live.address, nodes=bool(new.cluster.secret_file))
        self._take(old, new)
        log_as(new.log)
        for change in changes(old, read):
            said.append(str(change))
            _log.log(logging.INFO if change.live else logging.WARNING, "SIGHUP: %s", change)
        files = [*self._shared.access.look(), *(() if self._grants is None else (self._grants.look(),))]
        said += [found.told for found in files]
        _log.info("SIGHUP: the configuration is reloaded")
        return not any(found.bad for found in files)

    def _take(self, old: NodeSettings, new: NodeSettings) -> None:
        shared, engine = self._shared, self._engine
        shared.access.admit(new.access.entries)
        shared.access.limit(new.access.options)
        shared.limit(new.server, new.session)
        engine.workers.limit(new.engine)
        engine.planners.jobs_max = new.engine.planning_max
        if self._http is not None:
            self._http.limit(new.http, new.server.client_write_timeout_s)
        if new.views != old.views:
            engine.catalog.define(new.views)
        new.log.tell(engine.recent)
        self._live.settings = new


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

    def look(self) -> FileFound:
        """Look now."""
        if self._file.look():
            self._guard.set(self._file.grants, self._exempt)
        return self._file.found

    def _look(self) -> None:
        self.look()
        self._timer = self._loop.call_later(LOOK_S, self._look)
