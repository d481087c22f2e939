"""What a session asks of the engine, and what the engine may rely on.

    session ──prepare(statement, oids, settings)──→ Prepared            plans only; never runs anything
            ──open(prepared, params, formats, context)──→ RowBlock      all rows at once, made without awaiting
                                                       └→ RowStream     rows chunk by chunk, awaited

Everything here is called in the event loop's thread. Rows travel as finished DataRow messages ('D', length, cells), so that
neither side touches a cell twice. Both sides raise planner.errors, statestore.errors and gateway.errors.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol, TypeVar, runtime_checkable

from gateway.contract.bounds import VersionBounds
from gateway.contract.cancel import CancelToken
from gateway.contract.counts import Counts
from gateway.contract.held import Held
from gateway.contract.overview import Overview
from gateway.contract.remote import Forwarder
from gateway.contract.turns import Turns
from planner.tree.bound import OutputColumn
from planner.tree.query_plan import ISO_MDY, PlanSettings, QueryPlan
from planner.tree.statement import CopyForm, Query
from planner.tree.types import SqlType
from planner.tree.values import Value
from statestore.version_id import VersionId

#: Format codes of the protocol, for parameters and result columns.
TEXT: Final = 0
BINARY: Final = 1

Version = TypeVar("Version")
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class OutputStyle:
    """The session settings that the text form of values depends on, in both directions.

    *extra_float_digits* > 0 is the shortest text that reads back the same, as in Postgres.
    """

    timezone: str = "UTC"
    extra_float_digits: int = 1
    bytea_output: str = "hex"
    interval_style: str = "postgres"
    date_style: str = ISO_MDY


@dataclass(frozen=True, slots=True)
class ReadSettings:
    """One state of a session's settings. Immutable: a SET makes a new one, so identity can stand for equality in caches.

    *values* has every setting under its lower-case name, as SHOW would print it. *bounds* is None where any version will do.
    """

    plan: PlanSettings = field(default_factory=PlanSettings)
    style: OutputStyle = field(default_factory=OutputStyle)
    values: Mapping[str, str] = field(default_factory=dict, compare=False)
    bounds: VersionBounds | None = None


@dataclass(frozen=True, slots=True)
class TlsInfo:
    """An encrypted connection: protocol, cipher and its bits; names in the client's certificate, as PostgreSQL writes them."""

    version: str
    cipher: str
    bits: int
    client_dn: str | None = None
    issuer_dn: str | None = None


@dataclass(frozen=True, slots=True)
class SessionInfo:
    """Who is asking, for pg_stat_activity, tidegate.queries and pg_backend_pid(). *held* tells what the session holds now.

    Addresses are "" and ports -1 of a Unix socket.
    """

    pid: int = 0
    user: str = "tidegate"
    database: str = "tidegate"
    client_address: str = ""
    client_port: int = -1
    started_us: int = 0
    held: Callable[[], Held] = field(default=Held, compare=False, repr=False)
    server_address: str = ""
    server_port: int = -1
    tls: TlsInfo | None = None


class Snapshot:
    """The versions that a REPEATABLE READ or SERIALIZABLE transaction has settled on: each view's, at its first read."""

    __slots__ = ("_pinned",)

    def __init__(self) -> None:
        self._pinned: dict[str, object] = {}

    def pin(self, view: str, current: Callable[[], Version]) -> Version:
        """The view's version in this transaction; *current* gives the newest one at the first call."""
        if view not in self._pinned:
            self._pinned[view] = current()
        return self._pinned[view]  # type: ignore[return-value]

    def pinned(self, view: str) -> object | None:
        """What pin() has given, if it has been asked."""
        return self._pinned.get(view)


