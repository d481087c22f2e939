"""One batch of an attached query: all its tables in all their partitions, each opened when it is first read."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from statestore.attach.changes import StateSource
from statestore.attach.checkpoint import Batch, SourceOffset
from statestore.attach.options import AHEAD_MAX, AHEAD_S
from statestore.attach.partition import StatePartition
from statestore.attach.states import BatchStates, HeldState
from statestore.attach.tables import StateShard, StateTable
from statestore.errors import StateStoreError
from statestore.node.shard import AbsentShard, Shard
from statestore.node.version import ViewShape, ViewVersion
from statestore.views.manifest import Manifest, Sources


@dataclass(frozen=True, eq=False)
class AttachedTables:
    """The tables of an attached query, the same for all its batches of one incarnation."""

    tables: Mapping[str, StateTable]
    shapes: Mapping[str, ViewShape]
    incarnation: int

    @classmethod
    def of(cls, tables: Sequence[StateTable], incarnation: int) -> AttachedTables:
        """Of tables with different names."""
        return cls({t.schema.name: t for t in tables}, {t.schema.name: ViewShape(t.schema) for t in tables}, incarnation)


class LazyShards(Sequence[Shard]):
    """The partitions of one table, made when somebody looks at them: of a hundred kept batches hardly any is ever read."""

    __slots__ = ("_made", "_make", "_number")

    def __init__(self, number: int, make: Callable[[], tuple[Shard, ...]]) -> None:
        self._number = number
        self._make = make
        self._made: tuple[Shard, ...] | None = None

    @property
    def made(self) -> tuple[Shard, ...]:
        """All of them if anybody has looked at any, else none."""
        return self._made or ()

    def __len__(self) -> int:
        return self._number

    def __getitem__(self, at: Any) -> Any:
        if self._made is None:
            self._made = self._make()
        return self._made[at]


class AttachedBatch:
    """A VersionGroup. *held* are each table's partitions that this node is to read; the others are absent.

    *find(version)* gives another batch of the same incarnation.
    """

    def __init__(
        self,
        name: str,
        tables: AttachedTables,
        states: BatchStates,
        held: Mapping[str, frozenset[int]],
        find: Callable[[int], AttachedBatch | None],
    ) -> None:
        self.name = name
        self.tables = tables
        self.states = states
        self.held = held
        self.manifest = manifest_of(states.facts)
        self._find = find
        self.partitions: Mapping[str, LazyShards] = {
            table: LazyShards(of.schema.shards, partial(_made, of, held[table], self.number, states))
            for table, of in tables.tables.items()
        }

    @property
    def number(self) -> int:
        """Version: the batch's id + 1, as Spark numbers its stores' versions."""
        return self.manifest.version

    @property
    def names(self) -> Collection[str]:
        """See VersionGroup."""
        return self.partitions.keys()

    def version_of(self, table: str) -> ViewVersion | None:
        """See VersionGroup. Makes it; what it refers to is shared."""
        partitions = self.partitions.get(table)
        if partitions is None:
            return None
        return ViewVersion(
            self.tables.shapes[table],
            self.manifest,
            partitions,
            self.held[table],
            self.tables.incarnation,
            StateSource(partitions, partial(self._earlier, table)),
            _nothing,
            self.manifest.view_id or "",
            self,
        )

    def _earlier(self, table: str, version: int) -> Sequence[Shard] | None:
        """The table's partitions at another version, None where it is not kept."""
        found = self._find(version)
        return None if found is None or found.tables is not self.tables else found.partitions[table]

    def open_ahead(self, before: AttachedBatch, now_s: float) -> Iterator[Exception]:
        """Open the partitions that are read: at the batch *before*, or not long ago; what that raised."""
        wanted: list[StatePartition] = []
        for table, partitions in before.partitions.items():
            for earlier in partitions.made:
                if isinstance(earlier, StatePartition) and (earlier.used or earlier.wanted_until_s > now_s):
                    mine = self.partitions[table][earlier.number]
                    if isinstance(mine, StatePartition):
                        mine.keyed = earlier.keyed
                        mine.wanted_until_s = now_s + AHEAD_S if earlier.used else earlier.wanted_until_s
                        wanted.append(mine)
        yield from _tried(sorted(wanted, key=lambda partition: not partition.keyed)[:AHEAD_MAX])

    def open_tables_in_use(self) -> Iterator[Exception]:
        """Open all partitions of tables of which any was read; what that raised."""
        for partitions in self.partitions.values():
            if any(isinstance(p, StatePartition) and p.used for p in partitions.made):
                yield from _tried(partitions.made)

    def twin(self, states: BatchStates, held: Mapping[str, frozenset[int]]) -> AttachedBatch:
        """The same batch over other states, with other partitions held."""
        return AttachedBatch(self.name, self.tables, states, held, self._find)


def _made(table: StateTable, held: frozenset[int], version: int, states: BatchStates) -> tuple[Shard, ...]:
    """A table's partitions. None is referred to by what opens it, so that what is open never waits for the collector."""
    made: list[Shard] = []
    for number in range(table.schema.shards):
        name = f"{table.schema.name}/{number}@{version}"
        if number in held:
            made.append(StatePartition(number, name, partial(_opened, table, number, name, states)))
        else:
            made.append(AbsentShard(number, name))
    return tuple(made)


def _opened(table: StateTable, number: int, name: str, states: BatchStates) -> tuple[StateShard, HeldState]:
    held = states.open((table.operator, table.store, number))
    return table.shard(name, held.state), held


def manifest_of(facts: Batch) -> Manifest:
    """A batch in the form of a view's version."""
    version: Final = facts.id + 1
    return Manifest(
        version=version,
        mode="upsert",
        files=(),
        committed_at_us=facts.committed_at_us,
        base=1,
        query_id=facts.query,
        batch_id=facts.id,
        watermark_us=facts.watermark_us,
        sources=_topics(facts.sources),
        # A checkpoint that is deleted and begun anew is another query's.
        view_id=hashlib.sha256((facts.query or "").encode()).hexdigest()[:16],
    )


def _topics(sources: Sequence[SourceOffset]) -> Sources:
    """Of the sources that are Kafka's: topic → partition → offset."""
    found: dict[str, dict[int, int]] = {}
    for source in sources:
        of = source.offset if isinstance(source.offset, dict) else {}
        for topic, partitions in of.items():
            if isinstance(partitions, dict) and all(str(p).isdecimal() and type(o) is int for p, o in partitions.items()):
                found.setdefault(topic, {}).update({int(p): o for p, o in partitions.items()})
    return found


def _tried(partitions: Sequence[Shard]) -> Iterator[Exception]:
    for partition in partitions:
        if isinstance(partition, StatePartition) and not partition.ready:
            try:
                partition.open()
            except (StateStoreError, OSError) as error:
                yield error


def _nothing() -> None:
    return
