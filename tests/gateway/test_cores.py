"""Who runs on the event loop's core: the loop, and steps that have become old. Nobody is confined where cores are many, or one."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

import psycopg
import pytest

from gateway.engine.threads.cores import FEW_CORES, GIVING_WAY, Cores, giving_way
from gateway.engine.threads.pool import Pool
from statestore.views.local_writer import write_version
from tests.hostile.conftest import NUMBERS, numbers
from tests.plugins.cluster import wait_until
from tests.plugins.gateway import running_gateway

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Linux alone has affinities")
T = TypeVar("T")
ALWAYS_YOUNG_S = 3600.0


def priority(thread: int = 0) -> int:
    return os.getpriority(os.PRIO_PROCESS, thread)


def affinity(thread: int = 0) -> frozenset[int]:
    return frozenset(os.sched_getaffinity(thread))


@pytest.fixture
def two() -> frozenset[int]:
    """Two cores of this machine."""
    found = sorted(affinity())
    if len(found) < 2:
        pytest.skip("this machine has one core")
    return frozenset(found[:2])


@pytest.fixture
def cores(two: frozenset[int]) -> Cores:
    """Of a process that has just two."""
    made = Cores()
    assert elsewhere(lambda: (os.sched_setaffinity(0, two), made.choose())[1])
    return made


def elsewhere(work: Callable[[], T]) -> T:
    """In a thread of its own, for affinities are a thread's."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(work).result()


def test_the_loop_has_one_and_computing_threads_the_others(cores: Cores, two: frozenset[int]) -> None:
    def of_loop() -> frozenset[int]:
        cores.belong_to_loop()
        return affinity()

    def of_computing() -> tuple[frozenset[int], frozenset[int], frozenset[int]]:
        cores.compute()
        confined = affinity()
        started = elsewhere(affinity)
        cores.go_anywhere()
        return confined, started, affinity()

    loop, (computing, started, anywhere) = elsewhere(of_loop), elsewhere(of_computing)
    assert (len(loop), loop | computing, loop & computing) == (1, two, frozenset())
    assert (started, anywhere) == (computing, two)


def test_threads_started_so_give_way_and_who_starts_them_does_not() -> None:
    def priorities() -> tuple[int, int]:
        return priority(threading.get_native_id()), elsewhere(lambda: priority(threading.get_native_id()))

    own = priority()
    assert giving_way(priorities) == (own + GIVING_WAY, own + GIVING_WAY)
    assert priority() == own


@pytest.mark.parametrize("usable", [1, FEW_CORES + 1])
def test_one_core_and_many_are_left_alone(usable: int, monkeypatch: pytest.MonkeyPatch) -> None:
    made, confined = Cores(), []
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(usable)))
    monkeypatch.setattr(os, "sched_setaffinity", lambda *what: confined.append(what))
    assert not made.choose()
    made.belong_to_loop()
    made.compute()
    made.go_anywhere()
    assert not confined


def test_a_core_that_was_taken_away_and_a_thread_that_has_ended(cores: Cores, monkeypatch: pytest.MonkeyPatch) -> None:
    ended = elsewhere(threading.get_native_id)
    cores.go_anywhere(ended)

    def refused(*_: object) -> None:
        raise OSError(22, "Invalid argument")

    monkeypatch.setattr(os, "sched_setaffinity", refused)
    cores.compute()


@pytest.mark.parametrize("young_s", [0.001, ALWAYS_YOUNG_S])
def test_a_step_goes_anywhere_once_it_is_old_and_its_thread_comes_back(cores: Cores, two: frozenset[int], young_s: float) -> None:
    begun, go_on = threading.Event(), threading.Event()
    thread: list[int] = []

    def step() -> frozenset[int]:
        thread.append(threading.get_native_id())
        at_first = affinity()
        begun.set()
        assert go_on.wait(30)
        return at_first

    async def run() -> None:
        pool = Pool(1, "test", 1, young_s, cores)
        first = pool.submit(step)
        assert await asyncio.to_thread(begun.wait, 30)
        if young_s == ALWAYS_YOUNG_S:
            await asyncio.sleep(0.05)
            assert affinity(thread[0]) < two
        else:
            await asyncio.to_thread(wait_until, lambda: affinity(thread[0]) == two, 30, "an old step has all cores")
        go_on.set()
        at_first = await asyncio.wrap_future(first)
        assert len(at_first) == 1
        assert await asyncio.wrap_future(pool.submit(affinity)) == at_first
        pool.close()

    asyncio.run(run())


@pytest.mark.parametrize("alone", [True, False])
def test_threads_of_a_node(tmp_path: Path, two: frozenset[int], alone: bool) -> None:
    """Nobody but the loop's thread is on its core alone; with loop_core = false all threads have all cores."""
    write_version(str(tmp_path / "root"), NUMBERS, numbers())
    config = tmp_path / "tidegate.toml"
    config.write_text(f"[serve]\nloop_core = {str(alone).lower()}\n")
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, two)
    try:
        running = running_gateway(tmp_path / "root", tmp_path / "store", "--config", str(config))
        with running as gateway, psycopg.connect(gateway.dsn) as connection:
            os.sched_setaffinity(0, before)
            assert connection.execute("SELECT count(*) FROM numbers a, numbers b WHERE a.id <> b.id").fetchone() == (1000 * 999,)
            process = gateway.process.pid
            threads = {int(name): affinity(int(name)) for name in os.listdir(f"/proc/{process}/task")}
            nicer = {thread for thread in threads if priority(thread) == priority(process) + GIVING_WAY}
    finally:
        os.sched_setaffinity(0, before)
    assert {threads[thread] for thread in nicer} == {two}, "DuckDB's"
    loop = threads.pop(process)
    if not alone:
        assert {loop, *threads.values()} == {two}
        return
    assert len(loop) == 1
    assert set(threads.values()) == {two, two - loop}
