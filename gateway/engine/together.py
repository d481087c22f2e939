"""Tables of one attached query are read at one batch, all of them that a query names."""

from __future__ import annotations

from collections.abc import Mapping

from gateway.contract.bounds import VersionBounds
from gateway.errors import StaleRead
from statestore.node import Store, ViewVersion


def pin_name(store: Store, view: str) -> str:
    """What a transaction settles on at its first read of *view*: the view itself, or all that moves together with it."""
    found = store.views().get(view)
    # No view's name has a slash.
    return view if found is None or found.group is None else f"/{found.group.name}"


def of_group(version: ViewVersion, view: str) -> ViewVersion:
    """*view* at the version of a table of its group. Raises StaleRead."""
    if version.schema.name == view or version.group is None:
        return version
    found = version.group.version_of(view)
    if found is None:
        raise StaleRead(f"{view} was not there yet at version {version.version} of {version.schema.name}")
    return found


def together(found: Mapping[str, ViewVersion], bounds: VersionBounds | None) -> dict[str, ViewVersion]:
    """The versions with those of one group made one: the one that was asked for, else the newest. Raises StaleRead."""
    leaders: dict[str, ViewVersion] = {}
    for version in found.values():
        if version.group is not None:
            leader = leaders.get(version.group.name)
            if leader is None or _is_before(leader, version, bounds):
                leaders[version.group.name] = version
    settled = {
        view: version if version.group is None else of_group(leaders[version.group.name], view) for view, version in found.items()
    }
    if bounds is not None:
        _check(settled, bounds)
    return settled


def members(versions: Mapping[str, ViewVersion]) -> frozenset[str]:
    """The views that others of *versions* move together with."""
    groups = [v.group.name for v in versions.values() if v.group is not None]
    return frozenset(view for view, v in versions.items() if v.group is not None and groups.count(v.group.name) > 1)


def _is_before(one: ViewVersion, other: ViewVersion, bounds: VersionBounds | None) -> bool:
    asked = (0, 0) if bounds is None else (bounds.read.of(one), bounds.read.of(other))
    if bool(asked[0]) != bool(asked[1]):
        return bool(asked[1])
    return (one.incarnation, one.version) < (other.incarnation, other.version)


def _check(settled: Mapping[str, ViewVersion], bounds: VersionBounds) -> None:
    for view, version in settled.items():
        asked, least = bounds.read.of(version), bounds.least.of(version)
        if version.group is not None and ((asked and asked != version.version) or version.version < least):
            raise StaleRead(
                f"tables of attachment {version.group.name} are read at one version, and {asked or least} is asked for of {view}",
                detail=f"Version {version.version} is asked for of another one.",
            )
