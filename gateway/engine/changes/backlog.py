"""What versions changed that nobody keeps here any more: from the root's files, version by version over all wanted shards."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from heapq import merge
from typing import Final

from statestore.changes.between import VersionChanges, changed_shards, shard_changes
from statestore.errors import VersionNotKept
from statestore.node.intake import not_kept
from statestore.node.serving import Log
from statestore.version_id import VersionId

ANEW: Final = "Subscribe again, without FROM VERSION: it begins with all rows."


def backlog(log: Log, view_id: str, after: VersionId, to: int, shards: Iterable[int]) -> Generator[VersionChanges]:
    """What the versions behind *after* up to *to* changed in *shards*: some of one version, its next, then the next version's.

    Raises VersionNotKept where *after* is not kept or of another view; CorruptFile, UnsupportedFormat, StorageFull.
    """
    try:
        _check(log, after)
        wanted = sorted(changed_shards(log.folder, view_id, after.version, to) & frozenset(shards))
        parts = [shard_changes(log.folder, view_id, after.version, to, shard, log.place) for shard in wanted]
        try:
            yield from merge(*parts, key=lambda part: part.manifest.version)
        finally:
            for part in parts:
                part.close()
    except VersionNotKept as error:
        raise VersionNotKept(error.message, detail=error.detail, hint=ANEW) from error


def _check(log: Log, after: VersionId) -> None:
    if error := not_kept(log.folder, max(after.version, 1)):
        raise error
    if after.committed_at_us and log.folder.manifest(after.version).committed_at_us != after.committed_at_us:
        raise VersionNotKept(f"version {after} of view {log.folder.name} was of another view, or of another log")
