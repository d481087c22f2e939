"""A node that holds some shards of a view serves exactly those, and comes to hold others without standing still."""

from __future__ import annotations

import shutil
import threading
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pytest

from statestore.errors import ShardNotHeld
from statestore.node import LocalStore, ViewVersion, held_shards
from statestore.node.follow import Follower
from statestore.node.notify import Notifier
from statestore.views.local_writer import write_version
from statestore.views.manifest import ShardFile
from tests.plugins.scale import random_for, scaled
from tests.statestore.each_file import before_each_file
from tests.statestore.holding_world import (
    Wish,
    adding_held_up,
    check_held,
    held_contents,
    open_held,
    rehold,
    rows_of,
    wish,
)
from tests.statestore.store_world import UNPOLLED, WAIT_S, World, check, make_world, schema_of


@pytest.fixture
def _by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is followed: a store moves only when the test calls refresh()."""
    monkeypatch.setattr(Follower, "_run", lambda self: None)


@pytest.fixture
def fetched(monkeypatch: pytest.MonkeyPatch) -> list[ShardFile]:
    """Every file that any store has brought from the root."""
    seen: list[ShardFile] = []
    before_each_file(monkeypatch, lambda _, file: seen.append(file))
    return seen


def eight_shards(folder: Path) -> World:
    world = make_world(folder, shards=8)
    world.commit(dict.fromkeys(range(200), "one"))
    world.commit(dict.fromkeys(range(0, 200, 3), "two"), deletes=range(1, 200, 7))
    return world


def test_only_held_shards_are_served(tmp_path: Path) -> None:
    world = eight_shards(tmp_path)
    with open_held(world, tmp_path, wish(1, 4)) as store:
        check_held(store.current("v"), world, [1, 4])
        for _ in range(5):
            world.commit_random(random_for("held"), replace_chance=0.3)
            assert store.wait_for_version("v", world.version, WAIT_S)
            check_held(store.current("v"), world, [1, 4])


def test_every_read_of_another_shard_is_refused(tmp_path: Path) -> None:
    world = eight_shards(tmp_path)
    with open_held(world, tmp_path, wish(1)) as store:
        view = store.current("v")
        other = view.shards[2]
        for read in (
            lambda: other.get(b"x"),
            lambda: other.multi_get([]),
            other.scan,
            lambda: other.scan(b"a", b"b", reverse=True),
            other.scan_items,
            other.scan_keys,
            other.count_rows,
            lambda: other.min_key,
            lambda: other.max_key,
            lambda: view.min_key(2),
            lambda: view.max_key(2),
        ):
            with pytest.raises(ShardNotHeld, match="v shard 2 is not held"):
                read()
        assert (other.known_rows, other.bytes, other.number) == (None, 0, 2)
        assert view.bytes == view.shards[1].bytes > 0


def test_nothing_of_another_shard_is_fetched(tmp_path: Path, fetched: list[ShardFile]) -> None:
    world = eight_shards(tmp_path)
    holding = wish(2, 5)
    with open_held(world, tmp_path, holding) as store:
        world.commit(dict.fromkeys(range(50), "three"))
        assert store.wait_for_version("v", 3, WAIT_S)
        assert {file.shard for file in fetched} == {2, 5}
        fetched.clear()
        rehold(store, holding, 2, 5, 6)
        assert [file.shard for file in fetched] == [6, 6, 6]
        fetched.clear()
        rehold(store, holding, 5)
        assert fetched == []
    with open_held(world, tmp_path, holding) as store:
        check_held(store.current("v"), world, [5])
        assert fetched == []


def test_changes_are_those_of_held_shards(tmp_path: Path) -> None:
    world = eight_shards(tmp_path)
    with open_held(world, tmp_path, wish(0, 3)) as store:
        view = store.current("v")
        changes = view.changed_items(1)
        assert changes is not None
        assert [shard.shard for shard in changes] == [0, 3]
        assert changes.entries == changes.entries_of(0) + changes.entries_of(3)


def test_a_view_of_which_no_shard_is_held(tmp_path: Path, fetched: list[ShardFile]) -> None:
    world = eight_shards(tmp_path)
    holding = wish()
    with open_held(world, tmp_path, holding) as store:
        view = store.current("v")
        check_held(view, world, [])
        assert view.manifest == world.folder.manifest(2)
        assert (view.bytes, sum(view.count_rows())) == (0, 0)
        write_version(world.root, schema_of("v", shards=8, extra=("more",)), pa.table({"k": [1], "s": ["x"], "more": ["y"]}))
        assert store.wait_for_version("v", 3, WAIT_S)
        assert [c.name for c in store.current("v").schema.columns] == ["k", "s", "more"]
        assert fetched == []
    with open_held(world, tmp_path, holding) as store:
        assert store.current("v").version == 3
        assert store.current("v").held == frozenset()


def test_shards_come_and_go_while_versions_keep_coming(tmp_path: Path) -> None:
    """Readers keep what they were given; what is current is always whole."""
    dice = random_for("reholding")
    world = eight_shards(tmp_path)
    holding = wish(0, 1)
    taken: list[ViewVersion] = []
    with open_held(world, tmp_path, holding, replace(UNPOLLED, keep_age_s=0.0)) as store:
        for _ in range(scaled(12, 60)):
            for _ in range(dice.randrange(3)):
                world.commit_random(dice)
            rehold(store, holding, *dice.sample(range(8), dice.randrange(9)))
            world.commit_random(dice)
            assert store.wait_for_version("v", world.version, WAIT_S)
            check_held(store.current("v"), world, holding.shards)
            taken.append(store.current("v"))
        for view in taken:
            assert held_contents(view) == rows_of(world, view.version, view.held)
        assert store.health().ok
    for view in taken:
        assert held_contents(view) == rows_of(world, view.version, view.held)


def test_another_wish_while_some_other_view_grows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The thread that is woken for one view finds news of another at the same moment."""
    world = eight_shards(tmp_path)
    holding, wait = wish(0, 1, 2), Notifier.wait
    news = Path(world.root.uri) / "other" / "log" / "1.json"
    monkeypatch.setattr(Notifier, "wait", lambda self, timeout_s: wait(self, timeout_s) | {news})
    with open_held(world, tmp_path, holding) as store:
        for shards in ([0, 1], [1], []):  # the first may be noticed as the thread starts
            rehold(store, holding, *shards)
            check_held(store.current("v"), world, shards)


