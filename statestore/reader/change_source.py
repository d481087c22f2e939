"""The Python data source behind read_changes(): versions are offsets, {"view_id", "version"}, and one task reads one shard.

- Spark writes down where a batch ends, and asks again where the first one begins when that was not finished: so the beginning must
  be the same then, or not matter. Version 0 is before everything. Without a starting version the first batch, however often it is
  tried, is all rows of the version where it ends. With "latest" the first batch is empty, and what is told to begin later than it
  ends has nothing in it.
- All that is told of a version is in the files of the root, and these never change: a batch that is run again is the same.
- The view's id is in the offset: a view that was made anew begins its versions again, and has nothing to do with what was read.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final, Literal

import pyarrow as pa
from pyspark.sql import types as spark_types
from pyspark.sql.datasource import DataSource, DataSourceStreamReader, InputPartition
from pyspark.sql.streaming.datasource import ReadAllAvailable, ReadLimit, ReadMaxFiles, SupportsTriggerAvailableNow

from statestore.changes.between import changed_shards, shard_changes
from statestore.changes.pinned import pinned, shard_at
from statestore.changes.walk import Change
from statestore.errors import StateStoreError, VersionNotKept, VersionNotReached
from statestore.node.intake import made_anew, not_kept
from statestore.node.shard import Range
from statestore.reader.change_batches import ChangeBatchEncoder
from statestore.reader.source import OPTION, local_folder
from statestore.remote import StorageOptions
from statestore.schema import ViewSchema
from statestore.views.folder import ViewFolder
from statestore.views.manifest import Manifest
from statestore.views.root import open_root

_ANEW: Final = (
    "Begin anew: start the query with another checkpointLocation. Without starting_version its first batch is all rows of the "
    "newest version."
)


def offset(view_id: str, version: int) -> dict[str, Any]:
    """A version of a view; 0 is before all, and its *view_id* is "" as long as there is none."""
    return {"view_id": view_id, "version": version}


@dataclass(frozen=True, slots=True)
class Followed:
    """What read_changes() was asked for. *schema* is the one that the DataFrame has."""

    root_uri: str
    schema: ViewSchema
    starting: int | Literal["latest"] | None
    before: bool
    max_versions: int | None
    storage_options: StorageOptions = field(default_factory=dict)

    def to_option(self) -> str:
        """For OPTION."""
        own = [self.root_uri, self.starting, self.before, self.max_versions, dict(self.storage_options)]
        return json.dumps([self.schema.to_json(), *own])

    @classmethod
    def from_option(cls, text: str) -> Followed:
        """Inverse of to_option."""
        schema, root_uri, *rest = json.loads(text)
        return cls(root_uri, ViewSchema.from_json(schema), *rest)

    def folder(self) -> ViewFolder:
        """The view's folder. Raises RootNotFound."""
        return open_root(self.root_uri, options=self.storage_options).folder(self.schema.name)


@dataclass
class ChangesPartition(InputPartition):
    """One task's part: what changed in *shard* between two versions; after=None: all its rows."""

    shard: int
    view_id: str
    after: int | None
    to: int


class ChangesSource(DataSource):
    """See the module."""

    @classmethod
    def name(cls) -> str:
        """For spark.readStream.format()."""
        return "tidegate_changes"

    def streamReader(self, schema: spark_types.StructType) -> DataSourceStreamReader:  # noqa: N802
        """*schema* is read_changes()'s."""
        return ChangesReader(Followed.from_option(self.options[OPTION]))


