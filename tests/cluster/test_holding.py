"""Which shards a node holds, and when it lets go of one."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from gateway.cluster.membership.holding import LEAVE_GRACE_S, UPDATE_EVERY_S, ShardHolder
from gateway.cluster.membership.roster import HEARTBEAT_S, Roster
from statestore.version_id import VersionId
from tests.cluster.fakes import V1, V2, V3, FakeStore, at, make_roster, schema, status
from tests.simulation.loop import run_virtual

ALL_SHARDS = frozenset(range(4))


class Scene:
    """Node a, which has all four shards of v; placed on a and b with one replica."""

    def __init__(self) -> None:
        self.store = FakeStore({"v": at(ALL_SHARDS, V1, V2)})
        self.roster: Roster = make_roster("ab", self.store, replicas=1)
        self.holder = ShardHolder(self.roster, self.store)
        self.mine = self.roster.placement.wanted(schema(), "a")
        self.theirs = ALL_SHARDS - self.mine
        assert self.mine
        assert self.theirs

    async def update(self) -> None:
        """Something happened."""
        self.holder.update_soon()
        await asyncio.sleep(2 * UPDATE_EVERY_S)

    async def hear(
        self,
        shards: frozenset[int],
        *versions: VersionId,
        placement: str | None = None,
        run: str = "",
        asked_s: float | None = None,
    ) -> None:
        """b says what it has; it was asked now, or at *asked_s*."""
        mark = self.fingerprint if placement is None else placement
        said = status("b", {"v": at(shards, *versions)}, placement=mark, run=run)
        self.roster.heard("b", said, asyncio.get_running_loop().time() if asked_s is None else asked_s)
        await self.update()

    @property
    def fingerprint(self) -> str:
        """Of the placement that a has."""
        return self.roster.placement.fingerprint

    @property
    def held(self) -> frozenset[int]:
        """What the store is told to hold."""
        return self.holder.holding(schema())

    @property
    def advertised(self) -> frozenset[int]:
        """What others are told."""
        view = self.store.view("v")
        assert view is not None
        return self.holder.advertised("v", view.status).shards


def on_scene(test: Callable[[Scene], Awaitable[None]]) -> None:
    async def main() -> None:
        await test(Scene())

    run_virtual(main(), early_s=0.0005)


def test_a_shard_stays_until_its_new_owner_has_it_and_a_grace_longer() -> None:
    async def test(scene: Scene) -> None:
        await scene.update()
        assert scene.held == scene.advertised == ALL_SHARDS
        await scene.hear(frozenset())
        assert scene.held == scene.advertised == ALL_SHARDS
        await scene.hear(scene.theirs)
        assert (scene.held, scene.advertised) == (ALL_SHARDS, scene.mine)
        reheld = scene.store.reheld
        await asyncio.sleep(LEAVE_GRACE_S + UPDATE_EVERY_S)
        await scene.hear(scene.theirs)
        assert scene.held == scene.mine
        assert scene.store.reheld == reheld + 1

    on_scene(test)


def test_a_shard_goes_only_when_its_new_owner_says_after_the_grace_that_it_still_has_it() -> None:
    """What was said before the grace ended may be a heartbeat old, and the owner may have lost its disk since."""

    async def test(scene: Scene) -> None:
        await scene.hear(scene.theirs)
        await asyncio.sleep(LEAVE_GRACE_S - 4 * UPDATE_EVERY_S)
        await scene.hear(scene.theirs)
        await asyncio.sleep(2 * LEAVE_GRACE_S)
        assert (scene.held, scene.advertised) == (ALL_SHARDS, scene.mine)
        await scene.hear(frozenset())
        assert scene.held == scene.advertised == ALL_SHARDS

    on_scene(test)


def test_owners_that_have_nothing_new_to_say_are_looked_at_again() -> None:
    """After the grace nothing else wakes the node."""

    async def test(scene: Scene) -> None:
        loop, same = asyncio.get_running_loop(), status("b", {"v": at(scene.theirs, V1, V2)}, placement=scene.fingerprint)
        scene.roster.heard("b", same, loop.time())
        await scene.update()
        for _ in range(20):
            await asyncio.sleep(HEARTBEAT_S)
            scene.roster.heard("b", same, loop.time())
        assert scene.held == scene.mine

    on_scene(test)


def test_an_answer_to_a_question_from_within_the_grace_does_not_end_it() -> None:
    async def test(scene: Scene) -> None:
        await scene.hear(scene.theirs)
        asked_s = asyncio.get_running_loop().time()
        await asyncio.sleep(2 * LEAVE_GRACE_S)
        await scene.hear(scene.theirs, asked_s=asked_s)
        assert scene.held == ALL_SHARDS
        await scene.hear(scene.theirs)
        assert scene.held == scene.mine

    on_scene(test)


def test_the_grace_begins_anew_with_another_process_of_the_new_owner() -> None:
    async def test(scene: Scene) -> None:
        await scene.hear(scene.theirs)
        await asyncio.sleep(LEAVE_GRACE_S)
        await scene.hear(scene.theirs, run="another")
        assert (scene.held, scene.advertised) == (ALL_SHARDS, scene.mine)
        await asyncio.sleep(LEAVE_GRACE_S)
        await scene.hear(scene.theirs, run="another")
        assert scene.held == scene.mine

    on_scene(test)


def test_an_owner_that_is_behind_has_not_taken_over() -> None:
    async def test(scene: Scene) -> None:
        await scene.hear(scene.theirs, V1)
        assert scene.advertised == ALL_SHARDS
        await scene.hear(scene.theirs, V1, V2)
        assert scene.advertised == scene.mine
        scene.store.set("v", at(ALL_SHARDS, V2, V3))
        await scene.update()
        assert scene.advertised == scene.mine

    on_scene(test)


def test_a_node_that_places_otherwise_has_not_taken_over() -> None:
    """Both of two nodes would drop the shard, each believing that the other keeps it."""

    async def test(scene: Scene) -> None:
        await scene.hear(scene.theirs, placement="another")
        await asyncio.sleep(2 * LEAVE_GRACE_S)
        await scene.hear(scene.theirs, placement="another")
        assert scene.held == scene.advertised == ALL_SHARDS

    on_scene(test)


def test_a_status_from_before_the_placement_changed_does_not_count() -> None:
    async def test(scene: Scene) -> None:
        await asyncio.sleep(1)
        scene.roster.placed_s = asyncio.get_running_loop().time()
        said = status("b", {"v": at(scene.theirs)}, placement=scene.roster.placement.fingerprint)
        scene.roster.heard("b", said, 0.5)
        await scene.update()
        assert scene.advertised == ALL_SHARDS

    on_scene(test)


def test_the_same_status_asked_for_after_the_placement_changed_counts_though_nothing_is_new() -> None:
    """The question was on its way when the placement changed, and nothing changes any more: the shard would stay for ever."""

    async def test(scene: Scene) -> None:
        scene.roster.subscribe(scene.holder.update_soon)
        loop = asyncio.get_running_loop()
        await asyncio.sleep(1)
        asked_s = loop.time()
        await asyncio.sleep(0.01)
        scene.roster.placed_s = loop.time()
        said = status("b", {"v": at(scene.theirs)}, placement=scene.roster.placement.fingerprint)
        scene.roster.heard("b", said, asked_s)
        await asyncio.sleep(2 * UPDATE_EVERY_S)
        assert scene.held == scene.advertised == ALL_SHARDS
        for _ in range(3):
            scene.roster.heard("b", said, loop.time())
            await asyncio.sleep(LEAVE_GRACE_S)
        assert scene.held == scene.mine

    on_scene(test)


def test_a_shard_that_leaves_is_taken_back_when_its_owner_is_in_doubt() -> None:
    async def test(scene: Scene) -> None:
        await scene.hear(scene.theirs)
        assert scene.advertised == scene.mine
        scene.roster.doubt("b", "connection reset")
        await scene.update()
        assert scene.advertised == ALL_SHARDS
        await asyncio.sleep(2 * LEAVE_GRACE_S)
        assert scene.held == ALL_SHARDS

    on_scene(test)


def test_a_shard_whose_owner_is_dead_stays() -> None:
    async def test(scene: Scene) -> None:
        await asyncio.sleep(1)
        scene.roster.expire()
        await scene.update()
        assert scene.held == ALL_SHARDS

    on_scene(test)


def test_without_members_everything_stays_and_nothing_is_added() -> None:
    async def main() -> None:
        store = FakeStore({"v": at({1, 2})})
        holder = ShardHolder(make_roster("", store), store)
        assert holder.holding(schema(), frozenset({1, 2})) == {1, 2}
        holder.update_soon()
        await asyncio.sleep(0.001)
        assert holder.holding(schema()) == {1, 2}

    run_virtual(main())


def test_a_view_that_is_not_known_yet_is_held_as_placed_and_what_is_there_stays() -> None:
    async def test(scene: Scene) -> None:
        wanted = scene.roster.placement.wanted(schema("new"), "a")
        assert scene.holder.holding(schema("new")) == wanted
        assert scene.holder.holding(schema("new"), ALL_SHARDS) == ALL_SHARDS

    on_scene(test)


def test_a_shard_that_the_store_has_only_just_got_is_not_dropped_by_an_older_decision() -> None:
    async def test(scene: Scene) -> None:
        scene.store.set("v", at(scene.mine, V1, V2))
        await scene.update()
        assert scene.held == scene.mine
        assert scene.holder.holding(schema(), ALL_SHARDS) == ALL_SHARDS

    on_scene(test)
