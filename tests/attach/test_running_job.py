"""Attached while the job runs at full speed and is killed in between: each answer is of one batch, no kept batch is refused."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest

from tests.attach.running.job import LEDGER, TWICE
from tests.attach.running.reader import Follower, Reader
from tests.plugins.cluster import wait_until
from tests.plugins.gateway import start_gateway
from tests.plugins.need import program
from tests.plugins.scale import random_for, scaled

READERS = 2
KILLS = scaled(1, 20)
#: Batches between two kills.
LIFE = (scaled(1, 8), scaled(2, 25))
BATCH_S_MAX = 300.0
ENOUGH = 1_000_000


class RunningJob:
    """The job in a process group of its own, JVM and Python workers included."""

    def __init__(self, folder: Path, provider: str) -> None:
        self._folder = folder
        self._log = folder / "job.log"
        self._command = [sys.executable, "-m", "tests.attach.running.job", str(folder), provider, str(ENOUGH)]
        self.start()

    def start(self) -> None:
        """Go on from the checkpoint."""
        with self._log.open("ab") as log:
            self.process = subprocess.Popen(self._command, start_new_session=True, stdout=log, stderr=log)

    def newest(self) -> int:
        """The batch that both queries have committed; -1 if there is none."""
        assert self.process.poll() is None, self._log.read_text(errors="replace")[-3000:]
        folders = (self._folder / name / "commits" for name in (LEDGER, TWICE))
        return min(max((int(p.name) for p in folder.glob("*") if p.name.isdigit()), default=-1) for folder in folders)

    def await_batches(self, count: int) -> None:
        """Wait until so many more have been committed."""
        wanted = self.newest() + count
        while self.newest() < wanted:
            self._await_batch()

    def _await_batch(self) -> None:
        done = self.newest()
        wait_until(lambda: self.newest() > done, BATCH_S_MAX, f"a batch after {done}")

    def kill(self) -> None:
        """kill -9 of the whole group, of which nothing may be left."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


@pytest.mark.slow
@pytest.mark.spark
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("provider", ["rocksdb", "changelog"] if scaled(0, 1) else ["rocksdb"])
def test_every_answer_is_of_one_batch(tmp_path: Path, provider: str) -> None:
    program("java")
    chance = random_for("running job")
    (tmp_path / "root").mkdir()
    attachments = [f"--attach={name}={tmp_path / name}" for name in (LEDGER, TWICE)]
    gateway = start_gateway(tmp_path / "root", tmp_path / "store", *attachments)
    job = RunningJob(tmp_path, provider)
    readers: list[Reader] = []
    follower = Follower(gateway.dsn)
    try:
        job.await_batches(2)
        wait_until(lambda: _served(gateway.dsn), BATCH_S_MAX, "both queries' tables are served")
        readers = [Reader(gateway.dsn, tmp_path / LEDGER, chance.randrange(2**32)) for _ in range(READERS)]
        for reader in (follower, *readers):
            reader.start()
        _kill_at_random(job, readers, chance)
        last = job.newest()
        wait_until(lambda: _newest(gateway.dsn) > last, BATCH_S_MAX, "the gateway follows")
    finally:
        job.kill()
        for reader in (follower, *readers):
            if reader.is_alive():
                reader.stop()
        gateway.kill()
    seen = set().union(*(reader.versions for reader in readers))
    print(f"{sum(r.reads for r in readers)} answers of {len(seen)} batches, {sum(r.travels for r in readers)} journeys in time")
    assert [reader.wrong for reader in readers] == [[]] * READERS
    assert follower.wrong == []
    assert len(follower.versions) > KILLS
    assert min(reader.reads for reader in readers) > 0
    assert sum(reader.travels for reader in readers) > 0
    assert len(seen) > KILLS


def _kill_at_random(job: RunningJob, readers: list[Reader], chance: random.Random) -> None:
    for _ in range(KILLS):
        job.await_batches(chance.randrange(*LIFE))
        job.kill()
        assert [reader.wrong for reader in readers] == [[]] * READERS
        job.start()
    job.await_batches(LIFE[0])


def _served(dsn: str) -> bool:
    with psycopg.connect(dsn, autocommit=True) as connection:
        names = {row[0] for row in connection.execute("SELECT name FROM tidegate.views")}
    return LEDGER in names and sum(name.startswith(TWICE) for name in names) > 1


def _newest(dsn: str) -> int:
    """The newest version of the ledger."""
    with psycopg.connect(dsn, autocommit=True) as connection:
        row = connection.execute("SELECT version FROM tidegate.views WHERE name = %s", [LEDGER]).fetchone()
    assert row is not None
    return int(row[0])
