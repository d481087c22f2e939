"""Small versions lie over the databases until they are ingested together: whatever is done meanwhile, every version is what its log
says, and whoever dies begins with one whole version."""

from __future__ import annotations

import json
import random
import signal
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from statestore.errors import CorruptFile, RootNotFound
from statestore.node import LocalStore, StoreOptions, overlay
from statestore.node.base_maker import make_base
from statestore.node.follow import Follower
from statestore.node.generation import Generation
from statestore.node.overlaid_shard import OverlaidShard
from statestore.node.shard import Shard
from statestore.schema import ViewSchema
from statestore.views.retention import Retention
from statestore.views.root import open_root
from statestore.views.vacuum import vacuum
from tests.plugins.cluster import wait_until
from tests.plugins.scale import random_for, scaled
from tests.statestore.crash_child import Kill, start_following_child
from tests.statestore.holding_world import Wish, check_held, open_held, wish
from tests.statestore.store_world import UNPOLLED, WAIT_S, World, check, make_world

keys = st.binary(min_size=1, max_size=2).map(lambda key: b"\x01" + key)
bounds = st.one_of(st.just(b""), keys, st.binary(max_size=2))
ranges = st.lists(st.tuples(bounds, st.none() | bounds, st.sampled_from([1, 2, 3, 200, 1000])), min_size=8, max_size=8)


@pytest.fixture
def _by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is followed: a store moves only when the test calls refresh(); and no version is ingested for having waited."""
    monkeypatch.setattr(Follower, "_run", lambda self: None)
    monkeypatch.setattr(overlay, "QUIET_S", 3600)


class SortedRows(Shard):
    """A shard as it should be, of a plain dict."""

    def __init__(self, rows: dict[bytes, bytes]) -> None:
        super().__init__(0, "rows", None)
        self.rows, self.get, self._rows = rows, rows.get, len(rows)

    def multi_get(self, keys):
        return [self.rows.get(key) for key in keys]

    def scan_items(self, lower=b"", upper=None, *, reverse=False, batch_rows=1024):
        inside = sorted((i for i in self.rows.items() if i[0] >= lower and (upper is None or i[0] < upper)), reverse=reverse)
        return (inside[at : at + batch_rows] for at in range(0, len(inside), batch_rows))

    def scan(self, lower=b"", upper=None, *, reverse=False, batch_rows=1024):
        return ([v for _, v in batch] for batch in self.scan_items(lower, upper, reverse=reverse, batch_rows=batch_rows))

    def few(self, lower, upper, rows_max, *, reverse=False, bytes_max=None):
        found = [value for batch in self.scan(lower, upper, reverse=reverse) for value in batch][:rows_max]
        if bytes_max is not None and sum(map(len, found)) > bytes_max:
            raise OverflowError
        return found


@settings(max_examples=200, deadline=None)
@given(below=st.sets(keys, max_size=40), over=st.dictionaries(keys, st.booleans(), max_size=40), ranges=ranges)
def test_every_way_of_reading_a_shard(below, over, ranges) -> None:
    base = SortedRows({key: b"below " + key for key in below})
    entries = {key: b"over " + key if is_there else None for key, is_there in over.items()}
    expected = SortedRows({key: value for key, value in (base.rows | entries).items() if value is not None})
    shard = OverlaidShard(base, entries)
    for lower, upper, batch_rows in ranges:
        for reverse in (False, True):
            how = {"reverse": reverse, "batch_rows": batch_rows}
            for read in ("scan", "scan_items"):
                batches = list(getattr(shard, read)(lower, upper, **how))
                assert all(0 < len(batch) <= batch_rows for batch in batches)
                assert list(chain(*batches)) == list(chain(*getattr(expected, read)(lower, upper, **how)))
            for rows_max in (0, 1, batch_rows):
                few = expected.few(lower, upper, rows_max, reverse=reverse)
                assert shard.few(lower, upper, rows_max, reverse=reverse) == few
                if few and rows_max > 1:
                    with pytest.raises(OverflowError):
                        shard.few(lower, upper, rows_max, reverse=reverse, bytes_max=sum(map(len, few)) - 1)
    probes = [*below, *over, b"nothing"]
    assert [shard.get(key) for key in probes] == shard.multi_get(probes) == shard.rows_of(probes) == expected.multi_get(probes)
    assert list(chain(*shard.scan_keys(batch_rows=7))) == sorted(expected.rows)
    assert shard.known_rows is None
    assert shard.count_rows() == shard.known_rows == len(expected.rows)
    ends = (min(expected.rows, default=None), max(expected.rows, default=None))
    assert (shard.min_key, shard.max_key) == shard.bounds == ends


def applied(folder: Path) -> int:
    """The version that the databases hold, as the next process would find it."""
    return int(json.loads((folder / "store" / "views" / "v" / "position.json").read_text())["applied"])


@pytest.mark.usefixtures("_by_hand")
def test_what_gathers_is_ingested_together_and_at_the_end(tmp_path: Path) -> None:
    world = make_world(tmp_path)
    world.commit(dict.fromkeys(range(100), "first"))
    with LocalStore(world.root, tmp_path / "store", replace(UNPOLLED, overlay_versions_max=4)) as store:
        first = store.current("v")
        for n in range(2, 12):
            world.commit({n: f"version {n}", 200 + n: "new"}, deletes=[50 + n])
            store.refresh()
            assert store.current("v").version == n
            check(store.current("v"), world)
            assert applied(tmp_path) == (n - 1) // 4 * 4 + 1
        check(first, world)
    assert applied(tmp_path) == 11
    Path(world.root.uri).rename(tmp_path / "away")
    with LocalStore(open_root(world.root.uri, must_exist=False), tmp_path / "store", UNPOLLED) as store:
        check(store.current("v"), world)


@pytest.mark.usefixtures("_by_hand")
def test_what_gathers_is_bounded(tmp_path: Path) -> None:
    world = make_world(tmp_path)
    world.commit(dict.fromkeys(range(100), "first"))
    with LocalStore(world.root, tmp_path / "store", replace(UNPOLLED, overlay_versions_max=1000)) as store:
        for rows, ingested in ((1000, False), (1025, True), (1000, False), (1000, False), (1000, False), (1000, True)):
            before = applied(tmp_path)
            world.commit({world.version * 1000 + n: "row" for n in range(rows)})
            store.refresh()
            check(store.current("v"), world)
            assert applied(tmp_path) == (world.version if ingested else before)
        world.commit(dict.fromkeys(range(10), "x" * 30_000))
        store.refresh()
        check(store.current("v"), world)


@pytest.mark.usefixtures("_by_hand")
def test_a_view_that_rests_is_ingested(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where it is another one that the store has to do with."""
    world, other = make_world(tmp_path), make_world(tmp_path, "other")
    for each in (world, other):
        each.commit({1: "a"})
    with LocalStore(world.root, tmp_path / "store", UNPOLLED) as store:
        world.commit({2: "b"})
        store.refresh()
        monkeypatch.setattr(overlay, "QUIET_S", 0)
        assert applied(tmp_path) == 1
        assert store._catalog is not None
        store._catalog.catch_up(["other"], force=True)
        assert applied(tmp_path) == 2
        check(store.current("v"), world)


