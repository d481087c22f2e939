"""Executions of a row program: which rows it reads, how many at most, and when it leaves a query to the general way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import count
from typing import Any, Final, NamedTuple

from gateway.contract.engine import OutputStyle, PointReader
from gateway.engine.keyed import lean
from gateway.engine.keyed.reading import pruned, read_few
from gateway.engine.options import LEAN_ROWS_MAX, PROGRAM_ROWS_MAX
from gateway.engine.rows.compiling import Compiled, RowsMax, compile_program, compile_values
from gateway.engine.rows.lookups import GivenRows
from gateway.engine.rows.loops import FEW_OUT_MAX, text_rows_max
from gateway.engine.rows.windows import WindowColumns
from planner.postgres.functions.udf.elsewhere import length_of
from planner.prune.constrain.points import PointKey
from planner.prune.route.router import NOTHING
from planner.rows import Gives, RowProgram
from planner.rows.helpers import LEAVES
from planner.rows.joins import JoinedRelation
from planner.rows.program import RowSubquery
from planner.rows.series import series
from planner.rows.shared import Leave
from planner.tree.query_plan import KEYED, AccessPath, KeySet
from planner.tree.values import Value
from statestore.errors import ShardNotReady
from statestore.node import Store, ViewVersion
from statestore.rows import row_decoder

#: Bytes of stored rows that one execution looks at, for its rows wait in memory for their client; of a row; and of the parameters.
BYTES_MAX: Final = 1 << 20
ROW_BYTES_MAX: Final = 1 << 18
#: Of rows where each takes a microsecond or so.
COSTLY_BYTES_MAX: Final = 1 << 15
PARAMETERS_MAX: Final = 10_000
#: So many are looked at one by one at once.
_FEW_ROWS: Final = 4
#: A subquery is asked for so many rows, and reads so many each time.
_ASKED_MAX: Final = 50
_ASKED_ROWS_MAX: Final = 50
#: After so many executions in a row that were left, only every so many-th is tried.
_LEFT_MAX: Final = 8
_TRIED_EVERY: Final = 64
#: Compiled programs that are kept.
_KEPT_MAX: Final = 1_024


#: What a subquery that is asked for each row has read: for whom, which keys, how many rows at most.
_Read = tuple["RowReads", KeySet, int]


def is_for_rows(program: RowProgram, versions: Sequence[ViewVersion | None]) -> bool:
    """Are the views that the program reads whole, at these versions, small enough?"""
    found = (version for version, small in zip(versions, program.small, strict=True) if small)
    return all(version is not None and version.few_rows is not None for version in found)


@lru_cache(_KEPT_MAX)
def row_reads(program: RowProgram, formats: tuple[int, ...], style: OutputStyle) -> RowReads:
    """The program, compiled for results in these formats."""
    return RowReads(program, compile_program(program, formats, style))


class Bounds(NamedTuple):
    """What one execution reads at most: rows, rows where few of them go out, bytes."""

    rows: RowsMax
    few_out: RowsMax
    bytes: int


#: Of one for one row.
_ASKED: Final = Bounds(RowsMax(_ASKED_ROWS_MAX, _ASKED_ROWS_MAX), RowsMax(_ASKED_ROWS_MAX, _ASKED_ROWS_MAX), COSTLY_BYTES_MAX)


class _Attempts:
    """Executions of one kind, of which some are left."""

    __slots__ = ("_left",)

    def __init__(self) -> None:
        self._left = 0

    def of(self, read: Callable[..., list[bytes]], *args: Any, **options: bool) -> list[bytes] | None:
        """What *read* gives; None where it leaves, and mostly where it has left again and again."""
        if self._left >= _LEFT_MAX and self._left % _TRIED_EVERY:
            self._left += 1
            return None
        try:
            found = read(*args, **options)
        except (*LEAVES, ShardNotReady):
            self._left += 1
            return None
        self._left = 0
        return found


class RowReads:
    """A program's function and where it reads."""

    __slots__ = (
        "_all_views",
        "_columns",
        "_in_loop",
        "_in_thread",
        "_is_filtered",
        "_looked_up_from",
        "_lookups",
        "_loop",
        "_own_views",
        "_program",
        "_run",
        "_spread",
        "_subqueries",
        "_thread",
        "_whole",
    )

    def __init__(self, program: RowProgram, made: Compiled) -> None:
        self._program = program
        self._subqueries = [_SubqueryReads(one) for one in program.subqueries]
        bytes_max = COSTLY_BYTES_MAX if made.costly else BYTES_MAX
        self._loop, self._thread = (Bounds(*rows, bytes_max) for rows in zip(made.rows_max, made.few_out_max, strict=True))
        self._in_loop, self._in_thread = _Attempts(), _Attempts()
        self._run, self._whole = made.run, made.whole
        sources = program.sources
        #: For so many rows others may be looked up.
        self._looked_up_from = self._loop.rows.each if sources is not None and sources.lookups else 0
        self._spread = sources is not None and sources.spread
        #: May more rows be read than come out?
        self._is_filtered = bool(
            program.sort or program.grouped or program.distinct or (sources and (sources.conditions or sources.lookups))
        )
        self._columns = made.columns
        self._all_views, self._own_views = len(program.views), 0 if sources is None else len(sources.views)
        #: Where each lookup finds rows: at that place of the versions, or of the parameters with what subqueries give.
        self._lookups = [] if sources is None else list(_lookups(sources.relations, program.parameters))[1:]

    def keys(self, params: tuple[Value, ...], now_us: int) -> KeySet:
        """What is to be read first."""
        constraint = None if self._program.sources is None else self._program.sources.constraint
        return NOTHING if constraint is None else constraint.resolve(params, now_us)

    def rows(self, versions: Sequence[ViewVersion], keys: KeySet, params: tuple[Value, ...], now_us: int) -> list[bytes] | None:
        """All rows as DataRow messages, of the program's views at these *versions*; None where the general way has to answer."""
        return self._in_loop.of(self._rows, versions, keys, params, now_us)

    def in_thread(
        self, versions: Sequence[ViewVersion], keys: KeySet, params: tuple[Value, ...], now_us: int
    ) -> tuple[Callable[[], list[bytes] | None], KeySet] | None:
        """rows() of more rows of a range of the one view, for a worker thread, with the range; None where it would read no more."""
        if self._thread.few_out.whole <= self._loop.rows.whole or len(versions) > 1:
            return None
        read = self._first_keys(keys, params, now_us)
        if read.access is not AccessPath.RANGE:
            return None
        return partial(self._in_thread.of, self._rows, versions, keys, params, now_us, in_thread=True), read

    def _first_keys(self, keys: KeySet, params: tuple[Value, ...], now_us: int) -> KeySet:
        """What is read first, in a subquery where the rows are of one; by itself it reads *keys*."""
        sources = self._program.sources
        if sources is None or sources.constraint is not None:
            return keys
        part = self._subqueries[sources.first.table].parts[0]
        return part._first_keys(part.keys(params, now_us), params, now_us)

    def _of_point(self, row: bytes | None, params: tuple[Value, ...], lookups: Sequence[ViewVersion], now_us: int) -> list[bytes]:
        """As _rows, of the one row that the whole key has, if any."""
        self._rows_beside(params)
        if row is not None and len(row) > min(self._loop.bytes, ROW_BYTES_MAX):
            raise Leave
        return self._run(params, () if row is None else (row,), 0, None, lookups, now_us)

    def _rows(
        self,
        versions: Sequence[ViewVersion],
        keys: KeySet,
        params: tuple[Any, ...],
        now_us: int,
        *,
        in_thread: bool = False,
        before: dict[_Read, Sequence[bytes]] | None = None,
    ) -> list[Any]:
        """Rows as what the program is compiled for. Raises what LEAVES lists."""
        program, sources = self._program, self._program.sources
        bounds = _ASKED if before is not None else self._thread if in_thread and self._thread.rows.whole else self._loop
        most = self._rows_beside(params)
        lookups: Sequence[Any] = versions[1:]
        if self._subqueries:
            params = (*params, *self._values(params, versions[self._own_views :], now_us, in_thread=in_thread))
            lookups = [versions[at] if is_view else params[at] for at, is_view in self._lookups]
        skip, count = lean.window(program, params)
        if count == 0:
            return []
        if sources is None:
            return self._run(params, (b"",), skip, count, (), now_us)
        if sources.constraint is None:
            given: GivenRows = params[program.parameters + sources.first.table]
            if len(given) > min(bounds.rows.whole, most):
                raise Leave
            if len(given) > _FEW_ROWS and (found := self._at_once(params, given.rows, skip, count, lookups, now_us)) is not None:
                return found
            if len(given) > bounds.rows.each:
                raise Leave
            return self._run(params, given.few_values(self._columns), skip, count, lookups, now_us)
        version = versions[0]
        if len(keys.points) + len(keys.ranges) > LEAN_ROWS_MAX or (keys.access not in KEYED and version.few_rows is None):
            raise Leave
        rows_max = bounds.few_out if count is not None and skip + count <= FEW_OUT_MAX else bounds.rows
        wanted = rows_max.whole + 1
        if count is not None and not self._is_filtered:
            wanted = min(wanted, skip + count)
        if self._spread and program.descending is None and version.few_rows is not None:
            stored: Sequence[bytes] = version.few_rows
            decoded = version.few_values(self._columns) if sum(map(len, stored)) <= bounds.bytes else None
            if decoded is None:
                raise Leave
        else:
            known = None if before is None else before.get((self, keys, wanted))
            stored, decoded = self._read(version, keys, wanted, bounds) if known is None else known, None
            if before is not None:
                before[self, keys, wanted] = stored
        if len(stored) > min(rows_max.whole, most):
            raise Leave
        if len(stored) > _FEW_ROWS:
            if (found := self._at_once(params, stored, skip, count, lookups, now_us)) is not None:
                return found
            if len(stored) > rows_max.each:
                raise Leave
        values: Sequence[Any] = stored
        if self._spread:
            decode = row_decoder(version.schema, self._columns)
            values = [(row, decode(row)) for row in stored] if decoded is None else decoded
        return self._run(params, values, skip, count, lookups, now_us)

    def _read(self, version: ViewVersion, keys: KeySet, wanted: int, bounds: Bounds) -> Sequence[bytes]:
        few, descending = pruned(keys, version), self._program.descending
        return read_few(version, few, wanted, descending=descending, bytes_max=bounds.bytes)

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

    def _values(self, params: tuple[Value, ...], versions: Sequence[ViewVersion], now_us: int, *, in_thread: bool) -> Iterator[Any]:
        """Of the subqueries, whose views are at these *versions*."""
        for one in self._subqueries:
            own, versions = versions[: one.views], versions[one.views :]
            yield one.asked(params, own, now_us) if one.query.is_asked else one.found(params, own, now_us, in_thread=in_thread)

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
        if len(names) > 1 or (names and constraint is None):
            return read_joined if is_point else read_several
        if not names:
            return read_nothing
        name = names[0]
        return read_point if is_point else read


