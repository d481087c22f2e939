"""`tidegate serve`: one node, from its configuration to its last connection.

Start: open the HTTP port, which tells how far the rest is; open the root, bring the local store up to date as far as that goes in
FIRST_PASS_S, listen, join the cluster if there is one. SIGTERM or SIGINT: stopping.py. SIGHUP reloads the configuration
(reloading.py).
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import uvloop

from gateway.access.access import Access
from gateway.access.grants import GrantFile
from gateway.config import Address, ConfigFile
from gateway.engine.engine import ReadEngine
from gateway.engine.threads.cores import CORES
from gateway.engine.threads.garbage import what_is_there_kept
from gateway.engine.threads.heaps import gaps_given_back, keep_few_gaps, share_heaps
from gateway.http.workers import Siblings
from gateway.node.attaching import root_of
from gateway.node.checking import Checked, check_settings
from gateway.node.logs import log_as
from gateway.node.reloading import GrantWatch, HangUps, Live, Reload
from gateway.node.running import folder_of, running
from gateway.node.settings import NodeArguments, NodeSettings
from gateway.node.stopping import StopSignals, drain
from gateway.node.store_access import keep_private
from gateway.node.traces import traced
from gateway.node.worker import Worker, listen_to_others
from gateway.node.workers import run_workers, store_of, tallies_of
from gateway.replication.slots import Slots
from gateway.server import Server, serve
from gateway.server.listener import allow_descriptors
from gateway.server.registry import sessions_of
from gateway.server.signals import SessionSignals
from gateway.server.time_slice import shorten_time_slice
from statestore.node import LocalStore, Store

if TYPE_CHECKING:
    from gateway.http.door import HttpServer
    from gateway.http.siblings import MetricsSocket
    from gateway.http.standing import NodePlace
    from gateway.node.joining import Joined
    from gateway.presto.server import PrestoServer

#: How long the port stays closed at most for views that are being brought up to date.
FIRST_PASS_S: Final = 3.0
#: Seconds a thread may hold the interpreter while another waits. The store's thread has many short native calls to make
#: beside threads that compute; with Python's own 5 ms a version became visible three times later under load.
SWITCH_INTERVAL_S: Final = 0.0005
EXIT_FAILURE: Final = 1

#: In a store's folder, what is linked or copied from attached checkpoints.
ATTACHED: Final = "attached"
#: The one of columnar copies.
COPIES: Final = "copies"
#: The one of replication slots.
SLOTS: Final = "replication"

_log = logging.getLogger("tidegate")


@dataclass(frozen=True, slots=True)
class _Node:
    """What a process serves, and how. *folder* is this process's own; *worker* is None where it serves alone.

    *read* reads the settings anew for SIGHUP, and raises ConfigError.
    """

    settings: NodeSettings
    checked: Checked
    read: Callable[[], NodeSettings]
    hang_ups: HangUps
    folder: Path
    worker: Worker | None
    access: Access
    grants: GrantFile | None
    local: LocalStore

    @property
    def serves_others(self) -> bool:
        """Does this process do what one of several does for all?"""
        return self.worker is None or self.worker.is_first

    @property
    def siblings(self) -> Siblings | None:
        """The workers that it is one of."""
        worker = self.worker
        return None if worker is None else Siblings(worker.number, worker.of, partial(folder_of, self.folder.parent))

    @property
    def place(self) -> NodePlace:
        """As /status tells it."""
        from gateway.http.standing import NodePlace

        cluster = self.settings.cluster
        return NodePlace(cluster.node, cluster.cluster, self.folder) if cluster.clustered else NodePlace(folder=self.folder)

    def open_store(self, opened: ExitStack) -> Store:
        """The port opens soon, whatever there is to copy first: who asks for a view that is not there yet hears how far it is.

        What *opened* closes. Raises StateStoreError and OSError.
        """
        settings = self.settings
        opened.callback(self.local.close)
        self.local.start(wait=False, wait_s=FIRST_PASS_S)
        store = self._with_attached(opened) if settings.attach else self.local
        _log.info("%s: serving %d views of %s", self.folder, len(self.local.views()), settings.serve.root or "no root")
        return store

    def _with_attached(self, opened: ExitStack) -> Store:
        from statestore.attach.combined import with_attached

        settings, cluster = self.settings, self.checked.cluster
        holding = None if cluster is None else cluster.holding
        folder = self.folder / ATTACHED
        return opened.enter_context(with_attached(self.local, settings.attach, folder, settings.attaching, holding=holding))

    def engine_of(self, store: Store) -> ReadEngine:
        """Nobody else's."""
        options, folder = self.settings.engine, self.folder / COPIES
        if self.checked.cluster is None:
            engine = ReadEngine(store, options, folder)
        else:
            from gateway.cluster.engine import ClusterEngine

            engine = ClusterEngine(store, options, folder)
        engine.catalog.define(self.settings.views)
        engine.catalog.publish(self.settings.publication)
        self.settings.log.tell(engine.recent)
        return engine

    def watch_grants(self, engine: ReadEngine) -> GrantWatch | None:
        """From now on they count, if there are any."""
        return None if self.grants is None else GrantWatch(self.grants, engine.catalog.guard, self.access.exempt)

    def start_http(self) -> HttpServer | None:
        """Listen for HTTP, if that is asked for: it says how far the node is. Raises ConfigError."""
        found, patience_s = self.checked.http, self.settings.server.client_write_timeout_s
        return None if found is None else found.start(self.local, patience_s, reserved=self.worker is not None)

    async def open_port(self, engine: ReadEngine) -> Server:
        """Listen for Postgres clients. Raises OSError."""
        numbers = None if self.worker is None else self.worker.numbers
        told, address = self.settings, self.checked.address
        # A subscriber comes to whichever of several workers, so it would not find its slot.
        slots = Slots(self.folder / SLOTS, numbered=bool(told.publication)) if self.worker is None else None
        server = await serve(engine, address.host, address.port, told.server, numbers, self.access, told.session, slots)
        loop = asyncio.get_running_loop()
        engine.show_sessions(lambda: sessions_of(server.registry))
        if slots is not None:
            engine.show_slots(slots.rows, slots.numbering)
        engine.signals.receiver = signals = SessionSignals(loop, server.registry)
        if self.worker is not None:
            listen_to_others(loop, self.folder.parent, self.worker, server.registry, signals)
        return server


