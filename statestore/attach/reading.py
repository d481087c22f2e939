"""A real checkpoint as an attachment reads it: files, what they say, the bytes of its stores, the tables over them."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path
from typing import Final

from rocksdict import Cache

from statestore.attach.checkpoint import Batch, Checkpoint, CommitWatcher
from statestore.attach.files import CheckpointFiles
from statestore.attach.options import AttachOptions
from statestore.attach.providers import PartitionState, StateProvider, StoreAt
from statestore.attach.states import Opener, Place
from statestore.attach.tables import StateTable, Unreadable, tables_of
from statestore.errors import CheckpointGone, CorruptFile, StateStoreError, VersionNotKept

#: How long it is believed that state is still there while no batch is committed: Spark deletes both at different times.
KEPT_S: Final = 10.0


@dataclass(frozen=True, slots=True)
class Look:
    """What a checkpoint holds now: ids of committed batches whose state is there, ascending and at least one; *query_id* changes
    when it was begun anew."""

    query_id: str | None
    committed: tuple[int, ...]


class SparkReading:
    """One checkpoint, whatever happens to it. *work* is a folder on this node's disk that nobody else uses; *cache* is RocksDB's;
    *columns* are CheckpointAt's."""

    def __init__(
        self,
        name: str,
        files: CheckpointFiles,
        work: Path,
        options: AttachOptions,
        cache: Cache | None = None,
        columns: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        self._name = name
        self._files = files
        self._checkpoint = Checkpoint(files)
        self._work = work
        self._options = options
        self._cache = cache
        self._columns = columns or {}
        self._provider: StateProvider | None = None
        self._committed: tuple[int, ...] = ()
        self._kept: tuple[int, ...] = ()
        self._kept_until_s = 0.0
        #: Of when the checkpoint was last read: was it, with which query's id, and what it lay on.
        self._seen = False
        self._query: str | None = None
        self._holder: object = None
        self._numbers = count(1)

    @property
    def uri(self) -> str:
        """Where it is."""
        return self._files.uri

    @property
    def is_local(self) -> bool:
        """Does reading a file of it take microseconds?"""
        return self._files.is_local

    def look(self) -> Look:
        """Raises CheckpointNotReady, CorruptFile, UnsupportedFormat, OSError."""
        committed, query, now_s = self._checkpoint.committed(), self._checkpoint.query(), time.monotonic()
        if self._seen and query is None and (not committed or self._query is not None):
            raise self._missing()
        if not committed or self._provider is None:
            # Says what is missing.
            self._checkpoint.latest()
        if committed != self._committed or now_s >= self._kept_until_s:
            self._kept, self._committed, self._kept_until_s = self._checkpoint.kept(), committed, now_s + KEPT_S
        if not self._kept:
            raise CorruptFile(f"checkpoint {self.uri} has committed batches, and the state of none of them")
        self._seen, self._query, self._holder = True, query, self._files.holder()
        return Look(query, self._kept)

    def _missing(self) -> StateStoreError:
        """Why nothing is found where the checkpoint was. Raises OSError."""
        if self._holder is not None and self._holder == self._files.holder():
            return CheckpointGone(
                f"checkpoint {self.uri} is not there any more: it was moved or deleted",
                hint="attach it where it is now; if it comes back to its place, it is read again",
            )
        return StateStoreError(
            f"checkpoint {self.uri} cannot be reached",
            detail="nothing is found there, and whether it was moved or what it lies on is not mounted cannot be told",
            hint="mount it again, or attach the checkpoint where it is now",
        )

    def facts(self, batch: int) -> Batch:
        """Raises VersionNotKept where the batch is gone, CorruptFile, UnsupportedFormat, OSError."""
        return self._checkpoint.batch(batch)

    def holds(self, facts: Batch) -> bool:
        """Is this very commit still there? Raises CorruptFile, OSError."""
        return self._checkpoint.holds(facts)

    def tables(self, facts: Batch) -> tuple[StateTable | Unreadable, ...]:
        """The tables that the batch's operators make. Raises as facts(), and InvalidSchema where columns are named of a table that
        is none."""
        return tables_of(self._name, self._checkpoint.operators(facts), facts.provider, facts.conf, self._columns)

    def opener(self, facts: Batch) -> Opener:
        """For this batch's and later ones' partitions, until the query is begun anew. Raises UnsupportedFormat, StorageFull.

        Each has a folder of its own: what another one's states have open stays there.
        """
        if self._provider is not None:
            self._provider.close()
        folder = self._work / str(next(self._numbers))
        self._provider = StateProvider(self._files, folder, facts.conf, cache=self._cache)
        return partial(self._open, self._provider)

    def _open(self, provider: StateProvider, place: Place, batch: Batch, near: PartitionState | None) -> PartitionState:
        operator, store, partition = place
        try:
            return provider.open(StoreAt(operator, store, partition, batch.version, batch.unique_id(*place)), near)
        except VersionNotKept as error:
            if self._files.exists():
                raise
            raise self._missing() from error

    def watcher(self) -> CommitWatcher:
        """Of its commits."""
        return CommitWatcher(self._files, self._options.local_poll_s if self.is_local else self._options.remote_poll_s)

    def close(self) -> None:
        """Open nothing more."""
        if self._provider is not None:
            self._provider.close()
