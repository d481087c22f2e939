"""Views whose rows expire, over the wire: what PostgreSQL says of the same rows with the rule as a condition."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from gateway.engine.copies import copies
from gateway.engine.copies import memory as copy_memory
from gateway.engine.engine import ReadEngine
from gateway.engine.options import EngineOptions
from statestore.errors import ShardNotReady
from statestore.node import LocalStore, StoreOptions
from statestore.node import version as module
from statestore.node.expiring_shard import PASSED_MAX
from statestore.schema import HashPartitioning
from statestore.types import DataType, Date, Timestamp, TimestampNtz
from tests.gateway.expiring import check, commit_more, mirror, postgres_with, write_names
from tests.gateway.harness import Harness
from tests.gateway.serving import serving
from tests.plugins.cluster import wait_until
from tests.plugins.scale import random_for, scaled
from tests.statestore.expiring_world import HOUR_US, START_US, ExpiringWorld, make_world

pytestmark = pytest.mark.postgres


@pytest.fixture(scope="module")
def mirrored(postgres_dsn: str) -> Iterator[psycopg.Connection[Any]]:
    with postgres_with(postgres_dsn, "expiry") as connection:
        yield connection


@pytest.mark.parametrize(
    ("way", "kind"), [("memory", Timestamp()), ("compressed", TimestampNtz()), ("files", Date()), ("streams", Timestamp())]
)
def test_every_statement_at_every_version(
    tmp_path: Path, mirrored: psycopg.Connection[Any], monkeypatch: pytest.MonkeyPatch, way: str, kind: DataType
) -> None:
    dice = random_for(f"expiry served from {way}")
    monkeypatch.setattr(copies, "FILE_EVERY_S", 0.0)
    if way in ("compressed", "streams"):
        monkeypatch.setattr(copy_memory, "COMPRESSED_BYTES_MIN", 0)
        monkeypatch.setattr(module, "FEW_BYTES_MAX", -1)  # the others answer small views' questions row by row
    options = EngineOptions() if way in ("memory", "compressed") else EngineOptions(copy_bytes=0)
    world = make_world(tmp_path, kind)
    write_names(world)
    commit_more(world, dice)
    with LocalStore(world.root, tmp_path / "store", StoreOptions(keep_versions=64)) as store:
        engine = ReadEngine(store, options, tmp_path / "copies" if way == "files" else None)
        try:
            with serving(engine) as server, psycopg.connect(server.dsn, autocommit=True) as served:
                for _ in range(scaled(5, 50)):
                    commit_more(world, dice)
                    store.refresh()
                    if engine.copies.maker is not None:
                        engine.copies.maker.wait()
                    mirror(mirrored, world, world.version)
                    check(served, mirrored, dice)
                    old = dice.randrange(2, world.version + 1)
                    mirror(mirrored, world, old)
                    served.execute(f"SET tidegate.read_version = 'v={old}'")
                    check(served, mirrored, dice)
                    served.execute("RESET tidegate.read_version")
        finally:
            engine.close()
        counters = engine.copies.counters
        assert (counters.advanced > 0) == (way != "streams")
        assert (counters.files_made > 0) == (way == "files")


def test_a_copy_loses_what_has_expired(tmp_path: Path) -> None:
    """Rows go with the version, and the copy is not made anew for that; it is for the column, where it lacked it."""
    with Harness(tmp_path) as served:
        world = ExpiringWorld(served.root, partitioning=HashPartitioning(2), after_us=None)
        # An hour has a hundred rows: a few would not be copied.
        world.commit({k: (START_US + k // 100 * HOUR_US, "x") for k in range(4800)}, watermark_us=START_US)
        served.store.refresh()
        count = "SELECT count(*), sum(k) FROM v WHERE s = 'x'"
        assert served.rows(count) == [("4800", str(sum(range(4800))))]
        world.after_us = 12 * HOUR_US
        world.commit({}, watermark_us=START_US + 22 * HOUR_US)
        served.store.refresh()
        assert served.rows(count) == [("3700", str(sum(range(1100, 4800))))]
        world.commit({0: (START_US, "x"), 4799: (START_US, "x")}, watermark_us=START_US + 23 * HOUR_US)  # past when they come
        served.store.refresh()
        assert served.rows(count) == [("3599", str(sum(range(1200, 4799))))]
        copy = served.engine.copies._copy("v")
        assert copy.rows == 3599
        with served.engine.copies._database.cursor() as cursor:
            assert cursor.execute(f"SELECT count(*) FROM {copy.table}").fetchall() == [(3599,)]
        counters = served.engine.copies.counters
        assert (counters.built, counters.advanced) == (1, 2)


def test_first_rows_behind_many_that_have_expired(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The event loop does not pass them over: a worker does."""
    monkeypatch.setattr(module, "FEW_BYTES_MAX", -1)
    count = PASSED_MAX + 3_000
    with Harness(tmp_path) as served:
        world = ExpiringWorld(served.root, partitioning=HashPartitioning(1), after_us=0)
        world.commit({k: (k, f"row {k}") for k in range(count)}, watermark_us=0)
        served.store.refresh()
        first, joined = "SELECT k, s FROM v ORDER BY k LIMIT 2", "SELECT upper(s) FROM v WHERE k >= 0 ORDER BY k LIMIT 2"
        assert served.rows(first) == [("1", "row 1"), ("2", "row 2")]
        now_us = count - 10
        world.commit({}, watermark_us=now_us)
        served.store.refresh()
        with pytest.raises(ShardNotReady, match="many that have expired"):
            served.store.current("v").shards[0].few(b"", None, 2)
        before = served.engine.counters.lean_streams
        assert served.rows(first) == [(str(k), f"row {k}") for k in (now_us + 1, now_us + 2)]
        assert served.engine.counters.lean_streams == before + 1
        assert served.rows(joined) == [(f"ROW {k}",) for k in (now_us + 1, now_us + 2)]
        assert served.rows("SELECT k FROM v ORDER BY k DESC LIMIT 1") == [(str(count - 1),)]


