"""Section [trace] of the configuration file: OpenTelemetry's spans, sent by OTLP over HTTP. Needs the extra `otel`.

[trace]
endpoint = ""              # of a collector: "http://127.0.0.1:4318/v1/traces"; empty: no spans are made
sample_ratio = 1.0         # of statements that belong to no trace yet; those that do are sampled as their trace is
service_name = "tidegate"
"""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from gateway.config import ConfigError
from gateway.engine.recent import Recent

_NEEDED: Final = ("opentelemetry", "opentelemetry.sdk", "opentelemetry.exporter", "opentelemetry.exporter.otlp.proto.http")


@dataclass(frozen=True, slots=True)
class TraceOptions:
    """See the module."""

    endpoint: str = ""
    sample_ratio: float = 1.0
    service_name: str = "tidegate"

    def __post_init__(self) -> None:
        if self.endpoint and not self.endpoint.startswith(("http://", "https://")):
            raise ValueError(f"endpoint={self.endpoint!r}: http://HOST:PORT/v1/traces or https://…")
        if not 0 <= self.sample_ratio <= 1:
            raise ValueError(f"sample_ratio={self.sample_ratio}: from 0 to 1")

    def check(self) -> None:
        """Raises ConfigError where spans are asked for that cannot be made."""
        if self.endpoint and not all(importlib.util.find_spec(name) for name in _NEEDED):
            raise ConfigError("[trace] endpoint needs OpenTelemetry: pip install '.[otel]'")


@contextmanager
def traced(options: TraceOptions, recent: Recent, node: str) -> Iterator[None]:
    """While inside, spans of what *recent* records are sent."""
    if not options.endpoint:
        yield
        return
    from gateway.node.spans import Spans

    spans = Spans(options, recent, node)
    try:
        yield
    finally:
        spans.close()
