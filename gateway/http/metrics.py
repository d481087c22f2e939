"""/metrics: what Prometheus scrapes, in its text format. docs/reference/metrics.md lists all of it, made from METRICS.

Values are taken when they are asked for; between two scrapes nothing is computed. Names follow Prometheus' conventions: base
units, _total for what only grows.
"""

from __future__ import annotations

import asyncio
import os
import resource
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from prometheus_client import generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from gateway.access.grants import UserGrants
from gateway.contract.counts import BOUNDS_S, Histogram
from gateway.contract.overview import NodeRow
from gateway.engine.engine import ReadEngine
from gateway.http.health import readiness, staleness_s
from gateway.http.memory_limit import memory_limit_bytes
from gateway.server.shared import Shared

#: Name → (kind, what it says, labels).
METRICS: Final[dict[str, tuple[str, str, tuple[str, ...]]]] = {
    "tidegate_ready": ("gauge", "1 where /readyz says that clients should be sent here.", ()),
    "tidegate_uptime_seconds": ("gauge", "Since the HTTP port opened.", ()),
    "tidegate_statement_seconds": (
        "histogram",
        "How long statements took, from the hot path's bytes in, or the start of their execution, to their last row. Kinds: keyed "
        "are reads by key answered at once (one in 64 is timed and counts as 64); query, copy, explain and fragment are "
        "those that tidegate.queries lists.",
        ("kind",),
    ),
    "tidegate_errors": ("counter", "Errors told to clients.", ("sqlstate",)),
    "tidegate_connections": ("gauge", "Connections, over the Postgres port and others, with those that are logging in.", ()),
    "tidegate_sessions": ("gauge", "Sessions by state, as pg_stat_activity has them.", ("state",)),
    "tidegate_received_bytes": ("gauge", "What clients have sent that is not complete yet or waits.", ()),
    "tidegate_view_version": ("gauge", "The version served.", ("view",)),
    "tidegate_view_committed_timestamp_seconds": ("gauge", "When that version was committed.", ("view",)),
    "tidegate_view_staleness_seconds": ("gauge", "How long ago the first version was committed that is not served.", ("view",)),
    "tidegate_view_versions_behind": ("gauge", "Versions that have been committed and are not served.", ("view",)),
    "tidegate_view_bytes": ("gauge", "Size of what is held here.", ("view",)),
    "tidegate_view_root_bytes": ("gauge", "Size at the root: live of the newest base, total of all files.", ("view", "of")),
    "tidegate_view_fault": ("gauge", "1 while the view cannot be brought up to date.", ("view",)),
    "tidegate_views_catching_up": ("gauge", "Views that cannot be read yet.", ()),
    "tidegate_node_up": ("gauge", "1 for each node of the cluster that is alive, as this one sees it.", ("node",)),
    "tidegate_node_heartbeat_age_seconds": ("gauge", "Since a node was last heard.", ("node",)),
    "tidegate_memory_limit_bytes": ("gauge", "Memory that the process may have: its control groups' limit, or the machine's.", ()),
    "process_resident_memory_bytes": ("gauge", "Resident memory.", ()),
    "process_cpu_seconds": ("counter", "Processor time, user and system.", ()),
    "process_open_fds": ("gauge", "Open descriptors.", ()),
    "process_max_fds": ("gauge", "Descriptors that may be open.", ()),
}  # fmt: skip
CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
_PAGE_BYTES: Final = resource.getpagesize()
Sample = tuple[tuple[str, ...], float]


class _Collected(Collector):
    """What has been collected."""

    def __init__(self, families: list[Metric]) -> None:
        self._families = families

    def collect(self) -> list[Metric]:
        """See Collector."""
        return self._families


