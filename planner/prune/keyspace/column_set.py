"""Sets of values of one key column, kept as the bytes that the key codec makes of them.

Every value's bytes start with 01 (02 for NULL, which sorts last), so a set is some points and some half-open ranges of bytes
between 01 and 03, and AND, OR, NOT are set operations on those. A bound has to stay right when further key columns follow, each of
which starts with 01 or 02: a value's own bytes do, so do its bytes with 03 behind them (just above the value), and a text prefix
and its successor. The successor of a text's bytes would not: an empty text is 01 00, a text of one NUL is 01 00 FF 00.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from statestore.keys import NULL_COLUMN

#: Below every value, above every value but NULL, above NULL.
BOTTOM: Final = b"\x01"
NULLS: Final = NULL_COLUMN
TOP: Final = b"\x03"

Range = tuple[bytes, bytes]


def after(encoded: bytes) -> bytes:
    """The bound just above a value, given its bytes (or those of several columns)."""
    return TOP if encoded == NULLS else encoded + TOP


@dataclass(frozen=True, slots=True)
class ColumnSet:
    """*points*: bytes → physical value; *ranges*: sorted, disjoint, not touching, [lower, upper); no point lies in a range."""

    points: Mapping[bytes, Any]
    ranges: tuple[Range, ...]

    @property
    def is_empty(self) -> bool:
        """Is there no value in it?"""
        return not self.points and not self.ranges

    @property
    def is_everything(self) -> bool:
        """Are all values in it, and NULL?"""
        return self.ranges == EVERYTHING.ranges

    def holds(self, encoded: bytes) -> bool:
        """Is the value with these bytes in the set?"""
        return encoded in self.points or _covers(self.ranges, encoded)


EMPTY: Final = ColumnSet({}, ())
EVERYTHING: Final = ColumnSet({}, ((BOTTOM, TOP),))
NOT_NULL: Final = ColumnSet({}, ((BOTTOM, NULLS),))
ONLY_NULL: Final = ColumnSet({NULLS: None}, ())


def point(encoded: bytes, value: Any) -> ColumnSet:
    """The set of one value."""
    return ColumnSet({encoded: value}, ())


def span(lower: bytes, upper: bytes) -> ColumnSet:
    """lower <= value < upper."""
    return ColumnSet({}, ((lower, upper),)) if lower < upper else EMPTY


def merge(ranges: Iterable[Range]) -> tuple[Range, ...]:
    """Sorted and disjoint, with what touches or overlaps made one."""
    merged: list[Range] = []
    for lower, upper in sorted(r for r in ranges if r[0] < r[1]):
        if merged and lower <= merged[-1][1]:
            if upper > merged[-1][1]:
                merged[-1] = (merged[-1][0], upper)
        else:
            merged.append((lower, upper))
    return tuple(merged)


def union(sets: Sequence[ColumnSet]) -> ColumnSet:
    """What is in any of them."""
    if len(sets) == 1:
        return sets[0]
    ranges = merge(r for s in sets for r in s.ranges)
    points = {encoded: value for s in sets for encoded, value in s.points.items()}
    if ranges:
        points = {encoded: value for encoded, value in points.items() if not _covers(ranges, encoded)}
    return ColumnSet(points, ranges)


def intersection(left: ColumnSet, right: ColumnSet) -> ColumnSet:
    """What is in both."""
    points = {encoded: value for encoded, value in left.points.items() if right.holds(encoded)}
    points.update({encoded: value for encoded, value in right.points.items() if left.holds(encoded)})
    return ColumnSet(points, _intersect_ranges(left.ranges, right.ranges))


def _intersect_ranges(left: Sequence[Range], right: Sequence[Range]) -> tuple[Range, ...]:
    found: list[Range] = []
    i = j = 0
    while i < len(left) and j < len(right):
        lower, upper = max(left[i][0], right[j][0]), min(left[i][1], right[j][1])
        if lower < upper:
            found.append((lower, upper))
        if left[i][1] < right[j][1]:
            i += 1
        else:
            j += 1
    return tuple(found)


def complement(of: ColumnSet, above: Callable[[bytes], bytes] = after) -> ColumnSet:
    """Everything else, NULL included. *above* gives the bound just above a value."""
    lower = BOTTOM
    gaps: list[Range] = []
    for start, end in merge((*of.ranges, *((p, above(p)) for p in of.points))):
        gaps.append((lower, start))
        lower = end
    gaps.append((lower, TOP))
    return ColumnSet({}, tuple(g for g in gaps if g[0] < g[1]))


def _covers(ranges: Sequence[Range], encoded: bytes) -> bool:
    at = bisect_right(ranges, encoded, key=_lower) - 1
    return at >= 0 and encoded < ranges[at][1]


def _lower(of: Range) -> bytes:
    return of[0]


def first_not_below(ranges: Sequence[Range], encoded: bytes) -> int:
    """Index of the first range that starts at *encoded* or above."""
    return bisect_left(ranges, encoded, key=_lower)
