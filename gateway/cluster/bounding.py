"""Which versions of its views a query over the cluster may read."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Final

from gateway.cluster.dispatching.request import Bound
from gateway.contract.bounds import VersionBounds, seen, since, untold
from gateway.contract.engine import QueryContext
from gateway.errors import VersionUnavailable
from statestore.errors import StateStoreError
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
