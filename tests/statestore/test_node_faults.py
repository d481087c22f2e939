"""What is bad on disk stops one view at its last good version, is reported, and is taken again once repaired."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from statestore.errors import CorruptFile, StorageFull, StoreLocked, StoreOfAnotherRoot, UnsupportedFormat
from statestore.node import LocalStore, layout
from statestore.node.follow import Follower
from statestore.views.root import open_root
from tests.statestore.full_disk import fill_disk
from tests.statestore.store_world import UNPOLLED, World, check, contents, make_world, open_store


@pytest.fixture
def _by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is followed: a store moves only when the test calls refresh()."""
    monkeypatch.setattr(Follower, "_run", lambda self: None)


def two_versions(folder: Path, view: str = "v") -> World:
    world = make_world(folder, view)
    world.commit({1: "a", 2: "b", 3: "c", 4: "d"})
    world.commit({2: "B"}, deletes=[1])
    return world


def damage(path: Path, how: str) -> bytes:
    """The good bytes. The bad ones are a new file: the old one may be the node's as well, by a hard link."""
    good = path.read_bytes()
    path.unlink()
    match how:
        case "truncated":
            path.write_bytes(good[: len(good) // 2])
        case "flipped":
            path.write_bytes(good[:10] + bytes([good[10] ^ 1]) + good[11:])
        case "empty":
            path.write_bytes(b"")
    return good


def repair(path: Path, good: bytes) -> None:
    path.unlink(missing_ok=True)
    path.write_bytes(good)


@pytest.mark.usefixtures("_by_hand")
@pytest.mark.parametrize("how", ["missing", "truncated", "flipped", "empty"])
def test_a_bad_sst_file(how: str, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    world, other = two_versions(tmp_path), two_versions(tmp_path, "other")
    with open_store(world, tmp_path) as store:
        world.commit({5: "e", 6: "f", 7: "g"}, deletes=[2])
        world.commit({8: "h"})
        bad = world.sst_files(3)[-1]
        good = damage(bad, how)
        other.commit({9: "i"})
        store.refresh()
        fault = store.health().views["v"]
        assert isinstance(fault.error, CorruptFile)
        assert str(bad) in str(fault.error)
        assert str(bad) in caplog.text
        assert (fault.serving, fault.latest) == (2, 4)
        check(store.current("v"), world)
        check(store.current("other"), other)
        repair(bad, good)
        store.refresh()
        assert store.health().ok
        assert store.current("v").version == 4
        check(store.current("v"), world)


@pytest.mark.usefixtures("_by_hand")
@pytest.mark.parametrize(
    ("content", "error"),
    [
        (b"", CorruptFile),
        (b"{", CorruptFile),
        (b'{"format": 1}', CorruptFile),
        (b'{"format": 99}', UnsupportedFormat),
        (b"[]", CorruptFile),
    ],
)
def test_a_bad_manifest(content: bytes, error: type[Exception], tmp_path: Path) -> None:
    world = two_versions(tmp_path)
    with open_store(world, tmp_path) as store:
        world.commit({5: "e"})
        bad = world.manifest_path(3)
        good = bad.read_bytes()
        bad.write_bytes(content)
        store.refresh()
        fault = store.health().views["v"]
        assert type(fault.error) is error
        assert str(bad) in str(fault.error)
        check(store.current("v"), world)
        assert store.current("v").version == 2
        bad.write_bytes(good)
        store.refresh()
        assert store.health().ok
        check(store.current("v"), world)


@pytest.mark.usefixtures("_by_hand")
def test_versions_before_a_bad_one_are_taken(tmp_path: Path) -> None:
    world = two_versions(tmp_path)
    for number in range(10):
        world.commit({number: f"v{number}"})
    damage(world.sst_files(9)[0], "flipped")
    with open_store(world, tmp_path) as store:
        assert store.current("v").version == 8
        check(store.current("v"), world)


@pytest.mark.usefixtures("_by_hand")
def test_a_bad_replacement_leaves_the_content_before_it(tmp_path: Path) -> None:
    world = two_versions(tmp_path)
    world.commit({9: "i"})
    world.commit({1: "replaced", 2: "replaced"}, mode="replace")
    world.commit({3: "after"})
    bad = world.sst_files(4)[0]
    good = damage(bad, "truncated")
    for _ in range(2):
        with open_store(world, tmp_path) as store:
            assert store.current("v").version == 3
            check(store.current("v"), world)
    repair(bad, good)
    with open_store(world, tmp_path) as store:
        assert store.current("v").version == 5
        check(store.current("v"), world)


@pytest.mark.usefixtures("_by_hand")
def test_an_sst_file_with_the_right_checksum_that_is_none(tmp_path: Path) -> None:
    """The publisher wrote rubbish and described it truly: the version cannot be had, those before it can."""
    world = two_versions(tmp_path)
    with open_store(world, tmp_path) as store:
        world.commit(dict.fromkeys(range(20), "x"))
        bad = world.sst_files(3)[-1]
        rewrite_truly(world, bad)
        for _ in range(3):
            store.refresh()
            assert str(bad) in str(store.health().views["v"].error)
            assert store.current("v").version == 2
            check(store.current("v"), world)
    with open_store(world, tmp_path) as store:
        assert store.current("v").version == 2
        check(store.current("v"), world)


def rewrite_truly(world: World, path: Path) -> None:
    from statestore.views.checksum import file_checksum

    rubbish = b"rubbish" * 100
    path.write_bytes(rubbish)
    manifest = world.manifest_path(world.version)
    body = json.loads(manifest.read_bytes())
    for file in body["files"]:
        if str(path).endswith(file["path"]):
            file |= {"bytes": len(rubbish), "checksum": file_checksum(path)}
    manifest.write_text(json.dumps(body))


#: What there may be no room for. What lies over the databases is not written.
FULL = ("link", "write", "ingest", "freeze", "position")


@pytest.mark.usefixtures("_by_hand")
@pytest.mark.parametrize(
    ("where", "overlaid"), [*((where, 0) for where in FULL), *((where, 1) for where in FULL if where != "write")]
)
def test_a_full_disk(where: str, overlaid: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a version is ingested before it is published, and where that is done afterwards."""
    world = two_versions(tmp_path)
    with open_store(world, tmp_path, replace(UNPOLLED, overlay_versions_max=overlaid)) as store:
        world.commit({5: "e", 6: "f"}, deletes=[3])
        fill_disk(where, monkeypatch)
        store.refresh()
        assert isinstance(store.health().views["v"].error, StorageFull)
        assert store.current("v").version == (3 if overlaid and where != "link" else 2)
        check(store.current("v"), world)
        monkeypatch.undo()
        store.refresh()
        assert store.health().ok
        assert store.current("v").version == 3
        check(store.current("v"), world)
        world.commit({5: "E"}, deletes=[6])
        store.refresh()
        check(store.current("v"), world)
    with open_store(world, tmp_path) as store:
        check(store.current("v"), world)


@pytest.mark.usefixtures("_by_hand")
@pytest.mark.parametrize("left", range(24))
def test_no_more_files_can_be_opened(left: int, tmp_path: Path) -> None:
    """So many more can be, at whatever step of taking a version that is too few."""
    world = two_versions(tmp_path)
    with open_store(world, tmp_path) as store:
        world.commit({5: "e", 6: "f"}, deletes=[3])
        before = resource.getrlimit(resource.RLIMIT_NOFILE)
        # Descriptors are given out from the lowest free one on.
        free = [n for n in range(before[0]) if not Path(f"/proc/self/fd/{n}").exists()]
        resource.setrlimit(resource.RLIMIT_NOFILE, (free[left], before[1]))
        try:
            with suppress(OSError):  # the root itself cannot be read
                store.refresh()
            fault = store.health().views.get("v")
            version = store.current("v").version
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, before)
        if fault is not None:
            assert "Too many open files" in str(fault.error)
            assert "limit of open files" in str(fault.error)
            assert version == 2
        store.refresh()
        assert store.health().ok
        assert store.current("v").version == 3
        check(store.current("v"), world)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 4 MiB."""
    if os.geteuid() != 0:
        pytest.skip("only root can mount a small disk")
    folder = tmp_path / "small"
    folder.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(folder)], capture_output=True, check=False)
    if mounted.returncode:
        pytest.skip("this machine does not allow mounting")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


@pytest.mark.usefixtures("_by_hand")
def test_a_disk_that_is_really_full(tmp_path: Path, small_disk: Path) -> None:
    world = two_versions(tmp_path)
    with LocalStore(world.root, small_disk / "store", UNPOLLED) as store:
        ballast = small_disk / "ballast"
        world.commit(dict.fromkeys(range(2000), "y" * 100))
        with open(ballast, "wb") as file:
            while True:
                try:
                    os.write(file.fileno(), bytes(4096))
                except OSError:
                    break
        store.refresh()
        assert isinstance(store.health().views["v"].error, StorageFull)
        check(store.current("v"), world)
        ballast.unlink()
        store.refresh()
        assert store.health().ok
        check(store.current("v"), world)
        assert store.current("v").version == 3


@pytest.mark.usefixtures("_by_hand")
@pytest.mark.parametrize("what", ["database", "manifest", "position", "folder"])
def test_a_damaged_store_is_rebuilt(what: str, tmp_path: Path) -> None:
    world = two_versions(tmp_path)
    with open_store(world, tmp_path) as store:
        check(store.current("v"), world)
    place = tmp_path / "store" / "views" / "v"
    for shard in place.glob("g*/*"):
        match what:
            case "database":
                for file in shard.glob("*.sst"):
                    file.unlink()
            case "manifest":
                next(shard.glob("MANIFEST-*")).write_bytes(b"rubbish")
            case "folder":
                for file in shard.iterdir():
                    file.unlink()
                shard.rmdir()
    if what == "position":
        (place / "position.json").write_text("{")
    with open_store(world, tmp_path) as store:
        store.refresh()
        assert store.health().ok
        check(store.current("v"), world)


def test_the_store_belongs_to_one_process(tmp_path: Path) -> None:
    world = two_versions(tmp_path)
    with open_store(world, tmp_path):
        code = (
            "import sys; from pathlib import Path\n"
            "from statestore.node import LocalStore; from statestore.views.root import open_root\n"
            "LocalStore(open_root(sys.argv[1]), Path(sys.argv[2])).start()"
        )
        command = [sys.executable, "-c", code, world.root.uri, str(tmp_path / "store")]
        second = subprocess.run(command, capture_output=True, text=True, check=False)
        assert second.returncode != 0
        assert "StoreLocked" in second.stderr
        with pytest.raises(StoreLocked, match="used by another process"):
            open_store(world, tmp_path).start()
    with open_store(world, tmp_path) as store:
        check(store.current("v"), world)


@pytest.mark.parametrize("file", ["store.json", "views/v/position.json"])
def test_a_store_of_a_newer_format_is_refused(file: str, tmp_path: Path) -> None:
    world = two_versions(tmp_path)
    with open_store(world, tmp_path):
        pass
    path = tmp_path / "store" / file
    path.write_text(json.dumps(json.loads(path.read_text()) | {"format": 99}))
    store = open_store(world, tmp_path)
    if file == "store.json":
        with pytest.raises(UnsupportedFormat, match="format 99"):
            store.start()
        return
    with store:
        assert isinstance(store.health().views["v"].error, UnsupportedFormat)
        assert dict(store.views()) == {}


def test_a_store_of_another_root_is_refused(tmp_path: Path) -> None:
    world = two_versions(tmp_path)
    with open_store(world, tmp_path):
        pass
    with pytest.raises(StoreOfAnotherRoot, match="belongs to root"):
        LocalStore(open_root(str(tmp_path / "elsewhere"), create=True), tmp_path / "store").start()


def test_sources_never_change(tmp_path: Path) -> None:
    """Ingesting moves a link of the file, and RocksDB writes into none."""
    world = two_versions(tmp_path)
    world.commit({3: "C", 9: "i"}, deletes=[4])
    files = [path for version in (1, 2, 3) for path in world.sst_files(version)]
    before = [path.read_bytes() for path in files]
    with open_store(world, tmp_path) as store:
        assert contents(store.current("v")) == world.rows
    assert [path.read_bytes() for path in files] == before
    assert layout.STORE_FORMAT == 1
