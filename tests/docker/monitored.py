"""Three nodes with HTTP ports, a Prometheus that scrapes them, and clients that know all of them."""

from __future__ import annotations

import string
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import psycopg

from statestore.views.local_writer import write_version
from tests.http.conftest import ORDERS, orders
from tests.plugins.cluster import PATIENT_S, READY_S, Cluster, running, wait_until
from tests.plugins.postgres import free_port
from tests.plugins.prometheus import Prometheus, running_prometheus

CUSTOMERS: Final = 20
EACH: Final = 30
CLIENTS: Final = 4
#: A root that is away for longer has the nodes not ready.
READY_LAG_MAX_S: Final = 8.0
#: Between two questions of a client: nodes that start have the processors, too.
PAUSE_S: Final = 0.01
#: Of the sum of amounts, which are c * 100 + i / 4.
TOTAL: Final = sum(c * 100 + i / 4 for c in range(CUSTOMERS) for i in range(EACH))


@dataclass
class HttpCluster(Cluster):
    """A cluster whose nodes have HTTP ports that stay, and a configuration file."""

    http: dict[str, str] = field(default_factory=dict)
    config: Path = Path()

    def own_arguments(self, name: str) -> tuple[str, ...]:
        """See Cluster."""
        return ("--http", self.http[name], "--config", str(self.config))

    def ready(self, name: str) -> bool:
        """What /readyz says."""
        try:
            with urllib.request.urlopen(f"http://{self.http[name]}/readyz", timeout=30) as answer:
                return bool(answer.status == 200)
        except urllib.error.URLError:
            return False


@dataclass(frozen=True)
class Monitored:
    """The cluster and its Prometheus."""

    cluster: HttpCluster
    prometheus: Prometheus

    @property
    def dsn(self) -> str:
        """Of all nodes: a client takes one that answers."""
        ports = ",".join(address.rpartition(":")[2] for address in self.cluster.addresses.values())
        hosts = ",".join("127.0.0.1" for _ in self.cluster.addresses)
        return f"host={hosts} port={ports} user=tester dbname=tidegate load_balance_hosts=random"

    def await_all_up(self) -> None:
        """Every node is scraped and ready, and no alert fires."""
        self.prometheus.await_value(
            "sum(up) + sum(tidegate_ready)", 2.0 * len(self.cluster.addresses), "all nodes are up and ready"
        )
        wait_until(lambda: not self.firing(), READY_S, "no alert fires")

    def firing(self) -> set[str]:
        """Names of the alerts that fire."""
        return {alert["alertname"] for alert in self.prometheus.firing()}


@contextmanager
def monitored(folder: Path) -> Iterator[Monitored]:
    """For the time of a with block."""
    root = folder / "root"
    write_version(str(root), ORDERS, orders(CUSTOMERS, EACH))
    names = string.ascii_lowercase[:3]
    addresses = {name: f"127.0.0.1:{free_port()}" for name in names}
    http = {name: f"127.0.0.1:{free_port()}" for name in names}
    (folder / "nodes").mkdir()
    (folder / "prometheus").mkdir()
    (config := folder / "tidegate.toml").write_text(f"[http]\nready_lag_max_s = {READY_LAG_MAX_S}\n")
    cluster = HttpCluster(root, folder / "nodes", 2, addresses, dead_after_s=PATIENT_S, http=http, config=config)
    with running(cluster), running_prometheus(folder / "prometheus", list(http.values())) as prometheus:
        yield Monitored(cluster, prometheus)


class Clients:
    """Clients that look up and add up, each on one connection, until they are stopped. A restart's 57P01 has them connect again."""

    def __init__(self, dsn: str) -> None:
        self._dsn, self._stopped = dsn, threading.Event()
        self.answers = [0] * CLIENTS
        self.restarts = 0
        self.failures: list[str] = []
        self._threads = [threading.Thread(target=self._run, args=(number,)) for number in range(CLIENTS)]

    def __enter__(self) -> Clients:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stopped.set()
        for thread in self._threads:
            thread.join(60)
            assert not thread.is_alive()

    def _run(self, number: int) -> None:
        while not self._stopped.is_set():
            try:
                with psycopg.connect(self._dsn, autocommit=True, connect_timeout=10) as connection:
                    while not self._stopped.wait(PAUSE_S):
                        self._ask(connection, number)
            except psycopg.errors.AdminShutdown:
                self.restarts += 1
            except psycopg.Error as error:
                self.failures.append(f"{type(error).__name__} {error.sqlstate}: {error}")
                self._stopped.wait(0.1)

    def _ask(self, connection: psycopg.Connection, number: int) -> None:
        customer, order = self.answers[number] % CUSTOMERS, self.answers[number] % EACH
        sql = "SELECT amount FROM orders WHERE customer = %s AND id = %s"
        (amount,) = connection.execute(sql, (customer, order), prepare=True).fetchone() or (None,)
        (total,) = connection.execute("SELECT sum(amount) FROM orders").fetchone() or (None,)
        if (amount, total) != (customer * 100 + order / 4, TOTAL):
            self.failures.append(f"amount {amount}, total {total}")
        self.answers[number] += 1

    def await_answers(self) -> None:
        """Until every client has had some more."""
        wanted = [count + 5 for count in self.answers]
        wait_until(
            lambda: all(have >= want for have, want in zip(self.answers, wanted, strict=True)), READY_S, "clients have answers"
        )
