"""Copies a view, as it is at one version, to another root, which can then be served and published to: backup and restore.

The copy has the same versions, view_id and retention. It is of the newest base up to the version and the log since, or of the log
from where content starts.

- Order: files (each verified by the checksum that its manifest has, written aside, synced, renamed), base, retention,
  manifests, `view.json`. A root shows no view without `view.json`, and a job refuses a log without one. So a copy that was killed
  is seen by nobody and is gone on with: a file that has its name and size has been verified. A copy shares no bytes with what it
  was made of, also on one disk: what damages one must not damage both.
- Where the view is there already it must be the same one, with the same manifest at its latest version, and that must be
  earlier than N and still be in the log that is read: then the versions since are added, each visible when it is whole. Anything
  else is refused: a view of another id, a later version (`drop-view` first), one that a job has published to since. What such a
  copy keeps is its own: `tidegate alter` there is not undone.
- A base that is damaged is done without where the log has what it held, as nodes do. Vacuum may run meanwhile: what is missing is
  looked for anew, and a version that is no longer kept is VersionNotKept, with the oldest that is.
- A local target is locked as for a job. On others two copies to one place at a time find each other before `view.json`, mostly;
  one at a time is the rule.
- Two roots of one view: when a job publishes to the copy as well, both have the same id and other rows at the same version.
  Nodes of one cluster must have one root.
- A view is not renamed by a copy: its name is in its schema.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Collection
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from statestore.errors import ConcurrentPublisher, CorruptFile, StateStoreError, VersionNotKept, VersionNotReached, ViewNotFound
from statestore.node.pending import BadBase, start_of
from statestore.views.base import Base
from statestore.views.folder import VIEW_FILE, ViewFolder
from statestore.views.latest import forget_earlier, read_latest, tell_latest
from statestore.views.local_storage import TEMPORARY_PREFIX
from statestore.views.lock import PublisherLock
from statestore.views.manifest import Manifest, ShardFile
from statestore.views.orphans import remove_temporaries
from statestore.views.retention import change_retention, retention_of

#: Called with how many files and manifests have been copied, and of how many bases and versions.
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Copied:
    """What a copy is of, and what had to be brought there for it."""

    version: int
    versions: int
    files: int
    bytes: int


@dataclass(frozen=True, slots=True)
class _Content:
    """What *head*'s version is made of: *base*, if there is one, and the *log*, whose first version is the base's."""

    head: Manifest
    base: Base | None
    log: range


def copy_view(
    source: ViewFolder, target: ViewFolder, version: int | None = None, *, owner: str, progress: Progress = lambda done, total: None
) -> Copied:
    """Bring *target* to what *source* is at *version*, by default the latest. *owner* is told to jobs that find the view locked.

    Raises VersionNotKept, with the oldest version that can be had, VersionNotReached; StateStoreError where the target has another
    view, or a later version; ConcurrentPublisher; CorruptFile, UnsupportedFormat, StorageFull, OSError.
    """
    versions = source.versions()
    version = max(versions, default=0) if version is None else version
    if not versions or version > versions[-1]:
        latest = f"its latest version is {versions[-1]}" if versions else "it has none yet"
        raise VersionNotReached(f"view {source.name} has no version {version} at {source.storage.uri}", detail=latest)
    content, bad = _required(source, version), set[int]()
    with _locked(target, owner):
        while True:
            try:
                return _Copy(source, target, content, progress).done()
            except (BadBase, CorruptFile) as error:
                # Vacuum may have deleted what was to be read; or a base is damaged, and the log has what it held.
                bad |= {error.version} if isinstance(error, BadBase) else set()
                other = _content(source, version, bad)
                if other is None or other == content:
                    _required(source, version)
                    raise (error.cause if isinstance(error, BadBase) else error) from error
                content = other


def _locked(target: ViewFolder, owner: str) -> AbstractContextManager[object]:
    storage = target.storage
    return PublisherLock(Path(storage.location(target.name)), owner=owner) if storage.is_local else nullcontext()


def _required(source: ViewFolder, version: int) -> _Content:
    if found := _content(source, version):
        return found
    for number in source.bases():
        source.base(number)  # what is damaged is named
    versions = source.versions()
    oldest = next((number for number in versions if _content(source, number)), None)
    if oldest is None:
        raise source.missing(0)
    raise VersionNotKept(
        f"version {version} of view {source.name} is not kept at {source.storage.uri}",
        detail=f"the oldest version that can be had is {oldest}, the latest {versions[-1]}",
    )


def _content(source: ViewFolder, version: int, bad_bases: Collection[int] = ()) -> _Content | None:
    """None where neither a base nor the log tells what the version shows."""
    versions = source.versions()
    if not versions:
        raise ViewNotFound(f"there is no view {source.name} under {source.storage.uri}")
    if version < versions[0]:
        return None
    head = _manifest(source, version)
    base = start_of(source, head, bad_bases)
    if base is not None:
        return _Content(head, base, range(base.version, version + 1))
    starts = max(1, head.base)
    first = starts if head.begins_alone else versions[0]
    return _Content(head, None, range(first, version + 1)) if versions[0] <= first <= starts else None


def _manifest(source: ViewFolder, version: int) -> Manifest:
    try:
        return source.manifest(version)
    except ViewNotFound as error:
        raise source.missing(version) from error


class _Copy:
    def __init__(self, source: ViewFolder, target: ViewFolder, content: _Content, progress: Progress) -> None:
        self._source = source
        self._target = target
        self._version = content.head.version
        #: What the target shows already; 0: it is not visible.
        self._reached = self._check_target(content)
        self._base = None if self._reached else content.base
        self._log = range(self._reached + 1, self._version + 1) if self._reached else content.log
        self._progress = progress
        self._done = 0
        self._total = len(self._log) + (len(self._base.files) if self._base else 0)
        self._files = self._bytes = 0
        self._there: dict[str, dict[str, int]] = {}

    def _check_target(self, content: _Content) -> int:
        """Raises StateStoreError where what is there is not the same view at an earlier version."""
        source, target = self._source, self._target
        if not target.exists():
            return 0
        latest, place = target.latest(), f"view {target.name} at {target.storage.uri}"
        if not latest or target.view_id(target.manifest(latest)) != source.view_id(content.head):
            raise _refused(f"{place} is another view than the one at {source.storage.uri}")
        if latest > self._version:
            raise _refused(f"{place} has version {latest}, which is later than {self._version}")
        if not source.has(latest):
            raise _refused(f"{place} is at version {latest}, and that version is not kept at {source.storage.uri} any more")
        if source.manifest(latest) != target.manifest(latest):
            raise _refused(f"{place} has another version {latest} than there is at {source.storage.uri}: a job has published to it")
        return latest

    def done(self) -> Copied:
        """Files first, then what names them; what makes a version, or the whole view, visible comes last."""
        remove_temporaries(self._target)
        self._bring_base()
        for number in self._log:
            if self._base is None or number != self._base.version:
                for file in _manifest(self._source, number).files:
                    self._bring(file)
            self._advance()
        if self._log:
            self._commit()
        return Copied(self._version, len(self._log), self._files, self._bytes)

    def _bring_base(self) -> None:
        if (base := self._base) is None:
            return
        for file in base.files:
            try:
                self._bring(file)
            except CorruptFile as error:
                raise BadBase(base.version, error) from error
            self._advance()

    def _advance(self) -> None:
        self._done += 1
        self._progress(self._done, self._total)

    def _bring(self, file: ShardFile) -> None:
        """A copy of the file with bytes of its own. What has its name and size there has been verified on its way."""
        name, storage = self._target.name, self._target.storage
        shard, slash, file_name = file.path.rpartition("/")
        if shard not in self._there:
            self._there[shard] = {there: size for there, size, _ in storage.entries(f"{name}/{shard}")}
        if self._there[shard].get(file_name) == file.bytes:
            return
        staged = storage.stage(f"{name}/{shard}{slash}{TEMPORARY_PREFIX}{uuid.uuid4().hex}")
        try:
            self._source.fetch(file, staged, link=not storage.is_local)
            storage.land(staged, f"{name}/{file.path}")
        except BaseException:
            staged.unlink(missing_ok=True)
            storage.unstage(staged)
            raise
        self._files += 1
        self._bytes += file.bytes

    def _commit(self) -> None:
        source, target, name = self._source, self._target, self._target.name
        told = frozenset() if target.storage.is_local else read_latest(target.storage).get(name, frozenset())
        if not target.storage.is_local:
            tell_latest(target.storage, name, self._version)
        if not self._reached:
            self._prepare()
        for number in self._log:
            try:
                data = source.storage.read(source.manifest_path(number))
            except FileNotFoundError as error:
                raise source.missing(number) from error
            self._put(target.manifest_path(number), data)
        if not self._reached:
            self._show()
        forget_earlier(target.storage, name, {version for version in told if version < self._version})

    def _prepare(self) -> None:
        """What is kept, and the base; what is left of an attempt at another version goes."""
        target = self._target
        for base in target.bases():
            if self._base is None or base != self._base.version:
                target.storage.remove(target.base_path(base))
        for number in target.versions():
            if number not in self._log:
                target.storage.remove(target.manifest_path(number))
        kept = retention_of(self._source)
        change_retention(target, versions=kept.versions, age=timedelta(seconds=kept.age_s), base_every=kept.base_every)
        if self._base:
            self._put(target.base_path(self._base.version), self._base.to_json())

    def _show(self) -> None:
        source, target = self._source, self._target
        source.created_schema()
        if target.versions() != list(self._log):
            raise ConcurrentPublisher(f"somebody else writes to view {target.name} at {target.storage.uri}")
        self._put(f"{target.name}/{VIEW_FILE}", source.storage.read(f"{source.name}/{VIEW_FILE}"))

    def _put(self, path: str, data: bytes) -> None:
        """What an attempt at another view has left is replaced, unless it is visible."""
        storage = self._target.storage
        with suppress(FileExistsError):
            storage.create(path, data)
            return
        if storage.read(path) == data:
            return
        if self._reached:
            raise ConcurrentPublisher(f"somebody else publishes view {self._target.name} at {storage.uri}")
        storage.remove(path)
        storage.create(path, data)


def _refused(message: str) -> StateStoreError:
    return StateStoreError(message, hint="copy to another root; or tidegate drop-view deletes the view there")
