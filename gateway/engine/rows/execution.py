"""A row program as one Python function: parameters and stored rows → DataRow messages. Made once for a plan and its formats.

For `SELECT note || '!' FROM orders WHERE customer = $1 AND amount > $2 LIMIT 3` that is

    def run(params, values, skip, count, lookups, now_us):
     p0, p1, = params
     rows = []
     for r0, v0_3, v0_6 in zip(values, *columns(values)):
      if not (v0_3 is not None and p1 is not None and v0_3 > p1): continue
      x2 = …
      if skip: skip -= 1; continue
      rows.append(message((x2,)))
      if len(rows) == count: return rows
     return rows
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from gateway.codecs.arrow_cells import DATA_ROW
from gateway.contract.engine import OutputStyle
from gateway.engine.keyed.row_codegen import NULL, CellSpec, compiled
from gateway.engine.keyed.stored_columns import grouped
from gateway.engine.keyed.stored_rows import stored_rows
from gateway.engine.keyed.value_rows import value_rows
from gateway.engine.options import PROGRAM_ROWS_MAX
from gateway.engine.rows.aggregates import begin_of, order_of, steps_of
from gateway.engine.rows.expressions import Expressions, Var
from gateway.engine.rows.loops import GROUPS_MAX, Loops
from gateway.engine.rows.source import ProgramSource
from gateway.engine.rows.whole import NAMES as WHOLE
from gateway.engine.rows.whole import is_whole_key, whole_form
from planner.prune.constrain.conjuncts import conjuncts
from planner.rows import Gives, RowProgram, RowSubquery
from planner.rows.expressions import GATHERING
from planner.rows.helpers import NAMES
from planner.rows.program import is_stored
from planner.tree.bound import Aggregate, ColumnRef, Const, Expr, SortKey

#: (parameters, stored rows, OFFSET, LIMIT, a version or GivenRows for each lookup, now) → rows. Raises what LEAVES lists.
Run = Callable[[tuple[Any, ...], Sequence[Any], int, int | None, Sequence[Any], int], list[Any]]
_HEAD: Final = "def run(params, values, skip, count, lookups, now_us):"

#: So many rows are sorted at once, at least.
_SORTED_MIN: Final = 64
_SORTED_BY: Final = {True: "lambda r: (r[{at}] is None, r[{at}])", False: "lambda r: (r[{at}] is not None, r[{at}])"}


@dataclass(frozen=True, slots=True)
class Compiled:
    """A program's function. It is *costly* where it takes microseconds for each character that it reads.

    It takes *rows_max* rows at most, *rows_max_few_out* where few of them go out: in the event loop, and in a worker thread.
    Of sources that are spread it takes rows with the values of *columns*.
    """

    run: Run
    costly: bool
    columns: tuple[int, ...]
    rows_max: tuple[int, int]
    rows_max_few_out: tuple[int, int]


def _names(index: int, parts: Sequence[str]) -> tuple[str, ...]:
    """The variables of an aggregate that begins with *parts*."""
    return (f"a{index}", f"n{index}")[: len(parts)]


def _variable(column: Expr) -> str:
    assert isinstance(column, ColumnRef), "is known"
    return f"v{column.source}_{column.column}"


def compile_program(program: RowProgram, formats: tuple[int, ...], style: OutputStyle) -> Compiled:
    """The function for results in these formats: rows are DataRow messages."""
    return _Function(program, formats, style).compiled()


def compile_values(subquery: RowSubquery) -> Compiled:
    """The same for a subquery: rows are tuples of values where it gives all columns, else the values of its one column."""
    return _Function(subquery.program, None, OutputStyle(), is_wide=subquery.gives is Gives.ROWS).compiled()


class _Function:
    def __init__(self, program: RowProgram, formats: tuple[int, ...] | None, style: OutputStyle, *, is_wide: bool = False) -> None:
        """Without *formats* rows are values: tuples of them where *is_wide*."""
        self._program, self._is_wide = program, is_wide
        self._formats, self._style = formats, style
        self._parameters = program.parameters + len(program.subqueries)
        #: The sources of items that are columns; None: the item is computed.
        self._origins = [self._origin(item) for item in program.items]
        self.source = ProgramSource({**NAMES, **WHOLE, "NULL": NULL, "groupby": groupby})
        self._loops = Loops(program, self.source, list(self._evaluated()))

    @property
    def _keeps_first(self) -> bool:
        """Are no more rows kept than sort first?"""
        return bool(self._program.sort) and self._program.limit is not None and not self._program.distinct_on

    def compiled(self) -> Compiled:
        sources = self._program.sources
        columns = () if sources is None else self._loops.columns(sources.first.source)
        run, loops = self._made(), self._loops
        return Compiled(run, self.source.costly, columns, loops.rows_max(few_out=False), loops.rows_max(few_out=True))

    def _made(self) -> Run:
        program, source = self._program, self.source
        if self._parameters:
            source.before.append(f" {''.join(f'p{i}, ' for i in range(self._parameters))} = params")
        source.line("rows = []")
        if self._keeps_first:
            # Now and then only the first rows are kept; what sorts behind the last of them is not needed.
            source.line("bound, most = None, 0 if count is None else skip + count")
            source.line(f"full = 0 if count is None else 2 * most + {_SORTED_MIN}")
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
            or not is_stored(item, program.sources.by_source)
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
        begins = [begin_of(call) for call in program.aggregates]
        states = "".join(f"{name}, " for names in map(_names, range(len(begins)), begins) for name in names)
        begin = ", ".join(part for parts in begins for part in parts)
        if self._whole():
            return
        if program.groups:
            source.line("groups = {}")
            with self._loops.each_row() as expressions:
                keys = [self._key(expressions, e) for e in program.groups]
                source.line(f"key = {keys[0] if len(keys) == 1 else '(' + ', '.join(keys) + ')'}")
                source.line("state = groups.get(key)")
                source.line(f"if state is None: state = groups[key] = [{begin}]")
                places = iter(range(len(states)))
                for call, parts in zip(program.aggregates, begins, strict=True):
                    self._take(expressions, call, [f"state[{next(places)}]" for _ in parts])
            each = "for key, state in groups.items():"
        else:
            source.line(f"{states}= {begin}," if states else "pass")
            with self._loops.each_row() as expressions:
                for index, (call, parts) in enumerate(zip(program.aggregates, begins, strict=True)):
                    self._take(expressions, call, _names(index, parts))
            each = "for _ in NO_ROW:"
        self._check_groups()
        with source.block(each):
            if program.groups:
                names = ", ".join(f"g{i}" for i in range(len(program.groups)))
                source.line(f"{names} = key")
                source.line(f"({states}) = state")
            for index, call in enumerate(program.aggregates):
                self._end(f"a{index}", f"n{index}", call)
            self._end_group()

    def _check_groups(self) -> None:
        """A group takes microseconds to go out."""
        if self._program.groups:
            self.source.line(f"if len(groups) > {GROUPS_MAX} and len(values) > {PROGRAM_ROWS_MAX}: raise Leave")

    def _whole(self) -> bool:
        """Are all aggregates made of whole columns? Then that is written."""
        program, source = self._program, self.source
        view = None if program.sources is None else program.sources.first.view
        if program.sources is None or view is None:
            return False
        forms = [form for call in program.aggregates if (form := whole_form(call, view)) is not None]
        if len(forms) < len(program.aggregates) or not all(map(is_whole_key, program.groups)) or not self._loops.whole_columns():
            return False
        columns = [_variable(call.args[0]) if call.args else "" for call in program.aggregates]
        lists = list(dict.fromkeys(filter(None, columns))) or [f"r{program.sources.first.source}"]
        each = "for _ in NO_ROW:"
        if program.groups:
            keys = "".join(f"{_variable(key)}, " for key in program.groups)
            source.line(f"groups = {source.constant(grouped())}(({keys}), ({', '.join(lists)},))")
            self._check_groups()
            each = f"for key, ({', '.join(lists)},) in groups.items():"
        with source.block(each):
            if program.groups:
                source.line(f"{', '.join(f'g{i}' for i in range(len(program.groups)))} = key")
            for index, (column, form) in enumerate(zip(columns, forms, strict=True)):
                source.line(f"a{index} = {form.format(x=column, rows=lists[0])}")
            self._end_group()
        return True

    def _end_group(self) -> None:
        """The group's row, of its aggregates' results."""
        program, source = self._program, self.source
        given = [(e, Var(f"g{i}")) for i, e in enumerate(program.groups)]
        given += [(a, Var(f"a{i}")) for i, a in enumerate(program.aggregates)]
        expressions = Expressions(source, program.forms, given)
        for condition in conjuncts(program.having):
            source.line(f"if {expressions.of(condition).name} is not True: continue")
        self._project(expressions)

    def _key(self, expressions: Expressions, expr: Expr) -> str:
        return expressions.comparable(expr).name

    def _take(self, expressions: Expressions, call: Aggregate, state: Sequence[str]) -> None:
        """A row's value goes into *state*."""
        taken = self._gather if call.function.name in GATHERING else self._take_value
        if call.filter is not None:
            with self.source.block(f"if {expressions.test(call.filter)}:"):
                taken(expressions, state, call)
        else:
            taken(expressions, state, call)

    def _take_value(self, expressions: Expressions, state: Sequence[str], call: Aggregate) -> None:
        source, steps = self.source, steps_of(call)
        if not call.args:
            source.line(steps.take[0].format(a=state[0]))
            return
        compared = call.distinct or call.function.name in ("min", "max")
        value = (expressions.comparable if compared else expressions.of)(call.args[0]).name
        with source.block(f"if {value} is not None:"):
            for line in steps.take:
                source.line(line.format(a=state[0], n=state[-1], x=value))

    def _gather(self, expressions: Expressions, state: Sequence[str], call: Aggregate) -> None:
        """What is sorted by, and the value."""
        keys = [self._key(expressions, key.expr) for key in order_of(call)]
        value = expressions.of(call.args[0]).name
        line = f"{state[0]}.append(({', '.join((*keys, value))},))"
        self.source.line(line if call.function.name == "array_agg" else f"if {value} is not None: {line}")

    def _end(self, state: str, count: str, call: Aggregate) -> None:
        source = self.source
        if call.function.name not in GATHERING:
            source.line(f"{state} = {steps_of(call).end.format(a=state, n=count)}")
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
            if self._keeps_first:
                beyond = "<" if program.sort[0].descending else ">"
                source.line(f"if bound is not None and {keys[0]} is not None and {keys[0]} {beyond} bound: continue")
            source.line(f"rows.append(({', '.join((*keys, *computed, *self._rows()))},))")
            if self._keeps_first:
                with source.block("if len(rows) == full:"):
                    self._sort_by("rows", program.sort)
                    source.line("del rows[most:]")
                    source.line("bound = rows[-1][0]")
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
            source.line(f"rows.append(({', '.join(computed)},))" if self._is_wide else f"rows.append({computed[0]})")
            return
        count = len(program.items)
        first = None if program.sources is None else program.sources.first.source
        if first is not None and count and set(self._origins) == {first}:
            source.line(f"rows.append({self._stored(first, range(count), kind=DATA_ROW)})")
            return
        values, specs = list[str](), list[CellSpec | None]()
        for origin, group in groupby(range(count), self._origins.__getitem__):
            places = list(group)
            if origin is not None:
                values.append(self._stored(origin, places, kind=0))
                specs.append(None)
                continue
            for i in places:
                values.append(next(variables))
                specs.append(CellSpec(program.items[i].type, self._formats[i], self._style))
        encode = source.constant(value_rows(tuple(specs), count))
        source.line(f"rows.append({encode}(({''.join(f'{value}, ' for value in values)})))")

    def _stored(self, number: int, places: Sequence[int], kind: int) -> str:
        """Source of the cells of items that are columns of a row, or of the whole message."""
        program, sources = self._program, self._program.sources
        assert sources is not None, "has rows"
        columns = tuple(item.column for item in map(program.items.__getitem__, places) if isinstance(item, ColumnRef))
        assert self._formats is not None, "makes messages"
        view, formats = sources.by_source[number], tuple(self._formats[i] for i in places)
        assert view is not None, "is stored"
        made = stored_rows(view, columns, formats, self._style, kind)
        cells = f"{self.source.constant(made.one)}(r{number})"
        if any(lookup.left and lookup.relation.source == number for lookup in sources.lookups):
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
        if program.distinct_on:
            key = "".join(f"row[{i}], " for i in range(program.distinct_on))
            source.line(f"rows = [next(same) for _, same in groupby(rows, lambda row: ({key}))]")
        source.line("found, rows = rows[skip : None if count is None else skip + count], []")
        keys = [f"s{i}" for i in range(len(program.sort))]
        computed = [f"i{i}" for i, origin in enumerate(self._origins) if origin is None]
        with source.block(f"for {''.join(f'{name}, ' for name in (*keys, *computed, *self._rows()))} in found:"):
            self._message(computed)
