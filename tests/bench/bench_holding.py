"""What holding some shards costs, and coming to hold others: `python -m tests.bench.bench_holding [folder]`.

Prints how long a wish takes to come true, and the time from commit to visible meanwhile, beside the same with nothing to add.
"""

from __future__ import annotations

import random
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Final

from statestore.node import LocalStore, StoreOptions
from statestore.schema import ViewSchema
from statestore.views.folder import ViewFolder
from statestore.views.local_writer import write_version
from statestore.views.manifest import Manifest
from statestore.views.root import Root, open_root
from tests.bench.bench_node import schema, table

ROWS: Final = 600_000
SHARDS: Final = 64
HELD: Final = 32
#: Versions behind the first big one, which a shard that is added has to take as well.
VERSIONS: Final = 100
CHANGED_ROWS: Final = 1000
WAIT_S: Final = 120.0
PAUSE_S: Final = 0.05
VIEW: Final = "held"


def committed_at(root: Root, view: ViewSchema) -> tuple[int, float]:
    """Publish a version: its number, and when its manifest was made."""
    made: list[float] = []
    commit = ViewFolder.commit

    def noting(folder: ViewFolder, manifest: Manifest) -> None:
        commit(folder, manifest)
        made.append(time.perf_counter())

    ViewFolder.commit = noting  # type: ignore[method-assign]
    try:
        version = write_version(root, view, table(random.sample(range(ROWS), CHANGED_ROWS)))
    finally:
        ViewFolder.commit = commit  # type: ignore[method-assign]
    return version, made[0]


def publish_until(root: Root, store: LocalStore, stop: threading.Event, times_ms: list[float]) -> None:
    view = schema(VIEW, SHARDS)
    while not stop.is_set():
        version, at = committed_at(root, view)
        assert store.wait_for_version(VIEW, version, WAIT_S)
        times_ms.append((time.perf_counter() - at) * 1e3)
        time.sleep(PAUSE_S)


def latencies(root: Root, store: LocalStore, wishes: list[frozenset[int]], holding: list[frozenset[int]]) -> list[float]:
    """From commit to visible while *wishes* come true one after the other; without any, for a few seconds."""
    times_ms: list[float] = []
    stop = threading.Event()
    publisher = threading.Thread(target=publish_until, args=(root, store, stop, times_ms), daemon=True)
    publisher.start()
    for wish in wishes:
        came_true(store, wish, holding)
    if not wishes:
        stop.wait(5)
    stop.set()
    publisher.join()
    return sorted(times_ms)


def came_true(store: LocalStore, wish: frozenset[int], holding: list[frozenset[int]]) -> float:
    """Milliseconds until *wish* was held."""
    start = time.perf_counter()
    holding.append(wish)
    store.rehold()
    assert store.wait_for(lambda views: views[VIEW].held == wish, WAIT_S)
    return (time.perf_counter() - start) * 1e3


def told(times_ms: list[float]) -> str:
    count = len(times_ms)
    return f"p50 {times_ms[count // 2]:.0f}  p90 {times_ms[count * 9 // 10]:.0f}  max {times_ms[-1]:.0f} ms ({count} versions)"


def main() -> None:
    """Run all of it in a temporary folder under the one given."""
    with tempfile.TemporaryDirectory(dir=sys.argv[1] if len(sys.argv) > 1 else None) as name:
        root = open_root(f"{name}/root", create=True)
        view = schema(VIEW, SHARDS)
        write_version(root, view, table(list(range(ROWS))))
        for _ in range(VERSIONS):
            committed_at(root, view)
        half, one_more = frozenset(range(HELD)), frozenset(range(HELD + 1))
        holding = [half]
        with LocalStore(root, Path(name) / "store", StoreOptions(), holding=lambda *_: holding[-1]) as store:
            print(f"{ROWS} rows, {SHARDS} shards, {HELD} held, {VERSIONS} versions of {CHANGED_ROWS} rows behind the first")
            print(f"  add 1 shard         {came_true(store, one_more, holding):8.0f} ms")
            print(f"  drop 1 shard        {came_true(store, half, holding):8.0f} ms")
            print(f"  add {SHARDS - HELD} shards       {came_true(store, frozenset(range(SHARDS)), holding):8.0f} ms")
            print(f"  drop {SHARDS - HELD} shards      {came_true(store, half, holding):8.0f} ms")
            print(f"commit to visible, nothing to add:      {told(latencies(root, store, [], holding))}")
            wishes = [frozenset(range(SHARDS)), half] * 2
            print(f"commit to visible, adding and dropping: {told(latencies(root, store, wishes, holding))}")


if __name__ == "__main__":
    main()
