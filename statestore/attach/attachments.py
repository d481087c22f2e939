"""All attachments of a node: their tables by name, each at the newest batch of its own checkpoint."""

from __future__ import annotations

import logging
import threading
import time
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import copy
from operator import attrgetter
from types import MappingProxyType
from typing import Final, Self

from statestore.attach.attached import Attached
from statestore.attach.attachment import Attachment
from statestore.attach.batch import manifest_of
from statestore.attach.following import Following
from statestore.attach.options import AttachOptions
from statestore.attach.reading import SparkReading
from statestore.bounded_reads import BoundedReads
from statestore.errors import StateStoreError, UnsupportedFormat, VersionNotKept, ViewNotFound
from statestore.node.holding import Holding
from statestore.node.serving import Observable
from statestore.node.version import ViewVersion
from statestore.views.manifest import Manifest

_log: Final = logging.getLogger("tidegate.attach")


class Attachments(Observable):
    """Attached checkpoints by name. Reading is safe in any thread and takes no lock. A thread for each follows it."""

    def __init__(
        self,
        readings: Mapping[str, SparkReading],
        options: AttachOptions | None = None,
        *,
        holding: Holding | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Nothing is looked at before start(). *holding* is as LocalStore's."""
        self._options = options or AttachOptions()
        self._guard = threading.Lock()
        self._reads = BoundedReads()
        self._views: Mapping[str, ViewVersion] = MappingProxyType({})
        self._owners: Mapping[str, Attachment] = {}
        self._generation = 0
        self._said: set[str] = set()
        #: Tables of an attachment whose names are taken, by (attachment, table), and by whom.
        self._taken: Mapping[tuple[str, str], str] = {}
        self._published: frozenset[str] = frozenset()
        self._attachments = [
            Attachment(name, reading, self._options, self._changed, holding=holding, clock=clock)
            for name, reading in readings.items()
        ]
        self._following = [Following(a, a.reading.watcher()) for a in self._attachments]

    def start(self) -> None:
        """Look at every checkpoint once, in this thread, then follow it in another one. What cannot be read yet is waited for."""
        for following in self._following:
            following.look()
        for following in self._following:
            following.start()

    def close(self) -> None:
        """Stop following. Versions that were handed out can still be read."""
        for following in self._following:
            following.stop()
        for attachment in self._attachments:
            attachment.reading.close()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def refresh(self) -> None:
        """Look at every checkpoint now, in this thread."""
        for following in self._following:
            following.refresh()

    def rehold(self) -> None:
        """Ask *holding* again, soon."""
        for following in self._following:
            following.wake()

    @property
    def generation(self) -> int:
        """Changes whenever the set of tables, or the schema of one, changes, or a query is begun anew."""
        return self._generation

    def views(self) -> Mapping[str, ViewVersion]:
        """Every table at its attachment's newest batch: an immutable snapshot, replaced as a whole."""
        return self._views

    def versions(self, table: str) -> tuple[ViewVersion, ...]:
        """The table at all batches that are kept, oldest first; none where there is no such table."""
        owner = self._owners.get(table)
        return () if owner is None else owner.state.versions.get(table, ())

    def manifest(self, table: str, version: int) -> Manifest:
        """What is known of a batch. Raises ViewNotFound, CorruptFile, UnsupportedFormat, OSError."""
        kept = self.versions(table)
        at = bisect_left(kept, version, key=attrgetter("version"))
        found = kept[at].manifest if at < len(kept) and kept[at].version == version else None
        if found is not None:
            return found
        raise ViewNotFound(f"version {version} of {table} is not there")

    def newer(self, version: ViewVersion) -> Iterator[Manifest]:
        """As LocalStore.newer. Raises StateStoreError, OSError."""
        owner, manifest = self._owners.get(version.schema.name), version.manifest
        if owner is None or manifest is None:
            raise ViewNotFound(f"{version.schema.name} is no longer attached")
        if not owner.reading.is_local:
            yield from (batch.manifest for batch in owner.state.kept if batch.number > version.version)
            return
        yield from self._reads.each(_newer(owner.reading, version, manifest), f"checkpoint {owner.reading.uri}")

    def unseen_us(self, table: str, at_us: int) -> int:
        """As LocalStore.unseen_us."""
        owner = self._owners.get(table)
        return 0 if owner is None or owner.reading.is_local else max(0, at_us - owner.read_at_us)

    def fault(self, table: str) -> StateStoreError | None:
        """As LocalStore.fault."""
        owner = self._owners.get(table)
        return None if owner is None else owner.state.fault

    def read_at_us(self, table: str) -> int:
        """As LocalStore.read_at_us."""
        owner = self._owners.get(table)
        return 0 if owner is None else owner.read_at_us

    def states(self) -> Sequence[Attached]:
        """Every attachment's state, in the order in which they were given."""
        return [attachment.state for attachment in self._attachments]

    @property
    def hidden(self) -> Mapping[tuple[str, str], str]:
        """Tables that are not shown, as (attachment, table), and why."""
        return self._taken

    def hide(self, published: Collection[str]) -> None:
        """The names of published views, which come before tables of the same names."""
        names = frozenset(published)
        if names != self._published:
            self._published = names
            self._merge()

    def check_known(self, name: str) -> None:
        """Raise what keeps *name* from being a table: CheckpointNotReady, UnsupportedFormat. Nothing for names of no attachment."""
        for state in self.states():
            found = next((of for of in state.unreadable if of.name == name), None)
            if found is not None:
                raise UnsupportedFormat(f"table {name} cannot be read", detail=found.reason)
            fault = state.fault
            if fault is not None and not state.kept and _may_be_of(state, name):
                raised = copy(fault)
                raised.message = f"attachment {state.name}: {fault.message}"
                raise raised

    def _changed(self) -> None:
        self._merge()
        self._tell_subscribers()

    def _merge(self) -> None:
        with self._guard:
            views: dict[str, ViewVersion] = {}
            owners: dict[str, Attachment] = {}
            taken: dict[tuple[str, str], str] = {}
            for attachment in self._attachments:
                state = attachment.state
                for name in () if state.tables is None else state.tables.tables:
                    if name in self._published:
                        taken[attachment.name, name] = f"hidden by the published view {name}"
                    elif name in owners:
                        taken[attachment.name, name] = f"hidden by the table of attachment {owners[name].name}"
                    else:
                        owners[name] = attachment
                        # Of a checkpoint that is gone the names stay: another table's rows must not appear under them.
                        if versions := state.versions.get(name):
                            views[name] = versions[-1]
            for (attachment_name, _), why in taken.items():
                self._warn(f"attachment {attachment_name}: a table is {why}")
            same = {n: (v.schema, v.incarnation) for n, v in views.items()} == {
                n: (v.schema, v.incarnation) for n, v in self._views.items()
            }
            self._taken, self._owners = taken, owners
            self._views = MappingProxyType(views)
            self._generation += not same

    def _warn(self, text: str) -> None:
        if text not in self._said:
            self._said.add(text)
            _log.warning("%s", text)


def _may_be_of(state: Attached, name: str) -> bool:
    """Is it the name of a table of the attachment, or can it be one as long as nobody knows?"""
    return name == state.name or (name in state.tables.tables if state.tables is not None else name.startswith(f"{state.name}_"))


def _newer(reading: SparkReading, version: ViewVersion, manifest: Manifest) -> Iterator[Manifest]:
    """What Spark has committed after *version*, of which *manifest* tells, oldest first."""
    look = reading.look()
    if look.query_id != manifest.query_id or look.committed[-1] < version.version - 1:
        raise StateStoreError(f"checkpoint {reading.uri} has been begun anew")
    for id_ in look.committed:
        with suppress(VersionNotKept):  # Spark has just deleted it
            if id_ >= version.version:
                yield manifest_of(reading.facts(id_))