def test_held_shards_advance_while_others_are_copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    world = eight_shards(tmp_path)
    holding = wish(0, 1)
    with open_held(world, tmp_path, holding) as store:
        with adding_held_up(monkeypatch) as arrived:
            holding.give([0, 1, 2, 3])
            store.rehold()
            assert arrived.wait(WAIT_S)
            for number in range(held_shards.CLOSE_VERSIONS + 3):
                world.commit(dict.fromkeys(range(number, 200, 5), f"while {number}"), deletes=[number])
                assert store.wait_for_version("v", world.version, WAIT_S)
                check_held(store.current("v"), world, [0, 1])
        assert store.wait_for(lambda views: views["v"].held == holding.shards, WAIT_S)
        check_held(store.current("v"), world, [0, 1, 2, 3])


def test_a_wish_taken_back_while_shards_are_copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    world = eight_shards(tmp_path)
    holding = wish(0, 1)
    with open_held(world, tmp_path, holding) as store:
        with adding_held_up(monkeypatch) as arrived:
            holding.give([0, 1, 2, 3])
            store.rehold()
            assert arrived.wait(WAIT_S)
            holding.give([1, 3])
            store.rehold()
            assert store.wait_for(lambda views: views["v"].held == {1}, WAIT_S)
        assert store.wait_for(lambda views: views["v"].held == {1, 3}, WAIT_S)
        with adding_held_up(monkeypatch) as arrived:
            holding.give([1, 3, 5])
            store.rehold()
            assert arrived.wait(WAIT_S)
            rehold(store, holding, 1)
        store.refresh()
        check_held(store.current("v"), world, [1])
    assert databases(tmp_path) == ["0001"]
    assert list((tmp_path / "store" / "work").iterdir()) == []


