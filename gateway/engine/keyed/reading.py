"""A KeySet of one view version → stored rows, shard by shard or in key order."""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from operator import itemgetter
from typing import Final

from gateway.engine.options import SCAN_ROWS
from gateway.errors import StaleRead
from planner.prune.route.pruning import Extent, prune
from planner.tree.query_plan import AccessPath, KeyRange, KeySet
from statestore.errors import ShardNotHeld, ShardNotReady
from statestore.node import Shard, ViewVersion
from statestore.node.portions import bytes_of_rows, portions
from statestore.schema import RangePartitioning, ViewSchema
from statestore.views.evolution import is_same_view

Values = Iterator[list[bytes]]

#: Rows that are read before anybody looks how many bytes they have.
_FEW_BATCH_ROWS: Final = 256
#: Rows that are got at once by their keys: each may be large.
_POINTS: Final = 16
#: Batches of a merge that are not worth a scan in each of the shards, and of how many shards.
_STEPPED_MAX: Final = 256
_STEPPED_SHARDS_MAX: Final = 64
#: Of each shard that is merged so many are read at once, at least.
_MERGED_BATCH_ROWS: Final = 64
_key_of: Final = itemgetter(0)
_value_of: Final = itemgetter(1)


@dataclass(slots=True)
class ReadFacts:
    """How one reference to a view was read, for EXPLAIN ANALYZE. *rows* is None where DuckDB scanned a copy or a stream."""

    slot: str
    view: str
    version: int
    keys: KeySet
    way: str
    rows: int | None = None
    bytes: int | None = None
    #: ViewVersion.expired_before_us of the version.
    expired_before_us: int | None = None


def pruned(keys: KeySet, version: ViewVersion) -> KeySet:
    """The KeySet whose ranges over several shards are without those whose keys all lie outside."""
    if keys.access is not AccessPath.RANGE or all(len(r.shards) == 1 for r in keys.ranges):
        return keys
    return prune(keys, lambda shard: _extent(version, shard))


def _extent(version: ViewVersion, shard: int) -> Extent:
    least, greatest = version.shards[shard].bounds
    return None if least is None or greatest is None else (least, greatest)


def check_planned(planned: ViewSchema | None, version: ViewVersion) -> None:
    """Raise StaleRead where *version* is of another view than the one of its name that a plan was made for: it would be misread."""
    schema = version.schema
    if planned is None or schema is planned or schema == planned or is_same_view(planned, schema):
        return
    raise StaleRead(
        f"view {schema.name} was deleted and made anew with another schema",
        detail="The query was planned for one of the two, and this is the other's data.",
        hint="Begin a new transaction, and run the query again.",
    )


def within(keys: KeySet, shards: frozenset[int] | None) -> KeySet:
    """The part of the KeySet that lies in *shards*; None: all of it."""
    if shards is None or shards.issuperset(keys.shards):
        return keys
    left = tuple(s for s in keys.shards if s in shards)
    if not left:
        return KeySet(AccessPath.NOTHING, ())
    match keys.access:
        case AccessPath.POINT | AccessPath.MULTI_GET:
            points = tuple(p for p in keys.points if p[0] in shards)
            return KeySet(AccessPath.POINT if len(points) == 1 else AccessPath.MULTI_GET, left, points)
        case AccessPath.RANGE:
            ranges = (KeyRange(r.lower, r.upper, tuple(s for s in r.shards if s in shards)) for r in keys.ranges)
            return KeySet(AccessPath.RANGE, left, ranges=tuple(r for r in ranges if r.shards))
        case _:
            return KeySet(AccessPath.SOME_SHARDS, left)


def check_held(keys: KeySet, version: ViewVersion) -> None:
    """Raise ShardNotHeld where the KeySet needs a shard that this node does not hold at this version; ShardDamaged where it is
    fetched again."""
    if len(version.held) < len(version.shards) and (missing := [s for s in keys.shards if s not in version.held]):
        version.shards[missing[0]].prepare()
        raise ShardNotHeld(
            f"shard {missing[0]} of view {version.schema.name} is not held by this node at version {version.version}"
        )


