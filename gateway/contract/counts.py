"""What a process counts of the statements it answers, for its metrics. Changed in the event loop's thread, read in any.

Of keyed reads on the hot path one in SAMPLED is timed, and counts as so many: to time each would cost a part of what it takes.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from typing import Final

#: A power of two.
SAMPLED: Final = 64
#: Upper ends of the histogram's buckets.
BOUNDS_S: Final = (
    25e-6,
    50e-6,
    1e-4,
    2.5e-4,
    5e-4,
    1e-3,
    2.5e-3,
    5e-3,
    0.01,
    0.025,
    0.05,
    0.1,
    0.25,
    0.5,
    1.0,
    2.5,
    5.0,
    10.0,
    30.0,
    60.0,
)


class Histogram:
    """How often, and how long in all. The last bucket has no upper end."""

    __slots__ = ("buckets", "sum_s")

    def __init__(self) -> None:
        self.buckets = [0] * (len(BOUNDS_S) + 1)
        self.sum_s = 0.0

    def add(self, seconds: float, times: int = 1) -> None:
        """It took so long, so many times."""
        self.buckets[bisect_left(BOUNDS_S, seconds)] += times
        self.sum_s += seconds * times


class Counts:
    """*errors* by SQLSTATE, *statements* by kind and plan, *fragments* by node and how they ended; *turn* counts what the hot
    path is asked."""

    __slots__ = ("errors", "fragments", "statements", "turn")

    def __init__(self) -> None:
        self.errors: Counter[str] = Counter()
        self.statements: defaultdict[tuple[str, str], Histogram] = defaultdict(Histogram)
        self.fragments: Counter[tuple[str, str]] = Counter()
        self.turn = 0

    @property
    def answered(self) -> int:
        """How many statements."""
        return sum(sum(histogram.buckets) for histogram in list(self.statements.values()))
