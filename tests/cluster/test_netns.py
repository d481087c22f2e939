"""Three nodes in network namespaces, two replicas, eight clients: links are cut and mended, and no query fails or is wrong.

A node that nobody reaches is no failure for its clients, who go elsewhere; a query that it was running may fail there.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cluster.load import publish_world, under_load
from tests.cluster.test_kills import FELT_S, QUIET_S, await_whole
from tests.faults.ledger import Ledger
from tests.plugins.netns import NetnsCluster, cluster_on, network
from tests.plugins.scale import random_for, scaled

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800)]

CUTS = scaled(2, 30)
CUT_S = (0.2, 3.0)


@pytest.fixture
def cluster(ledger: Ledger, tmp_path: Path) -> Iterator[NetnsCluster]:
    publish_world(tmp_path / "root", ledger)
    with network() as net, cluster_on(net, tmp_path / "root", tmp_path / "nodes", 2) as found:
        yield found


def test_nobody_notices_cut_links(cluster: NetnsCluster, ledger: Ledger) -> None:
    chance = random_for("cuts")
    felt_ms = []
    with under_load(cluster.dsns, cluster.root, ledger, chance.randrange(2**32)) as load:
        for _ in range(CUTS):
            threading.Event().wait(chance.uniform(*QUIET_S))
            victim, other = chance.sample(sorted(cluster.nodes), 2)
            cut_s = load.nodes.take_down(victim)
            with cluster.network.unplugged(victim):
                threading.Event().wait(chance.uniform(*CUT_S))
            await_whole(cluster)
            load.nodes.bring_up(victim)
            felt_ms.append(1000 * load.slowest_s(cut_s, cut_s + FELT_S, without=victim))
            load.check()
            with cluster.network.parted(victim, other):
                threading.Event().wait(chance.uniform(*CUT_S))
            await_whole(cluster)
            load.check()
        print(load.report(f"{CUTS} nodes cut off, {CUTS} pairs parted"))
        print("slowest point lookup around each cut, ms:", sorted(round(ms) for ms in felt_ms))
