"""What a scan gives, in lists that are bounded in rows and in bytes: rows may be wide, and nobody knows before they are read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Final, TypeVar

T = TypeVar("T")

#: A list ends with the part that brings it to so many bytes.
PORTION_BYTES: Final = 2 << 20
#: The first part is of few rows; each later one of as many as would make a whole list at most, if they are like those before.
_FIRST_PART_ROWS: Final = 8
_PART_ROWS_MAX: Final = 256


def portions(items: Iterator[T], rows_max: int, bytes_of: Callable[[list[T]], int]) -> Iterator[list[T]]:
    """Lists of at most *rows_max*, and of PORTION_BYTES or little more; *bytes_of* says how much some have."""
    part_rows = _FIRST_PART_ROWS if rows_max > _PART_ROWS_MAX else rows_max
    while True:
        portion: list[T] = []
        size = 0
        while len(portion) < rows_max and size < PORTION_BYTES:
            part = list(islice(items, min(part_rows, rows_max - len(portion))))
            if not part:
                break
            portion += part
            size += bytes_of(part)
            part_rows = max(1, min(_PART_ROWS_MAX, PORTION_BYTES * len(portion) // max(size, 1)))
        if not portion:
            return
        yield portion


def bytes_of_rows(rows: list[bytes]) -> int:
    """Of rows as they are stored."""
    return sum(map(len, rows))


def bytes_of_items(items: list[tuple[bytes, bytes]]) -> int:
    """The same of rows with their keys, which are short."""
    return sum([len(value) for _, value in items])
