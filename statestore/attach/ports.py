"""What the live attachment asks of the rooms beneath it: what a checkpoint says, the bytes in it, the tables they make."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from statestore.attach.checkpoint.model import SourceOffset
from statestore.schema import ViewSchema


class BatchFacts(Protocol):
    """A batch whose commit exists (checkpoint.Batch)."""

    @property
    def id(self) -> int:
        """Spark's number."""
        ...

    @property
    def query(self) -> str | None:
        """The streaming query's id."""
        ...

    @property
    def committed_at_us(self) -> int:
        """The commit file's time."""
        ...

    @property
    def watermark_us(self) -> int | None:
        """Event time."""
        ...

    @property
    def sources(self) -> tuple[SourceOffset, ...]:
        """How far each source had been read."""
        ...


class TableOfState(Protocol):
    """A table over one store of one operator (tables.StateTable)."""

    @property
    def schema(self) -> ViewSchema:
        """Its name is the table's."""
        ...

    @property
    def operator(self) -> int:
        """The operator's id."""
        ...

    @property
    def store(self) -> str:
        """The store's name."""
        ...

    @property
    def left_out(self) -> str | None:
        """Which columns it lacks, and why."""
        ...

    def shard(self, number: int, name: str, state: Any) -> Any:
        """A partition's state as rows of this table."""
        ...


class NoTable(Protocol):
    """What would be a table, and why it is none (tables.Unreadable)."""

    @property
    def name(self) -> str:
        """The name that it would have."""
        ...

    @property
    def operator(self) -> int:
        """The operator's id."""
        ...

    @property
    def store(self) -> str:
        """The store's name."""
        ...

    @property
    def reason(self) -> str:
        """Why it cannot be read."""
        ...


@dataclass(frozen=True, slots=True)
class Look:
    """What a checkpoint holds now: ids of committed batches whose state is there, ascending and at least one; *query_id* changes
    when it was begun anew."""

    query_id: str | None
    committed: tuple[int, ...]


class StoreOpener(Protocol):
    """Opens partitions of state stores."""

    def open(self, place: tuple[int, str, int], facts: BatchFacts, near: Any) -> Any:
        """The state of (operator, store, partition) after a batch; *near* is one of the same partition after another batch.

        Raises VersionNotKept, CorruptFile, UnsupportedFormat, StorageFull, OSError.
        """
        ...


class Watcher(Protocol):
    """Wakes one waiting thread (checkpoint.CommitWatcher)."""

    def wait(self, timeout_s: float) -> object:
        """Return when the checkpoint may have other batches, when wake() was called, or when the time is up."""
        ...

    def wake(self) -> None:
        """Make wait() return, in any thread."""
        ...

    def close(self) -> None:
        """Give back what is held."""
        ...


class CheckpointReading(Protocol):
    """One checkpoint, whatever happens to it."""

    @property
    def uri(self) -> str:
        """Where it is."""
        ...

    @property
    def is_local(self) -> bool:
        """Does reading a file of it take microseconds?"""
        ...

    def look(self) -> Look:
        """Raises CheckpointNotReady, CorruptFile, UnsupportedFormat, OSError."""
        ...

    def facts(self, batch: int) -> BatchFacts:
        """Raises VersionNotKept where the batch is gone, CorruptFile, UnsupportedFormat, OSError."""
        ...

    def holds(self, facts: BatchFacts) -> bool:
        """Is this very commit still there? Raises CorruptFile, OSError."""
        ...

    def tables(self, facts: BatchFacts) -> tuple[TableOfState | NoTable, ...]:
        """The tables that the batch's operators make. Raises as facts()."""
        ...

    def opener(self, facts: BatchFacts) -> StoreOpener:
        """For this batch's and later ones' partitions, until the query is begun anew. Raises UnsupportedFormat, StorageFull."""
        ...

    def watcher(self) -> Watcher:
        """Of its commits."""
        ...

    def close(self) -> None:
        """Open nothing more."""
        ...
