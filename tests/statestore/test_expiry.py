"""Views whose rows expire: every way of reading, at every version, on every node, says what the rule does."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pyarrow as pa
import pytest

from gateway.commands.cli import main
from statestore.errors import CorruptFile, IncompatibleSchema, UnsupportedFormat
from statestore.expiry import Expiry
from statestore.keys import KeyCodec
from statestore.node import LocalStore, taking, version
from statestore.node.base_maker import make_base
from statestore.node.expiring_shard import ExpiringShard
from statestore.node.overlaid_shard import OverlaidShard
from statestore.node.shard import Shard
from statestore.rows import row_decoder
from statestore.schema import Column, HashPartitioning, RangePartitioning, ViewSchema
from statestore.types import Date, Timestamp, TimestampNtz
from statestore.views.local_writer import write_version
from statestore.views.manifest import Manifest, parse_object
from statestore.views.retention import Retention
from statestore.views.root import open_root
from statestore.views.vacuum import vacuum
from tests.plugins.scale import random_for, scaled
from tests.statestore.expiring_world import HOUR_US, START_US, ExpiringWorld, check, make_world
from tests.statestore.store_world import UNPOLLED
from tests.statestore.store_world import make_world as make_ordinary_world


def open_store(world: ExpiringWorld, folder: Path, name: str = "store") -> LocalStore:
    return LocalStore(world.root, folder / name, UNPOLLED)


def test_every_way_of_reading_says_the_same_at_every_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Upserts, deletes, replacements, watermarks; nodes that follow, restart and start with a base, or go on with one; versions
    that are kept."""
    dice = random_for("expiry")
    for n in range(scaled(8, 200)):
        monkeypatch.setattr(taking, "LOOK_EVERY", dice.choice([1, 50]))
        monkeypatch.setattr(taking, "PAST_TIMES", 0)
        # Counts go by what changed, however much that is; or all rows are read.
        monkeypatch.setattr(version, "CHANGE_COST_ROWS", dice.choice([0, 10**6]))
        kind = dice.choice([Timestamp(), TimestampNtz(), Date()])
        folder = tmp_path / str(n)
        world = make_world(folder, kind)
        if n % 2:
            splits = tuple(KeyCodec(world.schema).encode_prefix((k,)) for k in (40, 90))
            world = make_world(folder / "ranges", kind, RangePartitioning(splits))
        store = open_store(world, folder)
        store.start()
        try:
            for step in range(dice.randrange(4, 12)):
                world.commit_random(dice)
                if dice.random() < 0.2:
                    made = make_base(world.root, "v", version=dice.randrange(1, world.version + 1))
                    assert made is None or made.rows == len(world.shown(made.version))
                if dice.random() < 0.5:
                    store.refresh()
                    check(store.current("v"), world, dice)
                if dice.random() < 0.2:
                    store.close()
                    store = open_store(world, folder)
                    store.start()
                    check(store.current("v"), world, dice)
                if dice.random() < 0.2:
                    with open_store(world, folder, f"fresh-{step}") as fresh:
                        check(fresh.current("v"), world, dice)
            store.refresh()
            for kept in store.versions("v"):  # each with its own time
                check(kept, world, dice)
        finally:
            store.close()


def test_a_base_and_the_log_say_the_same_also_after_the_log_is_gone(tmp_path: Path) -> None:
    """What a base left out does not come back when rows are to live longer."""
    dice = random_for("expiry and bases")
    world = make_world(tmp_path)
    for _ in range(5):
        world.commit_random(dice, replace_chance=0)
    base = make_base(world.root, "v")
    assert base is not None
    assert base.rows == len(world.shown(world.version)) < len(world.history[-1])
    world.after_us = 90 * 24 * HOUR_US
    world.commit({1: (START_US, "longer")}, watermark_us=world.watermark_us)
    with open_store(world, tmp_path, "log") as of_log:
        vacuum(world.folder, Retention(versions=1, age_s=0))
        assert world.folder.versions()[0] == base.version
        with open_store(world, tmp_path, "base") as of_base:
            for store in (of_log, of_base):
                check(store.current("v"), world, dice)


