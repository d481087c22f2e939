"""Where the rows of a query's fragments are gathered: whole, or as a flow with bounded memory.

A fragment's rows can be had again from another node as long as nobody has seen one of them; those of the whole query at another
version, as long as nobody has seen any. So rows are kept back until RELEASE_AFTER_BYTES of the query have come, or all: what most
queries have at all. From then on every fragment's rows flow once so many of its own have come, or all, and a failure is final.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping
from typing import Final

import pyarrow as pa

from gateway.cluster.membership.ports import FragmentOutcome, FragmentSink, FragmentTask
from gateway.cluster.membership.signal import ChangeSignal
from gateway.errors import ResultTooLarge
from planner.errors import OutOfMemory

MIB: Final = 1 << 20
RELEASE_AFTER_BYTES: Final = 8 * MIB


class MemoryReservations:
    """What all queries of this node have gathered whole and not given back yet."""

    def __init__(self, query_max: int, all_max: int) -> None:
        self.query_max, self.all_max = query_max, all_max
        self.bytes = 0


class MemoryReservation:
    """One query's share of MemoryReservations."""

    def __init__(self, of: MemoryReservations) -> None:
        self._of = of
        self.bytes = 0

    def take(self, size_bytes: int) -> None:
        """Count rows that have come; less for those dropped. Raises ResultTooLarge, OutOfMemory."""
        self.bytes += size_bytes
        self._of.bytes += size_bytes
        if self.bytes > self._of.query_max:
            raise ResultTooLarge(
                "the query needs too many rows from other nodes",
                detail=f"More than {self._of.query_max >> 20} MiB, which is pull_bytes_max, have come to be joined or sorted here.",
                hint="Read fewer rows or columns, aggregate or join by the shard key, or raise pull_bytes_max in section [engine].",
            )
        if self._of.bytes > self._of.all_max:
            raise OutOfMemory(
                "out of memory for rows from other nodes",
                detail=f"All queries together have more than {self._of.all_max >> 20} MiB, which is pulls_bytes_max.",
                hint="Try again later, or raise pulls_bytes_max in section [engine].",
            )

    def close(self) -> None:
        """Give everything back."""
        self._of.bytes -= self.bytes
        self.bytes = 0


class Tables:
    """A QuerySink that keeps all rows, for a merge that needs them at once."""

    def __init__(self, reservation: MemoryReservation) -> None:
        self._reservation = reservation
        self._parts: list[_KeptRows] = []

    def open(self, task: FragmentTask, node: str) -> _KeptRows:
        """See QuerySink."""
        part = _KeptRows(self._reservation, task.slot)
        self._parts.append(part)
        return part

    def batches(self, slot: int) -> list[pa.RecordBatch]:
        """The rows of one fragment kind, once all are here."""
        return [batch for part in self._parts if part.slot == slot for batch in part.batches]


class _KeptRows(FragmentSink):
    """Of Tables: nothing is released before the query's fragments have all ended."""

    def __init__(self, reservation: MemoryReservation, slot: int) -> None:
        self._reservation = reservation
        self.slot = slot
        self.batches: list[pa.RecordBatch] = []

    async def write(self, batch: pa.RecordBatch) -> None:
        """See FragmentSink."""
        self._reservation.take(batch.nbytes)
        self.batches.append(batch)

    def discard(self, cause: str = "") -> None:
        """See FragmentSink."""
        self._reservation.take(-sum(batch.nbytes for batch in self.batches))
        self.batches = []


class Flow:
    """A QuerySink whose rows are taken while they come: at most about RELEASE_AFTER_BYTES of each fragment wait here."""

    def __init__(self, shards: Collection[int]) -> None:
        """*shards* are those that the fragments are to cover together."""
        self.changed = ChangeSignal()
        self.streams: list[Stream] = []
        #: More has come than is kept back.
        self.overflows = False
        self._shards = frozenset(shards)

    def open(self, task: FragmentTask, node: str) -> Stream:
        """See QuerySink."""
        stream = Stream(self, _numbers(task.shards))
        self.streams.append(stream)
        self.changed.notify()
        return stream

    @property
    def covered(self) -> bool:
        """Is there a stream for every shard?"""
        return self._shards <= frozenset[int]().union(*(stream.shards for stream in self.streams))

    @property
    def whole_rows(self) -> int:
        """Rows that are here of fragments that have ended."""
        return sum(batch.num_rows for stream in self.streams if stream.done for batch in stream.batches)

    def grown(self) -> None:
        """Rows have come."""
        if not self.overflows and sum(stream.held_bytes for stream in self.streams) >= RELEASE_AFTER_BYTES:
            self.overflows = True
            self.changed.notify()

    def forget(self, stream: Stream) -> None:
        """The stream's rows will come again as another one."""
        self.streams.remove(stream)
        self.changed.notify()


def _numbers(shards: Mapping[str, frozenset[int]]) -> frozenset[int]:
    return frozenset[int]().union(*shards.values())


class Stream:
    """A FragmentSink of Flow. Whoever takes rows does so while *ready*."""

    def __init__(self, flow: Flow, shards: frozenset[int]) -> None:
        self._flow = flow
        self._taken = ChangeSignal()
        self._flowing = False
        self.held_bytes = 0
        self.shards = shards
        self.batches: deque[pa.RecordBatch] = deque()
        self.released = False
        self.done = False

    @property
    def ready(self) -> bool:
        """May its rows be seen, and is there one, or none any more?"""
        return self.done or (self._flowing and bool(self.batches))

    def put(self, batch: pa.RecordBatch) -> None:
        """Put back what is left of a batch that was taken."""
        self.batches.appendleft(batch)
        self.held_bytes += batch.nbytes

    def take(self) -> pa.RecordBatch:
        """The next batch, of which rows are now seen."""
        batch = self.batches.popleft()
        self.held_bytes -= batch.nbytes
        self.released = True
        self._taken.notify()
        return batch

    async def write(self, batch: pa.RecordBatch) -> None:
        """See FragmentSink."""
        self.batches.append(batch)
        self.held_bytes += batch.nbytes
        self._flow.grown()
        if self._flowing or self.held_bytes >= RELEASE_AFTER_BYTES:
            self._flowing = True
            self._flow.changed.notify()
        while self.held_bytes >= RELEASE_AFTER_BYTES:
            await self._taken.wait(None)

    def finish(self, outcome: FragmentOutcome) -> None:
        """See FragmentSink."""
        self.done = True
        self._flow.changed.notify()

    def discard(self, cause: str = "") -> None:
        """See FragmentSink."""
        self._flow.forget(self)
