"""A whole query on one other node that has all it reads: no rows but those of the answer travel."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from gateway.cluster.dispatching.attempt import GuardedSink, Reach
from gateway.cluster.dispatching.coverage import bundles_of
from gateway.cluster.dispatching.request import Bound, DispatchResult
from gateway.cluster.membership.ports import FragmentTask, QuerySink
from gateway.cluster.membership.status import ViewStatus
from gateway.errors import FragmentRefused, GatewayError, PeerUnreachable, QueryCancelled
from statestore.version_id import VersionId

_ANY = Bound()


class WholeFailed(GatewayError):
    """No node could run the query as a whole, and nobody has seen a row of it: it has to be split."""


@dataclass(frozen=True, slots=True)
class WholeHolder:
    """A node that has everything, and the versions to read there."""

    node: str
    versions: Mapping[str, VersionId]


def places(reach: Reach, shards: Mapping[str, frozenset[int]], bounds: Mapping[str, Bound]) -> list[WholeHolder]:
    """Other nodes that have all these shards at versions within the bounds, best first."""
    holders: list[str] | None = None
    for view, numbers in shards.items():
        for number in numbers:
            found = reach.roster.live_holders(view, number)
            holders = [name for name in (found if holders is None else holders) if name in found]
            if not holders:
                return []
    others = (name for name in holders or () if name != reach.roster.identity.name)
    return list(_with_versions(reach, others, shards, bounds))


def _with_versions(
    reach: Reach, names: Iterator[str], shards: Mapping[str, frozenset[int]], bounds: Mapping[str, Bound]
) -> Iterator[WholeHolder]:
    for name in names:
        versions: dict[str, VersionId] = {}
        for views in bundles_of(reach.store, shards):
            found = _version(reach, name, views, bounds)
            if found is None:
                break
            versions.update(dict.fromkeys(views, found))
        else:
            yield WholeHolder(name, versions)


def _version(reach: Reach, name: str, views: tuple[str, ...], bounds: Mapping[str, Bound]) -> VersionId | None:
    """The version to read there of views that move together: this node's own, or else the newest of the same schemas."""
    mine = [reach.store.view(view) for view in views]
    theirs: list[ViewStatus | None] = [reach.roster.view_status(name, view) for view in views]

    def serves(version: VersionId) -> bool:
        kept = all(status is not None and version in status.kept for status in theirs)
        return kept and all(bounds.get(view, _ANY).admits(version) for view in views)

    first = theirs[0]
    if first is None or None in mine:
        return None
    if mine[0] is not None and serves(mine[0].status.current):
        return mine[0].status.current
    if any(m is None or t is None or t.schema != m.status.schema for m, t in zip(mine, theirs, strict=True)):
        return None
    # Of another view of the name this node knows nothing yet, or nothing any more.
    view_id = mine[0].status.current.view_id if mine[0] is not None else ""
    return next((version for version in reversed(first.kept) if version.view_id == view_id and serves(version)), None)


async def run_whole(
    reach: Reach, found: list[WholeHolder], make: Callable[..., FragmentTask], sink: QuerySink, deadline_s: float | None
) -> DispatchResult:
    """Run the query on the first of the places, on the next where one fails; *make* takes number and versions of its task.

    Raises WholeFailed after the last one, FragmentLost, the query's own errors, QueryCancelled at the deadline.
    """
    try:
        async with asyncio.timeout_at(deadline_s):
            for number, place in enumerate(found):
                if await _run(reach, place, make(number=number + 1, versions=place.versions), sink, deadline_s):
                    return DispatchResult(place.versions, retries=number)
    except TimeoutError:
        raise QueryCancelled("canceling statement due to statement timeout") from None
    raise WholeFailed("no node could run the whole query")


async def _run(reach: Reach, place: WholeHolder, task: FragmentTask, sink: QuerySink, deadline_s: float | None) -> bool:
    """One attempt; False where another node may be asked."""
    own = GuardedSink(sink.open(task, place.node))
    try:
        outcome = await reach.run(place.node, task, deadline_s, own)
    except (PeerUnreachable, FragmentRefused) as error:
        reach.failed(place.node, own, error)
        return False
    own.finish(outcome)
    return True
