"""All that a node is told: its command line and its configuration file, read and checked as a whole."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self

from gateway.access.hba import HbaEntry
from gateway.access.options import AccessOptions
from gateway.access.setup import AccessConfig
from gateway.cluster.options import ClusterSettings
from gateway.config import ConfigError, ConfigFile, ServeSettings
from gateway.engine import EngineOptions
from gateway.node.attaching import attachments
from gateway.node.defining import definitions
from gateway.presto.options import PrestoOptions
from gateway.server import ServerOptions
from gateway.session.options import SessionOptions
from planner.postgres.definitions import DefinedView
from statestore.attach.options import AttachOptions, CheckpointAt
from statestore.node import StoreOptions
from statestore.remote import StorageOptions


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
class NodeSettings:
    """The sections of the configuration file, the command line's word before its own; *access* has [[hba]] too, *storage* the
    options of file systems by the URIs for which they hold."""

    cluster: ClusterSettings
    serve: ServeSettings
    storage: Mapping[str, StorageOptions]
    store: StoreOptions
    engine: EngineOptions
    server: ServerOptions
    session: SessionOptions
    access: AccessConfig
    presto: PrestoOptions
    attach: Mapping[str, CheckpointAt]
    attaching: AttachOptions
    views: tuple[DefinedView, ...]

    @classmethod
    def read(cls, config: ConfigFile, given: NodeArguments) -> Self:
        """Raises ConfigError, also for a section that there is not."""
        server = config.section("server", ServerOptions, trust=given.trust)
        trust = None if server.trust is None else server.trusted
        storage = config.free("storage")
        attach = attachments(config, given.attach, storage)
        found = cls(
            cluster=config.section("cluster", ClusterSettings, **given.cluster),
            serve=config.section(
                "serve", ServeSettings, root=given.root, listen=given.listen, store=given.store, workers=given.workers
            ),
            storage=storage,
            store=config.section("store", StoreOptions),
            engine=config.section("engine", EngineOptions),
            server=server,
            session=config.section("session", SessionOptions),
            access=AccessConfig(config.section("access", AccessOptions), config.entries("hba", HbaEntry), trust),
            presto=config.section("presto", PrestoOptions, listen=given.presto),
            attach=attach,
            attaching=config.section("attaching", AttachOptions),
            views=definitions(config, attach),
        )
        config.finish()
        if not found.serve.root and not attach:
            raise ConfigError("[serve]: root is missing; give --root or set it in [serve], or attach a checkpoint with --attach")
        return found