def prepare(version: ViewVersion, keys: KeySet) -> None:
    """Make all that is to be read ready, where that may fail, before a row of it has gone anywhere. Not for the event loop."""
    if version.group is not None:
        for shard in keys.shards:
            version.shards[shard].prepare()


def read_values(version: ViewVersion, keys: KeySet, *, descending: bool | None, batch_rows: int) -> Values:
    """Stored rows in lists of about *batch_rows*; in key order (or against it) unless *descending* is None."""
    match keys.access:
        case AccessPath.NOTHING:
            return iter(())
        case AccessPath.POINT | AccessPath.MULTI_GET:
            return _points(version, keys.points, batch_rows, reverse=bool(descending))
        case AccessPath.RANGE:
            ranges = keys.ranges[::-1] if descending else keys.ranges
            return (batch for r in ranges for batch in _range(version, r, descending, batch_rows))
        case _:
            return _range(version, KeyRange(b"", None, keys.shards), descending, batch_rows)


def read_few(
    version: ViewVersion, keys: KeySet, rows_max: int, *, descending: bool | None, bytes_max: int | None = None
) -> list[bytes]:
    """The first *rows_max* of what read_values() gives, all at once. Raises OverflowError where they have more than *bytes_max*.

    Raises ShardNotReady where many expired rows may lie before them, which is for another thread to find out.
    """
    found: list[bytes] = []
    if keys.access is AccessPath.RANGE and (descending is None or all(len(r.shards) == 1 for r in keys.ranges)):
        for r in keys.ranges[::-1] if descending else keys.ranges:
            for shard in r.shards:
                few = version.shards[shard].few(
                    r.lower, r.upper, rows_max - len(found), reverse=bool(descending), bytes_max=bytes_max
                )
                if len(keys.ranges) == len(r.shards) == 1:
                    return few
                found += few
                if len(found) >= rows_max:
                    return _checked(found, bytes_max)
        return _checked(found, bytes_max)
    if len(keys.points) in range(1, rows_max + 1):
        return _checked(get_points(version, keys.points[::-1] if descending else keys.points), bytes_max)
    if not rows_max:
        return []
    if version.expired_before_us is not None and version.few_rows is None:
        raise ShardNotReady(f"the first rows of view {version.schema.name} may lie behind many that have expired")
    size = 0
    for batch in read_values(version, keys, descending=descending, batch_rows=min(rows_max, _FEW_BATCH_ROWS)):
        found += batch[: rows_max - len(found)]
        size += 0 if bytes_max is None else sum(map(len, batch))
        if len(found) == rows_max or (bytes_max is not None and size > bytes_max):
            break
    return _checked(found, bytes_max)


def _checked(rows: list[bytes], bytes_max: int | None) -> list[bytes]:
    if bytes_max is not None and sum(map(len, rows)) > bytes_max:
        raise OverflowError(f"rows of more than {bytes_max} bytes")
    return rows


def _points(version: ViewVersion, points: Sequence[tuple[int, bytes]], batch_rows: int, *, reverse: bool) -> Values:
    if reverse:
        points = points[::-1]
    parts = (get_points(version, points[start : start + _POINTS]) for start in range(0, len(points), _POINTS))
    return portions(chain.from_iterable(parts), batch_rows, bytes_of_rows)


def get_points(version: ViewVersion, points: Sequence[tuple[int, bytes]]) -> list[bytes]:
    """The rows that exist of these keys, in their order."""
    shards = version.shards
    if len(points) == 1:
        shard, key = points[0]
        value = shards[shard].get(key)
        return [] if value is None else [value]
    if len({shard for shard, _ in points}) == 1:
        return [v for v in shards[points[0][0]].multi_get([key for _, key in points]) if v is not None]
    by_shard: dict[int, list[int]] = defaultdict(list)
    for position, (shard, _) in enumerate(points):
        by_shard[shard].append(position)
    found: list[bytes | None] = [None] * len(points)
    for shard, positions in by_shard.items():
        values = shards[shard].multi_get([points[p][1] for p in positions])
        for position, value in zip(positions, values, strict=True):
            found[position] = value
    return [v for v in found if v is not None]


