"""Roots on S3, with the client library's defaults: a node follows, jobs publish, a gateway serves."""

from __future__ import annotations

import itertools
import json
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import boto3
import psycopg
import pyarrow as pa
import pytest
import s3fs

from gateway.commands.cli import main
from statestore.errors import ConcurrentPublisher, RootNotFound, StateStoreError
from statestore.node import LocalStore, StoreOptions
from statestore.node.base_maker import make_base
from statestore.node.maintenance import maintain
from statestore.node.remote_watch import DISCOVER_S
from statestore.node.verify import verify
from statestore.remote import options_for
from statestore.views import open_root
from statestore.views import vacuum as cleaning
from statestore.views.folder import ViewFolder
from statestore.views.latest import LATEST_FOLDER, read_latest, tell_latest
from statestore.views.local_writer import write_version
from statestore.views.publisher import Origin, Publisher
from statestore.views.retention import change_retention, retention_of
from statestore.views.vacuum import vacuum
from tests.hostile.process import eventually
from tests.plugins.gateway import running_gateway
from tests.plugins.scale import random_for, scaled
from tests.statestore.s3_server import LOST, REFUSED, Fault, S3Server, s3_server
from tests.statestore.store_world import WAIT_S, World, check, contents, make_world, schema_of
from tests.statestore.stream_input import Stream, add_three_days, counts, rows_of

_buckets = itertools.count(1)


@pytest.fixture(scope="module")
def server() -> Iterator[S3Server]:
    with pytest.MonkeyPatch.context() as patch, s3_server() as running:
        patch.setenv("AWS_ACCESS_KEY_ID", "tide")
        patch.setenv("AWS_SECRET_ACCESS_KEY", "gate")
        patch.setenv("AWS_DEFAULT_REGION", "us-east-1")
        patch.setenv("AWS_ENDPOINT_URL", running.endpoint)
        yield running
        s3fs.S3FileSystem.clear_instance_cache()


@pytest.fixture
def uri(server: S3Server) -> str:
    """A prefix in a bucket that is empty."""
    bucket = f"bucket-{next(_buckets)}"
    boto3.client("s3").create_bucket(Bucket=bucket)
    server.requests.clear()
    server.faults.clear()
    server.delay_s = 0.0
    return f"s3://{bucket}/some/prefix"


def rows(*keys: int, text: str = "a") -> pa.Table:
    return pa.table({"k": pa.array(keys, pa.int64()), "s": [text] * len(keys)})


def client_options(server: S3Server) -> dict[str, str]:
    return {"endpoint_url": server.endpoint, "key": "tide", "secret": "gate"}


def test_a_bucket_has_to_be_there(server: S3Server) -> None:
    for create in (False, True):
        with pytest.raises(RootNotFound) as caught:
            open_root("s3://bucket-of-nobody/prefix", create=create)
        assert "no bucket bucket-of-nobody" in (caught.value.detail or "")


def test_a_backup_in_a_bucket_is_a_root_and_comes_back(uri: str, tmp_path: Path) -> None:
    world = make_world(tmp_path)
    change_retention(world.folder, versions=7)
    for n in range(4):
        world.commit({n: "a", n + 10: "b"})
    make_base(world.root, "v")
    world.commit({1: "c"}, deletes=[2])
    assert main(["backup", "v", "--root", world.root.uri, uri, "--version", "4"]) == 0
    root = open_root(uri)
    assert read_latest(root.storage) == {"v": {4}}
    # A node follows while the next versions are added, here and by a job.
    with LocalStore(root, tmp_path / "store") as store:
        check(store.current("v"), world)
        assert store.current("v").version == 4
        assert main(["backup", "v", "--root", world.root.uri, uri]) == 0
        assert read_latest(root.storage) == {"v": {5}}
        assert store.wait_for_version("v", 5, WAIT_S)
        check(store.current("v"), world)
        copy = World(root, "v", history=list(world.history))
        copy.commit({77: "published to the copy"})
        assert store.wait_for_version("v", 6, WAIT_S)
        check(store.current("v"), copy)
    assert main(["restore", uri, "--root", str(tmp_path / "back")]) == 0
    back = open_root(str(tmp_path / "back"))
    assert verify(back.folder("v")).problems == ()
    assert retention_of(back.folder("v")).versions == 7
    with LocalStore(back, tmp_path / "back-store") as store:
        check(store.current("v"), copy)
        assert store.current("v").version == 6
    assert not list(Path(tempfile.gettempdir()).glob("tidegate-staging-*"))


