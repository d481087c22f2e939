"""The folder of one view: its schema, its log of manifests, its files.

    <root>/<view>/view.json        the schema as the view was created, created once
    <root>/<view>/log/%020d.json   manifest of a version, created once: that is the commit
    <root>/<view>/bases/%020d.json all rows at a version (statestore.views.base); .claim: what vacuums do with it
    <root>/<view>/shards/%04d/     SST files; only those that a manifest or a base names count
    <root>/<view>/publisher.lock   local roots: locked while a job publishes (statestore.views.lock)

No file is ever changed. A schema change travels in the manifest of the first version with the new schema, so
that rows and schema appear in one step and a reader of an older version finds the older schema.
"""

from __future__ import annotations

import hashlib
import json
import logging
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeVar

from statestore.errors import (
    ConcurrentPublisher,
    CorruptFile,
    InvalidSchema,
    StateStoreError,
    UnsupportedFormat,
    UnsupportedType,
    ViewNotFound,
)
from statestore.remote import TRANSFER_S
from statestore.schema import ViewSchema
from statestore.views.base import Base
from statestore.views.checksum import file_checksum
from statestore.views.latest import read_latest
from statestore.views.manifest import Manifest, ShardFile, corrupt, parse_object
from statestore.views.storage import Storage

VIEW_FILE: Final = "view.json"
#: Of a view that is created with rows that expire, and the newest that is read; others have 1.
VIEW_FORMAT: Final = 2
#: Versions that are looked for one by one before the log is listed.
PROBES_MAX: Final = 32

_log: Final = logging.getLogger("tidegate.store")
_BASES: Final = "bases"
#: Of claim_path().
CLAIM_NAME: Final = re.compile(r"(\d{20})\.claim")
_NUMBERED: Final = re.compile(r"(\d{20})\.json")

OfVersion = TypeVar("OfVersion", Manifest, Base)


def numbered(names: Iterable[str]) -> list[int]:
    """The numbers of the files that are named by one, ascending."""
    return sorted(int(match[1]) for match in map(_NUMBERED.fullmatch, names) if match)


