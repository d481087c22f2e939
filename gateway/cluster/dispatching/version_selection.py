"""Choosing one version of each view for a query, such that all shards it needs can be read at it.

In this order:
1. this node's current version of each view, where live nodes have it for all shards;
2. the same, where some are behind and the version is so young here that they are about to reach it;
3. of the versions within the bounds that live nodes have for all shards: the newest; also where 1 was refused by a node;
4. for partial answers: the version that most shards have.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterator, Sequence
from itertools import islice, product
from typing import Final

from gateway.cluster.dispatching.coverage import Coverage, SelectedVersions, bundles_of, cells_of
from gateway.cluster.dispatching.request import Bound, DispatchRequest
from gateway.cluster.membership.ports import NodeStore
from gateway.cluster.membership.roster import Roster
from gateway.cluster.membership.status import ViewStatus
from gateway.engine.options import VERSION_WAIT_S
from gateway.errors import NoReplica, VersionUnavailable
from statestore.errors import ViewNotFound
from statestore.version_id import VersionId

#: Combinations of several views' versions that are looked at.
_COMBINATIONS_MAX: Final = 64
#: Shards and nodes that an error names.
_NAMED_MAX: Final = 5

#: A version of a view that some node refused to read.
Refused = Collection[tuple[str, VersionId]]


class NoVersionFits(Exception):
    """There is no such version now. *error* is what to say if it stays so."""

    def __init__(self, error: NoReplica | VersionUnavailable, *, newer: bool = False, hopeless: bool = False) -> None:
        super().__init__(error.message)
        self.error = error
        #: Only a version that nobody has reached will do.
        self.newer = newer
        #: Only a version will do that is gone.
        self.hopeless = hopeless


class VersionSelector:
    """Chooses. Remembers when this node's versions were new."""

    def __init__(self, roster: Roster, store: NodeStore) -> None:
        self._roster = roster
        self._store = store
        self._clock = asyncio.get_running_loop().time
        self._seen: dict[str, tuple[VersionId, float]] = {}

    def select(self, request: DispatchRequest, refused: Refused = ()) -> SelectedVersions:
        """The versions to read. Of a view in *refused* no version is hoped for, only taken from nodes that have it; and then the
        newest, which stays longest: this node's own may be about to go elsewhere.

        Raises NoVersionFits, ViewNotFound.
        """
        choice = _Choice(self._roster, self._store, request)
        own = choice.own_versions()
        hopeless = {view for view, _ in refused}
        young = frozenset(view for view, version in own.items() if self._is_young(view, version) and view not in hopeless)
        inside = all(request.bounds.get(view, _ANY).admits(version) for view, version in own.items())
        if inside and not hopeless & own.keys() and choice.covers(selected := SelectedVersions(own)):
            return selected
        if inside and young and choice.covers(selected := SelectedVersions(own, young)):
            return selected
        return choice.newest()

    def _is_young(self, view: str, version: VersionId) -> bool:
        now_s = self._clock()
        seen, since_s = self._seen.get(view, (None, 0.0))
        if seen != version:
            self._seen[view] = version, now_s
            return True
        return now_s < since_s + VERSION_WAIT_S


_ANY: Final = Bound()


