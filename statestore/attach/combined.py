"""Published views and state tables, served as one store."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import closing, contextmanager
from pathlib import Path
from types import MappingProxyType

from statestore.attach.attached import Attached
from statestore.attach.attachments import Attachments
from statestore.attach.files import open_checkpoint_files
from statestore.attach.options import AttachOptions, CheckpointAt
from statestore.attach.reading import SparkReading
from statestore.errors import StateStoreError
from statestore.node.at_root import AtRoot
from statestore.node.holding import Holding
from statestore.node.serving import Copying, Health, Log, Observable, StateTableRow, Store
from statestore.node.store import LocalStore
from statestore.node.version import ViewVersion
from statestore.views.manifest import Manifest


@contextmanager
def with_attached(
    local: LocalStore, checkpoints: Mapping[str, CheckpointAt], work: Path, options: AttachOptions, *, holding: Holding | None
) -> Iterator[Store]:
    """*local* and the tables of the *checkpoints* by name, followed until the end of the context. They share *local*'s block cache.

    *work* is emptied: a folder on this node's disk, best on that of the checkpoints, because files are linked into it. Raises
    RootNotFound for URIs of no known kind.
    """
    if not checkpoints:
        yield local
        return
    shutil.rmtree(work, ignore_errors=True)
    readings = {
        name: SparkReading(name, open_checkpoint_files(at.uri, at.storage), work / name, options, local.cache, at.columns)
        for name, at in checkpoints.items()
    }
    with Attachments(readings, options, holding=holding) as attachments, closing(CombinedStore(local, attachments)) as combined:
        yield combined


class CombinedStore(Observable, Store):
    """A Store (statestore.node.serving) over a LocalStore and attachments, which others start and close.

    What there is is merged when it changes, and not when it is asked for. Of a view and a table of one name, the view is shown.
    """

    def __init__(self, local: LocalStore, attachments: Attachments) -> None:
        self._local = local
        self._attachments = attachments
        self._merging = threading.Lock()
        self._views: Mapping[str, ViewVersion] = MappingProxyType({})
        self._generation = 0
        self._unsubscribe = (local.subscribe(self._merge), attachments.subscribe(self._merge))
        self._merge()

    def close(self) -> None:
        """Hear of changes no longer."""
        for unsubscribe in self._unsubscribe:
            unsubscribe()

    def _merge(self) -> None:
        with self._merging:
            generation = self._local.generation + self._attachments.generation
            views = self._local.views()
            self._attachments.hide(views.keys())
            self._views = MappingProxyType({**self._attachments.views(), **views})
            # Whoever sees the generation sees the views that it is of, or later ones.
            self._generation = generation
        self._tell_subscribers()

    @property
    def generation(self) -> int:
        """See LocalStore."""
        return self._generation

    def views(self) -> Mapping[str, ViewVersion]:
        """See LocalStore."""
        return self._views

    def current(self, view: str) -> ViewVersion:
        """See LocalStore. Raises CheckpointNotReady and UnsupportedFormat too, of a table that cannot be read (yet)."""
        found = self._views.get(view)
        if found is not None:
            return found
        self.check_known(view)
        return self._local.current(view)

    def check_known(self, view: str) -> None:
        """Raise CheckpointNotReady or UnsupportedFormat where *view* is no table now and may be one, and why that is so."""
        if view not in self._local.views():
            self._attachments.check_known(view)
            self._local.check_known(view)

    def versions(self, view: str) -> tuple[ViewVersion, ...]:
        """See LocalStore."""
        found = self._views.get(view)
        if found is not None and found.group is not None:
            return self._attachments.versions(view) or (found,)
        self.check_known(view)
        return self._local.versions(view)

    def past(self, view: str) -> tuple[ViewVersion, ...]:
        """See LocalStore."""
        return () if self._is_attached(view) else self._local.past(view)

    def recall(self, view: str, version: int) -> Future[None] | None:
        """See LocalStore; of an attached table there is what Spark keeps."""
        return None if self._is_attached(view) else self._local.recall(view, version)

    def log(self, view: str) -> Log | None:
        """See LocalStore; None of an attached table."""
        return None if self._is_attached(view) else self._local.log(view)

    def manifest(self, view: str, version: int) -> Manifest:
        """See LocalStore."""
        return self._owner(view).manifest(view, version)

    def newer(self, version: ViewVersion) -> Iterator[Manifest]:
        """See LocalStore."""
        return (self._local if version.group is None else self._attachments).newer(version)

    def unseen_us(self, view: str, at_us: int) -> int:
        """See LocalStore."""
        return self._owner(view).unseen_us(view, at_us)

    def fault(self, view: str) -> StateStoreError | None:
        """See LocalStore."""
        return self._owner(view).fault(view)

    def at_root(self, view: str) -> AtRoot | None:
        """See LocalStore."""
        return None if self._is_attached(view) else self._local.at_root(view)

    def unready(self) -> Mapping[str, str]:
        """See LocalStore."""
        return self._local.unready()

    def copying(self) -> Copying:
        """See LocalStore."""
        return self._local.copying()

    def read_at_us(self, view: str) -> int:
        """See LocalStore."""
        return self._owner(view).read_at_us(view)

    def _is_attached(self, view: str) -> bool:
        found = self._views.get(view)
        return found is not None and found.group is not None

    def _owner(self, view: str) -> LocalStore | Attachments:
        return self._attachments if self._is_attached(view) else self._local

    def rehold(self) -> None:
        """See LocalStore."""
        self._local.rehold()
        self._attachments.rehold()

    def health(self) -> Health:
        """See LocalStore: of published views. What is wrong with an attachment is in its state_tables rows."""
        return self._local.health()

    def block_cache_bytes(self) -> int:
        """See LocalStore."""
        return self._local.block_cache_bytes()

    def state_tables(self) -> tuple[StateTableRow, ...]:
        """What every attachment holds."""
        return tuple(state_table_rows(self._attachments.states(), self._attachments.hidden))


# ---------------------------------------------------------------------------------------------------------- for people
# What is attached: one row per table, or one for an attachment that has none yet.


def state_table_rows(states: Iterable[Attached], hidden: Mapping[tuple[str, str], str]) -> Iterator[StateTableRow]:
    """The rows; *hidden* says which tables are not shown, as (attachment, table), and why."""
    for state in states:
        fault = None if state.fault is None else _line(state.fault)
        batch = state.kept[-1].number - 1 if state.kept else None
        tables = {} if state.tables is None else state.tables.tables
        for name, table in tables.items():
            why = hidden.get((state.name, name))
            lacks = f"without {table.left_out}" if table.left_out else None
            reason = why or fault or lacks
            readable = why is None and (bool(state.kept) or fault is None)
            yield StateTableRow(
                state.name, state.uri, name, table.operator, table.store, table.schema.shards, readable, reason, batch
            )
        for other in state.unreadable:
            yield StateTableRow(state.name, state.uri, other.name, other.operator, other.store, reason=other.reason, batch=batch)
        if not tables and not state.unreadable:
            yield StateTableRow(state.name, state.uri, reason=fault, batch=batch)


def _line(fault: StateStoreError) -> str:
    return "; ".join(filter(None, (fault.message, fault.detail)))
