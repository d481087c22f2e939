"""Rows that expire, on two nodes of which each holds some shards: fragments, forwarded lookups, versions of earlier times."""

from __future__ import annotations

from pathlib import Path

import psycopg
import pytest

from tests.gateway.expiring import check, commit_more, mirror, postgres_with, write_names
from tests.plugins.cluster import ClusterFactory, wait_until
from tests.plugins.scale import random_for, scaled
from tests.statestore.expiring_world import make_world

SHOWN = "SELECT rows, (extract(epoch FROM expired_before) * 1000000)::bigint FROM tidegate.views WHERE name = 'v'"

pytestmark = pytest.mark.postgres


def test_nodes_answer_as_one(tmp_path: Path, cluster: ClusterFactory, postgres_dsn: str) -> None:
    dice = random_for("expiry on two nodes")
    world = make_world(tmp_path)
    write_names(world)
    commit_more(world, dice)
    with postgres_with(postgres_dsn, "expiry_cluster") as mirrored, cluster(Path(world.root.uri), nodes=2) as nodes:
        for _ in range(scaled(2, 20)):
            commit_more(world, dice)
            nodes.await_placed()
            for version, setting in ((world.version, "min_version"), (world.version - 1, "read_version")):
                mirror(mirrored, world, version)
                for dsn in nodes.dsns.values():
                    with psycopg.connect(dsn, autocommit=True) as served:
                        served.execute(f"SET tidegate.{setting} = 'v={version}'")
                        check(served, mirrored, dice, asked=10)
        before_us = world.before_us[-1]
        for dsn in nodes.dsns.values():
            with psycopg.connect(dsn, autocommit=True) as served:
                wanted = [(len(world.shown(world.version)), before_us)]
                wait_until(lambda s=served, w=wanted: s.execute(SHOWN).fetchall() == w, 30, "rows of all shards are told")
                explained = [line for (line,) in served.execute("EXPLAIN SELECT s, count(*) FROM v GROUP BY s").fetchall()]
                assert sum("Expired: t <= " in line for line in explained) == 1, explained
