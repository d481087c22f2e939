"""What one execution of a row program may read, and where it runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from gateway.engine.rows.compiling import Compiled, RowsMax
from gateway.engine.rows.loops import FEW_OUT_MAX
from planner.rows.helpers import LEAVES
from planner.tree.query_plan import KeySet
from statestore.errors import ShardNotReady

if TYPE_CHECKING:
    from gateway.engine.rows.reading import RowReads

#: Bytes of stored rows that one execution looks at, for its rows wait in memory for their client; of a row; and of the parameters.
BYTES_MAX: Final = 1 << 20
ROW_BYTES_MAX: Final = 1 << 18
#: Of rows where each takes a microsecond or so.
COSTLY_BYTES_MAX: Final = 1 << 15
PARAMETERS_MAX: Final = 10_000
#: A subquery is asked for so many rows, for each of which it may read so many. All together may read more as long as that is no
#: more than so many executions would.
ASKED_MAX: Final = 50
_ASKED_ROWS_MAX: Final = 50
_ASKED_SHARE: Final = 2.0
#: After so many executions in a row that were left, only every so many-th is tried.
_LEFT_MAX: Final = 8
_TRIED_EVERY: Final = 64


class Bounds(NamedTuple):
    """What one execution reads at most: rows, rows where few of them go out, bytes."""

    rows: RowsMax
    few_out: RowsMax
    bytes: int

    def of(self, skip: int, count: int | None) -> RowsMax:
        """Of a query with OFFSET *skip* and LIMIT *count*."""
        return self.few_out if count is not None and skip + count <= FEW_OUT_MAX else self.rows


def bounds_of(made: Compiled) -> tuple[Bounds, Bounds]:
    """In the event loop, and in a worker thread, where that reads more."""
    bytes_max = COSTLY_BYTES_MAX if made.costly else BYTES_MAX
    loop, thread = (Bounds(*rows, bytes_max) for rows in zip(made.rows_max, made.few_out_max, strict=True))
    return loop, thread if thread.rows.whole else loop


#: Who read which keys → the rows.
Before = dict[tuple["RowReads", KeySet], Sequence[bytes]]


@dataclass(slots=True)
class SubqueryBounds:
    """What the executions of a subquery for one row after another share: a part of what one may read, and what has been read."""

    left: float = _ASKED_SHARE
    before: Before = field(default_factory=dict)

    def of(self, bounds: Bounds, skip: int, count: int | None) -> tuple[RowsMax, int]:
        """Rows and bytes for the next of them."""
        rows = bounds.of(skip, count)
        whole, each = (min(most, max(_ASKED_ROWS_MAX, int(most * self.left))) for most in (rows.whole, rows.each))
        return RowsMax(whole, each), max(min(bounds.bytes, COSTLY_BYTES_MAX), int(bounds.bytes * min(self.left, 1)))

    def took(self, rows: int, bounds: Bounds) -> None:
        """One of them has looked at so many."""
        self.left = max(0.0, self.left - rows / max(bounds.rows.whole, 1))


@dataclass(frozen=True, slots=True)
class Place:
    """Where an execution runs: in the event loop or in a worker thread, by itself or *asked* for each of another's rows."""

    in_thread: bool = False
    asked: SubqueryBounds | None = None


LOOP: Final = Place()
THREAD: Final = Place(in_thread=True)


class Attempts:
    """Executions of one kind, of which some are left."""

    __slots__ = ("_left",)

    def __init__(self) -> None:
        self._left = 0

    def of(self, read: Callable[..., list[bytes]], *args: Any) -> list[bytes] | None:
        """What *read* gives; None where it leaves, and mostly where it has left again and again."""
        if self._left >= _LEFT_MAX and self._left % _TRIED_EVERY:
            self._left += 1
            return None
        try:
            found = read(*args)
        except (*LEAVES, ShardNotReady):
            self._left += 1
            return None
        self._left = 0
        return found