@dataclass(frozen=True, slots=True)
class FragmentScope:
    """What a fragment reads: of each view in *shards* these shards and no others, of other views all shards; each view in
    *versions* at exactly that version, others at the newest. Only from this node, which refuses what it does not have."""

    versions: Mapping[str, VersionId] = field(default_factory=dict)
    shards: Mapping[str, frozenset[int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CopyOutput:
    """Rows leave in COPY's form; with *keys* a last column ``__key`` has the encoded key of the view's row."""

    form: CopyForm
    keys: bool = False


def no_warning(sqlstate: str, message: str) -> None:
    """For a QueryContext whose client is told nothing."""


@dataclass(frozen=True, slots=True)
class QueryContext:
    """Circumstances of one execution.

    *now_us* is the transaction's start (microseconds since 1970, UTC). The session itself cancels through *cancel* when the time
    of statement_timeout is over. With *snapshot*, views are read at its pinned versions; without, at the newest. With *reformat*
    the caller may change formats from one RowStream.next() to another (SQL cursors do), so open() has to return a RowStream. With
    *copy*, open() returns a RowStream as well, its chunks are CopyData messages (a chunk may then have no rows), and *formats*
    mean nothing. With *fragment* only that is read, whatever snapshot and settings say. *overview* is what system tables show of
    other nodes, where they have been asked. *warn* tells the client, by SQLSTATE and message, what it should know of an answer
    that it gets all the same.
    """

    now_us: int
    settings: ReadSettings
    cancel: CancelToken
    session: SessionInfo = field(default_factory=SessionInfo)
    snapshot: Snapshot | None = None
    reformat: bool = False
    copy: CopyOutput | None = None
    fragment: FragmentScope | None = None
    overview: Overview | None = None
    warn: Callable[[str, str], None] = no_warning


@dataclass(frozen=True, slots=True)
class RowBlock:
    """All rows of a result, one DataRow message each."""

    rows: list[bytes]


@dataclass(frozen=True, slots=True)
class RowChunk:
    """Some rows of a result: *rows* DataRow messages, one after another in *data*. rows > 0, unless it is COPY's data."""

    data: bytes
    rows: int


class RowStream(Protocol):
    """The rows of one execution, forward only."""

    async def next(self, rows_max: int | None, formats: tuple[int, ...] | None = None) -> RowChunk | None:
        """The next rows, at most *rows_max* of them and of bounded size (about a megabyte); None when there are no more.

        *formats*, where given (only under QueryContext.reformat), are those of this and later chunks.
        Raises QueryCancelled soon after the context's token was cancelled.
        """

    async def close(self) -> None:
        """Give back what the execution holds. May be called at any time, also twice."""


@runtime_checkable
class WaitingStream(RowStream, Protocol):
    """A RowStream without an end of its own: next() waits until there are rows."""

    async def next_within(self, rows_max: int | None, formats: tuple[int, ...] | None, wait_s: float | None) -> RowChunk | None:
        """As next(); None where there are no rows within *wait_s*."""

    def push_to(self, sink: Callable[[RowChunk], bool]) -> None:
        """While somebody awaits next(), a few rows may go to *sink* instead: False, and they come from there."""


#: Physical parameter values in, DataRow messages out; or the number of the shard to read, where other nodes have it and this one
#: does not. None, and whatever it raises, is for open().
PointReader = Callable[[tuple[Value, ...]], Sequence[bytes] | int | None]


class Prepared(Protocol):
    """A planned query, independent of any session; valid while the engine's generation is still *generation*."""

    @property
    def columns(self) -> tuple[OutputColumn, ...]:
        """The result's columns."""

    @property
    def parameters(self) -> tuple[SqlType, ...]:
        """Types of $1 …: declared ones as declared, the others inferred."""

    @property
    def generation(self) -> int:
        """Engine.generation at planning."""

    @property
    def keyed_view(self) -> str | None:
        """The view that a keyed read reads; None for every other query."""

    @property
    def is_point(self) -> bool:
        """Is it a keyed read of one key at most?"""

    @property
    def shared(self) -> QueryPlan | None:
        """The plan of all statements that differ from it in constants only; None where it has been planned by itself."""

    def point_reader(self, formats: tuple[int, ...], settings: ReadSettings, now_us: Callable[[], int]) -> PointReader | None:
        """A function that does all of open() for a keyed read, without a context and in a few microseconds.

        It reads the newest version each time; *now_us* tells the transaction's start. None where the query is no such read, or the
        settings ask for a certain version or freshness. With a *shared* plan it takes that one's parameters; () are its own.
        """


class PlanningThreads(Protocol):
    """Threads that parse and plan what would hold up the event loop."""

    async def run(self, work: Callable[[], Result], cancel: CancelToken, characters: int = 0) -> Result:
        """What *work*, which reads so many *characters*, returns or raises, from a thread; the token's error as soon as it is set.
        Raises QueueFull, OutOfMemory."""


class Engine(Protocol):
    """Plans and runs reads. *forwarder* has keyed reads answered by the nodes that hold their keys; None where there are none.

    *counts* is what metrics tell of the statements."""

    forwarder: Forwarder | None
    counts: Counts

    @property
    def turns(self) -> Turns:
        """In which what executions and connections have for the event loop is done, one thing after another."""

    @property
    def planners(self) -> PlanningThreads:
        """Threads for parsing and planning."""

    @property
    def generation(self) -> int:
        """Changes whenever plans made earlier may be wrong (a view came, went or changed its schema)."""

    def check_versions(self, setting: str, names: Iterable[str], user: str) -> None:
        """Raise InvalidSetting where one of *names*, which *setting* gives versions for, is nothing that the user knows."""

    def prepare(self, statement: Query, parameter_oids: Sequence[int], settings: ReadSettings) -> Prepared:
        """Plan a query. *parameter_oids* are declared types, 0 or missing for those to infer."""

    def prepare_elsewhere(
        self, statement: Query, parameter_oids: Sequence[int], settings: ReadSettings
    ) -> Callable[[CancelToken], Awaitable[Prepared]] | None:
        """None where prepare() takes little time; else what does the same in another thread, until the token ends the waiting."""

    def open(
        self, prepared: Prepared, params: tuple[Value, ...], formats: tuple[int, ...], context: QueryContext
    ) -> RowBlock | RowStream:
        """Start an execution. *formats* has one code per result column."""

    def check_granted(self, scope: FragmentScope, user: str) -> None:
        """Raise PermissionDenied where the scope names what *user* may not know."""

    def check_scope(self, scope: FragmentScope) -> None:
        """Raise FragmentRefused where this node cannot read what the scope says."""

    def reached(self, scope: FragmentScope, timeout_s: float) -> Awaitable[bool] | None:
        """None where this node has reached the scope's versions; else what to await: whether it has, within *timeout_s*."""

    def served(self, view: str) -> tuple[int, int, str] | None:
        """The view's newest version here and when it was committed; both only ever grow, until the view is made anew."""

    def show(self, name: str, user: str) -> str | None:
        """What SHOW says of a setting that the engine knows better than the session (tidegate.version: the versions served,
        as "view=version, …"); None for all others."""
