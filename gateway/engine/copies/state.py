"""What is known of a view's columnar copy, what a query wants of it and what it gets."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable
from dataclasses import dataclass, field

from gateway.engine.copies.files import CopyFile, FileContent
from gateway.engine.copies.rows import CopyRows
from statestore.node import ViewVersion


@dataclass(frozen=True, slots=True)
class Wanted:
    """A full scan to come: *columns* of the view at *version*, at exactly that version if *pinned*, else at least."""

    version: ViewVersion
    columns: frozenset[int]
    pinned: bool


@dataclass(frozen=True, slots=True)
class OpenCopy:
    """A copy as one query's transaction sees it: the rows of *shards* at *version*."""

    table: str
    version: ViewVersion
    shards: frozenset[int]


@dataclass(slots=True)
class CopyCounters:
    """For operators and tests."""

    built: int = 0
    advanced: int = 0
    evicted: int = 0
    too_large: int = 0
    files_made: int = 0
    files_taken_over: int = 0


@dataclass(eq=False, slots=True)
class Copy:
    """One view's copy; everything is guarded by *lock*. *table* is "" while there is none, *file* None while it is in memory;
    a large one has a *database* of its own there (memory.py), in which *changed* rows are not compressed yet.

    The version is not held: it would keep files on the node's disk that the store has no more use for. *looked* is whether a file
    of an earlier process was looked for, *not_before_s* when a file may be made, by the monotonic clock.
    """

    lock: threading.Lock = field(default_factory=threading.Lock)
    table: str = ""
    number: int = 0
    incarnation: int = 0
    held: Callable[[], ViewVersion | None] = field(default=lambda: None)
    columns: tuple[int, ...] = ()
    shards: frozenset[int] = frozenset()
    rows: int = 0
    row_bytes: float = 0.0
    too_large_bytes: int | None = None
    part_reads: int = 0
    file: CopyFile | None = None
    database: str = ""
    changed: int = 0
    looked: bool = False
    not_before_s: float = 0.0

    @property
    def bytes(self) -> int:
        """Estimated memory. What DuckDB has read of a file is not counted: it forgets that when it needs room."""
        return 0 if self.file is not None else int(self.rows * self.row_bytes)

    def stands_at(self, version: ViewVersion) -> None:
        """From now on the table holds this version, all shards of it that the node holds."""
        self.number, self.incarnation, self.held = version.version, version.incarnation, weakref.ref(version)
        self.shards = version.held


class CopyTooLarge(Exception):
    """The copy would not fit the budget; the view is streamed instead."""


def content_of(version: ViewVersion, columns: tuple[int, ...], rows: int) -> FileContent:
    """What a file is that has all rows of the shards held."""
    layout = str(CopyRows(version, columns, lambda *_: None).schema)
    return FileContent(version.version, version.digest_of(version.version), layout, columns, tuple(sorted(version.held)), rows)


def is_of(version: ViewVersion, steps_max: int, content: FileContent) -> bool:
    """Is it of the same view, and no newer than *version* nor more than *steps_max* older?"""
    if not content.digest or not 0 <= version.version - content.version <= steps_max:
        return False
    if max(content.columns) >= len(version.schema.columns) or version.digest_of(content.version) != content.digest:
        return False
    return content.layout == content_of(version, content.columns, 0).layout
