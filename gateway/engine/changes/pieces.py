"""Batches of a subscription, taken apart by version."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pyarrow as pa

_VERSION, _COMMITTED_AT, _KIND = range(3)


@dataclass(frozen=True, slots=True)
class VersionPiece:
    """Some rows of a version; *progress* is the row that says that there are no more of it."""

    version: int
    committed_at_us: int
    rows: pa.RecordBatch
    progress: pa.RecordBatch | None


def pieces(batch: pa.RecordBatch) -> Iterator[VersionPiece]:
    """A batch of a subscription WITH (PROGRESS), version by version."""
    versions = batch.column(_VERSION).to_pylist()
    times = batch.column(_COMMITTED_AT).cast(pa.int64()).to_pylist()
    starts = [i for i, version in enumerate(versions) if i == 0 or version != versions[i - 1]]
    for start, end in zip(starts, [*starts[1:], len(versions)], strict=True):
        ends = batch.column(_KIND)[end - 1].as_py() == "progress"
        progress = batch.slice(end - 1, 1) if ends else None
        yield VersionPiece(versions[start], times[start], batch.slice(start, end - start - ends), progress)