def test_a_node_is_rid_of_what_has_expired(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It goes on with a copy of a base, which is so much smaller; nobody is shown anything else by that."""
    monkeypatch.setattr(taking, "LOOK_EVERY", 5)
    dice = random_for("slim")
    world = make_world(tmp_path)
    with LocalStore(world.root, tmp_path / "store", replace(UNPOLLED, overlay_versions_max=0)) as store:
        sizes = []
        for n in range(60):
            now_us = START_US + n * HOUR_US
            world.commit({k: (now_us, f"row {k}") for k in range(n * 200, n * 200 + 200)}, watermark_us=now_us)
            if n % 10 == 9:
                make_base(world.root, "v")
            store.refresh()
            sizes.append(store.current("v").bytes)
        check(store.current("v"), world, dice)
        base = world.folder.newest_base()
        assert base is not None
        assert base.rows == 12 * 200
        # At most the live rows, what came since the base, and what came before the next look.
        assert (
            max(sizes)
            < 2.7 * base.size_bytes
            < sum(file.bytes for n in range(1, 61) for file in world.folder.manifest(n).files) / 2
        )
        assert 4 <= sum(1 for size, after in pairwise(sizes) if after < size * 0.8) <= 6


def test_views_without_expiry_have_the_handles_that_they_had(tmp_path: Path) -> None:
    """The hot path is the database's own get, and shards that did not change are those of the version before, with the default's
    overlay and without."""
    ordinary = make_ordinary_world(tmp_path)
    ordinary.commit(dict.fromkeys(range(50), "a"))
    with LocalStore(ordinary.root, tmp_path / "store", UNPOLLED) as store:
        before = store.current("v")
        ordinary.commit({1: "b"})
        store.refresh()
        after = store.current("v")
        touched = after.shard_of((1,))
        for old, new in zip(before.shards, after.shards, strict=True):
            assert type(new) is (OverlaidShard if new.number == touched else Shard)
            assert old.get.__module__ == "statestore.node.shard"
            assert (new is old) == (new.number != touched)
    with LocalStore(ordinary.root, tmp_path / "store", replace(UNPOLLED, overlay_versions_max=0)) as store:
        ordinary.commit({1: "c"})
        store.refresh()
        assert {type(shard) for shard in store.current("v").shards} == {Shard}


def test_an_unchanged_shard_has_the_new_time(tmp_path: Path) -> None:
    world = make_world(tmp_path)
    world.commit({k: (START_US + k * HOUR_US, "x") for k in range(24)}, watermark_us=START_US)
    with open_store(world, tmp_path) as store:
        before = store.current("v")
        assert sum(before.count_rows()) == 24
        world.commit({}, watermark_us=START_US + 20 * HOUR_US)
        store.refresh()
        after = store.current("v")
        assert sum(after.count_rows()) == 15  # those of 9:00 and later: 8:00 is 12 hours ago
        assert sum(before.count_rows()) == 24
        for old, new in zip(before.shards, after.shards, strict=True):
            assert isinstance(old, ExpiringShard)
            assert isinstance(new, ExpiringShard)
            assert new.stored is old.stored
        world.commit({}, watermark_us=START_US)  # time stands still: the very same handles, with their counts
        store.refresh()
        assert all(new is old for old, new in zip(after.shards, store.current("v").shards, strict=True))


def test_rows_can_be_made_to_expire_and_later_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A view without expiry gets one, at the watermark it has had; a later job changes how late; the column stays."""
    dice = random_for("alter")
    world = ExpiringWorld(open_root(str(tmp_path / "root"), create=True), after_us=None)
    world.commit({k: (START_US + k * HOUR_US, "x") for k in range(48)}, watermark_us=START_US + 30 * HOUR_US)
    world.commit({99: (None, "no time")})  # by a batch job
    with open_store(world, tmp_path) as store:
        assert all(type(shard) is Shard for shard in store.current("v").shards)
        command = ["alter", "v", "--root", world.root.uri, "--expire", "t", "--expire-after", "12h", "--json"]
        capsys.readouterr()
        assert main(command) == 0
        assert json.loads(capsys.readouterr().out)["expire"] == "t"
        world.after_us = 12 * HOUR_US
        world.committed(dict(world.history[-1]), None)
        assert world.before_us[-1] == START_US + 18 * HOUR_US
        store.refresh()
        assert [version.version for version in store.versions("v")] == [2, 3]
        for kept in store.versions("v"):
            check(kept, world, dice)
        assert main(command) == 0  # nothing new, so no version
        assert world.folder.latest() == 3
        world.after_us = 2 * HOUR_US
        world.commit({})
        store.refresh()
        check(store.current("v"), world, dice)
        assert len(world.shown(4)) == 20
        # A job that says nothing of it leaves it as it is.
        write_version(world.root, replace(world.schema, expiry=None), NO_ROWS)
        assert world.folder.schema().expiry == Expiry("t", 2 * HOUR_US)
        columns = (*world.schema.columns, Column("u", Timestamp()))
        other = replace(world.schema, columns=columns, row_widths=(4,), expiry=Expiry("u", 1))
        with pytest.raises(IncompatibleSchema) as refused:
            write_version(world.root, other, NO_ROWS.append_column("u", NO_ROWS["t"]))
        assert "expire: the view's rows expire by t, the job's by u" in str(refused.value)
    capsys.readouterr()
    assert main(["describe", "v", "--root", world.root.uri, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["expire"], told["expire_after_s"], told["expired_before_us"]) == ("t", 7200, START_US + 28 * HOUR_US)
    for wrong, says in (
        (["s", "--expire-after", "1h"], "string"),
        (["t"], "go together"),
        (["t", "--expire-after", "soon"], "no age"),
    ):
        assert main(["alter", "v", "--root", world.root.uri, "--expire", *wrong]) != 0
        assert says in capsys.readouterr().err


def test_a_view_that_never_had_a_watermark_goes_by_the_clock(tmp_path: Path) -> None:
    world = ExpiringWorld(open_root(str(tmp_path / "root"), create=True))
    world.commit({1: (START_US, "long ago"), 2: (2**62, "far from now"), 3: (None, "never")})
    assert sorted(world.shown(1)) == [2, 3]
    with open_store(world, tmp_path) as store:
        check(store.current("v"), world, random_for("clock"))
        world.commit({4: (START_US, "of a stream")}, watermark_us=START_US)  # what is gone stays so
        store.refresh()
        assert sorted(world.shown(2)) == [2, 3]
        check(store.current("v"), world, random_for("clock"))


def test_rows_from_before_the_column(tmp_path: Path) -> None:
    """They hold NULL in it, and stay."""
    world = ExpiringWorld(open_root(str(tmp_path / "root"), create=True))
    old = ViewSchema("v", world.schema.columns[:1], ("k",), ("k",), HashPartitioning(3), (1,))
    write_version(world.root, old, pa.table({"k": pa.array(range(20), pa.int64())}))
    write_version(
        world.root, world.schema, rows_at({k: START_US + k for k in range(10, 30)}), watermark_us=START_US + 12 * HOUR_US + 14
    )
    with open_store(world, tmp_path) as store:
        view = store.current("v")
        decode = row_decoder(view.schema, (0,))
        assert view.schema.row_widths == (1, 3)
        assert sorted(decode(row)[0] for shard in view.shards for batch in shard.scan() for row in batch) == [
            *range(10), *range(15, 30),
        ]  # fmt: skip


def test_older_releases_are_told_that_they_cannot_read_it(tmp_path: Path) -> None:
    """By formats that they refuse, of the view's file, its manifests, and its bases; those of other views are what they were."""
    world = make_world(tmp_path)
    base = make_base(world.root, "v")
    assert base is not None
    folder = tmp_path / "root" / "v"
    for path in (folder / "view.json", *(folder / "log").iterdir()):
        with pytest.raises(UnsupportedFormat, match=f"{path} has format 2; this release reads formats up to 1"):
            parse_object(path.read_bytes(), str(path), format_max=1)
    body = json.loads((folder / "log" / f"{1:020d}.json").read_text())
    for wrong in ({"before_us": 1}, {"before_us": "1", "watermark_us": 1}, None, []):
        with pytest.raises(CorruptFile, match="here is corrupt"):
            Manifest.from_json(json.dumps(body | {"expired": wrong}).encode(), "here")
    inside = json.loads(base.to_json())["manifest"]
    assert inside["format"] == 2
    ordinary = make_ordinary_world(tmp_path / "ordinary")
    ordinary.commit({1: "a"})
    for path in (tmp_path / "ordinary" / "root" / "v" / "view.json", ordinary.manifest_path(1)):
        body = parse_object(path.read_bytes(), str(path), format_max=1)
        assert not {"expire", "expire_after_us", "expired"} & set(body)


NO_ROWS = pa.table({"k": pa.array([], pa.int64()), "t": pa.array([], pa.timestamp("us", "UTC")), "s": pa.array([], pa.string())})


def rows_at(times: dict[int, int]) -> pa.Table:
    values = pa.array(times.values(), pa.int64()).cast(pa.timestamp("us", "UTC"))
    return pa.table({"k": pa.array(times, pa.int64()), "t": values, "s": ["x"] * len(times)})
