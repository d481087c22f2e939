"""A view whose every version is known in advance: what version n writes and holds is a function of the seed alone.

So whoever commits a version, in whatever process, commits the same one, and whoever reads it knows what it must hold.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import NamedTuple

import pyarrow as pa

from statestore.schema import ViewSchema
from statestore.views.local_writer import write_version
from statestore.views.manifest import Mode
from statestore.views.root import Root
from tests.statestore.store_world import Rows, World, schema_of

KEYS = 150


class Writes(NamedTuple):
    """What a version does."""

    upserts: Rows
    deletes: list[int]
    mode: Mode


def after(rows: Rows, writes: Writes) -> Rows:
    """What there is after *rows* when *writes* have been made."""
    before = {} if writes.mode == "replace" else {key: text for key, text in rows.items() if key not in writes.deletes}
    return before | writes.upserts


@dataclass
class Tide:
    """One view named v."""

    seed: int
    schema: ViewSchema = field(default_factory=lambda: schema_of("v"))
    _rows: list[Rows] = field(default_factory=lambda: [{}])

    def writes(self, batch: int, query: str = "tide") -> Writes:
        """Some upserts and deletes; now and then a replacement of all content."""
        dice = random.Random(f"{self.seed} {query} {batch}")
        upserts = {dice.randrange(KEYS): f"{query} {batch}/{dice.random()}" for _ in range(dice.randrange(1, KEYS // 3))}
        if dice.random() < 0.04:
            return Writes(upserts, [], "replace")
        return Writes(upserts, [key for key in dice.sample(range(KEYS), dice.randrange(20)) if key not in upserts], "upsert")

    def rows(self, version: int) -> Rows:
        """All that a version holds."""
        while len(self._rows) <= version:
            self._rows.append(after(self._rows[-1], self.writes(len(self._rows))))
        return self._rows[version]

    def commit(self, root: Root, batch: int, query: str = "tide") -> int:
        """Commit what the batch writes, as a streaming query does; what write_version() returns."""
        upserts, deletes, mode = self.writes(batch, query)
        table = pa.table({"k": pa.array(list(upserts), pa.int64()), "s": pa.array(list(upserts.values()), pa.string())})
        return write_version(root, self.schema, table, [(key,) for key in deletes], mode, query_id=query, batch_id=batch)

    def world(self, root: Root) -> World:
        """The view as it is now."""
        self.rows(latest := root.folder("v").latest())
        return World(root, history=self._rows[: latest + 1])
