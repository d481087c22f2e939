"""What jobs do beside publishing: bases when they are due, old versions deleted, as each view's retention says."""

from __future__ import annotations

import json
import logging
import random
import threading
import time
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from gateway.commands.cli import main
from statestore.errors import CorruptFile, InvalidSchema, StateStoreError, UnsupportedFormat, ViewNotFound
from statestore.node import LocalStore, StoreOptions
from statestore.node.maintenance import maintain
from statestore.node.pending import BadBase, BadVersion
from statestore.views import open_root
from statestore.views.local_storage import LocalStorage
from statestore.views.retention import Retention, age_s, change_retention, retention_of
from statestore.writer.maintenance import Maintenance
from tests.plugins.scale import random_for, scaled
from tests.statestore.store_world import UNPOLLED, World, check, make_world, open_store

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def bytes_below(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


@pytest.mark.parametrize("keep", range(19, 24))
def test_a_root_stays_as_small_as_its_rows_and_what_is_kept(tmp_path: Path, keep: int) -> None:
    """Twice the live rows, the files of kept versions, and of as many more as come between two bases.

    However both numbers fall together: the oldest version may be one of which a base was made when it was the latest.
    """
    dice = random_for("small root")
    every = 5
    world = make_world(tmp_path)
    change_retention(world.folder, versions=keep, age="0s", base_every=every)
    committed: list[int] = []
    for n in range(scaled(150, 2000)):
        before = bytes_below(tmp_path)
        world.commit_random(dice, replace_chance=0)
        committed.append(bytes_below(tmp_path) - before)
        if (n + 1) % every == 0:
            maintain(world.root, "v")
            assert world.folder.versions()[0] > world.version - keep - every
    newest = world.folder.newest_base()
    assert newest is not None
    assert world.version - newest.version < every
    live = newest.size_bytes + bytes_below(Path(world.root.uri, "v", "bases"))
    assert bytes_below(tmp_path) <= 2 * live + sum(committed[-keep - 2 * every :])
    assert world.version - keep - every <= world.folder.versions()[0] <= world.version - keep + 1
    with open_store(world, tmp_path) as store:
        check(store.current("v"), world)


def test_the_base_of_the_past_is_the_smaller_one(tmp_path: Path) -> None:
    """It is for readers of old versions, the other for every node that starts. Both have almost the same rows."""
    world = make_world(tmp_path, shards=1)
    change_retention(world.folder, versions=12, age="0s", base_every=10)
    world.commit({n: f"row {n} of the view" for n in range(20_000)})
    for n in range(29):
        world.commit({n: "again"})
    maintain(world.root, "v")
    old, new = map(world.folder.base, world.folder.bases())
    assert (old.version, new.version) == (19, 30)
    assert old.size_bytes < 0.9 * new.size_bytes
    for path in Path(world.root.uri, "v", "bases").glob(f"*{new.version}.json"):
        path.unlink()
    with open_store(world, tmp_path) as store:
        check(store.current("v"), world)


def test_one_base_is_enough_where_few_versions_are_kept(tmp_path: Path) -> None:
    dice = random_for("few versions")
    world = make_world(tmp_path)
    change_retention(world.folder, versions=4, age="0s", base_every=10)
    for n in range(1, 51):
        world.commit_random(dice, replace_chance=0)
        if n % 10 == 0:
            maintain(world.root, "v")
            assert world.folder.bases() == [n - 3]
            assert world.folder.versions() == list(range(n - 3, n + 1))
    with open_store(world, tmp_path) as store:
        check(store.current("v"), world)


def test_nothing_is_made_where_a_node_would_gain_nothing(tmp_path: Path) -> None:
    world = make_world(tmp_path)
    change_retention(world.folder, base_every=4)
    for n in range(3):
        world.commit({n: "a"})
    assert maintain(world.root, "v")[0] == []
    world.commit({3: "a"})
    assert [base.version for base in maintain(world.root, "v")[0]] == [4]
    for _ in range(4):  # each replaces all: there is no log to read
        world.commit({1: "b"}, mode="replace")
    assert maintain(world.root, "v")[0] == []
    # A base that takes longer to copy than what came since is to be read.
    world.commit({n: random.Random(n).randbytes(400).hex() for n in range(4000)}, mode="replace")
    for n in range(4):
        world.commit({n: "c"})
    assert [base.version for base in maintain(world.root, "v")[0]] == [13]
    for n in range(4):
        world.commit({n: "d"})
    assert maintain(world.root, "v")[0] == []
    change_retention(world.folder, base_every=0)
    assert maintain(world.root, "v")[0] == []


def test_what_is_kept_is_kept_with_the_view(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    world = make_world(tmp_path)
    world.commit({1: "a"})
    folder = world.folder
    assert retention_of(folder) == Retention(1000, 7 * 86400.0, 25)
    assert main(["alter", "v", "--root", world.root.uri, "--retain-age", "12 hours", "--base-every", "7", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"view": "v", "versions": 1000, "age_s": 43200.0, "base_every": 7}
    assert main(["alter", "v", "--root", world.root.uri, "--retain-versions", "5"]) == 0
    assert retention_of(folder) == Retention(5, 43200.0, 7)
    assert len(list(Path(world.root.uri, "v", "retention").iterdir())) == 1
    for wrong in (["--retain-versions", "0"], ["--base-every", "-1"], ["--retain-age", "soon"]):
        assert main(["alter", "v", "--root", world.root.uri, *wrong]) == 2
    assert main(["alter", "w", "--root", world.root.uri]) == 2
    assert "there is no view w" in capsys.readouterr().err
    assert retention_of(folder) == Retention(5, 43200.0, 7)


def test_ages() -> None:
    hours = 3600.0
    told = {"7d": 168 * hours, "7 days": 168 * hours, "1 hour": hours, "30 min": hours / 2, "90 seconds": 90.0, " 0s ": 0.0}
    assert {text: age_s(text) for text in told} == told
    assert age_s(timedelta(minutes=90)) == 1.5 * hours
    wrong: list[Any] = ["", "7", "d", "-1d", "1.5h", "3 months", timedelta(-1), 7]
    for age in wrong:
        with pytest.raises(InvalidSchema, match="is no age"):
            age_s(age)


def test_changes_at_the_same_time(tmp_path: Path) -> None:
    world = make_world(tmp_path)
    world.commit({1: "a"})

    def change(name: str) -> None:
        for n in range(1, 30):
            change_retention(world.folder, **{name: n})

    threads = [threading.Thread(target=change, args=(name,)) for name in ("versions", "base_every")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert retention_of(world.folder) == Retention(29, 7 * 86400.0, 29)


def test_a_change_whose_file_has_been_and_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two changes come between its reading and its writing, and the first one's file, which has its number, is removed by then."""
    world = make_world(tmp_path)
    world.commit({1: "a"})
    change_retention(world.folder, versions=5)
    original = LocalStorage.create

    def create(storage: LocalStorage, path: str, data: bytes) -> None:
        monkeypatch.setattr(LocalStorage, "create", original)
        for base_every in (3, 4):
            change_retention(world.folder, base_every=base_every)
        original(storage, path, data)

    monkeypatch.setattr(LocalStorage, "create", create)
    assert change_retention(world.folder, versions=6) == Retention(6, 7 * 86400.0, 4)
    assert retention_of(world.folder) == Retention(6, 7 * 86400.0, 4)
    assert len(list(Path(world.root.uri, "v", "retention").iterdir())) == 1


def test_a_retention_of_another_release_or_that_is_damaged(tmp_path: Path) -> None:
    world = make_world(tmp_path)
    world.commit({1: "a"})
    change_retention(world.folder, versions=5)
    (path,) = Path(world.root.uri, "v", "retention").iterdir()
    path.write_text(path.read_text().replace('"format": 1', '"format": 2'))
    with pytest.raises(UnsupportedFormat, match=r"retention.*format 2"):
        retention_of(world.folder)
    path.write_text('{"format": 1, "versions": 5}')
    with pytest.raises(CorruptFile, match="retention"):
        maintain(world.root, "v")


def test_many_at_a_time_beside_a_job_and_nodes(tmp_path: Path) -> None:
    """Any of them may find that another one has deleted what it was about to read; nothing that is kept is ever missing."""
    dice = random_for("many at a time")
    world = make_world(tmp_path)
    change_retention(world.folder, versions=3, age="0s", base_every=3)
    done = threading.Event()
    seen: list[BaseException] = []

    def keep_small() -> None:
        while not done.is_set():
            try:
                maintain(world.root, "v")
            except StateStoreError as error:
                seen.append(error)

    threads = [threading.Thread(target=keep_small) for _ in range(3)]
    with LocalStore(world.root, tmp_path / "following", StoreOptions()) as following:
        for thread in threads:
            thread.start()
        try:
            for n in range(scaled(60, 1000)):
                world.commit_random(dice, replace_chance=0.05)
                if n % 7 == 0:
                    with LocalStore(world.root, tmp_path / f"store-{n}", UNPOLLED) as store:
                        check(store.current("v"), world)
                        assert not store.health().views
        finally:
            done.set()
            for thread in threads:
                thread.join()
        following.refresh()
        check(following.current("v"), world)
        assert following.current("v").version == world.version
    assert {type(error) for error in seen} <= {BadVersion, BadBase, ViewNotFound}
    maintain(world.root, "v")
    assert world.folder.versions()[0] > world.version - 10


def test_it_rests_longer_than_it_works(tmp_path: Path) -> None:
    world = make_world(tmp_path)
    change_retention(world.folder, base_every=4)
    maintenance = Maintenance(world.root.uri, "v", {}, 4)
    for n in range(8):
        world.commit({n: "a"})
        maintenance.committed(n + 1)
        maintenance.wait()
        if n + 1 == 4:
            ended_s = time.monotonic()
            assert maintenance._rests_until_s - ended_s > 2 * (ended_s - maintenance._began_s)
            maintenance._rests_until_s = float("inf")
    assert world.folder.bases() == [4], "version 8 came while it rested"
    maintenance._rests_until_s = 0.0
    world.commit({8: "a"})
    maintenance.committed(9)
    maintenance.wait()
    assert world.folder.bases() == [9], "what was due is done after the rest"


@pytest.mark.spark
def test_a_job_sees_to_it(spark: SparkSession, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    from statestore import publish

    caplog.set_level(logging.WARNING)
    root = str(tmp_path / "root")
    kept: dict[str, Any] = {"base_every": 2, "retain_versions": 1, "retain_age": "0 s"}
    for n in range(5):
        df = spark.range(n, n + 3).selectExpr("id", f"'{n}' as s")
        publish(df, "v", root=root, key=["id"], mode="upsert", shards=3, **(kept if n == 0 else {}))
    folder = open_root(root).folder("v")
    assert retention_of(folder) == Retention(1, 0.0, 2)
    assert folder.bases() == [4]
    assert folder.versions() == [4, 5]
    assert not caplog.records
    world = World(open_root(root), "v", 3)
    with open_store(world, tmp_path) as store:
        rows = store.current("v").count_rows()
    assert sum(rows) == 7
    # What cannot be done is told in the log, and the version is there all the same.
    (path,) = Path(root, "v", "retention").iterdir()
    path.write_text(path.read_text().replace('"format": 1', '"format": 2'))
    with pytest.raises(UnsupportedFormat):
        publish(spark.range(1).selectExpr("id", "'x' as s"), "v", root=root, key=["id"], mode="upsert", shards=3)
    for wrong in ({"base_every": -1}, {"retain_versions": 0}, {"retain_age": "soon"}):
        with pytest.raises(InvalidSchema):
            publish(spark.range(1), "w", root=root, key=["id"], **wrong)  # type: ignore[arg-type]
