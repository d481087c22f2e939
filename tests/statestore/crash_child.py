"""What the crash tests run in a process of their own, and the ways in which that process kills itself."""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from statestore.node import LocalStore, adding, generation, intake, local_copy, pending, position, taking
from statestore.views.root import open_root
from tests.statestore.store_world import UNPOLLED, World

#: Every named step of applying a version: who does it, under which name.
STEPS: Final[dict[str, tuple[Any, str]]] = {
    "plan": (taking, "plan"),
    "read a manifest": (pending, "read_manifest"),
    "stage": (intake, "stage"),
    "intend": (local_copy.LocalCopy, "_intend"),
    "write the position": (local_copy, "write_position"),
    "replace the position's file": (position, "replace_file"),
    "make a generation": (generation.Generation, "make"),
    "open a database": (generation, "open_live"),
    "ingest a shard": (generation.Generation, "ingest"),
    "adopt a generation": (local_copy.LocalCopy, "_adopt"),
    "freeze a shard": (local_copy.LocalCopy, "freeze"),
    "settle": (local_copy.LocalCopy, "settle"),
    "remove a generation": (generation.Generation, "remove"),
}
#: And of ingesting what has gathered.
OVERLAY_STEPS: Final[dict[str, tuple[Any, str]]] = {"flush": (local_copy.LocalCopy, "_flush")}
#: And of coming to hold other shards.
HOLDING_STEPS: Final[dict[str, tuple[Any, str]]] = {
    "drop shards": (local_copy.LocalCopy, "drop"),
    "start adding": (adding.Addition, "start"),
    "copy shards": (adding.Addition, "copy_up_to"),
    "add shards": (local_copy.LocalCopy, "add"),
    "move a database": (generation.Generation, "_take_shard"),
    "sweep": (generation.Generation, "sweep"),
    "remove a database": (generation.Generation, "_remove_shard"),
    "remove strangers": (generation.Generation, "remove_strangers"),
}


@dataclass(frozen=True, slots=True)
class Kill:
    """kill -9 before or after the *call*-th call of a step."""

    step: str
    call: int
    when: str


def run_store(root: str, store_dir: str, kill: Kill | None) -> None:
    """Bring a store up to date, then exit without closing anything."""
    if kill:
        _arm(kill)
    LocalStore(open_root(root), Path(store_dir), UNPOLLED).start()
    os._exit(0)


def run_held(root: str, store_dir: str, wishes: Sequence[frozenset[int]], kill: Kill | None) -> None:
    """Bring a store up to date that is to hold each of *wishes* in turn, then exit without closing anything."""
    if kill:
        _arm(kill)
    wished = [wishes[0]]
    store = LocalStore(open_root(root), Path(store_dir), UNPOLLED, holding=lambda *_: wished[-1])
    store.start()
    for wish in wishes:
        wished.append(wish)
        store.refresh()
    os._exit(0)


def run_following(root: str, store_dir: str, seed: str, kill: Kill) -> None:
    """Publish versions by *seed*, and have a store that ingests five small ones together take each of them, while it is to hold now
    these shards, now those, until it is killed."""
    _arm(kill)
    dice, world = random.Random(seed), World(open_root(root, create=True))
    of_shards = random.Random(f"shards of {seed}")
    held = [frozenset(range(world.shards))]
    options = replace(UNPOLLED, overlay_versions_max=5)
    store = LocalStore(world.root, Path(store_dir), options, holding=lambda *_: held[-1])
    for _ in range(100):
        world.commit_random(dice, keys=60, replace_chance=0.1)
        if world.version == 1:
            store.start()
        store.refresh()
        if of_shards.random() < 0.4:
            held.append(frozenset(of_shards.sample(range(world.shards), of_shards.randrange(1, world.shards + 1))))
            store.refresh()
    os._exit(0)


def start_child(root: str, store_dir: Path, kill: Kill | None = None) -> multiprocessing.process.BaseProcess:
    """A process that does run_store; it has no thread or file of this one."""
    return _start(run_store, root, str(store_dir), kill)


def start_held_child(
    root: str, store_dir: Path, wishes: Sequence[frozenset[int]], kill: Kill | None = None
) -> multiprocessing.process.BaseProcess:
    """A process that does run_held."""
    return _start(run_held, root, str(store_dir), wishes, kill)


def start_following_child(root: str, store_dir: Path, seed: str, kill: Kill) -> multiprocessing.process.BaseProcess:
    """A process that does run_following."""
    return _start(run_following, root, str(store_dir), seed, kill)


def _start(target: Callable[..., None], *args: object) -> multiprocessing.process.BaseProcess:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__])
    child = context.Process(target=target, args=args)
    child.start()
    return child


def _arm(kill: Kill) -> None:
    owner, name = (STEPS | OVERLAY_STEPS | HOLDING_STEPS)[kill.step]
    original: Callable[..., Any] = getattr(owner, name)
    calls = 0

    def armed(*args: Any, **kwargs: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == kill.call and kill.when == "before":
            os.kill(os.getpid(), signal.SIGKILL)
        result = original(*args, **kwargs)
        if calls == kill.call and kill.when == "after":
            os.kill(os.getpid(), signal.SIGKILL)
        return result

    setattr(owner, name, armed)
