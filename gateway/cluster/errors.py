"""What can go wrong between nodes. SQLSTATEs are in gateway/sqlstate.py."""

from __future__ import annotations

import json
from typing import Final, Literal, Self, get_args

from gateway.errors import GatewayError, StaleRead

RefusalReason = Literal["not held", "not reached", "not kept", "other view", "busy", "leaving"]
REFUSAL_REASONS: Final[tuple[RefusalReason, ...]] = get_args(RefusalReason)
#: Refusals that another version may not meet; the others concern the node alone.
VERSION_REASONS: Final[frozenset[RefusalReason]] = frozenset(("not reached", "not kept", "other view"))


class PeerUnreachable(GatewayError):
    """A node could not be asked, or its answer did not come whole; the message is the cause (08006).

    Raised for everything that is the connection's or the peer's fault: refused, reset, timed out, garbage, a truncated stream.
    """


class BadStatus(GatewayError):
    """What a peer said of itself is no status; the message says what is wrong with it (08P01)."""


class FragmentRefused(GatewayError):
    """A node does not run a fragment that it was sent, and has sent none of its rows (55000)."""

    def __init__(self, reason: RefusalReason, message: str) -> None:
        super().__init__(message, detail=json.dumps({"refused": reason}))
        self.reason: RefusalReason = reason

    @classmethod
    def from_detail(cls, message: str, detail: str | None) -> Self | None:
        """The refusal that another node reported, from its error's message and DETAIL; None where it is another error."""
        try:
            body = json.loads(detail or "")
        except ValueError:
            return None
        reason = body.get("refused") if isinstance(body, dict) else None
        return cls(reason, message) if reason in REFUSAL_REASONS else None


class FragmentFailed(GatewayError):
    """The query's own error as another node reported it; *sqlstate* is what that node says (XX000 otherwise)."""

    def __init__(self, sqlstate: str, message: str, *, detail: str | None = None, hint: str | None = None) -> None:
        super().__init__(message, detail=detail, hint=hint)
        self.sqlstate = sqlstate


class VersionUnavailable(StaleRead):
    """No version of a view within the query's bounds can be read on all nodes it needs (40001); DETAIL says by how much."""


class NoReplica(GatewayError):
    """No node can serve a shard (08006); DETAIL lists each node tried with its cause."""


class FragmentLost(GatewayError):
    """A node failed after some of its rows had been sent to the client, so nobody can take over (08006)."""
