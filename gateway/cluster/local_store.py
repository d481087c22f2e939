"""This node's Store as the cluster sees it."""

from __future__ import annotations

from collections.abc import Callable, Collection

from gateway.cluster.membership.ports import HeldView
from gateway.cluster.membership.status import ViewStatus, schema_fingerprint
from statestore.errors import ShardRestoring, ViewNotFound
from statestore.node import Store, ViewVersion


class ClusterStore:
    """Implements ports.NodeStore. For the event loop's thread."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, tuple[tuple[ViewVersion, ...], HeldView]] = {}

    def view(self, name: str) -> HeldView | None:
        """See NodeStore."""
        try:
            kept = self._store.versions(name)
        except (ViewNotFound, ShardRestoring):
            self._known.pop(name, None)
            return None
        known = self._known.get(name)
        # The same versions are one and the same tuple until something changes.
        if known is None or (known[0] is not kept and known[0] != kept):
            known = self._known[name] = kept, _held_view(kept)
        return known[1]

    def names(self) -> Collection[str]:
        """See NodeStore."""
        return sorted(self._store.views())

    def rehold(self) -> None:
        """See NodeStore."""
        self._store.rehold()

    def subscribe(self, callback: Callable[[], None]) -> Callable[[], None]:
        """See NodeStore."""
        return self._store.subscribe(callback)


def _held_view(kept: tuple[ViewVersion, ...]) -> HeldView:
    current = kept[-1]
    same = [v for v in kept if v.incarnation == current.incarnation and v.held >= current.held]
    versions = tuple(sorted({v.id for v in same}))
    group = None if current.group is None else current.group.name
    return HeldView(current.schema, ViewStatus(versions, current.held, schema_fingerprint(current.schema)), group)