def test_what_operators_are_shown(tmp_path: Path) -> None:
    with Harness(tmp_path) as served:
        world = ExpiringWorld(served.root)
        world.commit({k: (START_US + k * HOUR_US, "x") for k in range(48)}, watermark_us=START_US + 20 * HOUR_US)
        write_names(world)
        served.store.refresh()
        wait_until(lambda: served.store.current("names").version == 1, 10, "the view is here")
        columns = "name, rows, expire, expire_after, expired_before"
        assert served.rows(f"SELECT {columns} FROM tidegate.views ORDER BY name") == [
            ("names", "200", None, None, None),
            ("v", "39", "t", "12:00:00", "2013-07-01 08:00:00+00"),
        ]
        least, greatest = (f"(trim(both '()' from {which}_key)::int)" for which in ("min", "max"))
        shards = f"SELECT sum(rows), min{least}, max{greatest} FROM tidegate.shards WHERE view = 'v'"
        assert served.rows(shards) == [("39", "9", "47")]
        line = "  Expired: t <= 2013-07-01 08:00:00+00"
        for sql in ("SELECT * FROM v WHERE k = 9", "SELECT count(*) FROM v", "SELECT v.k FROM v JOIN names USING (k)"):
            for explain in ("EXPLAIN", "EXPLAIN ANALYZE"):
                lines = [row[0] or "" for row in served.rows(f"{explain} {sql}")]
                assert [text.strip() for text in lines if "Expired" in text] == [line.strip()], lines
        assert not any("Expired" in (row[0] or "") for row in served.rows("EXPLAIN SELECT * FROM names"))
        read = [row[0] for row in served.rows("EXPLAIN ANALYZE SELECT * FROM v WHERE k IN (1, 9, 10)")]
        assert any("Rows Read: 2" in (text or "") for text in read), read
        world.after_us = 30 * 24 * HOUR_US
        world.commit({})
        served.store.refresh()
        assert served.rows("SELECT expire_after, expire_after > '29 days' FROM tidegate.views WHERE name = 'v'") == [
            ("30 days", "t"),
        ]
