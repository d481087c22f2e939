"""What is served on a node, as those who read it see it: published views, and tables that were attached; and what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from statestore.errors import StateStoreError
from statestore.node.at_root import AtRoot
from statestore.node.kept import pick
from statestore.node.version import ViewVersion
from statestore.views.folder import ViewFolder
from statestore.views.manifest import Manifest


@dataclass(frozen=True, slots=True)
class ViewFault:
    """A view that is not brought up to date: *serving* is the version it answers with, None when it has none yet.

    *latest* is the newest version committed at the root, as far as it could be seen.
    """

    view: str
    error: StateStoreError
    serving: int | None
    latest: int
    since_us: int


@dataclass(frozen=True, slots=True)
class Health:
    """*root* is set while the root itself cannot be read. Views without a fault are not listed."""

    root: StateStoreError | None
    views: Mapping[str, ViewFault]

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return self.root is None and not self.views


@dataclass(frozen=True, slots=True)
class StateTableRow:
    """*table* is None for an attachment without tables. *reason*: why it cannot be read, or what is wrong while it is served on."""

    attachment: str
    checkpoint: str
    table: str | None = None
    operator: int | None = None
    store: str | None = None
    partitions: int | None = None
    readable: bool = False
    reason: str | None = None
    batch: int | None = None


@dataclass(frozen=True, slots=True)
class Copying:
    """How far the views are that cannot be served yet, all together: *versions* are here of those *committed*.

    *bytes* have been fetched, or are being, of *bytes_known*: a base's files are known when it is begun, those of the versions
    behind it as they come.
    """

    versions: int = 0
    committed: int = 0
    bytes: int = 0
    bytes_known: int = 0


class Observable:
    """Something whose views() change."""

    _callbacks: tuple[Callable[[], None], ...] = ()

    def subscribe(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call *callback* after every change of views(), in any thread; the result ends that. It must be quick."""
        self._callbacks = (*self._callbacks, callback)

        def unsubscribe() -> None:
            self._callbacks = tuple(c for c in self._callbacks if c is not callback)

        return unsubscribe

    def _tell_subscribers(self) -> None:
        for callback in self._callbacks:
            callback()


@dataclass(frozen=True, slots=True)
class Log:
    """A view's versions at the root, and a folder of the node's own, with room for shards that are made of them meanwhile."""

    folder: ViewFolder
    place: Path


class Store(Protocol):
    """LocalStore says what each of these does. Reading is safe in any thread, takes no lock and never waits."""

    def views(self) -> Mapping[str, ViewVersion]:
        """The current version of every view that is ready: an immutable snapshot, replaced as a whole."""
        ...

    def current(self, view: str) -> ViewVersion:
        """The current version of *view*. Raises ViewNotFound, ShardRestoring; what check_known() raises."""
        ...

    def check_known(self, view: str) -> None:
        """Raise why *view* cannot be read (yet), where more is known about it than that it is not there."""
        ...

    def versions(self, view: str) -> tuple[ViewVersion, ...]:
        """The kept versions of *view*, oldest first, the current one last. Raises as current() does."""
        ...

    def at(self, view: str, version: int, committed_at_us: int | None = None, view_id: str = "") -> ViewVersion:
        """A kept version of *view*; *committed_at_us* and *view_id* tell it from one of the same number of a view made anew.

        Raises VersionNotReached; VersionNotKept, with what is kept; and as current() does.
        """
        return pick((*self.past(view), *self.versions(view)), version, committed_at_us, view_id)

    def past(self, view: str) -> tuple[ViewVersion, ...]:
        """Earlier versions that recall() has made."""
        ...

    def recall(self, view: str, version: int) -> Future[None] | None:
        """Have a version that is not kept here, unless there is no way to. Raises as current() does."""
        ...

    def manifest(self, view: str, version: int) -> Manifest:
        """What was committed with a version, kept here or not. Raises ViewNotFound, CorruptFile, UnsupportedFormat, OSError."""
        ...

    def log(self, view: str) -> Log | None:
        """Where the log of a published view is; None of others."""
        ...

    def newer(self, version: ViewVersion) -> Iterator[Manifest]:
        """What was committed after *version*, oldest first, as far as it has been seen. Raises StateStoreError, OSError where that
        cannot be told."""
        ...

    def unseen_us(self, view: str, at_us: int) -> int:
        """For how long up to *at_us* commits may have gone unseen, in microseconds: nothing that a query waits for is remote."""
        ...

    def fault(self, view: str) -> StateStoreError | None:
        """Why what has been committed to *view* may not be here."""
        ...

    def at_root(self, view: str) -> AtRoot | None:
        """What is known of a published view at the root, without looking; None of others."""
        ...

    def unready(self) -> Mapping[str, str]:
        """Published views that cannot be served yet, and why."""
        ...

    def copying(self) -> Copying:
        """How far they are, in numbers."""
        ...

    def read_at_us(self, view: str) -> int:
        """When what *view* is taken from was last read without a fault, microseconds since 1970; 0: never."""
        ...

    def block_cache_bytes(self) -> int:
        """What the one cache of blocks has in memory."""
        ...

    def state_tables(self) -> tuple[StateTableRow, ...]:
        """The tables of attached checkpoints, those that cannot be read too."""
        ...

    def rehold(self) -> None:
        """Ask again which shards are to be held."""
        ...

    @property
    def generation(self) -> int:
        """Changes whenever the set of views, or the schema of one, changes, or a view is made anew."""
        ...

    def health(self) -> Health:
        """What is wrong now."""
        ...

    def subscribe(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call *callback* after every change of views(), in any thread; the result ends that."""
        ...
