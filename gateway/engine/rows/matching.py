"""The time that regular expressions may take in the event loop."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any

from planner.postgres.functions.udf.elsewhere import HERE_MATCHING_S, MATCHING_S
from planner.rows.patterns import Matched
from planner.rows.shared import Leave


class Matching:
    """Calls functions of regular expressions until all together have taken HERE_MATCHING_S. They raise Leave.

    A pattern may ask for exponentially many ways to match.
    """

    __slots__ = ("_left_s", "_looked_for", "_soon")

    def __init__(self) -> None:
        self._left_s = HERE_MATCHING_S
        #: Who looked for what the last time, and what finds it soon.
        self._looked_for: tuple[Matched | None, tuple[Any, ...]] = (None, ())
        self._soon: tuple[int, Callable[[str], Any]] = (-1, str)

    def __call__(self, function: Matched, text: str | None, *others: Any) -> Any:
        """The function's value."""
        began = perf_counter()
        if self._looked_for != (looked_for := (function, others)):
            self._looked_for, self._soon = looked_for, function.soon(*others)
        length_max, soon = self._soon
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
