"""What all connections together have received and not yet handled: one client's message is bounded, so has to be their sum.

Little is not counted: whoever keeps less than COUNTED_BYTES is bounded by the number of connections.
"""

from __future__ import annotations

from typing import Final

from gateway.errors import InputTooLarge

COUNTED_BYTES: Final = 1 << 16


class Received:
    """The sum. For the event loop's thread."""

    __slots__ = ("_bytes_max", "total_bytes")

    def __init__(self, bytes_max: int) -> None:
        self._bytes_max = bytes_max
        self.total_bytes = 0

    def keep(self, before: int, now: int) -> int:
        """A connection that counted as *before* keeps *now* bytes; what it counts as. Raises InputTooLarge: then as before."""
        counted = now if now >= COUNTED_BYTES else 0
        if counted > before and self.total_bytes + counted - before > self._bytes_max:
            raise InputTooLarge(
                "out of memory for messages of clients",
                detail=f"Messages that are not complete, or wait, may have {self._bytes_max} bytes in all (received_bytes_max).",
                hint="Try again later.",
            )
        self.total_bytes += counted - before
        return counted
