"""The time that regular expressions may take in the event loop."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any

from planner.postgres.functions.udf.elsewhere import HERE_MATCHING_S, MATCHING_S
from planner.rows.shared import Leave


class Matching:
    """Calls functions of regular expressions until all together have taken HERE_MATCHING_S. They raise Leave.

    A pattern may ask for exponentially many ways to match.
    """

    __slots__ = ("_left_s",)

    def __init__(self) -> None:
        self._left_s = HERE_MATCHING_S

    def __call__(self, function: Callable[..., Any], *values: Any) -> Any:
        """The function's value."""
        began, before = perf_counter(), MATCHING_S.set(self._left_s)
        try:
            return function(*values)
        finally:
            MATCHING_S.reset(before)
            self._left_s -= perf_counter() - began
            if self._left_s <= 0:
                raise Leave
