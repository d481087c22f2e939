"""Views that live long, for benches: what a job publishes that holds its view, as a streaming query does, but without Spark.

    python -m tests.bench.life

makes the roots of `lifetime` in TIDEGATE_BENCH_FOLDER, or goes on where an earlier run ended, so that a long life can be made while
others use the machine, and be measured when it is quiet. TIDEGATE_BENCH_VERSIONS (2,000) of 200 upserts each into
TIDEGATE_BENCH_ROWS (100,000) rows in 8 shards.
"""

from __future__ import annotations

import json
import os
import shutil
import time
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

import numpy as np
import pyarrow as pa

from statestore.expiry import Expiry
from statestore.node import LocalStore
from statestore.node.maintenance import maintain
from statestore.schema import Column, HashPartitioning, ViewSchema
from statestore.types import Double, Long, String, Timestamp
from statestore.views.local_writer import write_batch
from statestore.views.publisher import Origin, Publisher
from statestore.views.retention import Retention, change_retention
from statestore.views.root import open_root
from statestore.writer.maintenance import Maintenance

ROWS: Final = int(os.environ.get("TIDEGATE_BENCH_ROWS", "100000"))
VERSIONS: Final = int(os.environ.get("TIDEGATE_BENCH_VERSIONS", "2000"))
UPSERTS: Final = 200
EARLY_VERSIONS: Final = 10
KEPT_VERSIONS: Final = 1_000
BASE_EVERY: Final = Retention().base_every
#: By so many versions a node that was away is behind.
AWAY_VERSIONS: Final = min(10_000, VERSIONS // 2)
#: The last versions come steadily.
STEADY_VERSIONS: Final = min(8 * BASE_EVERY, VERSIONS // 2)
VIEW: Final = "v"
SCHEMA: Final = ViewSchema(
    VIEW,
    (Column("k", Long()), Column("a", Long()), Column("d", Double()), Column("s", String())),
    ("k",),
    ("k",),
    HashPartitioning(8),
    (4,),
)


class Figures:
    """Prints what was measured beside what is wanted; TIDEGATE_BENCH_JSON names a file for all of it."""

    def __init__(self) -> None:
        self.found: list[dict[str, Any]] = []

    def tell(self, what: str, value: float, unit: str, wanted: str = "") -> None:
        """One figure; *wanted* is for people."""
        self.found.append({"what": what, "value": value, "unit": unit, "wanted": wanted})
        shown = f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
        print(f"{what}: {shown} {unit}".rstrip() + (f" (wanted: {wanted})" if wanted else ""), flush=True)

    def write(self) -> None:
        """To the file, where one is asked for."""
        if "TIDEGATE_BENCH_JSON" in os.environ:
            Path(os.environ["TIDEGATE_BENCH_JSON"]).write_text(json.dumps(self.found, indent=1))


class Life:
    """The job. Versions are the same each time they are made: *commits_s* says what each took."""

    def __init__(
        self,
        uri: str,
        *,
        name: str = VIEW,
        rows: int = ROWS,
        kept_versions: int = KEPT_VERSIONS,
        base_every: int = BASE_EVERY,
        lives_us: int | None = None,
    ) -> None:
        """Takes the view, which need not exist; without *base_every* nothing is done beside. Rows expire after *lives_us*."""
        self.root = open_root(uri, create=True)
        self.folder = self.root.folder(name)
        self.rows = rows
        self.commits_s: list[float] = []
        change_retention(self.folder, versions=kept_versions, age="0s", base_every=base_every)
        schema = replace(SCHEMA, name=name)
        if lives_us is not None:
            columns = (*SCHEMA.columns, Column("t", Timestamp()))
            schema = replace(schema, columns=columns, row_widths=(len(columns),), expiry=Expiry("t", lives_us))
        self._publisher = Publisher(self.root, schema, owner="bench")
        self.maintenance = Maintenance(self.root.uri, name, {}, base_every)

    @property
    def version(self) -> int:
        """The latest."""
        return self._publisher.version

    def commit(self, keys: np.ndarray, deletes: np.ndarray | None = None, time_us: int | None = None) -> int:
        """A version with new rows for *keys*. *time_us* is that of rows that expire, and the watermark."""
        values = np.random.default_rng((17, self.version)).integers(0, 10**6, len(keys))
        table = pa.table({"k": keys, "a": values, "d": values / 7, "s": [f"row {k} of the view" for k in keys]})
        if time_us is not None:
            table = table.append_column("t", pa.array([time_us] * len(keys), pa.timestamp("us", "UTC")))
        gone = [] if deletes is None else [(int(key),) for key in deletes]
        began_s = time.perf_counter()
        version = write_batch(self._publisher, table, gone, origin=Origin(watermark_us=time_us))
        self.maintenance.committed(version)
        self.commits_s.append(time.perf_counter() - began_s)
        return version

    def upsert(self) -> int:
        """A version like all others; the first one has all rows."""
        if self.version == 0:
            return self.commit(np.arange(self.rows))
        return self.commit(np.unique(np.random.default_rng((13, self.version)).integers(0, self.rows, UPSERTS)))

    def reach(self, version: int) -> None:
        """Publish until the view has *version*."""
        while self.version < version:
            self.upsert()

    def reach_steadily(self, version: int) -> None:
        """At a pace at which bases are made in time, as Spark's micro-batches come."""
        while self.version < version:
            self.reach(min(version, self.version // BASE_EVERY * BASE_EVERY + BASE_EVERY))
            self.maintenance.wait()
            if self.version % BASE_EVERY == 0:
                maintain(self.root, self.folder.name)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.maintenance.wait()
        self._publisher.close()


def make(folder: Path) -> None:
    """`early` and `late`, two roots, and `away`, the store of a node that follows `late` and has not for AWAY_VERSIONS."""
    with Life(str(folder / "early")) as life:
        life.reach(EARLY_VERSIONS)
    with Life(str(folder / "late")) as life:
        life.reach(VERSIONS - AWAY_VERSIONS)
        if life.version == VERSIONS - AWAY_VERSIONS:
            shutil.rmtree(folder / "away", ignore_errors=True)
            with LocalStore(life.root, folder / "away"):
                pass
        life.reach(VERSIONS - STEADY_VERSIONS)
        life.reach_steadily(VERSIONS)


def bytes_below(folder: Path) -> int:
    """Of all files."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


if __name__ == "__main__":
    make(Path(os.environ["TIDEGATE_BENCH_FOLDER"]))
