"""Section [http] of the configuration file.

[http]
listen = "127.0.0.1:8432"      # empty: nothing listens
hosts = ""                     # "a.example, b": names that clients call it by, beside addresses, localhost and the machine's
tls = "auto"                   # where [access] has a certificate; on, off
ready_lag_max_s = 0            # /readyz is 503 while a view lacks a version that was committed so long ago; 0: however long
connections_max = 1000         # for the next one, the one that has been silent for longest goes
sessions_per_user_max = 100    # statements of one user that run at a time (HTTP 503)
session_idle_s = 60            # a session that nobody needs is kept for so long
body_bytes_max = 1048576       # of a request (HTTP 413)
request_timeout_s = 10         # for the head of a request, the first one from connecting
body_timeout_s = 30            # for its body
keep_alive_s = 60              # for the next request
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class HttpOptions:
    """See the module."""

    listen: str = ""
    hosts: str = ""
    tls: Literal["auto", "on", "off"] = "auto"
    ready_lag_max_s: float = 0.0
    connections_max: int = 1_000
    sessions_per_user_max: int = 100
    session_idle_s: float = 60.0
    body_bytes_max: int = 1 << 20
    request_timeout_s: float = 10.0
    body_timeout_s: float = 30.0
    keep_alive_s: float = 60.0

    def __post_init__(self) -> None:
        if self.tls not in ("auto", "on", "off"):
            raise ValueError(f"tls={self.tls!r}: auto, on or off")
        for name in ("connections_max", "sessions_per_user_max", "body_bytes_max"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name}={getattr(self, name)}: at least 1")
        if not 0 <= self.ready_lag_max_s < math.inf:
            raise ValueError(f"ready_lag_max_s={self.ready_lag_max_s}: 0 seconds or more")
        for name in ("session_idle_s", "request_timeout_s", "body_timeout_s", "keep_alive_s"):
            if not 0 < getattr(self, name) < math.inf:
                raise ValueError(f"{name}={getattr(self, name)}: more than 0 seconds")
