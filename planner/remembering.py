"""Results that are remembered. They count towards nobody's memory, so of long texts only the last one is."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, Final, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])
#: Longer than most templates, patterns and documents that are met again.
SHORT_LENGTH: Final = 1_024


def remembered(count: int) -> Callable[[F], F]:
    """Remember *count* results of a function of texts, where those have SHORT_LENGTH characters together at most; else the last."""

    def decorate(function: F) -> F:
        short, last = lru_cache(count)(function), lru_cache(1)(function)

        @wraps(function)
        def call(*texts: str, **options: bool) -> Any:
            return (short if sum(map(len, texts)) <= SHORT_LENGTH else last)(*texts, **options)

        return cast(F, call)

    return decorate
