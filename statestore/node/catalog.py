"""The views of a store: which there are, what each serves, what is wrong. Changed by one thread at a time."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final

from statestore.errors import RootNotFound, StateStoreError, ViewNotFound
from statestore.node.adding import Background
from statestore.node.at_root import AtRoot, RootLook
from statestore.node.holding import Holding, spelled
from statestore.node.kept import KeptVersions
from statestore.node.layout import StoreFolder
from statestore.node.live_databases import LiveDatabases
from statestore.node.past import PastVersions
from statestore.node.replica import Replica
from statestore.node.serving import Copying, Health, ViewFault
from statestore.node.version import ViewVersion
from statestore.views.root import Root

_log: Final = logging.getLogger("tidegate.store")


@dataclass(slots=True)
class _Entry:
    """A view, its kept versions, and when it is tried again after a fault."""

    replica: Replica
    kept: KeptVersions
    fault: ViewFault | None = None
    retry_at_s: float = 0.0
    retry_after_s: float = field(default=0.0)
    #: All that had been committed then is here; microseconds since 1970.
    seen_at_us: int = 0
    look: RootLook = field(kw_only=True)
    #: Versions that were taken since the start, and how long that took.
    taken: int = 0
    taking_s: float = 0.0

    @property
    def is_whole(self) -> bool:
        """Whether there is no fault, and nothing is being copied."""
        replica = self.replica
        return not (self.fault or replica.fault or replica.copy.damaged or replica.copy.has_found_damage or replica.shards.adding)


class StoreCatalog:
    """What LocalStore's readers see are *views*, *health* and *generation*, each replaced by one assignment."""

    def __init__(
        self,
        root: Root,
        folder: StoreFolder,
        clock: Callable[[], float],
        notify: Callable[[], None],
        holding: Holding | None,
        wake: Callable[[], None],
    ) -> None:
        """*notify* is called after every change of *views*; *wake*, by another thread, when catch_up() has more to do."""
        self.views: Mapping[str, ViewVersion] = MappingProxyType({})
        self.health = Health(None, MappingProxyType({}))
        self.generation = 0
        #: When the root was last read, microseconds since 1970.
        self.read_at_us = 0
        self._root = root
        self._place = _place_of(root)
        self._folder = folder
        self._clock = clock
        self._notify = notify
        self._holding = holding
        self._wake = wake
        self._background = Background(wake)
        self._entries: dict[str, _Entry] = {}
        self._past = PastVersions(folder, clock)
        self._live = LiveDatabases(clock)

    def check_root(self) -> None:
        """Raise RootNotFound where a disk is no longer mounted there, which is no reason to drop the views.

        Before one is dropped, once more: the disk may have gone when the view was looked for.
        """
        if not self._root.is_local:
            return
        place = _place_of(self._root)
        if place is None:
            raise RootNotFound(f"root {self._root.uri} is gone")
        if place == self._place:
            return
        if self._entries and not self._root.views():
            raise RootNotFound(
                f"root {self._root.uri} is another folder than it was, and there is no view in it",
                hint="mount again what was there; or publish a view, and the old ones are dropped",
            )
        self._place = place

    def discover(self, resting: Collection[str] = ()) -> list[str]:
        """Compare the views with the root's; the names of those there are. Of a local root those *resting* are known to be there.

        Raises RootNotFound, OSError; the views are then served on.
        """
        names = self._root.views(resting if self._root.is_local else self._entries.keys())
        if gone := sorted(self._entries.keys() - set(names)):
            self.check_root()
        for name in gone:
            self._remove(name)
        for name in names:
            if name not in self._entries:
                self._entries[name] = self._entry(name)
        return names

    def applied(self) -> Mapping[str, int]:
        """The version of each view that is here; 0 where none is yet."""
        return {name: entry.replica.copy.applied for name, entry in self._entries.items()}

    def whole(self) -> Mapping[str, int]:
        """As applied(), of those views for which nothing is left to be done but what may come."""
        return {name: entry.replica.copy.applied for name, entry in self._entries.items() if entry.is_whole}

    def restore(self) -> bool:
        """While the root is away: serve what an earlier process left in the store's folder; whether there is something."""
        for name in self._folder.view_names():
            entry = self._entry(name)
            if entry.replica.restore() and entry.replica.current is not None:
                self._entries[name] = entry
                self._note_fault(name, entry, tried=False)
                self._show(name, entry, entry.replica.current)
                manifest = entry.replica.current.manifest
                entry.seen_at_us = 0 if manifest is None else manifest.committed_at_us
            else:
                entry.replica.close()
        return bool(self.views)

    def seen(self, but: Collection[str], at_us: int) -> None:
        """All that had been committed at *at_us* is here, of all views *but* these."""
        for name, entry in self._entries.items():
            if name not in but and entry.replica.fault is None:
                entry.seen_at_us = at_us

    def seen_at_us(self, view: str) -> int:
        """When it was last seen that all of *view* is here, microseconds since 1970; 0: never."""
        entry = self._entries.get(view)
        return 0 if entry is None else entry.seen_at_us

    def drop_strangers(self) -> None:
        """Remove what the folder keeps of views that are no longer at the root. After a first discover()."""
        for name in self._folder.view_names():
            if name not in self._entries:
                self._folder.drop_view(name)

    def shed(self) -> None:
        """Leave out what reads have found damaged, of every view. Asks nothing of the root."""
        for name, entry in self._entries.items():
            if entry.replica.copy.has_found_damage:
                changed = entry.replica.shed()
                self._note_fault(name, entry, tried=False)
                if changed and entry.replica.current is not None:
                    self._show(name, entry, entry.replica.current)

    def catch_up(self, names: Collection[str], *, force: bool) -> None:
        """Bring the named views up to date, each published as soon as it is. Faulty ones wait their time unless *force*.

        Raises RootNotFound.
        """
        for name in names:
            if entry := self._entries.get(name):
                self._catch_up_one(name, entry, retry=force or self._clock() >= entry.retry_at_s)
        self.look_at_root(names)
        self._expire()

    def look_at_root(self, names: Collection[str]) -> None:
        """See what there is of the named views at the root, of those whose time it is."""
        for name in names:
            if entry := self._entries.get(name):
                entry.look.look()

    def complete(self, names: list[str]) -> None:
        """After catch_up(): wait for shards that are being copied, and publish them too."""
        while waited := [name for name in names if name in self._entries and self._entries[name].replica.shards.wait()]:
            self.catch_up(waited, force=True)

    def set_root_fault(self, error: StateStoreError | None) -> None:
        """Tell that the root could not be read, or can be again."""
        if error is None:
            self.read_at_us = time.time_ns() // 1000
        if str(error) != str(self.health.root):
            _log.log(logging.ERROR if error else logging.INFO, "root %s: %s", self._root.uri, error or "readable again")
            self.health = Health(error, self.health.views)

    def kept(self, view: str) -> tuple[ViewVersion, ...]:
        """Kept versions, oldest first; empty when there is none."""
        entry = self._entries.get(view)
        return entry.kept.all if entry else ()

    def past(self, view: str) -> tuple[ViewVersion, ...]:
        """See LocalStore."""
        return self._past.of(self.views[view]) if view in self.views else ()

    def recall(self, view: str, version: int) -> Future[None]:
        """See LocalStore. Raises ViewNotFound."""
        folder = self._root.folder(view)
        if view not in self.views:
            raise ViewNotFound(f"there is no view {view} under {self._root.uri}")
        return self._past.make(folder, self.views[view], version)

    def at_root(self, view: str) -> AtRoot | None:
        """What is known of the view at the root; None when there is no such view."""
        entry = self._entries.get(view)
        if entry is None:
            return None
        return replace(entry.look.found, latest=entry.replica.taking.latest, taken=entry.taken, taking_s=entry.taking_s)

    def unready(self) -> Mapping[str, str]:
        """Views that cannot be served yet, and why."""
        why = {name: self.progress(name) for name in list(self._entries) if name not in self.views}
        return {name: reason for name, reason in why.items() if reason is not None}

    def progress(self, view: str) -> str | None:
        """How far the first copy of *view* is; None when there is no such view, or none yet."""
        entry = self._entries.get(view)
        if entry is None:
            return None
        if entry.fault:
            return f"it cannot be copied: {entry.fault.error.message}"
        if entry.replica.taking.latest == 0:
            return None if entry.seen_at_us else "its versions have not been looked at yet"
        if entry.replica.shards.adding:
            return f"{spelled(entry.replica.shards.adding)} and possibly others are being copied"
        return f"{entry.replica.copy.applied} of {entry.replica.taking.latest} versions are here"

    def copying(self) -> Copying:
        """See LocalStore."""
        replicas = [entry.replica for name, entry in list(self._entries.items()) if name not in self.views]
        takings = [replica.taking for replica in replicas]
        return Copying(
            sum(replica.copy.applied for replica in replicas),
            sum(taking.latest for taking in takings),
            sum(taking.bytes for taking in takings),
            sum(taking.bytes_known for taking in takings),
        )

    def close(self) -> None:
        """Close the databases."""
        for entry in self._entries.values():
            entry.replica.close()
        self._background.close()
        self._past.close()

    def _entry(self, name: str) -> _Entry:
        folder = self._root.folder(name)
        replica = Replica(folder, self._folder, self._holding, self._background, self._wake)
        return _Entry(replica, KeptVersions(self._folder.options), look=RootLook(folder, self._clock))

    def _catch_up_one(self, name: str, entry: _Entry, *, retry: bool) -> None:
        """Once for each version that is to be visible. *retry* what there was a fault in. Raises RootNotFound."""
        is_waited_for = entry.replica.copy.damaged or entry.replica.shards.adding
        if entry.replica.fault and not retry and not is_waited_for:
            return
        began_us = time.time_ns() // 1000
        self._live.make_room(name)
        try:
            while self._advance(name, entry, retry=retry):
                pass
        except ViewNotFound:
            self.check_root()
            self._remove(name)
            return
        if entry.replica.fault is None:
            entry.seen_at_us = began_us
        self._note_fault(name, entry, tried=retry)
        self._live.note(name, entry.replica.copy)

    def _advance(self, name: str, entry: _Entry, *, retry: bool) -> bool:
        """Whether there are more versions to take at once."""
        began_s = time.monotonic()
        changed = entry.replica.catch_up(retry_adding=retry)
        current = entry.replica.current
        if changed and current is not None:
            if entry.replica.copy.damaged:
                self._note_fault(name, entry, tried=False)  # who misses the shard finds the reason
            self._show(name, entry, current)
            entry.taken += 1
            entry.taking_s += time.monotonic() - began_s
        entry.replica.settle()
        return entry.replica.taking.is_behind and entry.replica.fault is None

    def _show(self, name: str, entry: _Entry, current: ViewVersion) -> None:
        """Let readers see *current*; a view is there from its first commit on."""
        if current.version > 0:
            entry.kept.push(current, self._clock())
            self._swap(name, current)
        elif name in self.views:
            self._swap(name, None)

    def _remove(self, name: str) -> None:
        _log.warning("view %s is gone from %s: no longer served, its copy is removed", name, self._root.uri)
        entry = self._entries.pop(name)
        entry.replica.close()
        self._live.forget(name)
        self._folder.drop_view(name)
        self._set_fault(name, None)
        self._swap(name, None)

    def _swap(self, name: str, now: ViewVersion | None) -> None:
        """Of thousands of views one changes at a time: the others are not looked at."""
        views, before = dict(self.views), self.views.get(name)
        if now is None:
            views.pop(name, None)
        else:
            views[name] = now
        self.views = MappingProxyType(views)
        if _shape_of(before) != _shape_of(now):
            self.generation += 1
        self._notify()

    def _expire(self) -> None:
        for name, entry in self._entries.items():
            if entry.replica.copy.is_due and entry.replica.fault is None:
                entry.replica.settle()
                self._note_fault(name, entry, tried=True)
            # Dropping the last reference closes the databases, here rather than in a reader's thread.
            entry.kept.expire(self._clock())
        self._past.expire()
        self._live.close_idle()

    def _note_fault(self, name: str, entry: _Entry, *, tried: bool) -> None:
        error = entry.replica.fault or entry.replica.shards.fault
        if error is None and entry.replica.copy.damaged:
            entry.fault = self._describe(name, entry, next(iter(entry.replica.copy.damaged.values())))
        elif error is None:
            if entry.fault:
                _log.info("view %s is whole again", name)
            entry.fault, entry.retry_after_s = None, 0.0
        elif tried or entry.replica.fault:
            options = self._folder.options
            entry.retry_after_s = min(max(options.retry_s, entry.retry_after_s * 2), options.retry_max_s)
            entry.retry_at_s = self._clock() + entry.retry_after_s
            entry.fault = self._describe(name, entry, error)
        self._set_fault(name, entry.fault)

    def _describe(self, name: str, entry: _Entry, error: StateStoreError) -> ViewFault:
        serving = entry.replica.current.version if entry.replica.current else None
        known = entry.fault is not None and str(entry.fault.error) == str(error)
        if not known:
            verb = "stays" if entry.replica.fault else "is"
            _log.error("view %s %s at version %s: %s", name, verb, serving, " ".join(str(error).splitlines()))
        since_us = entry.fault.since_us if known and entry.fault else time.time_ns() // 1000
        return ViewFault(name, error, serving, entry.replica.taking.latest, since_us)

    def _set_fault(self, name: str, fault: ViewFault | None) -> None:
        faults = {n: f for n, f in self.health.views.items() if n != name}
        if fault:
            faults[name] = fault
        if faults != self.health.views:
            self.health = Health(self.health.root, MappingProxyType(faults))


def _shape_of(view: ViewVersion | None) -> tuple[object, int] | None:
    return None if view is None else (view.schema, view.incarnation)


def _place_of(root: Root) -> tuple[int, int] | None:
    """Device and inode of a root on a local disk; None where there is none."""
    try:
        found = os.stat(root.uri) if root.is_local else None
    except (FileNotFoundError, NotADirectoryError):
        return None
    return None if found is None else (found.st_dev, found.st_ino)
