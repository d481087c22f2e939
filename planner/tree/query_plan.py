"""What planning makes of a query, and what it becomes once parameters are known.

    text ─parse→ Statement ─bind→ BoundQuery ─constrain→ SourceRead per view ─┬→ LeanRead  (keyed read of one view)
                                             ─lower───→ DuckDB SQL ───────────┴→ QueryPlan

A QueryPlan is made once per statement text and catalog generation; `SourceRead.constraint.resolve(params, now)` is made once
per execution and says which shards and which key ranges to read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, Final, Protocol

from planner.tree.bound import BoundQuery, ColumnRef, Const, Expr, OutputColumn
from planner.tree.catalog import Relation
from planner.tree.types import SqlType
from planner.tree.values import Value
from planner.tree.walk import nodes_in

if TYPE_CHECKING:
    from planner.lower import LoweredSql
    from planner.plan.parameterized import Taken
    from planner.rows.program import RowProgram


class AccessPath(Enum):
    """The ladder of access paths, cheapest first."""

    NOTHING = "nothing"
    POINT = "point get"
    MULTI_GET = "multi-get"
    RANGE = "range scan"
    SOME_SHARDS = "scan of some shards"
    ALL_SHARDS = "scan of all shards"


#: Those that read by key.
KEYED: Final = (AccessPath.NOTHING, AccessPath.POINT, AccessPath.MULTI_GET, AccessPath.RANGE)


@dataclass(frozen=True, slots=True)
class KeyRange:
    """Encoded keys lower <= key < upper within *shards*; b"" and None are open ends."""

    lower: bytes
    upper: bytes | None
    shards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class KeySet:
    """The part of one view to read, for one execution. It may be too large, never too small.

    POINT and MULTI_GET use *points* ((shard, encoded key), sorted by key, distinct); RANGE uses *ranges* (sorted, disjoint);
    SOME_SHARDS and ALL_SHARDS read *shards* whole. *shards* always lists every shard that is touched, ascending.
    """

    access: AccessPath
    shards: tuple[int, ...]
    points: tuple[tuple[int, bytes], ...] = ()
    ranges: tuple[KeyRange, ...] = ()


class Constraint(Protocol):
    """What a query's conditions say about one view's key, before parameters are known (planner.prune.constrain)."""

    @property
    def exact(self) -> bool:
        """Does the KeySet hold exactly the rows that the query's WHERE keeps, so that no filter is left to apply?"""

    def resolve(self, params: Sequence[Value], now_us: int) -> KeySet:
        """The KeySet of one execution. *params* are physical values of the plan's parameter types."""

    def describe(self, params: Sequence[Value] | None, now_us: int) -> str:
        """The bounds in SQL terms, for EXPLAIN: "(origin, dest) = ('JFK', 'LAX') AND hour_start >= '…' AND …"."""


@dataclass(frozen=True, slots=True)
class FirstRows:
    """Only the first limit + offset rows of a read in key order can matter (from the end when *descending*).

    *limit* and *offset* are Const or Param; a limit that is NULL is none. With *descending* None any so many rows will do.
    """

    limit: Expr
    offset: Expr | None
    descending: bool | None


@dataclass(frozen=True, slots=True)
class SourceRead:
    """One reference to a view: *slot* names it in the DuckDB SQL; *columns* are the ordinals that the query needs.

    *alias* is what the query calls it. With *first*, the first limit + offset rows of the KeySet are enough.
    """

    slot: str
    relation: Relation
    columns: tuple[int, ...]
    constraint: Constraint
    alias: str = ""
    first: FirstRows | None = None
    #: The number of what it reads in the bound query.
    source: int = -1


@dataclass(frozen=True, slots=True)
class LeanRead:
    """A query that is one keyed read of one view: rows in key order, projected; no DuckDB.

    Exists only where the constraint is exact. *outputs* are column ordinals of the view in result order. *descending* reads
    keys backward; None means that the query asked for no order. *limit* and *offset* are Const or Param (None: none).
    """

    read: SourceRead
    outputs: tuple[int, ...]
    descending: bool | None
    limit: Expr | None
    offset: Expr | None