def test_a_copy_that_a_store_cuts_short(uri: str, server: S3Server, tmp_path: Path) -> None:
    """Whatever request fails, nothing is seen of it; the next one goes on with the files that are there."""
    world = make_world(tmp_path)
    world.commit(dict.fromkeys(range(30), "a"))
    for part in ("/log/", "view.json"):
        server.faults.append(Fault(lambda method, path, part=part: method == "PUT" and part in path, REFUSED, times=10))  # type: ignore[misc]
        assert main(["backup", "v", "--root", world.root.uri, uri]) != 0
        assert open_root(uri).views() == []
        puts = [path for method, path in server.requests if method == "PUT" and path.endswith(".sst")]
        assert len(puts) == 3  # those of the first attempt
        server.faults.clear()
    assert main(["backup", "v", "--root", world.root.uri, uri]) == 0
    assert len([path for method, path in server.requests if method == "PUT" and path.endswith(".sst")]) == 3
    with LocalStore(open_root(uri), tmp_path / "store") as store:
        check(store.current("v"), world)


def test_a_node_waits_at_an_empty_prefix_and_follows(uri: str, tmp_path: Path) -> None:
    with LocalStore(open_root(uri), tmp_path / "store") as store:
        assert dict(store.views()) == {}
        write_version(uri, schema_of("v"), rows(1, 2))
        assert store.wait_for_version("v", 1, WAIT_S)
        for version in range(2, 5):
            write_version(uri, schema_of("v"), rows(version, text=str(version)), deletes=[(1,)] if version == 3 else None)
            assert store.wait_for_version("v", version, WAIT_S)
        assert contents(store.current("v")) == {2: "2", 3: "3", 4: "4"}
        write_version(uri, schema_of("w"), rows(7))
        assert store.wait_for_version("w", 1, WAIT_S)


def test_what_is_there_is_here_after_the_first_pass(uri: str, tmp_path: Path) -> None:
    """Also where the thread makes it, as it does for a gateway."""
    write_version(uri, schema_of("v"), rows(1, 2))
    store = LocalStore(open_root(uri), tmp_path / "store")
    store.start(wait=False, wait_s=WAIT_S)
    try:
        assert contents(store.current("v")) == {1: "a", 2: "a"}
    finally:
        store.close()


def test_one_of_two_publishers_wins(uri: str) -> None:
    with Publisher(open_root(uri, create=True), schema_of("v"), owner="first") as first:
        with Publisher(open_root(uri), schema_of("v"), owner="second") as second:
            assert first.commit((), mode="upsert", origin=Origin("q1", "r1", 1)) == 1
            with pytest.raises(ConcurrentPublisher):
                second.commit((), mode="upsert", origin=Origin("q2", "r2", 1))
        assert first.commit((), mode="upsert", origin=Origin("q1", "r1", 2)) == 2
    assert open_root(uri).folder("v").manifest(1).query_id == "q1"


def test_an_answer_that_is_lost_commits_once(uri: str, server: S3Server) -> None:
    write_version(uri, schema_of("v"), rows(1))
    for fault in (LOST, REFUSED):
        lost = Fault(lambda method, path: method == "PUT" and "/log/" in path, fault)
        server.faults.append(lost)
        version = write_version(uri, schema_of("v"), rows(2, text=fault))
        assert not lost.times
        folder = open_root(uri).folder("v")
        assert folder.latest() == version
        assert folder.manifest(version).rows == 1
    assert version == 3


def test_idle_views_cost_no_requests(uri: str, tmp_path: Path, server: S3Server) -> None:
    views = [f"v{n}" for n in range(8)]
    for view in views:
        write_version(uri, schema_of(view), rows(1))
    options = StoreOptions(remote_poll_s=0.1)
    with LocalStore(open_root(uri), tmp_path / "store", options) as store:
        server.requests.clear()
        time.sleep(1.0)
        assert {method for method, _ in server.requests} == {"GET"}
        assert {path.rsplit("/", 2)[-1] for _, path in server.requests} <= {"", uri.split("/")[2]}, "listings of the bucket alone"
        polls = len(server.requests)
        assert 1 <= polls <= 11
        write_version(uri, schema_of("v3"), rows(2))
        assert store.wait_for_version("v3", 2, WAIT_S)


