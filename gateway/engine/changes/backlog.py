"""What versions changed that nobody keeps here any more: from the root's files, version by version over all wanted shards."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from heapq import merge

from gateway.engine.changes.feed import ANEW
from statestore.changes.between import VersionChanges, changed_shards, shard_changes
from statestore.changes.live import LiveChanges
from statestore.errors import VersionNotKept
from statestore.node import ViewVersion
from statestore.node.intake import not_kept
from statestore.node.serving import Log
from statestore.version_id import VersionId


def backlog(log: Log, view_id: str, after: VersionId, to: int, shards: Iterable[int]) -> Generator[VersionChanges]:
    """What the versions behind *after* up to *to* changed in *shards*: some of one version, its next, then the next version's.

    The last one is *to*, at its end without changes.

    Raises VersionNotKept where *after* is not kept or of another view; CorruptFile, UnsupportedFormat, StorageFull.
    """
    try:
        _check(log, after)
        wanted = sorted(changed_shards(log.folder, view_id, after.version, to) & frozenset(shards))
        parts = [shard_changes(log.folder, view_id, after.version, to, shard, log.place) for shard in wanted]
        try:
            yield from merge(*parts, key=lambda part: part.manifest.version)
            yield VersionChanges(log.folder.manifest(to), [])
        finally:
            for part in parts:
                part.close()
    except VersionNotKept as error:
        raise VersionNotKept(error.message, detail=error.detail, hint=ANEW) from error


def kept_backlog(kept: Sequence[ViewVersion], after: VersionId, to: int, shards: frozenset[int]) -> Generator[VersionChanges]:
    """The same of a table of an attached checkpoint, from the versions that Spark keeps. Raises as backlog() does."""
    between = [version for version in kept if after.version <= version.version <= to]
    if [version.version for version in between] != list(range(after.version, to + 1)):
        told = f"Spark keeps what is behind versions {kept[0].version} to {kept[-1].version}." if kept else None
        raise VersionNotKept(f"what followed version {after.version} is not kept", detail=told, hint=ANEW)
    if after.committed_at_us not in (0, between[0].committed_at_us):
        raise VersionNotKept(f"version {after} was of another table, or of another run", hint=ANEW)
    live = LiveChanges(between[0], shards)
    for version in between[1:]:
        assert version.manifest is not None, "it is a batch's"
        for _, changes in live.step(version):
            yield VersionChanges(version.manifest, changes)
    assert between[-1].manifest is not None, "it is a batch's"
    yield VersionChanges(between[-1].manifest, [])


class BacklogReader:
    """A backlog that can be put down between two parts, and taken up behind what has been read. Used by one thread at a time."""

    def __init__(self, make: Callable[[VersionId], Generator[VersionChanges]]) -> None:
        """*make* gives backlog() behind a version."""
        self._make = make
        self._left: Generator[VersionChanges] | None = None
        #: Changes that have been read of the version that was read last, and those to pass over of the first one.
        self._version = self._read = self._passed = 0

    def read(self, at: VersionId) -> VersionChanges | None:
        """The next part; *at* is the last version of which all has been read. None: that was all. Raises what backlog() does."""
        if self._left is None:
            self._left, self._passed, self._read = self._make(at), self._read, 0
        part = next(self._left, None)
        if part is None:
            return None
        if part.manifest.version != self._version:
            self._version, self._read = part.manifest.version, 0
        count = len(part.changes)
        self._read += count
        passed = min(self._passed, count)
        self._passed -= passed
        return VersionChanges(part.manifest, part.changes[passed:])

    def put_down(self) -> Generator[VersionChanges] | None:
        """Forget what is open; it has to be closed, in a thread. Not while it reads."""
        left, self._left = self._left, None
        return left


def _check(log: Log, after: VersionId) -> None:
    if error := not_kept(log.folder, max(after.version, 1)):
        raise error
    if after.committed_at_us and log.folder.manifest(after.version).committed_at_us != after.committed_at_us:
        raise VersionNotKept(f"version {after} of view {log.folder.name} was of another view, or of another log")
