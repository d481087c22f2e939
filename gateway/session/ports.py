"""What a session needs from whoever owns the socket and the event loop. Tests put doubles here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from gateway.contract.cancel import CancelToken


class Timer(Protocol):
    """A call that is going to happen."""

    def cancel(self) -> None:
        """It is not going to happen."""


class Output(Protocol):
    """Where a session's messages go."""

    @property
    def paused(self) -> bool:
        """Has the client to take some before there may be more?"""

    def write(self, data: bytes) -> None:
        """Queue messages; they leave in order, at the latest when the session waits for something."""

    def flush(self) -> None:
        """Let what is queued leave now."""

    async def drain(self, token: CancelToken) -> None:
        """Wait until the client has taken enough; raises what *token* says once it is cancelled."""


class Closable(Protocol):
    """A RowStream, or what is given back as one is."""

    async def close(self) -> None:
        """Give back what it holds."""


class Runtime(Protocol):
    """Time, and work that nobody waits for."""

    def now_us(self) -> int:
        """Microseconds since 1970, UTC."""

    def call_later(self, delay_s: float, callback: Callable[[], None]) -> Timer:
        """Call *callback* once, in the event loop's thread."""

    def close(self, stream: Closable) -> None:
        """Have a stream closed soon; nobody waits for it."""
