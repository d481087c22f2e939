"""Where the fragments of a query would run now: what Dispatch would begin with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from gateway.cluster.assigning import assign
from gateway.cluster.attempt import Reach
from gateway.cluster.coverage import Cell, Coverage, SelectedVersions, cells_of
from gateway.cluster.request import DispatchRequest, Unit
from gateway.cluster.version_selection import NoVersionFits, VersionSelector
from statestore.version_id import VersionId

#: Stands for the node of shards that no live node can serve.
NOBODY: Final = ""


@dataclass(frozen=True, slots=True)
class Planned:
    """A fragment and the node it would go to. *unit* is the unit's index in the request."""

    unit: int
    node: str
    shards: Mapping[str, frozenset[int]]


def preview(reach: Reach, request: DispatchRequest) -> tuple[list[Planned], Mapping[str, VersionId]]:
    """The fragments, and the versions of the views; this node's own where there are none that all nodes can serve."""
    selected = _selected(reach, request)
    coverage = Coverage(reach.roster, request.units, selected)
    found: list[Planned] = []
    for index, unit in enumerate(request.units):
        nodes = {cell: coverage.nodes(cell) for cell in cells_of(request.units) if cell.unit == index}
        given = assign({cell: names for cell, names in nodes.items() if names}, reach.roster.identity.name, partial(_rank, reach))
        lost = [cell for cell, names in nodes.items() if not names]
        found += [_planned(index, unit, node, cells) for node, cells in given.items()]
        found += [_planned(index, unit, NOBODY, lost)] if lost else []
    return found, selected.versions


def _selected(reach: Reach, request: DispatchRequest) -> SelectedVersions:
    try:
        return VersionSelector(reach.roster, reach.store).select(request)
    except NoVersionFits:
        views = dict.fromkeys(view for unit in request.units for view in unit.shards)
        held = {view: reach.store.view(view) for view in views}
        return SelectedVersions({view: h.status.current for view, h in held.items() if h is not None})


def _rank(reach: Reach, name: str) -> int:
    peer = reach.roster.peer(name)
    return peer.rank if peer else 0


def _planned(index: int, unit: Unit, node: str, cells: Sequence[Cell]) -> Planned:
    numbers = frozenset(cell.shard for cell in cells)
    return Planned(index, node, {view: numbers & wanted for view, wanted in unit.shards.items()})