def test_names_of_views_are_read_again_without_looking_at_each(uri: str, tmp_path: Path, server: S3Server) -> None:
    root, now = open_root(uri), [0.0]
    for number in range(8):
        write_version(uri, schema_of(f"v{number}"), rows(1))
    options = StoreOptions(remote_poll_s=0.1)
    with LocalStore(root, tmp_path / "store", options, clock=lambda: now[0]) as store:
        eventually(lambda: len(store.views()) == 8, "all views are here")
        write_version(uri, schema_of("old"), rows(1))  # as by an older release, which tells nobody
        (told,) = (name for name in root.storage.names(LATEST_FOLDER) if name.endswith("old"))
        root.storage.remove(f"{LATEST_FOLDER}/{told}")
        server.requests.clear()
        now[0] = DISCOVER_S
        assert store.wait_for_version("old", 1, WAIT_S)
        looked_at = {view for _, path in server.requests for view in path.split("/") if view.startswith("v") and view[1:].isdigit()}
        assert len(looked_at) <= 1, "the one whose turn it was"


def test_what_a_version_needs_is_asked_for_side_by_side(uri: str, tmp_path: Path, server: S3Server) -> None:
    schema = schema_of("v", shards=8)
    write_version(uri, schema, rows(*range(100)))
    with LocalStore(open_root(uri), tmp_path / "store", StoreOptions(remote_poll_s=3600)) as store:
        write_version(uri, schema, rows(*range(100, 200)))
        server.requests.clear()
        server.busiest, server.delay_s = 0, 0.5
        store.refresh()  # and no sooner: a look that comes before what was asked is forgotten would count in part
        assert store.wait_for_version("v", 2, WAIT_S)
        asked = [path for _, path in server.requests]
        assert server.busiest == 8
        files = [path for path in asked if path.endswith(".sst")]
        assert len(files) == len(set(files)) == 8
        # What is here, the next version, and that there is none behind it.
        log = sorted(path.rsplit("/", 1)[1] for path in asked if "/log/" in path)
        assert log == [f"{number:020d}.json" for number in (1, 2, 3)]


def test_hints_that_are_lost_are_done_without(uri: str, tmp_path: Path) -> None:
    write_version(uri, schema_of("v"), rows(1))
    root = open_root(uri)
    with LocalStore(root, tmp_path / "store") as store:
        for version in (2, 3):
            write_version(uri, schema_of("v"), rows(version))
            for name in root.storage.names(LATEST_FOLDER):
                root.storage.remove(f"{LATEST_FOLDER}/{name}")
            assert store.wait_for_version("v", version, WAIT_S)
    with Publisher(root, schema_of("v"), owner="next"):
        assert read_latest(root.storage) == {"v": {3}}


