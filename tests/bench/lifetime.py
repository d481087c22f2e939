"""A view that lives long: what a new node, the root and a commit cost after 10 versions, and after many, with what jobs do beside.

TIDEGATE_BENCH_VERSIONS (2,000) of 200 upserts each into TIDEGATE_BENCH_ROWS (100,000) rows in 8 shards, without Spark. Then a
stream whose keys are replaced: 2,000 come and 2,000 go in each version.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import numpy as np
import pyarrow as pa

from statestore.node import LocalStore, StoreOptions
from statestore.node.base_maker import make_base
from statestore.schema import Column, HashPartitioning, ViewSchema
from statestore.types import Double, Long, String
from statestore.views.local_writer import write_version
from statestore.views.retention import change_retention
from statestore.views.root import Root, open_root
from statestore.writer.maintenance import Maintenance

ROWS: Final = int(os.environ.get("TIDEGATE_BENCH_ROWS", "100000"))
VERSIONS: Final = int(os.environ.get("TIDEGATE_BENCH_VERSIONS", "2000"))
UPSERTS: Final = 200
EARLY_VERSIONS: Final = 10
KEPT_VERSIONS: Final = 100
SLIDING_ROWS: Final = 2_000
SLIDING_VERSIONS: Final = min(3_000, VERSIONS)
#: Versions in which a sliding key lives.
SLIDING_LIFE: Final = 10
TIMED_COMMITS: Final = 100
WAIT_S: Final = 60.0

SCHEMA: Final = ViewSchema(
    "v",
    (Column("k", Long()), Column("a", Long()), Column("d", Double()), Column("s", String())),
    ("k",),
    ("k",),
    HashPartitioning(8),
    (4,),
)
NEW_NODE: Final = """
import sys
from pathlib import Path
from statestore.node import LocalStore
from statestore.views.root import open_root
with LocalStore(open_root(sys.argv[1]), Path(sys.argv[2])) as store:
    view = store.current("v")
    key = (int(sys.argv[3]),)
    assert view.shards[view.shard_of(key)].get(view.key_codec.encode(key)) is not None
