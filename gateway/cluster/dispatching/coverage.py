"""Which nodes can run which part of a query at given versions, and which of them do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from gateway.cluster.dispatching.request import Unit
from gateway.cluster.membership.ports import NodeStore
from gateway.cluster.membership.roster import Roster
from statestore.version_id import VersionId

T = TypeVar("T")


class Cell(NamedTuple):
    """The least that can go to a node: one shard number of one unit. *unit* is the unit's index in the request."""

    unit: int
    shard: int


@dataclass(frozen=True, slots=True)
class SelectedVersions:
    """The versions of a query. Of the views in *awaited*, nodes that are behind will do: they reach the version very soon."""

    versions: Mapping[str, VersionId]
    awaited: frozenset[str] = frozenset()


def cells_of(units: Sequence[Unit]) -> tuple[Cell, ...]:
    """All cells of a query."""
    return tuple(Cell(i, shard) for i, unit in enumerate(units) for shard in sorted(frozenset().union(*unit.shards.values())))


def bundles_of(store: NodeStore, views: Iterable[str]) -> list[tuple[str, ...]]:
    """Those of *views* that move together, as the tables of one attached checkpoint do, and each other one by itself."""
    bundles: dict[str, list[str]] = {}
    for view in views:
        held = store.view(view)
        # No view's name has a slash.
        bundles.setdefault(view if held is None or held.group is None else f"/{held.group}", []).append(view)
    return [tuple(together) for together in bundles.values()]


class Coverage:
    """Nodes per cell, as the roster knows them now: made anew after every change."""

    def __init__(self, roster: Roster, units: Sequence[Unit], selected: SelectedVersions) -> None:
        self._roster = roster
        self._units = units
        self._selected = selected
        self._serving: dict[tuple[str, str], bool] = {}

    def nodes(self, cell: Cell) -> tuple[str, ...]:
        """The live nodes that hold the cell's shard of each of its views at the versions, in the roster's order."""
        found: tuple[str, ...] | None = None
        for view in self._views(cell):
            holders = self._roster.live_holders(view, cell.shard)
            both = holders if found is None else tuple(name for name in found if name in holders)
            found = tuple(name for name in both if self._serves(name, view))
        return found or ()

    def _views(self, cell: Cell) -> Iterator[str]:
        return (view for view, shards in self._units[cell.unit].shards.items() if cell.shard in shards)

    def _serves(self, name: str, view: str) -> bool:
        known = self._serving.get((name, view))
        if known is None:
            known = self._serving[name, view] = self._can_serve(name, view)
        return known

    def _can_serve(self, name: str, view: str) -> bool:
        status = self._roster.view_status(name, view)
        wanted = self._selected.versions[view]
        if status is None:
            return False
        return wanted in status.kept or (view in self._selected.awaited and status.version < wanted.version)


def assign(nodes: Mapping[T, Sequence[str]], own: str, rank: Callable[[str], int]) -> dict[str, list[T]]:
    """Node → its cells, or whatever is shared out: this node first, then as few others as possible.

    *nodes* lists at least one node for each cell, best first. Cells that *own* has stay there. Of the others' nodes those of the
    lowest *rank* count; the node that has most of the cells gets all that it has, and so on. Where two have as many, the one that
    comes first for more of them wins, then the name.
    """
    given: dict[str, list[T]] = {}
    rest: dict[T, list[str]] = {}
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


def _most_wanted(rest: Mapping[T, Sequence[str]]) -> str:
    votes: dict[str, tuple[int, int]] = {}
    for names in rest.values():
        for place, name in enumerate(names):
            cells, first = votes.get(name, (0, 0))
            votes[name] = cells + 1, first + (place == 0)
    return min(votes, key=lambda name: (-votes[name][0], -votes[name][1], name))
