"""All that a node is told: its command line and its configuration file, read and checked as a whole."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self

from gateway.access.hba import HbaEntry
from gateway.access.options import AccessOptions
from gateway.access.setup import AccessConfig
from gateway.cluster.options import ClusterSettings
from gateway.config import ConfigError, ConfigFile, ServeSettings
from gateway.engine import EngineOptions
from gateway.http.options import HttpOptions
from gateway.machine import this_machine
from gateway.node.attaching import attachments
from gateway.node.logs import LogOptions
from gateway.node.shares import Shares
from gateway.node.traces import TraceOptions
from gateway.presto.options import PrestoOptions
from gateway.server import ServerOptions
from gateway.session.options import SessionOptions
from planner.errors import PlanError
from planner.postgres.definitions import DefinedView, check_definitions, read_definition
from statestore.attach.options import AttachOptions, CheckpointAt
from statestore.node import StoreOptions
from statestore.remote import StorageOptions
from statestore.schema import NAME_BYTES_MAX


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
    http: str | None = None
    attach: Sequence[str] = ()
    command: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class NodeSettings:
    """The sections of the configuration file, the command line's word before its own; *access* has [[hba]] too, *storage* the
    options of file systems by the URIs for which they hold, *shares* what sizes are where neither says any."""

    cluster: ClusterSettings
    serve: ServeSettings
    shares: Shares
    storage: Mapping[str, StorageOptions]
    store: StoreOptions
    engine: EngineOptions
    server: ServerOptions
    session: SessionOptions
    access: AccessConfig
    presto: PrestoOptions
    http: HttpOptions
    attach: Mapping[str, CheckpointAt]
    attaching: AttachOptions
    views: tuple[DefinedView, ...]
    publication: Mapping[str, list[str]]
    log: LogOptions
    trace: TraceOptions

    @classmethod
    def read(cls, config: ConfigFile, given: NodeArguments) -> Self:
        """Raises ConfigError, also for a section that there is not."""
        serve = config.section(
            "serve", ServeSettings, root=given.root, listen=given.listen, store=given.store, workers=given.workers
        )
        shares = Shares.make(this_machine(), serve)
        server = config.section("server", ServerOptions, shares.of["server"], trust=given.trust)
        trust = None if server.trust is None else server.trusted
        storage = config.free("storage")
        attach = attachments(config, given.attach, storage)
        found = cls(
            cluster=config.section("cluster", ClusterSettings, None, **given.cluster),
            serve=serve,
            shares=shares,
            storage=storage,
            store=config.section("store", StoreOptions, shares.of["store"]),
            engine=config.section("engine", EngineOptions, shares.of["engine"]),
            server=server,
            session=config.section("session", SessionOptions, shares.of["session"]),
            access=AccessConfig(config.section("access", AccessOptions), config.entries("hba", HbaEntry), trust),
            presto=config.section("presto", PrestoOptions, listen=given.presto),
            http=config.section("http", HttpOptions, listen=given.http),
            attach=attach,
            attaching=config.section("attaching", AttachOptions),
            views=definitions(config, attach),
            publication={name: entry.views for name, entry in config.named("publication", PublicationEntry, alone="views").items()},
            log=config.section("log", LogOptions),
            trace=config.section("trace", TraceOptions),
        )
        config.finish()
        if not found.serve.root and not attach:
            raise ConfigError("[serve]: root is missing; give --root or set it in [serve], or attach a checkpoint with --attach")
        return found


# --------------------------------------------------------------------------------------------------------- [view.NAME]
# Views defined by SQL, with a comment if there is one. What no relations could make a view is refused at start; what does not fit
# the relations there are is said when it is asked for.


@dataclass(frozen=True, slots=True)
class DefinitionEntry:
    """One [view.NAME]."""

    sql: str = ""
    comment: str = ""

    def __post_init__(self) -> None:
        if not self.sql.strip():
            raise ValueError("sql is missing")


@dataclass(frozen=True, slots=True)
class PublicationEntry:
    """One NAME = ["VIEW", …] of [publication]: published views that are followed together (gateway/replication)."""

    views: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        if not self.views or not all(isinstance(view, str) and view for view in self.views) or len({*self.views}) < len(self.views):
            raise ValueError("views has to be a list of one or more names of views, each once")


def definitions(config: ConfigFile, attached: Collection[str]) -> tuple[DefinedView, ...]:
    """All of the file. *attached* are names that are taken. Raises ConfigError, which names file and view, and line and column."""
    found = tuple(_read(config, name, entry, attached) for name, entry in config.named("view", DefinitionEntry).items())
    try:
        check_definitions(found)
    except PlanError as error:
        raise ConfigError(f"{config.path}: {error.message}: {error.detail}") from error
    return found


def _read(config: ConfigFile, name: str, entry: DefinitionEntry, attached: Collection[str]) -> DefinedView:
    where = f"{config.path}: [view.{name}]"
    if not name or len(name.encode()) > NAME_BYTES_MAX or "\0" in name:
        raise ConfigError(f"{where}: a view's name has 1 to {NAME_BYTES_MAX} bytes")
    if name in attached:
        raise ConfigError(f"{where}: a checkpoint is attached under this name; give one of the two another")
    try:
        return read_definition(name, entry.sql, entry.comment)
    except PlanError as error:
        raise ConfigError(f"{where} sql: {error.message}{_position(entry.sql, error.position)}") from error


def _position(sql: str, position: int | None) -> str:
    if position is None:
        return ""
    before = sql[: position - 1]
    return f" (line {before.count(chr(10)) + 1}, character {len(before) - before.rfind(chr(10))})"
