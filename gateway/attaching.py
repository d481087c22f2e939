"""Which Spark checkpoints a node attaches, and under which names: the command line and sections [attach] and [attaching].

--attach trades=URI          as often as needed; wins over the file where both give the name
[attach]
trades = "URI"               or [attach.trades] uri = "URI"
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from gateway.config import ConfigError, ConfigFile
from statestore.views import Root, open_root

#: Tables are called NAME, or NAME_operator_store: the rest has to fit into the 63 bytes of a name.
NAME_CHARACTERS_MAX: Final = 32
_NAME: Final = re.compile(r"[a-z_][a-z0-9_]*").fullmatch
#: In a store's folder, what a node without a root keeps instead.
_ROOTLESS: Final = "rootless"


@dataclass(frozen=True, slots=True)
class AttachEntry:
    """One checkpoint: a folder, or a URI that fsspec knows."""

    uri: str = ""

    def __post_init__(self) -> None:
        if not self.uri:
            raise ValueError("uri is missing")


def attachments(config: ConfigFile, given: Sequence[str]) -> Mapping[str, str]:
    """URIs by name, absolute where they are local. *given* are NAME=URI of the command line. Raises ConfigError."""
    found = {name: entry.uri for name, entry in config.named("attach", AttachEntry, alone="uri").items()}
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
    return {name: _absolute(uri) for name, uri in {**found, **on_command_line}.items()}


def check_name(name: str, where: str) -> None:
    """Raises ConfigError, which begins with *where*, for a name that tables cannot have."""
    if not _NAME(name) or len(name) > NAME_CHARACTERS_MAX:
        what = f"a small letter or _, then small letters, digits and _, {NAME_CHARACTERS_MAX} at most"
        raise ConfigError(f"{where}: {name!r} cannot be part of a table's name: {what}")


def _absolute(uri: str) -> str:
    return uri if urlsplit(uri).scheme and "://" in uri else str(Path(uri).expanduser().absolute())


def root_of(uri: str, store: Path) -> tuple[Root, Path]:
    """The root, and the folder of its copy. Without one there is an empty root of the node's own. Raises StateStoreError."""
    if uri:
        return open_root(uri), store
    own = store / _ROOTLESS
    return open_root(str(own / "root"), create=True), own / "store"
