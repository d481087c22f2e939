"""The values of one process's metrics, taken when they are asked for; between two scrapes nothing is computed."""

from __future__ import annotations

import asyncio
import os
import resource
import time
from collections.abc import Iterator, Sequence
from typing import Final

from prometheus_client import generate_latest
from prometheus_client.core import Metric
from prometheus_client.registry import Collector

from gateway.access.grants import UserGrants
from gateway.contract.overview import NodeRow
from gateway.engine.engine import ReadEngine
from gateway.engine.threads.heaps import resident_bytes
from gateway.http.health import readiness, staleness_s
from gateway.http.metrics import Sample, family, histograms
from gateway.http.standing import memory_by_owner, sessions_by_state, unsent_bytes
from gateway.server.shared import Shared
from statestore.node import ViewVersion
from statestore.requests import requests_by_root

#: A view's rows are counted where that takes milliseconds.
COUNTED_BYTES_MAX: Final = 1 << 20


class _Collected(Collector):
    """What has been collected; each sample with the *worker*, where there are several."""

    def __init__(self, families: list[Metric], worker: str) -> None:
        self._families = families
        for made in families if worker else ():
            made.samples = [s._replace(labels={"worker": worker, **s.labels}) for s in made.samples]

    def collect(self) -> list[Metric]:
        """See Collector."""
        return self._families


def text_of(families: list[Metric], worker: str = "") -> bytes:
    """As Prometheus reads them."""
    return generate_latest(_Collected(families, worker))


class NodeMetrics:
    """Of one process. *worker* is its number, where there are several."""

    def __init__(self, engine: ReadEngine, shared: Shared, lag_max_s: float, worker: str = "") -> None:
        self._engine, self._shared, self._worker = engine, shared, worker
        self._began_s = time.monotonic()
        self.limit(lag_max_s)

    def limit(self, lag_max_s: float) -> None:
        """From now on a view may be so far behind, and the node is ready all the same."""
        self._lag_max_s = lag_max_s

    async def text(self, user: str) -> bytes:
        """All of them, as Prometheus reads them; of the views those that *user* may know. Made in a thread."""
        grants, nodes = self._engine.catalog.guard.of(user), self._engine.nodes()
        unsent = unsent_bytes(self._shared)
        return await asyncio.to_thread(lambda: text_of(list(self._families(grants, nodes, unsent)), self._worker))

    def _families(self, grants: UserGrants | None, nodes: Sequence[NodeRow], unsent: int) -> Iterator[Metric]:
        counts = self._engine.counts
        yield histograms("tidegate_statement_seconds", dict(counts.statements))
        yield family("tidegate_errors", [((state,), number) for state, number in sorted(counts.errors.items())])
        yield from self._of_node()
        yield from self._of_queues()
        yield from self._of_memory(unsent)
        yield from self._of_views(grants)
        yield from _of_roots(told=grants is None)
        yield from _of_cluster(nodes)
        yield family("tidegate_fragments", [(of, number) for of, number in sorted(dict(counts.fragments).items())])
        yield from _of_process()

    def _of_node(self) -> Iterator[Metric]:
        found = readiness(self._engine, self._shared, self._lag_max_s)
        yield family("tidegate_ready", [((), float(found.reason is None))])
        yield family("tidegate_views_catching_up", [((), found.known - found.served)])
        yield family("tidegate_uptime_seconds", [((), time.monotonic() - self._began_s)])
        yield family("tidegate_worker_up", [])  # siblings.py knows
        yield family("tidegate_connections", [((), len(self._shared.registry.connections))])
        sessions = sessions_by_state(self._engine, self._shared)
        yield family("tidegate_sessions", [((state,), number) for state, number in sessions.items()])

    def _of_queues(self) -> Iterator[Metric]:
        workers = self._engine.workers
        places: list[Sample] = []
        for name, admission in workers.classes.items():
            places += [((name, "running"), admission.running), ((name, "waiting"), admission.waiting)]
        yield family("tidegate_executions", places)
        refused: dict[str, int] = {
            **{str(name): admission.refused for name, admission in workers.classes.items()},
            "planning": self._engine.planners.refused,
            "connections": self._shared.registry.refused,
            "messages": self._shared.received.refused,
            "memory": workers.memory.refused,
        }
        yield family("tidegate_refused", [((of,), number) for of, number in refused.items()])
        yield family("tidegate_isolated", [((), self._engine.engine_pool.instances.entered)])
        yield family("tidegate_memory_ended", [((), workers.memory.ended)])

    def _of_memory(self, unsent: int) -> Iterator[Metric]:
        owners = memory_by_owner(self._engine, self._shared, unsent)
        yield family("tidegate_memory_bytes", [((owner,), number) for owner, number in owners.items()])
        yield family("tidegate_memory_limit_bytes", [((), self._engine.workers.memory.bytes_max)])

    def _of_views(self, grants: UserGrants | None) -> Iterator[Metric]:
        store = self._engine.store
        views = sorted((name, view) for name, view in store.views().items() if grants is None or grants.reaches(name))
        roots = [(name, there) for name, _ in views if (there := store.at_root(name)) is not None]
        yield family("tidegate_view_version", [((name,), view.version) for name, view in views])
        committed = [((name,), view.committed_at_us / 1e6) for name, view in views if view.committed_at_us]
        yield family("tidegate_view_committed_timestamp_seconds", committed)
        yield family("tidegate_view_staleness_seconds", [((name,), staleness_s(self._engine, view)) for name, view in views])
        served = dict(views)
        behind = [((name,), max(0, there.latest - served[name].version)) for name, there in roots]
        yield family("tidegate_view_versions_behind", behind)
        yield family("tidegate_view_rows", [((name,), rows) for name, view in views if (rows := _rows(view)) is not None])
        yield family("tidegate_view_bytes", [((name,), view.bytes) for name, view in views])
        sizes: list[Sample] = []
        for name, there in roots:
            sizes += [
                ((name, of), size) for of, size in (("live", there.bytes_live), ("total", there.bytes_total)) if size is not None
            ]
        yield family("tidegate_view_root_bytes", sizes)
        yield family("tidegate_view_ingested", [((name,), there.taken) for name, there in roots])
        yield family("tidegate_view_ingest_seconds", [((name,), there.taking_s) for name, there in roots])
        yield family("tidegate_view_fault", [((name,), float(store.fault(name) is not None)) for name, _ in views])


