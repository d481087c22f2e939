"""Executions of a row program: which rows it reads, how many at most, and when it leaves a query to the general way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import count
from typing import Any, Final

from gateway.contract.engine import OutputStyle, PointReader
from gateway.engine.keyed import lean
from gateway.engine.keyed.reading import pruned, read_few
from gateway.engine.options import LEAN_ROWS_MAX
from gateway.engine.rows.bounds import (
    LOOP,
    PARAMETERS_MAX,
    ROW_BYTES_MAX,
    THREAD,
    Attempts,
    Place,
    SubqueryBounds,
    bounds_of,
)
from gateway.engine.rows.compiling import Compiled, RowsMax, compile_program, compile_values
from gateway.engine.rows.lookups import FewRows, GivenRows
from gateway.engine.rows.loops import text_rows_max
from gateway.engine.rows.subquery_reads import SubqueryReads
from planner.prune.constrain.points import PointKey
from planner.prune.route.router import NOTHING
from planner.rows import RowProgram
from planner.rows.helpers import LEAVES
from planner.rows.joins import JoinedRelation
from planner.rows.shared import Leave
from planner.tree.query_plan import KEYED, AccessPath, KeySet
from planner.tree.values import Value
from statestore.node import Store, ViewVersion
from statestore.rows import row_decoder

#: The first rows of a view are read in so many shards, each of which may have the very first.
_FIRST_SHARDS_MAX: Final = 64
#: Of those that are filtered so many are read at first, and of a view at most, in the event loop and in a worker thread: there what
#: takes about as long as DuckDB's beginning. And so many times as many when they were not enough.
_FIRST_ROWS: Final = (16, 1_024)
_FIRST_ROWS_MAX: Final = (LEAN_ROWS_MAX, 2_048)
_FIRST_GROWTH: Final = 4
#: So many are looked at one by one at once.
_FEW_ROWS: Final = 4
#: Compiled programs that are kept.
_KEPT_MAX: Final = 1_024

#: Parameters, OFFSET, LIMIT, what is looked into, now.
_Execution = tuple[tuple[Any, ...], int, int | None, Sequence[Any], int]


def is_for_rows(program: RowProgram, versions: Sequence[ViewVersion | None]) -> bool:
    """Are the views that the program reads whole, at these versions, small enough?"""
    found = (version for version, small in zip(versions, program.small, strict=True) if small)
    return all(version is not None and version.few_rows is not None for version in found)


@lru_cache(_KEPT_MAX)
def row_reads(program: RowProgram, formats: tuple[int, ...], style: OutputStyle) -> RowReads:
    """The program, compiled for results in these formats."""
    return _reads(program, compile_program(program, formats, style))


def _reads(program: RowProgram, made: Compiled) -> RowReads:
    parts = ([_reads(part, compile_values(part, one.gives)) for part in one.programs] for one in program.subqueries)
    return RowReads(program, made, list(map(SubqueryReads, program.subqueries, parts)))


class RowReads:
    """A program's function and where it reads; *views* are its own and those of its subqueries."""

    __slots__ = (
        "_columns",
        "_has_conditions",
        "_in_any_order",
        "_in_loop",
        "_in_thread",
        "_is_filtered",
        "_looked_up_from",
        "_lookups",
        "_loop",
        "_may_stop",
        "_own_views",
        "_program",
        "_run",
        "_spread",
        "_subqueries",
        "_thread",
        "_whole",
        "views",
    )

    def __init__(self, program: RowProgram, made: Compiled, subqueries: Sequence[SubqueryReads]) -> None:
        self._program, self._subqueries = program, subqueries
        self._loop, self._thread = bounds_of(made)
        self._in_loop, self._in_thread = Attempts(), Attempts()
        self._run, self._whole = made.run, made.whole
        sources = program.sources
        #: For so many rows others may be looked up.
        self._looked_up_from = self._loop.rows.each if sources is not None and sources.lookups else 0
        self._spread = sources is not None and sources.spread
        self._in_any_order = self._spread and program.descending is None
        #: May more rows be read than come out?
        self._is_filtered = bool(
            program.sort or program.grouped or program.distinct or (sources and (sources.conditions or sources.lookups))
        )
        #: Else the key says which rows are meant: all of a view may be read then only if it says nothing.
        self._has_conditions = sources is not None and bool(sources.conditions)
        self._may_stop = program.may_stop
        self._columns = made.columns
        self.views, self._own_views = len(program.views), 0 if sources is None else len(sources.views)
        #: Where each lookup finds rows: at that place of the versions, or of the parameters with what subqueries give.
        self._lookups = [] if sources is None else list(_lookups(sources.relations, program.parameters))[1:]

    def keys(self, params: tuple[Value, ...], now_us: int) -> KeySet:
        """What is to be read first; nothing yet where subqueries say what."""
        constraint = None if self._program.sources is None else self._program.sources.constraint
        return NOTHING if constraint is None or self._program.is_late else constraint.resolve(params, now_us)

    def rows(self, versions: Sequence[ViewVersion], keys: KeySet, params: tuple[Value, ...], now_us: int) -> list[bytes] | None:
        """All rows as DataRow messages, of the program's views at these *versions*; None where the general way has to answer."""
        return self._in_loop.of(self.read, versions, keys, params, now_us, LOOP)

    def in_thread(
        self, versions: Sequence[ViewVersion], keys: KeySet, params: tuple[Value, ...], now_us: int
    ) -> tuple[Callable[[], list[bytes] | None], KeySet] | None:
        """rows() of more rows of the view, a range or the first, for a worker thread, with the keys; None where there are none."""
        reads_more = self._thread is not self._loop and self._thread.few_out.whole > self._loop.rows.whole
        if not reads_more or len(versions) != 1 or self._program.is_late:
            return None
        read = self._first_keys(keys, params, now_us)
        if read.access is not AccessPath.RANGE and not self._reads_first(versions[0], read):
            return None
        return partial(self._in_thread.of, self.read, versions, keys, params, now_us, THREAD), read

    def _first_keys(self, keys: KeySet, params: tuple[Value, ...], now_us: int) -> KeySet:
        """What is read first, in a subquery where the rows are of one; by itself it reads *keys*."""
        sources = self._program.sources
        if sources is None or sources.constraint is not None:
            return keys
        part = self._subqueries[sources.first.table].parts[0]
        return part._first_keys(part.keys(params, now_us), params, now_us)

    def _of_point(self, row: bytes | None, params: tuple[Value, ...], lookups: Sequence[ViewVersion], now_us: int) -> list[bytes]:
        """As read(), of the one row that the whole key has, if any."""
        self._rows_beside(params)
        if row is not None and len(row) > min(self._loop.bytes, ROW_BYTES_MAX):
            raise Leave
        return self._run(params, () if row is None else (row,), 0, None, lookups, now_us)

    def read(self, versions: Sequence[ViewVersion], keys: KeySet, params: tuple[Any, ...], now_us: int, place: Place) -> list[Any]:
        """Rows as what the program is compiled for. Raises what LEAVES lists, and ShardNotReady."""
        program, sources = self._program, self._program.sources
        bounds, asked = self._thread if place.in_thread else self._loop, place.asked
        most = self._rows_beside(params)
        lookups: Sequence[Any] = versions[1:]
        if self._subqueries:
            params = (*params, *self._of_subqueries(params, versions[self._own_views :], now_us, place))
            lookups = [versions[at] if is_view else params[at] for at, is_view in self._lookups]
            if program.is_late and sources is not None and sources.constraint is not None:
                keys = sources.constraint.resolve(params, now_us)
                if not versions[0].held.issuperset(keys.shards):
                    raise Leave
        skip, count = lean.window(program, params)
        if count == 0:
            return []
        if sources is None:
            return self._run(params, (b"",), skip, count, (), now_us)
        rows_max, bytes_max = (bounds.of(skip, count), bounds.bytes) if asked is None else asked.of(bounds, skip, count)
        rows_most, may_stop = min(rows_max.whole, most), self._may_stop and count is not None
        execution = (params, skip, count, lookups, now_us)
        first: FewRows
        rows: Sequence[Any]
        if sources.constraint is None:
            given: GivenRows = params[program.parameters + sources.first.table]
            first, rows = given, given.rows
        else:
            if may_stop and asked is None and self._reads_first(versions[0], keys):
                return self._of_first(versions[0], keys, execution, rows_most, rows_max, bytes_max, place)
            wanted = rows_max.whole + 1
            if count is not None and not self._is_filtered:
                wanted = min(wanted, skip + count)
            first, rows = versions[0], self._stored(versions[0], keys, wanted, bytes_max, asked)
        if asked is not None:
            asked.took(len(rows), bounds)
        if len(rows) <= rows_most:
            return self._of_rows(first, rows, execution, rows_max)
        found = self._of_rows(first, rows[:rows_most], execution, rows_max) if may_stop else []
        if len(found) != count:
            raise Leave
        return found

    def _reads_first(self, version: ViewVersion, keys: KeySet) -> bool:
        """May the rows that come first in the view, or in a range, be enough?"""
        is_long = keys.access not in KEYED or (keys.access is AccessPath.RANGE and self._is_filtered)
        return self._may_stop and is_long and version.few_rows is None

    def _of_rows(self, first: FewRows, rows: Sequence[Any], execution: _Execution, rows_max: RowsMax) -> list[Any]:
        """What these rows make. Raises what LEAVES lists."""
        params, skip, count, lookups, now_us = execution
        if len(rows) > _FEW_ROWS:
            if (found := self._at_once(params, rows, skip, count, lookups, now_us)) is not None:
                return found
            if len(rows) > rows_max.each:
                raise Leave
        return self._run(params, self._one_by_one(first, rows), skip, count, lookups, now_us)

    def _of_first(
        self,
        version: ViewVersion,
        keys: KeySet,
        execution: _Execution,
        most: int,
        rows_max: RowsMax,
        bytes_max: int,
        place: Place,
    ) -> list[Any]:
        """What the first rows of a view or of a range make, *most* of them, if that is enough. Raises as read()."""
        _, skip, count, _, _ = execution
        assert count is not None, "may stop"
        wanted, descending = skip + count, self._program.descending
        keys = pruned(keys, version)
        if len(keys.shards) > _FIRST_SHARDS_MAX or len(keys.ranges) > LEAN_ROWS_MAX:
            raise Leave
        if keys.access is not AccessPath.RANGE:
            most = min(most, _FIRST_ROWS_MAX[place.in_thread])
            if wanted > most:
                raise Leave
        if not self._is_filtered:
            rows = read_few(version, keys, wanted, descending=descending, bytes_max=bytes_max)
            return self._of_rows(version, rows, execution, rows_max)
        few = min(max(_FIRST_ROWS[place.in_thread], _FIRST_GROWTH * wanted), most)
        while True:
            rows = read_few(version, keys, few + 1, descending=descending, bytes_max=bytes_max)
            found = self._of_rows(version, rows[:few], execution, rows_max)
            if len(found) == count or len(rows) <= few:
                return found
            if few == most:
                raise Leave
            few = min(_FIRST_GROWTH * few, most)

    def _stored(
        self, version: ViewVersion, keys: KeySet, wanted: int, bytes_max: int, asked: SubqueryBounds | None
    ) -> Sequence[bytes]:
        """The first *wanted* rows of the keys, or all of a small view."""
        if len(keys.points) + len(keys.ranges) > LEAN_ROWS_MAX:
            raise Leave
        if keys.access not in KEYED and version.few_rows is None:
            raise Leave
        if self._in_any_order and version.few_rows is not None and (self._has_conditions or keys.access is AccessPath.ALL_SHARDS):
            if sum(map(len, version.few_rows)) > bytes_max:
                raise Leave
            return version.few_rows
        if asked is not None and (known := asked.before.get((self, keys))) is not None and len(known) <= wanted:
            return known
        few, descending = pruned(keys, version), self._program.descending
        rows = read_few(version, few, wanted, descending=descending, bytes_max=bytes_max)
        if asked is not None:
            asked.before[self, keys] = rows
        return rows

    def _one_by_one(self, first: FewRows, rows: Sequence[Any]) -> Sequence[Any]:
        """What the function looks at: stored rows, with the values of columns where sources are spread."""
        if isinstance(first, GivenRows) or (self._in_any_order and rows is first.few_rows):
            decoded = first.few_values(self._columns)
            if decoded is None:
                raise Leave
            return decoded
        if not self._spread:
            return rows
        decode = row_decoder(first.schema, self._columns)
        return [(row, decode(row)) for row in rows]

    def _at_once(self, *args: Any) -> list[Any] | None:
        """By whole columns; None where rows have to be looked at one by one."""
        for whole in self._whole:
            try:
                return whole(*args)
            except LookupError:
                continue
            except LEAVES:
                break
        return None

    def _rows_beside(self, params: tuple[Value, ...]) -> int:
        """How many rows are looked at with these parameters. Raises Leave where those that are looked up would be too many."""
        characters = 0
        for param in params:
            if isinstance(param, str | bytes):
                characters += len(param)
        most = text_rows_max(characters)
        if characters > PARAMETERS_MAX or most < self._looked_up_from:
            raise Leave
        return most

    def _of_subqueries(
        self, params: tuple[Value, ...], versions: Sequence[ViewVersion], now_us: int, place: Place
    ) -> Iterator[Any]:
        """Their values; their views are at these *versions*."""
        for one in self._subqueries:
            own, versions = versions[: one.views], versions[one.views :]
            yield one.value(params, own, now_us, place)

    def point_reader(self, store: Store, now_us: Callable[[], int] | None, *, elsewhere: bool) -> PointReader:
        """See contract.Prepared. *now_us* is None where nothing depends on it."""
        sources, views, current, clock = self._program.sources, store.views, store.current, now_us or _no_time
        names = [view.name for view in self._program.views]
        constraint = None if sources is None else sources.constraint
        point_key: PointKey | None = None if constraint is None else constraint.point_key

        def read_nothing(params: tuple[Value, ...]) -> Sequence[bytes] | None:
            return self.rows((), NOTHING, params, clock())

        def read(params: tuple[Value, ...]) -> Sequence[bytes] | int | None:
            now_us = clock()
            keys = self.keys(params, now_us)
            version = views().get(name) or current(name)
            if len(version.held) < len(version.shards) and not version.held.issuperset(keys.shards):
                # Other nodes have clocks of their own.
                is_theirs = elsewhere and clock is _no_time and keys.access in KEYED and len(keys.shards) == 1
                return keys.shards[0] if is_theirs else None
            return self.rows((version,), keys, params, now_us)

        def read_point(params: tuple[Value, ...]) -> Sequence[bytes] | int | None:
            assert point_key is not None, "is a point"
            found, row = point_key(params), None
            if found is not None:
                shard = (views().get(name) or current(name)).shards[found[0]]
                if not shard.held:
                    return found[0] if elsewhere and clock is _no_time else None
                row = shard.get(found[1])
            return self._in_loop.of(self._of_point, row, params, (), clock())

        def read_joined(params: tuple[Value, ...]) -> Sequence[bytes] | None:
            assert point_key is not None, "is a point"
            newest, found = views(), point_key(params)
            version, *lookups = versions = [newest.get(view) or current(view) for view in names]
            if any(len(one.held) < len(one.shards) for one in versions):
                return None
            row = None if found is None else version.shards[found[0]].get(found[1])
            return self._in_loop.of(self._of_point, row, params, lookups, clock())

        def read_several(params: tuple[Value, ...]) -> Sequence[bytes] | None:
            now_us, newest = clock(), views()
            versions = [newest.get(view) or current(view) for view in names]
            if any(len(one.held) < len(one.shards) for one in versions):
                return None
            return self.rows(versions, self.keys(params, now_us), params, now_us)

        is_counted = self._program.limit is not None or self._program.offset is not None
        is_point = point_key is not None and not is_counted and not self._subqueries
        if len(names) > 1 or (names and (constraint is None or self._program.is_late)):
            return read_joined if is_point else read_several
        if not names:
            return read_nothing
        name = names[0]
        return read_point if is_point else read


def _lookups(relations: Iterable[JoinedRelation], parameters: int) -> Iterator[tuple[int, bool]]:
    """For each relation, the place of the version of a view, or of the parameter that has its rows."""
    views = count()
    for one in relations:
        is_view = one.read is not None
        yield next(views) if is_view else parameters + one.table, is_view


def _no_time() -> int:
    return 0
