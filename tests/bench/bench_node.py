"""What a node's local store costs: `python -m tests.bench.bench_node [folder]`.

Prints reads of one shard (a get, a miss, a multi-get, scans), the time from the commit of a manifest to visible with its
parts, the same beside a thread that never lets go of Python's lock, and what reading the changes of a version takes.
"""

from __future__ import annotations

import random
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Any, Final

import pyarrow as pa

from statestore.node import LocalStore, StoreOptions, ViewVersion, generation, intake, local_copy, taking
from statestore.schema import Column, HashPartitioning, ViewSchema
from statestore.types import Double, Long, String
from statestore.views.folder import ViewFolder
from statestore.views.local_writer import write_version
from statestore.views.root import Root, open_root

ROWS: Final = 300_000
SHARDS: Final = 8
VERSIONS: Final = 100
CHANGED_ROWS: Final = 1000
GETS: Final = 20_000
WAIT_S: Final = 60.0
#: Between two commits, so that one is visible before the next: the latency of a single version.
PAUSE_S: Final = 0.03

PARTS: Final = {
    "read the log and plan": (taking, "plan"),
    "stage: link and verify": (intake, "stage"),
    "ingest a shard": (generation.Generation, "ingest"),
    "freeze a shard": (generation.Generation, "freeze"),
    "write the position": (local_copy, "write_position"),
}


def schema(view: str, shards: int) -> ViewSchema:
    columns = (Column("k", Long()), Column("a", Long()), Column("d", Double()), Column("s", String()))
    return ViewSchema(view, columns, ("k",), ("k",), HashPartitioning(shards), (4,))


def table(keys: list[int]) -> pa.Table:
    rows = {"k": keys, "a": [k * 3 for k in keys], "d": [k / 7 for k in keys], "s": [f"row {k} of the view" for k in keys]}
    return pa.table(rows)


def best_us(call: Callable[[], Any], per: int) -> float:
    """Microseconds per item, the best of five."""
    best = float("inf")
    for _ in range(5):
        start = time.perf_counter()
        call()
        best = min(best, time.perf_counter() - start)
    return best / per * 1e6


def reads(root: Root, store: LocalStore) -> None:
    write_version(root, schema("reads", 1), table(list(range(ROWS))))
    store.refresh()
    view = store.current("reads")
    shard, encode = view.shards[0], view.key_codec.encode
    keys = [encode((k,)) for k in random.sample(range(ROWS), GETS)]
    missing = [encode((k,)) for k in range(ROWS, ROWS + GETS)]
    get = shard.get
    print(f"reads: one shard of {ROWS} rows, {shard.bytes / 1e6:.1f} MB")
    print(f"  get         {best_us(lambda: [get(k) for k in keys], GETS):6.2f} µs")
    print(f"  get, miss   {best_us(lambda: [get(k) for k in missing], GETS):6.2f} µs")
    print(f"  multi_get   {best_us(lambda: shard.multi_get(keys), GETS):6.2f} µs a key")
    print(f"  scan        {best_us(lambda: drain(shard.scan()), ROWS):6.2f} µs a row")
    print(f"  scan_items  {best_us(lambda: drain(shard.scan_items()), ROWS):6.2f} µs a row")
    print(f"  reverse     {best_us(lambda: drain(shard.scan(reverse=True)), ROWS):6.2f} µs a row")
    low, high = encode((1000,)), encode((1010,))
    print(f"  10 rows     {best_us(lambda: [list(shard.scan(low, high)) for _ in range(2000)], 2000):6.2f} µs a scan")


def drain(batches: Iterator[list[Any]]) -> int:
    return sum(map(len, batches))


@contextmanager
def timed_parts() -> Iterator[dict[str, list[float]]]:
    """Times of PARTS, in milliseconds, while the context lasts."""
    times: dict[str, list[float]] = defaultdict(list)
    originals = {part: getattr(owner, name) for part, (owner, name) in PARTS.items()}
    for part, (owner, name) in PARTS.items():
        setattr(owner, name, _timed(originals[part], times[part]))
    try:
        yield times
    finally:
        for part, (owner, name) in PARTS.items():
            setattr(owner, name, originals[part])


