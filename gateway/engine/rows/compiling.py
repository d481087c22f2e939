"""The functions of a row program: over whole columns where that is possible, and over rows one by one."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from gateway.contract.engine import OutputStyle
from gateway.engine.rows.execution import LoopFunction, Run
from gateway.engine.rows.vectorized import VectorFunction
from gateway.engine.rows.vectors import NotVectorized
from planner.rows import Gives, RowProgram, RowSubquery


@dataclass(frozen=True, slots=True)
class RowsMax:
    """How many rows an execution takes at most: over whole columns, if it can, and one by one."""

    whole: int
    each: int


@dataclass(frozen=True, slots=True)
class Compiled:
    """A program's function over rows one by one, and over whole columns if it has one.

    It is *costly* where it takes microseconds for each character that it reads. It takes *rows_max* rows, *few_out_max* where few
    of them go out: in the event loop, and in a worker thread. Of sources that are spread it takes rows with the values of
    *columns*.
    """

    run: Run
    whole: Run | None
    costly: bool
    columns: tuple[int, ...]
    rows_max: tuple[RowsMax, RowsMax]
    few_out_max: tuple[RowsMax, RowsMax]


def compile_program(program: RowProgram, formats: tuple[int, ...], style: OutputStyle) -> Compiled:
    """The functions for results in these formats: rows are DataRow messages."""
    return _compiled(program, formats, style, is_wide=False)


def compile_values(subquery: RowSubquery) -> Compiled:
    """The same for a subquery: rows are tuples of values where it gives all columns, else the values of its one column."""
    return _compiled(subquery.program, None, OutputStyle(), is_wide=subquery.gives is Gives.ROWS)


def _compiled(program: RowProgram, formats: tuple[int, ...] | None, style: OutputStyle, *, is_wide: bool) -> Compiled:
    each = LoopFunction(program, formats, style, is_wide=is_wide)
    run, whole, sources = each.made(), None, program.sources
    if sources is not None and sources.constraint is not None and sources.constraint.point_key is None:
        with suppress(NotVectorized):
            whole = VectorFunction(program, formats, style, is_wide=is_wide).made()

    def bounds(*, few_out: bool) -> tuple[RowsMax, RowsMax]:
        one_by_one = each.loops.rows_max(few_out=few_out, whole=False)
        at_once = one_by_one if whole is None else each.loops.rows_max(few_out=few_out, whole=True)
        in_loop, in_thread = map(RowsMax, at_once, one_by_one)
        return in_loop, in_thread

    columns = () if sources is None else each.loops.columns(sources.first.source)
    return Compiled(run, whole, each.source.costly, columns, bounds(few_out=False), bounds(few_out=True))
