"""Queries that are ready to be run again: bound, in a transaction that sees columnar copies at the versions that they were at.

Dashboards ask the same over and over. Most of what DuckDB does for a small query is done before it looks at a row: a transaction,
its first look at the copy, a first binding. A query that read nothing but copies keeps all that, and whoever asks for the same plan
at the same versions runs it. An open transaction holds up the removal of deleted rows, so all are given up once a copy has moved.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Self

import duckdb

from gateway.engine.functions.processes import Calls
from gateway.engine.keyed.reading import ReadFacts
from planner.tree.query_plan import QueryPlan
from statestore.node import ViewVersion

#: Each is a connection of DuckDB's.
KEPT_MAX: Final = 32


@dataclass(frozen=True, slots=True)
class Standing:
    """What of which views an execution sees: incarnation, version and held shards by view; the shards it is confined to.

    Numbers only: a version that is held keeps its files on the node's disk.
    """

    views: Mapping[str, tuple[int, int, frozenset[int]]]
    shards: Mapping[str, frozenset[int]]

    @classmethod
    def of(cls, versions: Mapping[str, ViewVersion], shards: Mapping[str, frozenset[int]]) -> Self:
        """Of an execution that reads these versions."""
        return cls({name: (v.incarnation, v.version, v.held) for name, v in versions.items()}, shards)


@dataclass(eq=False, frozen=True, slots=True)
class ReadyQuery:
    """*relation* gives the rows anew each time it is read. *epoch* is that of before its transaction."""

    plan: QueryPlan
    standing: Standing
    cursor: duckdb.DuckDBPyConnection
    relation: Any
    facts: tuple[ReadFacts, ...]
    epoch: int
    #: Of its functions, where it has any.
    calls: Calls | None = None


class ReadyQueries:
    """Those that nobody runs. Any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: deque[ReadyQuery] = deque()
        #: Grows whenever a copy has moved.
        self.epoch = 0
        self.taken = 0

    def __len__(self) -> int:
        return len(self._kept)

    def take(self, plan: QueryPlan, standing: Standing) -> ReadyQuery | None:
        """A query for the caller alone, to be kept again or closed."""
        with self._lock:
            for query in self._kept:
                if query.plan is plan and query.standing == standing:
                    self._kept.remove(query)
                    self.taken += 1
                    return query
        return None

    def keep(self, query: ReadyQuery) -> None:
        """Its rows have been read to the end. The one that was not used for longest goes where there are too many."""
        gone = query
        with self._lock:
            if query.epoch == self.epoch:
                self._kept.appendleft(query)
                if len(self._kept) <= KEPT_MAX:
                    return
                gone = self._kept.pop()
        gone.cursor.close()

    def give_up(self) -> None:
        """A copy has moved."""
        with self._lock:
            self.epoch += 1
            gone, self._kept = self._kept, deque()
        for query in gone:
            query.cursor.close()