class ChangesReader(DataSourceStreamReader, SupportsTriggerAvailableNow):
    """Tells Spark which versions there are, and reads them."""

    def __init__(self, followed: Followed) -> None:
        self._followed = followed
        #: Where the query begins with "latest", until it has been told that its first batch ends there.
        self._begins: dict[str, Any] | None = None
        #: With Trigger.AvailableNow no version after this one is told.
        self._last: int | None = None

    def initialOffset(self) -> dict[str, Any]:  # noqa: N802
        """Where a query begins that has no checkpoint, or whose first batch was not finished. Raises VersionNotReached."""
        folder, starting = self._followed.folder(), self._followed.starting
        latest = folder.latest()
        view_id = folder.view_id(folder.manifest(latest)) if latest else ""
        if starting is None:
            return offset(view_id, 0)
        if starting == "latest":
            self._begins = offset(view_id, latest)
            return self._begins
        if starting > latest:
            newest = f"Its newest version is {latest}."
            raise VersionNotReached(f"starting_version={starting}: view {folder.name} has no such version yet", detail=newest)
        if latest:
            _check_kept(folder, starting)
        return offset(view_id, starting)

    def getDefaultReadLimit(self) -> ReadLimit:  # noqa: N802
        """A version is a file of the log."""
        most = self._followed.max_versions
        return ReadAllAvailable() if most is None else ReadMaxFiles(most)

    def prepareForTriggerAvailableNow(self) -> None:  # noqa: N802
        """Go no further than what there is now."""
        self._last = self._followed.folder().latest()

    def latestOffset(self, start: dict[str, Any], limit: ReadLimit) -> dict[str, Any]:  # noqa: N802
        """How far the next batch goes. Raises VersionNotKept where it cannot begin at *start*; StateStoreError for new columns."""
        if start == self._begins:
            self._begins = None
            return start
        folder, version = self._followed.folder(), start["version"]
        is_snapshot = version == 0 and self._followed.starting is None
        versions = [folder.latest()] if is_snapshot else folder.versions(version)
        newest = versions[-1] if versions else 0
        if newest <= version:
            if version and not folder.has(version):
                self._check(folder, start, folder.latest())
                _check_kept(folder, version)
            return start
        to = newest if self._last is None else min(newest, self._last)
        if not is_snapshot:
            _check_kept(folder, version)
            to = min(to, version + limit.max_files) if isinstance(limit, ReadMaxFiles) else to
        return offset(self._check(folder, start, to), to) if to > version else start

    def _check(self, folder: ViewFolder, start: dict[str, Any], to: int) -> str:
        """The id of the view that *start* and *to* are versions of, whose columns this DataFrame has."""
        if not to:
            raise VersionNotKept(f"view {folder.name} has no versions any more", hint=_ANEW)
        manifest = folder.manifest(to)
        view_id = folder.view_id(manifest)
        _check_view(folder, start, view_id)
        more = folder.schema_of(manifest).columns[len(self._followed.schema.columns) :]
        if more:
            names = ", ".join(column.name for column in more)
            raise StateStoreError(
                f"view {folder.name} has columns that this query does not know: {names}",
                hint="Call read_changes() again and start the query with the same checkpointLocation: it goes on where it was, and "
                "has these columns, which are NULL in rows from before.",
            )
        return view_id

    def partitions(self, start: dict[str, Any], end: dict[str, Any]) -> list[ChangesPartition]:
        """One for each shard in which something changed. Raises VersionNotKept."""
        after, to, view_id = start["version"], end["version"], end["view_id"]
        if after >= to:
            return []
        folder = self._followed.folder()
        _check_view(folder, start, view_id)
        if after == 0 and self._followed.starting is None:
            return [ChangesPartition(shard, view_id, None, to) for shard in range(self._followed.schema.shards)]
        with _anew_told():
            shards = sorted(changed_shards(folder, view_id, after, to))
        return [ChangesPartition(shard, view_id, after, to) for shard in shards]

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        """The changes of one shard, version by version."""
        assert isinstance(partition, ChangesPartition)
        folder = self._followed.folder()
        batches = ChangeBatchEncoder(self._followed.schema, before=self._followed.before)
        with _anew_told():
            for manifest, changes in _changes(folder, partition):
                yield batches.batch(manifest, changes)


def _changes(folder: ViewFolder, part: ChangesPartition) -> Iterator[tuple[Manifest, list[Change]]]:
    if part.after is not None:
        for told in shard_changes(folder, part.view_id, part.after, part.to, part.shard, local_folder(part.shard)):
            yield told.manifest, told.changes
        return
    at = pinned(folder, part.to)
    if at.view_id != part.view_id:
        raise made_anew(folder, part.to)
    manifest = at.manifest(folder)
    rows = shard_at(folder, at, part.shard, Range(), local_folder(part.shard))
    for items in rows.scan_items():
        yield manifest, [Change(key, None, row) for key, row in items]


def _check_view(folder: ViewFolder, start: dict[str, Any], view_id: str) -> None:
    """Raises VersionNotKept where the offset *start* is of another view than *view_id*."""
    if start["view_id"] not in ("", view_id):
        raise VersionNotKept(f"view {folder.name} was made anew since version {start['version']} was read", hint=_ANEW)


def _check_kept(folder: ViewFolder, version: int) -> None:
    """Raises VersionNotKept unless what came after *version* can be told."""
    if error := not_kept(folder, max(version, 1)):
        raise VersionNotKept(error.message, detail=error.detail, hint=_ANEW)


@contextmanager
def _anew_told() -> Iterator[None]:
    try:
        yield
    except VersionNotKept as error:
        raise VersionNotKept(error.message, detail=error.detail, hint=_ANEW) from error
