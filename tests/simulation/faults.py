"""What goes wrong: each fault begins, lasts and is undone."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Coroutine
from typing import Any, Final

from gateway.cluster.membership.holding import LEAVE_GRACE_S
from tests.simulation.node import SimNode
from tests.simulation.world import World

#: How long a traitor waits for a node to rely on somebody.
BETRAY_WAIT_S: Final = 1.5

Fault = Callable[[World, random.Random], Coroutine[Any, Any, None]]


def _someone(world: World, rng: random.Random) -> SimNode | None:
    up = world.up()
    return rng.choice(up) if up else None


async def kill(world: World, rng: random.Random) -> None:
    """kill -9, and a restart from the same disk, or from an empty one."""
    await _stop_and_start(world, rng, silently=False)


async def vanish(world: World, rng: random.Random) -> None:
    """The host is gone: no connection is refused, none answered."""
    await _stop_and_start(world, rng, silently=True)


async def _stop_and_start(world: World, rng: random.Random, *, silently: bool) -> None:
    node = _someone(world, rng)
    if node is None:
        return
    world.stop(node.name, silently=silently)
    if rng.random() < 0.1:
        world.lose_disk(node.name)
    await asyncio.sleep(rng.uniform(0.02, 1.5))
    _start_again(world, node.name)


def _start_again(world: World, name: str) -> None:
    if name in world.members and name not in world.nodes:
        world.start(name)


async def cut(world: World, rng: random.Random) -> None:
    """A partition: one side does not reach the other, in one direction or both."""
    names = list(world.members.values())
    side = rng.sample(names, rng.randint(1, max(1, len(names) - 1)))
    both = rng.random() < 0.6
    links = [world.network.link(str(a), str(b)) for a in names for b in names if (a in side) != (b in side) and (both or a in side)]
    world.log(f"cut {'around' if both else 'out of'} {' '.join(map(str, side))}")
    for link in links:
        link.cut = True
    await asyncio.sleep(rng.uniform(0.1, 2))
    for link in links:
        link.cut = False
    world.network.mended()
    world.log("mend")


async def slow_links(world: World, rng: random.Random) -> None:
    """Some links take long."""
    links = [link for link in world.network.links() if rng.random() < 0.3]
    latency_s = rng.choice((0.005, 0.05, 0.2, 0.5))
    world.log(f"{len(links)} links take {latency_s} s")
    for link in links:
        link.latency_s = latency_s
    await asyncio.sleep(rng.uniform(0.2, 2))
    for link in links:
        link.latency_s = 0.0005


async def lossy_links(world: World, rng: random.Random) -> None:
    """Some links lose packets."""
    links = [link for link in world.network.links() if rng.random() < 0.5]
    loss = rng.choice((0.02, 0.1, 0.3))
    world.log(f"{len(links)} links lose {loss:.0%}")
    for link in links:
        link.loss = loss
    await asyncio.sleep(rng.uniform(0.2, 2))
    for link in links:
        link.loss = 0.0


def _switch(attribute: str) -> Fault:
    async def switch(world: World, rng: random.Random) -> None:
        node = _someone(world, rng)
        if node is None:
            return
        target = node.store if attribute == "slow" else node
        world.log(f"{node.name} {attribute}")
        setattr(target, attribute, True)
        await asyncio.sleep(rng.uniform(0.1, 2))
        setattr(target, attribute, False)
        world.log(f"{node.name} no longer {attribute}")

    return switch


async def join(world: World, rng: random.Random) -> None:
    """Another node joins. It runs before or after the others hear of it."""
    if len(world.members) >= 5:
        return
    name = world.new_member()
    first = rng.random() < 0.5
    if first:
        world.start(name)
    world.tell_members()
    await asyncio.sleep(rng.uniform(0, 0.5))
    if not first:
        _start_again(world, name)


async def betray(world: World, rng: random.Random) -> None:
    """A node loses its disk at about the time when another one lets go of a shard that it relies on that node for."""
    until_s = world.loop.time() + BETRAY_WAIT_S
    while not (relied_on := _relied_on(world)):
        if world.loop.time() > until_s:
            return
        await asyncio.sleep(0.02)
    name = rng.choice(relied_on)
    await asyncio.sleep(max(0, rng.gauss(LEAVE_GRACE_S, 0.1)))
    if name in world.nodes:
        world.stop(name)
        world.lose_disk(name)
        await asyncio.sleep(rng.uniform(0, 0.1))
        _start_again(world, name)


def _relied_on(world: World) -> list[str]:
    """Nodes that have a shard that another one still has and no longer advertises."""
    leaving = {
        (view, shard)
        for node in world.up()
        for view, told in node.cluster.status().views.items()
        if (held := node.store.view(view)) is not None
        for shard in held.status.shards - told.shards
    }
    return [
        node.name
        for node in world.up()
        if any(shard in told.shards for view, shard in leaving if (told := node.cluster.status().views.get(view)))
    ]


async def leave(world: World, rng: random.Random) -> None:
    """A node leaves for good, and its disk goes with it."""
    if len(world.members) <= 2:
        return
    name = rng.choice(list(world.members))
    del world.members[name]
    world.tell_members()
    await asyncio.sleep(rng.uniform(0, 1))
    if name in world.nodes:
        world.nodes[name].cluster.state = "leaving"
        await asyncio.sleep(rng.uniform(0, 0.3))
    if name in world.nodes:
        world.stop(name)
    world.disks.pop(name, None)


async def impostor(world: World, rng: random.Random) -> None:
    """A node is down, and at its address somebody else answers: of another name, cluster or format."""
    node = _someone(world, rng)
    if node is None:
        return
    world.stop(node.name)
    await asyncio.sleep(rng.uniform(0, 0.4))
    match rng.randrange(3):
        case 0:
            stranger = world.start_stranger("somebody", node.address)
        case 1:
            stranger = world.start_stranger(node.name, node.address, cluster="other")
        case _:
            stranger = world.start_stranger(node.name, node.address, format_=99)
    await asyncio.sleep(rng.uniform(0.2, 1.5))
    _dismiss(world, stranger)
    _start_again(world, node.name)


async def double(world: World, rng: random.Random) -> None:
    """Two processes of one name answer at one address."""
    node = _someone(world, rng)
    if node is None:
        return
    stranger = world.start_stranger(node.name, node.address)
    if rng.random() < 0.3:
        world.conflicts[node.name] = "is the name of two nodes that joined"
        world.tell_members()
    await asyncio.sleep(rng.uniform(0.2, 1.5))
    _dismiss(world, stranger)
    if world.conflicts.pop(node.name, None):
        world.tell_members()


def _dismiss(world: World, stranger: SimNode) -> None:
    if stranger.up:
        stranger.stop()
        world.strangers.remove(stranger)
        world.log(f"stranger {stranger.run_id} is gone")


FAULTS: Final[tuple[Fault, ...]] = (
    kill, kill, vanish, cut, cut, slow_links, lossy_links, join, leave, betray, impostor, double,
    _switch("garbles"), _switch("truncates"), _switch("busy"), _switch("hangs"), _switch("slow"),
)  # fmt: skip
