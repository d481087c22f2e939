"""Keeps keyed state as bytes: schemas, codecs, the published view's folder, the node's local store, the Spark writer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from statestore.writer import publish

__all__ = ["publish"]


def __getattr__(name: str) -> Any:
    """PySpark is an optional dependency: it is imported when somebody publishes."""
    if name == "publish":
        from statestore.writer import publish

        return publish
    raise AttributeError(f"module 'statestore' has no attribute {name!r}")
