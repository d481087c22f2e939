"""A view that lives long: what a new node, the root and a commit cost after 10 versions, and after many, with what jobs do beside.

tests.bench.life says how long; in TIDEGATE_BENCH_FOLDER what it has made is kept. Figures of an early and a late root take turns.
Then streams whose keys only come, and whose keys are replaced: 2,000 come and 2,000 go in each version.
"""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import numpy as np

from statestore.node import LocalStore
from statestore.node.base_maker import make_base
from statestore.node.maintenance import maintain
from statestore.views.root import open_root
from tests.bench.life import (
    AWAY_VERSIONS,
    BASE_EVERY,
    EARLY_VERSIONS,
    KEPT_VERSIONS,
    ROWS,
    UPSERTS,
    VERSIONS,
    VIEW,
    Figures,
    Life,
    bytes_below,
    make,
)

TURNS: Final = 7
ASCENDING_VERSIONS: Final = min(3_000, VERSIONS)
SLIDING_ROWS: Final = 2_000
SLIDING_VERSIONS: Final = min(3_000, VERSIONS)
SLIDING_KEPT: Final = 10
#: So often it is looked how large the root is.
SLIDING_LOOK: Final = 33
#: Versions in which a sliding key lives.
SLIDING_LIFE: Final = 100
TIMED_COMMITS: Final = 100
VISIBLE_TURNS: Final = 10
PAUSE_S: Final = 0.02
WAIT_S: Final = 60.0

#: Prints processor seconds of the process up to its answer, those since the store's opening, and what the wall clock says of these.
NODE: Final = """
import sys, time
from pathlib import Path
from statestore.node import LocalStore
from statestore.views.root import open_root
began_s, began_wall_s = time.process_time(), time.perf_counter()
with LocalStore(open_root(sys.argv[1]), Path(sys.argv[2])) as store:
    view = store.current(sys.argv[3])
    key = (int(sys.argv[4]),)
    assert view.shards[view.shard_of(key)].get(view.key_codec.encode(key)) is not None
    ended_s = time.process_time()
    print(ended_s, ended_s - began_s, time.perf_counter() - began_wall_s)
"""


def run(folder: Path) -> None:
    """Print the figures after few versions and after many."""
    kept, figures = Path(os.environ.get("TIDEGATE_BENCH_FOLDER", folder)), Figures()
    make(kept)
    began_s = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "gateway.commands.cli", "views", "--root", kept / "late"], check=True, stdout=subprocess.DEVNULL
    )
    figures.tell(f"tidegate views after {VERSIONS:,} versions", time.perf_counter() - began_s, "s", "1")
    worst = copied(kept / "late", folder / "worst")
    with Life(str(worst)) as life:
        life.reach_steadily(VERSIONS + BASE_EVERY - 1)
    figures.tell("live rows", (live := _live_bytes(worst, folder)) / 1e6, "MB")
    for name, root in ((f"after {VERSIONS:,} versions", kept / "late"), ("just before the next base", worst)):
        _sizes(name, root, live, figures)
    _new_nodes(kept, worst, folder, figures)
    _visible(kept, folder, figures)
    _away(kept, folder, figures)
    _ascending(folder / "ascending", figures)
    _sliding(folder / "sliding" / "root", figures, expire=False)
    _sliding(folder / "expiring" / "root", figures, expire=True)
    figures.write()


def copied(root: Path, to: Path) -> Path:
    """A root of the same files, none of which is ever changed."""
    shutil.copytree(root, to, copy_function=os.link)
    return to