def _range(version: ViewVersion, r: KeyRange, descending: bool | None, batch_rows: int) -> Values:
    reverse = bool(descending)
    shards = r.shards[::-1] if reverse else r.shards
    # Shards of a range partitioning follow one another in key order, so nothing has to be merged.
    if descending is None or len(shards) == 1 or isinstance(version.schema.partitioning, RangePartitioning):
        for shard in shards:
            yield from version.shards[shard].scan(r.lower, r.upper, reverse=reverse, batch_rows=batch_rows)
        return
    is_few = batch_rows <= _STEPPED_MAX and len(shards) <= _STEPPED_SHARDS_MAX
    if is_few and all(type(version.shards[shard]) is Shard for shard in shards):
        yield from portions(_stepped(version, r, reverse=reverse), batch_rows, bytes_of_rows)
        return
    each_rows = max(_MERGED_BATCH_ROWS, batch_rows // len(shards))
    streams = [_items(version, shard, r, each_rows, reverse=reverse) for shard in shards]
    merged = map(_value_of, heapq.merge(*streams, key=_key_of, reverse=reverse))
    yield from portions(merged, batch_rows, bytes_of_rows)


def _stepped(version: ViewVersion, r: KeyRange, *, reverse: bool) -> Iterator[bytes]:
    """Rows of several shards in the key's order; no shard is looked into before it may have the next one."""
    #: Where a shard's next row is, or an end of the shard that lies before it; and the row, where it has been read.
    heads, opened = list[tuple[bytes, int, bytes | None]](), dict[int, Iterator[tuple[bytes, bytes]]]()
    for shard in r.shards:
        least, greatest = version.shards[shard].bounds
        if least is None or greatest is None or greatest < r.lower or (r.upper is not None and least >= r.upper):
            continue
        end = min(greatest, r.upper or greatest) if reverse else max(least, r.lower)
        heads.append((end, shard, None))
    first = max if reverse else min
    while heads:
        head = first(heads)
        heads.remove(head)
        _, shard, row = head
        if row is not None:
            yield row
        if shard not in opened:
            opened[shard] = version.shards[shard].step_items(r.lower, r.upper, reverse=reverse)
        # Rows of a shard key's value stand side by side: up to where another shard may have the next one nobody compares them all.
        other = first(heads)[0] if heads else None
        for key, row in opened[shard]:
            if other is not None and (key < other if reverse else key > other):
                heads.append((key, shard, row))
                break
            yield row


def _items(version: ViewVersion, shard: int, r: KeyRange, batch_rows: int, *, reverse: bool) -> Iterator[tuple[bytes, bytes]]:
    for batch in version.shards[shard].scan_items(r.lower, r.upper, reverse=reverse, batch_rows=batch_rows):
        yield from batch


def read_window(version: ViewVersion, keys: KeySet, offset: int, limit: int | None, *, descending: bool | None) -> Values:
    """What read_values() gives without the first *offset* rows, and at most *limit* of the others; reads hardly more than these."""
    batch_rows = SCAN_ROWS if limit is None else min(SCAN_ROWS, max(_FEW_BATCH_ROWS, offset + limit))
    batches = read_values(version, keys, descending=descending, batch_rows=batch_rows)
    left = limit
    for batch in batches:
        if offset:
            skipped = min(offset, len(batch))
            batch, offset = batch[skipped:], offset - skipped
        if left is not None:
            batch = batch[:left]
            left -= len(batch)
        if batch:
            yield batch
        if left == 0:
            return
