"""A Spark checkpoint, read-only and without state of its own: each call looks at the files as they are now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from statestore.attach.checkpoint.logs import COMMITS, OFFSETS, UniqueIds, numbered, parse_commit, parse_offsets
from statestore.attach.checkpoint.model import PARTITIONS_KEY, Batch, StatefulOperator
from statestore.attach.checkpoint.operators import STATE, read_operators, state_versions, store_folder
from statestore.attach.checkpoint.text import json_object
from statestore.attach.files import CheckpointFiles
from statestore.errors import CheckpointNotReady, CheckpointWithoutState, CorruptFile, VersionNotKept, VersionNotReached

METADATA: Final = "metadata"
_US_PER_MS: Final = 1_000


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """What the folder says. Any thread."""

    files: CheckpointFiles

    def committed(self) -> tuple[int, ...]:
        """Batches whose commit is there, ascending: one listing. Empty also where nothing is."""
        return numbered(self.files.names(COMMITS))

    def kept(self) -> tuple[int, ...]:
        """Committed batches whose state is still there, too: Spark deletes state later than logs, or earlier by one batch.

        Partition 0 of each store stands for all. A listing for each store; raises what latest() raises.
        """
        kept = set(self.committed())
        for operator in self.operators(self.latest()):
            for store in operator.stores:
                kept &= {v - 1 for v in state_versions(self.files.names(store_folder(operator.id, store.name, 0)))}
        return tuple(sorted(kept))

    def latest(self) -> Batch:
        """The newest committed batch. Raises CheckpointNotReady, saying what is missing, when there is none that has state."""
        committed = self.committed()
        if not committed:
            raise self._not_ready()
        if not numbered(self.files.names(STATE)):
            if not self.committed():  # all of it is being deleted
                raise self._not_ready()
            raise CheckpointWithoutState(
                f"the query of checkpoint {self.files.uri} keeps no state",
                detail=f"it has committed batches, but no operator in {self.files.location(STATE)}",
                hint="attach a query that aggregates, joins or removes duplicates; publish another one's results as a view",
            )
        return self.batch(committed[-1])

    def batch(self, batch: int) -> Batch:
        """A committed batch.

        Raises VersionNotKept when Spark has deleted it, VersionNotReached when it is not committed yet, CorruptFile,
        UnsupportedFormat.
        """
        try:
            committed_at_us = self.files.modified_us(f"{COMMITS}/{batch}")
            commit_data = self.files.read(f"{COMMITS}/{batch}")
            offset_data = self.files.read(f"{OFFSETS}/{batch}")
        except FileNotFoundError as error:
            raise self._not_there(batch) from error
        unique_ids = parse_commit(commit_data, self.files.location(f"{COMMITS}/{batch}"))
        offsets = parse_offsets(offset_data, self.files.location(f"{OFFSETS}/{batch}"))
        return Batch(
            batch,
            self.query(),
            committed_at_us,
            # Spark's watermark is 0 until there is one.
            offsets.watermark_ms * _US_PER_MS if offsets.watermark_ms > 0 else None,
            offsets.conf,
            offsets.sources,
            self._store_ids(batch, unique_ids, _partitions(offsets.conf)),
        )

    def operators(self, batch: int | Batch) -> tuple[StatefulOperator, ...]:
        """The stateful operators as they were at a committed batch. Raises what batch() raises."""
        found = self.batch(batch) if isinstance(batch, int) else batch
        return read_operators(self.files, found.id, _partitions(found.conf))

    def holds(self, batch: Batch) -> bool:
        """Is this very commit still there? If not, Spark has deleted it as old, somebody has rolled the query back and let it
        commit the batch again with other state, or the checkpoint is another one by now.
        """
        try:
            return self.files.modified_us(f"{COMMITS}/{batch.id}") == batch.committed_at_us and self.query() == batch.query
        except FileNotFoundError:
            return False

    def query(self) -> str | None:
        """The query's id; None when nobody wrote it down. Raises CorruptFile."""
        try:
            data = self.files.read(METADATA)
        except FileNotFoundError:
            return None
        file = self.files.location(METADATA)
        try:
            text = data.decode()
        except UnicodeDecodeError as error:
            raise CorruptFile(f"{file} is not text", detail=str(error)) from error
        found = json_object(text, file).get("id")
        return None if found is None else str(found)

    def _store_ids(
        self, batch: int, unique_ids: UniqueIds | None, partitions: int | None
    ) -> Mapping[tuple[int, str], tuple[str, ...]] | None:
        if unique_ids is None:
            return None
        found: dict[tuple[int, str], tuple[str, ...]] = {}
        for operator in read_operators(self.files, batch, partitions):
            ids = unique_ids.get(operator.id, ())
            for position, store in enumerate(operator.stores):
                if len(ids) < store.partitions or any(len(of_partition) <= position for of_partition in ids):
                    raise CorruptFile(
                        f"{self.files.location(f'{COMMITS}/{batch}')} lacks the id of a state file",
                        detail=f"operator {operator.id}, store {store.name}: {len(ids)} of {store.partitions} partitions",
                    )
                found[operator.id, store.name] = tuple(of_partition[position] for of_partition in ids)
        return found

    def _not_ready(self) -> CheckpointNotReady:
        names = self.files.names("")
        if not names and self.files.exists():
            return CheckpointNotReady(
                f"checkpoint {self.files.uri} exists, but no query has written to it yet",
                hint="its tables appear with the query's first committed batch; if the query runs, check the path",
            )
        if not names:
            return CheckpointNotReady(
                f"checkpoint {self.files.uri} does not exist yet",
                hint="it appears when the query starts; if the query runs, or the checkpoint was moved, give the place where it is",
            )
        if METADATA not in names and OFFSETS not in names:
            return CheckpointNotReady(
                f"{self.files.uri} is not a Spark checkpoint",
                detail=f"it holds {', '.join(names[:5])}, but neither {METADATA} nor {OFFSETS}",
                hint="give the query's checkpointLocation itself, not a folder above or below it",
            )
        return CheckpointNotReady(
            f"checkpoint {self.files.uri} has no committed batch yet",
            hint="its tables appear with the query's first committed batch",
        )

    def _not_there(self, batch: int) -> VersionNotKept | VersionNotReached:
        committed = self.committed()
        if not committed:
            raise self._not_ready()
        if batch > committed[-1]:
            return VersionNotReached(
                f"batch {batch} of checkpoint {self.files.uri} is not committed yet", detail=f"newest: {committed[-1]}"
            )
        return VersionNotKept(
            f"batch {batch} of checkpoint {self.files.uri} is not there any more",
            detail=f"kept: {committed[0]} to {committed[-1]}",
            hint="spark.sql.streaming.minBatchesToRetain says how many batches Spark keeps",
        )


def _partitions(conf: Mapping[str, str]) -> int | None:
    text = conf.get(PARTITIONS_KEY, "")
    return int(text) if text.isascii() and text.isdecimal() else None
