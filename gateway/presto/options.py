"""Section [presto] of the configuration file.

[presto]
listen = "127.0.0.1:8080"      # empty: nothing listens
tls = "auto"                   # where [access] has a certificate; on, off
queries_max = 200              # whose results are under way, or kept for a moment (HTTP 503)
transactions_max = 100         # QUERY_QUEUE_FULL
connections_max = 1000         # HTTP connections (503)
page_bytes = 1048576           # rows are sent in pages of about so much
poll_s = 1.0                   # how long a request waits for rows
abandoned_s = 300              # after so long without a request a query, or a transaction, is given up
request_timeout_s = 30         # for a request to arrive
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class PrestoOptions:
    """See the module."""

    listen: str = ""
    tls: Literal["auto", "on", "off"] = "auto"
    queries_max: int = 200
    transactions_max: int = 100
    connections_max: int = 1_000
    page_bytes: int = 1 << 20
    poll_s: float = 1.0
    abandoned_s: float = 300.0
    request_timeout_s: float = 30.0

    def __post_init__(self) -> None:
        if self.tls not in ("auto", "on", "off"):
            raise ValueError(f"tls={self.tls!r}: auto, on or off")
        for name in ("queries_max", "transactions_max", "connections_max", "page_bytes"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name}={getattr(self, name)}: at least 1")
        for name in ("poll_s", "abandoned_s", "request_timeout_s"):
            if not 0 < getattr(self, name) < math.inf:
                raise ValueError(f"{name}={getattr(self, name)}: more than 0 seconds")
