"""Fragments while a statement is being split: the merge refers to their rows before it is known which columns it needs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from planner.distribute.split.plan import FRAGMENT_SCHEMA
from planner.distribute.split.topk import added_up
from planner.postgres.functions.registry import resolve_function, resolve_operator
from planner.prune.constrain.contexts import all_true
from planner.tree import bound as b
from planner.tree.catalog import Relation
from planner.tree.query_plan import FirstRows
from planner.tree.types import BOOL, INT4, INT8, SqlType
from planner.tree.walk import sources_of

#: Tells which columns of a query are texts that its DECIMALs do not tell.
Texts = Callable[[b.Query], frozenset[int]]
#: For a fragment of which nothing is needed but that it has a row for each group.
COUNT_OF_ROWS: Final = b.Aggregate(resolve_function("count", None, []).function, (), SqlType(INT8))
_GREATER: Final = resolve_operator(">", INT8, INT8).function
_UNKNOWN_ROWS: Final = Relation(FRAGMENT_SCHEMA, "", 0, ())


@dataclass(slots=True)
class RowsDraft:
    """Rows of a FROM item that satisfy *where*. The merge goes on naming its columns by the item's own sources.

    With *first*, only the first of them in *order_by*; with *distinct_on*, only the first of each. *grouped* rows are one for all
    that agree in the needed columns, with *parts* of them: the merge names part i as column -1 - i of *source*.
    """

    source: int
    from_: b.From
    where: tuple[b.Expr, ...]
    order_by: tuple[b.SortKey, ...] = ()
    distinct_on: tuple[b.Expr, ...] = ()
    first: FirstRows | None = None
    parts: tuple[b.Aggregate, ...] = ()
    grouped: bool = False

    @property
    def sources(self) -> frozenset[int]:
        """The sources whose columns these are."""
        return sources_of(self.from_)

    def query(self, columns: Sequence[b.ColumnRef]) -> b.Select:
        """The fragment's query, for the columns that the merge needs."""
        if self.grouped:
            return self._groups(tuple(columns))
        # A table without columns could not say how many rows it has.
        items: tuple[b.Expr, ...] = tuple(columns) or (b.Const(1, SqlType(INT4)),)
        found = b.Select(
            items, outputs_of(items), self.from_, all_true(self.where), distinct_on=self.distinct_on, order_by=self.order_by
        )
        return _unwrapped(found) if self.first is None else replace(found, limit=added_up(self.first))

    def _groups(self, keys: tuple[b.Expr, ...]) -> b.Select:
        items = (*keys, *self.parts) or (COUNT_OF_ROWS,)
        # Without keys there would be a row for no rows too.
        some = None if keys else b.Call(_GREATER, (COUNT_OF_ROWS, b.Const(0, SqlType(INT8))), SqlType(BOOL))
        return b.Select(items, outputs_of(items), self.from_, all_true(self.where), group_by=keys, grouped=True, having=some)


@dataclass(slots=True)
class Built:
    """A query whose columns the merge names by *source*."""

    source: int
    query: b.Select
    first: FirstRows | None = None


Draft = RowsDraft | Built


@dataclass(slots=True)
class Drafts:
    """All fragments of one statement; *next_source* is a number that no source has."""

    next_source: int
    all: list[Draft] = field(default_factory=list)

    def new_source(self) -> int:
        """The number of one more source."""
        self.next_source += 1
        return self.next_source - 1

    def rows(self, item: b.From, where: Sequence[b.Expr]) -> b.Scan:
        """A fragment for the rows of a FROM item."""
        draft = RowsDraft(self.new_source(), item, tuple(where))
        self.all.append(draft)
        return _scan(draft)

    def built(self, query: b.Select, first: FirstRows | None = None) -> b.Scan:
        """A fragment for a query."""
        draft = Built(self.new_source(), query, first)
        self.all.append(draft)
        return _scan(draft)

    def of(self, scan: b.From | None) -> Draft | None:
        """The draft that a FROM item of the merge stands for."""
        return next((d for d in self.all if isinstance(scan, b.Scan) and d.source == scan.source), None)


def _scan(draft: Draft) -> b.Scan:
    return b.Scan(draft.source, _UNKNOWN_ROWS, f"f{draft.source}")


def _unwrapped(select: b.Select) -> b.Select:
    """Without the derived table that a SELECT of its plain columns needs not."""
    inner = select.from_.query if isinstance(select.from_, b.Derived) else None
    plain = not (select.where or select.order_by or select.distinct_on)
    if not isinstance(inner, b.Select) or not plain or inner.distinct or not all(isinstance(i, b.ColumnRef) for i in select.items):
        return select
    items = tuple(inner.items[i.column] for i in select.items if isinstance(i, b.ColumnRef))
    return replace(inner, items=items, columns=outputs_of(items, [i.name for i in select.items if isinstance(i, b.ColumnRef)]))


def outputs_of(items: Sequence[b.Expr], names: Sequence[str] = ()) -> tuple[b.OutputColumn, ...]:
    """Columns for the items, with names that differ also in lower case: those of plain columns where they can be had."""
    wanted = names or [item.name if isinstance(item, b.ColumnRef) else "" for item in items]
    taken: set[str] = set()
    found = []
    for at, (item, name) in enumerate(zip(items, wanted, strict=True)):
        unique = name if name and name.lower() not in taken else f"c{at}"
        while unique.lower() in taken:
            unique += "_"
        taken.add(unique.lower())
        found.append(b.OutputColumn(unique, item.type))
    return tuple(found)
