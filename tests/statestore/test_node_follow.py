"""A store follows its root: new versions, new views, removed and recreated ones; restarts."""

from __future__ import annotations

import random
import shutil
import threading
from contextlib import closing
from pathlib import Path

import pyarrow as pa
import pytest

from statestore.errors import ConcurrentPublisher, RootNotFound, ViewNotFound
from statestore.node import LocalStore
from statestore.node.notify import Notifier
from statestore.views.local_writer import write_version
from statestore.views.publisher import Origin, Publisher
from statestore.views.root import open_root
from tests.plugins.cluster import wait_until
from tests.plugins.scale import random_for
from tests.statestore.store_world import UNPOLLED, WAIT_S, check, contents, make_world, open_store, schema_of


def test_takes_all_versions_at_start(tmp_path: Path) -> None:
    world = make_world(tmp_path)
    world.commit({1: "a", 2: "b", 3: "c"})
    world.commit({2: "B", 4: "d"}, deletes=[1])
    with open_store(world, tmp_path) as store:
        view = store.current("v")
        assert view.version == 2
        assert contents(view) == {2: "B", 3: "c", 4: "d"}
        assert store.health().ok


def test_a_commit_wakes_the_store(tmp_path: Path) -> None:
    world = make_world(tmp_path)
    world.commit({1: "a"})
    with open_store(world, tmp_path) as store:
        for number in range(2, 8):
            version = world.commit({number: "x", 1: str(number)})
            assert store.wait_for_version("v", version, WAIT_S)
            check(store.current("v"), world)


def test_random_histories_equal_their_replay(tmp_path: Path) -> None:
    dice = random_for("random histories")
    world = make_world(tmp_path)
    store = open_store(world, tmp_path)
    store.start()
    try:
        for _ in range(30):
            for _ in range(dice.choice((1, 1, 3))):
                world.commit_random(dice)
            store.refresh()
            check(store.current("v"), world)
            if dice.random() < 0.2:
                store.close()
                store = open_store(world, tmp_path)
                store.start()
    finally:
        store.close()


def test_catches_up_over_more_versions_than_one_chunk(tmp_path: Path) -> None:
    world = make_world(tmp_path, shards=2)
    dice = random.Random(7)
    for _ in range(150):
        world.commit_random(dice, keys=20, replace_chance=0.0)
    with open_store(world, tmp_path) as store:
        assert store.current("v").version == 150
        check(store.current("v"), world)


def test_a_view_that_appears_is_followed(tmp_path: Path) -> None:
    world = make_world(tmp_path)
    with open_store(world, tmp_path) as store:
        assert dict(store.views()) == {}
        generation = store.generation
        world.commit({1: "a"})
        assert store.wait_for_version("v", 1, WAIT_S)
        assert store.generation != generation
        world.commit({2: "b"})
        assert store.wait_for_version("v", 2, WAIT_S)


def test_a_view_is_there_from_its_first_version_on(tmp_path: Path) -> None:
    world = make_world(tmp_path)
    world.folder.create(world.schema)
    with open_store(world, tmp_path) as store:
        assert store.views() == {}
        with pytest.raises(ViewNotFound):
            store.current("v")
        world.commit({1: "a"})
        assert store.wait_for_version("v", 1, WAIT_S)


