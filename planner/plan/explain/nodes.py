"""What EXPLAIN shows: nodes with properties."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from planner.plan.explain.estimating import Estimate

Property = str | int | float | list[int] | list[str]


@dataclass(frozen=True, slots=True)
class ExplainNode:
    """A title, properties in the order shown, and nodes below."""

    title: str
    properties: dict[str, Property] = field(default_factory=dict)
    children: tuple[ExplainNode, ...] = ()
    #: What is expected of it, where that is shown.
    estimate: Estimate | None = None
