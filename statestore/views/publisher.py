"""A job's right to publish one view: lock, schema, next version, commit.

The steps of a version: write its SST files under names of their own, then commit() creates the manifest. A crash before
that leaves files that nobody sees; the next Publisher removes them.

- Exactly once: a manifest carries the latest batch of each streaming query that published the view (up to 64), so that "is
  this batch committed?" needs the latest manifest only. A query displaced by 64 others is looked up in the log, once per batch.
- sources in a manifest are Kafka's end offsets of the batch (topic → partition → offset), read from Spark's StreamExecution;
  an optional field, left out where there are none. An empty batch makes no version, so a view whose query drops every record of a
  batch looks behind until the next row comes. A batch job's upsert carries them on, its replacement does not.
- An empty upsert by Spark makes no version; an empty replacement does, for it empties the view. `write_version` always commits.
"""

from __future__ import annotations

import logging
import secrets
import time
import uuid
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import Final

from statestore.errors import ConcurrentPublisher, StateStoreError
from statestore.expiry import Expired, Expiry
from statestore.schema import ViewSchema
from statestore.views.evolution import evolve
from statestore.views.latest import forget_earlier, read_latest, tell_latest
from statestore.views.lock import PublisherLock
from statestore.views.manifest import BATCHES_MAX, Manifest, Mode, QueryBatch, ShardFile, Sources
from statestore.views.orphans import remove_orphans
from statestore.views.root import Root
from statestore.views.storage import Storage