@dataclass(frozen=True, slots=True)
class SystemRead:
    """One reference to a system table (schema tidegate, pg_catalog or information_schema)."""

    slot: str
    relation: Relation
    columns: tuple[int, ...]


#: Nodes of a query, and elements of its arrays, whose constants are put into keys in about a millisecond.
LONG_PARTS: Final = 512


@dataclass(frozen=True)
class QueryPlan:
    """A planned query.

    What a keyed read does without, the row executor's program and DuckDB's SQL, is made when it is first asked for.
    """

    bound: BoundQuery
    columns: tuple[OutputColumn, ...]
    parameters: tuple[SqlType, ...]
    reads: tuple[SourceRead, ...]
    system_reads: tuple[SystemRead, ...]
    lean: LeanRead | None
    make_rows: Callable[[], RowProgram | None]
    lower: Callable[[], LoweredSql]
    catalog_generation: int
    #: The constants in whose place the parameters are, if they are not the statement's own.
    taken: Taken | None = None

    @cached_property
    def rows(self) -> RowProgram | None:
        """The row executor's program; None where something in the query has no row form."""
        return self.make_rows()

    @cached_property
    def _lowered(self) -> LoweredSql:
        return self.lower()

    @property
    def duckdb_sql(self) -> str:
        """SQL with ``{slot}`` where each read's rows are to be put in, and named parameters ``$p1 …`` (and ``$now`` where
        *uses_now*) as planner.lower says; every other brace in it is doubled, so that str.format gives the SQL."""
        return self._lowered.sql

    @property
    def uses_now(self) -> bool:
        """Does the answer depend on the time?"""
        return self._lowered.uses_now

    @property
    def keyed(self) -> SourceRead | None:
        """What a keyed read of one view reads; None for every other query."""
        if self.lean is not None:
            return self.lean.read
        sources = None if self.rows is None else self.rows.sources
        return None if sources is None or len(self.reads) > 1 else sources.first.read

    @cached_property
    def is_long(self) -> bool:
        """Has it so many parts that it may take milliseconds to tell which keys an execution reads?"""
        parts = 0
        for node in nodes_in(self.bound.query):
            if isinstance(node, ColumnRef | OutputColumn):
                continue  # a view may have a thousand, and none of them is put into keys
            parts += len(node.value) if isinstance(node, Const) and isinstance(node.value, list) else 1
            if parts > LONG_PARTS:
                return True
        return False

    @property
    def is_fixed(self) -> bool:
        """Is it the same in every execution?"""
        return not self.parameters and not self.uses_now

    @property
    def calls_functions(self) -> bool:
        """May it call functions written in Python?"""
        return "{query}" in self.duckdb_sql

    def sql(self, relations: Mapping[str, str], query: int | None = None) -> str:
        """The DuckDB SQL with a relation's name for each slot; *query* is the number by which its Python functions are stopped."""
        return self.duckdb_sql.format_map({**relations, "query": "NULL" if query is None else query})


#: The DateStyle and IntervalStyle of sessions that ask for no other.
ISO_MDY: Final = "ISO, MDY"
POSTGRES_STYLE: Final = "postgres"


@dataclass(frozen=True, slots=True)
class PlanSettings:
    """Session settings that a plan depends on; part of the plan cache's key. *date_style* is as SHOW prints it.

    *unusual_texts* are names of types whose text a query cannot make as a setting asks for it, each with that setting.
    """

    timezone: str = "UTC"
    search_path: tuple[str, ...] = ("public",)
    user: str = "tidegate"
    database: str = "tidegate"
    date_style: str = ISO_MDY
    unusual_texts: tuple[tuple[str, str], ...] = ()
    interval_style: str = POSTGRES_STYLE
    server_version: str = "unknown"

    @property
    def date_order(self) -> str:
        """What the numbers of a date are: MDY, DMY or YMD."""
        return self.date_style[-3:]
