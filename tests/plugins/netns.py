"""Nodes in network namespaces of their own, joined by a bridge, whose links can be cut. Needs root and iproute2."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import pytest

from tests.plugins.cluster import Cluster, running
from tests.plugins.need import program

PORT: Final = 5433


@dataclass
class Network:
    """A bridge and one namespace per node. *tag* begins all names; hosts are numbered from 11."""

    tag: str
    prefix: str
    names: str
    ip: str = field(default_factory=lambda: program("ip"))

    def run(self, *arguments: str) -> None:
        """An ip command. Raises CalledProcessError."""
        subprocess.run([self.ip, *arguments], check=True, capture_output=True, text=True)

    def host(self, name: str) -> str:
        """The node's address."""
        return f"{self.prefix}.{11 + self.names.index(name)}"

    def build(self) -> None:
        """Make everything."""
        self.run("link", "add", self.tag, "type", "bridge")
        self.run("addr", "add", f"{self.prefix}.1/24", "dev", self.tag)
        self.run("link", "set", self.tag, "up")
        for name in self.names:
            space = self.tag + name
            self.run("netns", "add", space)
            self.run("link", "add", space, "type", "veth", "peer", "name", "eth0", "netns", space)
            self.run("link", "set", space, "master", self.tag, "up")
            self.run("-n", space, "addr", "add", f"{self.host(name)}/24", "dev", "eth0")
            self.run("-n", space, "link", "set", "eth0", "up")
            self.run("-n", space, "link", "set", "lo", "up")

    def remove(self) -> None:
        """Remove what is there of it."""
        for arguments in [*(("netns", "del", self.tag + name) for name in self.names), ("link", "del", self.tag)]:
            subprocess.run([self.ip, *arguments], check=False, capture_output=True)

    @contextmanager
    def unplugged(self, name: str) -> Iterator[None]:
        """Nothing reaches the node, and nothing comes from it, for the time of a with block."""
        self.run("link", "set", self.tag + name, "down")
        try:
            yield
        finally:
            self.run("link", "set", self.tag + name, "up")

    @contextmanager
    def parted(self, one: str, other: str) -> Iterator[None]:
        """These two nodes do not reach each other, for the time of a with block; everybody else reaches both."""
        routes = [(self.tag + one, f"{self.host(other)}/32"), (self.tag + other, f"{self.host(one)}/32")]
        for space, host in routes:
            self.run("-n", space, "route", "add", "blackhole", host)
        try:
            yield
        finally:
            for space, host in routes:
                self.run("-n", space, "route", "del", "blackhole", host)


class NetnsCluster(Cluster):
    """A cluster whose nodes are on a Network."""

    network: Network

    def inside(self, name: str) -> tuple[str, ...]:
        """See Cluster."""
        return (self.network.ip, "netns", "exec", self.network.tag + name)


@contextmanager
def network(names: str = "abc") -> Iterator[Network]:
    """Skips the test where namespaces are not permitted."""
    found = Network(f"tg{os.getpid() % 100_000}", f"10.{200 + os.getpid() % 50}.{os.getpid() % 251}", names)
    try:
        try:
            found.build()
        except subprocess.CalledProcessError as error:
            pytest.skip(f"network namespaces are not permitted here: {error.stderr.strip()}")
        yield found
    finally:
        found.remove()


@contextmanager
def cluster_on(net: Network, root: Path, folder: Path, replicas: int) -> Iterator[NetnsCluster]:
    """A running cluster, one node in each namespace."""
    folder.mkdir(parents=True, exist_ok=True)
    addresses = {name: f"{net.host(name)}:{PORT}" for name in net.names}
    found = NetnsCluster(root, folder, replicas, addresses, ("--trust", f"127.0.0.0/8,{net.prefix}.0/24"), dead_after_s=None)
    found.network = net
    with running(found):
        yield found
