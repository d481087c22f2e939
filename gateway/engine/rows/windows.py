"""Window functions over the few rows of a query: each takes a partition, and gives its value for every row of that, in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import accumulate, groupby, pairwise
from operator import add, itemgetter
from typing import Any, Final, TypeAlias

from gateway.engine.keyed.row_codegen import compiled
from gateway.engine.rows.aggregates import steps_of
from gateway.engine.rows.whole import ordered
from planner.rows.helpers import NAMES
from planner.rows.kinds import is_partial, kind_of
from planner.rows.shared import Leave
from planner.rows.windows import aggregate_of
from planner.tree.bound import ColumnRef, Const, Expr, Frame, FrameBound, Param, Window

Params: TypeAlias = tuple[Any, ...]
#: What a window function sees of a partition, and the values it gives.
Function: TypeAlias = "Callable[[Partition, Params], Iterable[Any]]"
#: Where the frame of each row of a partition begins and ends.
Frames: TypeAlias = "Callable[[Partition, Params], Iterable[tuple[int, int]]]"
#: Rows times window functions, and the values that one aggregate takes, in the event loop and in a worker thread: half a
#: millisecond of the one, two of the other.
_WORK_MAX: Final = (3_000, 12_000)
#: No frame and no lag is meant to be longer; PostgreSQL's own numbers end not far behind.
_OFFSET_MAX: Final = 1 << 31


class WindowColumns:
    """The values of *windows* for rows. Their arguments and keys are columns of a table in which they stand before a row's own."""

    def __init__(self, windows: Sequence[Window]) -> None:
        self._count = len(windows)
        self._functions: dict[_Order, list[tuple[int, Function]]] = {}
        compared = set[int]()
        for number, window in enumerate(windows):
            keys = ((self._place(key.expr), key.descending, key.nulls_first) for key in window.order_by)
            order = _Order(tuple(map(self._place, window.partition_by)), tuple(keys))
            self._functions.setdefault(order, []).append((number, self._function(window)))
            exprs = [*window.partition_by, *(key.expr for key in window.order_by)]
            exprs += window.args if window.function.name in ("min", "max") else ()
            compared.update(self._place(e) for e in exprs if is_partial(kind_of(e.type.pg) or ""))
        self._compared = tuple(compared)

    def before(self, rows: Sequence[tuple[Any, ...]], params: Params, *, in_thread: bool) -> list[tuple[Any, ...]]:
        """The rows, each behind its values. Raises what LEAVES lists."""
        if not rows:
            return []
        most = _WORK_MAX[in_thread]
        if len(rows) * self._count > most or any(row[at] != row[at] for at in self._compared for row in rows):
            raise Leave
        found = dict[int, Sequence[Any]]()
        for order, functions in self._functions.items():
            partitions = order.partitions(rows, most)
            places = [at for partition in partitions for at in partition.places]
            for number, function in functions:
                values = [value for partition in partitions for value in function(partition, params)]
                found[number] = values if len(self._functions) == 1 else _put(values, places)
            if len(self._functions) == 1:
                rows = [row for partition in partitions for row in partition.rows]
        columns = [found[number] for number in range(self._count)]
        return list(map(add, zip(*columns, strict=True), rows))

    def _place(self, expr: Expr) -> int:
        """In a row."""
        assert isinstance(expr, ColumnRef), "is a column of the table"
        return expr.column - self._count

    def _function(self, window: Window) -> Function:
        name, frames = window.function.name, partial(_frames, window.frame)
        if window.function.kind == "aggregate":
            filtered = None if window.filter is None else self._place(window.filter)
            return _aggregate(window, self._place(window.args[0]) if window.args else None, filtered, frames)
        if name in _NUMBERING:
            return _NUMBERING[name]
        if name == "ntile":
            return partial(_ntile, window.args[0])
        column, *others = window.args
        place = self._place(column)
        if name in ("first_value", "last_value"):
            return partial(_at_end, frames, place, name == "last_value")
        if name == "nth_value":
            return partial(_nth, frames, place, others[0])
        default = self._place(others[1]) if len(others) > 1 else None
        return partial(_shifted, place, 1 if name == "lead" else -1, others[0] if others else None, default)


