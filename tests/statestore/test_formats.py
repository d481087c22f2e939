"""Roots of other releases: one from before bases is read and becomes a new one; a newer one is refused by name, and it alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gateway.commands.cli import main
from statestore.errors import UnsupportedFormat
from statestore.node import LocalStore
from statestore.node.base_maker import make_base
from statestore.node.copying import copy_view
from statestore.node.verify import verify
from statestore.views import open_root
from statestore.views.retention import Retention, change_retention
from statestore.views.vacuum import vacuum
from tests.plugins.scale import random_for
from tests.statestore.store_world import UNPOLLED, World, check, make_world, open_store

#: All that the first release's manifests had.
FIRST_FIELDS = {
    *("format", "version", "base", "mode", "query_id", "run_id", "batch_id", "watermark_us", "committed_at_us"),
    *("row_schema", "schema_at", "schema", "batches", "files"),
}


def of_the_first_release(world: World) -> None:
    """Rewrite the log as that release would have written it: no ids of views, no offsets."""
    for version in world.folder.versions():
        path = world.manifest_path(version)
        body = {name: value for name, value in json.loads(path.read_text()).items() if name in FIRST_FIELDS}
        assert body.keys() == FIRST_FIELDS
        path.write_text(json.dumps(body, indent=1) + "\n")


@pytest.mark.parametrize("replaces", [False, True])
def test_a_root_from_before_bases(tmp_path: Path, replaces: bool, capsys: pytest.CaptureFixture[str]) -> None:
    dice = random_for(f"old root {replaces}")
    world = make_world(tmp_path)
    for _ in range(3):
        world.commit_random(dice, replace_chance=0)
    if replaces:
        world.commit({7: "all there is"}, mode="replace")
    world.commit_random(dice, replace_chance=0)
    of_the_first_release(world)
    assert {path.name for path in Path(world.root.uri, "v").iterdir()} == {"view.json", "log", "shards", "publisher.lock"}
    old_id = world.folder.view_id(world.folder.manifest(world.version))
    for command in (["verify"], ["vacuum"], ["describe", "v"]):
        assert main([*command, "--root", world.root.uri]) == 0
    root = open_root(str(tmp_path / "copy"), create=True)
    copy_view(world.folder, root.folder("v"), owner="test")
    with LocalStore(root, tmp_path / "copy-store", UNPOLLED) as store:
        check(store.current("v"), world)
        assert store.current("v").view_id == old_id
    with open_store(world, tmp_path) as store:
        check(store.current("v"), world)
        assert store.current("v").view_id == old_id
        # This release publishes to it, makes its first base, and deletes what lies behind.
        world.commit_random(dice, replace_chance=0)
        assert make_base(world.root, "v") is not None
        world.commit_random(dice, replace_chance=0)
        assert vacuum(world.folder, Retention(1, 0.0), now_s=1e10).paths
        assert world.folder.versions() == [world.version - 1, world.version]
        store.refresh()
        check(store.current("v"), world)
        assert store.current("v").view_id == old_id
    assert verify(world.folder).problems == ()
    with LocalStore(world.root, tmp_path / "new", UNPOLLED) as store:
        check(store.current("v"), world)
        assert store.current("v").view_id == old_id
    again = open_root(str(tmp_path / "again"), create=True)
    copy_view(world.folder, again.folder("v"), owner="test")
    with LocalStore(again, tmp_path / "again-store", UNPOLLED) as store:
        check(store.current("v"), world)
        assert store.current("v").view_id == old_id


#: Which commands read a file, and so refuse a newer one. All of them look at view.json.
READERS = {
    "view.json": {"describe", "verify", "vacuum", "compact", "backup", "alter", "drop-view"},
    "log": {"describe", "verify", "vacuum", "compact", "backup"},
    "bases": {"describe", "verify", "vacuum", "compact", "backup"},
    "retention": {"describe", "verify", "vacuum", "alter", "backup"},
}


@pytest.mark.parametrize("part", READERS)
def test_a_newer_root_is_refused_by_name(tmp_path: Path, part: str, capsys: pytest.CaptureFixture[str]) -> None:
    world, other = make_world(tmp_path), make_world(tmp_path, "w")
    other.commit({1: "a"})
    for n in range(3):
        world.commit({n: "a"})
    make_base(world.root, "v")
    world.commit({9: "b"})
    change_retention(world.folder, versions=5)
    folder, uri = Path(world.root.uri, "v"), world.root.uri
    had = LocalStore(world.root, tmp_path / "had", UNPOLLED)
    had.start()
    path = folder / part if part == "view.json" else max((folder / part).iterdir())
    path.write_text(path.read_text().replace('"format": 1', '"format": 3'))
    known = 2 if part in ("log", "view.json") else 1
    before = {p: p.read_bytes() for p in folder.rglob("*") if p.is_file()}
    commands = {
        "describe": ["v"],
        "verify": [],
        "vacuum": [],
        "compact": [],
        "backup": ["v", str(tmp_path / "backup")],
        "alter": ["v", "--retain-versions", "7"],
        "drop-view": ["v"],
    }
    for command, arguments in commands.items():
        if command not in READERS[part]:
            continue
        capsys.readouterr()
        assert main([command, *arguments, "--root", uri]) == 2, command
        out, err = capsys.readouterr()
        assert f"{path} has format 3; this release reads formats up to {known}" in err, command
        if not arguments:
            assert "w: " in out  # the other view has been worked on all the same
        assert before == {p: p.read_bytes() for p in folder.rglob("*") if p.is_file()}, command
    assert open_root(str(tmp_path / "backup"), create=True).views() == []

    # Nodes: one that has the view serves on, a new one refuses it by name; other views are served.
    had.refresh()
    check(had.current("v"), world)
    had.close()
    with LocalStore(world.root, tmp_path / "new", UNPOLLED) as new:
        assert new.current("w").version == 1
        if part != "retention":  # which nodes do not read
            fault = new.health().views["v"].error
            assert isinstance(fault, UnsupportedFormat)
            assert fault.message == f"{path} has format 3; this release reads formats up to {known}"
