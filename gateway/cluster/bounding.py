"""Which versions of its views a query over the cluster may read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from gateway.cluster.errors import VersionUnavailable
from gateway.cluster.local_store import version_id
from gateway.cluster.request import Bound
from gateway.engine.bounds import MAX_STALENESS, VersionBounds
from gateway.engine.contract import QueryContext
from statestore.errors import StateStoreError, ViewNotFound
from statestore.node import Store
from statestore.version_id import VersionId

#: How many versions of a view's log are looked at to find the one that is not too stale.
_LOG_MAX: Final = 1_000


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
    """The last version that was committed at *since_us* or before: whoever lacks it is too stale."""
    kept = [version_id(v) for v in store.versions(view)]
    old = [v for v in kept if v.committed_at_us <= since_us]
    if not old:
        return max(0, kept[0].version - 1)
    if old[-1] != kept[-1]:
        return old[-1].version
    needed = kept[-1].version
    try:
        for number in range(needed + 1, needed + _LOG_MAX):
            if store.manifest(view, number).committed_at_us > since_us:
                break
            needed = number
    except ViewNotFound:
        pass
    except (StateStoreError, OSError) as error:
        raise VersionUnavailable(
            f"it cannot be told how stale view {view} is, and {MAX_STALENESS} is set", detail=str(error)
        ) from error
    return needed
