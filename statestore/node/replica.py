"""One view on this node: brings its copy up to the view's log and makes ViewVersions of it.

A pass has named steps, each safe to be killed in:

    drop      shards that are no longer to be held are left out from here on
    plan      read the newest manifest: go on from where we are, or start a fresh generation at its base
    stage     bring the files here and verify them; the first bad version ends the plan before it
    intend    raise ``applying`` in position.json (not for a fresh generation, which nothing points to yet)
    ingest    every shard takes its files; a fresh generation is then adopted
    add       shards that have been copied beside the others (adding.py), and are as far, are put among them
    freeze    a new handle for each shard that changed, the others are shared with the version before; the caller publishes
    settle    position.json says that ``applied`` = ``applying``, and what is held; what was replaced or dropped is removed
"""

from __future__ import annotations

import logging
import weakref
from collections.abc import Callable
from typing import Final

from rocksdict import Options

from statestore.errors import CorruptFile, StateStoreError, UnsupportedFormat, ViewNotFound
from statestore.node.adding import Background
from statestore.node.changes import Source
from statestore.node.generation import DamagedStore
from statestore.node.held_shards import HeldShards
from statestore.node.holding import Holding, has
from statestore.node.intake import Intake
from statestore.node.layout import StoreFolder
from statestore.node.local_copy import LocalCopy
from statestore.node.options import StoreOptions
from statestore.node.pending import BadBase, BadVersion, Plan, Staged, plan, start_of
from statestore.node.position import Head, digest
from statestore.node.shard import AbsentShard, Shard
from statestore.node.version import Shape, ViewVersion, incarnations
from statestore.views.folder import ViewFolder
from statestore.views.manifest import Manifest, ShardFile

#: A node that is up to so many versions behind, and is one of several, takes them one by one: nodes that pass over different
#: versions could find none that all of them serve.
SINGLE_STEPS_MAX: Final = 8

_log: Final = logging.getLogger("tidegate.store")


