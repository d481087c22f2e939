"""Executions of a row program: which rows it reads, how many at most, and when it leaves a query to the general way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from gateway.engine import lean
from gateway.engine.contract import OutputStyle, PointReader
from gateway.engine.options import LEAN_ROWS_MAX
from gateway.engine.reading import pruned, read_few
from gateway.engine.rows.execution import Run, compile_program
from planner.plan import KEYED, Access, KeySet
from planner.route.router import NOTHING
from planner.rows import RowProgram
from planner.rows.helpers import LEAVES
from planner.rows.shared import Leave
from planner.values import Value
from statestore.node import Store, ViewVersion

#: Bytes of stored rows that one execution looks at, and of one parameter.
BYTES_MAX: Final = 1 << 18
#: The same where each takes a microsecond or so.
COSTLY_BYTES_MAX: Final = 1 << 15
PARAMETER_MAX: Final = 10_000
#: After so many executions in a row that were left, only every so many-th is tried.
_LEFT_MAX: Final = 8
_TRIED_EVERY: Final = 64
#: Compiled programs that are kept.
_KEPT_MAX: Final = 1_024


def is_for_rows(program: RowProgram, version: ViewVersion | None) -> bool:
    """Is its first view, at this version, small enough for what the program reads of it?"""
    return program.sources is None or not program.sources.is_whole or (version is not None and version.few_rows is not None)


@lru_cache(_KEPT_MAX)
def row_reads(program: RowProgram, formats: tuple[int, ...], style: OutputStyle, parameters: int) -> RowReads:
    """The program, compiled for results in these formats."""
    return RowReads(program, *compile_program(program, formats, style, parameters))


class RowReads:
    """A program's function and where it reads."""

    __slots__ = ("_bytes_max", "_left", "_program", "_run")

    def __init__(self, program: RowProgram, run: Run, costly: bool) -> None:
        self._program = program
        self._bytes_max = COSTLY_BYTES_MAX if costly else BYTES_MAX
        self._run = run
        self._left = 0

    def keys(self, params: tuple[Value, ...], now_us: int) -> KeySet:
        """What is to be read first."""
        return NOTHING if self._program.sources is None else self._program.sources.constraint.resolve(params, now_us)

    def rows(
        self,
        version: ViewVersion | None,
        keys: KeySet,
        params: tuple[Value, ...],
        lookups: Sequence[ViewVersion] = (),
        now_us: int = 0,
    ) -> list[bytes] | None:
        """All rows as DataRow messages; None where the general way has to answer. *version* is None without sources."""
        if self._left >= _LEFT_MAX and self._left % _TRIED_EVERY:
            self._left += 1
            return None
        try:
            found = self._rows(version, keys, params, lookups, now_us)
        except LEAVES:
            self._left += 1
            return None
        self._left = 0
        return found

    def _rows(
        self, version: ViewVersion | None, keys: KeySet, params: tuple[Value, ...], lookups: Sequence[ViewVersion], now_us: int
    ) -> list[bytes]:
        program = self._program
        if any(isinstance(p, str | bytes) and len(p) > PARAMETER_MAX for p in params):
            raise Leave
        skip, count = lean.window(program, params)
        if count == 0:
            return []
        if len(keys.points) > LEAN_ROWS_MAX or (keys.access not in KEYED and (version is None or version.few_rows is None)):
            raise Leave
        wanted, sources = LEAN_ROWS_MAX + 1, program.sources
        if sources is None or version is None:
            return self._run(params, (b"",), skip, count, (), now_us)
        more = sources.conditions or sources.lookups or program.sort or program.grouped or program.distinct
        if count is not None and not more:
            wanted = min(wanted, skip + count)
        if keys.access is Access.ALL_SHARDS and program.descending is None and version.few_rows is not None:
            values: Sequence[bytes] = version.few_rows
        else:
            values = read_few(version, pruned(keys, version), wanted, descending=program.descending)
        if len(values) > LEAN_ROWS_MAX or sum(map(len, values)) > self._bytes_max:
            raise Leave
        return self._run(params, values, skip, count, [one.shards for one in lookups], now_us)

    def point_reader(self, store: Store, now_us: Callable[[], int] | None, *, elsewhere: bool) -> PointReader:
        """See contract.Prepared. *now_us* is None where nothing depends on it."""
        sources, views, current, clock = self._program.sources, store.views, store.current, now_us or _no_time
        if sources is None:
            return lambda params: self.rows(None, NOTHING, params, (), clock())
        name, others = sources.view.name, [lookup.view.name for lookup in sources.lookups]

        def read(params: tuple[Value, ...]) -> Sequence[bytes] | int | None:
            now_us = clock()
            keys = self.keys(params, now_us)
            version = views().get(name) or current(name)
            if len(version.held) < len(version.shards) and not version.held.issuperset(keys.shards):
                # A range may turn out long, and what is forwarded comes back in one piece. Other nodes have clocks of their own.
                return keys.shards[0] if elsewhere and clock is _no_time and keys.access is Access.POINT else None
            return self.rows(version, keys, params, (), now_us)

        def read_joined(params: tuple[Value, ...]) -> Sequence[bytes] | int | None:
            now_us, newest = clock(), views()
            version, *rest = [newest.get(view) or current(view) for view in (name, *others)]
            if any(len(one.held) < len(one.shards) for one in (version, *rest)):
                return None
            return self.rows(version, self.keys(params, now_us), params, rest, now_us)

        return read_joined if others else read


def _no_time() -> int:
    return 0
