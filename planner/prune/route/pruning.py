"""Leaving out shards whose keys all lie outside what is to be read."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from planner.tree.query_plan import AccessPath, KeyRange, KeySet

#: The least and the greatest key of a shard; None where it holds no row.
Extent = tuple[bytes, bytes] | None


def prune(keys: KeySet, extent: Callable[[int], Extent]) -> KeySet:
    """The KeySet without the shards that cannot hold any of it, by the least and the greatest key of each.

    An extent may be too wide (rows that have since been deleted), never too narrow.
    """
    match keys.access:
        case AccessPath.POINT | AccessPath.MULTI_GET:
            points = tuple((shard, key) for shard, key in keys.points if _within(extent(shard), key))
            return _settled(keys, (shard for shard, _ in points), points=points)
        case AccessPath.RANGE:
            ranges = tuple(r for r in (_narrowed(r, extent) for r in keys.ranges) if r.shards)
            return _settled(keys, (shard for r in ranges for shard in r.shards), ranges=ranges)
        case AccessPath.SOME_SHARDS | AccessPath.ALL_SHARDS:
            return _settled(keys, (shard for shard in keys.shards if extent(shard) is not None))
        case AccessPath.NOTHING:
            return keys


def _within(of: Extent, key: bytes) -> bool:
    return of is not None and of[0] <= key <= of[1]


def _narrowed(of: KeyRange, extent: Callable[[int], Extent]) -> KeyRange:
    return replace(of, shards=tuple(shard for shard in of.shards if _overlaps(extent(shard), of)))


def _overlaps(of: Extent, span: KeyRange) -> bool:
    return of is not None and of[1] >= span.lower and (span.upper is None or of[0] < span.upper)


def _settled(
    keys: KeySet, touched: Iterable[int], points: tuple[tuple[int, bytes], ...] = (), ranges: tuple[KeyRange, ...] = ()
) -> KeySet:
    shards = tuple(sorted(set(touched)))
    if not shards:
        return KeySet(AccessPath.NOTHING, ())
    access = keys.access
    if access is AccessPath.MULTI_GET and len(points) == 1:
        access = AccessPath.POINT
    if access is AccessPath.ALL_SHARDS and len(shards) < len(keys.shards):
        access = AccessPath.SOME_SHARDS
    return KeySet(access, shards, points, ranges)
