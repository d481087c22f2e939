"""The two messages that nearly every input function has."""

from __future__ import annotations

from planner.errors import InvalidText, NumericOverflow


def invalid(name: str, text: str) -> InvalidText:
    """Text that is not of the type (22P02); *name* is the type's display name."""
    return InvalidText(f'invalid input syntax for type {name}: "{text}"')


def out_of_range(name: str, text: str) -> NumericOverflow:
    """A number that the type does not reach (22003)."""
    return NumericOverflow(f'value "{text}" is out of range for type {name}')