def _timed(call: Callable[..., Any], times: list[float]) -> Callable[..., Any]:
    @wraps(call)
    def timed(*args: Any, **kwargs: Any) -> Any:
        start = time.perf_counter()
        try:
            return call(*args, **kwargs)
        finally:
            times.append((time.perf_counter() - start) * 1e3)

    return timed


def latency(root: Root, store: LocalStore, title: str) -> None:
    """From the moment the manifest's name exists to the moment a reader gets the version."""
    view = schema("latency", SHARDS)
    visible: dict[int, float] = {}
    stop = store.subscribe(lambda: visible.setdefault(_version(store), time.perf_counter()))
    taken: list[float] = []
    with timed_parts() as parts:
        for _ in range(VERSIONS):
            committed = _commit(root, view)
            version = root.folder("latency").latest()
            assert store.wait_for_version("latency", version, WAIT_S)
            taken.append((visible[version] - committed) * 1e3)
            time.sleep(PAUSE_S)
    stop()
    taken.sort()
    print(f"commit to visible, {SHARDS} shards, {CHANGED_ROWS} rows a version, {title}:")
    print(f"  p50 {taken[VERSIONS // 2]:.1f}  p90 {taken[VERSIONS * 9 // 10]:.1f}  p99 {taken[-2]:.1f}  max {taken[-1]:.1f} ms")
    for part, times in parts.items():
        print(f"  {part:24} {sum(times) / VERSIONS:6.2f} ms a version, {len(times) // VERSIONS} calls")


def _version(store: LocalStore) -> int:
    found = store.views().get("latency")
    return found.version if found else 0


def _commit(root: Root, view: ViewSchema) -> float:
    """Publish a version; when its manifest was made."""
    made: list[float] = []
    commit = ViewFolder.commit

    def noting(folder: ViewFolder, manifest: Any) -> None:
        commit(folder, manifest)
        made.append(time.perf_counter())

    ViewFolder.commit = noting  # type: ignore[method-assign]
    try:
        write_version(root, view, table(random.sample(range(ROWS), CHANGED_ROWS)))
    finally:
        ViewFolder.commit = commit  # type: ignore[method-assign]
    return made[0]


def changes(store: LocalStore) -> None:
    view: ViewVersion = store.current("latency")
    found = view.changed_items(view.version - 1)
    assert found is not None
    print(f"changes of one version: {best_us(lambda: list(found), 1) / 1e3:.2f} ms for {found.entries} rows in {SHARDS} shards")
    start = time.perf_counter()
    view.count_rows()
    print(f"count of all rows, anew: {(time.perf_counter() - start) * 1e3:.1f} ms")


def burn(stop: threading.Event) -> None:
    while not stop.is_set():
        sum(range(1000))


def beside_a_busy_thread(root: Root, store: LocalStore, switch_s: float) -> None:
    stop = threading.Event()
    before = sys.getswitchinterval()
    sys.setswitchinterval(switch_s)
    thread = threading.Thread(target=burn, args=(stop,))
    thread.start()
    try:
        latency(root, store, f"beside a busy thread, switch interval {switch_s * 1e3:g} ms")
    finally:
        stop.set()
        thread.join()
        sys.setswitchinterval(before)


def main() -> None:
    """Run all of it in a temporary folder under the one given."""
    with tempfile.TemporaryDirectory(dir=sys.argv[1] if len(sys.argv) > 1 else None) as name:
        root = open_root(f"{name}/root", create=True)
        with LocalStore(root, Path(name) / "store", StoreOptions()) as store:
            reads(root, store)
            write_version(root, schema("latency", SHARDS), table(list(range(ROWS))))
            store.refresh()
            latency(root, store, "otherwise idle")
            changes(store)
            for switch_s in (0.005, 0.0005):
                beside_a_busy_thread(root, store, switch_s)


if __name__ == "__main__":
    main()
