"""One seed: a cluster is set up, lives through faults, heals, and must then be whole again."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from gateway.cluster.dispatching.request import DispatchRequest
from tests.simulation.faults import FAULTS, kill
from tests.simulation.loop import run_virtual
from tests.simulation.node import SimNode
from tests.simulation.queries import Query, QueryRows, Violation, check_answer, check_error, check_time, make_query, make_unit
from tests.simulation.world import World

#: Everybody has restored everything by then, in a cluster without faults.
WARM_UP_S = 1.0
FAULTS_S = 3.0
#: After the last fault is undone: what a restart, a restore and the handing over of shards may take.
SETTLE_S = 3.0
#: After the last version: a node may be copying the one before, and then has to copy this one.
CATCH_UP_S = 1.5
QUERY_EVERY_S = 0.02
#: Bases and vacuums that are begun, a second.
KEEP_HOUSE = 6.0


@dataclass
class Outcome:
    """What came of a seed."""

    seed: int
    violations: list[Violation]
    trace: list[tuple[float, str]]
    answers: int
    errors: int

    def report(self) -> str:
        """For people: the seed, what was wrong, and all that happened."""
        lines = [f"seed {self.seed}", *(f"  {violation}" for violation in self.violations[:5]), "trace:"]
        return "\n".join([*lines, *(f"  {at_s:8.4f}  {what}" for at_s, what in self.trace)])


def run_seed(seed: int) -> Outcome:
    """Run one seed."""
    log = logging.getLogger("gateway.cluster")
    level = log.level
    log.setLevel(logging.CRITICAL)
    try:
        return run_virtual(_Life(seed).run())
    finally:
        log.setLevel(level)


class _Life:
    """The life of one cluster. A *gentle* one loses only one node at a time, has two replicas, and must answer every query."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._rng = random.Random(seed)
        self._gentle = self._rng.random() < 0.2
        self._healed = False
        self._answers = 0
        self._errors = 0
        self._asked: dict[asyncio.Task[None], None] = {}

    async def run(self) -> Outcome:
        rng = self._rng
        world = World(rng)
        self._set_up(world)
        await asyncio.sleep(WARM_UP_S)
        publishing = world.loop.create_task(self._publish_forever(world))
        keeping = world.loop.create_task(self._keep_house_forever(world))
        querying = world.loop.create_task(self._query_forever(world))
        await self._break_things(world)
        self._healed = True
        self._heal(world)
        await asyncio.sleep(SETTLE_S)
        querying.cancel()
        publishing.cancel()
        keeping.cancel()
        await asyncio.sleep(CATCH_UP_S)
        await self._check_whole(world)
        await asyncio.gather(*self._asked, return_exceptions=True)
        return Outcome(self._seed, world.violations, world.trace, self._answers, self._errors)

    def _set_up(self, world: World) -> None:
        rng = self._rng
        world.replicas = rng.choice((2, 3)) if self._gentle else rng.choice((1, 1, 2, 2, 3, 9))
        for _ in range(rng.randint(3, 4) if self._gentle else rng.randint(2, 4)):
            world.new_member()
        shards = rng.randint(1, 8)
        for view in ("a", "b", "c")[: rng.randint(1, 3)]:
            world.create(view, shards if view != "c" else rng.randint(1, 6))
        for name in world.members:
            world.start(name)
        world.log(f"replicas {world.replicas}{', gentle' if self._gentle else ''}")

    async def _publish_forever(self, world: World) -> None:
        rng = self._rng
        while True:
            await asyncio.sleep(rng.expovariate(5))
            view = rng.choice(list(world.truth.views))
            if not self._gentle and not self._healed and rng.random() < 0.02:
                same = rng.random() < 0.5
                world.create(view, world.truth.views[view].schema.shards if same else rng.randint(1, 8))
            else:
                world.publish(view)

    async def _keep_house_forever(self, world: World) -> None:
        """Several at a time, as it comes."""
        rng = self._rng
        working: dict[asyncio.Task[None], None] = {}
        while True:
            await asyncio.sleep(rng.expovariate(KEEP_HOUSE))
            view = rng.choice(list(world.truth.views))
            task = world.loop.create_task(world.make_base(view) if rng.random() < 0.5 else world.vacuum(view))
            working[task] = None
            task.add_done_callback(partial(self._has_kept_house, world, working))

    @staticmethod
    def _has_kept_house(world: World, working: dict[asyncio.Task[None], None], task: asyncio.Task[None]) -> None:
        del working[task]
        if not task.cancelled() and (error := task.exception()) is not None:
            world.violated(Violation(f"house-keeping ended with {error!r}"))

    # ------------------------------------------------------------------------------------------------------------- faults

    async def _break_things(self, world: World) -> None:
        rng = self._rng
        until_s = world.loop.time() + FAULTS_S
        faults: list[asyncio.Task[None]] = []
        while world.loop.time() < until_s:
            if self._gentle:
                await kill(world, rng)
                await asyncio.sleep(rng.uniform(1.5, 2))
            else:
                faults.append(world.loop.create_task(rng.choice(FAULTS)(world, rng)))
                await asyncio.sleep(rng.expovariate(2.5))
        for fault in faults:
            await fault

    @staticmethod
    def _heal(world: World) -> None:
        world.log("heal")
        world.network.heal()
        for name in world.members:
            if name not in world.nodes:
                world.start(name)
        world.tell_members()

    # ------------------------------------------------------------------------------------------------------------ queries

    async def _query_forever(self, world: World) -> None:
        while True:
            await asyncio.sleep(self._rng.expovariate(1 / QUERY_EVERY_S))
            up = world.up()
            query = make_query(self._rng.choice(up), self._rng, world.loop.time(), plain=self._gentle) if up else None
            if query is not None:
                task = query.node.spawn(self._ask(world, query, strict=self._gentle))
                self._asked[task] = None
                task.add_done_callback(self._asked.pop)

    async def _ask(self, world: World, query: Query, *, strict: bool) -> bool:
        """Run a query and check what comes of it. A *strict* one must be answered in full."""
        begun_s = world.loop.time()
        try:
            result = await query.node.cluster.dispatch.run(query.request)
        except Exception as error:  # noqa: BLE001 - whatever it is, check_error judges it
            self._errors += 1
            self._judge(world, query, partial(check_error, query, error, world.loop.time()))
            if strict:
                world.violated(Violation(f"{query} failed: {type(error).__name__}: {error} {getattr(error, 'detail', '')}"))
            world.log(f"{query} since {begun_s:.4f}: {type(error).__name__} {error}")
            return False
        self._answers += 1
        self._judge(world, query, partial(check_answer, query, result, world.truth))
        if strict and result.missing:
            world.violated(Violation(f"{query} lacks {result.missing}"))
        return True

    @staticmethod
    def _judge(world: World, query: Query, check: Callable[[], None]) -> None:
        try:
            check()
            check_time(query, world.loop.time())
        except Violation as violation:
            world.violated(Violation(f"{query}: {violation}"))

    # ---------------------------------------------------------------------------------------------------------- afterwards

    async def _check_whole(self, world: World) -> None:
        """Every node answers for every view, at the newest version, and holds exactly what is placed there; the root is tidy."""
        for view in world.truth.views:
            world.check_root(view)
        for node in world.up():
            for view, true in world.truth.views.items():
                await self._check_view(world, node, view)
                held = node.store.view(view)
                if held is None or held.status.current != true.newest:
                    world.violated(Violation(f"{node.name} is not at the newest version of {view}"))
                elif held.status.shards != (wanted := node.cluster.roster.placement.wanted(held.schema, node.name)):
                    world.violated(Violation(f"{node.name} holds {sorted(held.status.shards)} of {view}, not {sorted(wanted)}"))

    async def _check_view(self, world: World, node: SimNode, view: str) -> None:
        held = node.store.view(view)
        if held is None:
            return
        rows = QueryRows(eager=False)
        unit = make_unit(0, {view: frozenset(range(held.schema.shards))}, fails=False)
        now_s = world.loop.time()
        await self._ask(world, Query(node, DispatchRequest([unit], rows, now_s + 1.0), rows, now_s, False), strict=True)
