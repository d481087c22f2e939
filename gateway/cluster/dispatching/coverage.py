"""Which nodes can run which part of a query at given versions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from gateway.cluster.dispatching.request import Unit
from gateway.cluster.membership.roster import Roster
from statestore.version_id import VersionId


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
