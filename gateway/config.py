"""The configuration file of `tidegate serve`: TOML, one table per part of the node.

    [serve]                 # what the command line says too; the command line wins
    root = "file:///data/views"
    listen = "127.0.0.1:5433"
    store = "/var/lib/tidegate"
    store_group_access = false  # true: the store's group may read it, too
    workers = 1             # processes behind the port; the sections below hold for each of them
    total_memory_bytes = 0  # what they may have in memory together; 0: by the container's limits (gateway/node/shares.py)

    [storage."s3://bucket"] # options of fsspec's file system for roots and checkpoints there (gateway/node/attaching.py)
    [store]                 # fields of statestore.node.StoreOptions
    [engine]                # fields of gateway.engine.EngineOptions
    [server]                # fields of gateway.server.ServerOptions
    [session]               # fields of gateway.session.options.SessionOptions
    [cluster]               # fields of gateway.cluster.options.ClusterSettings
    [http]                  # fields of gateway.http.options.HttpOptions
    [presto]                # fields of gateway.presto.options.PrestoOptions
    [attach]                # trades = "URI of a Spark checkpoint", as often as needed (gateway/node/attaching.py)
    [attach.NAME.columns]   # TABLE = ["…", "…"], what its columns are called
    [attaching]             # fields of statestore.attach.options.AttachOptions
    [view.NAME]             # sql = "SELECT …", a view defined by it; comment = "…" (gateway/node/settings.py)
    [publication]           # NAME = ["VIEW", "…"], views that are replicated together (docs/replication.md)
    [log]                   # fields of gateway.node.logs.LogOptions
    [access]                # fields of gateway.access.options.AccessOptions
    [[hba]]                 # as often as needed: fields of gateway.access.hba.HbaEntry

A field that does not exist, or a value of another type, is an error that names it.
"""

from __future__ import annotations

import dataclasses
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, TypeVar, get_origin, get_type_hints

DEFAULT_LISTEN: Final = "127.0.0.1:5433"
_PORT_MAX: Final = 65535
#: Processes behind one port.
WORKERS_MAX: Final = 64
#: With less than this a process that has imported all that it needs can answer hardly anything.
MEMORY_LEAST_BYTES: Final = 320 << 20

Section = TypeVar("Section")


class ConfigError(Exception):
    """A configuration that cannot be used; the message names file, section and field."""


@dataclass(frozen=True, slots=True)
class Address:
    """HOST:PORT; an IPv6 host stands in brackets."""

    host: str
    port: int

    @classmethod
    def parse(cls, text: str, where: str = "") -> Address:
        """Of what stands *where*, "listen in [http]: ". Raises ConfigError."""
        host, colon, port = text.rpartition(":")
        bare = host[1:-1] if host.startswith("[") and host.endswith("]") else host
        unclear = bare == host and ":" in host
        if not colon or not bare or unclear or {"[", "]"} & {*bare} or not port.isdecimal() or int(port) > _PORT_MAX:
            raise ConfigError(f"{where}{text!r} is no HOST:PORT")
        return cls(bare, int(port))

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


