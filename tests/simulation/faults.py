"""What goes wrong: each fault begins, lasts and is undone."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Coroutine
from typing import Any, Final

from tests.simulation.node import SimNode
from tests.simulation.store import Disk
from tests.simulation.world import World

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
        world.log(f"{node.name} loses its disk")
        world.disks[node.name] = Disk()
    await asyncio.sleep(rng.uniform(0.02, 1.5))
    if node.name in world.members and node.name not in world.nodes:
        world.start(node.name)


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
    if not first and name in world.members and name not in world.nodes:
        world.start(name)


async def leave(world: World, rng: random.Random) -> None:
    """A node leaves for good. Its disk goes with it, but not before another member has what only it had."""
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
    if node.name in world.members and node.name not in world.nodes:
        world.start(node.name)


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
    kill, kill, vanish, cut, cut, slow_links, lossy_links, join, leave, impostor, double,
    _switch("garbles"), _switch("truncates"), _switch("busy"), _switch("hangs"), _switch("slow"),
)  # fmt: skip
