"""Keeps keyed state as bytes: schemas, codecs, the published view's folder, the node's local store, Spark's writer and reader."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from statestore.reader import read, read_changes
    from statestore.writer import publish

__all__ = ["publish", "read", "read_changes"]


def __getattr__(name: str) -> Any:
    """PySpark is an optional dependency: it is imported when somebody publishes, or reads with Spark."""
    if name == "publish":
        from statestore.writer import publish

        return publish
    if name in __all__:
        from statestore import reader

        return getattr(reader, name)
    raise AttributeError(f"module 'statestore' has no attribute {name!r}")
