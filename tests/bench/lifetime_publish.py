"""What bases and vacuum, made beside a job, cost the job: without Spark, and in Spark's micro-batches. Both ways take turns.

TIDEGATE_BENCH_COMMITS (2,000) without Spark and TIDEGATE_BENCH_BATCHES (300) with it, each way, of 200 rows into a view of
TIDEGATE_BENCH_ROWS (100,000); 0: none.
"""

from __future__ import annotations

import os
import statistics
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from statestore import publish
from statestore.views.root import open_root
from tests.bench.life import BASE_EVERY, ROWS, UPSERTS, VIEW, Figures, Life
from tests.bench.lifetime import p99
from tests.bench.processor import processor_s
from tests.hostile.process import descendants, eventually
from tests.plugins.spark import build_session

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

COMMITS: Final = int(os.environ.get("TIDEGATE_BENCH_COMMITS", "2000"))
BATCHES: Final = int(os.environ.get("TIDEGATE_BENCH_BATCHES", "300"))
#: Commits of a turn; bases are looked after in the middle of it.
TURN_COMMITS: Final = 2 * BASE_EVERY
TURN_BATCHES: Final = 50
#: A query's first batches pay for its start.
WARM_UP_BATCHES: Final = 3
WAYS: Final = {"with bases and vacuum": BASE_EVERY, "without": 0}
SLOWER: Final = "at most 1.1 times as long as without"
HELD_UP: Final = "at most 100 more than without"
_MAINTENANCE: Final = b"statestore.node.maintenance"


def run(folder: Path) -> None:
    """Print what commits take both ways."""
    figures = Figures()
    if COMMITS:
        _generator(folder, figures)
    if BATCHES:
        _spark(folder, figures)
    figures.write()


def _generator(folder: Path, figures: Figures) -> None:
    lives = {way: Life(str(folder / way), base_every=every) for way, every in WAYS.items()}
    for life in lives.values():
        # So that the first turn begins half-way between two looks.
        life.reach(BASE_EVERY // 2)
        life.commits_s.clear()
    beside_s = 0.0
    for _ in range(COMMITS // TURN_COMMITS):
        for life in lives.values():
            began = os.times()
            for _ in range(TURN_COMMITS):
                life.upsert()
            life.maintenance.wait()
            ended = os.times()
            beside_s += ended.children_user + ended.children_system - began.children_user - began.children_system
    for life in lives.values():
        with life:
            pass
    _tell(figures, "a commit without Spark", {way: [1e3 * s for s in life.commits_s] for way, life in lives.items()})
    figures.tell("processor time of bases and vacuum, a commit", 1e3 * beside_s / COMMITS, "ms")


def _tell(figures: Figures, what: str, taken_ms: dict[str, list[float]]) -> None:
    for way, each_ms in taken_ms.items():
        figures.tell(f"{what}, {way}: mean", statistics.mean(each_ms), "ms")
        figures.tell(f"{what}, {way}: median", statistics.median(each_ms), "ms")
        figures.tell(f"{what}, {way}: p99", p99(each_ms), "ms")
        figures.tell(f"{what}, {way}: longest", max(each_ms), "ms", HELD_UP)
    ours, theirs = taken_ms.values()
    figures.tell(f"{what}: with bases and vacuum, times without", sum(ours) / sum(theirs), "", SLOWER)


def _spark(folder: Path, figures: Figures) -> None:
    spark = build_session("local[2]", **{"spark.sql.streaming.numRecentProgressUpdates": str(TURN_BATCHES + 1)})
    try:
        sides = [_Side(spark, folder / f"spark-{way}", every) for way, every in WAYS.items()]
        for turn in range(-(-BATCHES // TURN_BATCHES)):
            for side in sides:
                side.turn(turn)
        _tell(figures, "a micro-batch of Spark", {way: side.batches_ms for way, side in zip(WAYS, sides, strict=True)})
        for way, side in zip(WAYS, sides, strict=True):
            figures.tell(f"processor time of a micro-batch of Spark, {way}", 1e3 * side.processor_s / BATCHES, "ms")
    finally:
        spark.stop()


class _Side:
    """A view that a streaming query publishes, or goes on publishing in each turn."""

    def __init__(self, spark: SparkSession, folder: Path, base_every: int) -> None:
        self.batches_ms: list[float] = []
        self.processor_s = 0.0
        self._spark = spark
        self._folder = folder
        self._base_every = base_every
        (folder / "in").mkdir(parents=True)
        self._publish(spark.range(ROWS).selectExpr(*_COLUMNS), mode="replace")

    def turn(self, number: int) -> None:
        for n in range(number * TURN_BATCHES, (number + 1) * TURN_BATCHES):
            keys = np.random.default_rng(n).integers(0, ROWS, UPSERTS)
            path = self._folder / f"{n}.csv"
            path.write_text("".join(f"{key}\n" for key in np.unique(keys)))
            path.rename(self._folder / "in" / f"{n:06d}.csv")
        rows = self._spark.readStream.schema("id long").option("maxFilesPerTrigger", 1).csv(str(self._folder / "in"))
        began_s = processor_s(os.getpid())
        writer = self._publish(rows.selectExpr(*_COLUMNS)).outputMode("append").trigger(availableNow=True)
        query = writer.option("checkpointLocation", str(self._folder / "checkpoint")).start()
        assert query.awaitTermination(600)
        eventually(lambda: not _maintaining(), "bases are made and what is old is gone")
        self.processor_s += processor_s(os.getpid()) - began_s
        taken = [progress.durationMs["triggerExecution"] for progress in query.recentProgress if progress.numInputRows]
        assert len(taken) == TURN_BATCHES, f"{len(taken)} batches, version {open_root(self._root).folder(VIEW).latest()}"
        self.batches_ms += taken[WARM_UP_BATCHES:]

    @property
    def _root(self) -> str:
        return str(self._folder / "root")

    def _publish(self, rows: Any, **options: Any) -> Any:
        return publish(rows, VIEW, root=self._root, key=["k"], base_every=self._base_every, retain_age="0s", **options)


_COLUMNS: Final = ("id AS k", "id * 7 AS a", "id / 7 AS d", "concat('row ', id, ' of the view') AS s")


def _maintaining() -> bool:
    """Whether a child looks after bases."""
    for process in descendants(os.getpid()):
        try:
            if _MAINTENANCE in Path(f"/proc/{process}/cmdline").read_bytes():
                return True
        except OSError:  # it has just ended
            continue
    return False
