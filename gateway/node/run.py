"""`tidegate serve`: one node, from its configuration to its last connection.

Start: open the root, bring the local store up to date as far as that goes in FIRST_PASS_S, listen, join the cluster if there is
one. SIGTERM or SIGINT: tell the other nodes, stop listening, let running queries end within DRAIN_S, close the store. A second
signal ends at once.
SIGHUP reloads the configuration (reloading.py).
"""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

import uvloop

from gateway.access.access import Access
from gateway.access.grants import GrantFile
from gateway.cluster.engine import ClusterEngine
from gateway.config import DEFAULT_LISTEN, Address, ConfigError, ConfigFile, ServeSettings
from gateway.engine.engine import ReadEngine
from gateway.engine.threads.cores import CORES
from gateway.engine.threads.garbage import what_is_there_kept
from gateway.engine.threads.heaps import arrow_in_heaps, gaps_given_back, share_heaps
from gateway.http.setup import HttpSetup, Siblings
from gateway.node.attaching import root_of
from gateway.node.joining import Joined, Joining
from gateway.node.logs import log_as
from gateway.node.reloading import GrantWatch, HangUps, Reload
from gateway.node.settings import NodeArguments, NodeSettings
from gateway.node.store_access import keep_private
from gateway.node.traces import traced
from gateway.node.worker import Worker, folder_of, listen_to_others, when_parent_ends
from gateway.node.workers import run_workers, store_of, tallies_of
from gateway.presto.setup import PrestoSetup
from gateway.server import Server, serve
from gateway.server.listener import allow_descriptors
from gateway.server.registry import sessions_of
from gateway.server.signals import SessionSignals
from gateway.server.time_slice import shorten_time_slice
from statestore.attach.combined import with_attached
from statestore.node import LocalStore, Store

#: How long running queries may go on after SIGTERM.
DRAIN_S: Final = 20.0
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

_log = logging.getLogger("tidegate")


@dataclass(frozen=True, slots=True)
class _Door:
    """Where clients come in. *store* is this process's own folder; *worker* is None where it serves alone."""

    address: Address
    settings: NodeSettings
    store: Path
    worker: Worker | None
    access: Access
    grants: GrantFile | None
    presto: PrestoSetup | None = None
    http: HttpSetup | None = None

    @property
    def siblings(self) -> Siblings | None:
        """The workers that it is one of."""
        worker = self.worker
        return None if worker is None else Siblings(worker.number, worker.of, partial(folder_of, self.store.parent))

    async def open(self, engine: ReadEngine) -> Server:
        """Listen. Raises OSError."""
        if self.grants is not None:
            GrantWatch(self.grants, engine.catalog.guard, self.access.exempt)
        numbers = None if self.worker is None else self.worker.numbers
        told = self.settings
        server = await serve(engine, self.address.host, self.address.port, told.server, numbers, self.access, told.session)
        loop = asyncio.get_running_loop()
        engine.show_sessions(lambda: sessions_of(server.registry))
        engine.signals.receiver = signals = SessionSignals(loop, server.registry)
        if self.worker is not None:
            listen_to_others(loop, self.store.parent, self.worker, server.registry, signals)
        return server


@dataclass(frozen=True, slots=True)
class Checked:
    """What settings come to that a node can start with."""

    cluster: Joining | None
    address: Address
    presto: PrestoSetup | None
    http: HttpSetup | None


def check_settings(settings: NodeSettings) -> Checked:
    """All that can be found wrong with them before anything is opened. Raises ConfigError."""
    cluster = Joining.of(settings.cluster)
    address, access = _address(settings.serve, cluster), settings.access
    settings.trace.check()
    access.check(address, nodes=cluster is not None and cluster.credentials.secret is not None)
    if settings.serve.workers > 1 and cluster is not None and cluster.settings.kafka:
        raise ConfigError("--workers and --kafka: a member of a Kafka group is one process; use --peers, or one worker")
    if access.options.grants_file is not None and cluster is not None and cluster.peer_user is None:
        raise ConfigError(
            "[access] grants_file: nodes have to know each other, or they may not read either; set secret_file in [cluster]"
        )
    return Checked(cluster, address, PrestoSetup.of(settings.presto, access), HttpSetup.of(settings.http, access))