@dataclass(frozen=True, slots=True)
class _Order:
    """The columns of PARTITION BY, and those of ORDER BY: does each descend, do its NULLs come first?"""

    partition: tuple[int, ...]
    keys: tuple[tuple[int, bool, bool], ...]

    def partitions(self, rows: Sequence[tuple[Any, ...]], values_max: int) -> list[Partition]:
        """The rows in their parts and orders. An aggregate takes *values_max* at most of all of them."""
        keys = [(_values(at, rows), descending, nulls_first) for at, descending, nulls_first in self.keys]
        places = ordered(keys, None) if keys else list(range(len(rows)))
        parts = _by_values(places, rows, self.partition) if self.partition else [places]
        columns = tuple(key for key, *_ in self.keys)
        return [Partition(part, list(map(rows.__getitem__, part)), columns, values_max * len(part) // len(rows)) for part in parts]


def _by_values(places: list[int], rows: Sequence[tuple[Any, ...]], columns: Sequence[int]) -> Iterable[list[int]]:
    """The rows in parts that have the same values in *columns*."""
    values_of, found = itemgetter(*columns), dict[Any, list[int]]()
    for at in places:
        found.setdefault(values_of(rows[at]), []).append(at)
    return found.values()


def _put(values: Sequence[Any], places: Sequence[int]) -> Sequence[Any]:
    """The values at these places."""
    found = dict(zip(places, values, strict=True))
    return [found[at] for at in range(len(places))]


@dataclass(frozen=True)
class Partition:
    """*rows* in order, and their *places* among all. Those with the same *keys* are peers."""

    places: list[int]
    rows: list[tuple[Any, ...]]
    keys: tuple[int, ...]
    #: So many values an aggregate takes at most.
    values_max: int

    @cached_property
    def peers(self) -> list[tuple[int, int]]:
        """For each row, where its peers begin and where they end."""
        if not self.keys:
            return [(0, len(self.rows))] * len(self.rows)
        values = list(map(itemgetter(*self.keys), self.rows))
        if len(set(values)) == len(values):
            return list(pairwise(range(len(values) + 1)))
        found = list[tuple[int, int]]()
        for _, same in groupby(values):
            begin, count = len(found), sum(1 for _ in same)
            found += [(begin, begin + count)] * count
        return found


# ------------------------------------------------------------------------------------------------------------- numbering


def _row_number(partition: Partition, _: Params) -> Iterable[int]:
    return range(1, len(partition.rows) + 1)


def _rank(partition: Partition, _: Params) -> Iterable[int]:
    return [begin + 1 for begin, _ in partition.peers]


def _dense_rank(partition: Partition, _: Params) -> Iterable[int]:
    return accumulate(int(begin == at) for at, (begin, _) in enumerate(partition.peers))


def _percent_rank(partition: Partition, _: Params) -> Iterable[float]:
    others = len(partition.rows) - 1
    return [begin / others if others else 0.0 for begin, _ in partition.peers]


def _cume_dist(partition: Partition, _: Params) -> Iterable[float]:
    return [end / len(partition.rows) for _, end in partition.peers]


_NUMBERING: Final[dict[str, Function]] = {
    "row_number": _row_number, "rank": _rank, "dense_rank": _dense_rank, "percent_rank": _percent_rank, "cume_dist": _cume_dist,
}  # fmt: skip


def _ntile(number: Expr, partition: Partition, params: Params) -> Iterable[int]:
    """The first buckets have one row more."""
    size, larger = divmod(len(partition.rows), buckets := _number(number, params, least=1))
    sizes = [size + (bucket < larger) for bucket in range(min(buckets, len(partition.rows)))]
    return [bucket for bucket, count in enumerate(sizes, 1) for _ in range(count)]


# ------------------------------------------------------------------------------------------------------- values of others


def _number(expr: Expr | None, params: Params, *, least: int) -> int:
    """A constant's or a parameter's; 1 where there is none. Raises Leave."""
    value = expr.value if isinstance(expr, Const) else params[expr.index] if isinstance(expr, Param) else 1
    if not isinstance(value, int) or not least <= value < _OFFSET_MAX:
        raise Leave
    return value


def _shifted(
    place: int, step: int, number: Expr | None, default: int | None, partition: Partition, params: Params
) -> Iterable[Any]:
    """lag and lead."""
    rows = partition.rows
    by = step * _number(number, params, least=-_OFFSET_MAX)
    inside = max(len(rows) - abs(by), 0)
    outside = rows[inside:] if by > 0 else rows[: len(rows) - inside]
    values = _values(place, rows[len(rows) - inside :] if by > 0 else rows[:inside])
    others = [None] * len(outside) if default is None else _values(default, outside)
    return [*values, *others] if by > 0 else [*others, *values]


def _values(place: int, rows: Sequence[tuple[Any, ...]]) -> list[Any]:
    return list(map(itemgetter(place), rows))


def _at_end(frames: Frames, place: int, last: bool, partition: Partition, params: Params) -> Iterable[Any]:
    rows = partition.rows
    found = frames(partition, params)
    return [rows[end - 1 if last else begin][place] if begin < end else None for begin, end in found]


def _nth(frames: Frames, place: int, number: Expr, partition: Partition, params: Params) -> Iterable[Any]:
    rows, nth = partition.rows, _number(number, params, least=1) - 1
    return [rows[begin + nth][place] if begin + nth < end else None for begin, end in frames(partition, params)]


def _aggregate(window: Window, place: int | None, filtered: int | None, frames: Frames) -> Function:
    """A frame that begins where the one before did goes on with what that has gathered, as PostgreSQL's do."""
    call = aggregate_of(window)
    steps = steps_of(call)
    begin = ", ".join(("a", "n")[: len(steps.begin)]), ", ".join(steps.begin)
    lines = [
        "def run(values, frames, left):",
        " made, first, at = [], -1, 0",
        " for begin, end in frames:",
        "  if begin != first or end < at:",
        f"   {begin[0]} = {begin[1]}",
        "   first = at = begin",
        "  if end > at:",
        "   left -= end - at",
        "   if left < 0: raise Leave",
        "   for x in values[at:end]:",
        "    if x is None: continue",
        *(f"    {line.format(a='a', n='n', x='x')}" for line in steps.take),
        "   at = end",
        f"  made.append({steps.end.format(a='a', n='n')})",
        " return made",
    ]
    run = compiled(lines, "run", dict(NAMES))

    def function(partition: Partition, params: Params) -> Iterable[Any]:
        rows = partition.rows
        values = [True] * len(rows) if place is None else _values(place, rows)
        if filtered is not None:
            values = [value if row[filtered] is True else None for value, row in zip(values, rows, strict=True)]
        found: Iterable[Any] = run(values, frames(partition, params), partition.values_max)
        return found

    return function


# ----------------------------------------------------------------------------------------------------------------- frames


def _frames(frame: Frame | None, partition: Partition, params: Params) -> Iterable[tuple[int, int]]:
    """For each row, where its frame begins and ends; with *frame* None it ends behind the row's peers."""
    count = len(partition.rows)
    if frame is None:
        return [(0, end) for _, end in partition.peers]
    begins = _bound(frame.unit, frame.start, partition, params, after=0)
    ends = _bound(frame.unit, frame.end, partition, params, after=1)
    return [
        (begin if 0 <= begin <= count else 0 if begin < 0 else count, end if end <= count else count)
        for begin, end in zip(begins, ends, strict=True)
    ]


def _bound(unit: str, bound: FrameBound, partition: Partition, params: Params, *, after: int) -> Iterable[int]:
    """Where frames begin (*after* 0) or end (1), for each row."""
    count = len(partition.rows)
    if bound.kind.startswith("unbounded"):
        return [0 if bound.kind == "unbounded preceding" else count] * count
    if unit != "rows":
        return [peers[after] for peers in partition.peers]
    by = 0 if bound.kind == "current row" else _number(bound.offset, params, least=0)
    return range(after - by, count + after - by) if bound.kind == "preceding" else range(after + by, count + after + by)
