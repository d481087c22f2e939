"""`tidegate serve`: one node, from its configuration to its last connection.

Start: open the root, bring the local store up to date, listen, join the cluster if there is one. SIGTERM or SIGINT: tell the other
nodes, stop listening, let running queries end within DRAIN_S, close the store. A second signal ends at once.
"""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import uvloop

from gateway.access.access import Access, PeerUser, peer_user
from gateway.access.grant_watch import GrantWatch
from gateway.access.grants import GrantFile
from gateway.access.hba import HbaEntry
from gateway.access.options import AccessOptions
from gateway.access.setup import AccessConfig
from gateway.attaching import attachments, root_of
from gateway.cluster.credentials import Credentials
from gateway.cluster.engine import ClusterEngine
from gateway.cluster.joining import Joined, LateHolding, membership_of
from gateway.cluster.members import Membership
from gateway.cluster.options import ClusterSettings
from gateway.config import DEFAULT_LISTEN, Address, ConfigError, ConfigFile, ServeSettings
from gateway.defining import definitions
from gateway.engine import EngineOptions
from gateway.engine.cores import CORES
from gateway.engine.engine import ReadEngine
from gateway.engine.garbage import what_is_there_kept
from gateway.engine.heaps import gaps_given_back, share_heaps
from gateway.presto.options import PrestoOptions
from gateway.presto.setup import PrestoSetup
from gateway.server import Server, ServerOptions, serve
from gateway.server.activity import sessions_of
from gateway.server.descriptors import allow_descriptors
from gateway.server.signals import SessionSignals
from gateway.server.time_slice import shorten_time_slice
from gateway.session.options import SessionOptions
from gateway.worker import Worker, listen_to_others, when_parent_ends
from gateway.workers import run_workers, store_of, tallies_of
from planner.definitions import DefinedView
from statestore.attach.options import AttachOptions
from statestore.attach.serving import with_attached
from statestore.node import LocalStore, Store, StoreOptions

#: How long running queries may go on after SIGTERM.
DRAIN_S: Final = 20.0
#: Seconds a thread may hold the interpreter while another waits. The store's thread has many short native calls to make
#: beside threads that compute; with Python's own 5 ms a version became visible three times later under load.
SWITCH_INTERVAL_S: Final = 0.0005
EXIT_FAILURE: Final = 1

#: In a store's folder, what is linked or copied from attached checkpoints.
ATTACHED: Final = "attached"

_log = logging.getLogger("tidegate")


@dataclass(frozen=True, slots=True)
class NodeArguments:
    """What the command line says; None is nothing. *cluster* are fields of ClusterSettings, *command* is all of it.

    *attach* are NAME=URI, of Spark's checkpoints.
    """

    root: str | None = None
    listen: str | None = None
    store: str | None = None
    trust: str | None = None
    cluster: Mapping[str, str | float | None] = field(default_factory=dict)
    workers: int | None = None
    presto: str | None = None
    attach: Sequence[str] = ()
    command: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class _Cluster:
    """What is known of the cluster before the event loop runs."""

    settings: ClusterSettings
    membership: Membership
    holding: LateHolding
    credentials: Credentials

    @property
    def peer_user(self) -> PeerUser | None:
        """Whom the others come as; None where nodes are trusted by their addresses."""
        found = self.credentials
        return None if found.secret is None else peer_user(found.user, found.secret)


@dataclass(frozen=True, slots=True)
class _Door:
    """Where clients come in. *store* is this process's own folder; *worker* is None where it serves alone."""

    address: Address
    options: ServerOptions
    store: Path
    worker: Worker | None
    access: Access
    limits: SessionOptions
    grants: GrantFile | None
    presto: PrestoSetup | None = None

    async def open(self, engine: ReadEngine) -> Server:
        """Listen. Raises OSError."""
        if self.grants is not None:
            GrantWatch(self.grants, engine.catalog.guard, self.access.exempt)
        numbers = None if self.worker is None else self.worker.numbers
        server = await serve(engine, self.address.host, self.address.port, self.options, numbers, self.access, self.limits)
        loop = asyncio.get_running_loop()
        engine.show_sessions(lambda: sessions_of(server.registry))
        engine.signals.receiver = signals = SessionSignals(loop, server.registry)
        if self.worker is not None:
            listen_to_others(loop, self.store.parent, self.worker, server.registry, signals)
        return server


