"""A view of which everything changes, its columns too; and what each version shows, by a replay of its log in dicts."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa

from statestore.expiry import Expiry
from statestore.schema import Column, HashPartitioning, ViewSchema
from statestore.types import Long, String, Timestamp
from statestore.views.folder import ViewFolder
from statestore.views.local_writer import write_version
from statestore.views.manifest import Mode
from statestore.views.root import Root, open_root

#: Key → the other columns.
Rows = dict[int, tuple[Any, ...]]
START_US = 1_372_636_800_000_000  # 2013-07-01
HOUR_US = 3_600_000_000
SHARDS = 2
#: Few, so that versions meet each other's rows.
KEYS = 14


@dataclass
class ChangingWorld:
    """One view. *shown[n]* is what version n shows, rows as wide as they are by then."""

    root: Root
    dice: random.Random
    name: str = "v"
    extra: int = 0
    after_us: int | None = None
    watermark_us: int = START_US
    rows: Rows = field(default_factory=dict)
    shown: list[Rows] = field(default_factory=lambda: [{}])

    @property
    def folder(self) -> ViewFolder:
        return self.root.folder(self.name)

    @property
    def version(self) -> int:
        return len(self.shown) - 1

    @property
    def schema(self) -> ViewSchema:
        more = tuple(Column(f"x{i}", Long()) for i in range(self.extra))
        columns = (Column("k", Long()), Column("t", Timestamp()), Column("s", String()), *more)
        expiry = None if self.after_us is None else Expiry("t", self.after_us)
        return ViewSchema(self.name, columns, ("k",), ("k",), HashPartitioning(SHARDS), (len(columns),), expiry=expiry)

    def commit(self, upserts: Rows, deletes: tuple[int, ...] = (), mode: Mode = "upsert") -> int:
        """A version with the watermark as it is. What is deleted and written is written."""
        rows = {} if mode == "replace" else dict(self.rows)
        gone = [key for key in deletes if key not in upserts]
        for key in gone:
            rows.pop(key, None)
        self.rows = rows | upserts
        before = None if self.after_us is None else self.watermark_us - self.after_us
        self.shown.append({k: row for k, row in self.rows.items() if row[0] is None or before is None or row[0] > before})
        columns = list(zip(*((key, *row) for key, row in upserts.items()), strict=True)) or [()] * len(self.schema.columns)
        kinds = [pa.int64(), pa.int64(), pa.string(), *[pa.int64()] * self.extra]
        arrays = [pa.array(list(column), kind) for column, kind in zip(columns, kinds, strict=True)]
        arrays[1] = arrays[1].cast(pa.timestamp("us", "UTC"))
        table = pa.table(arrays, [column.name for column in self.schema.columns])
        number = write_version(self.root, self.schema, table, [(key,) for key in gone], mode, watermark_us=self.watermark_us)
        assert number == self.version
        return number

    def add_column(self) -> None:
        """The next version has one more."""
        self.extra += 1
        self.rows = {key: (*row, None) for key, row in self.rows.items()}

    def commit_random(self) -> int:
        """Anything: columns are added, rows begin to expire, time passes, rows are written as they were, all is replaced."""
        dice = self.dice
        if dice.random() < 0.15 and self.extra < 3:
            self.add_column()
        if self.after_us is None and dice.random() < 0.2:
            self.after_us = 6 * HOUR_US
        if dice.random() < 0.6:
            self.watermark_us += dice.randrange(4) * HOUR_US
        mode: Mode = "replace" if dice.random() < 0.2 else "upsert"
        keys = dice.sample(range(KEYS), dice.randrange(KEYS))
        upserts = {key: self.rows[key] if key in self.rows and dice.random() < 0.4 else self._row() for key in keys}
        deletes = tuple(dice.sample(range(KEYS), dice.randrange(4))) if mode == "upsert" else ()
        return self.commit(upserts, deletes, mode)

    def _row(self) -> tuple[Any, ...]:
        """Its time may be one that has expired already, or expires at the very time of a version."""
        dice = self.dice
        time = None if dice.random() < 0.1 else self.watermark_us + dice.randrange(-9, 3) * HOUR_US
        return (time, dice.choice(["a", "b"]), *(dice.choice([None, 1, 2]) for _ in range(self.extra)))


def make_world(folder: Path, dice: random.Random) -> ChangingWorld:
    return ChangingWorld(open_root(str(folder / "root"), create=True), dice)
