"""One view on this node: brings its copy up to the view's log and makes ViewVersions of it.

A pass has named steps, each safe to be killed in:

    drop      shards that are no longer to be held are left out from here on
    shed      databases that have been found damaged are removed; their shards are left out until they have been copied again
    plan      read the newest manifest: go on from where we are, or start a fresh generation at its base
    stage     bring the files here and verify them; the first bad version ends the plan before it
    intend    raise ``applying`` in position.json (not for a fresh generation, which nothing points to yet)
    ingest    every shard takes its files; a fresh generation is then adopted. Small versions are read into memory (overlay.py)
    add       shards that have been copied beside the others (adding.py), and are as far, are put among them
    freeze    a new handle for each shard that changed, the others are shared with the version before; where rows expire, all
              of them with the version's time; the caller publishes
    settle    small versions, if enough have gathered, are ingested together, after their ``applying``; position.json says that
              ``applied`` = ``applying``, and what is held; what was replaced or dropped is removed
"""

from __future__ import annotations

import logging
import weakref
from collections.abc import Callable
from typing import Final

from statestore.errors import CorruptFile, StateStoreError, UnsupportedFormat, ViewNotFound
from statestore.node.adding import Background
from statestore.node.changes import LogSource
from statestore.node.expiring_shard import shard_with, stored_of
from statestore.node.generation import DamagedStore
from statestore.node.held_shards import HeldShards
from statestore.node.holding import Holding
from statestore.node.intake import Intake
from statestore.node.layout import StoreFolder
from statestore.node.local_copy import LocalCopy, shard_name
from statestore.node.native import failed
from statestore.node.position import Head, digest
from statestore.node.shard import AbsentShard, Shard
from statestore.node.taking import FollowedFolder, Taking
from statestore.node.version import ViewShape, ViewVersion, incarnations, no_version
from statestore.rows import LiveRows
from statestore.views.folder import ViewFolder
from statestore.views.manifest import Manifest

_log: Final = logging.getLogger("tidegate.store")


