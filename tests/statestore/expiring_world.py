"""A view whose rows expire, and what it must show: the log replayed in dicts, then the rule applied to each row."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from pathlib import Path

import pyarrow as pa

from statestore.expiry import DAY_US, Expiry
from statestore.node import ViewVersion
from statestore.node.shard import Shard
from statestore.rows import arrow_type, row_decoder
from statestore.schema import Column, HashPartitioning, Partitioning, ViewSchema
from statestore.types import DataType, Date, Long, String, Timestamp
from statestore.views.folder import ViewFolder
from statestore.views.local_writer import write_version
from statestore.views.manifest import Mode
from statestore.views.root import Root, open_root

#: Key → (time as it is stored, text).
Rows = dict[int, tuple[int | None, str]]
START_US = 1_372_636_800_000_000  # 2013-07-01
HOUR_US = 3_600_000_000


@dataclass
class ExpiringWorld:
    """One view named v under *root*. *history[n]* is all that version n's log says, *before_us[n]* what has expired by then."""

    root: Root
    kind: DataType = field(default_factory=Timestamp)
    partitioning: Partitioning = field(default_factory=lambda: HashPartitioning(3))
    after_us: int | None = 12 * HOUR_US
    history: list[Rows] = field(default_factory=lambda: [{}])
    before_us: list[int | None] = field(default_factory=lambda: [None])
    watermark_us: int | None = None

    @property
    def schema(self) -> ViewSchema:
        columns = (Column("k", Long()), Column("t", self.kind), Column("s", String()))
        expiry = None if self.after_us is None else Expiry("t", self.after_us)
        return ViewSchema("v", columns, ("k",), ("k",), self.partitioning, (3,), expiry=expiry)

    @property
    def folder(self) -> ViewFolder:
        return self.root.folder("v")

    @property
    def version(self) -> int:
        return len(self.history) - 1

    @property
    def unit_us(self) -> int:
        return DAY_US if isinstance(self.kind, Date) else 1

    def shown(self, version: int) -> Rows:
        """What is there at a version."""
        before = self.before_us[version]
        return {
            key: (time, text)
            for key, (time, text) in self.history[version].items()
            if time is None or before is None or time * self.unit_us > before
        }

    def commit(self, upserts: Rows, deletes: tuple[int, ...] = (), mode: Mode = "upsert", watermark_us: int | None = None) -> int:
        rows = {} if mode == "replace" else dict(self.history[-1])
        gone = [key for key in deletes if key not in upserts]
        for key in gone:
            rows.pop(key, None)
        times = pa.array([time for time, _ in upserts.values()], pa.int32() if self.unit_us > 1 else pa.int64())
        table = pa.table(
            {
                "k": pa.array(list(upserts), pa.int64()),
                "t": times.cast(arrow_type(self.kind)),
                "s": [s for _, s in upserts.values()],
            },
        )
        table = table.set_column(2, "s", table.column("s").cast(pa.string()))
        version = write_version(self.root, self.schema, table, [(key,) for key in gone], mode, watermark_us=watermark_us)
        self.committed(rows | upserts, watermark_us)
        assert version == self.version
        return version

    def committed(self, rows: Rows, watermark_us: int | None) -> None:
        """A version holds *rows* now: the greatest of all times so far, each less what it was to be then, has expired."""
        if watermark_us is not None:
            self.watermark_us = max(watermark_us, self.watermark_us or 0)
        self.history.append(rows)
        now_us = self.folder.manifest(self.version).committed_at_us if self.watermark_us is None else self.watermark_us
        earlier = self.before_us[-1]
        told = None if self.after_us is None else now_us - self.after_us
        self.before_us.append(told if earlier is None else earlier if told is None else max(told, earlier))

    def commit_random(self, dice: random.Random, *, keys: int = 150, replace_chance: float = 0.05) -> int:
        """Rows around the watermark, which moves now and then, also back; some without a time; deletes; versions without one."""
        now_us = START_US if self.watermark_us is None else self.watermark_us
        mode: Mode = "replace" if dice.random() < replace_chance else "upsert"

        def row() -> tuple[int | None, str]:
            time = (now_us + dice.randrange(-36, 12) * HOUR_US) // self.unit_us
            return None if dice.random() < 0.1 else time, f"{self.version + 1}/{dice.random()}"

        upserts = {dice.randrange(keys): row() for _ in range(dice.randrange(1, keys // 2))}
        deletes = tuple(dice.randrange(keys) for _ in range(dice.randrange(keys // 4))) if mode == "upsert" else ()
        # The boundary itself is drawn too: hours are whole.
        watermark_us = None if dice.random() < 0.3 else now_us + dice.randrange(-2, 7) * HOUR_US
        return self.commit(upserts, deletes, mode, watermark_us)


def make_world(folder: Path, kind: DataType | None = None, partitioning: Partitioning | None = None) -> ExpiringWorld:
    """The first version has a watermark, so that the clock says nothing."""
    root = open_root(str(folder / "root"), create=True)
    world = ExpiringWorld(root, kind or Timestamp(), partitioning or HashPartitioning(3))
    world.commit({}, watermark_us=START_US)
    return world


def check(view: ViewVersion, world: ExpiringWorld, dice: random.Random) -> None:
    """Every way of reading a version says what the rule does."""
    expected = world.shown(view.version)
    assert sum(view.count_rows()) == len(expected)  # from the counts of an earlier version, where one has been counted
    decode, encode = row_decoder(view.schema, (0, 1, 2)), view.key_codec.encode
    for shard in view.shards:
        mine = {encode((k,)): (k, *row) for k, row in expected.items() if view.shard_of((k,)) == shard.number}
        all_keys = [encode((k,)) for k in world.history[view.version] if view.shard_of((k,)) == shard.number]
        absent = encode((-1,))
        keys = [*all_keys, absent]
        for key in keys:
            found = shard.get(key)
            assert (None if found is None else decode(found)) == mine.get(key)
        assert [None if row is None else decode(row) for row in shard.multi_get(keys)] == [mine.get(key) for key in keys]
        _check_ranges(shard, mine, [*sorted(keys), b"\xff"], decode, dice)
        assert [key for batch in shard.scan_keys() for key in batch] == sorted(mine)
        assert (shard.min_key, shard.max_key) == (min(mine, default=None), max(mine, default=None))
        least, greatest = shard.bounds
        assert all(least is not None and greatest is not None and least <= key <= greatest for key in mine)
        assert shard.count_rows() == shard.known_rows == len(mine)
    if view.few_rows is not None:
        assert sorted(map(decode, view.few_rows)) == sorted((k, *row) for k, row in expected.items())
        by_key = view.few_by((0,), (1,))
        assert by_key is not None
        assert {key: rows[0][1] for (key,), rows in by_key.items()} == {k: (time,) for k, (time, _) in expected.items()}


def _check_ranges(shard: Shard, mine: dict[bytes, object], cuts: list[bytes], decode: object, dice: random.Random) -> None:
    assert callable(decode)
    for _ in range(6):
        lower, upper = sorted(dice.sample(cuts, 2)) if len(cuts) > 1 else (b"", cuts[0])
        bounds = dice.choice([(b"", None), (lower, None), (b"", upper), (lower, upper)])
        inside = [key for key in sorted(mine) if bounds[0] <= key and (bounds[1] is None or key < bounds[1])]
        for reverse in (False, True):
            keys = inside[::-1] if reverse else inside
            size = dice.choice([1, 3, 1024])
            batches = list(shard.scan(*bounds, reverse=reverse, batch_rows=size))
            assert all(0 < len(batch) <= size for batch in batches)
            assert [decode(row) for batch in batches for row in batch] == [mine[key] for key in keys]
            items = [item for batch in shard.scan_items(*bounds, reverse=reverse, batch_rows=size) for item in batch]
            assert [(key, decode(row)) for key, row in items] == [(key, mine[key]) for key in keys]
            limit = dice.choice([0, 1, 2, 5, 1000])
            assert [decode(row) for row in shard.few(*bounds, limit, reverse=reverse)] == [mine[key] for key in keys[:limit]]
