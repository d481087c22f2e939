"""What one session may hold, take and wait for; section [session] of the configuration file.

[session]
statement_timeout_s = 0                      # 0: no limit. Where sessions begin; a client may SET its own (57014)
idle_session_timeout_s = 0                   # (57P05)
idle_in_transaction_session_timeout_s = 0    # (25P03)
statements_max = 10000                       # named prepared statements (53400)
portals_max = 1000                           # portals and cursors (53400)
prepared_bytes_max = 67108864                # texts of named statements; parameters of named portals (53400)
prepared_total_bytes_max = 268435456         # texts of all sessions' named statements, of a process (53400)
scroll_bytes_max = 67108864                  # rows that one SCROLL cursor keeps (53400)
result_rows_max = 0                          # of one result or COPY; 0: no limit (53400)
result_bytes_max = 0                         # the same as messages (53400)

Other nodes of the cluster, where they know each other by a secret, have the defaults: they send whole shards, and keep connections.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from gateway.errors import ConfigurationLimitExceeded

#: The settings of PostgreSQL that [session] gives a start value, by the option's name.
TIMEOUTS: Final = {
    "statement_timeout_s": "statement_timeout",
    "idle_session_timeout_s": "idle_session_timeout",
    "idle_in_transaction_session_timeout_s": "idle_in_transaction_session_timeout",
}
#: What PostgreSQL keeps milliseconds in.
_TIMEOUT_MAX_S: Final = (2**31 - 1) // 1000
_LEAST: Final = {
    "statements_max": 1,
    "portals_max": 1,
    "prepared_bytes_max": 1,
    "prepared_total_bytes_max": 1,
    "scroll_bytes_max": 1,
    "result_rows_max": 0,
    "result_bytes_max": 0,
}


@dataclass(frozen=True, slots=True)
class SessionOptions:
    """See the module."""

    statement_timeout_s: float = 0.0
    idle_session_timeout_s: float = 0.0
    idle_in_transaction_session_timeout_s: float = 0.0
    statements_max: int = 10_000
    portals_max: int = 1_000
    prepared_bytes_max: int = 64 << 20
    prepared_total_bytes_max: int = 256 << 20
    scroll_bytes_max: int = 64 << 20
    result_rows_max: int = 0
    result_bytes_max: int = 0

    def __post_init__(self) -> None:
        for name, least in _LEAST.items():
            if getattr(self, name) < least:
                raise ValueError(f"{name}={getattr(self, name)}: at least {least}")
        for name in TIMEOUTS:
            if not 0 <= getattr(self, name) <= _TIMEOUT_MAX_S:
                raise ValueError(f"{name}={getattr(self, name)}: from 0 (no limit) to {_TIMEOUT_MAX_S} seconds")

    @property
    def starts(self) -> dict[str, int]:
        """PostgreSQL's settings in milliseconds, as sessions begin with them."""
        return {setting: math.ceil(getattr(self, name) * 1000) for name, setting in TIMEOUTS.items()}

    def check_result(self, rows: int, size: int) -> None:
        """Raise ConfigurationLimitExceeded if a result of so many rows and bytes is too large."""
        if rows > self.result_rows_max > 0:
            raise ConfigurationLimitExceeded(
                f"the result has more than {self.result_rows_max} rows", hint="Ask for less, or raise result_rows_max in [session]."
            )
        if size > self.result_bytes_max > 0:
            raise ConfigurationLimitExceeded(
                f"the result has more than {self.result_bytes_max} bytes",
                hint="Ask for less, or raise result_bytes_max in [session].",
            )
