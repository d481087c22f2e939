"""The checkers see what they are for: the cluster's code is broken on purpose, one way at a time, and some seed must notice."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import pytest

from gateway.cluster.dispatching import round as rounds
from gateway.cluster.dispatching.attempt import GuardedSink
from gateway.cluster.dispatching.coverage import Coverage, assign
from gateway.cluster.dispatching.dispatch import Dispatch
from gateway.cluster.dispatching.request import Bound, DispatchResult
from gateway.cluster.dispatching.round import Round
from gateway.cluster.membership.holding import ShardHolder
from gateway.cluster.membership.roster import Roster
from gateway.errors import FragmentRefused
from statestore.expiry import Expired, Expiry
from statestore.node import pending
from statestore.version_id import VersionId
from statestore.views.folder import ViewFolder
from tests.simulation.faults import betray, join
from tests.simulation.run import run_seed
from tests.simulation.store import SimStore
from tests.simulation.truth import Row

#: More than enough: most mutations show in the first few seeds.
SEEDS_MAX: Final = 60

Patch = pytest.MonkeyPatch


def reads_what_is_there(patch: Patch) -> None:
    """Nodes do not check the version, and nobody asks which they have."""

    async def read(self: SimStore, view: str, version: VersionId, shards: frozenset[int], wait_s: float) -> list[Row]:
        held = self.view(view)
        if held is None or shards - held.status.shards:
            raise FragmentRefused("not held", "not held")
        current = self._disk.views[view].current
        return [Row(view, current.version, shard, current.shown(shard)) for shard in sorted(shards)]

    patch.setattr(SimStore, "read", read)


def loses_a_shard(patch: Patch) -> None:
    """A cell of a large fragment is given to nobody."""

    def lossy(nodes: Any, own: str, rank: Callable[[str], int]) -> Any:
        given = assign(nodes, own, rank)
        return {node: cells[:-1] if len(cells) > 3 else cells for node, cells in given.items()}

    patch.setattr(rounds, "assign", lossy)


def retries_after_release(patch: Patch) -> None:
    """A fragment is given to another node although rows of it are with the client."""
    patch.setattr(GuardedSink, "released", property(lambda _: False))


def keeps_rows_of_failed_runs(patch: Patch) -> None:
    """What a failed run has written is not thrown away."""

    def discard(self: GuardedSink, cause: str = "") -> None:
        sink: Any = self._sink
        sink.whole = bool(sink._rows)

    patch.setattr(GuardedSink, "discard", discard)


def hides_missing_shards(patch: Patch) -> None:
    """A partial answer does not say that it is one."""
    original = Round.result

    def result(self: Round, retries: int, restarts: int) -> DispatchResult:
        return replace(original(self, retries, restarts), missing={})

    patch.setattr(Round, "result", result)


def ignores_bounds(patch: Patch) -> None:
    """Whatever version there is will do."""
    patch.setattr("gateway.cluster.dispatching.version_selection._ANY", Bound())
    patch.setattr(Dispatch, "_run", _without_bounds(Dispatch._run))


def _without_bounds(original: Any) -> Any:
    async def run(self: Dispatch, request: Any) -> DispatchResult:
        return await original(self, replace(request, bounds={}))  # type: ignore[no-any-return]

    return run


def ignores_deadlines(patch: Patch) -> None:
    """A query takes as long as it takes."""

    async def run(self: Dispatch, request: Any) -> DispatchResult:
        return await self._run(request)

    patch.setattr(Dispatch, "run", run)


def fails_at_the_first_failure(patch: Patch) -> None:
    """No other replica is tried."""

    def move(self: Round, attempt: Any, error: Exception) -> None:
        raise error

    patch.setattr(Round, "_move", move)


def drops_at_once(patch: Patch) -> None:
    """A shard goes as soon as it is placed elsewhere."""
    patch.setattr(ShardHolder, "_confirmed", lambda *_: True)
    patch.setattr("gateway.cluster.membership.holding.LEAVE_GRACE_S", 0.0)


def goes_by_old_news(patch: Patch) -> None:
    """A shard goes after the grace, without its new owner being asked again."""

    def asked_since(owners: object, when_s: float) -> bool:
        return asyncio.get_running_loop().time() >= when_s

    patch.setattr(ShardHolder, "_asked_since", staticmethod(asked_since))
    patch.setattr("tests.simulation.run.FAULTS", (join, betray))


def trusts_everybody(patch: Patch) -> None:
    """Whoever answers is taken for the member; what it says it has is believed."""
    patch.setattr(Roster, "_objection", lambda *_: "")
    patch.setattr(Coverage, "_can_serve", lambda *_: True)

    async def read(self: SimStore, view: str, version: VersionId, shards: frozenset[int], wait_s: float) -> list[Row]:
        return []

    patch.setattr(SimStore, "read", read)


def vacuums_that_do_not_know_of_each_other(patch: Patch) -> None:
    """A base goes although another vacuum begins the log with it."""
    patch.setattr("statestore.views.vacuum.claim", lambda *_: True)


def keeps_the_latest_version_alone(patch: Patch) -> None:
    """What is deleted is needed by versions that are kept."""
    patch.setattr("statestore.views.vacuum.oldest_kept", lambda folder, versions, *_: max(versions, default=0))


def begins_before_a_replacement(patch: Patch) -> None:
    """Nodes take a base of what has been replaced since."""
    patch.setattr("statestore.node.pending.start_of", lambda folder, head, bad=(): folder.newest_base(head.version, bad))


def goes_on_over_a_gap(patch: Patch) -> None:
    """A node that was away takes what is left of the log, without what has been deleted."""
    original = pending.plan

    def plan(folder: ViewFolder, top: int, applied: int, *_: Any, **__: Any) -> pending.Plan:
        steps = original(folder, top, applied, (), rebuild=False)
        there = tuple(version for version in folder.versions() if applied < version <= top)
        return steps if applied == 0 or folder.has(applied + 1) else pending.Plan(there, fresh=False)

    patch.setattr(pending, "plan", plan)


def lets_expired_rows_come_back(patch: Patch) -> None:
    """Of a watermark that goes back."""
    original = Expired.advanced

    def advanced(_: Expired, expiry: Expiry, *, watermark_us: int | None, clock_us: int | None) -> Expired:
        return original(Expired(), expiry, watermark_us=watermark_us, clock_us=clock_us)

    patch.setattr(Expired, "advanced", advanced)


MUTATIONS: Final = (
    reads_what_is_there, loses_a_shard, retries_after_release, keeps_rows_of_failed_runs, hides_missing_shards, ignores_bounds,
    ignores_deadlines, fails_at_the_first_failure, drops_at_once, goes_by_old_news,
    trusts_everybody, vacuums_that_do_not_know_of_each_other, keeps_the_latest_version_alone, begins_before_a_replacement,
    goes_on_over_a_gap, lets_expired_rows_come_back,
)  # fmt: skip


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda m: m.__name__)
def test_a_broken_cluster_is_noticed(mutation: Callable[[Patch], None], monkeypatch: Patch) -> None:
    mutation(monkeypatch)
    for seed in range(1, SEEDS_MAX + 1):
        try:
            if run_seed(seed).violations:
                print(f"noticed by seed {seed}")
                return
        except (asyncio.InvalidStateError, AssertionError):
            return
    pytest.fail(f"{SEEDS_MAX} seeds did not notice: {mutation.__doc__}")
