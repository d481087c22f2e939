"""A node's local store: follows the truth with a lag, restores shards in the background, keeps versions, survives crashes.

As the real one does, it decides what to add and drop when a pass begins, and shows it when the pass ends.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from gateway.cluster.errors import FragmentRefused
from gateway.cluster.ports import HeldView
from gateway.cluster.signal import Signal
from gateway.cluster.status import ViewStatus
from statestore.schema import ViewSchema
from statestore.version_id import VersionId
from tests.simulation.truth import Row, Truth

KEEP_VERSIONS = 3
KEEP_AGE_S = 2.0
#: Passes and restores, in seconds; a store in trouble takes SLOWER times as long.
PASS_S = (0.002, 0.05)
RESTORE_S = (0.05, 0.6)
SLOWER = 5

Holding = Callable[[ViewSchema, frozenset[int]], frozenset[int]]


@dataclass
class Kept:
    """A version that can be read here, for these shards."""

    version: VersionId
    held: frozenset[int]
    replaced_s: float | None = None


@dataclass
class Local:
    """A view on this node's disk."""

    schema: ViewSchema
    incarnation: int
    fingerprint: str
    kept: list[Kept]
    restoring: set[int] = field(default_factory=set)
    restored: set[int] = field(default_factory=set)
    passing: bool = False
    shown: HeldView | None = None

    @property
    def current(self) -> Kept:
        """The version it is at."""
        return self.kept[-1]


class Disk:
    """What outlives the process: the current version of each view, and the shards it has there."""

    def __init__(self) -> None:
        self.views: dict[str, Local] = {}


class SimStore:
    """A NodeStore. *on_drop* is told of (view, shard) before a shard goes, *on_rehold* when what is to be held has changed."""

    def __init__(
        self,
        truth: Truth,
        disk: Disk,
        rng: random.Random,
        on_drop: Callable[[Local, int], None],
        on_rehold: Callable[[], None],
    ) -> None:
        self._truth = truth
        self._disk = disk
        self._rng = rng
        self._on_drop = on_drop
        self._on_rehold = on_rehold
        self._loop = asyncio.get_running_loop()
        self._callbacks: list[Callable[[], None]] = []
        self._open = True
        self.slow = False
        self.changed = Signal()
        self.holding: Holding = lambda _, held: held
        for local in disk.views.values():
            local.kept = [local.current]
            local.restoring, local.restored, local.passing, local.shown = set(), set(), False, None

    def close(self) -> None:
        """The process is gone: nothing that was under way ends."""
        self._open = False

    # ------------------------------------------------------------------------------------------------- the NodeStore port

    def view(self, name: str) -> HeldView | None:
        """See NodeStore."""
        local = self._disk.views.get(name)
        if local is None:
            return None
        self._forget_old(local)
        if local.shown is None:
            held = local.current.held
            kept = tuple(k.version for k in local.kept if k.held >= held)
            local.shown = HeldView(local.schema, ViewStatus(kept, held, local.fingerprint))
        return local.shown

    def names(self) -> Collection[str]:
        """See NodeStore."""
        return list(self._disk.views)

    def rehold(self) -> None:
        """See NodeStore."""
        self._on_rehold()
        self._loop.call_later(self._rng.uniform(0, 0.01), self.wake)

    def subscribe(self, callback: Callable[[], None]) -> Callable[[], None]:
        """See NodeStore."""
        self._callbacks.append(callback)
        return lambda: self._callbacks.remove(callback)

    # ------------------------------------------------------------------------------------------------------------ reading

    async def read(self, view: str, version: VersionId, shards: frozenset[int], wait_s: float) -> list[Row]:
        """The rows of the shards at the version, waiting *wait_s* for one that is not reached. Raises FragmentRefused."""
        until_s = self._loop.time() + wait_s
        while True:
            local = self._disk.views.get(view)
            if local is None:
                raise FragmentRefused("not reached", f"view {view} is not known here")
            self._forget_old(local)
            found = next((k for k in local.kept if k.version == version), None)
            if found is not None:
                if missing := shards - found.held:
                    raise FragmentRefused("not held", f"shard {min(missing)} of {view} is not held here")
                return [Row(view, found.version, shard) for shard in sorted(shards)]
            self._refuse_for_good(local, version)
            left_s = until_s - self._loop.time()
            if left_s <= 0:
                raise FragmentRefused("not reached", f"{view} is at {local.current.version.version} here")
            await self.changed.wait(left_s)

    @staticmethod
    def _refuse_for_good(local: Local, version: VersionId) -> None:
        if any(k.version.version == version.version for k in local.kept):
            raise FragmentRefused("other view", f"version {version} of {local.schema.name} is another one here")
        if version.version < local.current.version.version:
            raise FragmentRefused("not kept", f"version {version} of {local.schema.name} is not kept here")

    def _forget_old(self, local: Local) -> None:
        since_s = self._loop.time() - KEEP_AGE_S
        while len(local.kept) > KEEP_VERSIONS and (local.kept[0].replaced_s or 0) < since_s:
            local.kept.pop(0)
            local.shown = None

    # ---------------------------------------------------------------------------------------------------------- following

    def wake(self) -> None:
        """Look at the log and at what is to be held; begin a pass for every view where something is to do."""
        for name in self._truth.views if self._open else ():
            self._begin_pass(name)

    def _begin_pass(self, name: str) -> None:
        true = self._truth.views[name]
        local = self._disk.views.get(name)
        if local is not None and local.passing:
            return
        if local is None or local.incarnation != true.incarnation:
            local = Local(true.schema, true.incarnation, true.fingerprint, [Kept(true.newest, frozenset())])
            self._loop.call_later(self._took(PASS_S), self._made, name, local)
            return
        wanted = self.holding(local.schema, local.current.held)
        drop = local.current.held - wanted
        add = frozenset(local.restored & wanted)
        local.restored &= wanted
        for shard in sorted(wanted - local.current.held - local.restoring - local.restored):
            local.restoring.add(shard)
            self._loop.call_later(self._took(RESTORE_S), self._restored, name, local, shard)
        if drop or add or true.newest != local.current.version:
            local.passing = True
            self._loop.call_later(self._took(PASS_S), self._end_pass, name, local, true.newest, drop, add)

    def _took(self, bounds_s: tuple[float, float]) -> float:
        return self._rng.uniform(*bounds_s) * (SLOWER if self.slow else 1)

    def _made(self, name: str, local: Local) -> None:
        known = self._disk.views.get(name)
        if (
            self._open
            and local.incarnation == self._truth.views[name].incarnation
            and (known is None or known.incarnation != local.incarnation)
        ):
            self._disk.views[name] = local
            self._notify()
            self._begin_pass(name)

    def _restored(self, name: str, local: Local, shard: int) -> None:
        local.restoring.discard(shard)
        if self._open and self._disk.views.get(name) is local:
            local.restored.add(shard)
            self._begin_pass(name)

    def _end_pass(self, name: str, local: Local, version: VersionId, drop: frozenset[int], add: frozenset[int]) -> None:
        if not self._open or self._disk.views.get(name) is not local:
            return
        for shard in sorted(drop):
            self._on_drop(local, shard)
        local.passing = False
        local.restored -= add
        held = (local.current.held - drop) | add
        if version == local.current.version:
            local.current.held = held
        else:
            local.current.replaced_s = self._loop.time()
            local.kept.append(Kept(version, held))
        local.shown = None
        self._notify()
        self._begin_pass(name)

    def _notify(self) -> None:
        self.changed.notify()
        for callback in self._callbacks:
            callback()
