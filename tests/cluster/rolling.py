"""A rolling restart, as an orchestrator makes one, under clients that know all nodes: what they hear, and how long they wait."""

from __future__ import annotations

import json
import re
import signal
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

import psycopg

from tests.faults.ledger import ACCOUNTS, TOTAL
from tests.plugins.cluster import Cluster, wait_until
from tests.plugins.gateway import Gateway

READY_S: Final = 60.0
#: Nodes answer so on a port of their own choice.
HTTP: Final = ("--http", "127.0.0.1:0")


@dataclass
class Client:
    """Asks one lookup, then one aggregate, and so on; on an error it connects anew, to whichever node takes it."""

    number: int
    #: SQLSTATE → how often; "" where there was none.
    errors: Counter[str] = field(default_factory=Counter)
    told: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    answers: int = 0
    gap_s: float = 0.0

    def run(self, conninfo: str, ended: threading.Event) -> None:
        """Until *ended*."""
        last_s = time.monotonic()
        while not ended.is_set():
            try:
                with psycopg.connect(conninfo, autocommit=True) as connection:
                    while not ended.is_set():
                        self._ask(connection)
                        now_s = time.monotonic()
                        self.gap_s, last_s = max(self.gap_s, now_s - last_s), now_s
                        self.answers += 1
            except psycopg.Error as error:
                self.errors[error.sqlstate or ""] += 1
                self.told.append(f"client {self.number}: {error!r}")

    def _ask(self, connection: psycopg.Connection[tuple[object, ...]]) -> None:
        account = (self.number * 7 + self.answers) % ACCOUNTS
        if self.answers % 2:
            found = connection.execute("SELECT account FROM accounts WHERE account = %s", (account,)).fetchall()
            expected: list[tuple[object, ...]] = [(account,)]
        else:
            found = connection.execute("SELECT sum(balance), count(*) FROM accounts").fetchall()
            expected = [(TOTAL, ACCOUNTS)]
        if found != expected:
            self.wrong.append(f"client {self.number}: {found} and not {expected}")


def hosts_of(cluster: Cluster) -> str:
    """A connection string that names all nodes; libpq takes them in any order."""
    nodes = [cluster.nodes[name] for name in sorted(cluster.nodes)]
    hosts, ports = ",".join(node.host for node in nodes), ",".join(str(node.port) for node in nodes)
    spread = "connect_timeout=10 load_balance_hosts=random target_session_attrs=any"
    return f"host={hosts} port={ports} user=tester dbname=tidegate {spread}"


@contextmanager
def asking(cluster: Cluster, clients: int) -> Iterator[list[Client]]:
    """Clients for the time of a with block; all of them have been answered when it begins."""
    found, ended, conninfo = [Client(n) for n in range(clients)], threading.Event(), hosts_of(cluster)
    threads = [threading.Thread(target=client.run, args=(conninfo, ended), name=f"client {client.number}") for client in found]
    for thread in threads:
        thread.start()
    try:
        wait_until(lambda: all(client.answers for client in found), READY_S, "all clients are answered")
        yield found
    finally:
        ended.set()
        for thread in threads:
            thread.join(READY_S)
    assert not any(thread.is_alive() for thread in threads)


def restart(cluster: Cluster, name: str) -> None:
    """Stop a node, start it again, and wait until it says that it is ready: what an orchestrator does before the next."""
    node = cluster.nodes[name]
    node.process.send_signal(signal.SIGTERM)
    assert node.process.wait(READY_S) == 0, node.log.read_text(errors="replace")[-4000:]
    started = cluster.start(name)
    wait_until(lambda: is_ready(started), READY_S, f"{name} is ready")


def is_ready(node: Gateway) -> bool:
    """Does /readyz say so?"""
    return unready(node) is None


def unready(node: Gateway) -> str | None:
    """The reason that /readyz gives; None where the node is ready."""
    port = re.findall(r"HTTP on http://[^ ]*:(\d+)", node.log.read_text())[-1]
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=10) as answer:
            assert answer.status == 200
            return None
    except urllib.error.HTTPError as error:
        with error:
            return str(json.load(error)["reason"])
