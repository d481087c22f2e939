"""The manifest of one version: what its creation commits. Its JSON form is one file of a view's log.

========== =====================================================================================
field      meaning
========== =====================================================================================
format     1; EXPIRING_FORMAT where rows expire, so that releases that would show them refuse
version    1, 2, 3 …, as in the file's name
base       the latest version <= this one that replaced the content, else 1: a node starts there
mode       "upsert": the files are added; "replace": the files are all there is
row_schema number of the row schema in which this version's rows are written
schema     the view's whole schema where this version changed it, else null
schema_at  the latest version <= this one whose manifest holds a schema; 0: view.json holds it
batches    for each streaming query that published, its latest batch; see last_batch
view_id    16 hexadecimal digits, drawn at random with version 1 and the same in all later ones; absent in older releases' views
sources    where the view stands in the topics it is made from: topic → partition → offset of the first record not yet in it
expired    of a view whose rows expire: which have (statestore.expiry.Expired)
========== =====================================================================================
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any, Final, Literal

from statestore.errors import CorruptFile, InvalidSchema, UnsupportedFormat, UnsupportedType
from statestore.expiry import Expired
from statestore.schema import ViewSchema

#: Of a view whose rows expire, and the newest that is read.
EXPIRING_FORMAT: Final = 2
#: Streaming queries whose latest batch a manifest carries; of more, the least recent ones are looked up in the log.
BATCHES_MAX: Final = 64

Mode = Literal["upsert", "replace"]
#: Topic → partition → offset.
Sources = Mapping[str, Mapping[int, int]]
#: The built-in type, for classes that have a field named so.
Blob = bytes

#: How ViewVersion.view_id is spelled.
VIEW_ID: Final = re.compile(r"[0-9a-f]{16}")
#: Those that the JSON has as they are, in its order, which is part of a manifest's digest.
_PLAIN_FIELDS: Final = (
    "format", "version", "base", "mode", "query_id", "run_id", "batch_id", "watermark_us", "committed_at_us", "row_schema",
    "schema_at",
)  # fmt: skip
_FILE_PATH: Final = re.compile(r"shards/\d{4,}/[A-Za-z0-9][A-Za-z0-9._-]*\.sst")


@dataclass(frozen=True, slots=True)
class ShardFile:
    """One SST file of one shard. Files of one shard in one version do not overlap and are in key order.

    *path* is relative to the view's folder; *rows* counts upserts, *deletes* tombstones; *checksum* is "algorithm:hex".
    """

    shard: int
    path: str
    rows: int
    deletes: int
    bytes: int
    checksum: str
    min_key: Blob
    max_key: Blob


@dataclass(frozen=True, slots=True)
class QueryBatch:
    """A batch of a streaming query."""

    query_id: str
    batch_id: int


@dataclass(frozen=True)
class Manifest:
    """What one version adds to a view. See the module's table."""

    version: int
    mode: Mode
    files: tuple[ShardFile, ...]
    committed_at_us: int
    base: int
    query_id: str | None = None
    run_id: str | None = None
    batch_id: int | None = None
    watermark_us: int | None = None
    row_schema: int = 0
    schema_at: int = 0
    schema: ViewSchema | None = None
    batches: tuple[QueryBatch, ...] = ()
    sources: Sources = field(default_factory=dict)
    view_id: str | None = None
    expired: Expired | None = None

    @property
    def format(self) -> int:
        """See the module's table."""
        return 1 if self.expired is None else EXPIRING_FORMAT

    @cached_property
    def rows(self) -> int:
        """Rows upserted."""
        return sum(f.rows for f in self.files)

    @cached_property
    def deletes(self) -> int:
        """Tombstones."""
        return sum(f.deletes for f in self.files)

    @cached_property
    def bytes(self) -> int:
        """Size of all files."""
        return sum(f.bytes for f in self.files)

    @property
    def begins_alone(self) -> bool:
        """Whether the log from *base* on tells the schema, and which view it is of, with nothing before it."""
        return self.view_id is not None and (self.schema_at == 0 or self.schema_at >= self.base)

    def files_of(self, shard: int) -> tuple[ShardFile, ...]:
        """The files of one shard, in key order."""
        return tuple(f for f in self.files if f.shard == shard)

    def to_json(self) -> Blob:
        """The log file's bytes."""
        body: dict[str, Any] = {
            **{name: getattr(self, name) for name in _PLAIN_FIELDS},
            "schema": self.schema and self.schema.to_json(),
            "batches": [asdict(b) for b in self.batches],
            **({"sources": self.sources} if self.sources else {}),
            **({"view_id": self.view_id} if self.view_id else {}),
            **({"expired": self.expired.to_json()} if self.expired else {}),
            "files": [file_to_json(file) for file in self.files],
        }
        return json.dumps(body, indent=1).encode() + b"\n"

    @classmethod
    def from_json(cls, data: Blob, place: str) -> Manifest:
        """Inverse of to_json. Raises UnsupportedFormat and CorruptFile, naming *place*."""
        body = parse_object(data, place, format_max=EXPIRING_FORMAT)
        try:
            return _manifest(body)
        except (KeyError, TypeError, ValueError, AttributeError, InvalidSchema, UnsupportedType) as error:
            raise corrupt(place, f"{type(error).__name__}: {error}") from error


