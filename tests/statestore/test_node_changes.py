"""What changed between two versions, for a copy kept elsewhere: applying it gives the later version exactly."""

from __future__ import annotations

import os
import random
from dataclasses import replace
from pathlib import Path

import pytest

from statestore.errors import CorruptFile, UnsupportedFormat
from statestore.node import ViewVersion
from statestore.node.sst_reader import read_entries
from statestore.views.sst import SstFile, SstOptions
from tests.plugins.scale import random_for
from tests.statestore.store_world import UNPOLLED, make_world, open_store

Copy = list[dict[bytes, bytes]]


def copy_of(view: ViewVersion) -> Copy:
    return [dict(item for batch in shard.scan_items() for item in batch) for shard in view.shards]


@pytest.mark.parametrize("overlaid", [0, 4, 32])
def test_changes_bring_a_copy_up_to_date(overlaid: int, tmp_path: Path) -> None:
    """From the files, and from memory."""
    dice = random_for("changes")
    world = make_world(tmp_path)
    world.commit_random(dice)
    with open_store(world, tmp_path, replace(UNPOLLED, overlay_versions_max=overlaid)) as store:
        held = [store.current("v")]
        for _ in range(25):
            for _ in range(dice.choice((1, 1, 3))):
                world.commit_random(dice, replace_chance=0.08)
            store.refresh()
            held.append(store.current("v"))
            before, after = dice.choice(held), held[-1]
            told = after.changed_items(before.version)
            if after.manifest and after.manifest.base > before.version:
                assert told is None
                continue
            assert told is not None
            copy, count = copy_of(before), 0
            for change in told:
                assert change.keys == sorted(set(change.keys))
                count += len(change.keys)
                for key, value in zip(change.keys, change.values, strict=True):
                    if value is None:
                        copy[change.shard].pop(key, None)
                    else:
                        copy[change.shard][key] = value
            assert copy == copy_of(after)
            assert count <= told.entries


def test_what_was_just_taken_is_known_without_its_files(tmp_path: Path) -> None:
    world = make_world(tmp_path)
    world.commit({1: "a"})
    with open_store(world, tmp_path) as store:
        world.commit({2: "b"}, deletes=[1])
        store.refresh()
        for file in world.folder.manifest(2).files:
            Path(world.folder.path_of(file)).unlink()
        told = store.current("v").changed_items(1)
        assert told is not None
        assert sum(len(change.keys) for change in told) == 2


def test_no_changes_since_itself(tmp_path: Path) -> None:
    world = make_world(tmp_path)
    world.commit({1: "a"})
    world.commit({2: "b"})
    with open_store(world, tmp_path) as store:
        told = store.current("v").changed_items(2)
        assert told is not None
        assert (list(told), told.entries) == ([], 0)
        assert store.current("v").changed_items(0) is None
        assert store.current("v").changed_items(3) is None


@pytest.mark.parametrize("compression", ["none", "lz4", "zstd"])
@pytest.mark.parametrize("table_format", [3, 4, 5])
@pytest.mark.parametrize("count", [1, 17, 3000])
def test_sst_files_are_read_as_they_were_written(compression, table_format: int, count: int, tmp_path: Path) -> None:
    dice = random.Random(f"{compression} {table_format} {count}")
    keys = sorted({dice.randbytes(dice.choice((1, 3, 9, 9, 300))) for _ in range(count)})
    values = [None if dice.random() < 0.2 else dice.randbytes(dice.choice((0, 5, 60, 400))) for _ in keys]
    path = tmp_path / "some.sst"
    file = SstFile(path, SstOptions(compression=compression, table_format=table_format, block_bytes=1024))
    file.append(keys, values)
    file.finish()
    assert read_entries(path.read_bytes(), "some.sst") == (keys, values)


def test_what_is_no_sst_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CorruptFile, match=r"x\.sst"):
        read_entries(os.urandom(500), "x.sst")
    with pytest.raises(CorruptFile, match=r"x\.sst"):
        read_entries(b"short", "x.sst")
    path = tmp_path / "newer.sst"
    file = SstFile(path, SstOptions(table_format=6))
    file.append([b"a"], [b"b"])
    file.finish()
    with pytest.raises(UnsupportedFormat, match="format version 6"):
        read_entries(path.read_bytes(), "newer.sst")
