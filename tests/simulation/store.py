"""A node's local store: follows the truth with a lag, restores shards in the background, keeps versions, survives crashes.

As the real one does, it decides what to add and drop when a pass begins, and shows it when the pass ends.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, field

from gateway.cluster.membership.ports import HeldView
from gateway.cluster.membership.signal import ChangeSignal
from gateway.cluster.membership.status import ViewStatus
from gateway.errors import FragmentRefused
from statestore.errors import StateStoreError
from statestore.node import pending
from statestore.node.pending import Plan
from statestore.schema import ViewSchema
from statestore.version_id import VersionId
from tests.simulation.root import Content, SimRoot, live
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
    #: What each shard that is held holds, with what has expired.
    contents: dict[int, Content]
    #: See SimRoot.
    before_us: int | None
    replaced_s: float | None = None

    @property
    def held(self) -> frozenset[int]:
        """The shards."""
        return frozenset(self.contents)

    def shown(self, shard: int) -> Content:
        """What can be read of a shard."""
        return live(self.contents[shard], self.before_us)


@dataclass
class Local:
    """A view on this node's disk."""

    schema: ViewSchema
    incarnation: int
    root: SimRoot
    fingerprint: str
    kept: list[Kept]
    restoring: set[int] = field(default_factory=set)
    #: Shards that can be added, and how to get there.
    restored: dict[int, Plan] = field(default_factory=dict)
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
        self.changed = ChangeSignal()
        self.holding: Holding = lambda _, held: held
        for local in disk.views.values():
            local.kept = [local.current]
            local.restoring, local.restored, local.passing, local.shown = set(), {}, False, None

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
                return [Row(view, found.version, shard, found.shown(shard)) for shard in sorted(shards)]
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
            local = Local(true.schema, true.incarnation, true.root, true.fingerprint, [])
            local.kept.append(Kept(true.newest, {}, true.root.before_us(true.newest.version)))
            self._loop.call_later(self._took(PASS_S), self._made, name, local)
            return
        wanted = self.holding(local.schema, local.current.held)
        drop = local.current.held - wanted
        add = frozenset(local.restored) & wanted
        local.restored = {shard: steps for shard, steps in local.restored.items() if shard in wanted}
        for shard in sorted(wanted - local.current.held - local.restoring - add):
            local.restoring.add(shard)
            self._loop.call_later(self._took(RESTORE_S), self._restored, name, local, shard)
        if drop or add or true.newest != local.current.version:
            local.passing = True
            steps = self._plan(local, true.newest)
            took = RESTORE_S if steps is not None and steps.fresh and local.current.held - drop else PASS_S
            self._loop.call_later(self._took(took), self._end_pass, name, local, true.newest, steps, drop, add)

    @staticmethod
    def _plan(local: Local, newest: VersionId) -> Plan | None:
        """How to get to the newest version; None where that is served."""
        if newest == local.current.version:
            return None
        return pending.plan(local.root.folder, newest.version, local.current.version.version, (), rebuild=False)

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
            with suppress(StateStoreError):  # it is older than what is kept: the next version is begun with a base
                local.restored[shard] = local.root.plan_anew(local.current.version.version)
            self._begin_pass(name)

    def _end_pass(
        self, name: str, local: Local, version: VersionId, steps: Plan | None, drop: frozenset[int], add: frozenset[int]
    ) -> None:
        if not self._open or self._disk.views.get(name) is not local:
            return
        local.passing = False
        try:
            contents = self._taken(local, version, steps, local.current.held - drop, add)
            before_us = local.current.before_us if steps is None else local.root.before_us(version.version)
        except (StateStoreError, FileNotFoundError):
            # What was planned with has been deleted since: begin anew.
            local.restored.clear()
            self._loop.call_later(self._took(PASS_S), self._begin_pass, name)
            return
        for shard in sorted(drop):
            self._on_drop(local, shard)
        # What was being added to databases that are begun afresh is begun anew.
        is_afresh = steps is not None and steps.fresh
        local.restored = {s: how for s, how in local.restored.items() if s not in add and not is_afresh}
        if version == local.current.version:
            local.current.contents = contents
        else:
            local.current.replaced_s = self._loop.time()
            local.kept.append(Kept(version, contents, before_us))
        local.shown = None
        self._notify()
        self._begin_pass(name)

    @staticmethod
    def _taken(
        local: Local, version: VersionId, steps: Plan | None, held: frozenset[int], add: frozenset[int]
    ) -> dict[int, Content]:
        """What the shards hold at the version. Raises StateStoreError, FileNotFoundError."""
        if steps is not None and steps.fresh:
            return local.root.take(steps, {}, held | add)
        contents = {shard: content for shard, content in local.current.contents.items() if shard in held}
        for shard in add:
            contents |= local.root.take(local.restored[shard], {}, (shard,))
        here = local.current.version.version
        for shard in add:
            behind = range(max(local.restored[shard].versions, default=_version_of(local.restored[shard])) + 1, here + 1)
            contents |= local.root.take(Plan(tuple(behind), False), contents, (shard,))
        return contents if steps is None else local.root.take(steps, contents, held | add)

    def _notify(self) -> None:
        self.changed.notify()
        for callback in self._callbacks:
            callback()


def _version_of(steps: Plan) -> int:
    return steps.base.version if steps.base else 0
