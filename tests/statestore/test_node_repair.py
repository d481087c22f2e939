"""Damage of a node's own files: it is named, and that shard alone is left out, and fetched anew from the root."""

from __future__ import annotations

import os
import random
import shutil
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from statestore.errors import CorruptFile, ShardDamaged, ShardNotHeld
from statestore.node import LocalStore, StoreOptions, ViewVersion, damage
from statestore.node.base_maker import make_base
from statestore.node.catalog import StoreCatalog
from statestore.node.taking import FollowedFolder
from statestore.rows import row_decoder
from statestore.views.root import open_root
from tests.hostile.damages import Damage, flip, truncate
from tests.plugins.scale import random_for
from tests.statestore.holding_world import adding_held_up, held_contents, open_held, rows_of, wish
from tests.statestore.store_world import WAIT_S, World, check, make_world, open_store

KEYS = 3_000
#: No block is read from memory that has been damaged on the disk.
OPTIONS = StoreOptions(local_poll_s=3600, remote_poll_s=3600, block_cache_bytes=0)
#: It looks at the root often.
LOOKING = StoreOptions(local_poll_s=0.05, retry_s=0.05, retry_max_s=0.1, block_cache_bytes=0)


def filled(folder: Path, view: str = "v") -> World:
    """Two versions, so large that a shard has several blocks, and a third that has few rows."""
    world = make_world(folder, view)
    dice = random.Random(7)
    world.commit({key: f"{dice.random()}" for key in range(KEYS)})
    world.commit({key: f"{dice.random()}" for key in range(0, KEYS, 3)}, deletes=range(1, KEYS, 7))
    return world


def sst_files(folder: Path, shard: int, view: str = "v") -> list[Path]:
    return sorted(folder.glob(f"store*/views/{view}/g*/{shard:04d}/*.sst"), key=lambda path: path.stat().st_size)


def apart(world: World, file: Path) -> None:
    """What is done to *file* is not done to the root's file of which it is a link."""
    for other in (Path(world.root.uri) / world.view / "shards").rglob("*.sst"):
        if other.samefile(file):
            good = other.read_bytes()
            other.unlink()
            other.write_bytes(good)


def emptied(file: Path) -> None:
    os.truncate(file, 0)


def deleted(file: Path) -> None:
    file.unlink()


KINDS: list[Damage] = [flip, truncate, emptied, deleted]
#: An open file lives on when it is deleted.
READ_KINDS = KINDS[:3]


def hurt(world: World, folder: Path, shard: int, how: Damage) -> Path:
    """Damage the shard's largest file."""
    file = sst_files(folder, shard, world.view)[-1]
    apart(world, file)
    how(file)
    return file


def points(view: ViewVersion, world: World, shard: int) -> None:
    decode = row_decoder(view.schema, (0, 1))
    for key, text in rows_of(world, view.version, [shard]).items():
        stored = view.shards[shard].get(view.key_codec.encode((key,)))
        assert stored is not None
        assert decode(stored) == (key, text)


READS: dict[str, Callable[[ViewVersion, World, int], object]] = {
    "points": points,
    "multi_get": lambda view, world, shard: view.shards[shard].multi_get(
        [view.key_codec.encode((key,)) for key in rows_of(world, view.version, [shard])]
    ),
    "scan": lambda view, _, shard: list(view.shards[shard].scan()),
    "backwards": lambda view, _, shard: list(view.shards[shard].scan_items(reverse=True)),
    "few": lambda view, _, shard: view.shards[shard].few(b"", None, KEYS),
    "count": lambda view, _, shard: view.shards[shard].count_rows(),
}


def is_right(store: LocalStore, world: World, shards: Sequence[int] = (0, 1, 2)) -> bool:
    """These shards are held, whole; False while something is missing."""
    view = store.current(world.view)
    try:
        found = held_contents(view)
    except ShardDamaged:
        return False
    assert found == rows_of(world, view.version, view.held)
    return view.held == set(shards)


