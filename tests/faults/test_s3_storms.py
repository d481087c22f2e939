"""A root on S3 in a storm: jobs publish, bases are made, old versions deleted, nodes follow and start; all of it fails at times."""

from __future__ import annotations

import random
import shutil
import threading
import time
import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import boto3
import pytest
import s3fs

from statestore.errors import StateStoreError
from statestore.node import LocalStore, StoreOptions
from statestore.node.maintenance import maintain
from statestore.remote import StorageOptions
from statestore.views import remote_storage
from statestore.views.retention import change_retention, retention_of
from statestore.views.root import Root, open_root
from statestore.views.vacuum import vacuum
from tests.faults.calm import check_kept_are_served, check_nothing_is_left
from tests.faults.storm import Storm
from tests.faults.tide import Tide, after
from tests.plugins.scale import random_for, scaled
from tests.statestore.s3_server import S3Server, s3_server
from tests.statestore.store_world import WAIT_S, Rows, World, check, contents

#: As a root is opened by default, but for the deadlines.
CLIENT: StorageOptions = {
    "config_kwargs": {"connect_timeout": 0.4, "read_timeout": 0.4, "retries": {"mode": "standard", "total_max_attempts": 2}}
}
NODE = StoreOptions(remote_poll_s=0.05, retry_s=0.05, retry_max_s=0.2, keep_versions=3, keep_age_s=0.2)
KEPT = 3
BASE_EVERY = 3
QUERIES = ("one", "two")
BATCHES_LEAST = 3
STORM_S = 2.5
#: Moto takes longer than a store does: some requests are left for the jobs.
PAUSE_S = 0.1
CHANCES = (0.03, 0.1, 0.2)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[S3Server]:
    with s3_server() as running:
        for name, value in (("ACCESS_KEY_ID", "tide"), ("SECRET_ACCESS_KEY", "gate"), ("DEFAULT_REGION", "us-east-1")):
            monkeypatch.setenv(f"AWS_{name}", value)
        monkeypatch.setenv("AWS_ENDPOINT_URL", running.endpoint)
        yield running
        s3fs.S3FileSystem.clear_instance_cache()


@dataclass
class Life:
    """All that happens to one root. *wrong* is empty in the end."""

    root: Root
    storm: Storm
    tide: Tide
    folder: Path
    over: threading.Event = field(default_factory=threading.Event)
    wrong: list[str] = field(default_factory=list)
    did: Counter[str] = field(default_factory=Counter)
    #: (query, batch) of which a job was told that it is committed.
    told: list[tuple[str, int]] = field(default_factory=list)

    def live(self) -> None:
        """Until both jobs have made their batches, at least; then everybody stops."""
        jobs = [self._thread(self._publish, query) for query in QUERIES]
        others = [self._thread(work) for work in (self._keep_house, self._keep_house, self._follow, self._start_anew)]
        for job in jobs:
            job.join()
        self.over.set()
        for other in others:
            other.join()

    def history(self) -> list[Rows]:
        """What each version holds, by what the server has taken."""
        rows: list[Rows] = [{}]
        for _, (manifest, *_) in sorted(self.storm.ledger().items()):
            rows.append(after(rows[-1], self.tide.writes(manifest["batch_id"], manifest["query_id"])))
        return rows

    def _thread(self, work: Callable[..., None], *args: str) -> threading.Thread:
        def working() -> None:
            try:
                work(*args)
            except Exception as error:  # noqa: BLE001 - told to the test's thread
                self.wrong.append(f"{work.__name__}: {error!r}")

        thread = threading.Thread(target=working)
        thread.start()
        return thread

    def _publish(self, query: str) -> None:
        until_s = time.monotonic() + STORM_S
        batch = 0
        while batch < BATCHES_LEAST or time.monotonic() < until_s:
            batch += 1
            while not self._committed(query, batch):
                self.did["commits that failed"] += 1
                if time.monotonic() > until_s + WAIT_S:
                    self.storm.end()

    def _committed(self, query: str, batch: int) -> bool:
        """A job that fails is started again with the same batch."""
        try:
            self.tide.commit(self.root, batch, query)
        except (StateStoreError, OSError):
            return False
        self.told.append((query, batch))
        return True

    def _keep_house(self) -> None:
        while not self.over.is_set():
            with suppress(StateStoreError, OSError):
                _, deleted = maintain(self.root, "v")
                others = vacuum(self.root.folder("v"), retention_of(self.root.folder("v")))
                self.did["deleted"] += len(deleted.paths) + len(others.paths)
            self.over.wait(PAUSE_S)

    def _start_anew(self) -> None:
        while not self.over.is_set():
            with suppress(StateStoreError, OSError), LocalStore(self.root, self.folder / "new", NODE) as store:
                if store.wait_for_version("v", 1, 1.0):
                    self._check(store)
            shutil.rmtree(self.folder / "new", ignore_errors=True)
            self.over.wait(PAUSE_S)

    def _follow(self) -> None:
        store = LocalStore(self.root, self.folder / "followed", NODE)
        while not self.over.is_set():
            with suppress(StateStoreError, OSError):
                store.start()
                break
            store = LocalStore(self.root, self.folder / "followed", NODE)
        try:
            least = 0
            while not self.over.is_set():
                if "v" in store.views():
                    least = self._check(store, least)
                self.over.wait(0.02)
        finally:
            store.close()

    def _check(self, store: LocalStore, least: int = 0) -> int:
        kept = store.versions("v")
        history = self.history()
        for version in kept:
            self.did["reads"] += 1
            if contents(version) != history[version.version]:
                self.wrong.append(f"version {version.version} is not what was committed")
        if kept[-1].version < least:
            self.wrong.append(f"version {kept[-1].version} after {least}")
        return kept[-1].version


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_a_storm_loses_nothing_and_doubles_nothing(tmp_path: Path, server: S3Server) -> None:
    dice = random_for("storms over S3")
    total: Counter[str] = Counter()
    for n in range(scaled(1, 100)):
        life = make_life(tmp_path / str(n), server, dice)
        life.storm.chance = dice.choice(CHANCES)
        life.live()
        life.storm.end()
        assert life.wrong == []
        check_commits(life)
        check_calm(life)
        total += life.did + life.storm.befell + Counter({"versions": len(life.told)})
        shutil.rmtree(tmp_path / str(n))
    print(dict(total))


