"""What there is of an attachment, at one moment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, cast

from statestore.attach.batch import AttachedBatch, AttachedTables
from statestore.attach.ports import NoTable, TableOfState
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
    unreadable: tuple[NoTable, ...] = ()
    kept: tuple[AttachedBatch, ...] = ()
    versions: Mapping[str, tuple[ViewVersion, ...]] = field(default_factory=lambda: NO_VERSIONS)
    fault: StateStoreError | None = None


def sorted_out(sources: Sequence[TableOfState | NoTable]) -> tuple[list[TableOfState], tuple[NoTable, ...]]:
    """What can be read, and what cannot."""
    readable = [cast(TableOfState, source) for source in sources if hasattr(source, "schema")]
    return readable, tuple(source for source in sources if not hasattr(source, "schema"))


def shapes(sources: Sequence[TableOfState | NoTable]) -> list[object]:
    """What has to be equal for batches to be versions of the same tables."""
    return [(getattr(s, "schema", None), getattr(s, "reason", None), s.operator, s.store) for s in sources]


def listed(tables: AttachedTables, unreadable: Sequence[NoTable]) -> str:
    """The tables, for the log."""
    readable = ", ".join(f"{name} ({table.schema.shards} partitions)" for name, table in tables.tables.items())
    other = ", ".join(f"{table.name} (not readable: {table.reason})" for table in unreadable)
    return "; ".join(filter(None, (readable, other))) or "no tables"


def line(error: Exception) -> str:
    """An error, for the log."""
    return str(error).replace("\n", " ")