"""


def run(folder: Path) -> None:
    """Print the figures after few versions and after many."""
    _long(folder / "long")
    _sliding(folder / "sliding")


@dataclass
class _Life:
    """A job without Spark, and what its commits took."""

    root: Root
    folder: Path
    maintenance: Maintenance
    dice: np.random.Generator = field(default_factory=lambda: np.random.default_rng(17))
    commits_s: list[float] = field(default_factory=list)

    def commit(self, keys: np.ndarray, deletes: np.ndarray | None = None) -> int:
        values = self.dice.integers(0, 10**6, len(keys))
        table = pa.table({"k": keys, "a": values, "d": values / 7, "s": [f"row {k} of the view" for k in keys]})
        began_s = time.perf_counter()
        version = write_version(self.root, SCHEMA, table, [] if deletes is None else [(int(key),) for key in deletes])
        self.maintenance.committed(version)
        self.commits_s.append(time.perf_counter() - began_s)
        return version

    def upsert(self) -> int:
        return self.commit(np.unique(self.dice.integers(0, ROWS, UPSERTS)))


def _life(folder: Path) -> _Life:
    root = open_root(str(folder / "root"), create=True)
    change_retention(root.folder("v"), versions=KEPT_VERSIONS, age="0s")
    return _Life(root, folder, Maintenance(root.uri, "v", {}, 100))


def _long(folder: Path) -> None:
    life = _life(folder)
    life.commit(np.arange(ROWS))
    with LocalStore(life.root, folder / "away"):
        pass
    for _ in range(EARLY_VERSIONS - 1):
        life.upsert()
    early = _tell(life, f"after {EARLY_VERSIONS} versions")
    began_s, before = time.perf_counter(), len(life.commits_s)
    while life.upsert() < VERSIONS:
        pass
    each_ms = [1e3 * s for s in life.commits_s[before:]]
    print(
        f"commits: {len(each_ms) / (time.perf_counter() - began_s):,.0f} a second, median {statistics.median(each_ms):.1f} ms, "
        f"p99 {_p99(each_ms):.1f} ms, max {max(each_ms):.1f} ms",
        flush=True,
    )
    life.maintenance.wait()
    late = _tell(life, f"after {VERSIONS:,} versions")
    print(f"a new node's processor time: {late / early:.2f} of that after {EARLY_VERSIONS} versions (wanted: 1.5)")
    began_s = time.process_time()
    with LocalStore(life.root, folder / "away") as store:
        assert store.current("v").version >= VERSIONS
    print(f"catch-up of a node that was {VERSIONS:,} versions away: {time.process_time() - began_s:.2f} s of processor time")
    life.upsert()
    began_s = time.process_time()
    base = make_base(life.root, "v", folder)
    assert base is not None
    print(f"base of {base.rows:,} rows: {base.rows / (time.process_time() - began_s):,.0f} rows/s a core", flush=True)


def _tell(life: _Life, what: str) -> float:
    """Processor seconds of a new node."""
    life.maintenance.wait()
    node_s = statistics.median(_new_node_s(life, n) for n in range(3))
    visible_ms = _visible_ms(life)
    began_s = time.perf_counter()
    subprocess.run([sys.executable, "-m", "gateway.cli", "views", "--root", life.root.uri], check=True, stdout=subprocess.DEVNULL)
    views_s = time.perf_counter() - began_s
    total = _bytes(life.folder / "root")
    print(
        f"{what}: new node {node_s:.2f} s of processor time, commit → visible {statistics.median(visible_ms):.1f} ms, "
        f"p99 {_p99(visible_ms):.1f} ms, tidegate views {views_s:.2f} s, "
        f"root {total / 1e6:.1f} MB, {total / _live_bytes(life):.1f} of the live rows",
        flush=True,
    )
    return node_s


def _new_node_s(life: _Life, number: int) -> float:
    before = os.times()
    place = life.folder / f"node-{life.root.folder('v').latest()}-{number}"
    subprocess.run([sys.executable, "-c", NEW_NODE, life.root.uri, str(place), str(ROWS // 2)], check=True)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def _visible_ms(life: _Life) -> list[float]:
    found = []
    with LocalStore(life.root, life.folder / "following", StoreOptions()) as store:
        for _ in range(TIMED_COMMITS):
            version = life.upsert()
            committed_s = time.perf_counter()
            assert store.wait_for_version("v", version, WAIT_S)
            found.append(1e3 * (time.perf_counter() - committed_s))
            time.sleep(0.02)
    return found


def _sliding(folder: Path) -> None:
    life = _life(folder)
    for n in range(SLIDING_VERSIONS):
        first = n * SLIDING_ROWS
        gone = np.arange(first, first + SLIDING_ROWS) - SLIDING_LIFE * SLIDING_ROWS
        life.commit(np.arange(first, first + SLIDING_ROWS), gone if gone[0] >= 0 else None)
    life.maintenance.wait()
    window = sum(_file_bytes(life, KEPT_VERSIONS))
    total, live = _bytes(folder / "root"), _live_bytes(life)
    print(
        f"keys that are replaced, {SLIDING_VERSIONS:,} versions: root {total / 1e6:.1f} MB, live rows {live / 1e6:.1f} MB, "
        f"the last {KEPT_VERSIONS} versions {window / 1e6:.1f} MB: beside them {(total - window) / live:.1f} of live (wanted: 3)"
    )


def _file_bytes(life: _Life, versions: int) -> list[int]:
    folder = life.root.folder("v")
    latest = folder.latest()
    return [file.bytes for version in range(latest - versions + 1, latest + 1) for file in folder.manifest(version).files]


def _live_bytes(life: _Life) -> int:
    base = life.root.folder("v").newest_base()
    made = make_base(life.root, "v", life.folder) if base is None or base.version < life.root.folder("v").latest() else base
    assert made is not None
    return made.size_bytes


def _bytes(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _p99(found: list[float]) -> float:
    return sorted(found)[int(len(found) * 0.99)]
