"""A row program as one Python function: parameters and stored rows → DataRow messages. Made once for a plan and its formats.

For `SELECT note || '!' FROM orders WHERE customer = $1 AND amount > $2 LIMIT 3` that is

    def run(params, values, skip, count):
     p0, p1, = params
     rows = []
     for value in values:
      v3, v6, = decode(value)
      x1 = None if v3 is None or p1 is None else v3 > p1
      if x1 is not True: continue
      x2 = …
      if skip: skip -= 1; continue
      c0 = …
      rows.append(message)
      if len(rows) == count: return rows
     return rows
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from typing import Any, Final

from gateway.engine.contract import OutputStyle
from gateway.engine.row_codegen import CELL_NAMES, CellSpec, cell_lines, compiled, joined
from gateway.engine.rows.aggregates import steps_of
from gateway.engine.rows.expressions import Expressions, Var
from gateway.engine.rows.source import Source
from gateway.engine.stored_rows import stored_rows
from planner.bound import Aggregate, ColumnRef, Expr
from planner.constrain.children import columns_in
from planner.constrain.conjuncts import conjuncts
from planner.rows import RowProgram
from planner.rows.helpers import NAMES
from planner.rows.kinds import FLOAT, kind_of
from planner.rows.program import is_stored
from planner.values import Value
from statestore.rows import row_decoder

#: (parameters, stored rows, OFFSET, LIMIT) → DataRow messages. Raises what planner.rows.helpers.LEAVES lists.
Run = Callable[[tuple[Value, ...], Sequence[bytes], int, int | None], list[bytes]]

_SORTED_BY: Final = {True: "lambda r: (r[{at}] is None, r[{at}])", False: "lambda r: (r[{at}] is not None, r[{at}])"}


def compile_program(program: RowProgram, formats: tuple[int, ...], style: OutputStyle, parameters: int) -> Run:
    """The function for results in these formats."""
    return _Function(program, formats, style, parameters).made()


class _Function:
    def __init__(self, program: RowProgram, formats: tuple[int, ...], style: OutputStyle, parameters: int) -> None:
        self._program = program
        self._formats, self._style = formats, style
        self._parameters = parameters
        stored = [not program.grouped and is_stored(item, program.view) for item in program.items]
        self._computed = [i for i, known in enumerate(stored) if not known]
        self._has_stored = any(stored)
        self._columns = tuple(dict.fromkeys(e.column for top in self._evaluated() for e in columns_in(top)))
        self._source = Source({**NAMES, **CELL_NAMES, "decode": row_decoder(program.view, self._columns)})

    def made(self) -> Run:
        program, source = self._program, self._source
        if self._parameters:
            source.line(f"{''.join(f'p{i}, ' for i in range(self._parameters))} = params")
        source.line("rows = []")
        if program.grouped:
            self._grouped()
        else:
            with self._each_row():
                self._project(Expressions(source, program.forms))
        if program.sort:
            self._sort()
        source.line("return rows")
        made: Run = compiled(["def run(params, values, skip, count):", *source.lines], "run", source.names)
        return made

    def _evaluated(self) -> Iterator[Expr]:
        """What is computed from stored rows."""
        program = self._program
        yield from conjuncts(program.where)
        if program.grouped:
            yield from (*program.groups, *program.aggregates)
        else:
            yield from (key.expr for key in program.sort)
            yield from (program.items[i] for i in self._computed)

    @contextmanager
    def _each_row(self) -> Iterator[None]:
        """The loop over stored rows, down to those that WHERE keeps."""
        source, program = self._source, self._program
        with source.block("for value in values:"):
            if self._columns:
                source.line(f"{''.join(f'v{c}, ' for c in self._columns)} = decode(value)")
            expressions = Expressions(source, program.forms)
            # All of them first: which of them Postgres looks at first is its planner's choice, and the later ones may fail.
            kept = [expressions.of(condition).name for condition in conjuncts(program.where)]
            if kept:
                source.line(f"if not ({' is True and '.join(kept)} is True): continue")
            yield

    # ------------------------------------------------------------------------------------------------------------- groups

    def _grouped(self) -> None:
        program, source = self._program, self._source
        states = [f"a{i}" for i in range(len(program.aggregates))]
        begin = "".join(f"{steps_of(a).begin}, " for a in program.aggregates)
        source.line(f"groups = {{{'' if program.groups else f'(): [{begin}]'}}}")
        with self._each_row():
            expressions = Expressions(source, program.forms)
            key = "".join(f"{self._key(expressions, e)}, " for e in program.groups)
            source.line(f"key = ({key})")
            source.line("state = groups.get(key)")
            source.line(f"if state is None: state = groups[key] = [{begin}]")
            for index, call in enumerate(program.aggregates):
                self._take(expressions, index, call)
        with source.block("for key, state in groups.items():"):
            source.line(f"({''.join(f'g{i}, ' for i in range(len(program.groups)))}) = key")
            source.line(f"({''.join(f'{s}, ' for s in states)}) = state")
            for state, call in zip(states, program.aggregates, strict=True):
                end = steps_of(call)
                value = end.end.format(a=state)
                source.line(f"{state} = {value if end.begin is not None else f'None if {state} is None else {value}'}")
            given = [*((e, Var(f"g{i}")) for i, e in enumerate(program.groups))]
            given += [(a, Var(s)) for s, a in zip(states, program.aggregates, strict=True)]
            expressions = Expressions(source, program.forms, given)
            for condition in conjuncts(program.having):
                source.line(f"if {expressions.of(condition).name} is not True: continue")
            self._project(expressions)

    def _key(self, expressions: Expressions, expr: Expr) -> str:
        var = expressions.of(expr)
        return expressions.strict("number({0})", (var,)).name if kind_of(expr.type.pg) == "float" else var.name

    def _take(self, expressions: Expressions, index: int, call: Aggregate) -> None:
        """A row's value goes into state[index]."""
        source, steps, state = self._source, steps_of(call), f"state[{index}]"
        if call.filter is not None:
            with source.block(f"if {expressions.of(call.filter).name} is True:"):
                self._take_value(expressions, steps, state, call)
        else:
            self._take_value(expressions, steps, state, call)

    def _take_value(self, expressions: Expressions, steps: Any, state: str, call: Aggregate) -> None:
        source = self._source
        if not call.args:
            source.line(f"{state} = {steps.take.format(a=state, x='')}")
            return
        var = expressions.of(call.args[0])
        compared = call.function.name in ("min", "max") and kind_of(call.args[0].type.pg) == FLOAT
        value = (expressions.strict("number({0})", (var,)) if compared else var).name
        taken = steps.take.format(a=state, x=value)
        with source.block(f"if {value} is not None:"):
            source.line(f"{state} = {taken if steps.begin is not None else f'{value} if {state} is None else {taken}'}")

    # ------------------------------------------------------------------------------------------------------------- output

    def _project(self, expressions: Expressions) -> None:
        """Items, then the message, or what it is made of with what is sorted by."""
        source, program = self._source, self._program
        computed = [expressions.of(program.items[i]).name for i in self._computed]
        if program.sort:
            keys = [self._key(expressions, key.expr) for key in program.sort]
            source.line(f"rows.append(({', '.join((*keys, *computed, *self._kept()))},))")
            return
        with source.block("if skip:"):
            source.line("skip -= 1")
            source.line("continue")
        self._message(computed)
        source.line("if len(rows) == count: return rows")

    def _kept(self) -> list[str]:
        """The stored row, where items come from it as they are."""
        return ["value"] if self._has_stored else []

    def _message(self, computed: Sequence[str]) -> None:
        """*computed* are the variables of computed items. Columns that stand side by side are one piece."""
        source, program, variables = self._source, self._program, iter(computed)
        if not self._computed and self._has_stored:
            source.line(f"rows.append({self._stored(range(len(program.items)), framed=True)})")
            return
        pieces = []
        for known, group in groupby(range(len(program.items)), lambda i: i not in self._computed):
            places = list(group)
            if known:
                pieces.append(piece := f"c{places[0]}")
                source.line(f"{piece} = {self._stored(places, framed=False)}")
                continue
            for i in places:
                pieces.append(f"c{i}")
                spec = CellSpec(program.items[i].type, self._formats[i], self._style)
                for line in cell_lines(i, next(variables), spec, source.names):
                    source.line(line.lstrip())
        source.line(f"rows.append({joined(pieces, len(program.items))})")

    def _stored(self, places: Sequence[int], *, framed: bool) -> str:
        """Source of the cells of items that are columns, or of the whole message."""
        program = self._program
        columns = tuple(item.column for item in map(program.items.__getitem__, places) if isinstance(item, ColumnRef))
        made = stored_rows(program.view, columns, tuple(self._formats[i] for i in places), self._style, framed=framed)
        return f"{self._source.constant(made.one)}(value)"

    def _sort(self) -> None:
        """From the last key to the first, each time without changing the order of equals."""
        source, program = self._source, self._program
        for at, key in reversed(list(enumerate(program.sort))):
            by = _SORTED_BY[key.descending == key.nulls_first].format(at=at)
            source.line(f"rows.sort(key={by}, reverse={key.descending})")
        source.line("found, rows = rows[skip : None if count is None else skip + count], []")
        keys, computed = [f"s{i}" for i in range(len(program.sort))], [f"i{i}" for i in self._computed]
        with source.block(f"for {''.join(f'{name}, ' for name in (*keys, *computed, *self._kept()))} in found:"):
            self._message(computed)
