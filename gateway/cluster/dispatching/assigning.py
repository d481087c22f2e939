"""Giving cells to nodes: this node first, then as few others as possible."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from gateway.cluster.dispatching.coverage import Cell


def assign(nodes: Mapping[Cell, Sequence[str]], own: str, rank: Callable[[str], int]) -> dict[str, list[Cell]]:
    """Node → its cells, for cells of one unit. *nodes* lists at least one node for each cell, best first.

    Cells that *own* has stay there. Of the others' nodes those of the lowest *rank* count; the node that has most of the
    cells gets all that it has, and so on. Where two have as many, the one that comes first for more of them wins, then the name.
    """
    given: dict[str, list[Cell]] = {}
    rest: dict[Cell, list[str]] = {}
    for cell, names in nodes.items():
        if own in names:
            given.setdefault(own, []).append(cell)
        else:
            least = min(rank(name) for name in names)
            rest[cell] = [name for name in names if rank(name) == least]
    while rest:
        taken = _most_wanted(rest)
        given[taken] = [*given.get(taken, ()), *(cell for cell, names in rest.items() if taken in names)]
        rest = {cell: names for cell, names in rest.items() if taken not in names}
    return given


def _most_wanted(rest: Mapping[Cell, Sequence[str]]) -> str:
    votes: dict[str, tuple[int, int]] = {}
    for names in rest.values():
        for place, name in enumerate(names):
            cells, first = votes.get(name, (0, 0))
            votes[name] = cells + 1, first + (place == 0)
    return min(votes, key=lambda name: (-votes[name][0], -votes[name][1], name))
