"""One query as Dispatch sees it: which versions it may read, its fragments, and what comes of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Final, Protocol

from gateway.cluster.membership.ports import FragmentTask, QuerySink
from gateway.contract.bounds import VersionBounds, seen, since, untold
from gateway.contract.engine import QueryContext
from gateway.errors import VersionUnavailable
from statestore.errors import StateStoreError
from statestore.node import Store
from statestore.version_id import VersionId

#: How many versions of a view's log are looked at to find the one that is not too stale.
_LOG_MAX: Final = 1_000


@dataclass(frozen=True, slots=True)
class Bound:
    """Which versions of a view will do: *exactly* one, any of number *read_version*, at least *min_version*, committed at
    *since_us* or later."""

    exactly: VersionId | None = None
    read_version: int | None = None
    min_version: int | None = None
    since_us: int | None = None

    def admits(self, found: VersionId) -> bool:
        """Is the version within the bound?"""
        return (
            (self.exactly is None or found == self.exactly)
            and (self.read_version is None or found.version == self.read_version)
            and (self.min_version is None or found.version >= self.min_version)
            and (self.since_us is None or found.committed_at_us >= self.since_us)
        )


def bounds_of(store: Store, views: Iterable[str], context: QueryContext, pinned: dict[str, VersionId]) -> dict[str, Bound]:
    """The bound of each view that has one. Reads a view's log where freshness is asked for. Raises VersionUnavailable."""
    found = {}
    for view in views:
        if view in pinned:
            found[view] = Bound(pinned[view], read_version=pinned[view].version)
        elif context.settings.bounds is not None:
            found[view] = _bound(store, view, context.settings.bounds, context.now_us)
    return found


def _bound(store: Store, view: str, asked: VersionBounds, now_us: int) -> Bound:
    current = store.current(view)
    least = asked.least.of(current)
    if asked.staleness_ms:
        least = max(least, _freshest_needed(store, view, now_us - asked.staleness_ms * 1000))
    return Bound(read_version=asked.read.of(current) or None, min_version=least or None)


def _freshest_needed(store: Store, view: str, since_us: int) -> int:
    """The last version that was committed at *since_us* or before: whoever lacks it is too stale. By the log as this node reads it:
    what other nodes have proves nothing."""
    kept = store.versions(view)
    old = [v.version for v in kept if (v.committed_at_us or 0) <= since_us]
    needed = old[-1] if old else max(0, kept[0].version - 1)
    if store.unseen_us(view, since_us) > 0:
        raise VersionUnavailable(untold(view), detail=seen(store, view))
    try:
        for manifest in islice(store.newer(kept[-1]), _LOG_MAX):
            if manifest.committed_at_us > since_us:
                break
            needed = manifest.version
    except (StateStoreError, OSError) as error:
        raise VersionUnavailable(untold(view), detail=since(store, view, error)) from error
    return needed


class MakeTask(Protocol):
    """Makes the task for some shards of a unit."""

    def __call__(
        self, *, number: int, versions: Mapping[str, VersionId], shards: Mapping[str, frozenset[int]], timeout_ms: int
    ) -> FragmentTask:
        """*shards* are those of the unit's that one node is to read; *timeout_ms* 0 is none."""


def no_task(**_: object) -> FragmentTask:
    """A MakeTask of units for which versions or nodes are chosen, and nothing is run."""
    raise AssertionError("nothing is run")


@dataclass(frozen=True, slots=True)
class Unit:
    """One fragment kind: it runs once for every shard number of *shards*, wherever its views' shards of that number lie.

    The views are co-located (their shards of one number belong together); they may need different shard numbers.
    """

    slot: int
    shards: Mapping[str, frozenset[int]]
    make: MakeTask


@dataclass(frozen=True, slots=True)
class DispatchRequest:
    """The fragments of one query. *deadline_s* is in the loop's time; None is none. With *partial* shards may be missing.

    *schemas* are the fingerprints of the views' schemas that the query was planned for, where they may have changed since. The
    query is not run at versions of another schema.
    """

    units: Sequence[Unit]
    sink: QuerySink
    deadline_s: float | None
    bounds: Mapping[str, Bound] = field(default_factory=dict)
    schemas: Mapping[str, str] = field(default_factory=dict)
    partial: bool = False


@dataclass(frozen=True, slots=True)
class DispatchResult:
    """A query that ended well: every row of every unit is in the sink, but for the shards that are *missing* (view → shards).

    *retries* counts fragments that were given to another node, *restarts* the changes of versions.
    """

    versions: Mapping[str, VersionId]
    missing: Mapping[str, frozenset[int]] = field(default_factory=dict)
    retries: int = 0
    restarts: int = 0
