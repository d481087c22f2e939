"""Keyed reads of shards that other nodes hold: what is handed to a Forwarder, and what is promised of its answer.

The other node is sent the client's own parameter bytes, in a session that has the client's settings, and its DataRow messages are
handed on as they came. Such a session is marked (FORWARDED): what it asks is answered there or refused, and never forwarded again.
The answer is read at a version that is at least as new as the one that this node served when the read began.
"""

from __future__ import annotations

from typing import Any, Final, Protocol

from planner.errors import SqlError

#: The start-up setting that marks a session as another node's.
FORWARDED: Final = "tidegate.forwarded"
#: The ParameterStatus that tells such a session, ahead of the first answer from it, which version of a view is served.
SERVED: Final = "tidegate.served"
#: The SQLSTATE of what is refused to such a session because its answer would be long: it is taken in one piece.
TOO_LONG: Final = "54000"


class RemoteStatement:
    """A keyed read as another node prepares it; made once for many executions.

    *description* is what Describe has to answer there, byte for byte: ParameterDescription and RowDescription. *settings* are
    those that the statement's meaning and its answer's text depend on; *timed* says if the client has a statement_timeout. *key*
    stands for sql, oids and description. *routes* is the Forwarder's to keep what it knows by shard.
    """

    __slots__ = ("description", "key", "oids", "routes", "settings", "sql", "timed", "view")

    def __init__(
        self,
        view: str,
        sql: str,
        oids: tuple[int, ...],
        description: bytes,
        settings: tuple[tuple[str, str], ...],
        *,
        timed: bool,
    ) -> None:
        self.view = view
        self.sql = sql
        self.oids = oids
        self.description = description
        self.settings = settings
        self.timed = timed
        self.key = f"{oids}{description.hex()}{sql}"
        self.routes: dict[int, Any] = {}


class RemoteRead:
    """One execution of a statement, to be subclassed by whoever wants the answer.

    *arguments* is a Bind message behind the names: formats, values, result formats. The rest is the Forwarder's: *least* is the
    version that the answer must not be older than, *tried* are the nodes that were asked; *waiting* until there is an answer, or
    nobody wants it any more.
    """

    __slots__ = ("arguments", "least", "shard", "statement", "tried", "tried_full", "waiting")

    def __init__(self, statement: RemoteStatement, shard: int, arguments: bytes) -> None:
        self.statement = statement
        self.shard = shard
        self.arguments = arguments
        self.tried: tuple[str, ...] = ()
        self.tried_full = False
        self.waiting = True
        self.least: tuple[int, int, str] | None = None

    def answered(self, body: bytes) -> None:
        """DataRow messages and CommandComplete as they came."""
        raise NotImplementedError

    def failed(self, error: SqlError | None) -> None:
        """An error for the client; None: nobody could answer, ask in the general way."""
        raise NotImplementedError


class Forwarder(Protocol):
    """Has other nodes answer keyed reads. Used in the event loop's thread."""

    def forward(self, read: RemoteRead) -> bool:
        """Send an execution to a live holder of its shard, and to the next one if that fails; the read hears of it later, once.

        False if there is nobody to ask: then it does not hear of anything. Whoever wants the answer no longer sets *waiting*.
        """
