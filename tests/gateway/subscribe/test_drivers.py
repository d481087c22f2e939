"""Programs of asyncpg, node-postgres and pgjdbc that follow a view have what the view is: nothing is lost, nothing comes twice."""

from __future__ import annotations

import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from gateway.server.signals import SessionSignals
from tests.clients.test_node import PACKAGES, SOURCE
from tests.gateway.subscribe.drivers import asyncpg_way, by_copy, by_fetch, by_prefetch, jdbc_way, node_way
from tests.gateway.subscribe.followed import served
from tests.gateway.subscribe.ways import Way, follow
from tests.plugins.cluster import wait_until
from tests.plugins.need import program
from tests.plugins.npm import install
from tests.plugins.scale import scaled


def followed_by(folder: Path, name: str, ways: list[Way]) -> None:
    """All at once and each from another version, while versions come."""
    with served(folder, name, versions=5) as at, ThreadPoolExecutor(len(ways)) as pool:
        at.engine.signals.receiver = SessionSignals(at.server.loop, at.server.server.registry)
        until = at.world.version + scaled(40, 400)
        starts = [None, *at.world.dice.sample(range(1, at.world.version + 1), len(ways) - 1)]
        followed = [
            pool.submit(follow, way, at.server.dsn, at.world, start, until) for way, start in zip(ways, starts, strict=True)
        ]
        # What comes from now on is told as it comes, and not read from files.
        wait_until(lambda: sum(len(feed.followers) for feed in at.engine.feeds._feeds.values()) == len(ways), 60, "all follow it")
        while at.world.version < until:
            at.commit_random()
        for one in followed:
            one.result(100)
        wait_until(lambda: not at.engine.feeds._feeds, 10, "nobody follows it any more")


def test_asyncpg(tmp_path: Path) -> None:
    followed_by(tmp_path, "asyncpg", [asyncpg_way(by_prefetch), asyncpg_way(by_fetch), asyncpg_way(by_copy)])


@pytest.mark.clients
def test_node_postgres(tmp_path: Path) -> None:
    program("node")
    install(tmp_path, *(package for package in PACKAGES if package.startswith("pg")))
    for name in ("subscribe.cjs", "told.cjs"):
        shutil.copy(SOURCE.parent / name, tmp_path)
    followed_by(tmp_path, "node-postgres", [node_way(tmp_path, way) for way in ("query", "cursor", "fetch")])


@pytest.mark.clients
def test_pgjdbc(tmp_path: Path, classpath: str) -> None:
    followed_by(tmp_path, "pgjdbc", [jdbc_way(classpath, way) for way in ("fetch size", "cursor", "copy")])
