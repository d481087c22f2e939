"""Sets of single key columns → keys and key ranges → shards, on the cheapest rung of the ladder.

The contract is constraining's: the shard set and the ranges may be too large, never too small. Key columns are walked from the
first: columns with single values multiply into prefixes; the first column with ranges ends the walk, and so does a column that
nothing is known about. A prefix that reaches the last column is a point. A prefix that covers the shard key has one shard.

A state table's rows lie in no order, and its key may have no columns: what is no point there is a scan of whole shards.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, NamedTuple

from planner.prune.keyspace.column_set import ColumnSet, after
from planner.prune.keyspace.key_column import KeyColumn
from planner.tree.query_plan import AccessPath, KeyRange, KeySet
from statestore.keys import KeyCodec
from statestore.schema import RangePartitioning, ViewSchema
from statestore.sharding import shard_function

#: Values of several columns multiply into at most so many prefixes; beyond, the later columns are left to the filter.
POINTS_MAX: Final = 10_000
#: Beyond so many ranges their shards are scanned whole, and the filter does the rest.
RANGES_MAX: Final = 10_000
#: Schemas whose compiled codecs are kept.
_ROUTERS_MAX: Final = 256

#: Key position → values; a column that is missing may have any.
Sets = Mapping[int, ColumnSet]

NOTHING: Final = KeySet(AccessPath.NOTHING, ())


class Shards:
    """The shards of one view. Immutable."""

    def __init__(self, schema: ViewSchema) -> None:
        self.all = tuple(range(schema.shards))
        self.of_values = shard_function(schema)
        self._width = len(schema.shard_key)
        self._splits = schema.partitioning.splits if isinstance(schema.partitioning, RangePartitioning) else None

    def of_key(self, values: Sequence[Any], key: bytes) -> int:
        """The shard of a whole key, given its leading values too."""
        if self._splits is not None:
            # A split is a whole shard key, so comparing whole keys with it compares shard keys.
            return bisect_right(self._splits, key)
        return self.of_values(values[: self._width])

    def is_one(self, box: Mapping[int, ColumnSet]) -> bool:
        """Do all keys of a box lie in one shard, because it has one value of each column that tells the shard?"""
        return self._splits is None and all(at in box and len(box[at].points) == 1 for at in range(self._width))

    def of_span(self, values: Sequence[Any], lower: bytes, upper: bytes | None) -> tuple[int, ...]:
        """The shards of lower <= key < upper, whose leading columns all have *values*."""
        if self._splits is not None:
            last = len(self._splits) if upper is None else bisect_left(self._splits, upper)
            return self.all[bisect_right(self._splits, lower) : last + 1]
        return (self.of_values(values[: self._width]),) if 0 < self._width <= len(values) else self.all


class Span(NamedTuple):
    """lower <= key < upper (None: no end) in *shards*."""

    lower: bytes
    upper: bytes | None
    shards: tuple[int, ...]


def merged(spans: Iterable[Span]) -> list[Span]:
    """Sorted and disjoint. What overlaps becomes one span over the shards of both; what merely touches, if they have the same."""
    found: list[Span] = []
    for span in sorted((s for s in spans if s.shards), key=_start):
        last = found[-1] if found else None
        if last is None or not _joins(last, span):
            found.append(span)
        else:
            shards = last.shards if last.shards == span.shards else tuple(sorted({*last.shards, *span.shards}))
            found[-1] = Span(last.lower, _later(last.upper, span.upper), shards)
    return found


def _start(span: Span) -> bytes:
    return span.lower


def _joins(last: Span, span: Span) -> bool:
    if last.upper is None or span.lower < last.upper:
        return True
    return span.lower == last.upper and span.shards == last.shards


def _later(one: bytes | None, other: bytes | None) -> bytes | None:
    return None if one is None or other is None else max(one, other)


@dataclass(frozen=True, slots=True)
class Composed:
    """*coarse*: a limit made it larger than the sets it was composed from."""

    keys: KeySet
    coarse: bool


class Router:
    """The key columns of one view and its shards. Immutable."""

    def __init__(self, schema: ViewSchema) -> None:
        self.schema = schema
        self.columns = tuple(KeyColumn(schema, i) for i in range(len(schema.key)))
        self.codec = KeyCodec(schema)
        self.shards = Shards(schema)
        #: Does a whole key tell the only row that has it, and its shard?
        self.has_points = bool(schema.key) and (bool(schema.shard_key) or schema.shards == 1)

    def compose(self, boxes: Sequence[Sets], *, bounded: bool) -> Composed:
        """The KeySet that covers all boxes. Unless *bounded*, no limit applies."""
        walk = _KeyWalk(self, bounded=bounded)
        for box in boxes:
            walk.add(box)
        return walk.composed()

    def prefix(self, values: Sequence[Any]) -> KeyRange:
        """The keys whose first columns have these values; not for no values, nor for all."""
        lower = self.codec.encode_prefix(values)
        upper = after(lower)
        return KeyRange(lower, upper, self.shards.of_span(values, lower, upper))

    def points(self, found: Mapping[bytes, int]) -> KeySet:
        """Whole keys, each with its shard."""
        if not found:
            return NOTHING
        points = tuple((shard, key) for key, shard in sorted(found.items()))
        return KeySet(AccessPath.POINT if len(points) == 1 else AccessPath.MULTI_GET, tuple(sorted(set(found.values()))), points)

    def points_in(self, shard: int, found: Set[bytes]) -> KeySet:
        """Whole keys of one shard."""
        if not found:
            return NOTHING
        points = tuple([(shard, key) for key in sorted(found)])
        return KeySet(AccessPath.POINT if len(points) == 1 else AccessPath.MULTI_GET, (shard,), points)

    def everything(self) -> KeySet:
        """All shards, whole."""
        return KeySet(AccessPath.ALL_SHARDS, self.shards.all)


@lru_cache(maxsize=_ROUTERS_MAX)
def router(schema: ViewSchema) -> Router:
    """The Router of a view's schema, made once."""
    return Router(schema)