_log: Final = logging.getLogger("tidegate.publisher")
#: A job's start need not read a long log: what is left behind older versions is vacuum's.
SWEEP_VERSIONS_MAX: Final = 100
#: At a root that is not local: created by the first job, and in the way of all others.
_PROBE_FILE: Final = ".probe"


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a version comes from. All None: a batch job. *sources* are the ends of what a streaming batch has read.

    *awaits_watermark*: the query has a watermark, be it yet to come, so that the clock says nothing about its rows.
    """

    query_id: str | None = None
    run_id: str | None = None
    batch_id: int | None = None
    watermark_us: int | None = None
    sources: Sources = field(default_factory=dict)
    awaits_watermark: bool = False


class Publisher:
    """Holds a view's lock (on a local root) from creation to close()."""

    def __init__(self, root: Root, schema: ViewSchema, *, owner: str, single_writer: bool = False) -> None:
        """Take the view, which need not exist. *schema* is the job's; *owner* names the job to operators.

        A root that is not local must be able to create a file unless it is there, which tells two jobs apart; with *single_writer*
        the caller answers for there being one. Raises ConcurrentPublisher, IncompatibleSchema, CorruptFile, UnsupportedFormat,
        StorageFull; StateStoreError where the root cannot.
        """
        self.folder = root.folder(schema.name)
        #: Versions of which nodes are told; on a local root they watch the log.
        self._told: frozenset[int] = frozenset()
        self._lock = PublisherLock(Path(self.folder.storage.location(schema.name)), owner=owner) if root.is_local else None
        try:
            if self._lock is None and not single_writer:
                _check_creates_once(self.folder.storage)
            self._load(schema)
        except BaseException:
            self.close()
            raise

    def _load(self, schema: ViewSchema) -> None:
        latest = self.folder.latest()
        self._last = self.folder.manifest(latest) if latest else None
        self._exists = self.folder.exists()
        if latest and not self._exists:
            raise StateStoreError(
                f"{self.folder.storage.location(schema.name)} has versions but no view.json",
                detail="It is created first by a job, and last by a copy.",
                hint="tidegate backup or tidegate restore was cut short: run it again; or tidegate drop-view deletes what is there",
            )
        if self._lock is None:
            self._told = read_latest(self.folder.storage).get(schema.name, frozenset())
            if latest:
                self._tell(latest)
                self._forget_earlier()
        remove_orphans(self.folder, latest=latest, swept=max(0, latest - SWEEP_VERSIONS_MAX), is_locked=self._lock is not None)
        self._view_schema = self._stored_schema() if self._exists else schema
        self.schema = evolve(self._view_schema, schema)

    def _stored_schema(self) -> ViewSchema:
        return self.folder.schema() if self._last is None else self.folder.schema_of(self._last)

    @property
    def version(self) -> int:
        """The latest version; 0 for none."""
        return self._last.version if self._last else 0

    def is_committed(self, origin: Origin) -> bool:
        """Whether the log holds this batch, or a later one of its query."""
        query_id, batch_id = origin.query_id, origin.batch_id
        if self._last is None or query_id is None or batch_id is None:
            return False
        known = {b.query_id: b.batch_id for b in self._last.batches}
        if query_id in known:
            return batch_id <= known[query_id]
        return len(known) == BATCHES_MAX and self._search_log(query_id, batch_id)

    def _search_log(self, query_id: str, batch_id: int) -> bool:
        """For a query that 64 others have displaced from the latest manifest."""
        for version in reversed(self.folder.versions()):
            manifest = self.folder.manifest(version)
            if manifest.query_id == query_id and manifest.batch_id is not None:
                return batch_id <= manifest.batch_id
        return False

    def commit(self, files: Sequence[ShardFile], *, mode: Mode, origin: Origin) -> int:
        """Commit version + 1, made of *files*, which are written and durable. Returns it.

        Raises ConcurrentPublisher, StorageFull, OSError. StateStoreError when files of one shard overlap. Where the version is
        certainly not committed *files* are removed; a root that gave no answer may have it, and may do it yet: they stay.
        """
        manifest = self._next_manifest(tuple(sorted(files, key=lambda f: (f.shard, f.min_key))), mode, origin)
        is_asked = False
        try:
            _check_no_overlap(manifest.files)
            if not self._exists:
                self.folder.create(self.schema)
                self._exists = True
            self._tell(manifest.version)
            is_asked = True
            self.folder.commit(manifest)
        except BaseException as error:
            if not is_asked or isinstance(error, ConcurrentPublisher):
                with suppress(OSError):  # what is left is vacuum's
                    self.discard(files)
            raise
        self._last, self._view_schema = manifest, self.schema
        self._forget_earlier()
        return manifest.version

    def _tell(self, version: int) -> None:
        if self._lock is None and version not in self._told:
            tell_latest(self.folder.storage, self.folder.name, version)
            self._told |= {version}

    def _forget_earlier(self) -> None:
        """Nodes look twice where that fails."""
        earlier = {version for version in self._told if version < self.version}
        try:
            forget_earlier(self.folder.storage, self.folder.name, earlier)
            self._told -= earlier
        except OSError as error:
            _log.warning("nodes cannot be told what is the latest version of view %s: %s", self.folder.name, error)

    def _next_manifest(self, files: tuple[ShardFile, ...], mode: Mode, origin: Origin) -> Manifest:
        last, version = self._last, self.version + 1
        changed = self.schema != self._view_schema
        # A clock that was set back must not make a newer version look older.
        now_us = max(time.time_ns() // 1000, last.committed_at_us if last else 0)
        return Manifest(
            version=version,
            mode=mode,
            files=files,
            committed_at_us=now_us,
            base=version if mode == "replace" or last is None else last.base,
            query_id=origin.query_id,
            run_id=origin.run_id,
            batch_id=origin.batch_id,
            watermark_us=origin.watermark_us,
            row_schema=len(self.schema.row_widths) - 1,
            schema_at=version if changed else last.schema_at if last else 0,
            schema=self.schema if changed else None,
            batches=_with_batch(last.batches if last else (), origin),
            # What a batch job adds to a stream's view does not move it in the stream's topics.
            view_id=last.view_id if last else secrets.token_hex(8),
            sources=last.sources if last and mode == "upsert" and origin.query_id is None else origin.sources,
            expired=self._expired(origin, None if origin.awaits_watermark else now_us),
        )

    def expires_more(self, origin: Origin) -> bool:
        """Whether rows expire by the batch's watermark, so that even a version without files says something."""
        if origin.watermark_us is None or (now := self._expired(origin, None)) is None:
            return False
        return now.before_us != self._expired_so_far().before_us

    def _expired(self, origin: Origin, clock_us: int | None) -> Expired | None:
        """What the next version's manifest says."""
        if self.schema.expiry is None:
            return None
        return self._expired_so_far().advanced(self.schema.expiry, watermark_us=origin.watermark_us, clock_us=clock_us)

    def _expired_so_far(self) -> Expired:
        """What the last version's manifest says; where rows are to expire only from now on, the last watermark that one has had."""
        if self._last is not None and self._last.expired is not None:
            return self._last.expired
        recent = self.folder.versions()[-SWEEP_VERSIONS_MAX:]
        marks = (self.folder.manifest(version).watermark_us for version in reversed(recent))
        return Expired(watermark_us=next((at for at in marks if at is not None), None))

    def discard(self, files: Sequence[ShardFile]) -> None:
        """Remove files of an attempt that will not be committed."""
        for file in files:
            self.folder.storage.remove(f"{self.folder.name}/{file.path}")

    def close(self) -> None:
        """Let another job publish; a second call does nothing."""
        if self._lock:
            self._lock.close()

    def __enter__(self) -> Publisher:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def set_expiry(root: Root, view: str, expiry: Expiry) -> int:
    """Commit a version of *view*, which exists, from which on its rows expire so; the version, or the latest where they do.

    Raises as Publisher does, and InvalidSchema.
    """
    schema = replace(root.folder(view).schema(), expiry=expiry)
    with Publisher(root, schema, owner="tidegate alter") as publisher:
        if publisher.schema == publisher._view_schema:
            return publisher.version
        return publisher.commit((), mode="upsert", origin=Origin())


def _check_creates_once(storage: Storage) -> None:
    """Stores that know no conditional put may take it for a plain one. Raises StateStoreError."""
    with suppress(FileExistsError):  # each time other bytes: one's own would be taken for the answer to a request that was repeated
        for _ in range(2):
            storage.create(_PROBE_FILE, uuid.uuid4().bytes)
        storage.remove(_PROBE_FILE)
        raise StateStoreError(
            f"root {storage.uri} cannot tell two jobs apart",
            detail="It replaces a file that is to be created only where there is none.",
            hint="publish(single_writer=True), if no other job ever publishes the view while this one does",
        )


def _with_batch(batches: tuple[QueryBatch, ...], origin: Origin) -> tuple[QueryBatch, ...]:
    """Latest batch per query, most recent query last."""
    if origin.query_id is None or origin.batch_id is None:
        return batches
    others = tuple(b for b in batches if b.query_id != origin.query_id)
    return (*others, QueryBatch(origin.query_id, origin.batch_id))[-BATCHES_MAX:]


def _check_no_overlap(files: tuple[ShardFile, ...]) -> None:
    """A file per range of keys: RocksDB would take overlapping ones and let one row hide another."""
    for left, right in pairwise(files):
        if left.shard == right.shard and left.max_key >= right.min_key:
            raise StateStoreError(f"{left.path} and {right.path} overlap: one shard was written by two tasks")
