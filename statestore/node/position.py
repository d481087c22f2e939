"""What the databases of a view hold, as the next process has to know it: position.json.

``applied`` is the version that all shards hold. Before any file is ingested ``applying`` is raised to the version that
is on its way; while the two differ some shards may be ahead, and nothing is served from them until all have got there.
Ingesting a version twice changes nothing: its files hold the last word on each key they name, and are taken in order.

``held`` are the shards that the node holds at all, ``shards`` those of them that have a database because they ever had a row.
A node that holds all shards writes format 1, without ``held``. A database that is not among ``shards`` counts for nothing: the
process died while it was being made, added or dropped.

``head`` is what a node serves the view by while the root is away: the applied version's manifest, its schema, the view's id.

The file is replaced in one step but not synced, which would be two of the slowest steps of a version. A power cut may so
lose the latest position, and then versions are taken twice, or leave it unreadable, and then the copy is made again.
"""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from statestore.errors import CorruptFile, InvalidSchema, UnsupportedFormat, UnsupportedType
from statestore.node.holding import Held
from statestore.node.layout import read_json, replace_file
from statestore.schema import ViewSchema
from statestore.views.manifest import Manifest

#: What a node writes that holds some shards only: releases that know format 1 would take those for all rows.
POSITION_FORMAT: Final = 2
_FORMAT_OF_ALL: Final = 1
_FILE: Final = "position.json"


@dataclass(frozen=True, slots=True)
class Head:
    """What is known of the applied version beside its rows."""

    manifest: Manifest
    schema: ViewSchema
    view_id: str


@dataclass(frozen=True, slots=True)
class Position:
    """*manifest_digest* is that of the applied version; another one at the root means that the view was made anew."""

    generation: int
    applied: int
    applying: int
    manifest_digest: str
    shards: frozenset[int]
    held: Held = None
    head: Head | None = None

    @property
    def settled(self) -> bool:
        """Whether every shard holds exactly *applied*."""
        return self.applied == self.applying


def digest(manifest: Manifest) -> str:
    """Tells one manifest from any other, also from one of the same version of a view that was made anew."""
    return hashlib.sha256(manifest.to_json()).hexdigest()


def read_position(folder: Path) -> Position | None:
    """The view's position; None when nothing is kept. Raises CorruptFile, UnsupportedFormat."""
    body = read_json(folder / _FILE, format_max=POSITION_FORMAT)
    if body is None:
        return None
    match body:
        case {
            "generation": int(generation),
            "applied": int(applied),
            "applying": int(applying),
            "manifest": str(manifest),
            "shards": list(shards),
        }:
            held = body.get("held")
            if held is None or isinstance(held, list):
                kept = None if held is None else frozenset(held)
                return Position(generation, applied, applying, manifest, frozenset(shards), kept, _head(folder, body, manifest))
    raise CorruptFile(f"{folder / _FILE} is corrupt", detail="a field is missing or of another type")


def _head(folder: Path, body: dict[str, object], manifest_digest: str) -> Head | None:
    """None where an older release wrote the file, or what it says is not of the applied version."""
    match body.get("head"):
        case {"manifest": str(manifest), "schema": dict(schema), "view_id": str(view_id)}:
            with suppress(CorruptFile, UnsupportedFormat, InvalidSchema, UnsupportedType):
                found = Manifest.from_json(manifest.encode(), str(folder / _FILE))
                return Head(found, ViewSchema.from_json(schema), view_id) if digest(found) == manifest_digest else None
    return None


def write_position(folder: Path, position: Position) -> None:
    """Raises StorageFull."""
    body: dict[str, object] = {
        "format": _FORMAT_OF_ALL if position.held is None else POSITION_FORMAT,
        "generation": position.generation,
        "applied": position.applied,
        "applying": position.applying,
        "manifest": position.manifest_digest,
        "shards": sorted(position.shards),
    }
    if position.held is not None:
        body["held"] = sorted(position.held)
    if head := position.head:
        body["head"] = {
            "manifest": head.manifest.to_json().decode(),
            "schema": head.schema.to_json(),
            "view_id": head.view_id,
        }
    replace_file(folder / _FILE, json.dumps(body).encode())
