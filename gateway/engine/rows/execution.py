"""A row program as one Python function: parameters and stored rows → DataRow messages. Made once for a plan and its formats.

For `SELECT note || '!' FROM orders WHERE customer = $1 AND amount > $2 LIMIT 3` that is

    def run(params, values, skip, count, lookups, now_us):
     p0, p1, = params
     rows = []
     for r0 in values:
      v0_3, v0_6, = decode(r0)
      x1 = None if v0_3 is None or p1 is None else v0_3 > p1
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
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from gateway.codecs.arrow_cells import DATA_ROW
from gateway.engine.contract import OutputStyle
from gateway.engine.row_codegen import CELL_NAMES, CellSpec, cell_lines, compiled, joined
from gateway.engine.rows.aggregates import begin_of, order_of, steps_of
from gateway.engine.rows.expressions import Expressions, Var
from gateway.engine.rows.loops import Loops
from gateway.engine.rows.source import Source
from gateway.engine.stored_rows import stored_rows
from planner.bound import Aggregate, ColumnRef, Const, Expr, SortKey
from planner.constrain.conjuncts import conjuncts
from planner.rows import RowProgram
from planner.rows.expressions import GATHERING
from planner.rows.helpers import NAMES
from planner.rows.program import is_stored
from planner.values import Value
from statestore.node import ViewVersion

#: (parameters, stored rows, OFFSET, LIMIT, a version for each lookup, now) → rows. Raises what LEAVES lists.
Run = Callable[[tuple[Value, ...], Sequence[Any], int, int | None, Sequence[ViewVersion], int], list[Any]]
_HEAD: Final = "def run(params, values, skip, count, lookups, now_us):"

_SORTED_BY: Final = {True: "lambda r: (r[{at}] is None, r[{at}])", False: "lambda r: (r[{at}] is not None, r[{at}])"}


@dataclass(frozen=True, slots=True)
class Compiled:
    """A program's function. It is *costly* where it takes microseconds for each character that it reads.

    Of sources that are spread it takes rows with the values of *columns*.
    """

    run: Run
    costly: bool
    columns: tuple[int, ...]


def compile_program(program: RowProgram, formats: tuple[int, ...], style: OutputStyle) -> Compiled:
    """The function for results in these formats: rows are DataRow messages."""
    return _Function(program, formats, style).compiled()


def compile_values(program: RowProgram) -> Compiled:
    """The same for a subquery's program: rows are the values of its one column."""
    return _Function(program, None, OutputStyle()).compiled()


