"""Failed logins that all workers of a host count together."""

from __future__ import annotations

import time
from pathlib import Path

import psycopg
import pyarrow as pa
import pytest

from gateway.access.failures import FailedLogins
from gateway.access.tallies import FILE_NAME, SETS, SLOTS, SharedTallies
from gateway.config import WORKERS_MAX
from statestore import types as st
from statestore.schema import Column, HashPartitioning, ViewSchema
from statestore.views import open_root
from statestore.views.local_writer import write_version
from tests.access.lockouts import Clock, is_locked
from tests.access.servers import users_file
from tests.plugins.gateway import Gateway, start_gateway

SCHEMA = ViewSchema("numbers", (Column("n", st.Long()),), ("n",), ("n",), HashPartitioning(2), (1,))
MAX = 12
WAIT_S = 60.0
CONFIG = """
[access]
users_file = "{users}"
failed_logins_max = {max}
failed_logins_window_s = 600
failed_logins_lockout_s = 600
failed_login_delay_s = 0
[[hba]]
user = "tester"
address = "loopback"
method = "trust"
[[hba]]
address = "loopback"
method = "scram-sha-256"
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    SharedTallies.create(tmp_path / FILE_NAME, 3)
    return tmp_path / FILE_NAME


def _workers(path: Path, clock: Clock, failures_max: int = 4) -> list[FailedLogins]:
    return [FailedLogins(failures_max, 60.0, 30.0, clock, SharedTallies(path, number)) for number in (1, 2, 3)]


def test_failures_at_all_of_them_count(path: Path) -> None:
    clock = Clock()
    one, two, three = _workers(path, clock)
    for worker in (one, two, one):
        worker.failed("10.0.0.1", "ann")
    two.failed("10.0.0.2", "ann")
    assert not any(is_locked(worker, "10.0.0.1") for worker in (one, two, three))
    two.failed("10.0.0.1", "ann")
    assert all(is_locked(worker, "10.0.0.1") for worker in (one, two, three))
    assert not any(is_locked(worker, "10.0.0.2") for worker in (one, two, three))
    clock.now_s += 30
    assert not any(is_locked(worker, "10.0.0.1") for worker in (one, two, three))
    # What has led to a lockout does not count towards the next one.
    for worker in (one, two, three):
        worker.failed("10.0.0.1", "ann")
    assert not is_locked(one, "10.0.0.1")
    three.failed("10.0.0.1", "ann")
    assert all(is_locked(worker, "10.0.0.1") for worker in (one, two, three))


def test_each_of_them_has_its_window(path: Path) -> None:
    clock = Clock()
    one, two, _ = _workers(path, clock)
    one.failed("10.0.0.1", "ann")
    clock.now_s += 40
    two.failed("10.0.0.1", "ann")
    two.failed("10.0.0.1", "ann")
    clock.now_s += 21
    two.failed("10.0.0.1", "ann")
    assert not is_locked(two, "10.0.0.1")
    one.failed("10.0.0.1", "ann")
    assert is_locked(two, "10.0.0.1")


def test_a_worker_that_starts_again_goes_on(path: Path) -> None:
    clock = Clock()
    for _ in range(4):
        _workers(path, clock)[1].failed("10.0.0.1", "ann")
    assert is_locked(_workers(path, clock)[0], "10.0.0.1")


def test_it_is_bounded_and_forgets_what_is_oldest(path: Path) -> None:
    clock = Clock()
    one, two, _ = _workers(path, clock, failures_max=2)
    size = path.stat().st_size
    one.failed("192.0.2.1", "ann")
    for number in range(4 * SETS * SLOTS):
        clock.now_s += 0.0001
        one.failed(f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}", "ann")
    assert path.stat().st_size == size
    one.failed("192.0.2.1", "ann")
    assert not is_locked(two, "192.0.2.1")
    two.failed("192.0.2.1", "ann")
    assert is_locked(one, "192.0.2.1")


@pytest.mark.parametrize("damage", [b"", b"\xff" * 48])
def test_half_a_record_locks_nobody_out_for_good(path: Path, damage: bytes) -> None:
    """Whoever is killed while it writes leaves anything there; what is impossible is not believed."""
    clock = Clock()
    one, two, _ = _workers(path, clock)
    for _ in range(4):
        one.failed("10.0.0.1", "ann")
    content = path.read_bytes()
    at = next(i for i in range(32, len(content), 48) if any(content[i : i + 16]))
    with path.open("r+b") as file:
        file.seek(at + 16)
        file.write(damage[16:] or bytes(32))
    assert not is_locked(two, "10.0.0.1")


@pytest.mark.parametrize("content", [b"x" * 100, b"TGFAIL01" + bytes(100)])
def test_a_file_that_is_none(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE_NAME).write_bytes(content)
    with pytest.raises(ValueError, match="no tallies"):
        SharedTallies(tmp_path / FILE_NAME, 1)


def _all_there(gateway: Gateway) -> None:
    """Wait until both workers take connections."""
    found, end_s = set[int](), time.monotonic() + WAIT_S
    while found != {1, 2}:
        assert time.monotonic() < end_s, gateway.log.read_text()
        try:
            with psycopg.connect(gateway.dsn, connect_timeout=20) as connection:
                found.add((connection.info.backend_pid - 1) % WORKERS_MAX + 1)
        except psycopg.OperationalError:
            continue


def _told(gateway: Gateway, password: str) -> str:
    try:
        psycopg.connect(gateway.dsn.replace("user=tester", "user=ann"), password=password, connect_timeout=20).close()
    except psycopg.OperationalError as error:
        return str(error)
    return "in"


def test_two_workers_lock_out_together(tmp_path: Path) -> None:
    """The system deals the logins out between both, and exactly so many fail before none is heard, by either."""
    write_version(open_root(str(tmp_path / "root"), create=True), SCHEMA, pa.table({"n": range(3)}))
    (tmp_path / "tidegate.toml").write_text(CONFIG.format(users=users_file(tmp_path), max=MAX))
    options = ("--workers", "2", "--config", str(tmp_path / "tidegate.toml"))
    gateway = start_gateway(tmp_path / "root", tmp_path / "store", *options)
    try:
        _all_there(gateway)
        assert _told(gateway, "pencil") == "in"
        for _ in range(MAX):
            assert "password authentication failed" in _told(gateway, "wrong")
        for _ in range(2 * MAX):
            assert 'too many failed logins as user "ann" from your address' in _told(gateway, "pencil")
        _all_there(gateway)
    finally:
        assert gateway.stop() == 0, gateway.log.read_text()
