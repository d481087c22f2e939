"""OpenTelemetry's spans of what tidegate.queries records: one a statement, and below it one a fragment, with its node.

A statement belongs to the trace of who asked: sqlcommenter's comment traceparent='00-…' in its text says which (over HTTP the
header traceparent becomes one). Reads of a few keys that are answered at once have none: a span costs more than they do.

Spans are made when a statement has ended and sent by a thread of OpenTelemetry's own; where the collector takes none they are
dropped.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.sdk.trace.sampling import ParentBasedTraceIdRatio
from opentelemetry.trace import Span, SpanKind, StatusCode, set_span_in_context
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from gateway.engine.recent import QueryRun, Recent, Run

if TYPE_CHECKING:
    from gateway.node.traces import TraceOptions

#: Also what stopping waits for a collector that takes nothing, for each batch.
_SEND_S: Final = 2


class Spans:
    """Makes spans of what *recent* records, from now to close()."""

    def __init__(self, options: TraceOptions, recent: Recent, node: str) -> None:
        named = Resource.create({"service.name": options.service_name, "service.instance.id": node})
        self._provider = TracerProvider(ParentBasedTraceIdRatio(options.sample_ratio), named, shutdown_on_exit=False)
        self._provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(options.endpoint, timeout=_SEND_S)))
        self._tracer = self._provider.get_tracer("tidegate")
        recent.on_end = self._note

    def close(self) -> None:
        """Send what there is, as far as the collector takes it."""
        self._provider.shutdown()

    def _note(self, run: QueryRun) -> None:
        parent = TraceContextTextMapPropagator().extract({"traceparent": run.trace}) if run.trace else None
        span = self._tracer.start_span(
            run.kind,
            parent,
            SpanKind.SERVER,
            {
                "db.system.name": "postgresql", "db.query.text": run.sql, "user.name": run.user, "tidegate.state": run.state,
                "tidegate.rows": run.rows, "tidegate.retries": run.retries, "tidegate.plan": run.read.plan,
                "tidegate.planning_ms": run.planning_ms,
                "tidegate.shards": [f"{view}={sorted(shards)}" for view, shards in sorted(run.read.shards.items())],
                "tidegate.versions": [f"{view}={version}" for view, version in sorted(run.versions.items())],
            },
            start_time=_ns(run, run.begun_s),
        )  # fmt: skip
        if run.first_s is not None:
            span.add_event("first row", timestamp=_ns(run, run.first_s))
        within = set_span_in_context(span)
        for fragment in run.fragments:
            below = self._tracer.start_span(
                f"fragment {fragment.number}",
                within,
                SpanKind.CLIENT,
                {
                    "db.query.text": fragment.sql, "server.address": fragment.node, "tidegate.state": fragment.state,
                    "tidegate.rows": fragment.rows, "tidegate.bytes": fragment.bytes,
                    "tidegate.shards": [f"{view}={sorted(shards)}" for view, shards in sorted(fragment.shards.items())],
                },
                start_time=_ns(run, fragment.begun_s),
            )  # fmt: skip
            _end(below, run, fragment)
        _end(span, run, run)


def _end(span: Span, query: QueryRun, run: Run) -> None:
    if run.error is not None:
        span.set_status(StatusCode.ERROR, run.error)
    span.end(_ns(query, run.ended_s or time.monotonic()))


def _ns(query: QueryRun, at_s: float) -> int:
    """A moment of the monotonic clock, in nanoseconds since 1970."""
    return query.started_us * 1000 + round((at_s - query.begun_s) * 1e9)
