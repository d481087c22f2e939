"""A base: all rows of a view at a version, one sorted set of files a shard, without tombstones. Its JSON form is one file.

    <root>/<view>/bases/%020d.json               created once, which is what makes it count
    <root>/<view>/shards/%04d/%020d-base-….sst   its files

It makes no version and changes no answer: whoever reads the log from its start gets the same rows, only later. So it does not
matter who makes one, how many do at a time, or that one was given up half-way. Rows that have expired at its version are not in it.

========== =================================================================================
field      meaning
========== =================================================================================
format     BASE_FORMAT of the release that wrote it
manifest   what the log says of its version: the base holds what that version shows
schema     the view's whole schema at its version
view_id    ViewFolder.view_id(): which view of this name it is of
files      as in a manifest; no deletes
made_at_us when it was committed, microseconds since 1970
========== =================================================================================
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from statestore.errors import InvalidSchema, UnsupportedType
from statestore.schema import ViewSchema
from statestore.views.manifest import VIEW_ID, Manifest, ShardFile, corrupt, file_from_json, file_to_json, parse_object

BASE_FORMAT: Final = 1


@dataclass(frozen=True)
class Base:
    """See the module's table."""

    manifest: Manifest
    schema: ViewSchema
    view_id: str
    files: tuple[ShardFile, ...]
    made_at_us: int

    @property
    def version(self) -> int:
        """The version whose rows it holds."""
        return self.manifest.version

    @cached_property
    def rows(self) -> int:
        """Live rows of the version."""
        return sum(file.rows for file in self.files)

    @cached_property
    def size_bytes(self) -> int:
        """Size of all files."""
        return sum(file.bytes for file in self.files)

    def to_json(self) -> bytes:
        """The file's bytes."""
        body: dict[str, Any] = {
            "format": BASE_FORMAT,
            "version": self.version,
            "view_id": self.view_id,
            "made_at_us": self.made_at_us,
            "manifest": json.loads(self.manifest.to_json()),
            "schema": self.schema.to_json(),
            "files": [file_to_json(file) for file in self.files],
        }
        return json.dumps(body, indent=1).encode() + b"\n"

    @classmethod
    def from_json(cls, data: bytes, place: str) -> Base:
        """Inverse of to_json. Raises UnsupportedFormat and CorruptFile, naming *place*."""
        body = parse_object(data, place, format_max=BASE_FORMAT)
        try:
            manifest = Manifest.from_json(json.dumps(body["manifest"]).encode(), place)
            if not VIEW_ID.fullmatch(body["view_id"]):
                raise ValueError(f"{body['view_id']!r} is no id of a view")
            files = tuple(file_from_json(file) for file in body["files"])
            return cls(manifest, ViewSchema.from_json(body["schema"]), body["view_id"], files, int(body["made_at_us"]))
        except (KeyError, TypeError, ValueError, AttributeError, InvalidSchema, UnsupportedType) as error:
            raise corrupt(place, f"{type(error).__name__}: {error}") from error