def test_a_removed_view_is_no_longer_served(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    world, other = make_world(tmp_path), make_world(tmp_path, "other")
    world.commit({1: "a"})
    other.commit({1: "a"})
    with open_store(world, tmp_path) as store:
        held = store.current("v")
        shutil.rmtree(Path(world.root.uri) / "v")
        assert store.wait_for(lambda views: list(views) == ["other"], WAIT_S)
        with pytest.raises(ViewNotFound):
            store.current("v")
        assert contents(held) == {1: "a"}
        wait_until(lambda: "gone" in caplog.text, WAIT_S, "the log says so")
    assert [path.name for path in (tmp_path / "store" / "views").iterdir()] == ["other"]


@pytest.mark.parametrize("restart", [False, True], ids=["while it runs", "while it is down"])
def test_a_recreated_view_starts_from_scratch(tmp_path: Path, *, restart: bool) -> None:
    world = make_world(tmp_path)
    world.commit({1: "old", 2: "old"})
    world.commit({3: "old"})
    store = open_store(world, tmp_path)
    store.start()
    before = store.current("v")
    if restart:
        store.close()
    shutil.rmtree(Path(world.root.uri) / "v")
    table = pa.table({"k": [1], "s": ["new"], "more": ["x"]})
    for _ in range(3):
        write_version(world.root, schema_of("v", shards=5, extra=("more",)), table)
    if restart:
        store = open_store(world, tmp_path)
        store.start()
    else:
        assert store.wait_for(lambda views: "v" in views and len(views["v"].shards) == 5 and views["v"].version == 3, WAIT_S)
    after = store.current("v")
    store.close()
    assert contents(after) == {1: "new"}
    assert [c.name for c in after.schema.columns] == ["k", "s", "more"]
    assert contents(before) == {1: "old", 2: "old", 3: "old"}


def test_a_recreated_view_with_the_same_versions_is_noticed(tmp_path: Path) -> None:
    world = make_world(tmp_path)
    world.commit({1: "old", 2: "old"})
    with open_store(world, tmp_path) as store:
        check(store.current("v"), world)
    shutil.rmtree(Path(world.root.uri) / "v")
    again = make_world(tmp_path)
    again.commit({1: "new"})
    with open_store(again, tmp_path) as store:
        assert contents(store.current("v")) == {1: "new"}


def test_a_missing_root_is_an_error(tmp_path: Path) -> None:
    world = make_world(tmp_path)
    shutil.rmtree(world.root.uri)
    with pytest.raises(RootNotFound):
        open_store(world, tmp_path).start()


def test_a_root_that_vanishes_leaves_its_views_served(tmp_path: Path) -> None:
    world = make_world(tmp_path)
    world.commit({1: "a"})
    with open_store(world, tmp_path) as store:
        Path(world.root.uri).rename(tmp_path / "away")
        with pytest.raises(RootNotFound):
            store.refresh()
        assert contents(store.current("v")) == {1: "a"}
        (tmp_path / "away").rename(world.root.uri)
        world.commit({2: "b"})
        store.refresh()
        assert contents(store.current("v")) == {1: "a", 2: "b"}


def test_subscribers_hear_of_changes(tmp_path: Path) -> None:
    world = make_world(tmp_path)
    world.commit({1: "a"})
    with open_store(world, tmp_path) as store:
        heard = threading.Event()
        unsubscribe = store.subscribe(heard.set)
        world.commit({2: "b"})
        assert heard.wait(WAIT_S)
        unsubscribe()
        store.wait_for_version("v", 2, WAIT_S)
        heard.clear()
        world.commit({3: "c"})
        assert store.wait_for_version("v", 3, WAIT_S)
        store.refresh()
        assert not heard.is_set()


def test_a_schema_that_gains_a_column_changes_with_its_version(tmp_path: Path) -> None:
    world = make_world(tmp_path)
    world.commit({1: "a"})
    with open_store(world, tmp_path) as store:
        before, generation = store.current("v"), store.generation
        write_version(world.root, schema_of("v", extra=("more",)), pa.table({"k": [2], "s": ["b"], "more": ["x"]}))
        assert store.wait_for_version("v", 2, WAIT_S)
        assert len(before.schema.columns) == 2
        assert [c.name for c in store.current("v").schema.columns] == ["k", "s", "more"]
        assert store.generation != generation
        assert contents(store.current("v")) == {1: "a", 2: "b"}


def test_a_remote_root_is_polled(tmp_path: Path) -> None:
    root = open_root("memory://node-follow", create=True)
    table = pa.table({"k": [1, 2], "s": ["a", "b"]})
    write_version(root, schema_of("v"), table)
    store = LocalStore(root, tmp_path / "store", UNPOLLED)
    store.start()
    try:
        assert contents(store.current("v")) == {1: "a", 2: "b"}
        write_version(root, schema_of("v"), table.slice(0, 1), deletes=[(2,)])
        store.refresh()
        assert contents(store.current("v")) == {1: "a"}
    finally:
        store.close()


def test_start_need_not_wait(tmp_path: Path) -> None:
    world = make_world(tmp_path)
    world.commit({1: "a"})
    store = open_store(world, tmp_path)
    store.start(wait=False)
    try:
        assert store.wait_for_version("v", 1, WAIT_S)
        check(store.current("v"), world)
    finally:
        store.close()
    store.close()


def test_a_notifier_reports_names_and_wakes(tmp_path: Path) -> None:
    with closing(Notifier()) as notifier:
        assert notifier.watch(tmp_path)
        assert not notifier.watch(tmp_path / "nothing")
        assert notifier.wait(0) == set()
        (tmp_path / "a").mkdir()
        assert notifier.wait(WAIT_S) == {tmp_path / "a"}
        assert notifier.watch(tmp_path / "a")
        for name in ("b", "c"):
            (tmp_path / "a" / name).touch()
        (tmp_path / "d").hardlink_to(tmp_path / "a" / "b")
        assert notifier.wait(WAIT_S) == {tmp_path / "a" / "b", tmp_path / "a" / "c", tmp_path / "d"}
        threading.Thread(target=notifier.wake).start()
        assert notifier.wait(WAIT_S) == set()
        shutil.rmtree(tmp_path / "a")
        assert tmp_path / "a" in notifier.wait(WAIT_S)


def test_versions_of_the_old_and_the_new_view_are_never_mixed(tmp_path: Path) -> None:
    """The new view takes the old one's place between two looks at the log: its version 3 would go on top of the old version 2."""
    old, new = make_world(tmp_path / "old"), make_world(tmp_path / "new")
    for number in range(2):
        old.commit({number: "old"})
    for number in range(5):
        new.commit({100 + number: "new"})
    with open_store(old, tmp_path) as store:
        assert contents(store.current("v")) == {0: "old", 1: "old"}
        for path in (new.manifest_path(3), *new.sst_files(3)):
            to = Path(old.root.uri) / path.relative_to(new.root.uri)
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, to)
        store.refresh()
        assert contents(store.current("v")) == {0: "old", 1: "old"}
        fault = store.health().views["v"]
        assert "version 3 of view v is of another view" in fault.error.message
        shutil.rmtree(Path(old.root.uri) / "v")
        shutil.copytree(Path(new.root.uri) / "v", Path(old.root.uri) / "v")
        store.refresh()
        assert contents(store.current("v")) == new.rows
        assert store.health().ok


def test_a_job_that_goes_on_after_its_view_was_made_anew_is_refused(tmp_path: Path) -> None:
    world = make_world(tmp_path)
    world.commit({1: "a"})
    with Publisher(world.root, world.schema, owner="old job") as publisher:
        shutil.rmtree(Path(world.root.uri) / "v")
        assert write_version(world.root, world.schema, pa.table({"k": pa.array([2], pa.int64()), "s": ["b"]})) == 1
        with pytest.raises(ConcurrentPublisher, match="deleted the view and made it anew"):
            publisher.commit((), mode="upsert", origin=Origin())


def test_every_incarnation_has_a_number_and_an_id_of_its_own(tmp_path: Path) -> None:
    world = make_world(tmp_path)
    with open_store(world, tmp_path) as store:
        seen = set()
        for _ in range(4):
            shutil.rmtree(Path(world.root.uri) / "v", ignore_errors=True)
            if len(seen) % 2:
                store.refresh()  # the folder's absence is seen every other time
            world.history[1:] = []
            world.commit({1: "a"})
            store.refresh()
            seen.add((store.current("v").incarnation, store.current("v").view_id))
        assert len({number for number, _ in seen}) == len({id_ for _, id_ in seen}) == 4
