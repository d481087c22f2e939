"""`tidegate verify --store` and `tidegate rebind`, on stores whose files are known."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from gateway.commands.cli import main
from statestore.errors import StoreOfAnotherRoot
from statestore.node import LocalStore
from statestore.node.base_maker import make_base
from statestore.views import open_root
from statestore.views.retention import Retention
from statestore.views.vacuum import vacuum
from tests.plugins.scale import random_for
from tests.statestore.store_world import UNPOLLED, World, check, make_world


@pytest.fixture
def world(tmp_path: Path) -> World:
    """A view of three versions, and the store of a node that has them."""
    made = make_world(tmp_path)
    made.commit({n: f"text {n}" for n in range(3000)})
    made.commit(dict.fromkeys(range(0, 3000, 7), "changed"), deletes=range(1, 3000, 50))
    made.commit({5000: "new"})
    with LocalStore(made.root, tmp_path / "store", UNPOLLED) as store:
        check(store.current("v"), made)
    return made


def told(capsys: pytest.CaptureFixture[str], *arguments: str, code: int) -> str:
    capsys.readouterr()
    assert main(list(arguments)) == code
    out, err = capsys.readouterr()
    return out + err


def files_below(folder: Path) -> dict[Path, bytes]:
    """Without RocksDB's own log, which each opening writes."""
    return {p: p.read_bytes() for p in folder.rglob("*") if p.is_file() and not p.name.startswith("LOG")}


def test_a_whole_store(world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = tmp_path / "store"
    before = files_below(store)
    line = told(capsys, "verify", "--store", str(store), code=0)
    assert line == f"v: version 3, 3 shards, {len(world.rows)} rows in {store}: no problem\n"
    found = json.loads(told(capsys, "verify", "--store", str(store), "--json", code=0))
    assert found == {"store": str(store), "view": "v", "version": 3, "shards": 3, "rows": len(world.rows), "problems": []}
    assert files_below(store) == before
    with LocalStore(world.root, store, UNPOLLED) as opened:
        check(opened.current("v"), world)
        assert "used by another process" in told(capsys, "verify", "--store", str(store), code=2)


def flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 4] ^= 1
    path.write_bytes(data)


@pytest.mark.parametrize("damage", [flip, Path.unlink])
def test_each_damaged_file_is_named(
    world: World, tmp_path: Path, damage: Callable[[Path], None], capsys: pytest.CaptureFixture[str]
) -> None:
    store = tmp_path / "store"
    for number in range(3):
        shard = store / "views" / "v" / "g000001" / f"{number:04d}"
        largest = max(shard.glob("*.sst"), key=lambda path: path.stat().st_size)
        whole = largest.read_bytes()
        # A hard link of the root's file: that one stays.
        largest.unlink()
        largest.write_bytes(whole)
        damage(largest)
        text = told(capsys, "verify", "--store", str(store), code=1)
        assert largest.name in text
        assert str(shard) in text
        assert "1 problems" in text
        largest.write_bytes(whole)
    assert "no problem" in told(capsys, "verify", "--store", str(store), code=0)