class ConfigFile:
    """A parsed file; sections are read into the dataclasses that define them."""

    def __init__(self, path: Path | None) -> None:
        #: None where there is no file.
        self.path = path
        self._tables: dict[str, Any] = {}
        if path is not None:
            self._tables = self._load(path)

    @staticmethod
    def _load(path: Path) -> dict[str, Any]:
        try:
            return tomllib.loads(path.read_text())
        except OSError as error:
            raise ConfigError(f"{path} cannot be read: {error.strerror}") from error
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise ConfigError(f"{path} is not TOML: {error}") from error

    def section(self, name: str, kind: type[Section], defaults: Mapping[str, Any] | None = None, **overrides: Any) -> Section:
        """Section *name* as a *kind*; *overrides* that are not None win over the file, which wins over *defaults*.

        Raises ConfigError.
        """
        table = self._tables.pop(name, {})
        if not isinstance(table, dict):
            raise ConfigError(f"{self.path}: {name} must be a table, [{name}]")
        return self._read(name, kind, table, {**{k: v for k, v in (defaults or {}).items() if k not in table}, **overrides})

    def entries(self, name: str, kind: type[Section]) -> tuple[Section, ...]:
        """All [[*name*]] of the file, in their order. Raises ConfigError."""
        tables = self._tables.pop(name, [])
        if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
            raise ConfigError(f"{self.path}: {name} must be an array of tables, [[{name}]]")
        return tuple(self._read(f"[{name}]", kind, table, {}) for table in tables)

    def named(self, name: str, kind: type[Section], *, alone: str = "") -> dict[str, Section]:
        """All [*name*.NAME] of the file by their names; with *alone*, NAME = value in [*name*] sets that field and no other.

        Raises ConfigError.
        """
        tables = self._tables.pop(name, {})
        if not isinstance(tables, dict):
            raise ConfigError(f"{self.path}: {name} must be a table, [{name}]")
        found = {}
        for entry, table in tables.items():
            if alone and not isinstance(table, dict):
                table = {alone: table}
            if not isinstance(table, dict):
                raise ConfigError(f"{self.path}: {name}.{entry} must be a table, [{name}.{entry}]")
            found[entry] = self._read(f"{name}.{entry}", kind, table, {})
        return found

    def free(self, name: str) -> dict[str, dict[str, Any]]:
        """All [*name*.NAME] of the file by their names, with whatever is in them. Raises ConfigError."""
        tables = self._tables.pop(name, {})
        if not isinstance(tables, dict) or not all(isinstance(table, dict) for table in tables.values()):
            raise ConfigError(f'{self.path}: {name} must be a table of tables, [{name}."…"]')
        return tables

    def _read(self, name: str, kind: type[Section], table: dict[str, Any], overrides: dict[str, Any]) -> Section:
        hints = get_type_hints(kind)
        fields = {f.name for f in dataclasses.fields(kind)}  # type: ignore[arg-type]
        for field, value in table.items():
            if field not in fields:
                raise ConfigError(f"{self.path}: [{name}] has no setting {field!r}; it has {', '.join(sorted(fields))}")
            table[field] = self._convert(f"[{name}] {field}", value, hints[field])
        table.update({field: value for field, value in overrides.items() if value is not None})
        try:
            return kind(**table)
        except (TypeError, ValueError) as error:
            raise ConfigError(f"{self.path or 'command line'}: [{name}]: {error}") from error

    def finish(self) -> None:
        """Raises ConfigError for sections nobody asked for."""
        if self._tables:
            raise ConfigError(f"{self.path}: no such section: [{next(iter(self._tables))}]")

    def _convert(self, what: str, value: Any, hint: Any) -> Any:
        if hint in (Path, Path | None) and isinstance(value, str):
            return Path(value)
        if hint is float and type(value) is int:
            return float(value)
        if get_origin(hint) is Literal:
            hint = str  # which of the words is for the section to say
        if get_origin(hint) in (dict, list):
            hint = get_origin(hint)  # as is what is in it
        if not isinstance(value, hint) or (isinstance(value, bool) and hint is not bool):
            raise ConfigError(f"{self.path}: {what} is {value!r}; it takes {getattr(hint, '__name__', hint)}")
        return value


@dataclass(frozen=True, slots=True)
class ServeSettings:
    """Section [serve]; empty strings are what was not said. A node needs a *root*, or checkpoints that are attached.

    With *loop_core* the event loop has a core of its own, where there are few and one process serves (cores.py). The store's
    folder is for the process's user alone (0700, files 0600); with *store_group_access* its group may read it (0750, 0640).
    All *workers* together may have *total_memory_bytes*; 0: what the container's limits say, else the machine.
    """

    root: str = ""
    listen: str | None = None
    store: str = ""
    workers: int = 1
    total_memory_bytes: int = 0
    loop_core: bool = True
    store_group_access: bool = False

    def __post_init__(self) -> None:
        if not self.store:
            raise ValueError("store is missing; give --store or set it in [serve]")
        if not 1 <= self.workers <= WORKERS_MAX:
            raise ValueError(f"workers={self.workers}: from 1 to {WORKERS_MAX}")
        if self.total_memory_bytes and self.total_memory_bytes < MEMORY_LEAST_BYTES * self.workers:
            raise ValueError(
                f"total_memory_bytes={self.total_memory_bytes}: at least {MEMORY_LEAST_BYTES} for each of {self.workers} processes"
            )