def run_node(config: ConfigFile, arguments: NodeArguments) -> int:
    """Serve until told to stop; the exit code. Raises ConfigError and statestore.errors for what keeps a node from starting."""
    hang_ups = HangUps()
    settings = NodeSettings.read(config, arguments)
    log_as(settings.log)
    checked = check_settings(settings)
    cluster, address, presto, http, access = checked.cluster, checked.address, checked.presto, checked.http, settings.access
    keep_private(Path(settings.serve.store), group_access=settings.serve.store_group_access)
    worker = Worker.of_environment()
    if settings.serve.workers > 1 and worker is None:
        return run_workers(
            arguments.command,
            address,
            Path(settings.serve.store),
            settings.serve.workers,
            presto.address if presto else None,
            http.address if http else None,
        )
    peer = None if cluster is None else cluster.peer_user
    tallies = tallies_of(settings.serve.store, worker)
    door = _Door(
        address, settings, store_of(settings.serve.store, worker), worker, access.open(peer, tallies), access.grants(),
        presto=presto if worker is None or worker.is_first else None, http=http,
    )  # fmt: skip
    settings.shares.tell(settings.engine, settings.store)
    sys.setswitchinterval(SWITCH_INTERVAL_S)
    if settings.serve.loop_core and worker is None:  # several workers would have to agree
        CORES.choose()
    allow_descriptors(settings.server.sockets_max)
    share_heaps()
    if settings.shares.is_small:
        arrow_in_heaps()
    holding = None if cluster is None else cluster.holding
    root, store = root_of(settings.serve.root, door.store, settings.storage)
    with (
        what_is_there_kept(),
        gaps_given_back(),
        _started(LocalStore(root, store, settings.store, holding=holding)) as local,
        with_attached(local, settings.attach, door.store / ATTACHED, settings.attaching, holding=holding) as served,
    ):
        _log.info("%s: serving %d views of %s", door.store, len(local.views()), settings.serve.root or "no root")
        shorten_time_slice()
        code: int = uvloop.run(
            _serve(served, door, cluster, hang_ups, lambda: NodeSettings.read(ConfigFile(config.path), arguments))
        )
    return code


@contextmanager
def _started(store: LocalStore) -> Iterator[LocalStore]:
    """The port opens soon, whatever there is to copy first: who asks for a view that is not there yet hears how far it is."""
    store.start(wait=False, wait_s=FIRST_PASS_S)
    try:
        yield store
    finally:
        store.close()


def _address(settings: ServeSettings, cluster: Joining | None) -> Address:
    """Where to listen: in a cluster, unless it is said, where the others expect this node."""
    if settings.listen is not None:
        return Address.parse(settings.listen)
    return Address.parse(DEFAULT_LISTEN) if cluster is None else cluster.settings.address


async def _serve(store: Store, door: _Door, cluster: Joining | None, hang_ups: HangUps, read: Callable[[], NodeSettings]) -> int:
    """*read* reads the settings anew for SIGHUP, and raises ConfigError."""
    options = door.settings.engine
    engine = (ReadEngine if cluster is None else ClusterEngine)(store, options, door.store / COPIES)
    engine.catalog.define(door.settings.views)
    engine.recent.slow_s = door.settings.log.slow_statement_s
    ending = ExitStack()
    ending.enter_context(traced(door.settings.trace, engine.recent, door.settings.cluster.node))
    joined = None
    if cluster is not None and isinstance(engine, ClusterEngine):
        joined = Joined(engine, cluster)
    try:
        try:
            server = await door.open(engine)
        except OSError as error:
            _log.error("cannot listen on %s: %s", door.address, error.strerror or error)
            return EXIT_FAILURE
        presto = None if door.presto is None else await door.presto.start(server, reserved=door.worker is not None)
        http = None if door.http is None else await door.http.start(engine, server, door.siblings)
        _log.info("listening on %s", Address(door.address.host, server.port))
        if joined:
            joined.start()
        CORES.belong_to_loop()
        hang_ups.go_to(Reload(door.settings, read, engine, server, door.address))
        await _stop_signal(door.worker)
        if joined:
            await joined.leave()
        _log.info("draining %d connections", server.connections)
        await server.drain(DRAIN_S)
        if presto:
            await presto.stop()
        if http:
            await http.stop()
    finally:
        if joined:
            await joined.stop()
        ending.close()
        engine.close()
    _log.info("stopped")
    return 0


async def _stop_signal(worker: Worker | None) -> None:
    """Wait for the first SIGTERM or SIGINT, or for a worker's parent to end; the next signal has its default effect."""
    loop = asyncio.get_running_loop()
    stopped = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stopped.set)
    if worker is not None:
        when_parent_ends(loop, stopped.set)
    await stopped.wait()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.remove_signal_handler(number)
