"""How much a read will read, for EXPLAIN's costs: exact counts of whole shards, of keys and of short ranges.

keys         as many rows as keys
ranges       counted up to RANGE_COUNTED_MAX rows a shard; beyond, the shard's rows by where the range lies between its least
             and its greatest key, as if keys were spread evenly
shards       their live rows
not here     what the nodes that hold them tell of a shard (`Overview`); of its ranges, the share that those here have
state tables rows that have been counted before: counting opens every partition, which EXPLAIN must not
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from gateway.access.grants import UserGrants
from gateway.contract.overview import Overview
from gateway.engine.keyed.reading import pruned
from planner.plan.explain import ReadSize
from planner.plan.explain.estimating import ROWS_UNKNOWN
from planner.tree.query_plan import AccessPath, KeyRange, KeySet, QueryPlan, SourceRead
from planner.tree.values import Value
from statestore.node import ViewVersion

#: Rows of a range that are counted in each shard.
RANGE_COUNTED_MAX: Final = 10_000
#: The share of a range of which nothing is known: DEFAULT_RANGE_INEQ_SEL of PostgreSQL.
_RANGE_SHARE: Final = 0.005
_DIGITS: Final = 8
_ALONE: Final = Overview()
#: What is said of a view of which the user may not know more.
_UNSEEN: Final = ReadSize(ROWS_UNKNOWN, ROWS_UNKNOWN, 1, narrowed=False)
_NARROW: Final = frozenset({AccessPath.NOTHING, AccessPath.POINT, AccessPath.MULTI_GET, AccessPath.RANGE})


def sizes_of(
    plan: QueryPlan,
    values: tuple[Value, ...],
    now_us: int,
    versions: Mapping[str, ViewVersion],
    grants: UserGrants | None,
    overview: Overview = _ALONE,
) -> dict[str, ReadSize]:
    """Of each read of views, by its slot. Counts, which can take a while the first time: not for the event loop."""
    params = values if len(values) == len(plan.parameters) else None
    return {
        r.slot: _size(r, params, now_us, versions[r.relation.name], overview)
        if _may_know(grants, r.relation.name, defined=bool(plan.bound.uses))
        else _UNSEEN
        for r in plan.reads
    }


def _may_know(grants: UserGrants | None, view: str, *, defined: bool) -> bool:
    """May the user know how many rows fit conditions? Those of a definition are about columns that may not be granted."""
    return grants is None or (grants.allows_whole(view) if defined else grants.reaches(view))


def _size(read: SourceRead, params: Sequence[Value] | None, now_us: int, version: ViewVersion, overview: Overview) -> ReadSize:
    rows = [_rows(version, number, overview) for number in range(version.schema.shards)]
    total = sum(rows)
    if params is None:
        return ReadSize(total, total, len(rows), narrowed=False)
    keys = read.constraint.resolve(params, now_us)
    if version.held.issuperset(keys.shards):
        keys = pruned(keys, version)
    narrowed = keys.access in _NARROW
    match keys.access:
        case AccessPath.NOTHING:
            return ReadSize(0, total, 0, narrowed)
        case AccessPath.POINT | AccessPath.MULTI_GET:
            return ReadSize(min(len(keys.points), total), total, len(keys.points), narrowed)
        case AccessPath.RANGE:
            places = sum(len(r.shards) for r in keys.ranges)
            return ReadSize(min(_in_ranges(version, keys, rows), total), total, places, narrowed)
    return ReadSize(sum(rows[shard] for shard in keys.shards), total, len(keys.shards), narrowed)


def _rows(version: ViewVersion, number: int, overview: Overview) -> float:
    shard = version.shards[number]
    if number not in version.held:
        told = overview.elsewhere.get((version.schema.name, number))
        return ROWS_UNKNOWN if told is None or told.rows is None else told.rows
    if version.group is not None:
        return ROWS_UNKNOWN if shard.known_rows is None else shard.known_rows
    return shard.count_rows()


def _in_ranges(version: ViewVersion, keys: KeySet, rows: Sequence[float]) -> float:
    here = [(shard, r) for r in keys.ranges for shard in r.shards if shard in version.held and version.group is None]
    found = sum(_in_range(version, shard, r, rows[shard]) for shard, r in here)
    seen = sum(rows[shard] for shard in {shard for shard, _ in here})
    share = found / seen if seen else _RANGE_SHARE
    return found + share * sum(rows[shard] for shard in set(keys.shards) - {shard for shard, _ in here})


def _in_range(version: ViewVersion, shard: int, r: KeyRange, rows: float) -> float:
    counted = len(next(iter(version.shards[shard].scan(r.lower, r.upper, batch_rows=RANGE_COUNTED_MAX)), ()))
    if counted < RANGE_COUNTED_MAX:
        return counted
    least, greatest = version.min_key(shard), version.max_key(shard)
    assert least is not None, "rows have been counted"
    assert greatest is not None, "rows have been counted"
    lower, upper = max(r.lower, least), greatest if r.upper is None else min(r.upper, greatest)
    return max(counted, rows * _share(lower, upper, least, greatest))


def _share(lower: bytes, upper: bytes, least: bytes, greatest: bytes) -> float:
    """How much of the way from *least* to *greatest* lies between *lower* and *upper*, their bytes read as numbers."""
    same = next((i for i, (one, other) in enumerate(zip(least, greatest, strict=False)) if one != other), len(least))

    def number(key: bytes) -> int:
        return int.from_bytes(key[same : same + _DIGITS].ljust(_DIGITS, b"\0"), "big")

    way = number(greatest) - number(least)
    return (number(upper) - number(lower)) / way if way else 1.0
