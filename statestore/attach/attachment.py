"""One attached checkpoint: looks at it, and publishes the batches that can be read.

A look finds the committed batches; new ones are added, those that Spark has deleted go. What was published is never changed. One
thread at a time looks (following.py); everybody reads *state*, without locks. While something is wrong with the checkpoint, what
was published last is served on; where there is no checkpoint any more, nothing is.

- Every batch that Spark keeps is kept, as some small objects; partitions of old batches are not even made before somebody
  looks. Once Spark deletes, those of the `EDGE_BATCHES` oldest ones that anybody has read in, kept or only held, are opened
  whole, table by table: their files are links of ours then. What comes too late is VersionNotKept, with what is kept; a query
  that did not ask for a version begins anew (`lean.LateSource`, `ViewReads.open`).
- An incarnation ends when `metadata` has another id, when the newest batch goes back or its commit has another time, or when
  the tables' schemas differ. The new one has work files of its own; batches from before the attachment belong to it as far back
  as they have the same tables. Until the new query commits, there is nothing to read, as before the first batch of any.
- A checkpoint that is gone (`CheckpointGone`: no folder, or no `metadata`, where one was read; any `CheckpointNotReady`, so
  also another query's without a batch) takes its batches with it, at the next look: everything open is let go, names stay taken,
  and asking for one says what is wrong, on whatever path. Back again it is begun anew. Until that look, some 1 or 2 s, what is
  open answers. Only what is positively not there is gone: on local disks the nearest folder that is there has to lie on the
  device that the checkpoint lay on, else a file system is not mounted (`CheckpointFiles.holder`); of object stores and HDFS "not
  found" is believed, no other error is. Stores whose folders may be mounts on another machine (sftp, smb, … : all that
  `_WITHOUT_MOUNTS` does not name) cannot tell, and there what was published is served on, with "cannot be reached" as the reason.
  A transaction that has read it reads no more; a result that is being sent is sent to its end.
- In a cluster `Holding` decides as for views; held partitions are there at once, so nothing has to be copied before one is
  given away.
"""

from __future__ import annotations

import logging
import time
import weakref
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from statestore.attach.attached import NO_VERSIONS, Attached, line, listed, shapes, sorted_out
from statestore.attach.batch import AttachedBatch, AttachedTables
from statestore.attach.checkpoint import Batch
from statestore.attach.options import EDGE_BATCHES, HISTORY_AT_ONCE, OLD_OPEN_MAX, AttachOptions
from statestore.attach.providers import PartitionState
from statestore.attach.reading import Look, SparkReading
from statestore.attach.states import BatchStates, Opener, Place
from statestore.attach.tables import StateTable, Unreadable
from statestore.errors import CheckpointNotReady, StateStoreError, VersionNotKept
from statestore.node.holding import Holding, numbers, wanted_by
from statestore.node.version import ViewVersion, incarnations

_log: Final = logging.getLogger("tidegate.attach")