def _manifest(body: dict[str, Any]) -> Manifest:
    if body["mode"] not in ("upsert", "replace"):
        raise ValueError(f"mode {body['mode']!r}")
    schema = body["schema"]
    return Manifest(
        version=_count(body["version"]),
        mode=body["mode"],
        files=tuple(file_from_json(f) for f in body["files"]),
        committed_at_us=int(body["committed_at_us"]),
        base=_count(body["base"]),
        query_id=body["query_id"],
        run_id=body["run_id"],
        batch_id=body["batch_id"],
        watermark_us=body["watermark_us"],
        row_schema=_count(body["row_schema"]),
        schema_at=_count(body["schema_at"]),
        schema=None if schema is None else ViewSchema.from_json(schema),
        batches=tuple(QueryBatch(str(b["query_id"]), _count(b["batch_id"])) for b in body["batches"]),
        sources=_sources(body.get("sources", {})),
        view_id=_view_id(body.get("view_id")),
        expired=Expired.from_json(body["expired"]) if body["format"] == EXPIRING_FORMAT else None,
    )


def _sources(body: Mapping[str, Mapping[str, Any]]) -> Sources:
    return {topic: {int(partition): _count(offset) for partition, offset in at.items()} for topic, at in body.items()}


def _view_id(value: Any) -> str | None:
    if value is not None and not VIEW_ID.fullmatch(value):
        raise ValueError(f"{value!r} is no id of a view")
    return None if value is None else str(value)


def file_to_json(file: ShardFile) -> dict[str, Any]:
    """A file as manifests and bases have it."""
    return asdict(file) | {"min_key": file.min_key.hex(), "max_key": file.max_key.hex()}


def file_from_json(body: dict[str, Any]) -> ShardFile:
    """Inverse of file_to_json. Raises KeyError, TypeError, ValueError."""
    if not _FILE_PATH.fullmatch(body["path"]):
        raise ValueError(f"path {body['path']!r} is not that of a shard's file")
    if int(body["path"].split("/")[1]) != body["shard"]:
        raise ValueError(f"path {body['path']!r} is not of shard {body['shard']}")
    return ShardFile(
        shard=_count(body["shard"]),
        path=body["path"],
        rows=_count(body["rows"]),
        deletes=_count(body["deletes"]),
        bytes=_count(body["bytes"]),
        checksum=str(body["checksum"]),
        min_key=Blob.fromhex(body["min_key"]),
        max_key=Blob.fromhex(body["max_key"]),
    )


def _count(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise ValueError(f"{value!r} is not a count")
    return value


def parse_object(data: bytes, place: str, *, format_max: int) -> dict[str, Any]:
    """A JSON object with a format version <= *format_max*. Raises UnsupportedFormat and CorruptFile, naming *place*."""
    try:
        body = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise corrupt(place, f"not JSON: {error}") from error
    if not isinstance(body, dict) or type(body.get("format")) is not int:
        raise corrupt(place, "no format version in it")
    if body["format"] > format_max:
        raise UnsupportedFormat(
            f"{place} has format {body['format']}; this release reads formats up to {format_max}",
            hint="upgrade tidegate here to the release that wrote it",
        )
    return body


def corrupt(place: str, detail: str) -> CorruptFile:
    """The error for the file at *place*, which does not hold what it should."""
    return CorruptFile(f"{place} is corrupt", detail=detail, hint="restore this file from a backup, or publish the view anew")
