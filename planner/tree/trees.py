"""Trees of frozen dataclasses, be they of syntax or bound, whose parts stand in fields, alone or in tuples."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass


def nodes(root: object, without: frozenset[str] = frozenset(), leaves: tuple[type, ...] = ()) -> Iterator[object]:
    """Every node in the order of fields, *root* first; fields in *without*, and what is in *leaves*, are not looked into."""
    left = [root]
    while left:
        here = left.pop()
        if isinstance(here, tuple):
            left.extend(reversed(here))
        elif is_dataclass(here):
            yield here
            if not isinstance(here, leaves):
                left.extend(getattr(here, field.name) for field in reversed(fields(here)) if field.name not in without)
