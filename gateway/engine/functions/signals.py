"""pg_cancel_backend and pg_terminate_backend: a function inside DuckDB that signals sessions.

DuckDB calls it in a worker thread; whoever has the sessions (the server) is told there and carries it out in the event loop.
Without a server there are no sessions to signal.

`pg_cancel_backend` and `pg_terminate_backend` are a Python function in DuckDB (`engine/functions/signals.py`) that reaches the
server's sessions (`server/signals.py`) through a port: it says at once whether there is such a session and whether it is the same
user's (42501 if not), and has the loop cancel or end it before the asking statement goes on. Of a session of another worker it
answers true without knowing, for nothing comes back through the workers' sockets. A timeout of `pg_terminate_backend` is checked
and not waited for.
"""

from __future__ import annotations

from enum import Enum
from typing import Final, Protocol

from planner.errors import NumericOverflow, PermissionDenied
from planner.postgres.functions.faults import marked

#: The function's name and types in DuckDB; planner.postgres.functions.signals calls it.
NAME: Final = "tg_signal"
ARGUMENTS: Final = ("INTEGER", "INTEGER", "VARCHAR", "BIGINT")


class Signal(Enum):
    """What a session is told; the value is the word in lowered SQL."""

    CANCEL = "cancel"
    TERMINATE = "terminate"


class SignalAnswer(Enum):
    """What became of a signal."""

    SENT = "sent"
    NO_SESSION = "no session"
    ANOTHER_USER = "another user"


class Receiver(Protocol):
    """Who has the sessions. Called in any thread; must not wait."""

    def signal(self, caller: int, target: int, signal: Signal) -> SignalAnswer:
        """Signal session *target* for session *caller*, if both are the same user's."""


_REFUSED: Final = {
    Signal.CANCEL: "must be a member of the role whose query is being canceled or member of pg_signal_backend",
    Signal.TERMINATE: "must be a member of the role whose process is being terminated or member of pg_signal_backend",
}


class Signals:
    """Hands signals on. *receiver* is set once the server listens."""

    def __init__(self) -> None:
        self.receiver: Receiver | None = None

    def send(self, caller: int | None, target: int | None, word: str, timeout_ms: int | None) -> bool | None:
        """The function's value: whether there is such a session. Raises what DuckDB reports as a planner's error."""
        if caller is None or target is None or timeout_ms is None:
            return None
        if timeout_ms < 0:
            raise marked(NumericOverflow('"timeout" must not be negative'))
        signal = Signal(word)
        answer = SignalAnswer.NO_SESSION if self.receiver is None else self.receiver.signal(caller, target, signal)
        if answer is SignalAnswer.ANOTHER_USER:
            raise marked(PermissionDenied(_REFUSED[signal]))
        return answer is SignalAnswer.SENT
