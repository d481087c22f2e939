"""The gateway's memory over a long run: where it stands once caches are full, at the end, and at most."""

from __future__ import annotations

from dataclasses import dataclass, field
from statistics import median
from typing import Final

from tests.fuzz.target import Target

#: Inputs between two looks.
LOOK_EVERY: Final = 100
#: Inputs after which the caches are full: 2,000 texts, and plans of 64 MiB, which about a third of the statements have.
WARM_UP: Final = 10_000
#: So many looks make one figure: what a statement holds while it runs counts little then.
LOOKS: Final = 20
#: What memory may grow by after that: what allocators keep, and per 100,000 inputs.
GROWTH_BYTES_MAX: Final = 64 << 20
GROWTH_PER_100_000_BYTES_MAX: Final = 16 << 20
#: At no look may there be more: DuckDB's and the copies' budgets are 256 MiB each (target.py), Python and its caches as much again.
PEAK_BYTES_MAX: Final = 1536 << 20


@dataclass
class MemoryWatch:
    """What was seen of *target*."""

    target: Target
    inputs: int = 0
    peak: int = 0
    warm: list[int] = field(default_factory=list)
    last: list[int] = field(default_factory=list)

    def count(self) -> bool:
        """One more input; was it time to look?"""
        self.inputs += 1
        if self.inputs % LOOK_EVERY or not self.target.alive:
            return False
        seen = self.target.resident_bytes()
        self.peak = max(self.peak, seen)
        self.last = [*self.last[-LOOKS + 1 :], seen]
        if self.inputs > WARM_UP and len(self.warm) < LOOKS:
            self.warm.append(seen)
        return True

    @property
    def growth(self) -> int:
        """Bytes more than when it was warm; 0 of runs too short to tell."""
        return int(median(self.last) - median(self.warm)) if len(self.warm) == LOOKS else 0

    @property
    def growth_max(self) -> int:
        """Allowed bytes."""
        return GROWTH_BYTES_MAX + GROWTH_PER_100_000_BYTES_MAX * max(self.inputs - WARM_UP, 0) // 100_000

    @property
    def fault(self) -> str:
        """Why this is too much, or nothing."""
        if self.growth > self.growth_max:
            return f"memory grew by {self.growth >> 20} MiB over {self.inputs - WARM_UP} inputs"
        return f"memory was {self.peak >> 20} MiB" if self.peak > PEAK_BYTES_MAX else ""

    def __str__(self) -> str:
        warm, last = (int(median(seen or [0])) >> 20 for seen in (self.warm, self.last))
        return (
            f"resident {warm} MiB when warm, {last} MiB at the end (allowed: {self.growth_max >> 20} MiB more), "
            f"{self.peak >> 20} MiB at most (allowed: {PEAK_BYTES_MAX >> 20} MiB)"
        )
