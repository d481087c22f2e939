"""One view on this node: brings its copy up to the view's log and makes ViewVersions of it.

A pass has named steps, each safe to be killed in:

    plan      read the newest manifest: go on from where we are, or start a fresh generation at its base
    stage     bring the files here and verify them; the first bad version ends the plan before it
    intend    raise ``applying`` in position.json (not for a fresh generation, which nothing points to yet)
    ingest    every shard takes its files; a fresh generation is then adopted
    freeze    a new handle for each shard that changed, the others are shared with the version before; the caller publishes
    settle    position.json says that ``applied`` = ``applying``; generations that were replaced are removed
"""

from __future__ import annotations

import logging
import weakref
from collections.abc import Callable
from typing import Final

from rocksdict import Options

from statestore.errors import CorruptFile, StateStoreError, UnsupportedFormat, ViewNotFound
from statestore.node.changes import Source
from statestore.node.generation import DamagedStore, Generation, RejectedFile
from statestore.node.layout import StoreFolder
from statestore.node.local_copy import LocalCopy
from statestore.node.options import StoreOptions
from statestore.node.pending import BadVersion, Plan, Staged, plan, stage
from statestore.node.position import digest
from statestore.node.shard import Shard
from statestore.node.version import Shape, ViewVersion
from statestore.views.folder import ViewFolder
from statestore.views.manifest import Manifest

_log: Final = logging.getLogger("tidegate.store")


class Replica:
    """Used by one thread at a time. *current* is None until the first version (or the empty version 0) is ready."""

    def __init__(self, folder: ViewFolder, store: StoreFolder, options: StoreOptions, native_options: Options) -> None:
        self.folder = folder
        self.name = folder.name
        self.current: ViewVersion | None = None
        self.fault: StateStoreError | None = None
        #: The newest committed version seen at the root.
        self.latest = 0
        self.incarnation = 1
        self._store = store
        self._copy = LocalCopy(store.view(folder.name), options, native_options)
        self._source = Source(folder, store)
        self._shapes: dict[int, Shape] = {}
        self._head: Manifest | None = None
        self._rejected: dict[str, StateStoreError] = {}

    @property
    def applied(self) -> int:
        """The version that the databases hold; 0 is none."""
        return self._copy.applied

    def catch_up(self) -> bool:
        """Take what is new. True when *current* was replaced. What is wrong, if anything, is left in *fault*.

        Raises ViewNotFound when the view is gone from the root.
        """
        self.fault = None
        try:
            return self._advance()
        except ViewNotFound:
            raise
        except StateStoreError as error:
            self._fail(error)
        except OSError as error:
            self._fail(StateStoreError(f"view {self.name} cannot be brought up to date", detail=str(error)))
        return False

    def settle(self) -> None:
        """After the result of catch_up() has been published: note how far the databases are. Sets *fault*."""
        try:
            self._copy.settle()
        except StateStoreError as error:
            self._fail(error)

    def close(self) -> None:
        """Close the databases. Versions that somebody holds live on."""
        self._copy.close()

    def _fail(self, error: StateStoreError) -> None:
        """A database that met an error may refuse work until it is opened again."""
        self.fault = error
        self._copy.close()

    def _advance(self) -> bool:
        self._copy.open()
        self._check_identity()
        try:
            self._take_pending()
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
        self._head = None
        self._shapes.clear()
        self.incarnation += 1

    def _continues(self, version: int, manifest_digest: str) -> bool:
        """Whether *version* is still the root's. A manifest that cannot be read now proves nothing."""
        try:
            return digest(self.folder.manifest(version)) == manifest_digest
        except ViewNotFound:
            return False
        except (CorruptFile, UnsupportedFormat):
            return True

    def _take_pending(self) -> None:
        """Ingest all that is committed and whole; the first bad version is the pass's fault."""
        pending = self.folder.versions(self.applied)
        top = self.latest = pending[-1] if pending else self.applied
        while top > self.applied or self._copy.is_beyond(top):
            try:
                self._follow(plan(self.folder, top, self.applied, rebuild=self._copy.is_beyond(top)))
                return
            except BadVersion as error:
                # Whatever came before it has been taken, unless it was the first of its plan: try without it.
                self.fault, top = error.cause, error.version - 1

    def _follow(self, steps: Plan) -> None:
        """Take the plan's versions. Raises BadVersion after taking those before the bad one."""
        generation = self._copy.generation
        target = self._copy.fresh() if steps.fresh or generation is None else generation
        try:
            for versions in steps.chunks():
                staged, fault = stage(self.folder, self._store, versions, self._rejected)
                if staged.manifests:
                    self._ingest(target, staged)
                if fault:
                    raise fault
        finally:
            if target is not self._copy.generation:
                target.remove()

    def _ingest(self, target: Generation, staged: Staged) -> None:
        try:
            self._copy.ingest(target, staged)
            self._head = staged.manifests[-1]
        except RejectedFile as error:
            raise self._reject(staged, error) from error
        finally:
            staged.discard()

    def _reject(self, staged: Staged, error: RejectedFile) -> BadVersion:
        """Its bytes are what the manifest promises, so they will not become better: no later pass tries them again."""
        culprit = next(s for s in staged.files if s.path == error.path)
        cause = CorruptFile(f"{self.folder.path_of(culprit.file)} is corrupt", detail=error.detail)
        self._rejected[culprit.file.checksum] = cause
        return BadVersion(culprit.version, cause)

    def _freeze(self) -> bool:
        """Make a version of what the databases hold, if that is one and not the current one."""
        if not self._copy.settled:
            return False
        if self._head is None and self.applied:
            self._head = self.folder.manifest(self.applied)
        if self._head is None and self.latest:
            return False  # none of the versions there are could be taken
        before = self._before()
        if before is not None and self.applied <= before.version:
            # Nothing new; or a copy that was made again reaches less far, because a file went bad since.
            return False
        shape = self._shape(self._head)
        shards = tuple(self._shard(number, before) for number in range(shape.schema.shards))
        held = shape.every_shard
        self.current = ViewVersion(shape, self._head, shards, held, self.incarnation, self._source, _weakly(before))
        self._copy.frozen()
        return True

    def _before(self) -> ViewVersion | None:
        """The current version, if it is of the view that is there now."""
        return self.current if self.current and self.current.incarnation == self.incarnation else None

    def _shape(self, head: Manifest | None) -> Shape:
        """The schema of *head*, which is read once for all versions that have it."""
        at = 0 if head is None else head.version if head.schema else head.schema_at
        if at not in self._shapes:
            self._shapes = {at: Shape(self.folder.schema_of(head) if head else self.folder.schema())}
        return self._shapes[at]

    def _shard(self, number: int, before: ViewVersion | None) -> Shard:
        name = f"{self.name} shard {number}"
        return self._copy.freeze(number, before.shards[number] if before else None, self._store.work_path(), name)


def _weakly(version: ViewVersion | None) -> Callable[[], ViewVersion | None]:
    return weakref.ref(version) if version else _no_version


def _no_version() -> None:
    return
