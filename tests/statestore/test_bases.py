"""Bases: what they hold, who starts from them, and that nothing else changes by them."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pytest

from gateway.commands.cli import main
from statestore.errors import CorruptFile, UnsupportedFormat, ViewNotFound
from statestore.node import LocalStore
from statestore.node.base_maker import make_base
from statestore.node.pending import BEHIND_VERSIONS_MAX, plan
from statestore.node.sst_reader import read_entries
from statestore.views.base import Base
from statestore.views.local_writer import write_version
from tests.plugins.scale import random_for, scaled
from tests.statestore.holding_world import check_held, wish
from tests.statestore.store_world import UNPOLLED, World, check, contents, make_world, open_store, schema_of


def made(world: World) -> Base:
    base = make_base(world.root, "v")
    assert base is not None
    return base


def committed(folder: Path, versions: int, dice: random.Random) -> World:
    world = make_world(folder)
    for _ in range(versions):
        world.commit_random(dice)
    return world


def test_a_base_holds_the_rows_of_its_version_and_no_more(tmp_path: Path) -> None:
    dice = random_for("bases")
    for n in range(scaled(8, 200)):
        world = committed(tmp_path / str(n), dice.randrange(1, 12), dice)
        before = {path: path.read_bytes() for path in Path(world.root.uri).rglob("*") if path.is_file()}
        base = made(world)
        rows: dict[int, set[bytes]] = {}
        for file in base.files:
            keys, values = read_entries(Path(world.folder.path_of(file)).read_bytes(), file.path)
            assert None not in values
            assert keys == sorted(keys)
            assert (file.rows, file.deletes, file.min_key, file.max_key) == (len(keys), 0, keys[0], keys[-1])
            rows.setdefault(file.shard, set()).update(keys)
        assert base.rows == sum(map(len, rows.values())) == len(world.rows)
        assert Base.from_json(base.to_json(), "here") == base == world.folder.base(world.version)
        # Nothing that was there has changed, and a second one is not made.
        assert before.items() <= {path: path.read_bytes() for path in Path(world.root.uri).rglob("*") if path.is_file()}.items()
        assert make_base(world.root, "v") is None
        with open_store(world, tmp_path / f"{n}-store") as store:
            check(store.current("v"), world)


def remove_log_before(world: World, version: int) -> None:
    """What vacuum does: manifests up to *version*, and their files."""
    for old in range(1, version + 1):
        if world.manifest_path(old).exists():
            for path in world.sst_files(old):
                path.unlink()
            world.manifest_path(old).unlink()


def test_a_new_node_starts_from_the_base(tmp_path: Path) -> None:
    dice = random_for("start")
    world = committed(tmp_path, 6, dice)
    made(world)
    for _ in range(3):
        world.commit_random(dice, replace_chance=0)
    remove_log_before(world, 6)
    with open_store(world, tmp_path) as store:
        check(store.current("v"), world)
        assert store.current("v").version == 9
        world.commit_random(dice)
        store.refresh()
        check(store.current("v"), world)
    with open_store(world, tmp_path) as store:
        check(store.current("v"), world)


def test_some_shards_and_those_that_come_later(tmp_path: Path) -> None:
    dice = random_for("held")
    world = committed(tmp_path, 5, dice)
    made(world)
    world.commit_random(dice, replace_chance=0)
    remove_log_before(world, 5)
    holding = wish(0)
    with LocalStore(world.root, tmp_path / "store", UNPOLLED, holding=holding) as store:
        check_held(store.current("v"), world, {0})
        holding.give((0, 2))
        store.refresh()
        check_held(store.current("v"), world, {0, 2})


def test_a_node_that_was_away(tmp_path: Path) -> None:
    """The versions after its own have been deleted: it goes on from the base, and knows the view for the same."""
    dice = random_for("away")
    world = committed(tmp_path, 3, dice)
    with open_store(world, tmp_path) as store:
        incarnation = store.current("v").view_id
    for _ in range(4):
        world.commit_random(dice, replace_chance=0)
    made(world)
    world.commit_random(dice, replace_chance=0)
    remove_log_before(world, 7)
    with open_store(world, tmp_path) as store:
        check(store.current("v"), world)
        assert store.current("v").view_id == incarnation


def test_which_base_is_begun_with(tmp_path: Path) -> None:
    world = make_world(tmp_path)
    for n in range(4):
        world.commit({n: "a"})
    made(world)
    world.commit({7: "b"})
    folder = world.folder
    assert plan(folder, 5, 0, (), rebuild=False).base == folder.base(4)
    assert plan(folder, 3, 0, (), rebuild=False).base is None
    assert plan(folder, 5, 0, {4}, rebuild=False).versions == (1, 2, 3, 4, 5)
    assert plan(folder, 5, 3, (), rebuild=False).versions == (4, 5)
    assert plan(folder, 5, 3, (), rebuild=True).versions == (5,)
    world.commit({1: "c"}, mode="replace")
    assert plan(folder, 6, 0, (), rebuild=False).base is None
    assert BEHIND_VERSIONS_MAX > 5


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])


def flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


@pytest.mark.parametrize("damage", [cut, flip, Path.unlink])
@pytest.mark.parametrize("what", ["file", "json"])
def test_a_bad_base_is_done_without(tmp_path: Path, damage: Callable[[Path], None], what: str) -> None:
    dice = random_for("bad")
    world = committed(tmp_path, 4, dice)
    base = made(world)
    world.commit_random(dice, replace_chance=0)
    damage(Path(world.folder.path_of(base.files[0])) if what == "file" else base_path(world, 4))
    with open_store(world, tmp_path) as store:
        check(store.current("v"), world)
    # The next one is made of the log, too.
    assert made(world).rows == len(world.rows)


def base_path(world: World, version: int) -> Path:
    return Path(world.root.uri, "v", "bases", f"{version:020d}.json")


def test_a_base_of_another_release_or_view(tmp_path: Path) -> None:
    world = committed(tmp_path, 3, random_for("other"))
    base = made(world)
    path = base_path(world, 3)
    with pytest.raises(UnsupportedFormat, match="format 2"):
        Base.from_json(base.to_json().replace(b'"format": 1', b'"format": 2', 1), "here")
    for data in (b"{}", b"[]", b'{"format": 1}', base.to_json().replace(base.view_id.encode(), b"nothing")):
        with pytest.raises(CorruptFile, match="here"):
            Base.from_json(data, "here")
    path.write_bytes(replace(base, view_id="0123456789abcdef").to_json())
    assert plan(world.folder, 3, 0, (), rebuild=False).base is None
    path.rename(base_path(world, 2))
    with pytest.raises(CorruptFile, match="it says version 3"):
        world.folder.base(2)


def test_schemas_that_only_the_base_has(tmp_path: Path) -> None:
    world = make_world(tmp_path)
    world.commit({1: "a"})
    for key in (2, 3):
        write_version(world.root, schema_of("v", extra=("more",)), pa.table({"k": [key], "s": ["b"], "more": ["x"]}))
    made(world)
    write_version(world.root, schema_of("v", extra=("more",)), pa.table({"k": [4], "s": ["c"], "more": ["y"]}))
    remove_log_before(world, 3)
    with open_store(world, tmp_path) as store:
        assert [column.name for column in store.current("v").schema.columns] == ["k", "s", "more"]
        assert contents(store.current("v")) == {1: "a", 2: "b", 3: "b", 4: "c"}
    assert len(world.folder.schema().columns) == 3


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    world = committed(tmp_path, 3, random_for("command"))
    capsys.readouterr()
    assert main(["compact", "--root", world.root.uri, "--json", "--work", str(tmp_path)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told.items() >= {"view": "v", "made": True, "version": 3, "rows": len(world.rows)}.items()
    assert main(["compact", "--root", world.root.uri, "v"]) == 0
    assert capsys.readouterr().out == "v: its latest version has a base, or there is none\n"
    assert main(["compact", "--root", world.root.uri, "nothing"]) == 2
    assert "there is no view nothing" in capsys.readouterr().err
    with pytest.raises(ViewNotFound):
        make_base(world.root, "nothing")
    assert not [path for path in tmp_path.iterdir() if path.name.startswith("tidegate-base-")]
