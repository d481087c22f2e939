"""Which Spark checkpoints a node attaches, and under which names: the command line and sections [attach] and [attaching].

--attach trades=URI          as often as needed; wins over the file where both give the name
[attach]
trades = "URI"               or [attach.trades] uri = "URI"

[attach.trades.columns]      names of columns: of a table all, in their order, "" for one that is left out
trades = ["symbol", "trades", "", "mean_price"]

[storage."s3://bucket"]      options of the file system for roots and checkpoints of that URI, and below it
endpoint_url = "https://…"
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Final
from urllib.parse import urlsplit

from gateway.config import ConfigError, ConfigFile
from statestore.attach.options import CheckpointAt
from statestore.node.layout import has_copies
from statestore.remote import StorageOptions, options_for
from statestore.schema import NAME_BYTES_MAX
from statestore.views import Root, open_root

#: Tables are called NAME, or NAME_operator_store: the rest has to fit into the 63 bytes of a name.
NAME_CHARACTERS_MAX: Final = 32
_NAME: Final = re.compile(r"[a-z_][a-z0-9_]*").fullmatch
#: In a store's folder, what a node without a root keeps instead.
_ROOTLESS: Final = "rootless"


@dataclass(frozen=True, slots=True)
class AttachEntry:
    """One checkpoint: a folder, or a URI that fsspec knows; and what columns of its tables are called."""

    uri: str = ""
    columns: dict[str, list[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not self.uri:
            raise ValueError("uri is missing")
        for table, names in self.columns.items():
            _check_columns(table, names)


def _check_columns(table: str, names: object) -> None:
    where = f"columns of {table}"
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise ValueError(f'{where}: it takes a list of names, ["…", "…"]')
    for at, name in enumerate(names):
        if len(name.encode()) > NAME_BYTES_MAX or "\0" in name:
            raise ValueError(f"{where}: {name!r} is no name; it has {NAME_BYTES_MAX} bytes at most")
        if name and name in names[:at]:
            raise ValueError(f"{where}: {name} is given twice")


def attachments(
    config: ConfigFile, given: Sequence[str], storage: Mapping[str, StorageOptions] = MappingProxyType({})
) -> Mapping[str, CheckpointAt]:
    """Checkpoints by name, absolute where they are local. *given* are NAME=URI of the command line. Raises ConfigError."""
    found = config.named("attach", AttachEntry, alone="uri")
    for name in found:
        check_name(name, f"[attach.{name}]")
    on_command_line: dict[str, str] = {}
    for text in given:
        name, equals, uri = text.partition("=")
        if not equals or not uri:
            raise ConfigError(f"--attach {text}: it takes NAME=URI, the name of the tables and the checkpoint's folder")
        check_name(name, f"--attach {text}")
        if name in on_command_line:
            raise ConfigError(f"--attach {text}: {name} is given twice")
        on_command_line[name] = uri
    uris = {**{name: entry.uri for name, entry in found.items()}, **on_command_line}
    return {
        name: CheckpointAt(_absolute(uri), found[name].columns if name in found else {}, options_for(uri, storage))
        for name, uri in uris.items()
    }


def check_name(name: str, where: str) -> None:
    """Raises ConfigError, which begins with *where*, for a name that tables cannot have."""
    if not _NAME(name) or len(name) > NAME_CHARACTERS_MAX:
        what = f"a small letter or _, then small letters, digits and _, {NAME_CHARACTERS_MAX} at most"
        raise ConfigError(f"{where}: {name!r} cannot be part of a table's name: {what}")


def _absolute(uri: str) -> str:
    return uri if urlsplit(uri).scheme and "://" in uri else str(Path(uri).expanduser().absolute())


def root_of(uri: str, store: Path, storage: Mapping[str, StorageOptions]) -> tuple[Root, Path]:
    """The root, and the folder of its copy. Without one there is an empty root of the node's own. Raises StateStoreError.

    A root that is away is waited for where the store has a copy to serve meanwhile.
    """
    if uri:
        return open_root(uri, must_exist=not has_copies(store), options=options_for(uri, storage)), store
    own = store / _ROOTLESS
    return open_root(str(own / "root"), create=True), own / "store"
