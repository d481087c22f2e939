"""The workers behind one port, as one of them knows them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Siblings:
    """The workers behind one port: this one is *number* of so many, from 1; *folder* is a worker's store."""

    number: int
    of: int
    folder: Callable[[int], Path]

    @property
    def others(self) -> list[int]:
        """All but this one."""
        return [number for number in range(1, self.of + 1) if number != self.number]