class NodeMetrics:
    """Of one process. *began_s* is time.monotonic()'s."""

    def __init__(self, engine: ReadEngine, shared: Shared, lag_max_s: float, began_s: float) -> None:
        self._engine, self._shared, self._lag_max_s, self._began_s = engine, shared, lag_max_s, began_s

    async def text(self, user: str) -> bytes:
        """All of them, as Prometheus reads them; of the views those that *user* may know. Made in a thread."""
        grants, nodes = self._engine.catalog.guard.of(user), self._engine.nodes()
        return await asyncio.to_thread(lambda: generate_latest(_Collected(list(self._families(grants, nodes)))))

    def _families(self, grants: UserGrants | None, nodes: Sequence[NodeRow]) -> Iterator[Metric]:
        counts = self._engine.counts
        yield _histograms("tidegate_statement_seconds", dict(counts.statements))
        yield _family("tidegate_errors", [((state,), number) for state, number in sorted(counts.errors.items())])
        yield from self._of_node()
        yield from self._of_views(grants)
        yield from _of_cluster(nodes)
        yield from _of_process()

    def _of_node(self) -> Iterator[Metric]:
        found = readiness(self._engine, self._shared, self._lag_max_s)
        yield _family("tidegate_ready", [((), float(found.reason is None))])
        yield _family("tidegate_views_catching_up", [((), found.known - found.served)])
        yield _family("tidegate_uptime_seconds", [((), time.monotonic() - self._began_s)])
        yield _family("tidegate_connections", [((), len(self._shared.registry.connections))])
        yield _family("tidegate_received_bytes", [((), self._shared.received.total_bytes)])
        states = Counter(c.session.transaction.status for c in self._shared.registry.sessions() if c.session is not None)
        running = self._engine.recent.running_count
        idle = max(0, states["I"] - running)
        named = {"active": running, "idle": idle, "idle in transaction": states["T"], "idle in transaction (aborted)": states["E"]}
        yield _family("tidegate_sessions", [((state,), number) for state, number in named.items()])

    def _of_views(self, grants: UserGrants | None) -> Iterator[Metric]:
        store = self._engine.store
        views = sorted((name, view) for name, view in store.views().items() if grants is None or grants.reaches(name))
        roots = [(name, there) for name, _ in views if (there := store.at_root(name)) is not None]
        yield _family("tidegate_view_version", [((name,), view.version) for name, view in views])
        committed = [((name,), view.committed_at_us / 1e6) for name, view in views if view.committed_at_us]
        yield _family("tidegate_view_committed_timestamp_seconds", committed)
        yield _family("tidegate_view_staleness_seconds", [((name,), staleness_s(self._engine, name)) for name, _ in views])
        served = dict(views)
        yield _family(
            "tidegate_view_versions_behind", [((name,), max(0, there.latest - served[name].version)) for name, there in roots]
        )
        yield _family("tidegate_view_bytes", [((name,), view.bytes) for name, view in views])
        sizes: list[Sample] = []
        for name, there in roots:
            sizes += [
                ((name, of), size) for of, size in (("live", there.bytes_live), ("total", there.bytes_total)) if size is not None
            ]
        yield _family("tidegate_view_root_bytes", sizes)
        yield _family("tidegate_view_fault", [((name,), float(store.fault(name) is not None)) for name, _ in views])


def _of_cluster(nodes: Sequence[NodeRow]) -> Iterator[Metric]:
    yield _family("tidegate_node_up", [((node.name,), float(node.state == "alive")) for node in nodes])
    ages = [((node.name,), node.heartbeat_age_ms / 1e3) for node in nodes if node.heartbeat_age_ms is not None]
    yield _family("tidegate_node_heartbeat_age_seconds", ages)


def _of_process() -> Iterator[Metric]:
    with open("/proc/self/statm", encoding="ascii") as statm:
        resident = int(statm.read().split()[1]) * _PAGE_BYTES
    usage = resource.getrusage(resource.RUSAGE_SELF)
    yield _family("tidegate_memory_limit_bytes", [((), memory_limit_bytes())])
    yield _family("process_resident_memory_bytes", [((), resident)])
    yield _family("process_cpu_seconds", [((), usage.ru_utime + usage.ru_stime)])
    yield _family("process_open_fds", [((), len(os.listdir("/proc/self/fd")))])
    yield _family("process_max_fds", [((), resource.getrlimit(resource.RLIMIT_NOFILE)[0])])


def _family(name: str, samples: Iterable[Sample]) -> Metric:
    kind, told, labels = METRICS[name]
    family = (CounterMetricFamily if kind == "counter" else GaugeMetricFamily)(name, told, labels=labels)
    for values, number in samples:
        family.add_metric(values, number)
    return family


def _histograms(name: str, found: dict[str, Histogram]) -> Metric:
    _, told, labels = METRICS[name]
    family = HistogramMetricFamily(name, told, labels=labels)
    for kind, histogram in sorted(found.items()):
        buckets, total = [], 0
        for bound, number in zip((*BOUNDS_S, float("inf")), histogram.buckets, strict=True):
            total += number
            buckets.append(("+Inf" if bound == float("inf") else repr(bound), float(total)))
        family.add_metric((kind,), buckets, histogram.sum_s)
    return family
