"""Compacts small files of the bottommost level, which RocksDB would leave side by side for ever.

A file of keys that no other file of the database reaches over, such as a version's new keys where keys ascend with time, is taken
to the bottommost level at once, and no compaction that RocksDB begins merges files of one level. There would be one for each
version: each keeps a descriptor open in every kept version, and a version is opened file by file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, groupby
from pathlib import Path
from typing import Any, Final

from rocksdict import BottommostLevelCompaction, CompactOptions, Rdict

from statestore.node.native import native

#: Neighbours are compacted as soon as so many are smaller than one of SMALL_BYTES, whichever comes first: so a row is rewritten a
#: few times for each of them, and so many files less one are left of each size.
FILES_LEAST: Final = 8
SMALL_BYTES: Final = (1 << 20, 16 << 20)
#: What is compacted at a time, in bytes; with it, how long a version may have to wait for that.
COMPACTED_BYTES_MAX: Final = 32 << 20

_OPTIONS: Final = CompactOptions()
_OPTIONS.set_bottommost_level_compaction(BottommostLevelCompaction.force())
# Else it waits for what RocksDB is doing elsewhere in the database.
_OPTIONS.set_exclusive_manual_compaction(False)

#: A file as Rdict.live_files tells of it: level, size, start_key, end_key.
_File = dict[str, Any]


def compact_small_files(database: Rdict, path: Path) -> None:
    """Compact the first run of small neighbours that is long enough, if there is one; the database's content stays what it is."""
    with native(str(path)):
        if run := small_run(database.live_files()):
            database.compact_range(run[0]["start_key"], run[-1]["end_key"], _OPTIONS)


def small_run(files: Iterable[_File]) -> Sequence[_File]:
    """Files to compact, in the order of their keys: neighbours in the bottommost level. Empty where none are to be.

    What a file of a level above reaches over is left to RocksDB: that would have to be compacted too, with all it reaches over.
    """
    by_level = sorted(files, key=lambda file: (file["level"], file["start_key"]))
    last = by_level[-1]["level"] if by_level else 0
    above = [file for file in by_level if file["level"] < last]
    free = [(file, not any(_overlap(file, other) for other in above)) for file in by_level if file["level"] == last > 0]
    for small_bytes in SMALL_BYTES:
        for run in _runs(free, small_bytes):
            if len(run) >= FILES_LEAST:
                return _cut(run)
    return ()


def _runs(files: list[tuple[_File, bool]], small_bytes: int) -> Iterator[list[_File]]:
    for is_small, run in groupby(files, lambda found: found[1] and found[0]["size"] < small_bytes):
        if is_small:
            yield [file for file, _ in run]


def _overlap(one: _File, other: _File) -> bool:
    return bool(one["start_key"] <= other["end_key"] and other["start_key"] <= one["end_key"])


def _cut(run: list[_File]) -> list[_File]:
    """As many as may be compacted at a time."""
    total = accumulate(file["size"] for file in run)
    return [file for file, so_far in zip(run, total, strict=True) if so_far <= COMPACTED_BYTES_MAX]
