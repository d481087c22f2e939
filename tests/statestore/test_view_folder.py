"""The folder's files: what is written once, what is refused, what is cleaned up."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from statestore.errors import ConcurrentPublisher, CorruptFile, RootNotFound, StorageFull, UnsupportedFormat, ViewNotFound
from statestore.schema import ViewSchema
from statestore.views import Manifest, ShardFile, ViewFolder, open_root
from statestore.views.local_storage import LocalStorage
from statestore.views.local_writer import write_version
from statestore.views.manifest import BATCHES_MAX
from tests.statestore.test_local_writer import SCHEMA, table
from tests.statestore.view_contents import read_view, stray_files


@pytest.fixture
def root(tmp_path: Path) -> str:
    return str(tmp_path / "root")


@pytest.fixture
def folder(root: str) -> ViewFolder:
    """A view with two versions."""
    write_version(root, SCHEMA, table(("a", 1, 1.0), ("b", 2, 2.0)))
    write_version(root, SCHEMA, table(("c", 3, 3.0)))
    return open_root(root).folder("v")


def log_file(root: str, version: int) -> Path:
    return Path(root, "v", "log", f"{version:020d}.json")


@pytest.mark.parametrize("uri", ["{}/none", "file://{}/none", "memory://none/at/all", "{}/a-file", "nosuch://x", "file://host{}"])
def test_a_missing_root(tmp_path: Path, uri: str) -> None:
    (tmp_path / "a-file").touch()
    with pytest.raises(RootNotFound):
        open_root(uri.format(tmp_path))


def test_a_root_that_goes_away(root: str, folder: ViewFolder) -> None:
    opened = open_root(root)
    shutil.rmtree(root)
    with pytest.raises(RootNotFound):
        opened.views()
    with pytest.raises(RootNotFound):
        folder.versions()


def test_what_is_not_a_view_is_not_listed(root: str, folder: ViewFolder) -> None:
    for name in (".hidden", "no-schema", "half"):
        Path(root, name, "log").mkdir(parents=True)
    Path(root, ".hidden", "view.json").touch()
    Path(root, "a-file").touch()
    assert open_root(root).views() == ["v"]
    with pytest.raises(ViewNotFound, match="no view half"):
        open_root(root).folder("half").schema()
    with pytest.raises(ViewNotFound, match="has no version 3"):
        folder.manifest(3)


def test_versions_after(root: str, folder: ViewFolder) -> None:
    Path(root, "v", "log", ".tmp-0123").touch()
    Path(root, "v", "log", "notes.txt").touch()
    assert [folder.versions(n) for n in range(4)] == [[1, 2], [2], [], []]
    log_file(root, 1).unlink()
    assert [folder.versions(n) for n in range(3)] == [[2], [2], []]


@pytest.mark.parametrize(
    "content",
    ["", "{", "null", "[]", "{}", '{"format": "1"}', '{"format": 1}', "\0" * 100, '{"format": true}', "[" * 100_000],
    ids=["empty", "half", "null", "list", "nothing", "text", "bare", "zeros", "bool", "deep"],
)
@pytest.mark.parametrize("file", ["view.json", "log/00000000000000000002.json"])
def test_garbage_is_named(root: str, folder: ViewFolder, file: str, content: str) -> None:
    path = Path(root, "v", file)
    path.write_text(content)
    with pytest.raises(CorruptFile, match=str(path)):
        folder.schema()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"version": 2', '"version": 3'),
        ('"upsert"', '"merge"'),
        ('"rows": 1', '"rows": -1'),
        ('"shards/', '"../shards/'),
        ('"min_key": "', '"min_key": "x'),
        ('"batches": []', '"batches": [1]'),
        ('"schema": null', '"schema": 7'),
        ('"schema_at": 0', '"schema_at": 1'),
    ],
)
def test_a_manifest_with_a_wrong_part(root: str, folder: ViewFolder, old: str, new: str) -> None:
    text = log_file(root, 2).read_text()
    assert old in text
    log_file(root, 2).write_text(text.replace(old, new))
    with pytest.raises(CorruptFile, match=r"log/0{19}[12]\.json is corrupt"):
        folder.schema()


def test_newer_formats(root: str, folder: ViewFolder) -> None:
    for path, read in ((Path(root, "v", "view.json"), folder.schema), (log_file(root, 2), lambda: folder.manifest(2))):
        body = json.loads(path.read_text())
        path.write_text(json.dumps(body | {"format": 3, "unheard": "of"}))
        with pytest.raises(UnsupportedFormat, match="has format 3; this release reads formats up to 2"):
            read()
        path.write_text(json.dumps(body))


def test_manifests_survive_their_json(folder: ViewFolder) -> None:
    manifest = folder.manifest(2)
    again = Manifest.from_json(manifest.to_json(), "here")
    assert again == manifest
    full = replace(manifest, schema=SCHEMA, watermark_us=-1, query_id="q", run_id="r", batch_id=7, mode="replace")
    assert Manifest.from_json(full.to_json(), "here") == full


def test_a_version_is_committed_once(folder: ViewFolder) -> None:
    second = folder.manifest(2)
    with pytest.raises(ConcurrentPublisher, match="committed version 2 first"):
        folder.commit(second)
    with pytest.raises(ConcurrentPublisher, match="created the view first"):
        folder.create(SCHEMA)
    with pytest.raises(ValueError, match="gap"):
        folder.commit(replace(second, version=9))
    assert folder.versions() == [1, 2]


def test_versions_conflict_on_remote_roots() -> None:
    root = open_root("memory://conflict/root", create=True)
    write_version(root, SCHEMA, table(("a", 1, 1.0)))
    folder = root.folder("v")
    with pytest.raises(ConcurrentPublisher):
        folder.commit(replace(folder.manifest(1), committed_at_us=1))
    # What a client does whose answer was lost: it puts the same bytes again.
    folder.commit(folder.manifest(1))
    assert folder.versions() == [1]
    assert folder.path_of(folder.manifest(1).files[0]).startswith("memory://conflict/root/v/shards/")


def damage(path: Path, how: str) -> None:
    if how == "missing":
        path.unlink()
    elif how == "truncated":
        os.truncate(path, path.stat().st_size - 1)
    else:
        data = bytearray(path.read_bytes())
        data[len(data) // 2] ^= 1
        path.write_bytes(data)


@pytest.mark.parametrize("how", ["missing", "truncated", "flipped"])
def test_a_damaged_file_is_not_fetched(folder: ViewFolder, tmp_path: Path, how: str) -> None:
    file: ShardFile = folder.manifest(2).files[0]
    folder.fetch(file, tmp_path / "good.sst")
    assert (tmp_path / "good.sst").samefile(folder.path_of(file))
    (tmp_path / "good.sst").unlink()
    damage(Path(folder.path_of(file)), how)
    with pytest.raises(CorruptFile, match=file.path):
        folder.fetch(file, tmp_path / "bad.sst")
    assert not (tmp_path / "bad.sst").exists()
    with pytest.raises(UnsupportedFormat, match="'crc99'"):
        write_and_fetch_with_unknown_checksum(folder, tmp_path)


def write_and_fetch_with_unknown_checksum(folder: ViewFolder, tmp_path: Path) -> None:
    folder.fetch(replace(folder.manifest(1).files[0], checksum="crc99:00"), tmp_path / "unknown.sst")


def test_what_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(IsADirectoryError, match=str(tmp_path / "folder")):
        LocalStorage(tmp_path).read("folder")


def test_orphans_are_removed_and_nothing_else(root: str, folder: ViewFolder) -> None:
    view = Path(root, "v")
    orphans = [
        view / "shards/0001/00000000000000000001-00ff-0000.sst",  # of a task that lost, of a version that was committed
        view / "shards/0001/00000000000000000003-00ff-0000.sst",  # of a version that nobody committed
        view / "shards/0002/00000000000000000009-00ff-0007.sst",
        view / ".tmp-00ff",
        view / "log/.tmp-00ff",
    ]
    kept = [view / "shards/0001/notes.txt", view / "README"]
    for path in orphans + kept:
        path.parent.mkdir(exist_ok=True)
        path.touch()
    write_version(root, SCHEMA, table(("d", 4, 4.0)))
    assert stray_files(root, "v") == {str(p.relative_to(view)) for p in kept}
    assert len(read_view(root, "v")) == 4


def test_a_query_that_others_displaced_is_still_known(root: str) -> None:
    write_version(root, SCHEMA, table(("a", 1, 1.0)), query_id="old", batch_id=5)
    for n in range(BATCHES_MAX):
        write_version(root, SCHEMA, table(("b", n, 1.0)), query_id=f"q{n}", batch_id=0)
    folder = open_root(root).folder("v")
    assert len(folder.manifest(folder.latest()).batches) == BATCHES_MAX
    assert write_version(root, SCHEMA, table(("a", 1, 9.0)), query_id="old", batch_id=5) == BATCHES_MAX + 1
    assert write_version(root, SCHEMA, table(("a", 1, 9.0)), query_id="old", batch_id=6) == BATCHES_MAX + 2


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 400 kB, where the machine lets us mount one."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=400k", "tmpfs", str(disk)], check=False, capture_output=True)
    if mounted.returncode:
        pytest.skip("this user may not mount a small file system")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)


def test_a_full_disk(small_disk: Path) -> None:
    root = str(small_disk)
    write_version(root, SCHEMA, table(("a", 1, 1.0)))
    rows = table(*((os.urandom(50).hex(), n, 0.0) for n in range(20_000)))
    with pytest.raises(StorageFull, match=root):
        write_version(root, SCHEMA, rows)
    assert (read_view(root, "v"), stray_files(root, "v")) == ({("a", 1): ("a", 1, 1.0)}, set())
    filler = small_disk / "filler"
    fill(filler)
    for attempt in (lambda: write_version(root, SCHEMA, table(("b", 1, 1.0))), lambda: write_empty_view(root)):
        with pytest.raises(StorageFull):
            attempt()
    assert open_root(root).views() == ["v"]
    filler.unlink()
    assert write_version(root, SCHEMA, table(("b", 1, 1.0))) == 2
    assert stray_files(root, "v") == set()


def fill(path: Path) -> None:
    """Take all the room there is."""
    with open(path, "wb", buffering=0) as file, contextlib.suppress(OSError):
        while True:
            file.write(b"x" * 512)


def write_empty_view(root: str) -> int:
    other = ViewSchema("other", SCHEMA.columns, SCHEMA.key, SCHEMA.shard_key, SCHEMA.partitioning, SCHEMA.row_widths)
    return write_version(root, other, table())
