"""What each batch of a checkpoint changes in a state table: found out from its partitions, and told to who subscribes."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import psycopg
import pytest
from psycopg import errors

from gateway.engine.engine import ReadEngine
from statestore import types as st
from statestore.attach.attachments import Attachments
from statestore.attach.combined import CombinedStore
from statestore.attach.options import AttachOptions
from statestore.changes.live import LiveChanges
from statestore.node import LocalStore
from statestore.rows import row_decoder
from statestore.views import open_root
from tests.attach.fake_checkpoint import FakeCheckpoint, table
from tests.gateway.serving import serving
from tests.plugins.scale import random_for, scaled
from tests.statestore.store_world import UNPOLLED

Row = tuple[str, int]
COLUMNS: Final = {"symbol": st.String(), "n": st.Long()}
SYMBOLS: Final = 30
END: Final = "WITH (TIMEOUT = '20s')"
PROGRESS: Final = "WITH (PROGRESS)"


@dataclass
class World:
    """A checkpoint of one table, and what it holds after each batch."""

    checkpoint: FakeCheckpoint
    dice: random.Random
    keyed: bool
    contents: dict[int, list[Row]] = field(default_factory=dict)

    def commit(self) -> int:
        """Some rows come, change and go; the version."""
        rows = list(self.contents[max(self.contents)]) if self.contents else []
        for _ in range(self.dice.randrange(8)):
            symbol = f"s{self.dice.randrange(SYMBOLS)}"
            found = next((i for i, row in enumerate(rows) if row[0] == symbol), None)
            if found is not None and self.dice.random() < 0.4:
                del rows[found]
            elif found is None or not self.keyed:
                rows.append((symbol, self.dice.randrange(3)))
            else:
                rows[found] = symbol, self.dice.randrange(3)
        self.checkpoint.forgetful = self.dice.random() < 0.5
        version = self.checkpoint.commit({"trades": rows}) + 1
        self.contents[version] = rows
        return version


def make_world(dice: random.Random) -> World:
    keyed = dice.random() < 0.6
    return World(FakeCheckpoint([table("trades", COLUMNS, ["symbol"] if keyed else [], 1 if keyed else 0)]), dice, keyed)


@pytest.mark.parametrize("history", range(scaled(12, 300)))
def test_every_batch(history: int) -> None:
    world = make_world(random_for(f"attached changes of history {history}"))
    of = Attachments({"trades": world.checkpoint}, AttachOptions())
    with closing(of):
        world.commit()
        of.refresh()
        live = LiveChanges(of.views()["trades"])
        decode = row_decoder(live.at.schema, (0, 1))
        for _ in range(30):
            version = world.commit()
            of.refresh()
            to = of.views()["trades"]
            changes = [(shard, change) for shard, some in live.step(to, changes_max=3) for change in some]
            rows = Counter(world.contents[version - 1])
            for shard, (key, before, after) in changes:
                row = decode(before if after is None else after)
                if world.keyed:
                    assert (shard, key) == (to.shard_of(row[:1]), to.key_codec.encode(row[:1]))
                rows.subtract([decode(before)] if before is not None else [])
                rows.update([decode(after)] if after is not None else [])
            assert +rows == Counter(world.contents[version])
            assert min(rows.values(), default=0) >= 0
            assert len({(shard, change.key) for shard, change in changes}) == len(changes)


@contextmanager
def served(folder: Path, world: World) -> Iterator[tuple[str, Attachments]]:
    """By an engine of this process: how to connect, and what looks at the checkpoint."""
    root = open_root(str(folder / "root"), create=True)
    of = Attachments({"trades": world.checkpoint}, AttachOptions())
    with LocalStore(root, folder / "store", UNPOLLED) as local, closing(of), closing(CombinedStore(local, of)) as store:
        engine = ReadEngine(store)
        try:
            with serving(engine) as server:
                yield server.dsn, of
        finally:
            engine.close()


def follow(dsn: str, subscription: str, begin: list[Row], until: int) -> Iterator[tuple[int, Counter[Row]]]:
    """Each complete version, with the rows as they are by what has been told; *begin* are those before."""
    rows = Counter(begin)
    with psycopg.connect(dsn) as connection:
        connection.execute(f"DECLARE c CURSOR FOR SUBSCRIBE TO trades {subscription}".encode())
        reached = 0
        while reached < until:
            found = connection.execute(f"FETCH 100 FROM c {END}".encode()).fetchall()
            assert found, f"nothing after version {reached}"
            for reached, _, kind, symbol, n, was_symbol, was_n in found:
                if kind == "progress":
                    yield reached, +rows
                    continue
                rows.subtract([(was_symbol, was_n)] if kind != "insert" else [])
                rows.update([(symbol, n)] if kind != "delete" else [])
                assert min(rows.values()) >= 0


@pytest.mark.parametrize("history", range(scaled(6, 60)))
def test_a_subscription(tmp_path: Path, history: int) -> None:
    """From its rows, from any version that Spark keeps, and of one key; while batches come by one and in bunches."""
    dice = random_for(f"attached subscriptions of history {history}")
    world = make_world(dice)
    versions = [world.commit() for _ in range(dice.randrange(2, 12))]
    with served(tmp_path, world) as (dsn, of):
        of.refresh()
        start = dice.choice(versions)
        ways: dict[str, tuple[list[Row], str | int | None]] = {
            PROGRESS: ([], None),
            f"FROM VERSION {start} {PROGRESS}": (world.contents[start], None),
            f"WHERE symbol = 's3' {PROGRESS}": ([], "s3"),
            f"WHERE n = 1 {PROGRESS}": ([], 1),
        }
        end = versions[-1] + 12
        following = {sql: follow(dsn, sql, begin, end) for sql, (begin, _) in ways.items()}
        first = {sql: next(told) for sql, told in following.items()}
        while versions[-1] < end:
            versions += [world.commit() for _ in range(dice.randrange(1, 4))]
            of.refresh()
        for sql, (_, only) in ways.items():
            told = [first[sql], *following[sql]]
            assert len(told) > 1
            for version, rows in told:
                assert rows == Counter(row for row in world.contents[version] if only is None or only in row), (sql, version)


def test_what_cannot_be_told(tmp_path: Path) -> None:
    world = make_world(random.Random(1))
    for _ in range(6):
        world.commit()
    with served(tmp_path, world) as (dsn, of), psycopg.connect(dsn, autocommit=True) as connection:
        of.refresh()
        world.checkpoint.purge(3)
        of.refresh()
        with pytest.raises(errors.SerializationFailure, match="version 2 is not kept") as raised:
            next(connection.cursor().stream("SUBSCRIBE TO trades FROM VERSION 2"))
        assert raised.value.diag.message_detail == "Spark keeps what is behind versions 4 to 6."
        with pytest.raises(errors.SerializationFailure, match="another"):
            next(connection.cursor().stream("SUBSCRIBE TO trades FROM VERSION '4@12'"))
        told = connection.cursor().stream("SUBSCRIBE TO trades FROM NOW WITH (PROGRESS)")
        assert next(told)[0] == 6
        world.checkpoint.restart()
        world.contents.clear()
        world.commit()
        of.refresh()
        with pytest.raises(errors.SerializationFailure, match="made anew"):
            next(told)
