"""One view on this node: brings its copy up to the view's log and makes ViewVersions of it.

A pass has named steps, each safe to be killed in:

    drop      shards that are no longer to be held are left out from here on
    shed      databases that have been found damaged are removed; their shards are left out until they have been copied again
    plan      read the newest manifest: go on from where we are, or start a fresh generation at its base
    stage     bring the files here and verify them; the first bad version ends the plan before it
    intend    raise ``applying`` in position.json (not for a fresh generation, which nothing points to yet)
    ingest    every shard takes its files; a fresh generation is then adopted
    add       shards that have been copied beside the others (adding.py), and are as far, are put among them
    freeze    a new handle for each shard that changed, the others are shared with the version before; where rows expire, all
              of them with the version's time; the caller publishes
    settle    position.json says that ``applied`` = ``applying``, and what is held; what was replaced or dropped is removed
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
from statestore.node.holding import Holding, has
from statestore.node.intake import Intake
from statestore.node.layout import StoreFolder
from statestore.node.local_copy import LocalCopy, shard_name
from statestore.node.log_reader import FollowedFolder
from statestore.node.native import failed
from statestore.node.pending import BadBase, BadVersion, Plan, Staged, plan, start_of
from statestore.node.position import Head, digest
from statestore.node.shard import AbsentShard, Shard
from statestore.node.version import ViewShape, ViewVersion, incarnations, no_version
from statestore.rows import LiveRows
from statestore.views.folder import ViewFolder
from statestore.views.manifest import Manifest, ShardFile

#: A node that is up to so many versions behind, and is one of several, takes them one by one: nodes that pass over different
#: versions could find none that all of them serve.
SINGLE_STEPS_MAX: Final = 8
#: Where rows expire, it is looked so often, in versions, whether a copy that is made anew of a base would be so much smaller.
LOOK_EVERY: Final = 50
PAST_TIMES: Final = 1.5
#: How often a pass begins anew because vacuum deletes what it needs.
_RACES_MAX: Final = 10

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
        #: The newest committed version seen at the root.
        self.latest = 0
        #: Whether catch_up() has taken one version of several, and should be called again once it has been published.
        self.is_behind = False
        #: Of the base that the databases were last made of.
        self._base_version = 0
        self._incarnation = next(incarnations)
        self._view_id: str | None = None
        self.copy = LocalCopy(store, folder.name, told)
        self._source = LogSource(folder, store)
        self._shapes: dict[int, ViewShape] = {}
        self._head: Manifest | None = None
        self._intake = Intake(self.folder, store)
        self.shards = HeldShards(holding, self.copy, self._intake, background)

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
        self.fault, self.is_behind = None, False
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
            self._head, self._view_id, self.latest = head.manifest, head.view_id, position.applied
            self._shapes = {head.manifest.version if head.manifest.schema else head.manifest.schema_at: ViewShape(head.schema)}
            self._intake.view_id = head.manifest.view_id
            if self.shards.holding is not None:
                self.shards.choose(head.schema)
            return self._freeze_undamaged() and self.current is not None and bool(self.current.held or not self.copy.damaged)
        except (StateStoreError, OSError) as error:
            self._fail(StateStoreError(f"view {self.name} cannot be served from its copy", detail=str(error)))
        return False

    def settle(self) -> None:
        """After the result of catch_up() has been published: note how far the databases are. Sets *fault*."""
        try:
            self.copy.settle(self._kept_head())
        except StateStoreError as error:
            self._fail(error)

    def close(self) -> None:
        """Close the databases. Versions that somebody holds live on."""
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
                self._take_pending()
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
        if self.copy.position is None or self._continues(self.copy.applied, self.copy.position.manifest_digest):
            return
        _log.warning("view %s was made anew at the root: starting from scratch", self.name)
        self.copy.discard()
        self._head = self._view_id = self._intake.view_id = None
        self._intake.bad_bases.clear()
        self._shapes.clear()
        self._incarnation = next(incarnations)
        self._base_version = 0

    def _continues(self, version: int, manifest_digest: str) -> bool:
        """Whether *version* is still the root's. A manifest that cannot be read now proves nothing."""
        try:
            return digest(self.folder.manifest(version)) == manifest_digest
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

    def _take_pending(self) -> None:
        """Ingest all that is committed and whole; the first bad version is the pass's fault."""
        self._read_head()  # from here on other views' manifests are told
        # Of a log that it begins to follow, a node has to know the end, not where it begins.
        pending = self.folder.versions(self.copy.applied) if self.copy.applied else list(range(1, self.folder.latest() + 1))
        top = self.latest = pending[-1] if pending else self.copy.applied
        if self._takes_single_steps(pending) and self._take_one(pending[0]):
            self.is_behind = True
            return
        bad: set[int] = set()
        races_left = _RACES_MAX
        lost: StateStoreError | None = None
        while top > self.copy.applied or self.copy.is_beyond(top):
            rebuild = self.copy.is_beyond(top) or bool(bad) or self._is_mostly_past(top)
            try:
                self._follow(plan(self.folder, top, self.copy.applied, self._intake.bad_bases, rebuild=rebuild))
                return
            except BadBase as error:
                _log.warning("view %s: its base at version %d cannot be used: %s", self.name, error.version, error)
                lost = error.cause
            except BadVersion as error:
                if error.version not in bad and self._is_needless(top, error.version):
                    bad.add(error.version)
                    continue
                there = self.folder.versions(self.copy.applied)
                newest = max(there, default=top)
                if races_left and newest > top and self._is_needless(newest, error.version):
                    # Vacuum has deleted it since: begin anew, with what came in its place.
                    races_left, top, self.latest, self.fault = races_left - 1, newest, newest, None
                    continue
                # Whatever came before it has been taken, unless it was the first of its plan: try without it.
                is_behind_base = lost is not None and not self.folder.has(error.version)
                self.fault = lost if is_behind_base else error.cause
                top = max((v for v in there if v < error.version), default=self.copy.applied)
                bad.clear()
                # What was cut short on its way here is whole the next time.
                self._intake.bad_bases.clear()

    def _is_mostly_past(self, top: int) -> bool:
        """Whether much of what the databases hold are rows that have expired, and there is a new base, which does not. Asked now
        and then."""
        before = self._before()
        if before is None or before.expired_before_us is None or top // LOOK_EVERY == before.version // LOOK_EVERY:
            return False
        base = self.folder.newest_base(top, self._intake.bad_bases)
        if base is None or base.version <= self._base_version:
            return False
        return before.bytes > PAST_TIMES * sum(file.bytes for file in base.files if has(self.shards.wanted, file.shard))

    def _is_needless(self, top: int, version: int) -> bool:
        """Whether the way to *top* begins behind *version*, with a base or with other content."""
        try:
            head = self.folder.manifest(top)
            base = start_of(self.folder, head, self._intake.bad_bases)
        except (CorruptFile, UnsupportedFormat, ViewNotFound):
            return False
        return head.base > version or (base is not None and base.version >= version)

    def _takes_single_steps(self, pending: list[int]) -> bool:
        return self.shards.holding is not None and 1 < len(pending) <= SINGLE_STEPS_MAX and not self.copy.is_beyond(pending[0])

    def _take_one(self, version: int) -> bool:
        """Whether the version could be had by itself. If not, one behind it that replaces all content may still be."""
        try:
            self._follow(plan(self.folder, version, self.copy.applied, self._intake.bad_bases, rebuild=False))
        except (BadVersion, BadBase):
            return False
        return True

    def _follow(self, steps: Plan) -> None:
        """Take the plan's versions. Raises BadVersion after taking those before the bad one."""
        generation = self.copy.generation
        target = self.copy.fresh(self.shards.wanted) if steps.fresh or generation is None else generation

        def ingest(staged: Staged) -> None:
            self.copy.ingest(target, staged)
            self._take_head(staged.manifests[-1])

        def wants(file: ShardFile) -> bool:
            return has(target.held, file.shard) and file.shard not in target.damaged

        try:
            if steps.base is not None:
                self._intake.take_base(steps.base, wants, ingest)
                self._base_version = steps.base.version
            self._intake.take(steps.versions, wants, ingest)
        finally:
            if target is not self.copy.generation:
                target.remove()

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
        if head is None and self.latest:
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
        return shard_with(self.copy.freeze(number, stored_of(earlier), name), live, earlier)
