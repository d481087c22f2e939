"""The functions of a row program: over whole columns where that is possible, and over rows one by one."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from gateway.contract.engine import OutputStyle
from gateway.engine.rows.execution import LoopFunction, Run
from gateway.engine.rows.vectorized import VectorFunction
from gateway.engine.rows.vectors import NotVectorized
from planner.rows import Gives, RowProgram


@dataclass(frozen=True, slots=True)
class RowsMax:
    """How many rows an execution takes at most: over whole columns, if it can, and one by one."""

    whole: int
    each: int


@dataclass(frozen=True, slots=True)
class Compiled:
    """A program's function over rows one by one, and those over whole columns: without NULL, and with some.

    It is *costly* where it takes microseconds for each character that it reads. It takes *rows_max* rows, *few_out_max* where few
    of them go out: in the event loop, and in a worker thread. Of sources that are spread it takes rows with the values of
    *columns*.
    """

    run: Run
    whole: tuple[Run, ...]
    costly: bool
    columns: tuple[int, ...]
    rows_max: tuple[RowsMax, RowsMax]
    few_out_max: tuple[RowsMax, RowsMax]


def compile_program(program: RowProgram, formats: tuple[int, ...], style: OutputStyle) -> Compiled:
    """The functions for results in these formats: rows are DataRow messages."""
    return _compiled(program, formats, style, is_wide=False)


def compile_values(program: RowProgram, gives: Gives) -> Compiled:
    """The same for a subquery's: rows are tuples of values where it gives several columns, else the values of its one column."""
    return _compiled(program, None, OutputStyle(), is_wide=gives not in (Gives.VALUE, Gives.LIST))


def _compiled(program: RowProgram, formats: tuple[int, ...] | None, style: OutputStyle, *, is_wide: bool) -> Compiled:
    each = LoopFunction(program, formats, style, is_wide=is_wide)
    whole, sources = tuple[Run, ...](), program.sources
    is_given = sources is not None and sources.first.view is None
    constraint = None if sources is None else sources.constraint
    if is_given or (constraint is not None and constraint.point_key is None):
        # What a subquery gives, such as the row before, often is NULL.
        with suppress(NotVectorized):
            vectors = VectorFunction(program, formats, style, is_wide=is_wide, nullable=is_given)
            whole = (vectors.made(),)
            if vectors.needs_values:
                whole = (*whole, _later(lambda: VectorFunction(program, formats, style, is_wide=is_wide, nullable=True).made()))
    # Most ranges need no other, and to make one takes as long again.
    run, costly = (_later(each.made), vectors.source.costly) if whole else (each.made(), each.source.costly)

    def bounds(*, few_out: bool) -> tuple[RowsMax, RowsMax]:
        one_by_one = each.loops.rows_max(few_out=few_out, whole=False)
        at_once = one_by_one if not whole else each.loops.rows_max(few_out=few_out, whole=True)
        in_loop, in_thread = map(RowsMax, at_once, one_by_one)
        return in_loop, in_thread

    columns = () if sources is None else each.loops.columns(sources.first.source)
    return Compiled(run, whole, costly, columns, bounds(few_out=False), bounds(few_out=True))


def _later(make: Callable[[], Run]) -> Run:
    """What *make* gives, made at the first call."""
    made: Run | None = None

    def run(*args: Any) -> list[Any]:
        nonlocal made
        made = made or make()
        return made(*args)

    return run
