"""Requests that are made side by side: on an object store each of them is waited for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


def each(function: Callable[[T], R], items: Iterable[T], at_once: int) -> Iterator[R]:
    """What *function* makes of each of *items*, in their order; so many are taken, and worked on, at a time.

    The first error, by that order, ends it, when what was begun has ended.
    """
    if at_once == 1:
        yield from map(function, items)
        return
    remaining = iter(items)
    with ThreadPoolExecutor(at_once, thread_name_prefix="tidegate-request") as pool:
        while group := list(islice(remaining, at_once)):
            yield from pool.map(function, group)
