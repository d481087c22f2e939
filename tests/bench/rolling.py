"""What a start and a scrape take of a processor, and what clients notice of a rolling restart of three nodes, all on this machine.

A node is started on a root of three small views whose copies are in its store already, as after a restart.
"""

from __future__ import annotations

import statistics
import urllib.request
from pathlib import Path
from typing import Final

from tests.bench.life import Figures
from tests.bench.processor import processor_s
from tests.cluster.load import publish_world
from tests.cluster.rolling import HTTP, READY_S, asking, is_ready, restart
from tests.faults.ledger import Ledger
from tests.http.conftest import http_port
from tests.plugins.cluster import running_cluster, wait_until
from tests.plugins.gateway import Gateway, running_gateway

STARTS: Final = 5
CLIENTS: Final = 6
SCRAPES: Final = 100
SCRAPES_A_MINUTE: Final = 10


def run(folder: Path) -> None:
    """Print both."""
    figures = Figures()
    publish_world(folder / "root", Ledger(1))
    scrapes = list[float]()
    for name, more in (("a node", ()), ("a node with HTTP", HTTP)):
        taken = []
        for _ in range(STARTS):
            with running_gateway(folder / "root", folder / "store", *more) as gateway:
                taken.append(processor_s(gateway.process.pid))
                if more:
                    scrapes.append(_scrape_s(gateway))
        figures.tell(f"{name}, from its start to its first answer, processor time", statistics.median(taken), "s", "less than 2")
    share = statistics.median(scrapes) * SCRAPES_A_MINUTE / 60 * 100
    figures.tell(f"{SCRAPES_A_MINUTE} scrapes a minute, of one processor", share, "%", "at most 1")
    with running_cluster(folder / "root", folder / "nodes", replicas=2, arguments=HTTP, dead_after_s=None) as cluster:
        taken = [processor_s(node.process.pid) for node in cluster.nodes.values()]
        figures.tell("a node of three, until all have what is placed on them", statistics.median(taken), "s")
        with asking(cluster, CLIENTS) as clients:
            for name in sorted(cluster.nodes):
                restart(cluster, name)
    for sqlstate in sorted({state for client in clients for state in client.errors}):
        figures.tell(f"errors {sqlstate or 'without an SQLSTATE'}", sum(client.errors[sqlstate] for client in clients), "")
    figures.tell("longest gap of a client", max(client.gap_s for client in clients), "s", "less than 1")
    figures.tell("median of clients' longest gaps", statistics.median(client.gap_s for client in clients), "s")
    figures.write()


def _scrape_s(gateway: Gateway) -> float:
    """Processor time of the node for one scrape."""
    wait_until(lambda: is_ready(gateway), READY_S, "it is ready")
    url, before_s = f"http://127.0.0.1:{http_port(gateway)}/metrics", processor_s(gateway.process.pid)
    for _ in range(SCRAPES):
        with urllib.request.urlopen(url) as answer:
            answer.read()
    return (processor_s(gateway.process.pid) - before_s) / SCRAPES