def test_what_is_not_there(world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = tmp_path / "store"
    shard = store / "views" / "v" / "g000001" / "0001"
    shutil.rmtree(shard)
    assert f"{shard} is missing" in told(capsys, "verify", "--store", str(store), code=1)
    position = store / "views" / "v" / "position.json"
    whole = position.read_text()
    position.write_text("{")
    assert str(position) in told(capsys, "verify", "--store", str(store), code=1)
    position.write_text(whole.replace('"format": 1', '"format": 9'))
    text = told(capsys, "verify", "--store", str(store), code=2)
    assert f"{position} has format 9; this release reads formats up to 2" in text
    (store / "store.json").write_text('{"format": 2}')
    assert "store.json has format 2; this release reads formats up to 1" in told(capsys, "verify", "--store", str(store), code=2)
    assert "is no node's store" in told(capsys, "verify", "--store", str(tmp_path), code=2)
    for wrong in ([], ["--store", str(store), "--root", world.root.uri]):
        assert "verify takes --root or --store" in told(capsys, "verify", *wrong, code=2)


def test_rows_against_the_manifest(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of a version that is all there is, the manifest tells how many rows there are."""
    world, store = make_world(tmp_path), tmp_path / "store"
    world.commit(dict.fromkeys(range(100), "a"))
    with LocalStore(world.root, store, UNPOLLED):
        pass
    position = store / "views" / "v" / "position.json"
    body = json.loads(position.read_text())
    shards = store / "views" / "v" / "g000001"
    (shards / "0000").rename(shards / "aside")
    (shards / "0001").rename(shards / "0000")
    (shards / "aside").rename(shards / "0001")
    rows = {file["shard"]: file["rows"] for file in json.loads(body["head"]["manifest"])["files"]}
    assert rows[0] != rows[1]
    assert f"{rows[1]} rows; the manifest of version 1 says {rows[0]}" in told(capsys, "verify", "--store", str(store), code=1)


def test_a_store_follows_its_root(world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store, moved = tmp_path / "store", tmp_path / "elsewhere"
    Path(world.root.uri).rename(moved)
    root = open_root(str(moved))
    with pytest.raises(StoreOfAnotherRoot, match="tidegate rebind"):
        LocalStore(root, store, UNPOLLED).start()
    (store / "store.json").chmod(0o600)
    databases = {path: path.stat().st_ino for path in store.rglob("*.sst")}
    assert databases
    assert told(capsys, "rebind", str(store), str(moved), code=0) == f"{store}: bound to {moved}; views: v\n"
    assert (store / "store.json").stat().st_mode & 0o777 == 0o600
    there = World(root, "v", 3, world.history)
    there.commit({1: "after"})
    with LocalStore(root, store, UNPOLLED) as opened:
        check(opened.current("v"), there)
        # It went on from what it had.
        assert {path: path.stat().st_ino for path in store.rglob("*.sst")}.items() >= databases.items()
        assert "used by another process" in told(capsys, "rebind", str(store), str(moved), code=2)
    assert json.loads(told(capsys, "rebind", str(store), str(moved), "--json", code=0))["views"] == ["v"]


def test_a_store_of_other_views_is_not_bound(world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = tmp_path / "store"
    other = make_world(tmp_path / "other")
    for text in "abc":
        other.commit({1: text})
    before = files_below(store)
    text = told(capsys, "rebind", str(store), other.root.uri, code=2)
    assert "view v at" in text
    assert "is another one than" in text
    # The same view, taken back and published anew: the same id, another version 3.
    assert main(["backup", "v", "--root", world.root.uri, "--version", "2", str(tmp_path / "fork")]) == 0
    fork = World(open_root(str(tmp_path / "fork")), "v", 3, world.history[:3])
    assert "has no version 3 of view v" in told(capsys, "rebind", str(store), fork.root.uri, code=2)
    fork.commit({5000: "forked"})
    assert "view v at" in told(capsys, "rebind", str(store), fork.root.uri, code=2)
    (tmp_path / "nothing").mkdir()
    assert "has no version 3 of view v" in told(capsys, "rebind", str(store), str(tmp_path / "nothing"), code=2)
    assert files_below(store) == before


def test_a_root_that_has_been_vacuumed_since(world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = tmp_path / "store"
    dice = random_for("rebind")
    for _ in range(3):
        world.commit_random(dice, replace_chance=0)
    make_base(world.root, "v")
    vacuum(world.folder, Retention(1, 0.0), now_s=1e10)
    moved = tmp_path / "elsewhere"
    Path(world.root.uri).rename(moved)
    assert main(["rebind", str(store), str(moved)]) == 0
    there = World(open_root(str(moved)), "v", 3, world.history)
    with LocalStore(there.root, store, UNPOLLED) as opened:
        check(opened.current("v"), there)


def test_stores_of_workers(world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """All are bound, or none."""
    place, moved = tmp_path / "workers", tmp_path / "elsewhere"
    for number in (1, 2):
        shutil.copytree(tmp_path / "store", place / f"worker-{number}")
    assert told(capsys, "verify", "--store", str(place), code=0).count("no problem") == 2
    Path(world.root.uri).rename(moved)
    position = place / "worker-2" / "views" / "v" / "position.json"
    whole = position.read_text()
    position.write_text(whole.replace('"applied": 3', '"applied": 2').replace('"applying": 3', '"applying": 2'))
    assert main(["rebind", str(place), str(moved)]) == 2
    assert {json.loads(path.read_text())["root"] for path in place.rglob("store.json")} == {world.root.uri}
    position.write_text(whole)
    assert main(["rebind", str(place), str(moved)]) == 0
    assert {json.loads(path.read_text())["root"] for path in place.rglob("store.json")} == {str(moved)}
