"""What there is of an attachment, at one moment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from statestore.attach.batch import AttachedBatch, AttachedTables
from statestore.attach.tables import StateTable, Unreadable
from statestore.errors import StateStoreError
from statestore.node.version import ViewVersion

NO_VERSIONS: Final[Mapping[str, tuple[ViewVersion, ...]]] = {}


@dataclass(frozen=True, slots=True)
class Attached:
    """What there is of an attachment, at one moment. *kept* are the batches that can be read, oldest first; *versions* are those of
    each table. *fault* says why there are none, or no newer ones."""

    name: str
    uri: str
    tables: AttachedTables | None = None
    unreadable: tuple[Unreadable, ...] = ()
    kept: tuple[AttachedBatch, ...] = ()
    versions: Mapping[str, tuple[ViewVersion, ...]] = field(default_factory=lambda: NO_VERSIONS)
    fault: StateStoreError | None = None


def sorted_out(sources: Sequence[StateTable | Unreadable]) -> tuple[list[StateTable], tuple[Unreadable, ...]]:
    """What can be read, and what cannot."""
    unreadable = tuple(source for source in sources if isinstance(source, Unreadable))
    return [source for source in sources if not isinstance(source, Unreadable)], unreadable


def shapes(sources: Sequence[StateTable | Unreadable]) -> list[object]:
    """What has to be equal for batches to be versions of the same tables."""
    return [(getattr(s, "schema", None), getattr(s, "reason", None), s.operator, s.store) for s in sources]


def listed(tables: AttachedTables, unreadable: Sequence[Unreadable]) -> str:
    """The tables, for the log."""
    readable = ", ".join(f"{name} ({table.schema.shards} partitions)" for name, table in tables.tables.items())
    other = ", ".join(f"{table.name} (not readable: {table.reason})" for table in unreadable)
    return "; ".join(filter(None, (readable, other))) or "no tables"


def line(error: Exception) -> str:
    """An error, for the log."""
    return str(error).replace("\n", " ")
