"""What EXPLAIN expects of a query: rows, their width, and a cost in PostgreSQL's units, for who plans by it (postgres_fdw).

What is read is known: the engine counts the live rows of shards and keys (`ReadSize`). What a query makes of them is estimated as
PostgreSQL does without statistics, with its constants (selfuncs.h, cost.h): no column's distribution is known here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from planner.plan.explain.facts import Facts, ReadSize
from planner.plan.explain.steps import engine_steps
from planner.prune.constrain.contexts import conjuncts
from planner.tree import bound as b
from planner.tree.query_plan import QueryPlan, SourceRead
from planner.tree.types import SqlType, numeric_precision_scale
from planner.tree.walk import columns_in

_EQUAL: Final = 0.005
_COMPARED: Final = 1 / 3
_UNKNOWN: Final = 0.5
_DISTINCT: Final = 200
#: Rows of a function, and of a relation of which nothing is known.
ROWS_UNKNOWN: Final = 1_000
_RECURSION: Final = 10
#: A fetched place and a row.
_PLACE_COST: Final = 4.0
_ROW_COST: Final = 0.01
_TEXT_WIDTH: Final = 32
#: Steps that give no row before they have seen all.
_BLOCKING: Final = frozenset({"aggregate", "sort", "distinct", "window", "UNION", "INTERSECT", "EXCEPT"})


@dataclass(frozen=True, slots=True)
class Estimate:
    """As PostgreSQL prints it."""

    startup: float
    total: float
    rows: int
    width: int

    def __str__(self) -> str:
        return f"(cost={self.startup:.2f}..{self.total:.2f} rows={self.rows} width={self.width})"


def estimate(plan: QueryPlan, facts: Facts) -> Estimate | None:
    """Of the whole query; None where the engine does not know what is read."""
    sizes = {r.source: (r, size) for r in plan.reads if (size := facts.reads[r.slot].size) is not None}
    if len(sizes) < len(plan.reads):
        return None
    rows = _whole(RowEstimates(sizes).of_query(plan.bound.query))
    read = sum(size.rows * _ROW_COST + size.places * _PLACE_COST for _, size in sizes.values())
    blocking = plan.lean is None and not _BLOCKING.isdisjoint(engine_steps(plan.bound.query))
    return Estimate(read if blocking else 0.0, read + rows * _ROW_COST, rows, _width([c.type for c in plan.columns]))


def of_read(read: SourceRead, size: ReadSize) -> Estimate:
    """Of the read of one view alone."""
    rows = _whole(size.rows)
    types = [read.relation.columns[i].type for i in read.columns]
    return Estimate(0.0, size.rows * _ROW_COST + size.places * _PLACE_COST, rows, _width(types))


def _whole(rows: float) -> int:
    return max(1, round(rows))


def _width(types: list[SqlType]) -> int:
    return sum(map(_type_width, types))


def _type_width(type_: SqlType) -> int:
    if type_.pg.length > 0:
        return type_.pg.length
    parts = numeric_precision_scale(type_.typmod) if type_.pg.name == "numeric" else None
    # Four digits are two bytes, behind eight of length, weight and scale: numeric_maximum_size of PostgreSQL.
    return _TEXT_WIDTH if parts is None else min(_TEXT_WIDTH, 8 + 2 * ((parts[0] + 3) // 4 + 1))


class RowEstimates:
    """Expected rows of a query's parts. *reads* are by the number of their source."""

    def __init__(self, reads: Mapping[int, tuple[SourceRead, ReadSize]]) -> None:
        self._reads = reads
        self._ctes: dict[int, float] = {}

    def of_query(self, query: b.Query) -> float:
        """What the query gives."""
        for cte in query.with_:
            self._ctes[cte.cte] = ROWS_UNKNOWN
            self._ctes[cte.cte] = self.of_query(cte.query) * (_RECURSION if cte.recursive else 1)
        rows = self._select(query) if isinstance(query, b.Select) else self._set_operation(query)
        if isinstance(query.offset, b.Const) and isinstance(query.offset.value, int):
            rows = max(0.0, rows - query.offset.value)
        if isinstance(query.limit, b.Const) and isinstance(query.limit.value, int):
            rows = min(rows, query.limit.value)
        return rows

    def _set_operation(self, query: b.SetOp) -> float:
        left, right = self.of_query(query.left), self.of_query(query.right)
        match query.op:
            case "union":
                return left + right
            case "intersect":
                return min(left, right)
            case "except":
                return left

    def _select(self, query: b.Select) -> float:
        rows = 1.0 if query.from_ is None else self._from(query.from_)
        rows *= self._left_by(query.where)
        if query.grouped:
            rows = self._groups(query.group_by, rows) * self._left_by(query.having) if query.group_by else 1.0
        if query.distinct or query.distinct_on:
            rows = self._groups(query.distinct_on or query.items, rows)
        return rows

    def _from(self, item: b.From) -> float:
        match item:
            case b.Scan():
                found = self._reads.get(item.source)
                return ROWS_UNKNOWN if found is None else found[1].rows
            case b.CteRef():
                return self._ctes.get(item.cte, ROWS_UNKNOWN)
            case b.Derived():
                return self.of_query(item.query)
            case b.Values():
                return len(item.rows)
            case b.FunctionScan():
                return ROWS_UNKNOWN
            case b.Join():
                return self._join(item)

    def _join(self, join: b.Join) -> float:
        left, right = self._from(join.left), self._from(join.right)
        inner = left * right * self._left_by(join.condition)
        match join.kind:
            case b.JoinKind.LEFT:
                return max(inner, left)
            case b.JoinKind.RIGHT:
                return max(inner, right)
            case b.JoinKind.FULL:
                return max(inner, left, right)
        return inner

    def _groups(self, by: tuple[b.Expr, ...], rows: float) -> float:
        """Groups: one a row where they have a view's key, else so many values a column."""
        if self._is_key(by):
            return rows
        return min(rows, float(_DISTINCT ** sum(not isinstance(e, b.Const) for e in by)))

    def _is_key(self, exprs: tuple[b.Expr, ...]) -> bool:
        named = {(e.source, e.column) for e in exprs if isinstance(e, b.ColumnRef)}
        return any(_has_key(named, source, read) for source, (read, _) in self._reads.items())

    # ---------------------------------------------------------------------------------------------------------- conditions

    def _left_by(self, condition: b.Expr | None) -> float:
        """The share of rows that a condition keeps, without what the reads have left out already."""
        if condition is None:
            return 1.0
        share, joined = 1.0, dict[frozenset[int], set[tuple[int, int]]]()
        for conjunct in conjuncts(condition):
            columns = _equated(conjunct)
            if columns is not None:
                joined.setdefault(frozenset(source for source, _ in columns), set()).update(columns)
            elif not self._is_read_by(conjunct):
                share *= _share(conjunct)
        return share * _product(map(self._joined, joined.values()))

    def _is_read_by(self, conjunct: b.Expr) -> bool:
        """Is it about the key of a read that its key narrows?"""
        columns = {(c.source, c.column) for c in columns_in(conjunct)}
        for source, (read, size) in self._reads.items():
            if columns and size.narrowed and columns <= {(source, n) for n in _key(read)}:
                return True
        return False

    def _joined(self, columns: set[tuple[int, int]]) -> float:
        """Two relations' equal columns: by a whole key one row of that view is met, else as many values as PostgreSQL guesses."""
        totals = [size.total for source, (read, size) in self._reads.items() if _has_key(columns, source, read)]
        return 1 / max(*totals, 1.0) if totals else 1 / _DISTINCT


