"""kill -9 of the gateway and of the Spark driver at random moments loses nothing and doubles nothing."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
from pathlib import Path

import psycopg
import pytest

from statestore.views import open_root
from tests.faults.ledger import Ledger
from tests.faults.reader import Reader
from tests.plugins.gateway import Gateway, start_gateway
from tests.plugins.need import program
from tests.plugins.scale import random_for, scaled

#: Seconds within which a kill strikes; the driver needs some for starting.
GATEWAY_LIFE_S = (0.0, 4.0)
DRIVER_LIFE_S = (3.0, 14.0)
STEPS_PER_DRIVER_KILL = scaled(12, 25)


class Driver:
    """A Spark job, by default the ledger's, in a process group of its own, JVM and Python workers included."""

    def __init__(self, folder: Path, job: str = "ledger_job", paths: tuple[str, ...] = ("root", "steps", "checkpoint")) -> None:
        command = [sys.executable, "-m", f"tests.faults.{job}", *(str(folder / name) for name in paths)]
        self._log = folder / f"{job}.log"
        with self._log.open("ab") as log:
            self.process = subprocess.Popen(command, start_new_session=True, stdout=log, stderr=log)

    def ended_within(self, seconds: float) -> bool:
        """Did it finish by itself?"""
        try:
            code = self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        assert code == 0, f"the driver ended with {code}: {self._log.read_text(errors='replace')[-3000:]}"
        return True

    def kill(self) -> None:
        """kill -9 of the whole group; nothing happens where it has ended."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


@pytest.mark.slow
@pytest.mark.spark
@pytest.mark.timeout(3600)
def test_kills_lose_nothing_and_double_nothing(tmp_path: Path) -> None:
    program("java")
    chance = random_for("kills")
    driver_kills, gateway_kills = scaled(1, 25), scaled(2, 25)
    steps = STEPS_PER_DRIVER_KILL * driver_kills
    ledger = Ledger(chance.randrange(2**32))
    (tmp_path / "root").mkdir()
    ledger.write(tmp_path / "steps", steps)
    gateway = start_gateway(tmp_path / "root", tmp_path / "store")
    reader = Reader(gateway.dsn, chance.randrange(2**32))
    reader.start()
    try:
        gateway = _kill_at_random(tmp_path, gateway, chance, driver_kills, gateway_kills)
        assert reader.wrong == []
        _check_log(tmp_path / "root", steps)
        _check_rows(gateway, ledger, steps)
    finally:
        reader.stop()
        gateway.kill()
    assert reader.wrong == []
    assert reader.reads > 0


def _kill_at_random(tmp_path: Path, gateway: Gateway, chance: random.Random, driver_kills: int, gateway_kills: int) -> Gateway:
    """Kill both, each as often as said, while the other goes on; returns the last gateway once the job is through."""
    victims = ["driver"] * driver_kills + ["gateway"] * gateway_kills
    chance.shuffle(victims)
    driver = Driver(tmp_path)
    done = False
    try:
        for victim in victims:
            if victim == "driver":
                done = done or driver.ended_within(chance.uniform(*DRIVER_LIFE_S))
                if not done:
                    driver.kill()
                    driver = Driver(tmp_path)
            else:
                done = done or driver.ended_within(chance.uniform(*GATEWAY_LIFE_S))
                gateway.kill()
                gateway = start_gateway(tmp_path / "root", tmp_path / "store", port=gateway.port)
        assert done or driver.ended_within(600)
    except BaseException:
        gateway.kill()
        raise
    finally:
        driver.kill()
    return gateway


def _check_log(root: Path, steps: int) -> None:
    """Every step is one version, in order: none lost, none twice."""
    folder = open_root(str(root)).folder("accounts")
    versions = folder.versions(0)
    assert versions == list(range(1, steps + 1))
    manifests = [folder.manifest(version) for version in versions]
    assert [manifest.batch_id for manifest in manifests] == list(range(steps))
    assert len({manifest.query_id for manifest in manifests}) == 1


def _check_rows(gateway: Gateway, ledger: Ledger, steps: int) -> None:
    with psycopg.connect(gateway.dsn, autocommit=True) as connection:
        for _ in range(600):
            if connection.execute("SELECT version FROM tidegate.views").fetchall() == [(steps,)]:
                break
            threading.Event().wait(0.05)
        rows = connection.execute("SELECT account, balance, step FROM accounts").fetchall()
    assert len(rows) == len({row[0] for row in rows})
    assert {account: (balance, step) for account, balance, step in rows} == ledger.after(steps)