class _SubqueryReads:
    """Executions of a subquery."""

    __slots__ = ("_windows", "parts", "query", "views")

    def __init__(self, query: RowSubquery) -> None:
        self.query = query
        self.parts = [RowReads(part, compile_values(part, query.gives)) for part in query.programs]
        self.views = sum(reads._all_views for reads in self.parts)
        self._windows = WindowColumns(query.windows) if query.windows else None

    def asked(self, params: tuple[Any, ...], versions: Sequence[ViewVersion], now_us: int) -> Callable[..., Any]:
        """The function from a row's values to what is found with them. It raises Leave, and what else LEAVES lists."""
        left, before = count(_ASKED_MAX, -1), dict[_Read, Sequence[bytes]]()

        def ask(*values: Any) -> Any:
            if not next(left):
                raise Leave
            return self.found((*params, *values), versions, now_us, before=before)

        return ask

    def found(
        self,
        params: tuple[Any, ...],
        versions: Sequence[ViewVersion],
        now_us: int,
        *,
        in_thread: bool = False,
        before: dict[_Read, Sequence[bytes]] | None = None,
    ) -> Any:
        """The parameter's value. Raises Leave, and what else LEAVES lists."""
        found = list[Any]()
        for reads in self.parts:
            own, versions = versions[: reads._all_views], versions[reads._all_views :]
            keys = reads.keys(params, now_us)
            if own and not own[0].held.issuperset(keys.shards):
                raise Leave
            found += reads._rows(own, keys, params, now_us, in_thread=in_thread, before=before)
        match self.query.gives:
            case Gives.ROWS:
                return GivenRows(found if self._windows is None else self._windows.before(found, params, in_thread=in_thread))
            case Gives.CUT:
                row, width = found[0], self.query.width
                return GivenRows([row[at : at + width] for at in range(0, len(row), width)])
            case Gives.ELEMENTS:
                return GivenRows([(element,) for element in _few(found[0] or ())])
            case Gives.SERIES:
                (part,), (row,) = self.parts, found
                pg, zone = part._program.items[0].type.pg, part._program.forms.timezone
                return GivenRows([(value,) for value in series(pg, row, zone, PROGRAM_ROWS_MAX)])
            case Gives.LIST:
                return found
            case Gives.VALUE if len(found) > 1:
                raise Leave
            case Gives.VALUE:
                return found[0] if found else None


def _lookups(relations: Iterable[JoinedRelation], parameters: int) -> Iterator[tuple[int, bool]]:
    """For each relation, the place of the version of a view, or of the parameter that has its rows."""
    views = count()
    for one in relations:
        is_view = one.read is not None
        yield next(views) if is_view else parameters + one.table, is_view


def _few(elements: Sequence[Any]) -> Sequence[Any]:
    """An array that may be looked at for each row. Raises Leave."""
    if len(elements) > PROGRAM_ROWS_MAX or length_of(elements) > PARAMETERS_MAX:
        raise Leave
    return elements


def _no_time() -> int:
    return 0