class _Choice:
    """One look at what there is for one query."""

    def __init__(self, roster: Roster, store: NodeStore, request: DispatchRequest) -> None:
        self._roster = roster
        self._store = store
        self._request = request
        self._cells = cells_of(request.units)
        self._holders_of: dict[str, tuple[str, ...]] = {}
        self.needs: dict[str, frozenset[int]] = {}
        for unit in request.units:
            for view, shards in unit.shards.items():
                self.needs[view] = self.needs.get(view, frozenset()) | shards

    def own(self, view: str) -> VersionId:
        """This node's current version. Raises ViewNotFound."""
        return self._status(view).current

    def own_versions(self) -> dict[str, VersionId]:
        """This node's current versions; of views that move together, the newest one that it has of them all."""
        found = {view: self.own(view) for view in self.needs}
        for views in bundles_of(self._store, self.needs):
            if len({found[view] for view in views}) > 1:
                # They were looked at while a new version was being shown.
                found.update(dict.fromkeys(views, min((found[view] for view in views), key=_by_time)))
        return found

    def _status(self, view: str) -> ViewStatus:
        """What this node has. Raises ViewNotFound; NoVersionFits where the view is no longer what the query was planned for."""
        held = self._store.view(view)
        if held is None:
            raise ViewNotFound(f"there is no view {view}")
        if held.status.schema != self._request.schemas.get(view, held.status.schema):
            error = VersionUnavailable(f"view {view} has changed since the query was planned", hint="Run the query again.")
            raise NoVersionFits(error, hopeless=True)
        return held.status

    def covers(self, selected: SelectedVersions) -> bool:
        """Is there a live node for every cell?"""
        coverage = Coverage(self._roster, self._request.units, selected)
        return all(coverage.nodes(cell) for cell in self._cells)

    def newest(self) -> SelectedVersions:
        """The newest versions that cover; for a partial answer those that cover most. Raises NoVersionFits."""
        bundles = bundles_of(self._store, self.needs)
        options = [self._options(views) for views in bundles]
        combinations = [
            SelectedVersions({view: version for views, version in zip(bundles, versions, strict=True) for view in views})
            for versions in islice(product(*options), _COMBINATIONS_MAX)
        ]
        for selected in combinations:
            if self.covers(selected):
                return selected
        if self._request.partial:
            return max(combinations, key=self._covered)
        raise self._uncovered(combinations[0])

    def _covered(self, selected: SelectedVersions) -> int:
        coverage = Coverage(self._roster, self._request.units, selected)
        return sum(bool(coverage.nodes(cell)) for cell in self._cells)

    def _options(self, views: Sequence[str]) -> list[VersionId]:
        """The versions of views that move together within their bounds, best first: those that have a node for every shard by
        themselves, newer before older; then the rest likewise. Raises NoVersionFits where there is none."""
        known = set.intersection(*map(self._known, views))
        bounds = {view: self._request.bounds.get(view, _ANY) for view in views}
        admitted = sorted((v for v in known if all(b.admits(v) for b in bounds.values())), key=_by_time, reverse=True)
        if not admitted:
            view = next((v for v, bound in bounds.items() if not any(map(bound.admits, self._known(v)))), views[0])
            raise _out_of_bound(view, bounds[view], known or self._known(view))
        return sorted(admitted, key=lambda version: not all(self._has_all(view, version) for view in views))

    def _has_all(self, view: str, version: VersionId) -> bool:
        have = {name: version in status.kept for name, status in self._statuses(view)}
        return all(any(have[name] for name in self._roster.live_holders(view, shard)) for shard in self.needs[view])

    def _known(self, view: str) -> set[VersionId]:
        """Versions that a query planned here may be run at: those this node has, and those others have of the same schema. Not of
        another view of the name: which of the two is deleted is not for sure before this node knows it too."""
        mine = self._status(view)
        known = set(mine.kept)
        for _, status in self._statuses(view):
            if status.schema == mine.schema:
                known.update(version for version in status.kept if version.view_id == mine.current.view_id)
        return known

    def _statuses(self, view: str) -> Iterator[tuple[str, ViewStatus]]:
        for name in self._holders(view):
            status = self._roster.view_status(name, view)
            if status is not None:
                yield name, status

    def _holders(self, view: str) -> Sequence[str]:
        """The live nodes that hold any shard that is needed, each once."""
        if view not in self._holders_of:
            every = (name for shard in sorted(self.needs[view]) for name in self._roster.live_holders(view, shard))
            self._holders_of[view] = tuple(dict.fromkeys(every))
        return self._holders_of[view]

    def _uncovered(self, selected: SelectedVersions) -> NoVersionFits:
        """Why no versions cover: some shard has no live node at all, or the nodes have no version in common."""
        lost = [
            (view, shard) for view in self.needs for shard in sorted(self.needs[view]) if not self._roster.live_holders(view, shard)
        ]
        if lost:
            return NoVersionFits(no_replica(self._roster, self._store, lost))
        coverage = Coverage(self._roster, self._request.units, selected)
        cell = next(cell for cell in self._cells if not coverage.nodes(cell))
        views = [view for view, shards in self._request.units[cell.unit].shards.items() if cell.shard in shards]
        return NoVersionFits(
            VersionUnavailable(
                f"view{'s' * (len(views) > 1)} {', '.join(views)} cannot be read at one version in every shard now",
                detail="; ".join(self._who_has(view, cell.shard) for view in views),
                hint="Some nodes are behind; trying again later helps.",
            )
        )

    def _who_has(self, view: str, shard: int) -> str:
        at = [
            f"{name} has {status.oldest} to {status.version}"
            for name in self._roster.live_holders(view, shard)[:_NAMED_MAX]
            if (status := self._roster.view_status(name, view))
        ]
        return f"{view} is at {self.own(view).version} here, and of its shard {shard} node {', '.join(at)}"


