"""What is at hand while a statement is written: names, the execution's values, the query at hand."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from planner.postgres.deparse.naming import Named, SourceNames
from planner.postgres.deparse.values import KnownValues, known
from planner.postgres.deparse.words import identifier
from planner.tree import bound as b


@dataclass(slots=True)
class Writer:
    """*values* None leaves parameters as $1 and functions of the time and the session as they are."""

    names: SourceNames
    values: KnownValues | None
    query: int = 0

    def known(self, expr: b.Expr) -> b.Expr:
        """The expression with what this execution knows put in (of this node, not of its operands)."""
        return expr if self.values is None else known(expr, self.values)

    @contextmanager
    def inside(self, select: b.Select) -> Iterator[None]:
        """Column references are those of *select* meanwhile."""
        before, self.query = self.query, id(select)
        try:
            yield
        finally:
            self.query = before

    def column(self, ref: b.ColumnRef) -> str:
        """The column's name, behind its source's name where the query has several."""
        source = self.names.sources[ref.source]
        if self.is_plain(ref):
            return identifier(source.columns[ref.column])
        return self.qualified(ref)

    def qualified(self, ref: b.ColumnRef) -> str:
        """alias.column"""
        source = self.names.sources[ref.source]
        return f"{identifier(source.alias)}.{identifier(source.columns[ref.column])}"

    def is_plain(self, ref: b.ColumnRef) -> bool:
        """Does the column's name say enough by itself?"""
        source = self.names.sources[ref.source]
        return source.query == self.query and source.alone

    def column_name(self, ref: b.ColumnRef) -> str:
        """The column's name as an output column takes it over."""
        return self.names.sources[ref.source].columns[ref.column]

    def columns_here(self) -> list[Named]:
        """The sources of the query at hand."""
        return [s for s in self.names.sources.values() if s.query == self.query]
