"""A checkpoint that a test writes batch by batch, without Spark and without files."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from statestore import types as st
from statestore.attach.checkpoint.model import SourceOffset
from statestore.attach.reading import Look
from statestore.attach.states import Opener
from statestore.attach.tables import Unreadable
from statestore.errors import CheckpointNotReady, StateStoreError, VersionNotKept
from statestore.keys import KeyCodec
from statestore.node.shard import BATCH_ROWS
from statestore.rows import row_encoder
from statestore.schema import Column, HashPartitioning, StateRows, ViewSchema
from statestore.sharding import shard_function

Row = tuple[Any, ...]
#: Each table's rows at one batch.
Contents = Mapping[str, Sequence[Row]]
COMMITTED_AT_US = 1_700_000_000_000_000


def table(
    name: str,
    columns: dict[str, st.DataType],
    key: Sequence[str],
    shard_key: int = 1,
    partitions: int = 4,
    *,
    nullable: bool = True,
) -> ViewSchema:
    """A state table whose rows lie in its store as they are."""
    return ViewSchema(
        name, tuple(Column(n, t, nullable) for n, t in columns.items()), tuple(key), tuple(key[:shard_key]),
        HashPartitioning(partitions),
        (len(columns),), "made by a test", StateRows(tuple(columns.values()), tuple((i,) for i in range(len(columns)))),
    )  # fmt: skip


@dataclass(frozen=True)
class Facts:
    """The surface of checkpoint.Batch."""

    id: int
    query: str | None
    committed_at_us: int
    watermark_us: int | None
    sources: tuple[SourceOffset, ...] = ()


@dataclass(frozen=True)
class FakeTable:
    """The surface of tables.StateTable: one store for each, named as the table is."""

    schema: ViewSchema
    operator: int = 0
    left_out: str | None = None

    @property
    def store(self) -> str:
        return self.schema.name

    def shard(self, name: str, state: FakeState) -> FakeShard:
        return FakeShard(name, state)


@dataclass(eq=False)
class FakeState:
    """One partition of one table at one batch: row id → (encoded key, stored row)."""

    entries: dict[bytes, tuple[bytes, bytes]]
    checkpoint: FakeCheckpoint

    def __post_init__(self) -> None:
        self.checkpoint.open_states += 1

    def __del__(self) -> None:
        self.checkpoint.open_states -= 1


class FakeShard:
    """The surface of tables.StateShard."""

    def __init__(self, name: str, state: FakeState) -> None:
        self.name, self.state = name, state
        self.bytes = sum(len(row) for _, row in state.entries.values())
        self.known_rows: int | None = None
        self._by_key = dict(state.entries.values())

    def get(self, key: bytes) -> bytes | None:
        return self._by_key.get(key)

    def multi_get(self, keys: Sequence[bytes]) -> list[bytes | None]:
        return [self._by_key.get(key) for key in keys]

    def rows_of(self, ids: Sequence[bytes]) -> list[bytes | None]:
        return [self.state.entries[id_][1] if id_ in self.state.entries else None for id_ in ids]

    def scan(self, batch_rows: int = BATCH_ROWS) -> Iterator[list[bytes]]:
        return ([row for _, row in batch] for batch in self.scan_items(batch_rows=batch_rows))

    def scan_items(self, batch_rows: int = BATCH_ROWS) -> Iterator[list[tuple[bytes, bytes]]]:
        # Backward, so that nobody gets used to an order.
        items = [(id_, row) for id_, (_, row) in reversed(self.state.entries.items())]
        for start in range(0, len(items), batch_rows):
            yield items[start : start + batch_rows]

    def scan_keys(self, batch_rows: int = BATCH_ROWS) -> Iterator[list[bytes]]:
        return ([id_ for id_, _ in batch] for batch in self.scan_items(batch_rows=batch_rows))

    def count_rows(self) -> int:
        self.known_rows = len(self.state.entries)
        return self.known_rows

    def changed(self, since: FakeShard) -> tuple[list[bytes], list[bytes | None]] | None:
        if self.state.checkpoint.forgetful:
            return None
        before, after = since.state.entries, self.state.entries
        ids = [id_ for id_ in {**before, **after} if before.get(id_) != after.get(id_)]
        return ids, [after[id_][1] if id_ in after else None for id_ in ids]


@dataclass(eq=False)
class FakeCheckpoint:
    """The surface of SparkReading, and Spark's side of it: commit(), purge(), restart().

    *forgetful*: nobody knows what changed between two batches. *gate* is called before a partition is opened.
    """

    schemas: Sequence[ViewSchema] = ()
    uri: str = "fake://checkpoint"
    is_local: bool = True
    forgetful: bool = False
    fault: Exception | None = None
    gate: Callable[[tuple[int, str, int], int], None] = lambda place, version: None
    unreadable: tuple[Unreadable, ...] = ()
    query: int = 1
    batches: dict[int, tuple[Facts, Contents]] = field(default_factory=dict)
    #: Batches whose state Spark has deleted.
    deleted: set[int] = field(default_factory=set)
    opened: list[tuple[str, int, int]] = field(default_factory=list)
    open_states: int = 0
    closed: bool = False

    def __post_init__(self) -> None:
        self.woken = threading.Event()

    # ---------------------------------------------------------------------------------------------------------- Spark's side

    def commit(self, contents: Contents, *, at_us: int | None = None) -> int:
        """The next batch; its id."""
        batch = max(self.batches, default=-1) + 1
        facts = Facts(batch, f"query-{self.query}", COMMITTED_AT_US + batch if at_us is None else at_us, batch * 1_000_000)
        self.batches[batch] = facts, {name: list(rows) for name, rows in contents.items()}
        self.woken.set()
        return batch

    def purge(self, below: int) -> None:
        """Delete batches, logs and state, before *below*."""
        self.deleted.update(range(below))
        for batch in [batch for batch in self.batches if batch < below]:
            del self.batches[batch]

    def restart(self, schemas: Sequence[ViewSchema] | None = None) -> None:
        """Another query begins in the emptied folder."""
        self.query += 1
        self.batches.clear()
        self.deleted.clear()
        self.schemas = self.schemas if schemas is None else schemas

    # ----------------------------------------------------------------------------------------------------------- SparkReading

    def look(self) -> Look:
        if self.fault is not None:
            raise self.fault
        if not self.batches:
            raise CheckpointNotReady(f"checkpoint {self.uri} has no committed batch yet", hint="wait")
        return Look(f"query-{self.query}", tuple(sorted(self.batches)))

    def facts(self, batch: int) -> Facts:
        if batch not in self.batches:
            raise VersionNotKept(f"batch {batch} is gone")
        return self.batches[batch][0]

    def holds(self, facts: Any) -> bool:
        return facts.id in self.batches and self.batches[facts.id][0] == facts

    def tables(self, facts: Any) -> tuple[Any, ...]:
        return (*(FakeTable(schema) for schema in self.schemas), *self.unreadable)

    def opener(self, facts: Any) -> Opener:
        return self.open

    def watcher(self) -> FakeCheckpoint:
        return self

    def open(self, place: tuple[int, str, int], facts: Facts, near: Any) -> FakeState:
        _, name, partition = place
        self.gate(place, facts.id + 1)
        if facts.id in self.deleted or self.batches.get(facts.id, (None,))[0] != facts:
            raise VersionNotKept(f"version {facts.id + 1} of {name}/{partition} is gone", detail="Spark has deleted it")
        assert near is None or isinstance(near, FakeState)
        self.opened.append((name, partition, facts.id))
        schema = next(s for s in self.schemas if s.name == name)
        return FakeState(_entries(schema, partition, self.batches[facts.id][1].get(name, ())), self)

    def wait(self, timeout_s: float) -> None:
        """The surface of CommitWatcher."""
        self.woken.wait(timeout_s)
        self.woken.clear()

    def wake(self) -> None:
        self.woken.set()

    def close(self) -> None:
        self.closed = True


def _entries(schema: ViewSchema, partition: int, rows: Sequence[Row]) -> dict[bytes, tuple[bytes, bytes]]:
    encode, shard_of = KeyCodec(schema).encode, shard_function(schema)
    stored = row_encoder(replace(schema, state_rows=None, key=(schema.columns[0].name,), shard_key=(schema.columns[0].name,)))
    found = {}
    for number, row in enumerate(rows):
        key = [row[i] for i in schema.key_ordinals]
        # Rows without a key are dealt out in turn.
        shard = shard_of(key[: len(schema.shard_key)]) if schema.shard_key else number % schema.shards
        if shard == partition:
            id_ = encode(key) if key else number.to_bytes(4)
            found[id_] = encode(key), stored(row)
    return found


class Broken(StateStoreError):
    """Something is wrong with a checkpoint."""