class Replica:
    """Used by one thread at a time. *current* is None until the first version (or the empty version 0) is ready."""

    def __init__(
        self,
        folder: ViewFolder,
        store: StoreFolder,
        holding: Holding | None,
        background: Background,
        told: Callable[[], None],
    ) -> None:
        """*holding* says which shards to hold, None: all; those that are added later are copied by *background*.

        *told* is called, in any thread, when a read has found damage: then shed() has something to do.
        """
        self.folder = FollowedFolder(folder.storage, folder.name)
        self.name = folder.name
        self.current: ViewVersion | None = None
        self.fault: StateStoreError | None = None
        self._incarnation = next(incarnations)
        self._view_id: str | None = None
        self.copy = LocalCopy(store, folder.name, told)
        self._source = LogSource(folder, self.copy.in_memory)
        self._shapes: dict[int, ViewShape] = {}
        self._head: Manifest | None = None
        self._intake = Intake(self.folder, store)
        self.shards = HeldShards(holding, self.copy, self._intake, background)
        self.taking = Taking(self.folder, self.copy, self._intake, self.shards, self._take_head)

    def shed(self) -> bool:
        """Leave out the shards that have been found damaged, without the root. True when *current* was replaced. Sets *fault*."""
        try:
            return self._freeze_undamaged()
        except (StateStoreError, OSError) as error:
            self._fail(StateStoreError(f"what is damaged of view {self.name} cannot be left out", detail=str(error)))
        return False

    def catch_up(self, *, retry_adding: bool = True) -> bool:
        """Take what is new. True when *current* was replaced. What is wrong, if anything, is left in *fault* and *shards.fault*.

        Raises ViewNotFound when the view is gone from the root.
        """
        if self.fault is not None:
            self._intake.bad_bases.clear()  # they may have been mended
        self.fault = None
        self.taking.begin()
        before = self.current
        try:
            self._advance(retry_adding=retry_adding)
        except ViewNotFound as error:
            # Vacuum may have deleted what was about to be read.
            if not self._is_there():
                raise
            self._fail(error)
        except StateStoreError as error:
            self._fail(error)
        except OSError as error:
            self._fail(failed(f"view {self.name} cannot be brought up to date", error))
        return self.current is not before

    def _is_there(self) -> bool:
        """Whether the view is, or cannot be looked for."""
        try:
            return self.folder.exists()
        except OSError:
            return True

    def restore(self) -> bool:
        """Serve what an earlier process left, without the root; whether there was something. Sets *fault*."""
        try:
            self.copy.open()
            position = self.copy.position
            if position is None or position.head is None:
                return False
            head = position.head
            self._head, self._view_id, self.taking.latest = head.manifest, head.view_id, position.applied
            self._shapes = {head.manifest.version if head.manifest.schema else head.manifest.schema_at: ViewShape(head.schema)}
            self._intake.view_id = head.manifest.view_id
            if self.shards.holding is not None:
                self.shards.choose(head.schema)
            return self._freeze_undamaged() and self.current is not None and bool(self.current.held or not self.copy.damaged)
        except (StateStoreError, OSError) as error:
            self._fail(StateStoreError(f"view {self.name} cannot be served from its copy", detail=str(error)))
        return False

    def settle(self, *, flush: bool = False) -> None:
        """After the result of catch_up() has been published: note how far the databases are. Sets *fault*.

        With *flush* they are then as far as the current version.
        """
        try:
            self.copy.settle(self._kept_head(), flush=flush)
        except StateStoreError as error:
            self._fail(error)

    def close(self) -> None:
        """Close the databases. Versions that somebody holds live on."""
        self.settle(flush=True)
        self.shards.close()
        self.copy.close()

    def _fail(self, error: StateStoreError) -> None:
        """A database that met an error may refuse work until it is opened again."""
        self.fault = error
        self.copy.close()

    def _advance(self, *, retry_adding: bool) -> None:
        self.copy.open()
        self._leave_out_damaged()
        self.folder.look(self.copy.applied)
        self._check_identity()
        if self.shards.holding is not None:
            self.shards.choose(self._shape(self._head).schema if self._head else self.folder.created_schema())
        while True:
            self._leave_out_damaged()
            try:
                self._read_head()  # from here on other views' manifests are told
                self.taking.take_pending(self._before())
                self.fault = self.taking.fault
                self._add_missing(retry=retry_adding)
                self._freeze()
                return
            except DamagedStore:
                if not self.copy.has_found_damage:
                    raise  # of databases that do not count yet

    def _add_missing(self, *, retry: bool) -> None:
        if self.shards.held is None and not self.copy.damaged:
            self.shards.nothing_missing()
        elif self.copy.settled and (head := self._read_head()):
            self.shards.add(head, self._shape(head).schema, retry=retry)

    def _leave_out_damaged(self) -> None:
        """Whatever then becomes of the root."""
        if self.copy.has_found_damage:
            self._freeze_undamaged()

    def _freeze_undamaged(self) -> bool:
        while True:
            self.copy.shed()
            try:
                return self._freeze()
            except DamagedStore:
                if not self.copy.has_found_damage:
                    raise

    def _check_identity(self) -> None:
        """A view that was deleted and made anew has other manifests, whatever their numbers."""
        if self.copy.position is None or self._continues(self.copy.position.manifest_digest):
            return
        _log.warning("view %s was made anew at the root: starting from scratch", self.name)
        self.copy.discard()
        self._head = self._view_id = self._intake.view_id = None
        self._intake.bad_bases.clear()
        self._shapes.clear()
        self._incarnation = next(incarnations)
        self.taking.base_version = 0

    def _continues(self, manifest_digest: str) -> bool:
        """Whether the version that is here is still the root's; its manifest has that digest, unless it is known. One that cannot
        be read now proves nothing."""
        version = self.copy.applied
        try:
            found = self.folder.manifest(version)
            return digest(found) == manifest_digest if self._head is None else found == self._head
        except ViewNotFound:
            return self._has_gone_on(version)
        except (CorruptFile, UnsupportedFormat):
            return True

    def _has_gone_on(self, version: int) -> bool:
        """Whether *version* is missing from a log of the same view that has later ones: vacuum has deleted it, or somebody."""
        position, latest = self.copy.position, self.folder.latest()
        if position is None or position.head is None or latest <= version:
            return False
        return self.folder.view_id(self.folder.manifest(latest)) == position.head.view_id

    def _read_head(self) -> Manifest | None:
        """The manifest of the applied version; None before the first. Raises CorruptFile where the root has another one by now."""
        if self._head is None and self.copy.position is not None:
            if self.copy.position.head is not None:
                self._take_head(self.copy.position.head.manifest)
                return self._head
            found = self.folder.manifest(self.copy.applied)
            if digest(found) != self.copy.position.manifest_digest:
                raise CorruptFile(f"view {self.name} is being made anew at the root", hint="it is looked at again soon")
            self._take_head(found)
        return self._head

    def _take_head(self, head: Manifest) -> None:
        self._head = head
        self._intake.view_id = head.view_id or self._intake.view_id

    def _freeze(self) -> bool:
        """Make a version of what the databases hold, if that is one and not the current one."""
        if not self.copy.settled or not self.shards.is_servable:
            return False
        head = self._read_head()
        if head is None and self.taking.latest:
            return False  # none of the versions there are could be taken
        before, shape = self._before(), self._shape(head)
        held = (shape.every_shard if self.shards.held is None else self.shards.held).difference(self.copy.damaged)
        if before is not None and not self._is_news(before, held):
            return False
        live = shape.live_rows(head)
        shards = tuple(self._shard(number, live, held=number in held, before=before) for number in range(shape.schema.shards))
        earlier: Callable[[], ViewVersion | None] = weakref.ref(before) if before else no_version
        if before and before.version == self.copy.applied:
            earlier = before.before
        self.current = ViewVersion(shape, head, shards, held, self._incarnation, self._source, earlier, self._id(head))
        self.copy.frozen()
        return True

    def _is_news(self, before: ViewVersion, held: frozenset[int]) -> bool:
        """Not when a copy that was made again reaches less far, because a file went bad since."""
        return self.copy.applied > before.version or (self.copy.applied == before.version and held != before.held)

    def _before(self) -> ViewVersion | None:
        """The current version, if it is of the view that is there now."""
        return self.current if self.current and self.current.incarnation == self._incarnation else None

    def _id(self, head: Manifest | None) -> str:
        if self._view_id is None and head is not None:
            self._view_id = self.folder.view_id(head)
        return self._view_id or ""

    def _shape(self, head: Manifest | None) -> ViewShape:
        """The schema of *head*, which is read once for all versions that have it. Before the first version, nothing tells that
        the view was deleted and created anew: then it is read each time."""
        if head is None:
            return ViewShape(self.folder.schema())
        at = head.version if head.schema else head.schema_at
        if at not in self._shapes:
            self._shapes = {at: ViewShape(self.folder.schema_of(head))}
        return self._shapes[at]

    def _kept_head(self) -> Head | None:
        """What restore() needs of the current version."""
        current = self._before()
        if current is None or current.manifest is None:
            return None
        return Head(current.manifest, current.schema, current.view_id)

    def _shard(self, number: int, live: LiveRows | None, *, held: bool, before: ViewVersion | None) -> Shard:
        name = shard_name(self.name, number)
        earlier = before.shards[number] if before and before.shards[number].held == held else None
        if not held:
            return earlier or AbsentShard(number, name, self.copy.damaged.get(number))
        return shard_with(self.copy.freeze(number, stored_of(earlier)), live, earlier)