class _Function:
    def __init__(self, program: RowProgram, formats: tuple[int, ...] | None, style: OutputStyle) -> None:
        """Without *formats* rows are values."""
        self._program = program
        self._formats, self._style = formats, style
        self._parameters = program.parameters + len(program.subqueries)
        #: The sources of items that are columns; None: the item is computed.
        self._origins = [self._origin(item) for item in program.items]
        self.source = Source({**NAMES, **CELL_NAMES})
        self._loops = Loops(program, self.source, list(self._evaluated()))

    def compiled(self) -> Compiled:
        sources = self._program.sources
        columns = () if sources is None else self._loops.columns(sources.read.source)
        return Compiled(self._made(), self.source.costly, columns)

    def _made(self) -> Run:
        program, source = self._program, self.source
        if self._parameters:
            source.before.append(f" {''.join(f'p{i}, ' for i in range(self._parameters))} = params")
        source.line("rows = []")
        if program.distinct:
            source.line("seen = set()")
        if program.grouped:
            self._grouped()
        else:
            with self._loops.each_row() as expressions:
                self._project(expressions)
        if program.sort:
            self._sort()
        source.line("return rows")
        made: Run = compiled([_HEAD, *source.before, *source.lines], "run", source.names)
        return made

    def _origin(self, item: Expr) -> int | None:
        program = self._program
        if (
            self._formats is None
            or program.sources is None
            or program.grouped
            or program.distinct
            or not is_stored(item, program.sources.views)
        ):
            return None
        return item.source if isinstance(item, ColumnRef) else None

    def _evaluated(self) -> Iterator[Expr]:
        """What is computed from stored rows."""
        program = self._program
        if program.sources is not None:
            yield from program.sources.expressions
        if program.grouped:
            yield from (*program.groups, *program.aggregates)
        else:
            yield from (key.expr for key in program.sort)
            yield from (item for item, origin in zip(program.items, self._origins, strict=True) if origin is None)

    # ------------------------------------------------------------------------------------------------------------- groups

    def _grouped(self) -> None:
        program, source = self._program, self.source
        states = [f"a{i}" for i in range(len(program.aggregates))]
        begin = "".join(f"{begin_of(a)}, " for a in program.aggregates)
        source.line(f"groups = {{{'' if program.groups else f'(): [{begin}]'}}}")
        with self._loops.each_row() as expressions:
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
                self._end(state, call)
            given = [*((e, Var(f"g{i}")) for i, e in enumerate(program.groups))]
            given += [(a, Var(s)) for s, a in zip(states, program.aggregates, strict=True)]
            expressions = Expressions(source, program.forms, given)
            for condition in conjuncts(program.having):
                source.line(f"if {expressions.of(condition).name} is not True: continue")
            self._project(expressions)

    def _key(self, expressions: Expressions, expr: Expr) -> str:
        return expressions.comparable(expr).name

    def _take(self, expressions: Expressions, index: int, call: Aggregate) -> None:
        """A row's value goes into state[index]."""
        taken = self._gather if call.function.name in GATHERING else self._take_value
        if call.filter is not None:
            with self.source.block(f"if {expressions.of(call.filter).name} is True:"):
                taken(expressions, f"state[{index}]", call)
        else:
            taken(expressions, f"state[{index}]", call)

    def _take_value(self, expressions: Expressions, state: str, call: Aggregate) -> None:
        source, steps = self.source, steps_of(call)
        if not call.args:
            source.line(f"{state} = {steps.take.format(a=state, x='')}")
            return
        compared = call.distinct or call.function.name in ("min", "max")
        value = (expressions.comparable if compared else expressions.of)(call.args[0]).name
        taken = steps.take.format(a=state, x=value)
        with source.block(f"if {value} is not None:"):
            source.line(f"{state} = {taken if steps.begin is not None else f'{value} if {state} is None else {taken}'}")

    def _gather(self, expressions: Expressions, state: str, call: Aggregate) -> None:
        """What is sorted by, and the value."""
        keys = [self._key(expressions, key.expr) for key in order_of(call)]
        value = expressions.of(call.args[0]).name
        line = f"{state}.append(({', '.join((*keys, value))},))"
        self.source.line(line if call.function.name == "array_agg" else f"if {value} is not None: {line}")

    def _end(self, state: str, call: Aggregate) -> None:
        source = self.source
        if call.function.name not in GATHERING:
            steps = steps_of(call)
            value = steps.end.format(a=state)
            source.line(f"{state} = {value if steps.begin is not None else f'None if {state} is None else {value}'}")
            return
        if call.distinct:
            source.line(f"{state} = list(set({state}))")
        self._sort_by(state, order_of(call))
        if call.function.name == "array_agg":
            source.line(f"{state} = [r[-1] for r in {state}] or None")
        else:
            source.line(f"{state} = {self._separator(call)}.join([r[-1] for r in {state}]) if {state} else None")

    def _separator(self, call: Aggregate) -> str:
        separator = call.args[1]
        assert isinstance(separator, Const), "is known"
        return self.source.constant(separator.value)

    # ------------------------------------------------------------------------------------------------------------- output

    def _project(self, expressions: Expressions) -> None:
        """Items, then the message, or what it is made of with what is sorted by."""
        source, program = self.source, self._program
        pairs = zip(program.items, self._origins, strict=True)
        computed = [expressions.of(item).name for item, origin in pairs if origin is None]
        if program.distinct:
            source.line(f"key = ({''.join(f'{name}, ' for name in computed)})")
            source.line("if key in seen: continue")
            source.line("seen.add(key)")
        if program.sort:
            keys = [self._key(expressions, key.expr) for key in program.sort]
            source.line(f"rows.append(({', '.join((*keys, *computed, *self._rows()))},))")
            return
        with source.block("if skip:"):
            source.line("skip -= 1")
            source.line("continue")
        self._message(computed)
        source.line("if len(rows) == count: return rows")

    def _rows(self) -> list[str]:
        """The stored rows that items come from as they are."""
        return [f"r{number}" for number in dict.fromkeys(self._origins) if number is not None]

    def _message(self, computed: Sequence[str]) -> None:
        """*computed* are the variables of computed items. A row's columns that stand side by side are one piece."""
        source, program, variables = self.source, self._program, iter(computed)
        if self._formats is None:
            source.line(f"rows.append({computed[0]})")
            return
        count = len(program.items)
        first = None if program.sources is None else program.sources.read.source
        if first is not None and count and set(self._origins) == {first}:
            source.line(f"rows.append({self._stored(first, range(count), kind=DATA_ROW)})")
            return
        pieces = []
        for origin, group in groupby(range(count), self._origins.__getitem__):
            places = list(group)
            if origin is not None:
                pieces.append(piece := f"c{places[0]}")
                source.line(f"{piece} = {self._stored(origin, places, kind=0)}")
                continue
            for i in places:
                pieces.append(f"c{i}")
                spec = CellSpec(program.items[i].type, self._formats[i], self._style)
                for line in cell_lines(i, next(variables), spec, source.names):
                    source.line(line.lstrip())
        source.line(f"rows.append({joined(pieces, count)})")

    def _stored(self, number: int, places: Sequence[int], kind: int) -> str:
        """Source of the cells of items that are columns of a row, or of the whole message."""
        program, sources = self._program, self._program.sources
        assert sources is not None, "has rows"
        columns = tuple(item.column for item in map(program.items.__getitem__, places) if isinstance(item, ColumnRef))
        assert self._formats is not None, "makes messages"
        view, formats = sources.views[number], tuple(self._formats[i] for i in places)
        made = stored_rows(view, columns, formats, self._style, kind)
        cells = f"{self.source.constant(made.one)}(r{number})"
        if any(lookup.left and lookup.read.source == number for lookup in sources.lookups):
            return f"{cells} if r{number} is not None else NULL * {len(places)}"
        return cells

    def _sort_by(self, rows: str, keys: Sequence[SortKey]) -> None:
        """From the last key to the first, each time without changing the order of equals."""
        for at, key in reversed(list(enumerate(keys))):
            by = _SORTED_BY[key.descending == key.nulls_first].format(at=at)
            self.source.line(f"{rows}.sort(key={by}, reverse={key.descending})")

    def _sort(self) -> None:
        source, program = self.source, self._program
        self._sort_by("rows", program.sort)
        source.line("found, rows = rows[skip : None if count is None else skip + count], []")
        keys = [f"s{i}" for i in range(len(program.sort))]
        computed = [f"i{i}" for i, origin in enumerate(self._origins) if origin is None]
        with source.block(f"for {''.join(f'{name}, ' for name in (*keys, *computed, *self._rows()))} in found:"):
            self._message(computed)
