"""Those who have not said yet what they want, oldest first: who has waited longest goes where there are too many.

A client that means it says what it wants at once. So a crowd that connects and is silent, whatever it has begun to send, drives out
its own, and whoever comes behind it is served.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Generic, TypeVar

T = TypeVar("T")


class Waiting(Generic[T]):
    """At most *each_max* of one source."""

    def __init__(self, each_max: int) -> None:
        self._each_max = each_max
        self._found: dict[str, dict[T, None]] = defaultdict(dict)

    def add(self, source: str, who: T) -> T | None:
        """*who* waits from now on; whoever has to go for it."""
        those = self._found[source]
        those[who] = None
        if len(those) <= self._each_max:
            return None
        oldest = next(iter(those))
        del those[oldest]
        return oldest

    def remove(self, source: str, who: T) -> None:
        """It does no more, if it did."""
        those = self._found.get(source)
        if those is not None:
            those.pop(who, None)
            if not those:
                del self._found[source]