def run_node(config: ConfigFile, arguments: NodeArguments) -> int:
    """Serve until told to stop; the exit code. Raises ConfigError and statestore.errors for what keeps a node from starting."""
    cluster = _cluster(config.section("cluster", ClusterSettings, **arguments.cluster))
    listen = arguments.listen
    settings = config.section(
        "serve", ServeSettings, root=arguments.root, listen=listen, store=arguments.store, workers=arguments.workers
    )
    store_options = config.section("store", StoreOptions)
    engine_options = config.section("engine", EngineOptions)
    server_options = config.section("server", ServerOptions, trust=arguments.trust)
    limits = config.section("session", SessionOptions)
    trust = None if server_options.trust is None else server_options.trusted
    access = AccessConfig(config.section("access", AccessOptions), config.entries("hba", HbaEntry), trust)
    presto_options = config.section("presto", PrestoOptions, listen=arguments.presto)
    attached = attachments(config, arguments.attach)
    attach_options = config.section("attaching", AttachOptions)
    views = definitions(config, attached)
    config.finish()
    if not settings.root and not attached:
        raise ConfigError("[serve]: root is missing; give --root or set it in [serve], or attach a checkpoint with --attach")
    address = _address(settings, cluster)
    access.check(address, nodes=cluster is not None and cluster.credentials.secret is not None)
    presto = PrestoSetup.of(presto_options, access)
    worker = Worker.of_environment()
    if settings.workers > 1 and worker is None:
        if cluster is not None and cluster.settings.kafka:
            raise ConfigError("--workers and --kafka: a member of a Kafka group is one process; use --peers, or one worker")
        return run_workers(arguments.command, address, Path(settings.store), settings.workers, presto.address if presto else None)
    peer = None if cluster is None else cluster.peer_user
    if access.options.grants_file is not None and cluster is not None and peer is None:
        raise ConfigError(
            "[access] grants_file: nodes have to know each other, or they may not read either; set secret_file in [cluster]"
        )
    tallies = tallies_of(settings.store, worker)
    door = _Door(
        address, server_options, store_of(settings.store, worker), worker, access.open(peer, tallies), limits, access.grants(),
        presto=presto if worker is None or worker.is_first else None,
    )  # fmt: skip
    sys.setswitchinterval(SWITCH_INTERVAL_S)
    if settings.loop_core and worker is None:  # several workers would have to agree
        CORES.choose()
    allow_descriptors(server_options.sockets_max)
    share_heaps()
    holding = None if cluster is None else cluster.holding
    root, store = root_of(settings.root, door.store)
    with (
        what_is_there_kept(),
        gaps_given_back(),
        LocalStore(root, store, store_options, holding=holding) as local,
        with_attached(local, attached, door.store / ATTACHED, attach_options, holding=holding) as served,
    ):
        _log.info("%s: serving %d views of %s", door.store, len(local.views()), settings.root or "no root")
        shorten_time_slice()
        code: int = uvloop.run(_serve(served, door, engine_options, views, cluster))
    return code


def _cluster(settings: ClusterSettings) -> _Cluster | None:
    if not settings.clustered:
        return None
    for warning in settings.warnings():
        _log.warning("%s", warning)
    membership = membership_of(settings)
    return _Cluster(settings, membership, LateHolding(settings, membership), settings.credentials())


def _address(settings: ServeSettings, cluster: _Cluster | None) -> Address:
    """Where to listen: in a cluster, unless it is said, where the others expect this node."""
    if settings.listen is not None:
        return Address.parse(settings.listen)
    return Address.parse(DEFAULT_LISTEN) if cluster is None else cluster.settings.address


async def _serve(
    store: Store, door: _Door, engine_options: EngineOptions, views: Sequence[DefinedView], cluster: _Cluster | None
) -> int:
    engine = ReadEngine(store, engine_options) if cluster is None else ClusterEngine(store, engine_options)
    engine.catalog.define(views)
    joined = None
    if cluster is not None and isinstance(engine, ClusterEngine):
        joined = Joined(engine, cluster.settings, cluster.membership, cluster.holding, cluster.credentials)
    try:
        try:
            server = await door.open(engine)
        except OSError as error:
            _log.error("cannot listen on %s: %s", door.address, error.strerror or error)
            return EXIT_FAILURE
        presto = None if door.presto is None else await door.presto.start(server, reserved=door.worker is not None)
        _log.info("listening on %s", Address(door.address.host, server.port))
        if joined:
            joined.start()
        CORES.belong_to_loop()
        await _stop_signal(door.worker)
        if joined:
            await joined.leave()
        _log.info("draining %d connections", server.connections)
        await server.drain(DRAIN_S)
        if presto:
            await presto.stop()
    finally:
        if joined:
            await joined.stop()
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
