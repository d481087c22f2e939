"""Watches what the queries use that share one DuckDB, and has those leave that may have become greedy.

DuckDB tells what all queries use, not which of them uses it. So nobody is failed for it: a query that has given no row yet is
stopped and begun anew in an isolated instance, where DuckDB's accounting is its own. Who is wrongly suspected loses time.

`duckdb_memory()` is by kind of operator, a profile's peak is the whole buffer pool's, operator_memory_limit says when to spill.
That a query is begun anew nobody notices, for versions are immutable and now() is a parameter; only `pg_cancel_backend` and its
kind are never done twice.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic
from typing import Final

import duckdb

from gateway.engine.options import EngineOptions

#: How often it looks, and how long a query has to have run to be looked at. A core makes some 100 MB a second.
LOOK_S: Final = 0.025
#: How many times it looks for nothing before it sleeps until the next query: waking it costs that query some 20 µs.
LOOKS_FOR_NOTHING: Final = 40
_USED: Final = (
    "SELECT CAST(sum(memory_usage_bytes) FILTER (WHERE tag <> 'IN_MEMORY_TABLE') AS BIGINT),"
    " CAST(sum(memory_usage_bytes) AS BIGINT) FROM duckdb_memory() WHERE tag <> 'BASE_TABLE'"  # blocks of files, which make room
)


@dataclass(eq=False, slots=True)
class Watched:
    """A query that has given no row yet. *stop* makes it end soon, with any error; from any thread."""

    stop: Callable[[], None]
    began_s: float = field(default_factory=monotonic)
    #: The least that all queries used since it was first looked at: what others hold.
    others_bytes: int | None = None
    suspected: bool = False


class Suspects:
    """The queries that are watched, in the order in which they began. Any thread."""

    def __init__(self, options: EngineOptions) -> None:
        self._all_bytes = options.shared_bytes
        self._query_bytes = min(options.query_bytes, options.common_bytes * 3 // 4)
        self._short_bytes = options.common_bytes // 8
        self._lock = threading.Lock()
        self._watched: dict[Watched, None] = {}

    def __len__(self) -> int:
        return len(self._watched)

    def enter(self, stop: Callable[[], None]) -> Watched:
        """A query begins; leave() must follow."""
        watched = Watched(stop)
        with self._lock:
            self._watched[watched] = None
        return watched

    def leave(self, watched: Watched) -> None:
        """It has given rows, or ended. Only if it is *suspected* it was stopped, and after this it is not."""
        with self._lock:
            del self._watched[watched]

    def have_been(self, age_s: float) -> bool:
        """Has one of them run for so long?"""
        with self._lock:
            oldest = next(iter(self._watched), None)
            return oldest is not None and monotonic() - oldest.began_s >= age_s

    def look(self, used_bytes: int, all_bytes: int) -> None:
        """Queries use *used_bytes* now, and with the copies *all_bytes*: stop the oldest if that is too much."""
        with self._lock:
            for watched in self._watched:
                watched.others_bytes = used_bytes if watched.others_bytes is None else min(used_bytes, watched.others_bytes)
            oldest = next(iter(self._watched), None)
            if oldest is not None and (oldest.suspected or self._may_be_greedy(oldest, used_bytes, all_bytes)):
                oldest.suspected = True
                # In the lock, so that nobody is stopped who has left. DuckDB forgets it if it comes too soon: so at each look.
                oldest.stop()

    def _may_be_greedy(self, oldest: Watched, used_bytes: int, all_bytes: int) -> bool:
        is_short = self._all_bytes - all_bytes < self._short_bytes
        return is_short or used_bytes - (oldest.others_bytes or 0) > self._query_bytes


class Watch(Suspects):
    """The suspects, and the thread that looks."""

    def __init__(self, database: duckdb.DuckDBPyConnection, options: EngineOptions) -> None:
        super().__init__(options)
        self._cursor = database.cursor()
        self._waking = threading.Lock()
        self._wake, self._sleeps, self._stopped = threading.Event(), False, False
        self._thread = threading.Thread(target=self._run, name="tidegate-memory", daemon=True)
        self._thread.start()

    def enter(self, stop: Callable[[], None]) -> Watched:
        """See Suspects."""
        watched = super().enter(stop)
        if self._sleeps:
            self._wake_up()
        return watched

    def close(self) -> None:
        """End the thread."""
        self._stopped = True
        self._wake_up()
        self._thread.join()
        self._cursor.close()

    def _wake_up(self) -> None:
        with self._waking:
            self._sleeps = False
            self._wake.set()

    def _run(self) -> None:
        nothing = 0
        while not self._stopped:
            with self._waking:
                self._wake.clear()
                self._sleeps = nothing >= LOOKS_FOR_NOTHING
            # Whoever comes from here on wakes it; who came before is seen here.
            asleep = self._sleeps and not len(self) and not self._stopped
            self._wake.wait(None if asleep else LOOK_S)
            nothing = 0 if len(self) else nothing + 1
            if self.have_been(LOOK_S):
                self.look(*used(self._cursor, self._all_bytes))


def used(cursor: duckdb.DuckDBPyConnection, all_bytes: int) -> tuple[int, int]:
    """What queries use; with the copies. *all_bytes* is what may be used."""
    try:
        ((of_queries, of_all),) = cursor.execute(_USED).fetchall()
    except duckdb.OutOfMemoryException:  # not even for this is there enough
        return all_bytes, all_bytes
    return of_queries or 0, of_all or 0
