"""One view on this node: brings its databases up to the view's log and makes a ViewVersion of them.

A pass of catch_up() has named steps, each safe to be killed in:

    plan      read the newest manifest: go on from where we are, or start a fresh generation at its base
    stage     bring the files here and verify them; the first bad version ends the plan before it
    intend    raise ``applying`` in position.json (not for a fresh generation, which nothing points to yet)
    ingest    every shard takes its files
    freeze    a new handle for each shard that changed, the others are shared with the version before; the caller publishes
    settle    position.json says that ``applied`` = ``applying``; generations that were replaced are removed
"""

from __future__ import annotations

import logging
import os
import shutil
import weakref
from collections.abc import Callable
from typing import Final

from rocksdict import Options

from statestore.errors import CorruptFile, StateStoreError, UnsupportedFormat, ViewNotFound
from statestore.node.changes import Source
from statestore.node.generation import DamagedStore, Generation, RejectedFile, generation_name
from statestore.node.layout import StoreFolder
from statestore.node.options import StoreOptions
from statestore.node.pending import BadVersion, Plan, Staged, plan, stage
from statestore.node.position import Position, digest, read_position, write_position
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
        self._path = store.view(folder.name)
        self._options = options
        self._native_options = native_options
        self._source = Source(folder, store)
        self._shapes: dict[int, Shape] = {}
        self._head: Manifest | None = None
        self._changed: set[int] = set()
        self._all_changed = False
        self._generation: Generation | None = None
        self._superseded: list[Generation] = []
        self._known_rows: dict[int, int] = {}
        self._rejected: dict[str, StateStoreError] = {}
        self._position: Position | None = None
        self._written: Position | None = None
        self._opened = False
        self._generations_made = 0

    @property
    def applied(self) -> int:
        """The version that the databases hold; 0 is none."""
        return self._position.applied if self._position else 0

    def catch_up(self) -> bool:
        """Take what is new. True when *current* was replaced. What is wrong, if anything, is left in *fault*.

        Raises ViewNotFound when the view is gone from the root.
        """
        self.fault = None
        try:
            try:
                return self._advance()
            except DamagedStore as error:
                _log.warning("view %s: %s; it is copied from the root again", self.name, error)
                self._discard_copy()
                return self._advance()
        except ViewNotFound:
            raise
        except BadVersion as error:
            self.fault = error.cause
        except StateStoreError as error:
            self._fail(error)
        except OSError as error:
            self._fail(StateStoreError(f"view {self.name} cannot be brought up to date", detail=str(error)))
        return False

    def settle(self) -> None:
        """After the result of catch_up() has been published: note durably how far the databases are. Sets *fault*."""
        try:
            if self._position is not None and self._position != self._written:
                self._write(self._position)
            if not self._unsettled:
                while self._superseded:
                    self._superseded.pop().remove()
        except StateStoreError as error:
            self._fail(error)

    def close(self) -> None:
        """Close the databases. Versions that somebody holds live on."""
        for generation in (*self._superseded, self._generation):
            if generation:
                generation.close()

    def _fail(self, error: StateStoreError) -> None:
        """A database that met an error may refuse work until it is opened again."""
        self.fault = error
        self.close()

    def _advance(self) -> bool:
        self._open()
        self._take_pending()
        return self._freeze()

    def _open(self) -> None:
        """Find what an earlier process left, once, and see whether the root still continues it."""
        if not self._opened:
            self._position = self._written = self._read_position()
            self._remove_leftovers()
            self._opened = True
            if self._position:
                self._generations_made = self._position.generation
                self._generation = Generation(
                    self._path, self._position.generation, self._position.shards, self._options, self._native_options
                )
        if self._position and not self._continues(self._position):
            _log.warning("view %s was made anew at the root: starting from scratch", self.name)
            self._forget()

    def _read_position(self) -> Position | None:
        try:
            return read_position(self._path)
        except CorruptFile as error:
            _log.warning("view %s: %s; it is copied from the root again", self.name, error.message)
            return None

    def _remove_leftovers(self) -> None:
        """Generations that were being built or had been replaced when the process died."""
        keep = self._position and generation_name(self._position.generation)
        if self._path.is_dir():
            for name in os.listdir(self._path):
                if name.startswith("g") and name != keep:
                    shutil.rmtree(self._path / name, ignore_errors=True)

    def _continues(self, position: Position) -> bool:
        """Whether the applied version is still the root's. A manifest that cannot be read now proves nothing."""
        try:
            return digest(self.folder.manifest(position.applied)) == position.manifest_digest
        except ViewNotFound:
            return False
        except (CorruptFile, UnsupportedFormat):
            return True

    def _forget(self) -> None:
        self._discard_copy()
        self._shapes.clear()
        self.incarnation += 1

    def _discard_copy(self) -> None:
        """What the databases hold counts for nothing any more; versions that were made of them do."""
        if self._generation:
            self._superseded.append(self._generation)
            self._generation.close()
        self._generation, self._position, self._head = None, None, None
        self._changed.clear()
        self._all_changed = True

    def _take_pending(self) -> None:
        """Ingest all that is committed and whole; the first bad version is the pass's fault."""
        pending = self.folder.versions(self.applied)
        top = self.latest = pending[-1] if pending else self.applied
        while top > self.applied or self._unreachable(top):
            try:
                self._follow(plan(self.folder, top, self.applied, rebuild=self._unreachable(top)))
                return
            except BadVersion as error:
                # Whatever came before it has been taken, unless it was the first of its plan: try without it.
                self.fault, top = error.cause, error.version - 1

    @property
    def _unsettled(self) -> bool:
        return self._position is not None and not self._position.settled

    def _unreachable(self, top: int) -> bool:
        """Some shards may hold more than *top* already, so that *top* can only be served from a fresh generation."""
        return self._position is not None and self._position.applying > top > 0

    def _follow(self, steps: Plan) -> None:
        """Take the plan's versions. Raises BadVersion after taking those before the bad one."""
        target = self._fresh() if steps.fresh or self._generation is None else self._generation
        try:
            for versions in steps.chunks():
                staged, fault = stage(self.folder, self._store, versions, self._rejected)
                if staged.manifests:
                    self._ingest(target, staged)
                if fault:
                    raise fault
        finally:
            if target is not self._generation:
                target.remove()

    def _fresh(self) -> Generation:
        self._generations_made += 1
        return Generation.make(self._path, self._generations_made, self._options, self._native_options)

    def _ingest(self, target: Generation, staged: Staged) -> None:
        head = staged.manifests[-1]
        try:
            if target is self._generation:
                self._intend(head)
            for shard in staged.shards:
                target.ingest(shard, staged.paths(shard))
        except RejectedFile as error:
            raise self._reject(staged, error) from error
        finally:
            staged.discard()
        self._known_rows = _rows_of(staged) if not target.used else {}
        target.used = True
        self._changed.update(staged.shards)
        if target is not self._generation:
            self._adopt(target)
        self._reach(head)

    def _reject(self, staged: Staged, error: RejectedFile) -> BadVersion:
        """Its bytes are what the manifest promises, so they will not become better: no later pass tries them again."""
        culprit = next(s for s in staged.files if s.path == error.path)
        cause = CorruptFile(f"{self.folder.path_of(culprit.file)} is corrupt", detail=error.detail)
        self._rejected[culprit.file.checksum] = cause
        return BadVersion(culprit.version, cause)

    def _intend(self, head: Manifest) -> None:
        position = self._position
        assert position is not None
        self._write(
            Position(
                position.generation,
                position.applied,
                max(position.applying, head.version),
                position.manifest_digest,
                position.shards,
            )
        )

    def _adopt(self, target: Generation) -> None:
        """From now on *target* is the view's generation. The old one goes when the new one has been published."""
        if self._generation:
            self._superseded.append(self._generation)
        self._generation = target
        self._all_changed = True

    def _reach(self, head: Manifest) -> None:
        generation, position = self._generation, self._position
        assert generation is not None
        ahead = position.applying if position and position.generation == generation.number else 0
        self._position = Position(generation.number, head.version, max(ahead, head.version), digest(head), generation.shards)
        self._head = head

    def _write(self, position: Position) -> None:
        self._path.mkdir(exist_ok=True)
        write_position(self._path, position)
        self._position = self._written = position

    def _freeze(self) -> bool:
        """Make a version of what the databases hold, if that is one and not the current one."""
        if self._unsettled:
            return False
        if self._head is None and self._position:
            self._head = self.folder.manifest(self._position.applied)
        head, before = self._head, self.current
        if head is None and self.latest:
            return False  # none of the versions there are could be taken
        if before and before.incarnation == self.incarnation and not _is_after(head, before):
            return False
        shape = self._shape(head)
        self.current = ViewVersion(shape, head, self._shards(shape), self.incarnation, self._source, _weakly(before))
        self._changed.clear()
        self._all_changed = False
        return True

    def _shape(self, head: Manifest | None) -> Shape:
        """The schema of *head*, which is read once for all versions that have it."""
        at = 0 if head is None else head.version if head.schema else head.schema_at
        if at not in self._shapes:
            self._shapes = {at: Shape(self.folder.schema_of(head) if head else self.folder.schema())}
        return self._shapes[at]

    def _shards(self, shape: Shape) -> tuple[Shard, ...]:
        before = self.current if self.current and self.current.incarnation == self.incarnation else None
        return tuple(
            before.shards[number] if before and not self._all_changed and number not in self._changed else self._new_shard(number)
            for number in range(shape.schema.shards)
        )

    def _new_shard(self, number: int) -> Shard:
        name = f"{self.name} shard {number}"
        if self._generation is None:
            return Shard(number, name, None)
        return self._generation.freeze(number, self._store.work_path(), name, self._known_rows.get(number))


def _rows_of(staged: Staged) -> dict[int, int]:
    """Live rows per shard after these files went into empty databases: known if they are all of one version."""
    if len(staged.manifests) > 1:
        return {}
    return {shard: sum(s.file.rows for s in staged.files if s.file.shard == shard) for shard in staged.shards}


def _weakly(version: ViewVersion | None) -> Callable[[], ViewVersion | None]:
    return weakref.ref(version) if version else _no_version


def _no_version() -> None:
    return


def _is_after(head: Manifest | None, before: ViewVersion) -> bool:
    """A copy that was made again may reach less far than before, if a file went bad since: that is not served."""
    return head is not None and head.version > before.version
