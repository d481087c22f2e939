"""Roots on Azure, Google's storage and HDFS, with the libraries' defaults: what S3's tests ask, of each kind."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from statestore.errors import ConcurrentPublisher, RootNotFound, StateStoreError
from statestore.node import LocalStore
from statestore.node.maintenance import maintain
from statestore.views import Root, open_root
from statestore.views.publisher import Origin, Publisher
from statestore.views.retention import change_retention
from tests.plugins.gateway import running_gateway
from tests.plugins.scale import FULL, random_for
from tests.statestore.remote_servers import PLAIN_BUCKETS, Place, Places, azure, google, hdfs
from tests.statestore.store_world import WAIT_S, World, check, schema_of
from tests.statestore.stream_input import Stream, add_three_days, counts, rows_of

KINDS = {"azure": azure, "google": google, "hdfs": hdfs}


@pytest.fixture(scope="module", params=KINDS)
def places(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Places]:
    folder = tmp_path_factory.mktemp(request.param)
    with KINDS[request.param](folder) as made:
        yield made
    shutil.rmtree(folder)


@pytest.fixture
def place(places: Places) -> Place:
    return places()


@pytest.fixture
def root(place: Place) -> Root:
    return open_root(place[0], create=True, options=place[1])


def test_files(root: Root) -> None:
    storage = root.storage
    storage.create("v/a", b"one")
    storage.create("v/a", b"one")
    with pytest.raises(FileExistsError):
        storage.create("v/a", b"two")
    assert storage.read("v/a") == b"one"
    assert [storage.exists(path) for path in ("v/a", "v/b", "v")] == [True, False, False]
    assert storage.names("v") == ["a"]
    assert [(name, size) for name, size, _ in storage.entries("v")] == [("a", 3)]
    assert storage.names("nothing") == storage.entries("nothing") == []
    with pytest.raises(FileNotFoundError):
        storage.read("v/b")
    for _ in range(2):
        storage.remove("v/a")
        storage.remove_all(["v/a", "v/b"])
    assert not storage.exists("v/a")


def test_one_of_many_creates_a_file(root: Root) -> None:
    for n in range(5):
        won: list[int] = []

        def create(writer: int, path: str, won: list[int] = won) -> None:
            try:
                root.storage.create(path, f"by {writer}".encode())
            except FileExistsError:
                return
            won.append(writer)

        threads = [threading.Thread(target=create, args=(writer, f"race/{n}")) for writer in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(won) == 1
        assert root.storage.read(f"race/{n}") == f"by {won[0]}".encode()


def test_a_node_waits_at_an_empty_prefix_and_follows(root: Root, tmp_path: Path) -> None:
    world, dice = World(root), random_for("other roots")
    with LocalStore(root, tmp_path / "store") as store:
        assert dict(store.views()) == {}
        for _ in range(4):
            version = world.commit_random(dice)
            assert store.wait_for_version("v", version, WAIT_S)
            check(store.current("v"), world)


def test_one_of_two_publishers_wins(root: Root) -> None:
    with Publisher(root, schema_of("v"), owner="first") as first, Publisher(root, schema_of("v"), owner="second") as second:
        assert first.commit((), mode="upsert", origin=Origin("q1", "r1", 1)) == 1
        with pytest.raises(ConcurrentPublisher):
            second.commit((), mode="upsert", origin=Origin("q2", "r2", 1))
        assert first.commit((), mode="upsert", origin=Origin("q1", "r1", 2)) == 2
    assert root.folder("v").manifest(1).query_id == "q1"


def test_bases_and_vacuum(root: Root, tmp_path: Path) -> None:
    world, dice = World(root), random_for("other roots")
    change_retention(world.folder, versions=2, age="0s", base_every=2)
    for _ in range(6):
        world.commit_random(dice, replace_chance=0)
    bases, vacuumed = maintain(root, "v")
    assert [base.version for base in bases] == [5]
    assert vacuumed.oldest == 5
    assert world.folder.versions() == [5, 6]
    world.commit_random(dice)
    with LocalStore(root, tmp_path / "store") as store:
        check(store.current("v"), world)


def test_what_is_not_there(place: Place) -> None:
    uri, options = place
    elsewhere = uri if uri.startswith("webhdfs") else f"{uri.split('://')[0]}://nobodys-bucket/prefix"
    with pytest.raises(RootNotFound, match=elsewhere):
        open_root(elsewhere, options=options)


@pytest.mark.spark
@pytest.mark.parametrize("places", KINDS if FULL else ["azure"], indirect=True)
def test_a_job_publishes_and_a_gateway_serves(spark: Any, place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from statestore import publish

    monkeypatch.setitem(spark.sparkContext.environment, *PLAIN_BUCKETS)
    uri, options = place
    stream = Stream(spark, tmp_path)
    add_three_days(stream)
    stream.run(publish(counts(stream.read()), "counts", root=uri, key=["k"], shards=3, storage_options=options), "update")
    config = tmp_path / "tidegate.toml"
    lines = [f"{name} = '{value}'" for name, value in options.items()]
    config.write_text("\n".join([f'[storage."{uri}"]', *lines]) + "\n")
    with running_gateway(uri, tmp_path / "store", "--config", str(config)) as gateway, psycopg.connect(gateway.dsn) as client:
        found = client.execute("SELECT * FROM counts").fetchall()
    assert {row[:1]: row for row in found} == rows_of(counts(stream.read_all()))


def test_a_store_without_conditional_puts_is_refused(tmp_path: Path) -> None:
    with google(tmp_path, conditions=False) as places:
        uri, options = places()
        root = open_root(uri, create=True, options=options)
        with pytest.raises(StateStoreError, match="cannot tell two jobs apart") as caught:
            Publisher(root, schema_of("v"), owner="one")
        assert "single_writer=True" in (caught.value.hint or "")
        assert root.storage.names("") == []
        with Publisher(root, schema_of("v"), owner="one", single_writer=True) as publisher:
            assert publisher.commit((), mode="upsert", origin=Origin()) == 1
