"""Ranges of whole keys, each with its shards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Span(NamedTuple):
    """lower <= key < upper (None: no end) in *shards*."""

    lower: bytes
    upper: bytes | None
    shards: tuple[int, ...]


def merged(spans: Iterable[Span]) -> list[Span]:
    """Sorted and disjoint. What overlaps becomes one span over the shards of both; what merely touches, if they have the same."""
    found: list[Span] = []
    for span in sorted((s for s in spans if s.shards), key=_start):
        last = found[-1] if found else None
        if last is None or not _joins(last, span):
            found.append(span)
        else:
            shards = last.shards if last.shards == span.shards else tuple(sorted({*last.shards, *span.shards}))
            found[-1] = Span(last.lower, _later(last.upper, span.upper), shards)
    return found


def _start(span: Span) -> bytes:
    return span.lower


def _joins(last: Span, span: Span) -> bool:
    if last.upper is None or span.lower < last.upper:
        return True
    return span.lower == last.upper and span.shards == last.shards


def _later(one: bytes | None, other: bytes | None) -> bytes | None:
    return None if one is None or other is None else max(one, other)
