"""A long-lived view on S3: what is asked of the store, by idle nodes, by jobs, by nodes that follow, by new ones; commit → visible.

The server is the one of the tests, in a process of its own. Where it is said, answers take DELAY_S longer, as a store's do that is
not on the machine.
TIDEGATE_BENCH_VERSIONS (2,000) of TIDEGATE_BENCH_ROWS (100,000) rows in 8 shards.
"""

from __future__ import annotations

import re
import shutil
import statistics
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from statestore.node import LocalStore
from statestore.views.root import open_root
from tests.bench.life import BASE_EVERY, EARLY_VERSIONS, STEADY_VERSIONS, VERSIONS, VIEW, Figures, Life
from tests.bench.lifetime import TURNS, node_s, p99, visible_ms
from tests.bench.s3_process import URI, S3Process, s3_process

VIEWS: Final = (1, 10, 100)
#: Longer than all views' names are read twice.
IDLE_S: Final = 130
COUNTED: Final = 20
TIMED_COMMITS: Final = 100
DELAY_S: Final = 0.03
POLL_S: Final = 1.5
#: So long after a version is visible nothing more is asked because of it.
QUIET_S: Final = 0.5

#: Names of what a request is for, in this order.
_KINDS: Final = (
    ("listing", re.compile(r"^/[^/]+/?$")),
    (".latest", re.compile(r"/\.latest/")),
    ("manifest", re.compile(r"/log/")),
    ("base", re.compile(r"/bases/")),
    ("file", re.compile(r"/shards/")),
)


def run(folder: Path) -> None:
    """Print the figures after few versions and after many."""
    figures = Figures()
    with s3_process() as server:
        _idle(server, folder, figures)
        early, late = f"{URI}/early", f"{URI}/late"
        for uri, versions in ((early, EARLY_VERSIONS), (late, VERSIONS)):
            with Life(uri) as life:
                life.reach(versions - min(STEADY_VERSIONS, versions))
                life.reach_steadily(versions)
        early_s = _new_node(server, early, folder, figures, f"after {EARLY_VERSIONS} versions")
        for when, more in ((f"after {VERSIONS:,}", 0), ("just before the next base", BASE_EVERY - 1)):
            with Life(late) as life:
                life.reach_steadily(life.version + more)
            late_s = _new_node(server, late, folder, figures, when)
            figures.tell(f"new node {when}, process, times an early root's", late_s / early_s, "", "1.5")
        with ExitStack() as stack:
            sides = []
            for name, uri in (("early", early), ("late", late)):
                life = stack.enter_context(Life(uri, base_every=0))
                _publisher(server, life, name, figures)
                with LocalStore(life.root, folder / f"following-{name}") as store:
                    _follower(server, life, store, name, figures)
                sides.append((name, life, stack.enter_context(LocalStore(life.root, folder / f"following-{name}"))))
            _visible(server, sides, figures)
    figures.write()


def kind(method: str, path: str) -> str:
    """What a request is for."""
    return f"{method} " + next((name for name, pattern in _KINDS if pattern.search(path)), "other")


def spelled(requests: Sequence[tuple[str, str]], by: float) -> str:
    """How many of each kind, for each of *by*."""
    counts = Counter(kind(method, path) for method, path in requests)
    return ", ".join(f"{n / by:.3g} {name}" for name, n in counts.most_common())


def _idle(server: S3Process, folder: Path, figures: Figures) -> None:
    for count in VIEWS:
        for number in range(count):
            with Life(f"{URI}/idle-{count}", name=f"v{number:03d}", rows=8, base_every=0) as life:
                life.upsert()
        with LocalStore(open_root(f"{URI}/idle-{count}"), folder / f"idle-{count}"):
            server.requests()
            seconds = []
            began_s = time.monotonic()
            while time.monotonic() < began_s + IDLE_S:
                time.sleep(1)
                seconds.append(server.requests())
        asked = [request for second in seconds for request in second]
        figures.tell(f"idle node, {count} views", len(asked) / IDLE_S, "requests a second", "1")
        figures.tell(f"idle node, {count} views, in the busiest second", max(map(len, seconds)), "requests")
        print(f"    in all: {spelled(asked, 1)}", flush=True)


def _new_node(server: S3Process, uri: str, folder: Path, figures: Figures, when: str) -> float:
    """Processor seconds of its process."""
    taken = []
    for _ in range(TURNS):
        server.requests()
        taken.append(node_s(uri, folder / "node"))
        asked = server.requests()
        shutil.rmtree(folder / "node")
    figures.tell(f"new node {when}", len(asked), "requests to its first answer")
    print(f"    {spelled(asked, 1)}", flush=True)
    process_s, store_s, wall_s = (statistics.median(column) for column in zip(*taken, strict=True))
    figures.tell(f"new node {when}, processor time of the process", process_s, "s")
    figures.tell(f"new node {when}, of the store alone", store_s, "s")
    figures.tell(f"new node {when}, wall clock of the store", wall_s, "s")
    return process_s


def _publisher(server: S3Process, life: Life, name: str, figures: Figures) -> None:
    server.requests()
    for _ in range(COUNTED):
        life.upsert()
    asked = server.requests()
    figures.tell(f"{name} root: a commit", len(asked) / COUNTED, "requests")
    print(f"    {spelled(asked, COUNTED)}", flush=True)


def _follower(server: S3Process, life: Life, store: LocalStore, name: str, figures: Figures) -> None:
    assert store.wait_for_version(VIEW, life.version, 60)
    asked: list[tuple[str, str]] = []
    for _ in range(COUNTED):
        version = life.upsert()
        server.requests()
        assert store.wait_for_version(VIEW, version, 60)
        time.sleep(QUIET_S)
        asked += server.requests()
    figures.tell(f"{name} root: a version, for a node that follows, with its polls", len(asked) / COUNTED, "requests")
    print(f"    {spelled(asked, COUNTED)}", flush=True)


def _visible(server: S3Process, sides: Sequence[tuple[str, Life, LocalStore]], figures: Figures) -> None:
    """All at a time: mostly they wait."""

    def found(side: tuple[str, Life, LocalStore]) -> list[float]:
        _, life, store = side
        return [visible_ms(life, store, pause_s=n % 7 * 0.17) for n in range(TIMED_COMMITS)]

    for delay_s in (0.0, DELAY_S):
        server.delay(delay_s)
        with ThreadPoolExecutor() as pool:
            delays = list(pool.map(found, sides))
        server.delay(0.0)
        trip_ms = 1e3 * delay_s
        for (name, _, _), delays_ms in zip(sides, delays, strict=True):
            what = f"{name} root, answers {trip_ms:.0f} ms late: commit → visible"
            figures.tell(f"{what}, median", statistics.median(delays_ms), "ms")
            figures.tell(
                f"{what}, p99", p99(delays_ms), "ms", f"{1e3 * POLL_S + 2 * trip_ms:.0f} and two of the server's own answers"
            )
