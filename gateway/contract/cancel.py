"""Cancelling a running query: one token per execution, shared by whoever may want to end it."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Final

from gateway.errors import ClientLeft, ClientStalled, ConnectionTerminated, GatewayError, QueryCancelled
from planner.errors import OutOfMemory, SqlError


class CancelReason(Enum):
    """Why a query ends early; the value is Postgres's wording."""

    USER = "canceling statement due to user request"
    TIMEOUT = "canceling statement due to statement timeout"
    SHUTDOWN = "terminating connection due to administrator command"
    DISCONNECT = "connection to client lost"
    STALLED = "terminating connection because the client does not read"
    MEMORY = "out of memory"


_ERRORS: Final[dict[CancelReason, type[GatewayError]]] = {
    CancelReason.USER: QueryCancelled,
    CancelReason.TIMEOUT: QueryCancelled,
    CancelReason.DISCONNECT: ClientLeft,
    CancelReason.STALLED: ClientStalled,
}


class CancelToken:
    """Set once, by the event loop's thread; any thread may look at it."""

    __slots__ = ("_callbacks", "endless", "reason")

    def __init__(self) -> None:
        self.reason: CancelReason | None = None
        #: The execution has no end of its own: who stops the server does not wait for it.
        self.endless = False
        self._callbacks: list[Callable[[], None]] = []

    def cancel(self, reason: CancelReason) -> None:
        """End the execution; the first reason counts. Callbacks run at once, in this thread."""
        if self.reason is None:
            self.reason = reason
            for callback in self._callbacks:
                callback()

    def on_cancel(self, callback: Callable[[], None]) -> None:
        """Call *callback* (from the event loop's thread, must not block or raise) when cancelled; at once if it is already."""
        self._callbacks.append(callback)
        if self.reason is not None:
            callback()

    def error(self) -> SqlError:
        """What the execution ends with; only after cancel()."""
        assert self.reason is not None, "not cancelled"
        if self.reason is CancelReason.MEMORY:
            return memory_short("of all at work it was the one to end")
        return _ERRORS.get(self.reason, ConnectionTerminated)(self.reason.value)

    def check(self) -> None:
        """Raise the error if cancelled."""
        if self.reason is not None:
            raise self.error()


def memory_short(why: str) -> OutOfMemory:
    """What a statement ends with that the process has no memory for, although it is within its own limit."""
    return OutOfMemory(
        CancelReason.MEMORY.value,
        detail=f"The process has used the memory that it may have, and {why}.",
        hint="Read less at once, try again later, or give the node more: total_memory_bytes in [serve], or its container's limit.",
    )