def run_node(config: ConfigFile, arguments: NodeArguments) -> int:
    """Serve until told to stop; the exit code. Raises ConfigError and statestore.errors for what keeps a node from starting."""
    hang_ups = HangUps()
    settings = NodeSettings.read(config, arguments)
    log_as(settings.log)
    checked = check_settings(settings)
    cluster, access, store = checked.cluster, settings.access, Path(settings.serve.store)
    keep_private(store, group_access=settings.serve.store_group_access)
    worker = Worker.of_environment()
    if settings.serve.workers > 1 and worker is None:
        presto, http = checked.presto, checked.http
        return run_workers(
            arguments.command,
            checked.address,
            store,
            settings.serve.workers,
            presto.address if presto else None,
            http.address if http else None,
        )
    peer = None if cluster is None else cluster.peer_user
    folder, tallies = store_of(settings.serve.store, worker), tallies_of(settings.serve.store, worker)
    opened_access, grants = access.open(peer, tallies), access.grants()
    settings.shares.tell(settings.engine, settings.store)
    sys.setswitchinterval(SWITCH_INTERVAL_S)
    if settings.serve.loop_core and worker is None:  # several workers would have to agree
        CORES.choose()
    allow_descriptors(settings.server.sockets_max)
    share_heaps()
    if settings.shares.is_small:
        keep_few_gaps()
    root, copy = root_of(settings.serve.root, folder, settings.storage)
    local = LocalStore(root, copy, settings.store, holding=None if cluster is None else cluster.holding)
    node = _Node(
        settings, checked, lambda: NodeSettings.read(ConfigFile(config.path), arguments), hang_ups, folder, worker,
        opened_access, grants, local,
    )  # fmt: skip
    with what_is_there_kept(), gaps_given_back(), ExitStack() as opened:
        if worker is None:
            opened.enter_context(running(store, 1))
        shorten_time_slice()
        code: int = uvloop.run(_start(node, opened))
    return code


async def _start(node: _Node, opened: ExitStack) -> int:
    """HTTP first, for whoever asks how far the node is."""
    live = Live(node.settings, node.checked.address, node.folder)
    signals = StopSignals(node.worker, lambda: live.settings.server)
    http = node.start_http() if node.serves_others else None  # of other workers once they serve, as their port for Postgres
    stores: list[Store] = []
    try:
        if not await signals.before(asyncio.to_thread(lambda: stores.append(node.open_store(opened)))):
            _log.info("stopped before it served")
            return 0
        engine = node.engine_of(stores[0])
        opened.enter_context(traced(node.settings.trace, engine.recent, node.settings.cluster.node))
        return await _serve(node, engine, live, signals, http)
    finally:
        if http is not None:
            await http.stop()


async def _serve(node: _Node, engine: ReadEngine, live: Live, signals: StopSignals, http: HttpServer | None) -> int:
    checked, grants = node.checked, node.watch_grants(engine)
    joined = None if checked.cluster is None else _joined(engine, checked)
    presto: PrestoServer | None = None
    metrics: MetricsSocket | None = None
    try:
        try:
            server = await node.open_port(engine)
        except OSError as error:
            _log.error("cannot listen on %s: %s", checked.address, error.strerror or error)
            return EXIT_FAILURE
        signals.told = server.shared.stop
        if checked.presto is not None and node.serves_others:
            presto = await checked.presto.start(server, reserved=node.worker is not None)
        _log.info("listening on %s", Address(checked.address.host, server.port))
        if joined:
            joined.start()
        http = http or node.start_http()
        if checked.http is not None and http is not None:
            metrics = await checked.http.serve(http, engine, server.shared, node.place, node.siblings)
        CORES.belong_to_loop()
        node.hang_ups.go_to(Reload(live, node.read, engine, server.shared, http, grants))
        await signals.asked.wait()
        await drain(server, joined, signals)
        await asyncio.gather(*(front.stop() for front in (presto, http, metrics) if front is not None))
    finally:
        if joined:
            await joined.stop()
        engine.close()
    _log.info("stopped")
    return 0


def _joined(engine: ReadEngine, checked: Checked) -> Joined:
    from gateway.cluster.engine import ClusterEngine
    from gateway.node.joining import Joined

    assert checked.cluster is not None, "only then"
    assert isinstance(engine, ClusterEngine), "made for it"
    return Joined(engine, checked.cluster)
