"""Is the node alive, is it ready, and how is it: for load balancers, Kubernetes and people.

/livez and /readyz ask nobody who they are, and name no view; both answer before there is anything else to ask. /status is for who
may log in, and says what tidegate.views and tidegate.nodes say to that user.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from gateway.catalog.state import ViewEntry
from gateway.engine.engine import ReadEngine
from gateway.server.shared import Shared
from statestore.errors import StateStoreError
from statestore.node import Copying, Store, ViewVersion


@dataclass(frozen=True, slots=True)
class Readiness:
    """*reason* is None where the node is ready; *served* of *known* views can be read. *copying* is of the others."""

    reason: str | None
    served: int
    known: int
    copying: Copying | None = None

    def body(self) -> dict[str, Any]:
        """As JSON."""
        found = {"ready": self.reason is None, "reason": self.reason, "views": {"served": self.served, "known": self.known}}
        if self.copying is not None:
            found["versions"] = {"here": self.copying.versions, "committed": self.copying.committed}
            found["bytes"] = {"fetched": self.copying.bytes, "known": self.copying.bytes_known}
        return found


def starting(store: Store) -> Readiness:
    """Of a node whose store is being opened: nothing but health is answered yet."""
    return _of_store(store, "the node is starting")


def readiness(engine: ReadEngine, shared: Shared, lag_max_s: float) -> Readiness:
    """Should clients be sent here now?"""
    found = _of_store(engine.store, "the node is catching up")
    if shared.stopping or shared.draining:
        return replace(found, reason="the node is being shut down")
    if found.served < found.known:
        return found
    if (reason := engine.unready()) is not None:
        return replace(found, reason=reason, copying=None)
    served = engine.store.views()
    late = sum(1 for view in served.values() if staleness_s(engine, view) > lag_max_s) if lag_max_s else 0
    return replace(found, reason=f"{late} views are more than {lag_max_s:g} s behind" if late else None, copying=None)


def _of_store(store: Store, reason: str) -> Readiness:
    served, missing = store.views(), store.unready()
    known = len(served.keys() | missing.keys())
    return Readiness(reason, known - len(missing), known, store.copying())


def staleness_s(engine: ReadEngine, version: ViewVersion) -> float:
    """How long ago the first version was committed that a version lacks, or may have been without having been seen.

    Where that version cannot be read, or the root, it is how long ago the root could be.
    """
    store, view, now_us = engine.store, version.schema.name, time.time_ns() // 1000
    there = store.at_root(view)
    if there is not None and there.latest > version.version:
        try:
            following = next(store.newer(version), None)
        except (StateStoreError, OSError):
            return max(0, now_us - store.read_at_us(view)) / 1e6
        if following is not None:
            return max(0, now_us - following.committed_at_us) / 1e6
    if store.fault(view) is not None:
        return max(0, now_us - max(store.read_at_us(view), version.committed_at_us or 0)) / 1e6
    return store.unseen_us(view, now_us) / 1e6


def whole(engine: ReadEngine, view: ViewEntry) -> ViewVersion | None:
    """The version that is served here; None of a view of which other nodes hold a part."""
    found = engine.store.views().get(view.name)
    return None if found is None or len(found.held) < view.schema.shards else found


def place_of(engine: ReadEngine, view: ViewEntry) -> Mapping[str, Any]:
    """The version that is served here and how stale it is; nothing of a view of which other nodes hold a part."""
    found = whole(engine, view)
    return {} if found is None else {"version": found.version, "staleness": staleness_s(engine, found)}