def comes_back(store: LocalStore, world: World) -> None:
    eventually(lambda: is_right(store, world))
    check(store.current(world.view), world)


def eventually(condition: Callable[[], bool]) -> None:
    deadline_s = time.monotonic() + WAIT_S
    while not condition():
        assert time.monotonic() < deadline_s
        time.sleep(0.01)


def set_aside(folder: Path) -> list[Path]:
    return sorted((folder / "store" / "damaged").glob("*"))


@pytest.fixture
def dice() -> random.Random:
    return random_for("repair")


@pytest.mark.parametrize("how", READ_KINDS)
@pytest.mark.parametrize("read", READS)
def test_damage_that_a_read_finds(how: Damage, read: str, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    world, other = filled(tmp_path), make_world(tmp_path, "other")
    other.commit(dict.fromkeys(range(100), "other"))
    with open_store(world, tmp_path, OPTIONS) as store, pytest.MonkeyPatch.context() as patch:
        before, reasons = store.current("v"), []
        store.subscribe(lambda: reasons.append(store.health().views.get("v")) if store.current("v").held == {0, 2} else None)
        with adding_held_up(patch) as arrived:
            file = hurt(world, tmp_path, 1, how)
            with pytest.raises(ShardDamaged, match=f"{file} is corrupt") as raised:
                READS[read](before, world, 1)
            assert "fetched again" in (raised.value.hint or "")
            assert arrived.wait(WAIT_S)
            assert store.wait_for(lambda views: views["v"].held == {0, 2}, WAIT_S)
            during = store.current("v")
            assert held_contents(during) == rows_of(world, 2, [0, 2])
            for name in READS:
                with pytest.raises(ShardDamaged, match=f"{file} is corrupt"):
                    READS[name](during, world, 1) if name != "points" else during.shards[1].get(b"")
            with pytest.raises(ShardNotHeld):
                during.shards[1].get(b"")
            check(store.current("other"), other)
            assert str(file) in str(store.health().views["v"].error)
            assert None not in reasons
            assert str(file) in caplog.text
        comes_back(store, world)
        eventually(lambda: store.health().ok)
        (kept,) = set_aside(tmp_path)
        assert kept.name.endswith(f"v-0001-{file.name}")
        world.commit({1: "after"}, deletes=[2])
        assert store.wait_for_version("v", 3, WAIT_S)
        check(store.current("v"), world)
    with open_store(world, tmp_path, OPTIONS) as store:
        assert store.health().ok
        check(store.current("v"), world)


@pytest.mark.parametrize("how", KINDS)
def test_damage_that_is_found_when_the_shard_changes(how: Damage, tmp_path: Path) -> None:
    """A deleted file is still open: only the next version, whose handle opens it again, finds out."""
    world = filled(tmp_path)
    with open_store(world, tmp_path, OPTIONS) as store:
        for shard in (0, 2):
            hurt(world, tmp_path, shard, how)
        for step in range(8):  # compaction meets it, too
            world.commit(dict.fromkeys(range(step, KEYS, 11), f"step {step}"))
        assert store.wait_for_version("v", world.version, WAIT_S)
        if how is flip:
            for shard in (0, 2):
                with pytest.raises(CorruptFile):
                    list(store.current("v").shards[shard].scan())
        comes_back(store, world)


@pytest.mark.parametrize("how", KINDS)
def test_damage_at_the_start(how: Damage, tmp_path: Path) -> None:
    world = filled(tmp_path)
    with open_store(world, tmp_path, OPTIONS):
        pass
    for shard in (0, 1):
        hurt(world, tmp_path, shard, how)
    world.commit({5: "five"})
    with open_store(world, tmp_path, OPTIONS) as store:
        if how is flip:  # RocksDB reads no rows when it opens a file
            for shard in (0, 1):
                with pytest.raises(ShardDamaged):
                    list(store.current("v").shards[shard].scan())
        comes_back(store, world)


def test_a_start_serves_the_rest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    world = filled(tmp_path)
    with open_store(world, tmp_path, OPTIONS):
        pass
    file = hurt(world, tmp_path, 2, truncate)
    with adding_held_up(monkeypatch) as arrived:
        store = open_store(world, tmp_path, OPTIONS)
        store.start(wait=False)
        try:
            assert arrived.wait(WAIT_S)
            assert store.wait_for(lambda views: "v" in views, WAIT_S)
            assert held_contents(store.current("v")) == rows_of(world, 2, [0, 1])
            with pytest.raises(ShardDamaged, match=str(file)):
                store.current("v").shards[2].get(b"")
        finally:
            # Ended meanwhile: the next process begins that shard anew.
            monkeypatch.undo()
    store.close()
    with open_store(world, tmp_path, OPTIONS) as store:
        comes_back(store, world)


def test_a_root_that_is_away_meanwhile(tmp_path: Path) -> None:
    world = filled(tmp_path)
    with open_store(world, tmp_path, LOOKING) as store:
        file = hurt(world, tmp_path, 0, flip)
        root = Path(world.root.uri)
        root.rename(tmp_path / "away")
        with pytest.raises(ShardDamaged):
            list(store.current("v").shards[0].scan())
        assert store.wait_for(lambda views: views["v"].held == {1, 2}, WAIT_S)
        assert held_contents(store.current("v")) == rows_of(world, 2, [1, 2])
        with pytest.raises(ShardDamaged, match=str(file)):
            store.current("v").shards[0].get(b"")
        (tmp_path / "away").rename(root)
        comes_back(store, world)
    # Again, while nothing of the root can be seen from the start.
    hurt(world, tmp_path, 1, deleted)
    root.rename(tmp_path / "away")
    with open_store(world, tmp_path, StoreOptions(local_poll_s=0.05, retry_s=0.05, retry_max_s=0.1)) as store:
        assert store.current("v").held == {0, 2}
        assert held_contents(store.current("v")) == rows_of(world, 2, [0, 2])
        (tmp_path / "away").rename(root)
        comes_back(store, world)


def test_a_root_that_goes_away_while_damage_is_being_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is found when a pass has begun, which then fails at the root: the shard is left out all the same."""

    def away(*_: object) -> None:
        raise OSError("the root is away")

    world = filled(tmp_path)
    with open_store(world, tmp_path, LOOKING) as store:
        hurt(world, tmp_path, 0, flip)
        with monkeypatch.context() as patch:
            patch.setattr(StoreCatalog, "shed", lambda _: None)
            patch.setattr(FollowedFolder, "look", away)
            with pytest.raises(ShardDamaged):
                list(store.current("v").shards[0].scan())
            assert store.wait_for(lambda views: views["v"].held == {1, 2}, WAIT_S)
            assert held_contents(store.current("v")) == rows_of(world, 2, [1, 2])
        comes_back(store, world)


@pytest.mark.parametrize("base_at", [1, 2, None])
def test_the_root_has_the_same_damage(base_at: int | None, tmp_path: Path) -> None:
    """A link of the root's file is that file. A base before it and the log, or one after it, has the rows; else it is named."""
    world = make_world(tmp_path)
    world.commit(dict.fromkeys(range(KEYS), "first"))
    if base_at == 1:
        make_base(world.root, "v", tmp_path)
    world.commit(dict.fromkeys(range(0, KEYS, 2), "second"))
    if base_at == 2:
        make_base(world.root, "v", tmp_path)
    options = StoreOptions(local_poll_s=0.05, retry_s=0.05, retry_max_s=0.1, block_cache_bytes=0, level0_files_compact=20)
    store = open_store(world, tmp_path, options)
    with store:
        (bad,) = [path for path in world.sst_files(1) if path.parent.name == "0001"]
        good = bad.read_bytes()
        if not any(path.samefile(bad) for path in sst_files(tmp_path, 1)):  # it began with the base, or has compacted
            hurt(world, tmp_path, 1, flip)
        flip(bad)
        with pytest.raises(ShardDamaged):
            list(store.current("v").shards[1].scan())
        if base_at is None:
            eventually(lambda: str(bad) in str(store.health().views.get("v")))
            assert held_contents(store.current("v")) == rows_of(world, 2, [0, 2])
            bad.unlink()
            bad.write_bytes(good)
        comes_back(store, world)


def test_a_base_that_comes_later_helps(tmp_path: Path) -> None:
    world = filled(tmp_path)
    with open_store(world, tmp_path, LOOKING) as store:
        (bad,) = [path for path in world.sst_files(2) if path.parent.name == "0001"]
        good = bad.read_bytes()
        hurt(world, tmp_path, 1, flip)
        bad.unlink()
        with pytest.raises(ShardDamaged):
            list(store.current("v").shards[1].scan())
        eventually(lambda: str(bad) in str(store.health().views.get("v")))
        # Who made the base still had the file, at another root with the same files.
        other = tmp_path / "other"
        shutil.copytree(world.root.uri, other)
        (other / bad.relative_to(world.root.uri)).write_bytes(good)
        make_base(open_root(str(other)), "v", tmp_path)
        for file in other.rglob("*-base-*.sst"):
            shutil.copy(file, Path(world.root.uri) / file.relative_to(other))
        shutil.copytree(other / "v" / "bases", Path(world.root.uri) / "v" / "bases")
        comes_back(store, world)


def test_again_and_again_while_versions_come(tmp_path: Path, dice: random.Random) -> None:
    """Whatever is read is right or an error; what is set aside stays within its bounds."""
    world = filled(tmp_path)
    errors = 0
    with open_store(world, tmp_path, OPTIONS) as store:
        for _ in range(12):
            shard, how = dice.randrange(3), dice.choice(KINDS)
            with suppress(FileNotFoundError, IndexError):  # compaction was faster, or the shard is being fetched
                hurt(world, tmp_path, shard, how)
            world.commit({dice.randrange(KEYS): f"{dice.random()}" for _ in range(200)})
            for _ in range(3):
                version = store.current("v")
                for number in range(3):
                    try:
                        found = [row for batch in version.shards[number].scan() for row in batch]
                    except ShardDamaged:
                        errors += 1
                    else:
                        decode = row_decoder(version.schema, (0, 1))
                        assert dict(map(decode, found)) == rows_of(world, version.version, [number])
        assert store.wait_for_version("v", world.version, WAIT_S)
        comes_back(store, world)
    assert errors
    assert len(set_aside(tmp_path)) <= damage.FILES_KEPT_MAX


def test_what_is_set_aside_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "damaged"
    monkeypatch.setattr(damage, "BYTES_KEPT_MAX", 1000)
    for number in range(20):
        file = tmp_path / f"{number:06d}.sst"
        file.write_bytes(bytes(10 if number < 12 else 400))
        damage.set_aside(file, "v-0000", folder)
        assert not file.exists()
        kept = list(folder.iterdir())
        assert len(kept) <= damage.FILES_KEPT_MAX
        assert sum(path.stat().st_size for path in kept) <= 1000
        assert any(path.name.endswith(file.name) for path in kept)


def test_a_store_of_some_shards(tmp_path: Path) -> None:
    world = filled(tmp_path)
    holding = wish(0, 1)
    with open_held(world, tmp_path, holding, OPTIONS) as store:
        assert store.wait_for(lambda views: views["v"].held == {0, 1}, WAIT_S)
        hurt(world, tmp_path, 1, flip)
        with pytest.raises(ShardDamaged):
            list(store.current("v").shards[1].scan())
        eventually(lambda: is_right(store, world, [0, 1]))
        # One that is damaged, and then not wanted any more.
        hurt(world, tmp_path, 0, flip)
        holding.give([1])
        with pytest.raises(ShardDamaged):
            list(store.current("v").shards[0].scan())
        store.rehold()
        assert store.wait_for(lambda views: views["v"].held == {1}, WAIT_S)
        holding.give([0, 1])
        store.rehold()
        eventually(lambda: is_right(store, world, [0, 1]))
