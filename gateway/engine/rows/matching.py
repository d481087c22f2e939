"""The time that regular expressions may take in the event loop."""

from __future__ import annotations

from time import perf_counter
from typing import Any

from planner.postgres.functions.udf.elsewhere import HERE_MATCHING_S, MATCHING_S
from planner.rows.patterns import Matched
from planner.rows.shared import Leave


class Matching:
    """Calls functions of regular expressions until all together have taken HERE_MATCHING_S. They raise Leave.

    A pattern may ask for exponentially many ways to match.
    """

    __slots__ = ("_left_s",)

    def __init__(self) -> None:
        self._left_s = HERE_MATCHING_S

    def __call__(self, function: Matched, text: str | None, *others: Any) -> Any:
        """The function's value."""
        began = perf_counter()
        length_max, soon = function.soon(*others)
        try:
            if text is not None and len(text) <= length_max:
                return soon(text)
            before = MATCHING_S.set(self._left_s)
            try:
                return function.general(text, *others)
            finally:
                MATCHING_S.reset(before)
        finally:
            self._left_s -= perf_counter() - began
            if self._left_s <= 0:
                raise Leave
