"""A row program as one Python function that looks at rows one by one: parameters and stored rows → DataRow messages.

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
from itertools import groupby
from typing import Any, ClassVar, Final

from gateway.codecs.arrow_cells import DATA_ROW
from gateway.contract.engine import OutputStyle
from gateway.engine.keyed.row_codegen import NULL, CellSpec, compiled
from gateway.engine.keyed.stored_rows import stored_rows
from gateway.engine.keyed.value_rows import value_rows
from gateway.engine.options import PROGRAM_ROWS_MAX
from gateway.engine.rows.aggregates import begin_of, order_of, steps_of
from gateway.engine.rows.expressions import Expressions, Var
from gateway.engine.rows.loops import GROUPS_MAX, Loops
from gateway.engine.rows.matching import Matching
from gateway.engine.rows.source import ProgramSource, tuple_of
from gateway.engine.rows.whole import NAMES as WHOLE
from planner.prune.constrain.contexts import conjuncts
from planner.rows import RowProgram, documents, gathering
from planner.rows.gathering import GATHERING
from planner.rows.helpers import NAMES
from planner.rows.program import is_stored
from planner.rows.shared import is_costly
from planner.tree.bound import Aggregate, ColumnRef, Const, Expr, SortKey

#: (parameters, stored rows, OFFSET, LIMIT, a version or GivenRows for each lookup, now) → rows. Raises what LEAVES lists.
Run = Callable[[tuple[Any, ...], Sequence[Any], int, int | None, Sequence[Any], int], list[Any]]
_HEAD: Final = "def run(params, values, skip, count, lookups, now_us):"

#: So many rows are sorted at once, at least.
_SORTED_MIN: Final = 64


def _names(index: int, parts: Sequence[str]) -> tuple[str, ...]:
    """The variables of an aggregate that begins with *parts*."""
    return (f"a{index}", f"n{index}")[: len(parts)]


class LoopFunction:
    """The function that looks at rows one by one."""

    #: Does it look at whole columns instead?
    _whole: ClassVar[bool] = False

    def __init__(self, program: RowProgram, formats: tuple[int, ...] | None, style: OutputStyle, *, is_wide: bool = False) -> None:
        """Without *formats* rows are values: tuples of them where *is_wide*."""
        self._program, self._is_wide = program, is_wide
        self._formats, self._style = formats, style
        self._parameters = program.parameters + len(program.subqueries)
        #: The sources of items that are columns; None: the item is computed.
        self._origins = [self._origin(item) for item in program.items]
        self.source = ProgramSource({**NAMES, **WHOLE, "NULL": NULL, "groupby": groupby, "matching": Matching})
        self.loops = Loops(program, self.source, list(self._evaluated()), whole=self._whole)

    @property
    def _keeps_first(self) -> bool:
        """Are no more rows kept than sort first?"""
        return bool(self._program.sort) and self._program.limit is not None and not self._program.distinct_on

    def made(self) -> Run:
        """The function."""
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
        self._write()
        source.line("return rows")
        made: Run = compiled([_HEAD, *source.before, *source.lines], "run", source.names)
        return made

    def _write(self) -> None:
        """What puts the result's rows into *rows*."""
        if self._program.grouped:
            self._grouped()
        else:
            with self.loops.each_row() as expressions:
                self._project(expressions)
        if self._program.sort:
            self._sort()

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
        if program.groups:
            source.line("groups = {}")
            with self.loops.each_row() as expressions:
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
            with self.loops.each_row() as expressions:
                source.line("pass")  # perhaps only conditions are about the rows
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
            with self.source.block(f"if {expressions.test(call.filter)}:"), expressions.sometimes():
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
        is_json = call.function.name in documents.AGGREGATES
        values = [(expressions.json if is_json else expressions.of)(expr).name for expr in gathering.gathered(call)]
        value = values[0] if len(values) == 1 else f"({', '.join(values)})"
        line = f"{state[0]}.append(({', '.join((*keys, value))},))"
        present = " and ".join(f"{name} is not None" for name in values)
        self.source.line(line if call.function.name in gathering.KEEPS_NULL else f"if {present}: {line}")

    def _end(self, state: str, count: str, call: Aggregate) -> None:
        source = self.source
        if call.function.name not in GATHERING:
            source.line(f"{state} = {steps_of(call).end.format(a=state, n=count)}")
            return
        if call.distinct:
            source.line(f"{state} = list(set({state}))")
        self._sort_by(state, order_of(call))
        form = source.written(gathering.form(call))
        if call.function.name == "string_agg":
            separator = call.args[1]
            assert isinstance(separator, Const), "is known"
            form = form.replace("{separator}", source.constant(separator.value))
        source.costly |= is_costly(form)
        source.line(f"{state} = [r[-1] for r in {state}]")
        source.line(f"{state} = {form.replace('{a}', state)}")

    # ------------------------------------------------------------------------------------------------------------- output

    def _project(self, expressions: Expressions) -> None:
        """Items, then the message, or what it is made of with what is sorted by."""
        source, program = self.source, self._program
        pairs = zip(program.items, self._origins, strict=True)
        computed = [expressions.of(item).name for item, origin in pairs if origin is None]
        if program.distinct:
            source.line(f"key = {tuple_of(computed)}")
            source.line("if key in seen: continue")
            source.line("seen.add(key)")
        if program.sort:
            keys = [self._key(expressions, key.expr) for key in program.sort]
            if self._keeps_first:
                beyond = "<" if program.sort[0].descending else ">"
                source.line(f"if bound is not None and {keys[0]} is not None and {keys[0]} {beyond} bound: continue")
            source.line(f"rows.append({tuple_of((*keys, *computed, *self._rows()))})")
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

    @property
    def _is_stored(self) -> bool:
        """Do all items come from the row read first as they are?"""
        sources = self._program.sources
        return sources is not None and set(self._origins) == {sources.first.source}

    def _rows(self) -> list[str]:
        """The stored rows that items come from as they are."""
        return [f"r{number}" for number in dict.fromkeys(self._origins) if number is not None]

    def _message(self, computed: Sequence[str]) -> None:
        """*computed* are the variables of computed items. A row's columns that stand side by side are one piece."""
        source, program, variables = self.source, self._program, iter(computed)
        if self._formats is None:
            source.line(f"rows.append({tuple_of(computed) if self._is_wide else computed[0]})")
            return
        if self._is_stored:
            assert program.sources is not None, "is known"
            source.line(f"rows.append({self._stored(program.sources.first.source, range(len(program.items)), kind=DATA_ROW)})")
            return
        values = [self._stored(*piece, kind=0) if isinstance(piece, tuple) else next(variables) for piece in self._pieces()]
        source.line(f"rows.append({self._encoder()}({tuple_of(values)}))")

    def _pieces(self) -> Iterator[tuple[int, list[int]] | int]:
        """What a message is made of: the places of computed items; sources, with the places of items that are their columns."""
        for origin, places in groupby(range(len(self._program.items)), self._origins.__getitem__):
            if origin is None:
                yield from places
            else:
                yield origin, list(places)

    def _encoder(self) -> str:
        """The name of what makes messages of tuples of pieces."""
        program, formats = self._program, self._formats
        assert formats is not None, "makes messages"
        specs = (
            None if isinstance(piece, tuple) else CellSpec(program.items[piece].type, formats[piece], self._style)
            for piece in self._pieces()
        )
        return self.source.constant(value_rows(tuple(specs), len(program.items)))

    def _stored(self, number: int, places: Sequence[int], kind: int) -> str:
        """Source of the cells of items that are columns of a row, or of the whole message."""
        assert self._program.sources is not None, "has rows"
        cells = f"{self._stored_encoder(number, places, kind)}(r{number})"
        if any(lookup.left and lookup.relation.source == number for lookup in self._program.sources.lookups):
            return f"{cells} if r{number} is not None else NULL * {len(places)}"
        return cells

    def _stored_encoder(self, number: int, places: Sequence[int], kind: int) -> str:
        """The name of what makes them of a row."""
        program, sources = self._program, self._program.sources
        assert sources is not None, "has rows"
        columns = tuple(item.column for item in map(program.items.__getitem__, places) if isinstance(item, ColumnRef))
        assert self._formats is not None, "makes messages"
        view, formats = sources.by_source[number], tuple(self._formats[i] for i in places)
        assert view is not None, "is stored"
        return self.source.constant(stored_rows(view, columns, formats, self._style, kind).one)

    def _sort_by(self, rows: str, keys: Sequence[SortKey]) -> None:
        """From the last key to the first, each time without changing the order of equals."""
        for at, key in reversed(list(enumerate(keys))):
            self.source.line(f"{rows} = sorted_by({rows}, {at}, {key.descending}, {key.nulls_first})")

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
