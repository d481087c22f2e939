"""Long chains of AND and OR as DuckDB SQL.

DuckDB's optimizer starts over with a whole chain for each AND inside an OR (and OR inside an AND) that it rewrites: 1,500 take
three seconds, 10,000 seven minutes, and no interrupt ends it. So the parts of a long chain that hold the other word stand in
groups that the optimizer does not see through. ``coalesce(x, NULL)`` is x, NULL included.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

#: Longer chains are grouped. Below, DuckDB keeps its chance to take a chain apart.
PLAIN_MAX: Final = 64
GROUP_PARTS: Final = 32


def chain(word: Literal["AND", "OR"], parts: Sequence[str]) -> str:
    """The parts with *word* between them. Each part is complete: a literal, a call, or in brackets."""
    other = " OR " if word == "AND" else " AND "
    mixed = [part for part in parts if other in part]
    if len(mixed) <= PLAIN_MAX:
        return f" {word} ".join(parts)
    plain = [part for part in parts if other not in part]
    groups = [_opaque(word, mixed[i : i + GROUP_PARTS]) for i in range(0, len(mixed), GROUP_PARTS)]
    while len(groups) > GROUP_PARTS:
        groups = [_opaque(word, groups[i : i + GROUP_PARTS]) for i in range(0, len(groups), GROUP_PARTS)]
    return f" {word} ".join([*plain, *groups])


def _opaque(word: str, parts: Sequence[str]) -> str:
    return f"coalesce(({f' {word} '.join(parts)}), NULL)"
