"""Everything the gateway itself refuses or ends a statement or a connection for, one class per condition.

The SQLSTATE of each class is in gateway/sqlstate.py and nowhere else. Planning has planner.errors, the store statestore.errors.
"""

from __future__ import annotations

import json
from typing import Final, Literal, Self, get_args


class GatewayError(Exception):
    """Base of this module's errors; fields as in planner.errors.PlanError."""

    def __init__(self, message: str, *, position: int | None = None, detail: str | None = None, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.position = position
        self.detail = detail
        self.hint = hint


# ------------------------------------------------------------------------------------------------------- connections


class ConnectionFault(GatewayError):
    """Base of errors that end the connection (FATAL)."""


class ProtocolFault(ConnectionFault):
    """Bytes that are no protocol: lost synchronisation, impossible lengths, a malformed startup packet (08P01)."""


class MessageTooLarge(ConnectionFault):
    """A message or startup packet beyond its limit (54000)."""


class UnsupportedProtocol(ConnectionFault):
    """A protocol version that cannot be negotiated (0A000)."""


class AccessDenied(ConnectionFault):
    """Not from there, not as that user (28000)."""


class InvalidPassword(ConnectionFault):
    """The password is wrong, or there is no such user (28P01); which of the two is not told."""


class UndefinedDatabase(ConnectionFault):
    """No such database (3D000)."""


class TooManyConnections(ConnectionFault):
    """The connection limit is reached (53300)."""


class CannotConnectNow(ConnectionFault):
    """Shutting down (57P03)."""


class ConnectionTerminated(ConnectionFault):
    """The server ends a session (57P01)."""


class StartupTimeout(ConnectionFault):
    """No complete start-up in time (08006)."""


class InputTooLarge(ConnectionFault):
    """Clients' messages take more memory than they may (53200)."""


class ClientStalled(ConnectionFault):
    """A client that does not take what it asked for, for client_write_timeout_s (08006)."""


class IdleSession(ConnectionFault):
    """Nothing said for idle_session_timeout (57P05)."""


class IdleInTransaction(ConnectionFault):
    """Nothing said in a transaction block for idle_in_transaction_session_timeout (25P03)."""


# ------------------------------------------------------------------------------------------------------ the protocol


class MessageFault(GatewayError):
    """A message whose frame is sound and whose content is not (08P01); the connection goes on."""


class InvalidBinary(GatewayError):
    """A binary parameter that is not of its type (22P03)."""


class InvalidBinaryLength(GatewayError):
    """A message or value with bytes left over or missing (08P01)."""


class InvalidEncoding(GatewayError):
    """Text that is not UTF-8 (22021)."""


class FunctionCallRefused(GatewayError):
    """The protocol's fast-path function call (0A000)."""


# ---------------------------------------------------------------------------------------------------------- sessions


class FailedTransaction(GatewayError):
    """Anything but the end of a failed transaction (25P02)."""


class ActiveTransaction(GatewayError):
    """A statement that must not run inside a transaction block (25001)."""


class NoActiveTransaction(GatewayError):
    """A statement that needs a transaction block (25P01)."""


class UndefinedSavepoint(GatewayError):
    """No such savepoint (3B001)."""


class UndefinedStatement(GatewayError):
    """No such prepared statement (26000)."""


class DuplicateStatement(GatewayError):
    """A prepared statement of that name exists (42P05)."""


class UndefinedCursor(GatewayError):
    """No such portal or cursor (34000)."""


class DuplicateCursor(GatewayError):
    """A portal or cursor of that name exists (42P03)."""


class CursorNotScrollable(GatewayError):
    """A cursor that can only go forward was asked to go back; a portal that cannot run now (55000)."""


class CachedPlanChanged(GatewayError):
    """A prepared statement's columns are no longer those it was described with (0A000)."""


class UnsupportedFeature(GatewayError):
    """Valid, and not done here (0A000)."""


class UndefinedSetting(GatewayError):
    """No such setting (42704)."""


class InvalidSetting(GatewayError):
    """A value that a setting does not take (22023)."""


class FixedSetting(GatewayError):
    """A setting that cannot be changed now (55P02)."""


class InsufficientPrivilege(GatewayError):
    """A setting that only a superuser may change (42501)."""


class PermissionDenied(GatewayError):
    """A view, or a column of one, that is not granted to the user (42501)."""


class InvalidName(GatewayError):
    """An empty or otherwise impossible name (42602)."""


class LimitExceeded(GatewayError):
    """A session's own limit: statements, portals, memory of a cursor (53400)."""


# --------------------------------------------------------------------------------------------------------- execution


class QueryCancelled(GatewayError):
    """By request or by statement_timeout (57014)."""


class DivisionByZero(GatewayError):
    """At run time (22012)."""


class ResultTooLarge(GatewayError):
    """A result or an intermediate result beyond a limit (54000)."""


class OutOfMemory(GatewayError):
    """The executor ran out of its memory budget (53200)."""


class DiskFull(GatewayError):
    """No room to spill an intermediate result (53100)."""


class QueueFull(GatewayError):
    """As many queries run and wait as may; trying again later helps (53300)."""


class CardinalityViolation(GatewayError):
    """More than one row from a subquery used as an expression (21000)."""


class InvalidRegularExpression(GatewayError):
    """A pattern, made at run time, that is no regular expression (2201B)."""


class ValueNotCarried(GatewayError):
    """A value that the client's protocol has no form for (22003)."""


class StaleRead(GatewayError):
    """The asked-for version or freshness cannot be met (40001)."""


class ExecutorFault(GatewayError):
    """The executor failed in a way it should not (XX000)."""


# ------------------------------------------------------------------------------------------------------------- nodes

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
