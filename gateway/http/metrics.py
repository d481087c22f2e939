"""The metrics of /metrics by name, and how they are written. docs/reference/metrics.md lists them, made from METRICS; scrape.py has
their values.

Names follow Prometheus' conventions: base units, _total for what only grows. With --workers each sample says of which one it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric

from gateway.contract.counts import BOUNDS_S, Histogram

#: Name → (kind, what it says, labels).
METRICS: Final[dict[str, tuple[str, str, tuple[str, ...]]]] = {
    "tidegate_ready": ("gauge", "1 where /readyz says that clients should be sent here.", ()),
    "tidegate_uptime_seconds": ("gauge", "Since metrics can be asked for.", ()),
    "tidegate_statement_seconds": (
        "histogram",
        "How long statements took, from the hot path's bytes in, or the start of their execution, to their last row. Kinds: keyed "
        "are reads by key answered at once (one in 64 is timed and counts as 64); query, catalog, copy, explain, fragment, and "
        "subscription, which take until they are ended, are those that tidegate.queries lists. Plans: how views are read, by the "
        "dearest of an execution's reads: nothing (also of what reads no view), point, multi-get, range, scan, distributed; of "
        "keyed: point, or keys for several and ranges; of subscription: changes.",
        ("kind", "plan"),
    ),
    "tidegate_errors": ("counter", "Errors told to clients.", ("sqlstate",)),
    "tidegate_executions": (
        "gauge", "Executions that are open (running), and those that wait for a place (waiting), by class.", ("class", "state"),
    ),
    "tidegate_refused": (
        "counter",
        "What was refused because there was too much of it: points, scans, fragments and planning (53300, queues), "
        "connections (53300), messages (53200, received_bytes_max), memory (53200, process_bytes_max).",
        ("of",),
    ),
    "tidegate_isolated": ("counter", "Queries that began anew in an isolated instance of DuckDB.", ()),
    "tidegate_memory_ended": ("counter", "Executions that were ended because the process had too much in memory (53200).", ()),
    "tidegate_connections": ("gauge", "Connections, over the Postgres port and others, with those that are logging in.", ()),
    "tidegate_sessions": ("gauge", "Sessions by state, as pg_stat_activity has them.", ("state",)),
    "tidegate_memory_bytes": (
        "gauge",
        "Memory by owner: blocks (RocksDB's cache), copies, duckdb (what queries use), messages (of clients, not complete or "
        "waiting), results (made and not taken by clients), functions (their processes), heap and heap_free (the C "
        "library's, in use and free: Python's larger objects, RocksDB's tables).",
        ("owner",),
    ),
    "tidegate_memory_limit_bytes": ("gauge", "process_bytes_max: beyond it executions are ended. 0: no limit.", ()),
    "tidegate_view_version": ("gauge", "The version served.", ("view",)),
    "tidegate_view_committed_timestamp_seconds": ("gauge", "When that version was committed.", ("view",)),
    "tidegate_view_staleness_seconds": ("gauge", "How long ago the first version was committed that is not served.", ("view",)),
    "tidegate_view_versions_behind": ("gauge", "Versions that have been committed and are not served.", ("view",)),
    "tidegate_view_rows": (
        "gauge", "Live rows held here, of views up to 1 MiB, and of others whose version has been counted (tidegate.views does).",
        ("view",),
    ),
    "tidegate_view_bytes": ("gauge", "Size of what is held here.", ("view",)),
    "tidegate_view_root_bytes": ("gauge", "Size at the root: live of the newest base, total of all files.", ("view", "of")),
    "tidegate_view_ingested": ("counter", "Versions taken from the root.", ("view",)),
    "tidegate_view_ingest_seconds": ("counter", "How long that took, from looking at the root to being served.", ("view",)),
    "tidegate_view_fault": ("gauge", "1 while the view cannot be brought up to date.", ("view",)),
    "tidegate_views_catching_up": ("gauge", "Views that cannot be read yet.", ()),
    "tidegate_root_requests": ("counter", "Requests to roots and checkpoints that are not on a local disk.", ("root",)),
    "tidegate_root_errors": ("counter", "Those that were not answered, or refused.", ("root",)),
    "tidegate_root_seconds": ("counter", "How long they took, with what clients repeat by themselves.", ("root",)),
    "tidegate_node_up": ("gauge", "1 for each node of the cluster that is alive, as this one sees it.", ("node",)),
    "tidegate_node_heartbeat_age_seconds": ("gauge", "Since a node was last heard.", ("node",)),
    "tidegate_fragments": (
        "counter",
        "Fragments of this node's queries, by the node that ran them and how they ended; given up: another one had to do it again.",
        ("node", "state"),
    ),
    "tidegate_worker_up": ("gauge", "With --workers: 1 for each one whose metrics are here.", ("worker",)),
    "process_resident_memory_bytes": ("gauge", "Resident memory.", ()),
    "process_cpu_seconds": ("counter", "Processor time, user and system.", ()),
    "process_open_fds": ("gauge", "Open descriptors.", ()),
    "process_max_fds": ("gauge", "Descriptors that may be open.", ()),
}  # fmt: skip
CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
Sample = tuple[tuple[str, ...], float]


def family(name: str, samples: Iterable[Sample]) -> Metric:
    """One of METRICS, with its samples: values of labels, and a number."""
    kind, told, labels = METRICS[name]
    made = (CounterMetricFamily if kind == "counter" else GaugeMetricFamily)(name, told, labels=labels)
    for values, number in samples:
        made.add_metric(values, number)
    return made


def histograms(name: str, found: Mapping[tuple[str, str], Histogram]) -> Metric:
    """One of METRICS, by values of labels."""
    _, told, labels = METRICS[name]
    made = HistogramMetricFamily(name, told, labels=labels)
    for values, histogram in sorted(found.items()):
        buckets, total = [], 0
        for bound, number in zip((*BOUNDS_S, float("inf")), histogram.buckets, strict=True):
            total += number
            buckets.append(("+Inf" if bound == float("inf") else repr(bound), float(total)))
        made.add_metric(values, buckets, histogram.sum_s)
    return made