def test_a_database_that_turns_out_damaged_is_fetched_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When it is to take what has gathered; without a poll or a version that comes."""
    world = make_world(tmp_path)
    world.commit(dict.fromkeys(range(100), "first"))
    damaged: list[int] = []
    ingest = Generation.ingest

    def met(generation: Generation, shard: int, paths: Sequence[Path]) -> None:
        if shard == 1 and not damaged:
            damaged.append(shard)
            raise generation._broken(shard, CorruptFile("a block is damaged"))
        ingest(generation, shard, paths)

    with LocalStore(world.root, tmp_path / "store", replace(UNPOLLED, overlay_versions_max=1)) as store:
        monkeypatch.setattr(Generation, "ingest", met)
        world.commit(dict.fromkeys(range(0, 100, 3), "second"))
        assert store.wait_for_version("v", 2, WAIT_S)
        wait_until(lambda: bool(damaged) and applied(tmp_path) == 2 and store.health().ok, WAIT_S, "the shard is here again")
        check(store.current("v"), world)
        assert store.current("v").held == {0, 1, 2}


@pytest.mark.usefixtures("_by_hand")
def test_shards_that_are_added_find_the_others_as_far_as_they_are(tmp_path: Path) -> None:
    """On disk too: who begins with that later serves one version."""
    world, holding = make_world(tmp_path), wish(0)
    world.commit(dict.fromkeys(range(100), "first"))
    with open_held(world, tmp_path, holding) as store:
        world.commit(dict.fromkeys(range(0, 100, 3), "second"))
        store.refresh()
        assert applied(tmp_path) == 1
        holding.give((0, 1))
        store.refresh()
        check_held(store.current("v"), world, (0, 1))
        assert applied(tmp_path) == 2


@pytest.mark.timeout(900)
@pytest.mark.usefixtures("_by_hand")
def test_whatever_happens_every_version_is_what_its_log_says(tmp_path: Path) -> None:
    """Versions of all sizes, replacements, bases, vacuum, other shards held, restarts."""
    dice = random_for("overlay")
    for n in range(scaled(2, 60)):
        folder = tmp_path / f"{n}"
        folder.mkdir()
        Story(dice, folder).tell()


class Story:
    """One store through a random history."""

    def __init__(self, dice: random.Random, folder: Path) -> None:
        self.dice, self.folder, self.world = dice, folder, make_world(folder, shards=4)
        self.options = StoreOptions(local_poll_s=3600, overlay_versions_max=dice.choice([1, 3, 32]), keep_versions=8)
        self.holding: Wish | None = wish(0, 2) if dice.random() < 0.5 else None
        self.world.commit_random(dice)
        self.store = self.opened()

    def opened(self) -> LocalStore:
        store = LocalStore(self.world.root, self.folder / "store", self.options, holding=self.holding)
        store.start()
        return store

    def tell(self) -> None:
        try:
            for _ in range(40):
                getattr(self, self.dice.choice(["small"] * 8 + ["large", "base", "vacuumed", "restarted", "other_shards"]))()
                self.store.refresh()
                assert self.store.health().ok
                assert self.store.current("v").version == self.world.version
                self.check()
        finally:
            self.store.close()

    def check(self) -> None:
        for version in self.store.versions("v"):
            if self.holding is None:
                check(version, self.world)
            else:
                check_held(version, self.world, version.held)

    def small(self) -> None:
        for _ in range(self.dice.randrange(1, 4)):
            self.world.commit_random(self.dice, replace_chance=0.05)

    def large(self) -> None:
        self.world.commit({self.dice.randrange(4000): f"large {self.dice.random()}" for _ in range(2500)})

    def base(self) -> None:
        make_base(self.world.root, "v", self.folder)

    def vacuumed(self) -> None:
        with suppress(FileNotFoundError):
            vacuum(self.world.folder, Retention(versions=1, age_s=0))

    def restarted(self) -> None:
        self.store.close()
        self.store = self.opened()

    def other_shards(self) -> None:
        if self.holding is not None:
            self.holding.give(n for n in range(4) if self.dice.random() < 0.6 or n == 1)


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize(
    "step", ["intend", "write the position", "flush", "ingest a shard", "freeze a shard", "add shards", "settle"]
)
def test_killed_at_a_step(step: str, when: str, tmp_path: Path) -> None:
    """The next process begins with one whole version, also where it finds no root, and gets to the last one."""
    for call in random.Random(f"{step} {when}").sample(range(1, 8 if step == "add shards" else 20), scaled(1, 7)):
        seed, folder = f"{step} {when} {call}", tmp_path / f"{call}"
        (folder / "told").mkdir(parents=True)
        child = start_following_child(str(folder / "root"), folder / "store", seed, Kill(step, call, when))
        child.join(WAIT_S)
        assert child.exitcode == -signal.SIGKILL
        child.close()
        root = open_root(str(folder / "root"))
        dice, told = random.Random(seed), make_world(folder / "told")
        while told.version < root.folder("v").latest():
            told.commit_random(dice, keys=60, replace_chance=0.1)
        world = World(root, history=told.history)
        Path(root.uri).rename(folder / "away")
        gone = open_root(root.uri, must_exist=False)
        with suppress(RootNotFound), LocalStore(gone, folder / "store", UNPOLLED, holding=_as_it_is) as store:
            check_held(store.current("v"), world, store.current("v").held)
        (folder / "away").rename(root.uri)
        with LocalStore(root, folder / "store", UNPOLLED) as store:
            assert store.health().ok
            assert store.current("v").version == world.version
            check(store.current("v"), world)


def _as_it_is(_: ViewSchema, held: frozenset[int]) -> frozenset[int]:
    return held
