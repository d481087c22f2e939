"""Three nodes are restarted one after another while a job publishes: clients that know all of them hear nothing but 57P01."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from tests.cluster.load import Publisher, publish_world
from tests.cluster.rolling import HTTP, asking, restart
from tests.faults.ledger import Ledger
from tests.plugins.cluster import running_cluster
from tests.plugins.scale import scaled

CLIENTS = 4
ROUNDS = scaled(1, 10)


def test_clients_with_several_hosts_hear_nothing_but_57p01(ledger: Ledger, tmp_path: Path) -> None:
    publish_world(tmp_path / "root", ledger)
    publisher = Publisher(tmp_path / "root", ledger)
    with running_cluster(tmp_path / "root", tmp_path / "nodes", replicas=2, arguments=HTTP) as cluster:
        publisher.start()
        try:
            with asking(cluster, CLIENTS) as clients:
                for _ in range(ROUNDS):
                    for name in sorted(cluster.nodes):
                        restart(cluster, name)
        finally:
            publisher.stop()
    heard = sum((client.errors for client in clients), start=Counter[str]())
    assert set(heard) == {"57P01"}, [line for client in clients for line in client.told]
    assert not [line for client in clients for line in client.wrong]
    print(f"longest gaps: {', '.join(f'{client.gap_s:.3f} s' for client in clients)}")
