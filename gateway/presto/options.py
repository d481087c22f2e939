"""Section [presto] of the configuration file.

[presto]
listen = "127.0.0.1:8080"      # empty: nothing listens
hosts = ""                     # "a.example, b": names that clients call it by, beside addresses, localhost and the machine's
tls = "auto"                   # where [access] has a certificate; on, off
queries_max = 200              # whose results are under way, or kept for a moment (HTTP 503)
transactions_max = 100         # QUERY_QUEUE_FULL
connections_max = 1000         # HTTP connections; for the next one, the one that has been silent for longest goes
page_bytes = 1048576           # rows are sent in pages of about so much
poll_s = 1.0                   # how long a request waits for rows
abandoned_s = 300              # after so long without a request a query, or a transaction, is given up
request_timeout_s = 10         # for the head of a request, the first one from connecting
body_timeout_s = 30            # for its body
keep_alive_s = 5               # for the next request
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class PrestoOptions:
    """See the module."""

    listen: str = ""
    hosts: str = ""
    tls: Literal["auto", "on", "off"] = "auto"
    queries_max: int = 200
    transactions_max: int = 100
    connections_max: int = 1_000
    page_bytes: int = 1 << 20
    poll_s: float = 1.0
    abandoned_s: float = 300.0
    request_timeout_s: float = 10.0
    body_timeout_s: float = 30.0
    keep_alive_s: float = 5.0

    def __post_init__(self) -> None:
        if self.tls not in ("auto", "on", "off"):
            raise ValueError(f"tls={self.tls!r}: auto, on or off")
        for name in ("queries_max", "transactions_max", "connections_max", "page_bytes"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name}={getattr(self, name)}: at least 1")
        for name in ("poll_s", "abandoned_s", "request_timeout_s", "body_timeout_s", "keep_alive_s"):
            if not 0 < getattr(self, name) < math.inf:
                raise ValueError(f"{name}={getattr(self, name)}: more than 0 seconds")
