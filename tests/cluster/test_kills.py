"""Three real nodes, two replicas, eight clients, a publisher; and kill -9 of any node again and again: nobody notices."""

from __future__ import annotations

import os
import shutil
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pyarrow as pa
import pytest

from statestore.sharding import shards_of_arrow
from tests.cluster.load import LEDGER, publish_world, under_load
from tests.faults.ledger import ACCOUNTS, Ledger
from tests.plugins.cluster import Cluster, running_cluster, value, wait_until
from tests.plugins.scale import random_for, scaled

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800)]

KILLS = scaled(3, 40)
#: Between the return of one node and the end of the next.
QUIET_S = (0.3, 2.0)
#: More than a node keeps of a view: there is no version that all nodes have.
KEPT_VERSIONS = 3
#: A kill may be felt for so long.
FELT_S = 2.0


@pytest.fixture
def cluster(ledger: Ledger, tmp_path: Path) -> Iterator[Cluster]:
    publish_world(tmp_path / "root", ledger)
    with running_cluster(tmp_path / "root", tmp_path / "nodes", replicas=2, dead_after_s=None) as found:
        yield found


def await_whole(cluster: Cluster) -> None:
    """Every node has what is placed on it, and every other one knows."""
    cluster.await_placed()
    wait_until(lambda: all(_all_alive(node.dsn, len(cluster.nodes)) for node in cluster.nodes.values()), 30, "all know all alive")


def _all_alive(dsn: str, count: int) -> bool:
    with psycopg.connect(dsn, autocommit=True) as connection:
        alive: int = value(connection, "SELECT count(*) FROM tidegate.nodes WHERE state = 'alive' AND phase = 'serving'")
        return alive == count


def test_nobody_notices_a_kill(cluster: Cluster, ledger: Ledger) -> None:
    chance = random_for("kills")
    felt_ms = []
    with under_load(cluster.dsns, cluster.root, ledger, chance.randrange(2**32)) as load:
        for _ in range(KILLS):
            threading.Event().wait(chance.uniform(*QUIET_S))
            victim = chance.choice(sorted(cluster.nodes))
            killed_s = load.nodes.take_down(victim)
            cluster.kill(victim)
            threading.Event().wait(chance.uniform(0.0, FELT_S))
            cluster.start(victim)
            load.nodes.bring_up(victim)
            await_whole(cluster)
            felt_ms.append(1000 * load.slowest_s(killed_s, killed_s + FELT_S, without=victim))
            load.check()
        print(load.report(f"{KILLS} kills"))
        print("slowest point lookup around each kill, ms:", sorted(round(ms) for ms in felt_ms))


def test_nobody_notices_a_node_that_stands_still(cluster: Cluster, ledger: Ledger) -> None:
    """SIGSTOP: its connections stay open, and nothing answers."""
    chance = random_for("stops")
    with under_load(cluster.dsns, cluster.root, ledger, chance.randrange(2**32)) as load:
        felt_ms = []
        for victim in chance.sample(sorted(cluster.nodes), scaled(2, 3)):
            stopped_s = load.nodes.take_down(victim)
            with cluster.standing_still(victim):
                threading.Event().wait(scaled(3, 20))
            load.nodes.bring_up(victim)
            felt_ms.append(1000 * load.slowest_s(stopped_s, stopped_s + FELT_S, without=victim))
            await_whole(cluster)
            load.check()
        print(load.report("nodes that stood still"))
        print("slowest point lookup around each stop, ms:", sorted(round(ms) for ms in felt_ms))


def test_nobody_notices_a_node_that_lags(cluster: Cluster, ledger: Ledger) -> None:
    """One node hears of no new versions: its root is a copy that stays as it was, until it catches up."""
    chance = random_for("lag")
    lagging = chance.choice(sorted(cluster.nodes))
    assert cluster.nodes[lagging].stop() == 0
    cluster.roots[lagging] = copy = cluster.folder / "copied-root"
    mirror(cluster.root, copy)
    shutil.rmtree(cluster.folder / lagging)  # a store belongs to one root
    cluster.start(lagging)
    await_whole(cluster)
    with under_load(cluster.dsns, cluster.root, ledger, chance.randrange(2**32)) as load:
        threading.Event().wait(scaled(4, 60))
        stopped_at = cluster.status(lagging).views["accounts"].version
        wait_until(lambda: load.publisher.version > stopped_at + KEPT_VERSIONS, 60, "more versions than are kept")
        load.check()
        behind = load.publisher.version - stopped_at
        for name in cluster.nodes:
            with psycopg.connect(cluster.dsns[name], autocommit=True) as connection:
                connection.execute("SET tidegate.max_staleness = '3s'")
                assert value(connection, "SELECT max(step) FROM accounts") > stopped_at
        print(load.report(f"a node {behind} versions behind"))
        mirror(cluster.root, copy)
        threading.Event().wait(scaled(1, 5))


def mirror(root: Path, copy: Path) -> None:
    """Bring a copy of a root up to date: files before the manifests that name them."""
    # What is being written has a name that begins with a dot, until it is there under its own.
    files = [path for path in root.rglob("*") if ".lock" not in path.name and not path.name.startswith(".") and path.is_file()]
    for path in sorted(files, key=lambda path: path.parent.name == "log"):
        target = copy / path.relative_to(root)
        target.parent.mkdir(parents=True, exist_ok=True)
        if not target.exists():
            os.link(path, target)


def test_a_point_lookup_fails_over(cluster: Cluster) -> None:
    """One client, no other load: the longest that a lookup of a key takes whose owner is killed meanwhile."""
    felt_ms = []
    for victim in sorted(cluster.nodes):
        asked = next(name for name in sorted(cluster.nodes) if name != victim)
        with psycopg.connect(cluster.dsns[asked], autocommit=True) as connection:
            accounts = _owned(connection, victim)
            killer = threading.Timer(0.2, cluster.kill, [victim])
            killer.start()
            begun_s, slowest_s = time.monotonic(), 0.0
            while time.monotonic() < begun_s + 0.2 + FELT_S:
                sent_s = time.monotonic()
                for account in accounts:
                    assert value(connection, f"SELECT account FROM accounts WHERE account = {account}") == account
                    slowest_s, sent_s = max(slowest_s, time.monotonic() - sent_s), time.monotonic()
            killer.join()
        felt_ms.append(1000 * slowest_s)
        cluster.start(victim)
        await_whole(cluster)
    print("slowest lookup of a key whose owner was killed, ms:", sorted(round(ms) for ms in felt_ms))


def _owned(connection: psycopg.Connection[Any], node: str) -> list[int]:
    """Some accounts of each shard that the node owns."""
    sql = "SELECT shard FROM tidegate.shards WHERE view = 'accounts' AND owner = %s"
    shards = [shard for (shard,) in connection.execute(sql, [node]).fetchall()]
    numbers = shards_of_arrow(LEDGER, [pa.array(range(ACCOUNTS), pa.int64())]).tolist()
    return [account for account in range(ACCOUNTS) if numbers[account] in shards][:10]
