"""Circles of imports: strongly connected parts of a graph, and the fewest imports whose cut would open them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from tests.tools.house.imports import Import, When
from tests.tools.house.source import Source

#: What a circle at import time is made of, and one that also runs through functions that import.
LOADED: Final[frozenset[When]] = frozenset({"load"})
RUN: Final[frozenset[When]] = frozenset({"load", "call"})

Graph = Mapping[str, Iterable[str]]
#: How many imports an edge stands for.
Weights = Mapping[tuple[str, str], int]


@dataclass(frozen=True, slots=True)
class Edge:
    """What one room imports from another, by module; *cut*: it would have to go for the circle to open."""

    importer: str
    imported: str
    imports: tuple[Import, ...]
    cut: bool

    @property
    def functions(self) -> int:
        """How many of them are in functions."""
        return sum(found.when == "call" for found in self.imports)


@dataclass(frozen=True, slots=True)
class Circle:
    """Rooms of *folder* that reach each other; *folder* is empty for a circle of modules anywhere."""

    folder: str
    rooms: tuple[str, ...]
    edges: tuple[Edge, ...]


def folder_circles(source: Source, imports: Iterable[Import], kinds: frozenset[When]) -> list[Circle]:
    """For each package, circles between its rooms: the folders in it, and the modules directly in it."""
    imports, found = list(imports), []
    for folder in source.folders:
        inside = set(source.inside(folder))
        within = [one for one in imports if one.importer in inside and one.imported in inside and one.when in kinds]
        found += _circles(folder, [(source.room(folder, one.importer), source.room(folder, one.imported), one) for one in within])
    return found


def module_circles(imports: Iterable[Import], kinds: frozenset[When]) -> list[Circle]:
    """Circles between modules, wherever they are."""
    return _circles("", [(one.importer, one.imported, one) for one in imports if one.when in kinds])


def _circles(folder: str, arrows: list[tuple[str, str, Import]]) -> list[Circle]:
    edges: defaultdict[tuple[str, str], list[Import]] = defaultdict(list)
    for importer, imported, one in arrows:
        if importer != imported:
            edges[importer, imported].append(one)
    graph: defaultdict[str, list[str]] = defaultdict(list)
    for importer, imported in edges:
        graph[importer].append(imported)
    circles = []
    for rooms in components(graph):
        weights = {pair: len(found) for pair, found in edges.items() if pair[0] in rooms and pair[1] in rooms}
        cut = to_cut(rooms, weights)
        named = tuple(Edge(*pair, tuple(edges[pair]), pair in cut) for pair in sorted(weights))
        circles.append(Circle(folder, tuple(sorted(rooms)), named))
    return sorted(circles, key=lambda circle: -len(circle.rooms))


def components(graph: Graph) -> list[frozenset[str]]:
    """Strongly connected components of two or more; a graph is who imports whom."""
    reached = {node: _reached(graph, node) for node in graph}
    rings = {node: frozenset(other for other in below if node in reached.get(other, ())) for node, below in reached.items()}
    return sorted({ring for ring in rings.values() if len(ring) > 1}, key=sorted)


def _reached(graph: Graph, node: str) -> set[str]:
    """All that a node imports, itself only if in a circle."""
    found: set[str] = set()
    ahead = [node]
    while ahead:
        new = set(graph.get(ahead.pop(), ())) - found
        found |= new
        ahead += new
    return found


def to_cut(rooms: Iterable[str], weights: Weights) -> frozenset[tuple[str, str]]:
    """Edges that go up in an order of the rooms, in which as few imports do as moving one room at a time can get to.

    From several orders to begin with, that is the fewest for circles of a dozen rooms, and nearly the fewest for larger ones.
    """
    start = sorted(rooms, key=lambda room: (-_out(room, weights), room))
    turned = [start[at:] + start[:at] for at in range(len(start))]
    return min((_upward(_settled(order, weights), weights) for order in turned), key=lambda cut: sum(map(weights.__getitem__, cut)))


def _settled(order: list[str], weights: Weights) -> list[str]:
    """Move rooms while that lets fewer imports go up."""
    better = True
    while better:
        better = False
        for room in tuple(order):
            here = order.index(room)
            others = [other for other in order if other != room]
            # At the top, all that import the room go up; each one passed lets its imports go down, and the room's own go up.
            costs = [sum(weights.get((other, room), 0) for other in others)]
            for other in others:
                costs.append(costs[-1] + weights.get((room, other), 0) - weights.get((other, room), 0))
            best = min(range(len(costs)), key=costs.__getitem__)
            if costs[best] < costs[here]:
                order, better = [*others[:best], room, *others[best:]], True
    return order


def _upward(order: list[str], weights: Weights) -> frozenset[tuple[str, str]]:
    at = {room: place for place, room in enumerate(order)}
    return frozenset(pair for pair in weights if at[pair[0]] > at[pair[1]])


def _out(room: str, weights: Weights) -> int:
    return sum(weight if pair[0] == room else -weight for pair, weight in weights.items() if room in pair)
