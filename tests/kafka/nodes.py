"""Nodes of real `tidegate serve` processes that find each other through Kafka."""

from __future__ import annotations

import string
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from gateway.config import Address
from tests.plugins.cluster import PATIENT_S, Cluster, running
from tests.plugins.gateway import Gateway, start_gateway
from tests.plugins.postgres import free_port


@dataclass
class KafkaCluster(Cluster):
    """As Cluster, with members that Kafka knows instead of a list."""

    bootstrap: str = ""
    name: str = ""

    def start(self, name: str) -> Gateway:
        """Start a node, again if it was there before."""
        address = self.addresses[name]
        options = ["--node", name, "--kafka", self.bootstrap, "--cluster", self.name, "--advertise", address]
        port = Address.parse(address).port
        replicas = ("--replicas", str(self.replicas))
        self.nodes[name] = start_gateway(
            self.root, self.folder / name, *options, *replicas, *self.patience, *self.arguments, port=port
        )
        return self.nodes[name]


@contextmanager
def kafka_cluster(
    root: Path,
    folder: Path,
    bootstrap: str,
    name: str,
    *,
    nodes: int = 3,
    replicas: int = 1,
    dead_after_s: float | None = PATIENT_S,
) -> Iterator[KafkaCluster]:
    """A cluster for the time of a with block. *folder* gets the stores and logs."""
    folder.mkdir(parents=True, exist_ok=True)
    addresses = {node: f"127.0.0.1:{free_port()}" for node in string.ascii_lowercase[:nodes]}
    found = KafkaCluster(root, folder, replicas, addresses, dead_after_s=dead_after_s, bootstrap=bootstrap, name=name)
    with running(found):
        yield found