def databases(folder: Path, view: str = "v") -> list[str]:
    return sorted(path.name for path in (folder / "store" / "views" / view).glob("g*/*"))


@pytest.mark.parametrize("what", ["replaced", "made anew", "removed", "closed"])
def test_the_view_changes_while_shards_are_copied(what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    world = eight_shards(tmp_path)
    holding = wish(0, 1)
    store = open_held(world, tmp_path, holding)
    store.start()
    with adding_held_up(monkeypatch) as arrived:
        holding.give([0, 1, 2])
        store.rehold()
        assert arrived.wait(WAIT_S)
        match what:
            case "replaced":
                world.commit(dict.fromkeys(range(60), "replaced"), mode="replace")
                assert store.wait_for_version("v", 3, WAIT_S)
                check_held(store.current("v"), world, [0, 1, 2])
            case "made anew":
                shutil.rmtree(Path(world.root.uri) / "v")
                world = make_world(tmp_path, shards=8)
                world.commit(dict.fromkeys(range(0, 90), "anew"))
                assert store.wait_for(lambda views: "v" in views and views["v"].version == 1, WAIT_S)
                check_held(store.current("v"), world, [0, 1, 2])
            case "removed":
                shutil.rmtree(Path(world.root.uri) / "v")
                assert store.wait_for(lambda views: not views, WAIT_S)
            case "closed":
                closing = threading.Thread(target=store.close)
                closing.start()
    if what == "closed":
        closing.join(WAIT_S)
        store = open_held(world, tmp_path, holding)
        store.start()
        check_held(store.current("v"), world, [0, 1])
    store.refresh()
    if what != "removed":
        check_held(store.current("v"), world, [0, 1, 2])
    store.close()
    assert list((tmp_path / "store" / "work").iterdir()) == []
    assert len(list((tmp_path / "store" / "views").glob("v/g*"))) == (what != "removed")


def test_more_shards_than_are_copied_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(held_shards, "ADD_SHARDS_MAX", 3)
    world = eight_shards(tmp_path)
    holding = wish(7)
    with open_held(world, tmp_path, holding) as store:
        rehold(store, holding, *range(8))
        check(store.current("v"), world)


def test_only_the_shards_of_the_new_wish_get_new_handles(tmp_path: Path) -> None:
    world = eight_shards(tmp_path)
    holding = wish(0, 1, 2)
    with open_held(world, tmp_path, holding, replace(UNPOLLED, overlay_versions_max=0)) as store:
        before = store.current("v")
        rehold(store, holding, 1, 2, 3)
        after = store.current("v")
        assert [after.shards[n] is before.shards[n] for n in (1, 2)] == [True, True]
        assert after.version == before.version
        assert [view for view in store.versions("v") if view.version == after.version] == [after]
        check_held(before, world, [0, 1, 2])


def test_a_restart_goes_on_with_what_is_held(tmp_path: Path, fetched: list[ShardFile]) -> None:
    world = eight_shards(tmp_path)
    with open_held(world, tmp_path, wish(0, 1, 2)) as store:
        check_held(store.current("v"), world, [0, 1, 2])
    world.commit(dict.fromkeys(range(40), "three"))
    fetched.clear()
    with open_held(world, tmp_path, wish(1, 2, 3)) as store:
        store.refresh()
        check_held(store.current("v"), world, [1, 2, 3])
        assert sorted(file.shard for file in fetched) == [1, 2, 3, 3, 3]
    assert databases(tmp_path) == ["0001", "0002", "0003"]


def test_a_store_of_all_shards_becomes_one_of_some_and_back(tmp_path: Path) -> None:
    world = eight_shards(tmp_path)
    position = tmp_path / "store" / "views" / "v" / "position.json"
    with open_held(world, tmp_path, None) as store:
        assert store.current("v").held == frozenset(range(8))
        check(store.current("v"), world)
    assert '"format": 1' in position.read_text()
    with open_held(world, tmp_path, wish(3)) as store:
        check_held(store.current("v"), world, [3])
    assert '"format": 2' in position.read_text()
    assert databases(tmp_path) == ["0003"]
    with open_held(world, tmp_path, None) as store:
        assert store.current("v").held == frozenset(range(8))
        check(store.current("v"), world)
    assert '"format": 1' in position.read_text()


def test_without_a_wish_nothing_is_shown_before_all_shards_are_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    world = eight_shards(tmp_path)
    with open_held(world, tmp_path, wish(3)):
        pass
    store = open_held(world, tmp_path, None)
    with adding_held_up(monkeypatch) as arrived:
        store.start(wait=False)
        assert arrived.wait(WAIT_S)
        assert dict(store.views()) == {}
    try:
        assert store.wait_for_version("v", world.version, WAIT_S)
        check(store.current("v"), world)
    finally:
        store.close()


@pytest.mark.usefixtures("_by_hand")
def test_a_wish_for_a_shard_that_there_is_not(tmp_path: Path) -> None:
    world = eight_shards(tmp_path)
    holding = wish(3)
    with open_held(world, tmp_path, holding) as store:
        holding.give([8])
        world.commit({1: "x"})
        with pytest.raises(ValueError, match="shard 8 cannot be held"):
            store.refresh()
        holding.give([3])
        store.refresh()
        check_held(store.current("v"), world, [3])


@pytest.mark.usefixtures("_by_hand")
def test_versions_are_not_passed_over(tmp_path: Path) -> None:
    """Nodes that took different versions in one go could find none that both serve."""
    world = eight_shards(tmp_path)
    with open_held(world, tmp_path, wish(0)) as store:
        for replacing in (False, True, False, False):
            world.commit(dict.fromkeys(range(world.version, 90), "x"), mode="replace" if replacing else "upsert")
        store.refresh()
        kept = store.versions("v")
        assert [view.version for view in kept] == [1, 2, 3, 4, 5, 6]
        for view in kept:
            check_held(view, world, [0])


def test_random_wishes_and_histories_equal_their_replay(tmp_path: Path) -> None:
    dice = random_for("random wishes")
    world = make_world(tmp_path, shards=5)
    holding = Wish(frozenset({0}))
    store: LocalStore = open_held(world, tmp_path, holding)
    store.start()
    try:
        for _ in range(scaled(40, 120)):
            for _ in range(dice.choice((0, 1, 1, 3, 12))):
                world.commit_random(dice, keys=80)
            if dice.random() < 0.5:
                holding.give(dice.sample(range(5), dice.randrange(6)))
                store.rehold()
            if dice.random() < 0.2:
                store.close()
                store = open_held(world, tmp_path, holding)
                store.start()
            if world.version:
                store.refresh()
                assert store.current("v").version == world.version
                check_held(store.current("v"), world, holding.shards)
            assert store.health().ok
    finally:
        store.close()
    assert list((tmp_path / "store" / "work").iterdir()) == []


def test_a_decision_is_told_what_is_held_also_after_a_restart(tmp_path: Path) -> None:
    world = eight_shards(tmp_path)
    holding = wish(1, 4)
    with open_held(world, tmp_path, holding) as store:
        assert holding.told[0] == frozenset()
        rehold(store, holding, 1, 4, 6)
    again = wish(1, 4, 6)
    with open_held(world, tmp_path, again):
        assert set(again.told) == {frozenset({1, 4, 6})}