class Replica:
    """Used by one thread at a time. *current* is None until the first version (or the empty version 0) is ready."""

    def __init__(
        self,
        folder: ViewFolder,
        store: StoreFolder,
        options: StoreOptions,
        native_options: Options,
        holding: Holding | None,
        background: Background,
    ) -> None:
        """*holding* says which shards to hold, None: all; those that are added later are copied by *background*."""
        self.folder = folder
        self.name = folder.name
        self.current: ViewVersion | None = None
        self.fault: StateStoreError | None = None
        #: The newest committed version seen at the root.
        self.latest = 0
        #: Whether catch_up() has taken one version of several, and should be called again once it has been published.
        self.is_behind = False
        self._incarnation = next(incarnations)
        self._view_id: str | None = None
        self._store = store
        self._copy = LocalCopy(store.view(folder.name), options, native_options)
        self._source = Source(folder, store)
        self._shapes: dict[int, Shape] = {}
        self._head: Manifest | None = None
        self._intake = Intake(folder, store)
        self.shards = HeldShards(holding, self._copy, self._intake, background)

    @property
    def applied(self) -> int:
        """The version that the databases hold; 0 is none."""
        return self._copy.applied

    def catch_up(self, *, retry_adding: bool = True) -> bool:
        """Take what is new. True when *current* was replaced. What is wrong, if anything, is left in *fault* and *shards.fault*.

        Raises ViewNotFound when the view is gone from the root.
        """
        self.fault, self.is_behind = None, False
        try:
            return self._advance(retry_adding=retry_adding)
        except ViewNotFound:
            raise
        except StateStoreError as error:
            self._fail(error)
        except OSError as error:
            self._fail(StateStoreError(f"view {self.name} cannot be brought up to date", detail=str(error)))
        return False

    def restore(self) -> bool:
        """Serve what an earlier process left, without the root; whether there was something. Sets *fault*."""
        try:
            self._copy.open()
            position = self._copy.position
            if position is None or position.head is None:
                return False
            head = position.head
            self._head, self._view_id, self.latest = head.manifest, head.view_id, position.applied
            self._shapes = {head.manifest.version if head.manifest.schema else head.manifest.schema_at: Shape(head.schema)}
            self._intake.view_id = head.manifest.view_id
            if self.shards.holding is not None:
                self.shards.choose(head.schema)
            return self._freeze()
        except (StateStoreError, OSError) as error:
            self._fail(StateStoreError(f"view {self.name} cannot be served from its copy", detail=str(error)))
        return False

    def settle(self) -> None:
        """After the result of catch_up() has been published: note how far the databases are. Sets *fault*."""
        try:
            self._copy.settle(self._kept_head())
        except StateStoreError as error:
            self._fail(error)

    def close(self) -> None:
        """Close the databases. Versions that somebody holds live on."""
        self.shards.close()
        self._copy.close()

    def _fail(self, error: StateStoreError) -> None:
        """A database that met an error may refuse work until it is opened again."""
        self.fault = error
        self._copy.close()

    def _advance(self, *, retry_adding: bool) -> bool:
        self._copy.open()
        self._check_identity()
        if self.shards.holding is not None:
            self.shards.choose(self._shape(self._head).schema if self._head else self.folder.created_schema())
        try:
            self._take_pending()
            if self.shards.held is None:
                self.shards.nothing_missing()
            elif self._copy.settled and (head := self._read_head()):
                self.shards.add(head, self._shape(head).schema, retry=retry_adding)
            return self._freeze()
        except DamagedStore as error:
            _log.warning("view %s: %s; it is copied from the root again", self.name, error)
            self._copy.discard()
            self._head = None
        self._take_pending()
        return self._freeze()

    def _check_identity(self) -> None:
        """A view that was deleted and made anew has other manifests, whatever their numbers."""
        if self._copy.position is None or self._continues(self._copy.applied, self._copy.position.manifest_digest):
            return
        _log.warning("view %s was made anew at the root: starting from scratch", self.name)
        self._copy.discard()
        self._head = self._view_id = self._intake.view_id = None
        self._intake.bad_bases.clear()
        self._shapes.clear()
        self._incarnation = next(incarnations)

    def _continues(self, version: int, manifest_digest: str) -> bool:
        """Whether *version* is still the root's. A manifest that cannot be read now proves nothing."""
        try:
            return digest(self.folder.manifest(version)) == manifest_digest
        except ViewNotFound:
            return self._is_long_ago(version)
        except (CorruptFile, UnsupportedFormat):
            return True

    def _is_long_ago(self, version: int) -> bool:
        """Whether *version* is missing since it is older than what the log of the same view still has."""
        position, there = self._copy.position, self.folder.versions()
        if position is None or position.head is None or not there or there[0] <= version:
            return False
        return self.folder.view_id(self.folder.manifest(there[0])) == position.head.view_id

    def _take_pending(self) -> None:
        """Ingest all that is committed and whole; the first bad version is the pass's fault."""
        self._read_head()  # from here on other views' manifests are told
        pending = self.folder.versions(self.applied)
        top = self.latest = pending[-1] if pending else self.applied
        if self._takes_single_steps(pending) and self._take_one(pending[0]):
            self.is_behind = True
            return
        bad: set[int] = set()
        while top > self.applied or self._copy.is_beyond(top):
            rebuild = self._copy.is_beyond(top) or bool(bad)
            try:
                self._follow(plan(self.folder, top, self.applied, self._intake.bad_bases, rebuild=rebuild))
                return
            except BadBase as error:
                _log.warning("view %s: its base at version %d cannot be used: %s", self.name, error.version, error)
            except BadVersion as error:
                if error.version not in bad and self._is_based(top, error.version):
                    bad.add(error.version)
                    continue
                # Whatever came before it has been taken, unless it was the first of its plan: try without it.
                self.fault, top = error.cause, error.version - 1
                bad.clear()

    def _is_based(self, top: int, version: int) -> bool:
        """Whether there is a base on the way to *top* from which *version* is not needed."""
        try:
            base = start_of(self.folder, self.folder.manifest(top), self._intake.bad_bases)
        except (CorruptFile, UnsupportedFormat, ViewNotFound):
            return False
        return base is not None and base.version >= version

    def _takes_single_steps(self, pending: list[int]) -> bool:
        return self.shards.holding is not None and 1 < len(pending) <= SINGLE_STEPS_MAX and not self._copy.is_beyond(pending[0])

    def _take_one(self, version: int) -> bool:
        """Whether the version could be had by itself. If not, one behind it that replaces all content may still be."""
        try:
            self._follow(plan(self.folder, version, self.applied, self._intake.bad_bases, rebuild=False))
        except (BadVersion, BadBase):
            return False
        return True

    def _follow(self, steps: Plan) -> None:
        """Take the plan's versions. Raises BadVersion after taking those before the bad one."""
        generation = self._copy.generation
        target = self._copy.fresh(self.shards.wanted) if steps.fresh or generation is None else generation

        def ingest(staged: Staged) -> None:
            self._copy.ingest(target, staged)
            self._take_head(staged.manifests[-1])

        def wants(file: ShardFile) -> bool:
            return has(target.held, file.shard)

        try:
            if steps.base is not None:
                self._intake.take_base(steps.base, wants, ingest)
            self._intake.take(steps.versions, wants, ingest)
        finally:
            if target is not self._copy.generation:
                target.remove()

    def _read_head(self) -> Manifest | None:
        """The manifest of the applied version; None before the first. Raises CorruptFile where the root has another one by now."""
        if self._head is None and self._copy.position is not None:
            if self._copy.position.head is not None:
                self._take_head(self._copy.position.head.manifest)
                return self._head
            found = self.folder.manifest(self.applied)
            if digest(found) != self._copy.position.manifest_digest:
                raise CorruptFile(f"view {self.name} is being made anew at the root", hint="it is looked at again soon")
            self._take_head(found)
        return self._head

    def _take_head(self, head: Manifest) -> None:
        self._head = head
        self._intake.view_id = head.view_id or self._intake.view_id

    def _freeze(self) -> bool:
        """Make a version of what the databases hold, if that is one and not the current one."""
        if not self._copy.settled or not self.shards.is_servable:
            return False
        head = self._read_head()
        if head is None and self.latest:
            return False  # none of the versions there are could be taken
        before, shape = self._before(), self._shape(head)
        held = shape.every_shard if self.shards.held is None else self.shards.held
        if before is not None and not self._is_news(before, held):
            return False
        self.current = ViewVersion(
            shape,
            head,
            tuple(self._shard(number, held=number in held, before=before) for number in range(shape.schema.shards)),
            held,
            self._incarnation,
            self._source,
            before.before if before and before.version == self.applied else _weakly(before),
            self._id(head),
        )
        self._copy.frozen()
        return True

    def _is_news(self, before: ViewVersion, held: frozenset[int]) -> bool:
        """Not when a copy that was made again reaches less far, because a file went bad since."""
        return self.applied > before.version or (self.applied == before.version and held != before.held)

    def _before(self) -> ViewVersion | None:
        """The current version, if it is of the view that is there now."""
        return self.current if self.current and self.current.incarnation == self._incarnation else None

    def _id(self, head: Manifest | None) -> str:
        if self._view_id is None and head is not None:
            self._view_id = self.folder.view_id(head)
        return self._view_id or ""

    def _shape(self, head: Manifest | None) -> Shape:
        """The schema of *head*, which is read once for all versions that have it. Before the first version, nothing tells that
        the view was deleted and created anew: then it is read each time."""
        if head is None:
            return Shape(self.folder.schema())
        at = head.version if head.schema else head.schema_at
        if at not in self._shapes:
            self._shapes = {at: Shape(self.folder.schema_of(head))}
        return self._shapes[at]

    def _kept_head(self) -> Head | None:
        """What restore() needs of the current version."""
        current = self._before()
        if current is None or current.manifest is None:
            return None
        return Head(current.manifest, current.schema, current.view_id)

    def _shard(self, number: int, *, held: bool, before: ViewVersion | None) -> Shard:
        name = f"{self.name} shard {number}"
        earlier = before.shards[number] if before and before.shards[number].held == held else None
        if not held:
            return earlier or AbsentShard(number, name)
        return self._copy.freeze(number, earlier, self._store.work_path(), name)


def _weakly(version: ViewVersion | None) -> Callable[[], ViewVersion | None]:
    return weakref.ref(version) if version else _no_version


def _no_version() -> None:
    return
