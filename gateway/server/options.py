"""What an operator can choose about listening and connections."""

from __future__ import annotations

import math
from dataclasses import dataclass

from gateway.access.trust import TRUST_LOOPBACK, Trust
from gateway.wire.limits import LARGE_MESSAGE_BYTES_MAX, MESSAGE_BYTES_MAX, SMALL_MESSAGE_BYTES_MAX


@dataclass(frozen=True, slots=True)
class ServerOptions:
    """*connections_max* counts sessions, *connections_per_user_max* those of one user (None: no other limit); as many again may be
    at start-up. Beyond, 53300. Of one address (IPv6: one /64) *startups_per_address_max* may be at start-up: who has been for
    longest is reset for the next. A start-up, login included, has *startup_timeout_s*.

    A transport that holds more than *write_high_bytes* makes its session wait until it holds less than *write_low_bytes*. A client
    that lets it wait for *client_write_timeout_s* (0: no limit) is sent away (08006), for what it asked holds versions and memory;
    another node has twice as long, so that who asked for its rows gives up first. While a query runs, at most *read_ahead_bytes* of
    what comes next is taken from the client. A Query, Parse or Bind has at most *message_bytes_max* (54000); all messages that are
    not complete, or wait, *received_bytes_max* (53200).

    A node that is told to stop goes on for *drain_wait_s*, so that load balancers notice that it is not ready; then idle sessions
    end (57P01), and what runs has *drain_statement_s* to end by itself. Together with what follows (STOP_S in
    gateway.node.stopping) that has to be less than who stops it waits: Kubernetes 30 s. With *replication_restarts* who replicates
    from a slot that is behind what the root keeps gets a TRUNCATE and all rows, in place of 55000. *trust* lists the networks whose
    every user comes in without a password; None is loopback where there are no [[hba]] entries, else nobody.
    """

    connections_max: int = 1_000
    connections_per_user_max: int | None = None
    startups_per_address_max: int = 1_000
    startup_timeout_s: float = 60.0
    write_high_bytes: int = 1 << 20
    write_low_bytes: int = 1 << 18
    read_ahead_bytes: int = 1 << 18
    client_write_timeout_s: float = 300.0
    message_bytes_max: int = LARGE_MESSAGE_BYTES_MAX
    received_bytes_max: int = 256 << 20
    close_timeout_s: float = 5.0
    drain_wait_s: float = 0.0
    drain_statement_s: float = 20.0
    replication_restarts: bool = False
    trust: str | None = None

    @property
    def sockets_max(self) -> int:
        """Connections of clients that are open at a time: sessions, and as many before theirs."""
        return 2 * self.connections_max

    @property
    def trusted(self) -> Trust:
        """Where everybody is trusted, if no entry says otherwise."""
        return TRUST_LOOPBACK if self.trust is None else Trust.parse(self.trust)

    def __post_init__(self) -> None:
        _ = self.trusted
        for name in ("connections_max", "startups_per_address_max", "write_high_bytes", "write_low_bytes", "read_ahead_bytes"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name}={getattr(self, name)}: at least 1")
        if not SMALL_MESSAGE_BYTES_MAX <= self.message_bytes_max <= MESSAGE_BYTES_MAX:
            raise ValueError(f"message_bytes_max={self.message_bytes_max}: from {SMALL_MESSAGE_BYTES_MAX} to {MESSAGE_BYTES_MAX}")
        if self.received_bytes_max < self.message_bytes_max:
            raise ValueError(f"received_bytes_max={self.received_bytes_max}: at least message_bytes_max={self.message_bytes_max}")
        if not 0 <= self.client_write_timeout_s < math.inf:
            raise ValueError(f"client_write_timeout_s={self.client_write_timeout_s}: 0 seconds (no limit) or more")
        if self.connections_per_user_max is not None and self.connections_per_user_max < 1:
            raise ValueError(f"connections_per_user_max={self.connections_per_user_max}: at least 1")
        for name in ("drain_wait_s", "drain_statement_s"):
            if not 0 <= getattr(self, name) < math.inf:
                raise ValueError(f"{name}={getattr(self, name)}: 0 seconds or more")
        for name in ("startup_timeout_s", "close_timeout_s"):
            if not 0 < getattr(self, name) < math.inf:
                raise ValueError(f"{name}={getattr(self, name)}: more than 0 seconds")
        if self.write_low_bytes > self.write_high_bytes:
            raise ValueError(f"write_low_bytes={self.write_low_bytes}: at most write_high_bytes={self.write_high_bytes}")