def _rows(view: ViewVersion) -> int | None:
    """Live rows of the shards that are here, where they are known, or soon are; state tables' partitions are not opened for it."""
    if view.group is None and view.bytes <= COUNTED_BYTES_MAX:
        return sum(view.count_rows())
    known = [view.shards[number].known_rows for number in view.held]
    return None if None in known else sum(rows for rows in known if rows is not None)


def _of_roots(*, told: bool) -> Iterator[Metric]:
    """For who may read everything: a checkpoint's URI tells of tables."""
    found = sorted(requests_by_root().items()) if told else []
    yield family("tidegate_root_requests", [((uri,), requests.asked) for uri, requests in found])
    yield family("tidegate_root_errors", [((uri,), requests.errors) for uri, requests in found])
    yield family("tidegate_root_seconds", [((uri,), requests.seconds) for uri, requests in found])


def _of_cluster(nodes: Sequence[NodeRow]) -> Iterator[Metric]:
    yield family("tidegate_node_up", [((node.name,), float(node.state == "alive")) for node in nodes])
    ages = [((node.name,), node.heartbeat_age_ms / 1e3) for node in nodes if node.heartbeat_age_ms is not None]
    yield family("tidegate_node_heartbeat_age_seconds", ages)


def _of_process() -> Iterator[Metric]:
    usage = resource.getrusage(resource.RUSAGE_SELF)
    yield family("process_resident_memory_bytes", [((), resident_bytes())])
    yield family("process_cpu_seconds", [((), usage.ru_utime + usage.ru_stime)])
    yield family("process_open_fds", [((), len(os.listdir("/proc/self/fd")))])
    yield family("process_max_fds", [((), resource.getrlimit(resource.RLIMIT_NOFILE)[0])])
