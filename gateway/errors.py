"""Everything the gateway itself refuses or ends a statement or a connection for, one class per condition.

Each has its SQLSTATE, as in planner.errors, whose classes stand for the same conditions here. The store has statestore.errors.
"""

from __future__ import annotations

import json
from typing import Final, Literal, Self, get_args

from planner.errors import SqlError


class GatewayError(SqlError):
    """Base of this module's errors."""


# ------------------------------------------------------------------------------------------------------- connections


class ConnectionFault(GatewayError, sqlstate="08000"):
    """Base of errors that end the connection (FATAL)."""


class ProtocolFault(ConnectionFault, sqlstate="08P01"):
    """Bytes that are no protocol: lost synchronisation, impossible lengths, a malformed startup packet."""


class MessageTooLarge(ConnectionFault, sqlstate="54000"):
    """A message or startup packet beyond its limit."""


class UnsupportedProtocol(ConnectionFault, sqlstate="0A000"):
    """A protocol version that cannot be negotiated."""


class AccessDenied(ConnectionFault, sqlstate="28000"):
    """Not from there, not as that user."""


class InvalidPassword(ConnectionFault, sqlstate="28P01"):
    """The password is wrong, or there is no such user; which of the two is not told."""


class UndefinedDatabase(ConnectionFault, sqlstate="3D000"):
    """No such database."""


class TooManyConnections(ConnectionFault, sqlstate="53300"):
    """The connection limit is reached."""


class CannotConnectNow(ConnectionFault, sqlstate="57P03"):
    """Starting up, or shutting down."""


class ConnectionTerminated(ConnectionFault, sqlstate="57P01"):
    """The server ends a session."""


class ClientLeft(ConnectionTerminated, sqlstate="57P01"):
    """The client is gone, so that nobody is told."""


class StartupTimeout(ConnectionFault, sqlstate="08006"):
    """No complete start-up in time."""


class InputTooLarge(ConnectionFault, sqlstate="53200"):
    """Clients' messages take more memory than they may."""


class ClientStalled(ConnectionFault, sqlstate="08006"):
    """A client that does not take what it asked for, for client_write_timeout_s."""


class IdleSession(ConnectionFault, sqlstate="57P05"):
    """Nothing said for idle_session_timeout."""


class IdleInTransaction(ConnectionFault, sqlstate="25P03"):
    """Nothing said in a transaction block for idle_in_transaction_session_timeout."""


# ------------------------------------------------------------------------------------------------------ the protocol


class MessageFault(GatewayError, sqlstate="08P01"):
    """A message whose frame is sound and whose content is not; the connection goes on."""


class InvalidBinary(GatewayError, sqlstate="22P03"):
    """A binary parameter that is not of its type."""


class InvalidEncoding(GatewayError, sqlstate="22021"):
    """Text that is not UTF-8."""


class FunctionCallRefused(GatewayError, sqlstate="0A000"):
    """The protocol's fast-path function call."""


# ---------------------------------------------------------------------------------------------------------- sessions


class FailedTransaction(GatewayError, sqlstate="25P02"):
    """Anything but the end of a failed transaction."""


class ActiveTransaction(GatewayError, sqlstate="25001"):
    """A statement that must not run inside a transaction block."""


class NoActiveTransaction(GatewayError, sqlstate="25P01"):
    """A statement that needs a transaction block."""


class UndefinedSavepoint(GatewayError, sqlstate="3B001"):
    """No such savepoint."""


class UndefinedStatement(GatewayError, sqlstate="26000"):
    """No such prepared statement."""


class DuplicateStatement(GatewayError, sqlstate="42P05"):
    """A prepared statement of that name exists."""


class UndefinedCursor(GatewayError, sqlstate="34000"):
    """No such portal or cursor."""


class DuplicateCursor(GatewayError, sqlstate="42P03"):
    """A portal or cursor of that name exists."""


class CursorNotScrollable(GatewayError, sqlstate="55000"):
    """A cursor that can only go forward was asked to go back; a portal that cannot run now."""


class CachedPlanChanged(GatewayError, sqlstate="0A000"):
    """A prepared statement's columns are no longer those it was described with."""


class InvalidSetting(GatewayError, sqlstate="22023"):
    """A value that a setting does not take."""


class FixedSetting(GatewayError, sqlstate="55P02"):
    """A setting that cannot be changed now."""


class ConfigurationLimitExceeded(GatewayError, sqlstate="53400"):
    """A session's own limit: statements, portals, memory of a cursor."""


# --------------------------------------------------------------------------------------------------------- execution


class QueryCancelled(GatewayError, sqlstate="57014"):
    """By request or by statement_timeout."""


class ResultTooLarge(GatewayError, sqlstate="54000"):
    """A result or an intermediate result beyond a limit."""


class DiskFull(GatewayError, sqlstate="53100"):
    """No room to spill an intermediate result."""


class QueueFull(GatewayError, sqlstate="53300"):
    """As many queries run and wait as may; trying again later helps."""


class CardinalityViolation(GatewayError, sqlstate="21000"):
    """More than one row from a subquery used as an expression."""


class ValueNotCarried(GatewayError, sqlstate="22003"):
    """A value that the client's protocol has no form for."""


class StaleRead(GatewayError, sqlstate="40001"):
    """The asked-for version or freshness cannot be met."""


class ExecutorFault(GatewayError):
    """The executor failed in a way it should not."""


# ------------------------------------------------------------------------------------------------------------- nodes

RefusalReason = Literal["not held", "not reached", "not kept", "other view", "busy", "leaving"]
REFUSAL_REASONS: Final[tuple[RefusalReason, ...]] = get_args(RefusalReason)
#: Refusals that another version may not meet; the others concern the node alone.
VERSION_REASONS: Final[frozenset[RefusalReason]] = frozenset(("not reached", "not kept", "other view"))


class PeerUnreachable(GatewayError, sqlstate="08006"):
    """A node could not be asked, or its answer did not come whole; the message is the cause.

    Raised for everything that is the connection's or the peer's fault: refused, reset, timed out, garbage, a truncated stream.
    """


class BadStatus(GatewayError, sqlstate="08P01"):
    """What a peer said of itself is no status; the message says what is wrong with it."""


class FragmentRefused(GatewayError, sqlstate="55000"):
    """A node does not run a fragment that it was sent, and has sent none of its rows."""

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
    """No version of a view within the query's bounds can be read on all nodes it needs; DETAIL says by how much."""


class NoReplica(GatewayError, sqlstate="08006"):
    """No node can serve a shard; DETAIL lists each node tried with its cause."""


class FragmentLost(GatewayError, sqlstate="08006"):
    """A node failed after some of its rows had been sent to the client, so nobody can take over."""


# -------------------------------------------------------------------------------------------------------- replication


class DuplicateSlot(GatewayError, sqlstate="42710"):
    """There is a replication slot of that name."""


class SlotInUse(GatewayError, sqlstate="55006"):
    """Another connection streams from the replication slot."""


class TooManySlots(GatewayError, sqlstate="53400"):
    """There may be no more replication slots."""


class SlotUnusable(GatewayError, sqlstate="55000"):
    """What the replication slot has yet to send is not there any more, or it is for another view."""
