"""The statements Tidegate understands, as parsing leaves them.

A query's *tree* is a planner.parse.syntax.QueryNode, which nothing but binding looks into.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final, Literal

from statestore.version_id import VersionId


@dataclass(frozen=True, slots=True)
class Constants:
    """Constants of a query, as written, that stand at *positions* of its text; *template* is what comes of it without them.

    *numbers* are theirs among all that the text was cut at.
    """

    template: str
    texts: tuple[str, ...]
    positions: tuple[int, ...]
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SelectStatement:
    """SELECT, VALUES, TABLE, WITH … SELECT. *text* is the statement's own text, without neighbours and semicolon.

    Positions of binding errors count from the start of *text*; *offset* characters of the string that was parsed stand
    before it, so the position to tell a client is the sum of both. *parsed* is the tree, or what makes it once it is wanted:
    a text with *constants* was not parsed, as one that differs in these alone has been. *trace* is whose part it is, in the form
    of W3C's traceparent, where sqlcommenter's comment behind it says so.
    """

    text: str
    parsed: Any | Callable[[], Any] = field(compare=False, repr=False)
    offset: int = field(default=0, compare=False)
    constants: Constants | None = field(default=None, compare=False)
    trace: str = field(default="", compare=False)

    @property
    def tree(self) -> Any:
        """The query's tree."""
        if callable(self.parsed):
            object.__setattr__(self, "parsed", self.parsed())
        return self.parsed


@dataclass(frozen=True, slots=True)
class ExplainStatement:
    """EXPLAIN [(ANALYZE, FORMAT …)] query."""

    text: str
    query: SelectStatement
    analyze: bool = False
    verbose: bool = False
    format: Literal["text", "json"] = "text"
    costs: bool = True


class SubscribeStart(Enum):
    """Where a subscription begins that names no version."""

    #: With all rows of the newest version, as insertions.
    SNAPSHOT = "snapshot"
    #: With what comes after the newest version.
    NOW = "now"


@dataclass(frozen=True, slots=True)
class SubscribeStatement:
    """SUBSCRIBE: what changes in the rows of *query*, after the version that it begins at; with *progress* also a row where nothing
    more comes of a version. *query* may have been made of a view's name, then its *offset* may be negative."""

    text: str
    query: SelectStatement
    start: VersionId | SubscribeStart = SubscribeStart.SNAPSHOT
    progress: bool = False


#: What is planned, and has rows.
Query = SelectStatement | ExplainStatement | SubscribeStatement


def select_of(query: Query) -> SelectStatement:
    """The SELECT that is in it, or that it is."""
    return query if isinstance(query, SelectStatement) else query.query


#: No setting has such a name.
SNAPSHOT: Final = "transaction snapshot"


@dataclass(frozen=True, slots=True)
class SetStatement:
    """SET [SESSION|LOCAL] name = value; value None is DEFAULT. Lists arrive joined by ", " as Postgres keeps them.

    SET TRANSACTION and SET SESSION CHARACTERISTICS may set several settings at once: *also* holds those after the first.
    *several* says that there are several values for a setting that takes one. SET TRANSACTION SNAPSHOT has the name SNAPSHOT.
    """

    name: str
    value: str | None
    local: bool = False
    also: tuple[tuple[str, str | None], ...] = ()
    several: bool = False


@dataclass(frozen=True, slots=True)
class ShowStatement:
    """SHOW name; "all" for SHOW ALL. *label* is the column's name as the client spelled it."""

    name: str
    label: str


@dataclass(frozen=True, slots=True)
class ResetStatement:
    """RESET name; "all" for RESET ALL."""

    name: str


@dataclass(frozen=True, slots=True)
class DiscardStatement:
    """DISCARD ALL | PLANS | SEQUENCES | TEMP."""

    what: Literal["ALL", "PLANS", "SEQUENCES", "TEMP"]