def test_bases_and_vacuum_with_a_server_that_fails(
    uri: str, tmp_path: Path, server: S3Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Requests are refused, or carried out with their answers lost, now and then: what is done at last is right."""
    dice = random_for("S3 maintenance")
    world = World(open_root(uri, create=True))
    change_retention(world.folder, versions=3, age="0s", base_every=3)
    for round_ in range(scaled(6, 60)):
        for _ in range(3):
            world.commit_random(dice)
        for _ in range(5):
            methods, status = dice.choice([("PUT", REFUSED), ("PUT", LOST), ("GET", REFUSED), ("DELETE", LOST), ("POST", REFUSED)])
            server.faults.append(Fault(lambda method, _, which=methods: method == which and dice.random() < 0.3, status))
        with suppress(StateStoreError, OSError):
            maintain(world.root, "v")
        server.faults.clear()
        with LocalStore(world.root, tmp_path / f"store-{round_}") as store:
            check(store.current("v"), world)
            assert not store.health().views
    maintain(world.root, "v")
    folder = world.folder
    assert folder.versions()[0] > world.version - 10
    named = {file.path for base in folder.bases() for file in folder.base(base).files}
    named |= {file.path for version in folder.versions() for file in folder.manifest(version).files}
    monkeypatch.setattr(cleaning, "ORPHAN_AGE_S", 0.0)
    vacuum(folder, retention_of(folder))
    left = {f"shards/{n:04d}/{name}" for n in range(3) for name in folder.storage.names(f"v/shards/{n:04d}")}
    assert left <= named
    check_files(folder)


def check_files(folder: ViewFolder) -> None:
    """What a new node needs of the log is there, all of it."""
    newest = folder.newest_base()
    needed = list(newest.files) if newest else []
    for version in range(newest.version + 1 if newest else 1, folder.latest() + 1):
        needed += folder.manifest(version).files
    assert all(folder.storage.exists(f"v/{file.path}") for file in needed)


@pytest.mark.spark
def test_a_job_publishes_and_a_gateway_serves(
    spark: Any, uri: str, tmp_path: Path, server: S3Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both are told of the server by options; the tasks' environment may or may not."""
    from statestore import publish

    for name in ("AWS_ENDPOINT_URL", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.delenv(name)
    bucket = uri.removesuffix("/some/prefix")
    lines = [f"{key} = {json.dumps(value)}" for key, value in client_options(server).items()]
    (tmp_path / "tidegate.toml").write_text("\n".join([f'[storage."{bucket}"]', *lines]))
    stream = Stream(spark, tmp_path)
    add_three_days(stream)
    writer = publish(counts(stream.read()), "counts", root=uri, key=["k"], shards=3, storage_options=client_options(server))
    stream.run(writer, "update")
    with running_gateway(uri, tmp_path / "store", "--config", str(tmp_path / "tidegate.toml")) as gateway:
        with psycopg.connect(gateway.dsn) as client:
            found = client.execute("SELECT k, rows, total FROM counts").fetchall()
        assert {(row[0],): row for row in found} == rows_of(counts(stream.read_all()))


def test_options_of_the_longest_uri() -> None:
    storages = {"s3://a": {"key": "1"}, "s3://a/b/": {"key": "2"}, "s3://ab": {"key": "3"}}
    uris = ("s3://a", "s3://a/c", "s3://a/b/c", "s3://a/bc", "s3://ab/c", "gs://a", "/a")
    found = [options_for(uri, storages).get("key") for uri in uris]
    assert found == ["1", "1", "2", "1", "3", None, None]


def test_freshness_is_proven_by_what_was_seen(uri: str, tmp_path: Path, server: S3Server) -> None:
    write_version(uri, schema_of("v"), rows(1))
    with LocalStore(open_root(uri), tmp_path / "store", StoreOptions(remote_poll_s=0.1)) as store:
        server.requests.clear()
        before_us = time.time_ns() // 1000
        eventually(lambda: store.unseen_us("v", before_us) == 0, "what was there before has been seen")
        assert list(store.newer(store.current("v"))) == []
        # Another one is told of: until it has been looked for, nothing newer is proven.
        tell_latest(store.root.storage, "v", 2)
        eventually(lambda: any(path.endswith(f"{2:020d}.json") for _, path in server.requests), "its manifest is asked for")
        away = Fault(lambda *_: True, REFUSED, times=1_000_000)
        server.faults.append(away)
        eventually(lambda: store.health().root is not None, "the root is away")
        assert store.unseen_us("v", time.time_ns() // 1000) > 0
        away.times = 0
        # A publisher that crashed there does not hinder the next one.
        assert write_version(uri, schema_of("v"), rows(2)) == 2
        assert store.wait_for_version("v", 2, WAIT_S)
        assert read_latest(store.root.storage) == {"v": {2}}


def test_a_node_starts_while_the_store_is_away(uri: str, tmp_path: Path, server: S3Server) -> None:
    write_version(uri, schema_of("v"), rows(1, 2))
    with LocalStore(open_root(uri), tmp_path / "store"):
        pass
    away = Fault(lambda *_: True, REFUSED, times=1_000_000)
    server.faults.append(away)
    with LocalStore(open_root(uri, must_exist=False), tmp_path / "store", StoreOptions(remote_poll_s=0.1)) as store:
        assert contents(store.current("v")) == {1: "a", 2: "a"}
        assert store.unseen_us("v", time.time_ns() // 1000) > 0
        away.times = 0
        write_version(uri, schema_of("v"), rows(3))
        assert store.wait_for_version("v", 2, WAIT_S)
