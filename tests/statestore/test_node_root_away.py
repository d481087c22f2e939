"""A root that is away when a node starts: what the node has is served, and taken up where it ended once the root is back."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pytest

from statestore.errors import RootNotFound, StateStoreError
from statestore.node import LocalStore, StoreOptions
from statestore.views import Root, open_root
from statestore.views.local_writer import write_version
from tests.hostile.process import eventually
from tests.statestore.holding_world import check_held, wish
from tests.statestore.store_world import UNPOLLED, WAIT_S, World, check, contents, make_world, open_store, schema_of

POLLED = StoreOptions(local_poll_s=0.05, retry_s=0.05)


def away(world: World) -> Path:
    """The root under another name."""
    place = Path(world.root.uri)
    return place.rename(place.with_name("elsewhere"))


def reopened(world: World) -> Root:
    return open_root(world.root.uri, must_exist=False)


def filled(tmp_path: Path, versions: int = 3) -> World:
    world = make_world(tmp_path)
    with open_store(world, tmp_path) as store:
        for n in range(versions):
            world.commit(dict.fromkeys(range(n, 20), f"{n}"))
            store.refresh()
    return world


def test_a_node_starts_from_its_copy_and_goes_on(tmp_path: Path) -> None:
    world = filled(tmp_path)
    there = away(world)
    with LocalStore(reopened(world), tmp_path / "store", POLLED) as store:
        check(store.current("v"), world)
        assert isinstance(store.health().root, RootNotFound)
        assert store.current("v").view_id == json.loads(next((there / "v" / "log").iterdir()).read_text())["view_id"]
        with pytest.raises((StateStoreError, OSError)):
            next(store.newer(store.current("v")))
        there.rename(world.root.uri)
        world.commit({1: "new"})
        assert store.wait_for_version("v", 4, WAIT_S)
        check(store.current("v"), world)
        eventually(lambda: store.health().root is None, "the root is back")


def test_again_and_again_and_some_shards(tmp_path: Path) -> None:
    world = filled(tmp_path)
    holding = wish(0, 2)
    with LocalStore(world.root, tmp_path / "store", UNPOLLED, holding=holding) as store:
        check_held(store.current("v"), world, {0, 2})
    away(world)
    for _ in range(2):
        with LocalStore(reopened(world), tmp_path / "store", UNPOLLED, holding=holding) as store:
            check_held(store.current("v"), world, {0, 2})


def test_a_schema_that_came_later(tmp_path: Path) -> None:
    world = filled(tmp_path)
    for key, text in ((2, "b"), (7, "seven")):
        write_version(world.root, schema_of("v", extra=("more",)), pa.table({"k": [key], "s": [text], "more": ["x"]}))
    with open_store(world, tmp_path):
        pass
    away(world)
    with LocalStore(reopened(world), tmp_path / "store", UNPOLLED) as store:
        assert [column.name for column in store.current("v").schema.columns] == ["k", "s", "more"]
        assert contents(store.current("v"))[7] == "seven"


def test_views_that_went_meanwhile_go_when_the_root_is_back(tmp_path: Path) -> None:
    world = filled(tmp_path)
    write_version(world.root, schema_of("w"), pa.table({"k": [1], "s": ["a"]}))
    with open_store(world, tmp_path):
        pass
    there = away(world)
    with LocalStore(reopened(world), tmp_path / "store", POLLED) as store:
        assert sorted(store.views()) == ["v", "w"]
        (there / "w").rename(tmp_path / "gone")
        there.rename(world.root.uri)
        eventually(lambda: sorted(store.views()) == ["v"], "w is gone")
        assert not (tmp_path / "store" / "views" / "w").exists()


def without_rows(store: Path) -> None:
    for path in (store / "views" / "v").glob("g*"):
        path.rename(store.parent / "rows")


def without_head(store: Path) -> None:
    rewrite(store, lambda body: body.pop("head"))


def of_another_version(store: Path) -> None:
    rewrite(store, lambda body: body.update(manifest="0" * 64))


def unsettled(store: Path) -> None:
    rewrite(store, lambda body: body.update(applying=9))


def rewrite(store: Path, change: Callable[[dict[str, object]], object]) -> None:
    path = store / "views" / "v" / "position.json"
    body = json.loads(path.read_text())
    change(body)
    path.write_text(json.dumps(body))


@pytest.mark.parametrize("damage", [without_rows, without_head, of_another_version, unsettled])
def test_a_copy_that_cannot_be_served(tmp_path: Path, damage: Callable[[Path], None]) -> None:
    """Nothing is better than what is not known to be whole."""
    world = filled(tmp_path)
    there = away(world)
    damage(tmp_path / "store")
    with pytest.raises(RootNotFound), LocalStore(reopened(world), tmp_path / "store", UNPOLLED):
        pass
    there.rename(world.root.uri)
    with open_store(world, tmp_path) as store:
        check(store.current("v"), world)


def test_without_a_copy_the_root_has_to_be_there(tmp_path: Path) -> None:
    world = make_world(tmp_path)
    world.commit({1: "a"})
    away(world)
    with pytest.raises(RootNotFound), LocalStore(reopened(world), tmp_path / "store", UNPOLLED):
        pass
