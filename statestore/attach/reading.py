"""A real checkpoint as an attachment reads it: files, what they say, the bytes of its stores, the tables over them."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Final, cast

from rocksdict import Cache

from statestore.attach.checkpoint import Batch, Checkpoint, CommitWatcher
from statestore.attach.files import CheckpointFiles
from statestore.attach.options import AttachOptions
from statestore.attach.ports import BatchFacts, Look, NoTable, TableOfState
from statestore.attach.providers import PartitionState, StateProvider, StoreAt
from statestore.attach.tables import tables_of
from statestore.errors import CheckpointGone, CorruptFile, StateStoreError, VersionNotKept

#: How long it is believed that state is still there while no batch is committed: Spark deletes both at different times.
KEPT_S: Final = 10.0


class SparkReading:
    """Implements CheckpointReading. *work* is a folder on this node's disk that nobody else uses; *cache* is RocksDB's; *columns*
    are CheckpointAt's."""

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
        self._seen: _Seen | None = None
        self._numbers = count(1)

    @property
    def uri(self) -> str:
        """See CheckpointReading."""
        return self._files.uri

    @property
    def is_local(self) -> bool:
        """See CheckpointReading."""
        return self._files.is_local

    def look(self) -> Look:
        """See CheckpointReading."""
        committed, query, now_s = self._checkpoint.committed(), self._checkpoint.query(), time.monotonic()
        if self._seen is not None and query is None and (not committed or self._seen.query is not None):
            raise self._missing()
        if not committed or self._provider is None:
            # Says what is missing.
            self._checkpoint.latest()
        if committed != self._committed or now_s >= self._kept_until_s:
            self._kept, self._committed, self._kept_until_s = self._checkpoint.kept(), committed, now_s + KEPT_S
        if not self._kept:
            raise CorruptFile(f"checkpoint {self.uri} has committed batches, and the state of none of them")
        self._seen = _Seen(query, self._files.holder())
        return Look(query, self._kept)

    def _missing(self) -> StateStoreError:
        """Why nothing is found where the checkpoint was. Raises OSError."""
        was = None if self._seen is None else self._seen.holder
        return _gone(self._files) if was is not None and was == self._files.holder() else _unreachable(self._files)

    def facts(self, batch: int) -> BatchFacts:
        """See CheckpointReading."""
        return self._checkpoint.batch(batch)

    def holds(self, facts: BatchFacts) -> bool:
        """See CheckpointReading."""
        return self._checkpoint.holds(cast(Batch, facts))

    def tables(self, facts: BatchFacts) -> tuple[TableOfState | NoTable, ...]:
        """See CheckpointReading. Raises InvalidSchema where columns are named of a table that is none."""
        batch = cast(Batch, facts)
        return tables_of(self._name, self._checkpoint.operators(batch), batch.provider, batch.conf, self._columns)

    def opener(self, facts: BatchFacts) -> _Opener:
        """See CheckpointReading. Each has a folder of its own: what another one's states have open stays there."""
        if self._provider is not None:
            self._provider.close()
        folder = self._work / str(next(self._numbers))
        self._provider = StateProvider(self._files, folder, cast(Batch, facts).conf, cache=self._cache)
        return _Opener(self._provider, self._files, self._missing)

    def watcher(self) -> CommitWatcher:
        """See CheckpointReading."""
        options = self._options
        return CommitWatcher([self._files], local_poll_s=options.local_poll_s, remote_poll_s=options.remote_poll_s)

    def close(self) -> None:
        """See CheckpointReading."""
        if self._provider is not None:
            self._provider.close()


class _Opener:
    """A StoreOpener over the provider of one query's stores."""

    def __init__(self, provider: StateProvider, files: CheckpointFiles, missing: Callable[[], StateStoreError]) -> None:
        self._provider = provider
        self._files = files
        self._missing = missing

    def open(self, place: tuple[int, str, int], facts: BatchFacts, near: PartitionState | None) -> PartitionState:
        """See StoreOpener."""
        batch, (operator, store, partition) = cast(Batch, facts), place
        unique_id = batch.unique_id(operator, store, partition)
        try:
            return self._provider.open(StoreAt(operator, store, partition, batch.version, unique_id), near)
        except VersionNotKept as error:
            if self._files.exists():
                raise
            raise self._missing() from error


@dataclass(frozen=True, slots=True)
class _Seen:
    """The checkpoint when it was last read: the query's id, and what it lay on."""

    query: str | None
    holder: object


def _gone(files: CheckpointFiles) -> CheckpointGone:
    return CheckpointGone(
        f"checkpoint {files.uri} is not there any more: it was moved or deleted",
        hint="attach it where it is now; if it comes back to its place, it is read again",
    )


def _unreachable(files: CheckpointFiles) -> StateStoreError:
    return StateStoreError(
        f"checkpoint {files.uri} cannot be reached",
        detail="nothing is found there, and whether it was moved or what it lies on is not mounted cannot be told",
        hint="mount it again, or attach the checkpoint where it is now",
    )
