"""Views that move together are read at one version, on whatever nodes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from gateway.cluster.dispatching.attempt import Reach
from gateway.cluster.dispatching.request import Bound, DispatchRequest, Unit
from gateway.cluster.dispatching.version_selection import NoVersionFits, VersionSelector
from gateway.cluster.membership.ports import FragmentTask, HeldView
from gateway.cluster.membership.status import ViewStatus
from gateway.cluster.merging.gather import Flow
from gateway.cluster.whole import places
from gateway.errors import VersionUnavailable
from statestore.version_id import VersionId
from tests.cluster.fakes import V1, V2, V3, FakeStore, at, make_roster, status
from tests.simulation.loop import run_virtual

Versions = dict[str, VersionId]


class Together(FakeStore):
    """Views x and y move together; z moves alone."""

    def view(self, name: str) -> HeldView | None:
        found = super().view(name)
        return found if found is None or name == "z" else replace(found, group="g")


def _no_task(**_: object) -> FragmentTask:
    raise AssertionError("only versions are chosen")


class World:
    """Node a with its views, and others. Every view has shards 0 to 3."""

    def __init__(self, own: Mapping[str, ViewStatus], **others: Mapping[str, ViewStatus]) -> None:
        self.store = Together(own)
        self.roster = make_roster("abc", self.store)
        for name, views in others.items():
            self.roster.heard(name, status(name, views), 0.0)

    def selected(self, bounds: Mapping[str, Bound] | None = None, **needs: set[int]) -> Versions:
        units = [Unit(n, {view: frozenset(shards)}, _no_task) for n, (view, shards) in enumerate(needs.items())]
        request = DispatchRequest(units, Flow(frozenset()), None, bounds or {})
        return dict(VersionSelector(self.roster, self.store).select(request).versions)


def test_the_own_version_of_the_group_is_the_older_where_one_is_being_shown() -> None:
    async def test() -> None:
        world = World({"x": at({0, 1}, V1, V2, V3), "y": at({0, 1}, V1, V2), "z": at({0}, V1, V3)})
        assert world.selected(x={0}, y={1}, z={0}) == {"x": V2, "y": V2, "z": V3}

    run_virtual(test())


def test_the_newest_that_all_nodes_have_of_both() -> None:
    async def test() -> None:
        world = World({"x": at({0}, V1, V2, V3), "y": at({0}, V1, V2, V3)}, b={"x": at({1}, V1, V2, V3), "y": at({1}, V1, V2)})
        selector = VersionSelector(world.roster, world.store)
        units = [Unit(0, {"x": frozenset({0, 1})}, _no_task), Unit(1, {"y": frozenset({0, 1})}, _no_task)]
        # V3 was refused for y: it is not hoped for any more.
        found = selector.select(DispatchRequest(units, Flow(frozenset()), None), [("y", V3)]).versions
        assert found == {"x": V2, "y": V2}

    run_virtual(test())


def test_a_bound_of_one_binds_the_other() -> None:
    async def test() -> None:
        world = World({"x": at({0, 1}, V1, V2, V3), "y": at({0, 1}, V1, V2, V3)})
        assert world.selected({"x": Bound(read_version=2)}, x={0}, y={0}) == {"x": V2, "y": V2}
        with pytest.raises(NoVersionFits) as caught:
            world.selected({"x": Bound(read_version=2), "y": Bound(read_version=1)}, x={0}, y={0})
        assert isinstance(caught.value.error, VersionUnavailable)

    run_virtual(test())


def test_a_whole_query_elsewhere_reads_one_version_too() -> None:
    async def test() -> None:
        everything = {0, 1, 2, 3}
        world = World(
            {"x": at({0}, V1, V2, V3), "y": at({0}, V1, V2)},
            b={"x": at(everything, V1, V2, V3), "y": at(everything, V1, V2)},
            c={"x": at(everything, V3), "y": at(everything, V1)},
        )
        # Nothing is run.
        reach = Reach(world.roster, None, None, None, world.store)  # type: ignore[arg-type]
        shards = {"x": frozenset(everything), "y": frozenset(everything)}
        found = places(reach, shards, {})
        assert [(p.node, p.versions) for p in found] == [("b", {"x": V2, "y": V2})]

    run_virtual(test())