@dataclass(frozen=True, slots=True)
class TransactionStatement:
    """BEGIN/START, COMMIT/END, ROLLBACK/ABORT, SAVEPOINT, RELEASE, ROLLBACK TO; *modes* as (name, value) settings."""

    kind: Literal["begin", "start", "commit", "rollback", "savepoint", "release", "rollback to"]
    name: str | None = None
    modes: tuple[tuple[str, str], ...] = ()
    chain: bool = False


@dataclass(frozen=True, slots=True)
class PrepareStatement:
    """PREPARE name [(types)] AS query; the types are TypeNames of planner.parse.syntax."""

    name: str
    types: tuple[Any, ...]
    query: SelectStatement


@dataclass(frozen=True, slots=True)
class ExecuteStatement:
    """EXECUTE name [(arguments)]: the arguments' texts, and where each begins in the string that was parsed."""

    name: str
    arguments: tuple[str, ...]
    offsets: tuple[int, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class ExplainExecuteStatement:
    """EXPLAIN [(ANALYZE, FORMAT …)] EXECUTE …; *text* is all of it."""

    text: str
    execute: ExecuteStatement
    analyze: bool = False
    verbose: bool = False
    format: Literal["text", "json"] = "text"
    costs: bool = True


@dataclass(frozen=True, slots=True)
class DeallocateStatement:
    """DEALLOCATE name; None for ALL."""

    name: str | None


@dataclass(frozen=True, slots=True)
class DeclareStatement:
    """DECLARE name [NO SCROLL] CURSOR [WITH HOLD] FOR query, or for a SUBSCRIBE."""

    name: str
    query: SelectStatement | SubscribeStatement
    hold: bool = False
    scroll: bool | None = None
    binary: bool = False


@dataclass(frozen=True, slots=True)
class FetchStatement:
    """FETCH | MOVE; *count* None is ALL; negative counts go backward.

    *timeout* is an interval, how long to wait for rows of a SUBSCRIBE; None: until there are some.
    """

    cursor: str
    count: int | None
    move: bool = False
    direction: Literal["forward", "backward", "absolute", "relative", "first", "last"] = "forward"
    timeout: str | None = None


@dataclass(frozen=True, slots=True)
class CloseStatement:
    """CLOSE name; None for ALL."""

    cursor: str | None


@dataclass(frozen=True, slots=True)
class UnlistenStatement:
    """UNLISTEN name; None for *. Nothing ever listens, so it does nothing (connection pools send it)."""

    channel: str | None


@dataclass(frozen=True, slots=True)
class CopyForm:
    """How COPY spells rows. What a format does not use is as if it had not been said.

    *force_quote* are the columns whose values csv always quotes; None is all of them.
    """

    format: Literal["text", "csv", "binary", "arrow"] = "text"
    delimiter: str = "\t"
    null: str = "\\N"
    header: bool = False
    quote: str = '"'
    escape: str = '"'
    force_quote: tuple[str, ...] | None = ()


@dataclass(frozen=True, slots=True)
class CopyStatement:
    """COPY (query) TO STDOUT, or COPY view TO STDOUT, whose *query* was made of it and has positions of its own.

    With *shards* it is a fragment: the query reads these shards of each view named on the node that is asked and nowhere else.
    None: the statement says nothing about shards. Views in *versions* are read at that version; its commit time 0 means any.
    """

    text: str
    query: SelectStatement | SubscribeStatement
    form: CopyForm = field(default_factory=CopyForm)
    versions: Mapping[str, VersionId] = field(default_factory=dict)
    shards: Mapping[str, frozenset[int]] | None = None
    settings: Mapping[str, str] = field(default_factory=dict)
    timeout_ms: int | None = None
    keys: bool = False


@dataclass(frozen=True, slots=True)
class EmptyStatement:
    """Nothing, or comments only."""


Statement = (
    SelectStatement | ExplainStatement | SubscribeStatement | SetStatement | ShowStatement | ResetStatement | DiscardStatement
    | TransactionStatement | PrepareStatement | ExecuteStatement | ExplainExecuteStatement | DeallocateStatement | DeclareStatement
    | FetchStatement | CloseStatement | UnlistenStatement | CopyStatement | EmptyStatement
)  # fmt: skip
