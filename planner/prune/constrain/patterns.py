"""What LIKE says about the texts that match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from planner.prune.constrain.constants import Unknown
from planner.prune.keyspace.column_set import NOT_NULL, TOP, ColumnSet, span
from planner.prune.keyspace.key_column import KeyColumn
from statestore.keys import successor

DEFAULT_ESCAPE: Final = "\\"


@dataclass(frozen=True, slots=True)
class Pattern:
    """Matching texts start with *prefix*. *whole*: they are it; *open_end*: whatever starts with it matches."""

    prefix: str
    whole: bool
    open_end: bool

    @property
    def exact(self) -> bool:
        """Is a point or a range of texts exactly what matches?"""
        return self.whole or self.open_end


def read_pattern(pattern: str, escape: str = DEFAULT_ESCAPE) -> Pattern:
    """The pattern's fixed start. *escape* is one character, or empty for none. Raises Unknown for a pattern that is an error."""
    if len(escape) > 1:
        raise Unknown
    prefix: list[str] = []
    at = 0
    while at < len(pattern):
        character = pattern[at]
        if character == escape:
            at += 1
            if at == len(pattern):
                raise Unknown
            prefix.append(pattern[at])
        elif character in "%_":
            return Pattern("".join(prefix), whole=False, open_end=not pattern[at:].strip("%"))
        else:
            prefix.append(character)
        at += 1
    return Pattern("".join(prefix), whole=True, open_end=False)


def starting_with(column: KeyColumn, prefix: str) -> ColumnSet:
    """Every text that starts with *prefix*."""
    if not prefix:
        return NOT_NULL
    # Without its terminator a text's bytes are the start of the bytes of every longer text.
    start = column.encode(prefix)[:-1]
    return span(start, successor(start) or TOP)


def matching(column: KeyColumn, pattern: Pattern) -> ColumnSet:
    """The texts that match, or more of them."""
    return column.equal(pattern.prefix) if pattern.whole else starting_with(column, pattern.prefix)
