"""Plans that were made before, by statement text: least recently used ones go when there are too many or they weigh too much."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from planner.tree.query_plan import PlanSettings

ENTRIES_MAX: Final = 4096
BYTES_MAX: Final = 64 * 1024 * 1024
#: What a small plan weighs, and what each byte of its text adds: trees and compiled sets take many times the text's length.
_PLAN_BYTES: Final = 8 * 1024
_PER_TEXT_BYTE: Final = 50

Plan = TypeVar("Plan")


@dataclass(frozen=True, slots=True)
class PlanKey:
    """What a plan depends on. *parameter_types* are the declared OIDs (0: inferred)."""

    text: str
    parameter_types: tuple[int, ...]
    settings: PlanSettings
    generation: int


class PlanCache(Generic[Plan]):
    """Not locked: it belongs to one thread, which may put in what others have planned.

    A plan that weighs more than a quarter of *bytes_max* is not kept.
    """

    def __init__(self, entries_max: int = ENTRIES_MAX, bytes_max: int = BYTES_MAX) -> None:
        self._entries_max = entries_max
        self._bytes_max = bytes_max
        # A dict keeps insertion order: the first entry is the one that was not used for longest.
        self._plans: dict[PlanKey, Plan] = {}
        self._bytes = 0
        self.hits = 0
        self.misses = 0

    def get(self, key: PlanKey) -> Plan | None:
        """The plan, which counts as used now; None if there is none."""
        plan = self._plans.pop(key, None)
        if plan is None:
            self.misses += 1
            return None
        self.hits += 1
        self._plans[key] = plan
        return plan

    def put(self, key: PlanKey, plan: Plan) -> None:
        """Keep a plan, at the cost of those that were not used for longest."""
        if weight_bytes(key) > self._bytes_max // 4:
            return
        if key in self._plans:
            self._drop(key)
        self._plans[key] = plan
        self._bytes += weight_bytes(key)
        while len(self._plans) > self._entries_max or self._bytes > self._bytes_max:
            self._drop(next(iter(self._plans)))

    def clear(self) -> None:
        """Forget all plans."""
        self._plans.clear()
        self._bytes = 0

    def __contains__(self, key: PlanKey) -> bool:
        return key in self._plans

    def __len__(self) -> int:
        return len(self._plans)

    @property
    def bytes(self) -> int:
        """What all plans weigh, estimated."""
        return self._bytes

    def _drop(self, key: PlanKey) -> None:
        del self._plans[key]
        self._bytes -= weight_bytes(key)


def weight_bytes(key: PlanKey) -> int:
    """What a plan for this text takes, roughly."""
    return _PLAN_BYTES + _PER_TEXT_BYTE * len(key.text)