def _by_time(version: VersionId) -> tuple[int, int]:
    return version.committed_at_us, version.version


def _out_of_bound(view: str, bound: Bound, known: Collection[VersionId]) -> NoVersionFits:
    first, last = min(v.version for v in known), max(v.version for v in known)
    if bound.read_version is not None and bound.read_version <= last:
        return NoVersionFits(
            VersionUnavailable(
                f"version {bound.read_version} of view {view} is no longer kept",
                detail=f"Versions {first} to {last} are kept: {first - bound.read_version} too old."
                if bound.read_version < first
                else f"Versions {', '.join(str(v.version) for v in sorted(known))} are kept.",
            ),
            hopeless=True,
        )
    wanted = bound.read_version or bound.min_version or 0
    if wanted > last:
        error = VersionUnavailable(
            f"view {view} has not reached version {wanted}", detail=f"It is at {last}: {wanted - last} short."
        )
        return NoVersionFits(error, newer=True)
    newest_us = max(v.committed_at_us for v in known)
    return NoVersionFits(
        VersionUnavailable(
            f"the newest version of view {view} is older than asked for",
            detail=f"Version {last} was committed {((bound.since_us or newest_us) - newest_us) / 1000:.0f} ms too early.",
        ),
        newer=True,
    )


def no_replica(roster: Roster, store: NodeStore, lost: Sequence[tuple[str, int]], tried: Sequence[str] = ()) -> NoReplica:
    """The error for shards, as (view, number), that no live node has; *tried* are causes beyond what the roster knows."""
    named = ", ".join(f"{shard} of {view}" for view, shard in lost[:_NAMED_MAX])
    more = f" and {len(lost) - _NAMED_MAX} more" if len(lost) > _NAMED_MAX else ""
    placed = dict.fromkeys(name for view, shard in lost[:_NAMED_MAX] for name in _placed(roster, store, view, shard))
    untried = [name for name in placed if not any(line.startswith(f"node {name}:") for line in tried)]
    lines = [*tried, *(f"node {name}: {describe(roster, name)}" for name in untried)]
    return NoReplica(
        f"no live replica of shard{'s' * (len(lost) > 1)} {named}{more}",
        detail="\n".join(lines) or "The members are not known yet.",
    )


def _placed(roster: Roster, store: NodeStore, view: str, shard: int) -> Sequence[str]:
    held = store.view(view)
    return roster.placement.placed(held.schema, shard) if held else ()


def describe(roster: Roster, name: str) -> str:
    """The state of a node, for an error."""
    if roster.live(name):
        return "does not have it yet"
    peer = roster.peer(name)
    return f"{peer.state}, {peer.why}" if peer else "not a member any more"