_Prefix = tuple[bytes, tuple[Any, ...]]


class _KeyWalk:
    """Points and spans gathered from boxes."""

    def __init__(self, of: Router, *, bounded: bool) -> None:
        self._router = of
        self._bounded = bounded
        self._points: dict[bytes, int] = {}
        self._spans: list[Span] = []
        self._coarse = False

    def add(self, box: Sets) -> None:
        """Walk the key columns of one box."""
        prefixes: list[_Prefix] = [(b"", ())]
        if not self._router.has_points:
            self._add_prefixes(prefixes)
            self._coarse = self._coarse or bool(box)
            return
        for column in self._router.columns:
            of = box.get(column.position)
            if of is None:
                self._add_prefixes(prefixes)
                return
            if of.ranges:
                of = column.tightened(of)
                self._add_ranges(prefixes, of)
            if self._bounded and len(prefixes) > 1 and len(prefixes) * len(of.points) > max(POINTS_MAX, len(prefixes)):
                self._coarse = True
                self._add_prefixes(prefixes if of.points else [])
                return
            prefixes = [(p + e, (*v, value)) for p, v in prefixes for e, value in of.points.items()]
            if not prefixes:
                return
        self._add_points(prefixes, one_shard=self._router.shards.is_one(box))

    def _add_ranges(self, prefixes: list[_Prefix], of: ColumnSet) -> None:
        shards = self._router.shards
        for prefix, values in prefixes:
            for lower, upper in of.ranges:
                start, end = prefix + lower, prefix + upper
                self._spans.append(Span(start, end, shards.of_span(values, start, end)))

    def _add_prefixes(self, prefixes: list[_Prefix]) -> None:
        shards = self._router.shards
        for prefix, values in prefixes:
            end = after(prefix) if prefix else None
            self._spans.append(Span(prefix, end, shards.of_span(values, prefix, end)))

    def _add_points(self, prefixes: list[_Prefix], *, one_shard: bool) -> None:
        of_key = self._router.shards.of_key
        if one_shard:
            key, values = prefixes[0]
            self._points.update(dict.fromkeys((key for key, _ in prefixes), of_key(values, key)))
            return
        for key, values in prefixes:
            if key not in self._points:
                self._points[key] = of_key(values, key)

    def composed(self) -> Composed:
        """What was gathered."""
        if self._spans:
            return self._ranges()
        return Composed(self._router.points(self._points), self._coarse)

    def _ranges(self) -> Composed:
        spans = [*self._spans, *(Span(key, after(key), (shard,)) for key, shard in self._points.items())]
        found = merged(spans)
        shards = tuple(sorted({s for span in found for s in span.shards}))
        if not shards:
            return Composed(NOTHING, self._coarse)
        whole = found[0].lower == b"" and found[0].upper is None
        coarse = self._coarse or (self._bounded and len(found) > RANGES_MAX)
        if not whole and not self._router.schema.ordered:
            whole = coarse = True
        if whole or (self._bounded and len(found) > RANGES_MAX):
            every = len(shards) == len(self._router.shards.all)
            return Composed(KeySet(AccessPath.ALL_SHARDS if every else AccessPath.SOME_SHARDS, shards), coarse)
        return Composed(KeySet(AccessPath.RANGE, shards, ranges=tuple(KeyRange(*span) for span in found)), coarse)
