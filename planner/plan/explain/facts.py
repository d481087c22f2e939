"""What only the engine knows about a plan: versions now, and after ANALYZE what the execution took."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from planner.plan.explain.distributed import Distribution


@dataclass(frozen=True, slots=True)
class ReadSize:
    """What a read is expected to read: *rows* of a view that has *total*, in so many *places* (keys, or runs of keys in shards).

    *narrowed*: not whole shards.
    """

    rows: float
    total: float
    places: int
    narrowed: bool


@dataclass(frozen=True, slots=True)
class ExplainedRead:
    """About one read of a view. *shards*: those left after the shards' own key extents were looked at. *size* is not told where
    nobody asks for costs, *expired_before_us* where no row has expired. ANALYZE sets the rest.
    """

    version: int | None = None
    size: ReadSize | None = None
    expired_before_us: int | None = None
    shards: tuple[int, ...] | None = None
    rows: int | None = None
    bytes: int | None = None
    time_ms: float | None = None
    node: str | None = None


@dataclass(frozen=True, slots=True)
class Facts:
    """About a statement. *reads* is keyed by the read's slot; *distribution* is there where several nodes answer."""

    reads: Mapping[str, ExplainedRead] = field(default_factory=dict)
    rows: int | None = None
    planning_ms: float | None = None
    execution_ms: float | None = None
    verbose: bool = False
    costs: bool = False
    distribution: Distribution | None = None


NO_FACTS = Facts()
