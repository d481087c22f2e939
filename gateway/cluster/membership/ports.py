"""What the cluster asks of its surroundings: the other nodes, this node's store and executor, the query that gets the rows."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from gateway.cluster.membership.status import NodeStatus, ViewStatus
from gateway.config import Address
from planner.tree.query_plan import ISO_MDY, POSTGRES_STYLE
from statestore.schema import ViewSchema
from statestore.version_id import VersionId


@dataclass(frozen=True, slots=True)
class FragmentTask:
    """A fragment for one node: *sql* over *shards* of each view at *versions*.

    *number* is unique within the query, also among repetitions; *slot* says which of the query's fragment kinds it is. With
    *keys* the rows carry their encoded key as last column. *mismatch* says of the schema that rows come with why it cannot be that
    of this fragment's rows; empty where it can. An *endless* one is what changes, for a subscription.
    """

    number: int
    slot: int
    sql: str
    versions: Mapping[str, VersionId]
    shards: Mapping[str, frozenset[int]]
    timezone: str = "UTC"
    date_style: str = ISO_MDY
    interval_style: str = POSTGRES_STYLE
    timeout_ms: int = 0
    keys: bool = False
    endless: bool = False
    mismatch: Callable[[Any], str] | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class FragmentOutcome:
    """A fragment that ended well: what came from the node."""

    rows: int
    bytes: int = 0


class FragmentSink(Protocol):
    """Takes the rows of one run of one fragment.

    After write() calls comes either finish() or discard(), once. Dispatch calls those two; whoever runs the fragment calls write().
    """

    @property
    def released(self) -> bool:
        """Have rows been handed on that cannot be taken back? Then a failure of the fragment is final."""
        return False

    async def write(self, batch: Any) -> None:
        """Take a batch of rows (a pyarrow RecordBatch; opaque here). Waits while the reader is slow."""

    def finish(self, outcome: FragmentOutcome) -> None:
        """The fragment's rows are whole."""
        return

    def discard(self, cause: str = "") -> None:
        """Drop the rows, not *released*: they will come again, from another node or of another version. May follow finish().

        *cause* says why.
        """
        return


class QuerySink(Protocol):
    """Takes the rows of a query's fragments."""

    def open(self, task: FragmentTask, node: str) -> FragmentSink:
        """A sink for one run of *task* on *node*."""


class FragmentRunner(Protocol):
    """Runs fragments on this node."""

    async def run(self, task: FragmentTask, deadline_s: float | None, sink: FragmentSink) -> FragmentOutcome:
        """Run and write the rows to *sink*. *deadline_s* is in the loop's time.

        Raises FragmentRefused before the first row; the query's own errors as they are.
        """


class Transport(Protocol):
    """Reaches other nodes. Cancelling a call ends the work at the other node too."""

    async def status(self, address: Address, timeout_s: float) -> NodeStatus:
        """The node's status. Raises PeerUnreachable, BadStatus."""

    async def run(self, address: Address, task: FragmentTask, deadline_s: float | None, sink: FragmentSink) -> FragmentOutcome:
        """Run *task* there and write the rows to *sink*.

        Raises PeerUnreachable, also for garbage and truncated answers; FragmentRefused; the query's own errors as they are.
        """


@dataclass(frozen=True, slots=True)
class HeldView:
    """What this node's store has of a view now. *shards* may be empty: the view is known all the same.

    Views of one *group* move together, and a query reads all of them at one version.
    """

    schema: ViewSchema
    status: ViewStatus
    group: str | None = None


class NodeStore(Protocol):
    """This node's store, as far as the cluster is concerned."""

    def view(self, name: str) -> HeldView | None:
        """What there is of one view; cheap."""

    def names(self) -> Collection[str]:
        """The views there are, in a fixed order."""

    def rehold(self) -> None:
        """Which shards should be held has changed: ask again (ShardHolder.holding), add and drop."""

    def subscribe(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call *callback* after every change, in any thread; the result ends that."""