def node_s(root: str, store: Path, view: str = VIEW, key: int = ROWS // 2) -> list[float]:
    """What NODE prints."""
    asked = [sys.executable, "-c", NODE, root, str(store), view, str(key)]
    return list(map(float, subprocess.run(asked, check=True, stdout=subprocess.PIPE, text=True).stdout.split()))


def p99(found: Iterable[float]) -> float:
    """The 99th percentile."""
    return float(np.percentile(list(found), 99))


def _sizes(name: str, root: Path, live: int, figures: Figures) -> None:
    window, total = _window_bytes(root, KEPT_VERSIONS), bytes_below(root)
    figures.tell(f"root {name}", total / 1e6, "MB")
    figures.tell(f"root {name}: the last {KEPT_VERSIONS:,} versions of it", window / 1e6, "MB")
    figures.tell(f"root {name}: the rest, of its live rows", (total - window) / live, "", "2")


def _live_bytes(root: Path, folder: Path) -> int:
    """As large is a base of the latest version."""
    aside = copied(root, folder / f"{root.name}-live")
    opened = open_root(str(aside)).folder(VIEW)
    before = opened.newest_base()
    made = before if before and before.version == opened.latest() else make_base(open_root(str(aside)), VIEW, folder)
    assert made is not None
    shutil.rmtree(aside)
    return made.size_bytes


def _window_bytes(root: Path, versions: int) -> int:
    """What the last versions have added: their manifests and files."""
    opened = open_root(str(root)).folder(VIEW)
    latest = opened.latest()
    kept = range(max(1, latest - versions + 1), latest + 1)
    manifests = sum(os.path.getsize(opened.storage.location(opened.manifest_path(version))) for version in kept)
    return manifests + sum(file.bytes for version in kept for file in opened.manifest(version).files)


def _new_nodes(kept: Path, worst: Path, folder: Path, figures: Figures) -> None:
    """By turns. *worst* is the late root as it is just before the next base."""
    roots = {
        f"after {EARLY_VERSIONS} versions": kept / "early",
        f"after {VERSIONS:,}": kept / "late",
        f"after {VERSIONS:,}, just before the next base": worst,
    }
    found: dict[str, list[list[float]]] = {name: [] for name in roots}
    for turn in range(TURNS):
        for name, root in roots.items():
            found[name].append(node_s(str(root), folder / f"node-{turn}-{root.name}"))
            shutil.rmtree(folder / f"node-{turn}-{root.name}")
    medians = {name: [statistics.median(column) for column in zip(*rows, strict=True)] for name, rows in found.items()}
    early = next(iter(medians.values()))
    for name, (whole_s, store_s, wall_s) in medians.items():
        wanted = "" if name == next(iter(roots)) else "1.5 times that of an early root"
        figures.tell(f"new node {name}, processor time of the process", whole_s, "s")
        figures.tell(f"new node {name}, of the store alone", store_s, "s")
        figures.tell(f"new node {name}, wall clock from the store's opening", wall_s, "s")
        figures.tell(f"new node {name}, process, times an early root's", whole_s / early[0], "", wanted)
        figures.tell(f"new node {name}, store alone, times an early root's", store_s / early[1], "", wanted)
    _base(worst, folder, figures)


def _base(root: Path, folder: Path, figures: Figures) -> None:
    began_s = time.process_time()
    made = make_base(open_root(str(root)), VIEW, folder)
    assert made is not None
    rate = made.rows / (time.process_time() - began_s)
    figures.tell("making a base, of the base before and the log since", rate, "rows/s a core")


def _visible(kept: Path, folder: Path, figures: Figures) -> None:
    """By turns; from the making of the manifest to the version's being there for readers."""
    found: dict[str, list[float]] = {"early": [], "late": []}
    with ExitStack() as stack:
        lives = {name: stack.enter_context(Life(str(copied(kept / name, folder / f"seen-{name}")))) for name in found}
        stores = {name: stack.enter_context(LocalStore(life.root, folder / f"following-{name}")) for name, life in lives.items()}
        for _ in range(VISIBLE_TURNS):
            for name, life in lives.items():
                found[name] += [visible_ms(life, stores[name]) for _ in range(TIMED_COMMITS)]
    for name, delays_ms in found.items():
        figures.tell(f"commit → visible, {name} root, median", statistics.median(delays_ms), "ms")
        figures.tell(f"commit → visible, {name} root, p99", p99(delays_ms), "ms", "late not above early" if name == "late" else "")


def visible_ms(life: Life, store: LocalStore, pause_s: float = PAUSE_S, keys: np.ndarray | None = None) -> float:
    """Of one commit, of *keys* or one like all others."""
    seen_us: list[int] = []

    def note() -> None:
        seen_us.append(time.time_ns() // 1000)

    unsubscribe = store.subscribe(note)
    version = life.upsert() if keys is None else life.commit(keys)
    assert store.wait_for_version(life.folder.name, version, WAIT_S)
    unsubscribe()
    time.sleep(pause_s)
    return (seen_us[0] - life.folder.manifest(version).committed_at_us) / 1e3


def _away(kept: Path, folder: Path, figures: Figures) -> None:
    taken = []
    for turn in range(3):
        shutil.copytree(kept / "away", folder / f"away-{turn}")
        taken.append(node_s(str(kept / "late"), folder / f"away-{turn}"))
    _, processor_s, wall_s = (statistics.median(column) for column in zip(*taken, strict=True))
    figures.tell(f"catch-up of a node that was {AWAY_VERSIONS:,} versions away, processor time", processor_s, "s")
    figures.tell(f"catch-up of a node that was {AWAY_VERSIONS:,} versions away, wall clock", wall_s, "s")


def _ascending(folder: Path, figures: Figures) -> None:
    """Keys that only come: no version's files overlap another's."""
    with Life(str(folder / "root"), rows=0) as life, LocalStore(life.root, folder / "node") as store:
        for what, versions in (("first", TIMED_COMMITS), ("last", ASCENDING_VERSIONS)):
            while life.version < max(1, versions - TIMED_COMMITS):
                life.commit(_next_keys(life))
            assert store.wait_for_version(VIEW, life.version, WAIT_S)
            delays_ms = [visible_ms(life, store, keys=_next_keys(life)) for _ in range(TIMED_COMMITS)]
            name = f"keys that ascend, the {what} {TIMED_COMMITS} of {ASCENDING_VERSIONS:,} versions"
            figures.tell(f"{name}: commit → visible, median", statistics.median(delays_ms), "ms")
            figures.tell(f"{name}: commit → visible, p99", p99(delays_ms), "ms", "last not above first" if what == "last" else "")
        files = len(list((folder / "node").rglob("*.sst")))
        figures.tell(f"keys that ascend, {ASCENDING_VERSIONS:,} versions: files of the store", files, "")
        assert sum(store.current(VIEW).count_rows()) == life.version * UPSERTS


def _next_keys(life: Life) -> np.ndarray:
    return np.arange(life.version * UPSERTS, (life.version + 1) * UPSERTS)


def _sliding(root: Path, figures: Figures, *, expire: bool) -> None:
    """The job deletes rows, or they *expire*."""
    most, largest, lives_us = 0, 0, SLIDING_LIFE if expire else None
    with (
        Life(str(root), kept_versions=SLIDING_KEPT, lives_us=lives_us) as life,
        LocalStore(life.root, root.parent / "node") as store,
    ):
        life.maintenance.every = 0  # it is seen to here, at a pace at which a job's process would be in time
        for n in range(SLIDING_VERSIONS):
            keys = np.arange(n * SLIDING_ROWS, (n + 1) * SLIDING_ROWS)
            gone = None if expire or n < SLIDING_LIFE else keys - SLIDING_LIFE * SLIDING_ROWS
            version = life.commit(keys, gone, n + 1 if expire else None)
            if version % BASE_EVERY == 0:
                maintain(life.root, VIEW)
            if n > SLIDING_LIFE and version % SLIDING_LOOK == 0:
                assert store.wait_for_version(VIEW, version, WAIT_S)
                most, largest = max(most, bytes_below(root)), max(largest, store.current(VIEW).bytes)
        assert store.wait_for_version(VIEW, life.version, WAIT_S)
        assert sum(store.current(VIEW).count_rows()) == min(SLIDING_LIFE, SLIDING_VERSIONS) * SLIDING_ROWS
    total, live, window = bytes_below(root), _live_bytes(root, root.parent), _window_bytes(root, SLIDING_KEPT)
    what = "keys that expire" if expire else "keys that are replaced"
    figures.tell(f"{what}, {SLIDING_VERSIONS:,} versions: root", total / 1e6, "MB")
    figures.tell(f"{what}: live rows", live / 1e6, "MB")
    figures.tell(f"{what}: the last {SLIDING_KEPT} versions", window / 1e6, "MB")
    figures.tell(f"{what}: root at the end, of its live rows", total / live, "", "3")
    figures.tell(f"{what}: root at its largest, of its live rows", most / live, "", "3")
    figures.tell(f"{what}: a node's copy at its largest, of the live rows", largest / live, "")
    shutil.rmtree(root.parent / "node")
