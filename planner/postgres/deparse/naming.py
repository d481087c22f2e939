"""Names for all sources and WITH entries of a statement, made before anything is written.

A source keeps its alias unless another one is called so that must be told from it: a source of the same FROM, or one of an outer
query that is referred to from inside. Columns that share a name within their source get another where something refers to them.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from planner.postgres.deparse.words import unique
from planner.tree import bound as b
from planner.tree.walk import columns_of, nodes_in

Source = b.Scan | b.CteRef | b.Derived | b.FunctionScan | b.Values


@dataclass(frozen=True, slots=True, eq=False)
class Named:
    """What a source is called. *query* is the identity of the SELECT whose FROM it stands in; *alone*: nothing else does, and that
    SELECT refers to no outer one, so that a column's name says enough."""

    alias: str
    columns: tuple[str, ...]
    query: int
    alone: bool


@dataclass(slots=True)
class SourceNames:
    """Sources and WITH entries by their numbers; queries are known by identity."""

    sources: dict[int, Named] = field(default_factory=dict)
    ctes: dict[int, str] = field(default_factory=dict)
    cte_columns: dict[int, tuple[str, ...]] = field(default_factory=dict)

    @property
    def hidden_relations(self) -> frozenset[str]:
        """Names that mean a WITH entry somewhere in the statement."""
        return frozenset(self.ctes.values())


def name_all(query: b.Query) -> SourceNames:
    """Names for everything in *query*."""
    return _Naming(query).names


def from_sources(item: b.From | None) -> list[Source]:
    """The sources of a FROM, from left to right."""
    if item is None:
        return []
    if isinstance(item, b.Join):
        return [*from_sources(item.left), *from_sources(item.right)]
    return [item]


class _Naming:
    """Goes through the queries from the outside in."""

    def __init__(self, query: b.Query) -> None:
        self.names = SourceNames()
        self._referred = {(n.source, n.column) for n in columns_of(query)}
        self._name_ctes(query)
        for node in nodes_in(query):
            if isinstance(node, b.Select):
                self._name_select(node)

    def _name_ctes(self, query: b.Query) -> None:
        entries = {n.cte: n for n in nodes_in(query) if isinstance(n, b.Cte)}
        for _, cte in sorted(entries.items()):
            taken = frozenset(self.names.ctes.values())
            self.names.ctes[cte.cte] = unique(cte.name, taken)
            self.names.cte_columns[cte.cte] = self._distinct([c.name for c in cte.columns], always=True)

    def _name_select(self, select: b.Select) -> None:
        own = from_sources(select.from_)
        if not own or own[0].source in self.names.sources:
            # A subquery that binding uses twice (NOT BETWEEN SYMMETRIC …) has its names.
            return
        taken = self._outer_names(select)
        alone = len(own) == 1 and not taken
        for source in own:
            alias = unique(source.alias, taken)
            taken.add(alias)
            self.names.sources[source.source] = Named(alias, self._columns(source), id(select), alone)

    def _outer_names(self, select: b.Select) -> set[str]:
        """What sources of outer queries that *select* refers to are called."""
        used = {n.source for n in columns_of(select)}
        return {self.names.sources[s].alias for s in used if s in self.names.sources}

    def _columns(self, source: Source) -> tuple[str, ...]:
        if isinstance(source, b.Scan):
            return tuple(c.name for c in source.relation.columns)
        names = [c.name for c in source.columns]
        twice = {n for n in names if names.count(n) > 1}
        needed = any(n in twice and (source.source, i) in self._referred for i, n in enumerate(names))
        return self._distinct(names, always=needed)

    @staticmethod
    def _distinct(names: list[str], *, always: bool) -> tuple[str, ...]:
        if not always or len(set(names)) == len(names):
            return tuple(names)
        found: list[str] = []
        for index, name in enumerate(names):
            found.append(unique(name, {*found, *names[index + 1 :]} if name in found else set(found)))
        return tuple(found)
