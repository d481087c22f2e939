"""The loops of a row program: over the rows read first, and for each over those looked up for it, down to what WHERE keeps."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import cached_property
from typing import Any, Final

from gateway.codecs.codec import OTHER, cell_form
from gateway.contract.engine import BINARY, OutputStyle
from gateway.engine.keyed.stored_columns import column_decoder
from gateway.engine.keyed.stored_rows import NATIVE, is_native
from gateway.engine.options import LEAN_ROWS_MAX, PROGRAM_ROWS_MAX, RANGE_ROWS_MAX, RANGE_ROWS_MIN, THREADED_ROWS_MAX
from gateway.engine.rows.expressions import Expressions, like_form
from gateway.engine.rows.lookups import asked_finder, decoded_finder, finder, given_columns
from gateway.engine.rows.row_tests import tests_of
from gateway.engine.rows.source import ProgramSource, tuple_of
from planner.rows import RowProgram, documents
from planner.rows.expressions import is_of_texts
from planner.rows.forms import LIKES
from planner.rows.gathering import GATHERING
from planner.rows.joins import JoinedRelation, JoinSources, Lookup
from planner.rows.stored import converter
from planner.tree.bound import Aggregate, Call, Cast, ColumnRef, Expr
from planner.tree.walk import columns_in, inside
from statestore import types as st
from statestore.rows import fixed, row_decoder
from statestore.schema import ViewSchema

#: Rows times expressions that one execution computes where rows are looked up or kept: some milliseconds. For fewer rows than
#: LEAN_ROWS_MAX nobody counts.
_WORK_MAX: Final = 100_000
#: Rows times characters of the constants beside them, or of the parameters.
_CHARACTERS_MAX: Final = 1 << 20
#: As many times as many rows are looked up for them, of which most meet a condition or two.
_LOOKED_UP_MAX: Final = 4
#: What one execution over a range may take in the event loop, and in a worker thread. Of it, of one row: reading (nothing is read
#: of what a subquery has given), a column (some are made by Python), an expression.
_LOOP_NS: Final = 1_500_000
_THREAD_NS: Final = 6_000_000
_READ_NS: Final = 140
_GIVEN_NS: Final = 60
_COLUMN_NS: Final = 35
_MADE_COLUMN_NS: Final = 400
_NODE_NS: Final = 40
_WHOLE_NODE_NS: Final = 12
#: Each function that a form calls; beside it what dear ones take.
_CALL_NS: Final = 100
_DEAR_NS: Final = {
    "py_": 4_000, "matching(": 8_000, "numeric_divide(": 3_000, "numeric_remainder(": 3_000, "from_local(": 2_000, "like(": 1_000,
    "timestamp_text(": 2_000, "timestamptz_text(": 3_000, "json_moment(": 500, "like_pattern(": 1_000, "numeric_round(": 1_000,
    "calendar_": 1_000, "interval_": 1_000,
}  # fmt: skip
_CALLS: Final = re.compile(r"\b(?!(?:near|finite|float|float_multiply|leave|Decimal)\()[A-Za-z_]\w*\(")
#: A value that waits for the others of its group.
_GATHERED_NS: Final = 1_000
#: A row that goes out, and each of its cells: columns as they are stored, values that the extension knows, and those that Python
#: makes. And its place in an order.
_STORED_OUT_NS: Final = (60, 25)
_VALUES_OUT_NS: Final = (120, 40)
_MADE_OUT_NS: Final = (300, 150)
_SORTED_NS: Final = 1_000
_WHOLE_SORTED_NS: Final = 100
#: So many rows that go out, and groups of a large range, are not counted.
FEW_OUT_MAX: Final = 100
GROUPS_MAX: Final = 256


def rows_max(program: RowProgram) -> int:
    """How many rows an execution reads at most, where nothing more is known."""
    return min(PROGRAM_ROWS_MAX, max(LEAN_ROWS_MAX, _WORK_MAX // (program.nodes + 1)), text_rows_max(program.characters))


def text_rows_max(characters: int) -> int:
    """How many rows are looked at beside so many characters of constants or parameters, all of which each of them may ask for."""
    return _CHARACTERS_MAX // (characters + 1)


def _form_ns(form: str | None) -> int:
    """What the functions take that a form calls."""
    if form is None:
        return 0
    return _CALL_NS * len(_CALLS.findall(form)) + sum(ns for name, ns in _DEAR_NS.items() if name in form)


class Loops:
    """Writes them into *source*: r<n> is the stored row of source n, v<n>_<i> its column i where one of *evaluated* names it."""

    def __init__(self, program: RowProgram, source: ProgramSource, evaluated: Sequence[Expr], *, whole: bool) -> None:
        """*whole*: rows are decoded as whole columns; else rows of sources that are spread come with their values."""
        self._program = program
        self._source = source
        self._columns: dict[int, tuple[int, ...]] = {}
        sources = program.sources
        is_decoded = sources is None or sources.first.view is None or (sources.spread and not whole)
        self._tests = [] if sources is None or is_decoded else tests_of(sources, Expressions(source, program.forms))
        self._evaluated = [top for top in evaluated if not any(top is test.condition for test in self._tests)]
        for column in (column for top in self._evaluated for column in columns_in(top)):
            known = self._columns.get(column.source, ())
            if column.column not in known:
                self._columns[column.source] = (*known, column.column)
        source.names["NO_ROW"] = (None,)

    def rows_max(self, *, few_out: bool, whole: bool) -> tuple[int, int]:
        """How many rows an execution reads at most, in the event loop and in a worker thread: one over a range of keys, or over
        what a subquery has given, by what they take, as measured, row by row or as *whole* columns; others in the loop alone.

        With *few_out*, of the rows of a query without groups no more than FEW_OUT_MAX go out.
        """
        program, few, sources = self._program, rows_max(self._program), self._program.sources
        if sources is None or sources.lookups:
            return few, 0
        node_ns, sorted_ns = (_WHOLE_NODE_NS, _WHOLE_SORTED_NS) if whole else (_NODE_NS, _SORTED_NS)
        nodes, calls_ns = self._computed
        row_ns = self._read_ns(sources.first) + node_ns * nodes + calls_ns
        if not program.grouped and not few_out:
            out_ns, cell_ns = self._out_ns()
            row_ns += out_ns + cell_ns * len(program.items) + (sorted_ns if program.sort else 0)
        # What a subquery gives has taken its time already.
        loop_ns = _LOOP_NS if sources.first.view is not None else _LOOP_NS // 2
        in_loop, in_thread = (max(RANGE_ROWS_MIN, taken_ns // row_ns) for taken_ns in (loop_ns, _THREAD_NS))
        most = text_rows_max(program.characters)
        in_loop = few if sources.spread and sources.first.view is not None else min(RANGE_ROWS_MAX, in_loop, most)
        return in_loop, min(THREADED_ROWS_MAX, in_thread, most)

    def _read_ns(self, first: JoinedRelation) -> int:
        """What it takes to have a row with its columns."""
        view, columns = first.view, self.columns(first.source)
        if view is None:
            return _GIVEN_NS + _COLUMN_NS * len(columns)
        types = [view.columns[i].type for i in columns]
        made = [not is_native(view) or not (fixed(t) or isinstance(t, st.String)) or isinstance(t, st.Decimal) for t in types]
        return _READ_NS + sum(_MADE_COLUMN_NS if is_made else _COLUMN_NS for is_made in made)

    @cached_property
    def _computed(self) -> tuple[int, int]:
        """How many expressions are computed of a row, and what the functions take that their forms call."""
        exprs = [expr for top in self._evaluated for expr in inside(top)]
        return len(exprs), sum(map(self._calls_ns, exprs))

    def _calls_ns(self, expr: Expr) -> int:
        """What the functions take that an expression's form calls."""
        forms = self._program.forms
        match expr:
            case Cast(operand, type_):
                return _form_ns(forms.cast(operand.type, type_))
            case Call(function) if expr.name in LIKES and function.operator:
                return _form_ns(like_form(expr, ProgramSource({}))[0])
            case Call() if documents.is_document(expr):
                return _CALL_NS + sum(_form_ns(forms.json(part.type)) for part in documents.parts(expr) or ())
            case Call() if is_of_texts(expr):
                return _CALL_NS + sum(_form_ns(forms.text(arg.type)) for arg in expr.args)
            case Call(function) if function.schema != "syntax":
                return _form_ns(forms.form(expr))
            case Aggregate() if expr.function.name in documents.AGGREGATES:
                return _GATHERED_NS + _form_ns(forms.json(expr.args[0].type))
            case Aggregate() if expr.function.name in GATHERING:
                return _GATHERED_NS
        return 0

    def _out_ns(self) -> tuple[int, int]:
        """What a row that goes out takes, and each of its cells."""
        items = self._program.items
        if not NATIVE or any(cell_form(item.type.pg, BINARY, OutputStyle()) == OTHER for item in items):
            return _MADE_OUT_NS
        return _STORED_OUT_NS if all(isinstance(item, ColumnRef) for item in items) else _VALUES_OUT_NS

    @contextmanager
    def each_row(self) -> Iterator[Expressions]:
        """A with block of what is done with each row; it gives what writes expressions over the row."""
        source, sources = self._source, self._program.sources
        expressions = Expressions(source, self._program.forms)
        if sources is None:
            with source.block("for _ in values:"):
                yield expressions
            return
        if sources.lookups:
            source.line(f"left = {_LOOKED_UP_MAX * rows_max(self._program)}")
        self._begin(sources)
        with ExitStack() as loops:
            first, view = sources.first.source, sources.first.view
            known, conditions = {first}, list(sources.conditions)
            if sources.spread or view is None:
                each = f"{self._decoded(first)} in values"
            else:
                each = self._each(first, view, expressions)
                conditions = self.untested()
            loops.enter_context(source.block(f"for {each}:"))
            self._convert(first, view)
            for at, lookup in enumerate(sources.lookups):
                # As early as may be: Postgres, too, looks at rows before it joins them, and a condition may fail.
                early = [c for c in conditions if all(e.source in known for e in columns_in(c))]
                conditions = [c for c in conditions if c not in early]
                self._keep_if(expressions, early)
                self._look_up(at, lookup, expressions, loops)
                known.add(lookup.relation.source)
            self._keep_if(expressions, conditions)
            yield expressions

    def whole_first(self) -> JoinedRelation | None:
        """What is read, if all that is computed of its rows can be computed of whole columns."""
        sources = self._program.sources
        if sources is None or sources.lookups:
            return None
        first, view = sources.first, sources.first.view
        if view is None:
            return first
        is_stored = is_native(view) and not any(converter(view.columns[i].type) for i in self.columns(first.source))
        return first if is_stored else None

    def whole_columns(self, first: JoinedRelation, present: Collection[int]) -> str:
        """The statement that leaves all rows in r<n>, and columns in v<n>_<i>. Of a view: decimals unscaled, and without NULL in
        *present*; it raises LookupError.
        """
        number, view = first.source, first.view
        expressions = Expressions(self._source, self._program.forms)
        if view is None:
            values = f"values, *{self._source.constant(given_columns(self.columns(number)))}(values)"
        else:
            values = self._decoded_columns(number, view, expressions, unscaled=True, present=present)
        return f"{', '.join([f'r{number}', *self._variables(number)])}, = ({values},)"

    def untested(self) -> list[Expr]:
        """The conditions that whole_columns() does not look at."""
        sources = self._program.sources
        conditions = () if sources is None else sources.conditions
        return [c for c in conditions if not any(c is test.condition for test in self._tests)]

    def variables(self, number: int) -> list[str]:
        """Of a source: its rows and its columns."""
        return [f"r{number}", *self._variables(number)]

    def _begin(self, sources: JoinSources) -> None:
        """What finds the rows of each lookup, by the version."""
        for at, lookup in enumerate(sources.lookups):
            columns = self.columns(lookup.relation.source)
            if lookup.relation.columns:
                made: Callable[[Any], Any] = asked_finder(columns)
            else:
                made = decoded_finder(lookup, columns) if self._is_decoded(lookup) else finder(lookup)
            self._source.line(f"find{at} = {self._source.constant(made)}(lookups[{at}])")

    def _is_decoded(self, lookup: Lookup) -> bool:
        """Do its rows come with their values? Small views' and subqueries' do; for a few rows by key it is not worth asking."""
        sources = self._program.sources
        return not lookup.keyed or (sources is not None and sources.spread)

    def _look_up(self, at: int, lookup: Lookup, expressions: Expressions, loops: ExitStack) -> None:
        source, number = self._source, lookup.relation.source
        values = "".join(f"{expressions.of(key).name}, " for key in lookup.keys)
        found = source.variable()
        source.line(f"{found} = find{at}(({values})) or ()")
        source.line(f"left -= len({found})")
        source.line("if left < 0: raise Leave")
        is_decoded = self._is_decoded(lookup)
        row = "pair" if is_decoded else f"r{number}"
        if lookup.left and lookup.conditions:
            kept = source.variable()
            source.line(f"{kept} = []")
            with source.block(f"for {row} in {found}:"), expressions.sometimes():
                self._row(lookup, is_decoded)
                self._keep_if(expressions, lookup.conditions)
                source.line(f"{kept}.append({row})")
            found = kept
        if not lookup.left:
            loops.enter_context(source.block(f"for {row} in {found}:"))
            self._row(lookup, is_decoded)
            return
        loops.enter_context(source.block(f"for {row} in {found} or NO_ROW:"))
        with source.block(f"if {row} is None:"):
            source.line(f"{' = '.join([f'r{number}', *self._variables(number)])} = None")
        with source.block("else:"):
            self._row(lookup, is_decoded)

    def _row(self, lookup: Lookup, is_decoded: bool) -> None:
        """The variables of a row that was found."""
        number, view = lookup.relation.source, lookup.relation.view
        if is_decoded or view is None:
            self._source.line(f"{self._decoded(number)} = pair")
        else:
            self._decode(number, view)
        self._convert(number, view)

    def _keep_if(self, expressions: Expressions, conditions: Sequence[Expr]) -> None:
        # All of them first: which of them Postgres looks at first is its planner's choice, and the later ones may fail.
        plain = [test for condition in conditions if (test := expressions.plain(condition)) is not None]
        kept = [expressions.of(condition).name for condition in conditions if expressions.plain(condition) is None]
        if kept:
            self._source.line(f"if not ({' is True and '.join(kept)} is True): continue")
        if plain:
            self._source.line(f"if not ({' and '.join(plain)}): continue")

    def _decoded(self, number: int) -> str:
        """A row with its values, as the target of an assignment."""
        return f"r{number}, {tuple_of(self._variables(number))}"

    def _each(self, number: int, view: ViewSchema, expressions: Expressions) -> str:
        """The stored rows of *values* that meet the tests, with the columns that expressions name."""
        columns, variables = self.columns(number), ", ".join(self._variables(number))
        if not columns and not self._tests:
            return f"r{number} in values"
        if is_native(view):
            return f"r{number}, {variables} in zip({self._decoded_columns(number, view, expressions)})"
        return f"r{number}, ({variables},) in zip(values, map({self._source.constant(row_decoder(view, columns))}, values))"

    def _decoded_columns(
        self, number: int, view: ViewSchema, expressions: Expressions, *, unscaled: bool = False, present: Collection[int] = ()
    ) -> str:
        """The rows that meet the tests, and their columns: one list each."""
        columns = self.columns(number)
        if not columns and not self._tests:
            return "values"
        tests = tuple((test.column, test.operator) for test in self._tests)
        decode = column_decoder(view, columns, tests, unscaled=unscaled, present=present)
        made = self._source.constant(decode)
        if not self._tests:
            return f"values, *{made}(values)"
        given = "".join(f"{'None' if t.given is None else expressions.of(t.given).name}, " for t in self._tests)
        return f"*{made}(values, ({given}))"

    def _decode(self, number: int, view: ViewSchema) -> None:
        """The columns of a stored row that expressions name."""
        if columns := self.columns(number):
            decode = self._source.constant(row_decoder(view, columns))
            self._source.line(f"{', '.join(self._variables(number))}, = {decode}(r{number})")
        else:
            self._source.line("pass")

    def _convert(self, number: int, view: ViewSchema | None) -> None:
        if view is None:
            return  # they are SQL values
        for column, name in zip(self.columns(number), self._variables(number), strict=True):
            if (convert := converter(view.columns[column].type)) is not None:
                self._source.line(f"if {name} is not None: {name} = {self._source.constant(convert)}({name})")
                self._source.costly = True

    def columns(self, number: int) -> tuple[int, ...]:
        """Of a source, those that expressions name."""
        return self._columns.get(number, ())

    def _variables(self, number: int) -> list[str]:
        return [f"v{number}_{column}" for column in self.columns(number)]