class Attachment:
    """Of the checkpoint that *reading* reads. *changed* is called after every change of *state*; *clock* gives seconds.

    *holding* says which partitions of a table are to be held here; None: all.
    """

    def __init__(
        self,
        name: str,
        reading: SparkReading,
        options: AttachOptions,
        changed: Callable[[], None],
        *,
        holding: Holding | None,
        clock: Callable[[], float],
    ) -> None:
        self.name = name
        self.reading = reading
        self.state = Attached(name, reading.uri, fault=CheckpointNotReady(f"checkpoint {reading.uri} has not been looked at yet"))
        self._options = options
        self._changed = changed
        self._holding = holding
        self._clock = clock
        self._query_id: str | None = None
        self._opener: Opener | None = None
        self._sources: Sequence[StateTable | Unreadable] = ()
        #: Batches from before the attachment that have not been looked at, ascending.
        self._pending: list[int] = []
        #: Has Spark begun to delete old batches?
        self._deletes = False
        self._replaced_at_s: dict[int, float] = {}
        #: Batches that a query may still hold, also when they are kept no longer.
        self._alive: weakref.WeakSet[AttachedBatch] = weakref.WeakSet()
        self._said = ""
        #: When the checkpoint was last read, microseconds since 1970; 0: never.
        self.read_at_us = 0

    # --------------------------------------------------------------------------------------------------------------- looking

    def refresh(self) -> None:
        """Look at the checkpoint, and publish what has changed."""
        began_us = time.time_ns() // 1000
        try:
            self._take(self.reading.look())
            self.read_at_us = began_us
        except (StateStoreError, OSError) as error:
            self.fail(error)
        self._tidy()

    def rehold(self) -> None:
        """Ask *holding* again."""
        state = self.state
        if self._holding is None or state.tables is None:
            return
        held = self._held(state.tables, state)
        if state.kept and held != state.kept[-1].held:
            self._publish([batch.twin(batch.states, held) for batch in state.kept])

    def _take(self, look: Look) -> None:
        state = self.state
        if not state.kept or self._is_another(look, state.kept[-1]):
            self._begin(look)
            return
        current = state.kept[-1]
        known = {batch.number - 1: batch for batch in state.kept}
        kept = [known[id_] for id_ in look.committed if id_ in known]
        fresh = self._fresh([id_ for id_ in look.committed if id_ >= current.number])
        if fresh:
            sources = self.reading.tables(fresh[-1])
            if shapes(sources) != shapes(self._sources):
                self._begin(look)
                return
            added = [AttachedBatch(self.name, self._tables, self._states(facts), current.held, self.find) for facts in fresh]
            self._open_ahead(added[-1], current)
            kept += added
        self._deletes = self._deletes or len(kept) < len(state.kept)
        kept = [*self._older(look, kept), *kept]
        if fresh or len(kept) != len(state.kept) or state.fault is not None:
            self._publish(kept)

    def _is_another(self, look: Look, current: AttachedBatch) -> bool:
        """Is it another query's by now, or one that was taken back to an earlier batch?"""
        id_ = current.number - 1
        if look.query_id != self._query_id or look.committed[-1] < id_:
            return True
        # Taken back, it may have come further again by now. A batch that is not there was deleted as old.
        return id_ in look.committed and not self.reading.holds(current.states.facts)

    def _fresh(self, ids: Sequence[int]) -> list[Batch]:
        """Batches after the current one. One that Spark has deleted already is left out; the newest one must be there."""
        found = []
        for id_ in ids:
            try:
                found.append(self.reading.facts(id_))
            except VersionNotKept:
                if id_ == ids[-1]:
                    raise
        return found

    def _begin(self, look: Look) -> None:
        """Publish the newest batch alone; those before it follow: reading what is written of a hundred takes its time."""
        facts = self.reading.facts(look.committed[-1])
        self._sources = sources = self.reading.tables(facts)
        self._opener = self.reading.opener(facts)
        self._query_id = look.query_id
        self._pending = list(look.committed[:-1])
        self._deletes = look.committed[0] > 0
        readable, unreadable = sorted_out(sources)
        tables = AttachedTables.of(readable, next(incarnations))
        again = bool(self.state.kept)
        batch = AttachedBatch(self.name, tables, self._states(facts), self._held(tables, None), self.find)
        self._publish([batch], replace(self.state, tables=tables, unreadable=unreadable, versions=NO_VERSIONS))
        _log.info(
            "attachment %s: %s %s at batch %d: %s",
            self.name, "begun anew, reading" if again else "reading", self.reading.uri, facts.id, listed(tables, unreadable),
        )  # fmt: skip
        older = self._older(look, list(self.state.kept))
        if older:
            self._publish([*older, *self.state.kept])

    def _older(self, look: Look, kept: Sequence[AttachedBatch]) -> list[AttachedBatch]:
        """Some of the batches that were there before the attachment, as far back as they have the same tables."""
        found: list[AttachedBatch] = []
        committed = frozenset(look.committed)
        while self._pending and (self.reading.is_local or len(found) < HISTORY_AT_ONCE):
            id_ = self._pending.pop()
            if id_ not in committed:
                continue
            try:
                facts = self.reading.facts(id_)
                same = shapes(self.reading.tables(facts)) == shapes(self._sources)
            except (StateStoreError, OSError) as error:
                _log.debug("attachment %s: batch %d cannot be read: %s", self.name, id_, error)
                same = False
            if not same:
                self._pending.clear()
                break
            found.append(AttachedBatch(self.name, self._tables, self._states(facts), kept[-1].held, self.find))
        return found[::-1]

    @property
    def _tables(self) -> AttachedTables:
        assert self.state.tables is not None, "there are batches"
        return self.state.tables

    def _states(self, facts: Batch) -> BatchStates:
        assert self._opener is not None, "made with the first batch"
        near = partial(self._near, self._opener, facts.id)
        return BatchStates(facts, self._opener, near, partial(self._gone, facts.id + 1), self._clock)

    def _open_ahead(self, batch: AttachedBatch, before: AttachedBatch) -> None:
        for error in batch.open_ahead(before, self._clock()):
            self._say(logging.WARNING, f"cannot read a partition of batch {batch.number - 1}: {line(error)}")

    def _held(self, tables: AttachedTables, state: Attached | None) -> dict[str, frozenset[int]]:
        """Each table's partitions to hold. All of them are there at once: nothing has to be copied."""
        found = {}
        for name, table in tables.tables.items():
            now = state.kept[-1].held[name] if state is not None and state.kept else frozenset[int]()
            found[name] = numbers(wanted_by(self._holding, table.schema, now), table.schema.shards)
        return found

    # ------------------------------------------------------------------------------------------------------------- publishing

    def find(self, version: int) -> AttachedBatch | None:
        """The kept batch of that version."""
        return next((batch for batch in reversed(self.state.kept) if batch.number == version), None)

    def _near(self, opener: Opener, id_: int, place: Place) -> PartitionState | None:
        """An open state of the same partition, at the nearest batch to *id_*."""
        # Another query's stores may lie at the same places.
        kept = self.state.kept if self._opener is opener else ()
        opened = ((abs(b.number - 1 - id_), b.states.opened(place)) for b in kept if b.states.opened_at_s is not None)
        return min((found for found in opened if found[1] is not None), key=lambda found: found[0], default=(0, None))[1]

    def _gone(self, version: int, error: VersionNotKept) -> VersionNotKept:
        """The error of a version that Spark has deleted."""
        kept = self.state.kept
        there = f"Versions {kept[0].number} to {kept[-1].number} are kept. " if kept else ""
        return VersionNotKept(
            f"version {version} of attachment {self.name} is no longer kept: Spark has deleted it",
            detail=f"{there}{error.message}",
            hint="spark.sql.streaming.minBatchesToRetain says how many batches Spark keeps.",
        )

    def _publish(self, kept: Sequence[AttachedBatch], begun: Attached | None = None) -> None:
        """Show *kept*. *begun* is what replaces the state where another query has begun."""
        before = self.state if begun is None else begun
        if before.kept and before.kept[-1].number != kept[-1].number:
            self._replaced_at_s[before.kept[-1].number] = self._clock()
        versions = _versions(before, kept)
        self._alive.update(kept)
        self.state = replace(before, kept=tuple(kept), versions=versions, fault=None)
        if before.fault is not None and before.kept:
            self._say(logging.INFO, f"{self.reading.uri} can be read again")
        self._said = ""
        self._changed()

    def fail(self, error: StateStoreError | OSError) -> None:
        """Show that the checkpoint cannot be read now; what was published is served on, unless nothing of it is there any more."""
        fault = (
            error
            if isinstance(error, StateStoreError)
            else StateStoreError(f"checkpoint {self.reading.uri} cannot be read: {error}")
        )
        was_kept, is_there = bool(self.state.kept), not isinstance(fault, CheckpointNotReady)
        level = logging.WARNING if was_kept or is_there else logging.INFO
        served = f"; batch {self.state.kept[-1].number - 1} is served on" if was_kept and is_there else ""
        if self._say(level, line(fault) + served) or self.state.fault is None:
            self.state = (
                replace(self.state, fault=fault) if is_there else replace(self.state, fault=fault, kept=(), versions=NO_VERSIONS)
            )
            self._changed()

    def _say(self, level: int, text: str) -> bool:
        """Log what was not said last."""
        if text == self._said:
            return False
        self._said = text
        _log.log(level, "attachment %s: %s", self.name, text)
        return True

    # ----------------------------------------------------------------------------------------------------------------- tidying

    def _tidy(self) -> None:
        """Close what was open long enough, and open what is about to be deleted and in use."""
        kept = self.state.kept
        if not kept:
            return
        edge = kept[min(EDGE_BATCHES, len(kept) - 1)].number
        for batch in [batch for batch in self._alive if batch.number < edge] if self._deletes else []:
            for error in batch.open_tables_in_use():
                _log.debug("attachment %s: a partition of batch %d is gone: %s", self.name, batch.number - 1, error)
        old = kept[: -self._options.open_versions]
        released = self._released([batch for batch in old if batch.states.opened_at_s is not None])
        if released:
            self._publish([b.twin(self._states(b.states.facts), b.held) if b.number in released else b for b in kept])
        self._replaced_at_s = {n: at for n, at in self._replaced_at_s.items() if n >= kept[0].number}

    def _released(self, opened: Sequence[AttachedBatch]) -> set[int]:
        """Versions of those whose time is over."""
        now_s = self._clock()
        since = {b.number: max(b.states.opened_at_s or 0.0, self._replaced_at_s.get(b.number, 0.0)) for b in opened}
        longest = sorted(since, key=lambda number: since[number])
        return {n for n in longest if now_s - since[n] >= self._options.open_age_s} | set(
            longest[: max(0, len(longest) - OLD_OPEN_MAX)]
        )


def _versions(before: Attached, kept: Sequence[AttachedBatch]) -> dict[str, tuple[ViewVersion, ...]]:
    """Each table at each batch; those that are shown already are the same objects."""
    known: dict[int, dict[str, ViewVersion]] = {}
    for table, versions in before.versions.items():
        for version in versions:
            known.setdefault(id(version.group), {})[table] = version
    found: dict[str, list[ViewVersion]] = {table: [] for table in kept[-1].tables.tables}
    for batch in kept:
        of_batch = known.get(id(batch), {})
        for table, of_table in found.items():
            version_of = of_batch.get(table) or batch.version_of(table)
            assert version_of is not None, "all batches have the same tables"
            of_table.append(version_of)
    return {table: tuple(of_table) for table, of_table in found.items()}
