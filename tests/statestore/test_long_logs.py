"""A log of a week: what is asked of the root does not grow with it, and what comes out is what a listing would give."""

from __future__ import annotations

import itertools
import math
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import boto3
import pyarrow as pa
import pytest
import s3fs

from gateway.commands.views import list_views
from statestore.node import LocalStore
from statestore.node.maintenance import maintain
from statestore.views import open_root, vacuum
from statestore.views.folder import ViewFolder
from statestore.views.latest import LATEST_FOLDER
from statestore.views.local_writer import write_version
from statestore.views.orphans import file_path
from statestore.views.publisher import Publisher
from statestore.views.remote_storage import RemoteStorage
from statestore.views.retention import change_retention
from tests.plugins.scale import random_for, scaled
from tests.statestore.s3_server import s3_server
from tests.statestore.store_world import UNPOLLED, World, check, make_world, open_store, schema_of

_roots = itertools.count(1)


class Asked:
    """A storage that counts what it is asked for."""

    def __init__(self, storage: Any) -> None:
        self._storage = storage
        self.counts: Counter[str] = Counter()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._storage, name)

    def exists(self, path: str) -> bool:
        self.counts["exists"] += 1
        return bool(self._storage.exists(path))

    def names(self, folder: str, *args: Any, **options: Any) -> list[str]:
        self.counts[folder] += 1
        return list(self._storage.names(folder, *args, **options))


@pytest.mark.parametrize("told", ["as it is", "the next one too", "the one before too", "by a release that has gone on", "nothing"])
def test_versions_are_those_of_a_listing(told: str) -> None:
    dice = random_for(f"versions of a log, {told}")
    for _ in range(scaled(12, 200)):
        first, length = dice.choice([1, 1, dice.randrange(2, 2000)]), dice.choice([1, 2, 3, dice.randrange(4, 700)])
        log = range(first, first + length)
        storage = Asked(open_root(f"memory://long-{next(_roots)}", create=True).storage)
        for version in log:
            storage.create(f"v/log/{version:020d}.json", b"x")
        for base in dice.sample(log, min(length, dice.choice([0, 0, 1, 2]))):
            storage.create(f"v/bases/{base:020d}.json", b"x")
        latest = log[-1]
        names = {
            "as it is": [latest],
            "the next one too": [latest, latest + 1],
            "the one before too": [latest - 1, latest],
            "by a release that has gone on": [dice.choice(log)],
            "nothing": [],
        }[told]
        for version in names:
            storage.create(f"{LATEST_FOLDER}/{version:020d}-v", b"x")
            storage.create(f"{LATEST_FOLDER}/{version + 9:020d}-another", b"x")
        folder = ViewFolder(storage, "v")
        known = dice.choice(log)
        for ask, wanted in (
            (folder.latest, latest),
            (folder.find_latest, latest),
            (folder.versions, list(log)),
            (lambda folder=folder, known=known: folder.first(known), first),
            (lambda folder=folder, known=known: folder.versions(known), [v for v in log if v > known]),
            (lambda folder=folder, before=first - 1: folder.versions(before), list(log)),
        ):
            storage.counts.clear()
            assert ask() == wanted
            assert storage.counts["exists"] <= 2 * (2 * math.log2(length + 1) + 2) + 40
            assert storage.counts["v/log"] <= (told == "nothing")


def test_a_view_without_versions_has_none() -> None:
    folder = open_root(f"memory://long-{next(_roots)}", create=True).folder("v")
    assert (folder.versions(), folder.latest(), folder.find_latest()) == ([], 0, 0)


