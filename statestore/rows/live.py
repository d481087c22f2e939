"""Which stored rows have not expired: one word of each is looked at, and nothing decoded."""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Final

from statestore.expiry import DAY_US
from statestore.rows.decode_row import refuse
from statestore.rows.layout import WORD_BYTES, fixed, null_words
from statestore.schema import ViewSchema
from statestore.types import Date

#: Later than any time.
NEVER: Final = 2**63 - 1
_BAD_BYTES: Final = (struct.error, IndexError)
_Item = tuple[bytes, bytes]


class LiveRows:
    """Of a view whose rows expire: those whose time is NULL, not there yet (rows of an older row schema), or after *before_us*.

    Any thread. What is no row of the view raises CorruptFile, or UnsupportedFormat.
    """

    __slots__ = ("before", "before_us", "has", "items", "times", "values")

    #: Is this row one?
    has: Callable[[bytes], bool]
    #: Those that are.
    values: Callable[[list[bytes]], list[bytes]]
    #: Those whose value is, of (key, value).
    items: Callable[[list[_Item]], list[_Item]]
    #: When each has its time, in the unit of *before*, expired or not; NEVER of those that do not expire.
    times: Callable[[list[bytes]], list[int]]

    def __init__(self, schema: ViewSchema, before_us: int) -> None:
        assert schema.expiry is not None
        ordinal = schema.ordinals[schema.expiry.column]
        kind = schema.columns[ordinal].type
        place = fixed(kind)
        assert place is not None
        self.before_us = before_us
        # A date is the start of its day: it is past when that day has begun.
        self.before = before_us // DAY_US if isinstance(kind, Date) else before_us
        # By row schema: where the word is; None where the row ends before the column.
        places = [1 + WORD_BYTES * (null_words(width) + ordinal) if ordinal < width else None for width in schema.row_widths]
        self.has, self.values, self.items, self.times = _filters(place[0], places, ordinal, self.before)


def _filters(
    code: str, places: list[int | None], ordinal: int, before: int
) -> tuple[
    Callable[[bytes], bool],
    Callable[[list[bytes]], list[bytes]],
    Callable[[list[_Item]], list[_Item]],
    Callable[[list[bytes]], list[int]],
]:
    read = struct.Struct(f"<{code}").unpack_from
    null, bit = 1 + (ordinal >> 3), 1 << (ordinal & 7)

    def has(row: bytes) -> bool:
        try:
            return (at := places[row[0]]) is None or read(row, at)[0] > before or row[null] & bit != 0
        except _BAD_BYTES as error:
            refuse(row, len(places), error)

    # Written out again: a call for each row would take as long once more.
    def values(rows: list[bytes]) -> list[bytes]:
        try:
            return [r for r in rows if (at := places[r[0]]) is None or read(r, at)[0] > before or r[null] & bit]
        except _BAD_BYTES:
            return [row for row in rows if has(row)]

    def items(rows: list[_Item]) -> list[_Item]:
        try:
            return [i for i in rows if (at := places[(r := i[1])[0]]) is None or read(r, at)[0] > before or r[null] & bit]
        except _BAD_BYTES:
            return [item for item in rows if has(item[1])]

    def times(rows: list[bytes]) -> list[int]:
        return [NEVER if (at := places[r[0]]) is None or r[null] & bit else read(r, at)[0] for r in rows]

    return has, values, items, times
