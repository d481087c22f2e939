"""`tidegate describe`, `verify` and `drop-view`, on roots whose files are known."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pytest

from gateway.commands.cli import main
from statestore.node import LocalStore
from statestore.node.base_maker import make_base
from statestore.node.verify import verify
from statestore.views import open_root
from statestore.views.description import describe
from statestore.views.local_writer import write_version
from statestore.views.publisher import Publisher
from statestore.views.retention import Retention
from statestore.views.vacuum import vacuum
from tests.statestore.store_world import UNPOLLED, World, make_world


@pytest.fixture
def world(tmp_path: Path) -> World:
    made = make_world(tmp_path)
    for n in range(4):
        made.commit({n: "a", n + 10: "b"}, deletes=[n + 9])
    assert make_base(made.root, "v") is not None
    made.commit({99: "c"})
    return made


def test_what_there_is(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    told = describe(world.folder)
    files = [path for path in Path(world.root.uri, "v", "shards").rglob("*") if path.is_file()]
    assert told["columns"] == {"k": "long", "s": "string"}
    assert (told["key"], told["shard_key"], told["partitioning"], told["shards"]) == (["k"], ["k"], "hash", 3)
    assert (told["oldest_version"], told["newest_version"], told["bases"]) == (1, 5, [4])
    assert (told["files"], told["bytes"]) == (len(files), sum(path.stat().st_size for path in files))
    assert told["rows_of_newest_base"] == len(world.history[4])
    assert told["bytes_of_newest_base"] == sum(path.stat().st_size for path in files if "-base-" in path.name)
    assert told["bytes_vacuum_would_free"] == 0
    capsys.readouterr()
    assert main(["describe", "v", "--root", world.root.uri, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == told
    assert main(["describe", "v", "--root", world.root.uri]) == 0
    assert "newest version           5\n" in capsys.readouterr().out
    assert main(["describe", "w", "--root", world.root.uri]) == 2
    assert "there is no view w" in capsys.readouterr().err


def test_a_whole_view_has_no_problem(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    found = verify(world.folder)
    assert (found.versions, found.bases, found.problems) == (5, 1, ())
    assert found.files == len(list(Path(world.root.uri, "v", "shards").rglob("*.sst")))
    vacuum(world.folder, Retention(1, 0.0), now_s=1e10)
    assert verify(world.folder).problems == ()
    capsys.readouterr()
    assert main(["verify", "--root", world.root.uri]) == 0
    assert capsys.readouterr().out.endswith(": no problem\n")


def flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 3] ^= 1
    path.write_bytes(data)


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


@pytest.mark.parametrize("damage", [flip, cut, Path.unlink])
@pytest.mark.parametrize("what", ["file", "file of a base", "manifest", "base"])
def test_each_damage_is_named(world: World, damage: Callable[[Path], None], what: str, capsys: pytest.CaptureFixture[str]) -> None:
    place = Path(world.root.uri, "v")
    base = world.folder.base(4)
    damaged = {
        "file": world.sst_files(2)[0],
        "file of a base": Path(world.folder.path_of(base.files[0])),
        "manifest": world.manifest_path(2),
        "base": place / "bases" / f"{4:020d}.json",
    }[what]
    if what == "base" and damage is not cut:
        damaged.write_text("{}")  # a base that is gone is none, and a flipped bit may be one of its numbers
    elif what == "manifest" and damage is flip:
        damaged.write_text("[]")
    else:
        damage(damaged)
    capsys.readouterr()
    assert main(["verify", "--root", world.root.uri, "v"]) == 1
    assert damaged.name in capsys.readouterr().out


def test_rows_that_are_not_those_of_the_manifest(world: World) -> None:
    path = world.manifest_path(2)
    body = json.loads(path.read_text())
    body["files"][0]["rows"] += 1
    body["files"][0]["min_key"] = "00"
    path.write_text(json.dumps(body))
    problems = verify(world.folder).problems
    assert len(problems) == 2
    assert "its manifest says" in problems[0]
    assert "least and greatest key" in problems[1]


def test_a_view_is_dropped(world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with LocalStore(world.root, tmp_path / "store", UNPOLLED) as store:
        with Publisher(world.root, world.schema, owner="a job"):
            assert main(["drop-view", "v", "--root", world.root.uri]) == 2
        assert "another job publishes view v" in capsys.readouterr().err
        assert store.current("v").version == 5
        assert main(["drop-view", "v", "--root", world.root.uri]) == 0
        store.refresh()
        assert not store.views()
        assert list(Path(world.root.uri).iterdir()) == []
        assert main(["drop-view", "v", "--root", world.root.uri]) == 2
        assert make_world(tmp_path).commit({7: "again"}) == 1
        store.refresh()
        assert store.current("v").version == 1


def test_a_view_is_dropped_from_a_remote_root(tmp_path: Path) -> None:
    root = open_root("memory://dropping/root", create=True)
    world = World(root)
    for n in range(3):
        write_version(root, world.schema, pa.table({"k": [n], "s": ["a"]}))
    make_base(root, "v", tmp_path)
    assert main(["drop-view", "v", "--root", root.uri]) == 0
    assert root.views() == []
    assert not [path for path in root.storage.files.find("/dropping") if "/v/" in path or "-v" in path]  # type: ignore[attr-defined]