def test_what_is_deleted_of_a_long_log_is_what_is_deleted_of_a_short_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """But for what attempts that came to nothing have left, which goes when all files are looked at."""
    dice, ways = random_for("vacuum of a long log"), {"long": 30, "short": vacuum.LISTED_VERSIONS}
    monkeypatch.setattr("random.random", lambda: 1.0)
    world = make_world(tmp_path, shards=2)
    change_retention(world.folder, versions=30, age="0s", base_every=6)
    for n in range(scaled(150, 1300)):
        world.commit_random(dice, keys=60, replace_chance=0.02)
        if (n + 1) % 6:
            continue
        left = []
        for way, listed in ways.items():
            root = tmp_path / way
            shutil.copytree(world.root.uri, root)
            monkeypatch.setattr(vacuum, "LISTED_VERSIONS", listed)
            maintain(open_root(str(root)), "v")
            left.append({_without_attempt(path, root) for path in root.rglob("*") if path.is_file()})
            shutil.rmtree(root)
        assert left[0] == left[1]
        monkeypatch.setattr(vacuum, "LISTED_VERSIONS", 30)
        maintain(world.root, "v")
    assert world.folder.versions()[0] > world.version - 40
    stray = Path(world.root.uri, "v", file_path(0, world.folder.versions()[0] - 1, "ab", 1))
    stray.write_bytes(b"of an attempt that came to nothing")
    maintain(world.root, "v")
    assert stray.exists()
    monkeypatch.setattr(vacuum, "LISTED_VERSIONS", ways["short"])
    maintain(world.root, "v")
    assert not stray.exists()
    with open_store(world, tmp_path) as store:
        check(store.current("v"), world)


def _without_attempt(path: Path, root: Path) -> str:
    """Bases are made by two, whose files differ by the attempt's name alone."""
    told = str(path.relative_to(root))
    head, dash, rest = told.partition("-base-")
    return head + dash + rest.rpartition("-")[2] if dash else told


@pytest.fixture
def s3(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    with s3_server() as running:
        monkeypatch.setenv("AWS_ACCESS_KEY_ID", "tide")
        monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "gate")
        monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
        monkeypatch.setenv("AWS_ENDPOINT_URL", running.endpoint)
        boto3.client("s3").create_bucket(Bucket="long")
        yield "s3://long/root"
        s3fs.S3FileSystem.clear_instance_cache()


@pytest.mark.timeout(600)
def test_on_s3_fewer_names_are_listed_than_there_are_versions(s3: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a job that starts, what it has done beside, a node that starts, and `tidegate views`, together."""
    world = make_world(tmp_path, shards=1)
    change_retention(world.folder, versions=726, age="0s", base_every=5)
    for n in range(731):
        world.commit({n % 50: f"version {n}"})
    files = s3fs.S3FileSystem(use_listings_cache=False)
    files.put(f"{world.root.uri}/v", f"{s3}/v", recursive=True)
    remote = World(open_root(s3), "v", 1, world.history)
    with Publisher(remote.root, schema_of("v", shards=1), owner="once"):
        pass  # tells which version is the latest
    remote.commit({1: "on S3"})
    orphan = file_path(0, remote.version - 3, "ab", 1)
    remote.root.storage.create(f"v/{orphan}", b"of an attempt that came to nothing")
    listed: list[tuple[str, int]] = []
    original = RemoteStorage._listed

    def counted(storage: RemoteStorage, folder: str, prefix: str, within_s: float) -> Any:
        found = original(storage, folder, prefix, within_s)
        listed.append((f"{folder}/{prefix}", len(found)))
        return found

    monkeypatch.setattr(RemoteStorage, "_listed", counted)
    monkeypatch.setattr(vacuum, "LISTED_VERSIONS", 100)
    monkeypatch.setattr("random.random", lambda: 1.0)
    monkeypatch.setattr("gateway.commands.views.LISTED_VERSIONS", 700)
    write_version(remote.root, schema_of("v", shards=1), pa.table({"k": [99], "s": ["a new key"]}), [], "upsert")
    assert not remote.root.storage.exists(f"v/{orphan}")
    bases, done = maintain(remote.root, "v")
    assert [base.version for base in bases] == [8, 733]
    assert remote.folder.versions() == list(range(8, 734))
    assert [path for path in done.paths if "/log/" in path] == [remote.folder.manifest_path(version) for version in range(1, 8)]
    with LocalStore(remote.root, tmp_path / "store", UNPOLLED) as store:
        assert store.current("v").version == 733
        assert sum(store.current("v").count_rows()) == 51
    (line,) = list_views(open_root(s3), as_json=True)
    assert '"version": 733' in line
    assert '"bytes_total": null' in line
    assert sum(number for _, number in listed) < 731, listed