def test_an_upload_that_is_not_answered_is_not_waited_for(
    tmp_path: Path, server: S3Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """S3's client alone may wait for ever: at times its deadline does not count for what it sends. Here it never does."""
    patient = {"config_kwargs": {**CLIENT["config_kwargs"], "read_timeout": WAIT_S}}
    life, silent = make_life(tmp_path / "0", server, random_for("silence"), patient), threading.Event()
    weather = server.weather
    assert weather is not None

    def silence(environ: dict[str, Any], start_response: Any, answer: Callable[..., Any]) -> Any:
        if environ["REQUEST_METHOD"] == "PUT" and "/shards/" in environ["PATH_INFO"]:
            silent.wait(WAIT_S)
        return weather(environ, start_response, answer)

    server.weather = silence
    with monkeypatch.context() as patched:
        patched.setattr(remote_storage, "REQUEST_S", WAIT_S / 20)
        began_s = time.monotonic()
        with pytest.raises(OSError, match="no answer"):
            life.tide.commit(life.root, 1)
        silent.set()
        assert time.monotonic() - began_s < WAIT_S / 2
    server.weather = weather
    assert life.tide.commit(life.root, 1) == 1


def make_life(folder: Path, server: S3Server, dice: random.Random, client: StorageOptions = CLIENT) -> Life:
    bucket = f"storm-{uuid.uuid4().hex}"
    boto3.client("s3").create_bucket(Bucket=bucket)
    folder.mkdir()
    server.weather = storm = Storm(random.Random(dice.random()))
    root = open_root(f"s3://{bucket}/some/prefix", create=True, options=client)
    change_retention(root.folder("v"), versions=KEPT, age="1s", base_every=BASE_EVERY)
    return Life(root, storm, Tide(dice.randrange(2**32)), folder)


def check_commits(life: Life) -> None:
    """Each version was created once, each batch is in one of them, and its job was told."""
    manifests = [found for _, found in sorted(life.storm.committed.items())]
    assert [len(found) for found in manifests] == [1] * len(manifests)
    assert [found[0]["version"] for found in manifests] == list(range(1, len(manifests) + 1))
    batches = [(found[0]["query_id"], found[0]["batch_id"]) for found in manifests]
    assert sorted(batches) == sorted(life.told)
    for query in QUERIES:
        mine = [batch for name, batch in batches if name == query]
        assert mine == list(range(1, len(mine) + 1))


def check_calm(life: Life) -> None:
    """Nodes get where they should, what is kept can be had, and nothing else is left."""
    batch = life.tide.commit(life.root, 1, "last")
    assert batch == len(life.storm.committed)
    with suppress(StateStoreError):  # the publisher that comes next tidies up what is told of versions
        life.tide.commit(life.root, 1, "last")
    world = World(life.root, history=life.history())
    with LocalStore(life.root, life.folder / "followed", NODE) as store:
        assert store.wait_for_version("v", world.version, WAIT_S)
        check(store.current("v"), world)
        assert store.health().ok
    oldest = max(1, world.version - KEPT + 1)
    check_nothing_is_left(world, oldest, BASE_EVERY)
    check_kept_are_served(life.folder / "kept", world, oldest)