@dataclass(frozen=True, slots=True)
class ViewFolder:
    """One view under a root. Cheap; holds nothing open."""

    storage: Storage
    name: str

    def exists(self) -> bool:
        """Whether the view has been created."""
        return self.storage.exists(f"{self.name}/{VIEW_FILE}")

    def create(self, schema: ViewSchema) -> None:
        """Create the view. Raises ConcurrentPublisher when another job just did."""
        body = {"format": 1 if schema.expiry is None else VIEW_FORMAT} | schema.to_json()
        try:
            self.storage.create(f"{self.name}/{VIEW_FILE}", json.dumps(body, indent=1).encode() + b"\n")
        except FileExistsError as error:
            raise self._conflict("created the view") from error

    def schema(self) -> ViewSchema:
        """The schema of the latest version. Raises ViewNotFound, CorruptFile, UnsupportedFormat."""
        latest = self.latest()
        return self.schema_of(self.manifest(latest)) if latest else self.created_schema()

    def schema_of(self, manifest: Manifest) -> ViewSchema:
        """The schema of *manifest*'s version. Raises ViewNotFound, CorruptFile, UnsupportedFormat."""
        if manifest.schema is not None:
            return manifest.schema
        if manifest.schema_at == 0:
            return self.created_schema()
        try:
            schema = self.manifest(manifest.schema_at).schema
        except ViewNotFound:
            # What is older than the kept versions has been deleted; a base that came later has the schema that holds since.
            base = self.newest_base(manifest.version)
            if base is None or base.version < manifest.schema_at:
                raise
            schema = base.schema
        if schema is None:
            raise corrupt(self._manifest_place(manifest.schema_at), f"version {manifest.version} expects a schema in it")
        return schema

    def versions(self, after: int = 0) -> list[int]:
        """Committed versions > *after*, ascending. They have no gaps.

        Whoever follows a log looks for the next versions by name: a listing takes as long as the log is. Only on local disks, and
        where publishers have told nothing, it is listed.
        """
        if after:
            top = after
            while top - after < PROBES_MAX and self.has(top + 1):
                top += 1
            if top - after < PROBES_MAX and (top > after or self.has(after)):
                return list(range(after + 1, top + 1))
        if not (top := self._told_latest()):
            return [version for version in self._listed() if version > after]
        begins = after + 1 if after and self.has(after + 1) else max(after + 1, self.first(top))
        return list(range(begins, top + 1))

    def _listed(self) -> list[int]:
        return numbered(self.storage.names(f"{self.name}/log", within_s=TRANSFER_S))

    def has(self, version: int) -> bool:
        """Whether the log has *version*."""
        return version > 0 and self.storage.exists(self.manifest_path(version))

    def latest(self) -> int:
        """The latest version; 0 when nothing has been committed."""
        return self._told_latest() or max(self._listed(), default=0)

    def find_latest(self) -> int:
        """As latest(), but a log of whose middle somebody has deleted something may seem to end there."""
        known = max(self.bases(), default=1)
        return self._end(known, 1) if self.has(known) else self.latest()

    def first(self, known: int) -> int:
        """The version with which the log begins that has *known*."""
        oldest = min(self.bases(), default=known)
        return self._end(oldest if self.has(oldest) else known, -1)

    def _told_latest(self) -> int:
        """The latest version, by way of what publishers tell of remote roots; 0 where they tell nothing."""
        told = () if self.storage.is_local else read_latest(self.storage).get(self.name, ())
        known = next((version for version in sorted(told, reverse=True) if self.has(version)), 0)
        return known and self._end(known, 1)

    def _end(self, known: int, step: int) -> int:
        """The log's last version, or with a *step* of -1 its first: by as many looks as the way from *known* has digits."""
        while self.has(known + step):
            known, step = known + step, 2 * step
        while abs(step) > 1:
            step //= 2
            known += step if self.has(known + step) else 0
        return known

    def files(self) -> Iterator[tuple[str, int, float]]:
        """All files with rows, those that no version needs too: path in the view's folder, bytes, when it was written in seconds
        since 1970. Lists them all."""
        for shard in sorted(self.storage.names(f"{self.name}/shards")):
            for name, size, written_s in self.storage.entries(f"{self.name}/shards/{shard}"):
                yield f"shards/{shard}/{name}", size, written_s

    def bytes_total(self) -> int:
        """Of those files."""
        return sum(size for _, size, _ in self.files())

    def bases(self) -> list[int]:
        """Versions that have a base, ascending."""
        return numbered(self.storage.names(f"{self.name}/{_BASES}"))

    def base(self, version: int) -> Base:
        """The base at *version*. Raises ViewNotFound, CorruptFile, UnsupportedFormat."""
        return self._read_as(Base.from_json, self.base_path(version), version, f"base at version {version}")

    def newest_base(self, up_to: int | None = None, but: Collection[int] = ()) -> Base | None:
        """The newest base that is not damaged, of a version <= *up_to*; none of *but*. Raises UnsupportedFormat."""
        for version in reversed(self.bases()):
            if (up_to is None or version <= up_to) and version not in but:
                try:
                    return self.base(version)
                except CorruptFile as error:
                    _log.warning("%s: %s; it is done without", error.message, error.detail)
                except ViewNotFound:
                    continue  # vacuum has just deleted it
        return None

    def commit_base(self, base: Base) -> bool:
        """Make the base count; False where there is one of its version already."""
        try:
            self.storage.create(self.base_path(base.version), base.to_json())
        except FileExistsError:
            return False
        return True

    def manifest(self, version: int) -> Manifest:
        """The manifest of *version*. Raises ViewNotFound, CorruptFile, UnsupportedFormat."""
        return self._read_as(Manifest.from_json, self.manifest_path(version), version, f"version {version}")

    def _read_as(self, parse: Callable[[bytes, str], OfVersion], path: str, version: int, what: str) -> OfVersion:
        place = self.storage.location(path)
        try:
            data = self.storage.read(path)
        except FileNotFoundError as error:
            raise ViewNotFound(f"view {self.name} has no {what}", detail=f"{place} does not exist") from error
        found = parse(data, place)
        if found.version != version:
            raise corrupt(place, f"it says version {found.version}")
        return found

    def newer(self, manifest: Manifest) -> Iterator[Manifest]:
        """What was committed after *manifest*, oldest first, by the log as it is now.

        A log that cannot be read has no end: raises StateStoreError where *manifest* itself is not in it (any more).
        """
        if self.manifest(manifest.version) != manifest:
            raise StateStoreError(f"view {self.name} is being made anew at {self.storage.uri}")
        number = manifest.version + 1
        with suppress(ViewNotFound):
            while True:
                yield self.manifest(number)
                number += 1
        if not self.storage.exists(self.manifest_path(number - 1)):
            raise StateStoreError(f"the log of view {self.name} at {self.storage.uri} has just gone")

    def view_id(self, manifest: Manifest) -> str:
        """What tells the view of *manifest* from any other of its name, for all time: its id, or that of the first manifest; where
        an older release published the view, the first manifest's digest. Raises ViewNotFound."""
        if manifest.view_id is not None:
            return manifest.view_id
        base = self.newest_base(manifest.version)
        if base is not None:
            return base.view_id
        first = 1 if self.storage.exists(self.manifest_path(1)) else min(self.versions(), default=1)
        try:
            data = self.storage.read(self.manifest_path(first))
        except FileNotFoundError as error:
            raise ViewNotFound(f"view {self.name} has no version {first}") from error
        try:
            known = Manifest.from_json(data, self._manifest_place(first)).view_id
        except (CorruptFile, UnsupportedFormat):
            known = None
        return known or hashlib.sha256(data).hexdigest()[:16]

    def commit(self, manifest: Manifest) -> None:
        """Make the version visible.

        Raises ConcurrentPublisher when it exists already, or the view was made anew; ValueError when it would leave a gap.
        """
        if manifest.version > 1:
            self._check_follows(manifest)
        try:
            self.storage.create(self.manifest_path(manifest.version), manifest.to_json())
        except FileExistsError as error:
            raise self._conflict(f"committed version {manifest.version}") from error

    def _check_follows(self, manifest: Manifest) -> None:
        try:
            before = self.manifest(manifest.version - 1)
        except ViewNotFound as error:
            if self.latest() >= manifest.version:
                raise self._conflict(f"went on from version {manifest.version - 1}, which is no longer kept,") from error
            raise ValueError(f"version {manifest.version} of {self.name} would leave a gap") from error
        if before.view_id != manifest.view_id and None not in (before.view_id, manifest.view_id):
            raise self._conflict("deleted the view and made it anew")

    def missing(self, version: int) -> CorruptFile:
        """The error for a version that is needed, and whose manifest is not there. Where the log begins later, a base stands
        in place of what was before."""
        first = min(self.versions(), default=version)
        is_base = version < first and first not in self.bases()
        path = self.base_path(first) if is_base else self.manifest_path(version)
        return corrupt(self.storage.location(path), "the file is missing")

    def path_of(self, file: ShardFile) -> str:
        """Where the file is: an absolute path, or a URI."""
        return self.storage.location(f"{self.name}/{file.path}")

    def fetch(self, file: ShardFile, to: Path, *, link: bool = True) -> None:
        """Bring *file* to the local path *to*: a hard link on the same disk, unless bytes of its own are wanted, else a copy.

        Raises CorruptFile, naming the file, when it is missing or its bytes are not those of the manifest; *to* is then not there.
        """
        place = self.path_of(file)
        try:
            self.storage.fetch(f"{self.name}/{file.path}", to, link=link)
            _verify(file, to, to.stat().st_size, place)
        except FileNotFoundError as error:
            raise corrupt(place, "the file is missing") from error
        except CorruptFile:
            to.unlink()
            raise

    def contents(self, file: ShardFile) -> bytes:
        """All bytes of *file*. Raises CorruptFile as fetch() does."""
        place = self.path_of(file)
        try:
            data = self.storage.read(f"{self.name}/{file.path}", within_s=TRANSFER_S)
        except FileNotFoundError as error:
            raise corrupt(place, "the file is missing") from error
        _verify(file, data, len(data), place)
        return data

    def created_schema(self) -> ViewSchema:
        """The schema as the view was created, whatever was committed since. Raises as schema() does."""
        path = f"{self.name}/{VIEW_FILE}"
        place = self.storage.location(path)
        try:
            body = parse_object(self.storage.read(path), place, format_max=VIEW_FORMAT)
            schema = ViewSchema.from_json(body)
        except FileNotFoundError as error:
            raise ViewNotFound(f"there is no view {self.name} under {self.storage.uri}") from error
        except (InvalidSchema, UnsupportedType, AttributeError) as error:
            raise corrupt(place, str(error)) from error
        if schema.name != self.name:
            raise corrupt(place, f"it describes the view {schema.name!r}")
        return schema

    def base_path(self, version: int) -> str:
        """Where a base is, below the root."""
        return f"{self.name}/{_BASES}/{version:020d}.json"

    def claim_path(self, version: int) -> str:
        """Where it is told what vacuums do with a base, below the root."""
        return f"{self.name}/{_BASES}/{version:020d}.claim"

    def manifest_path(self, version: int) -> str:
        """Where a manifest is, below the root."""
        return f"{self.name}/log/{version:020d}.json"

    def _manifest_place(self, version: int) -> str:
        return self.storage.location(self.manifest_path(version))

    def _conflict(self, what: str) -> ConcurrentPublisher:
        return ConcurrentPublisher(
            f"another job publishes view {self.name}: it {what} first",
            hint="one job at a time can publish a view; stop one of them, or give each a view of its own",
        )


def _verify(file: ShardFile, found: Path | bytes, size_bytes: int, place: str) -> None:
    if size_bytes != file.bytes:
        raise corrupt(place, f"{size_bytes} bytes; its manifest says {file.bytes}")
    if (checksum := file_checksum(found, like=file.checksum, place=place)) != file.checksum:
        raise corrupt(place, f"checksum {checksum}; its manifest says {file.checksum}")