def _has_key(columns: set[tuple[int, int]], source: int, read: SourceRead) -> bool:
    key = _key(read)
    return bool(key) and columns >= {(source, n) for n in key}


def _key(read: SourceRead) -> frozenset[int]:
    view = read.relation.view
    return frozenset() if view is None else frozenset(view.key_ordinals)


def _equated(of: b.Expr) -> set[tuple[int, int]] | None:
    """The columns of column = column, of two relations."""
    if isinstance(of, b.Call) and of.name == "=" and len(of.args) == 2:
        found = [arg.operand if isinstance(arg, b.Cast) else arg for arg in of.args]
        columns = {(c.source, c.column) for c in found if isinstance(c, b.ColumnRef)}
        if len(columns) == 2 and len({source for source, _ in columns}) == 2:
            return columns
    return None


def _share(of: b.Expr) -> float:
    """The share of rows for which a condition holds."""
    match of:
        case b.Const(value):
            return 1.0 if value is True else 0.0
        case b.InList():
            share = min(1.0, _EQUAL * len(of.items))
            return 1 - share if of.negated else share
        case b.Call():
            return _share_of_call(of)
    return _UNKNOWN


def _share_of_call(of: b.Call) -> float:
    match of.name:
        case "and":
            return _product(map(_share, of.args))
        case "or":
            return 1 - _product(1 - _share(arg) for arg in of.args)
        case "not":
            return 1 - _share(of.args[0])
        case "=" | "is_null" | "like" | "ilike" | "~" | "~*":
            return _EQUAL
        case "<" | "<=" | ">" | ">=":
            return _COMPARED
    return _UNKNOWN


def _product(shares: Iterable[float]) -> float:
    found = 1.0
    for share in shares:
        found *= share
    return found
