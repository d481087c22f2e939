"""Views that move together: the tables of one attached checkpoint are read at one version."""

from __future__ import annotations

from collections.abc import Iterable

from gateway.cluster.membership.ports import NodeStore


def bundles_of(store: NodeStore, views: Iterable[str]) -> list[tuple[str, ...]]:
    """Those of *views* that move together, and each other one by itself."""
    bundles: dict[str, list[str]] = {}
    for view in views:
        held = store.view(view)
        # No view's name has a slash.
        bundles.setdefault(view if held is None or held.group is None else f"/{held.group}", []).append(view)
    return [tuple(together) for together in bundles.values()]
