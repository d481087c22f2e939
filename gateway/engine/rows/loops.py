"""The loops of a row program: over the rows read first, and for each over those looked up for it, down to what WHERE keeps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Final

from gateway.engine.options import LEAN_ROWS_MAX, PROGRAM_ROWS_MAX
from gateway.engine.rows.expressions import Expressions
from gateway.engine.rows.lookups import decoded_finder, finder
from gateway.engine.rows.source import Source
from planner.bound import Expr
from planner.constrain.children import columns_in
from planner.rows import RowProgram
from planner.rows.joins import Lookup, Sources
from planner.rows.stored import converter
from statestore.rows import row_decoder
from statestore.schema import ViewSchema

#: Rows times expressions that one execution computes: some milliseconds. For fewer rows than LEAN_ROWS_MAX nobody counts.
_WORK_MAX: Final = 100_000
#: As many times as many rows are looked up for them, of which most meet a condition or two.
_LOOKED_UP_MAX: Final = 4


def rows_max(program: RowProgram) -> int:
    """How many rows an execution reads at most."""
    return min(PROGRAM_ROWS_MAX, max(LEAN_ROWS_MAX, _WORK_MAX // (program.nodes + 1)))


class Loops:
    """Writes them into *source*: r<n> is the stored row of source n, v<n>_<i> its column i where one of *evaluated* names it."""

    def __init__(self, program: RowProgram, source: Source, evaluated: Sequence[Expr]) -> None:
        self._program = program
        self._source = source
        self._columns: dict[int, tuple[int, ...]] = {}
        for column in (column for top in evaluated for column in columns_in(top)):
            known = self._columns.get(column.source, ())
            if column.column not in known:
                self._columns[column.source] = (*known, column.column)
        source.names["NO_ROW"] = (None,)

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
            first = sources.read.source
            each = f"{self._decoded(first)} in values" if sources.spread else f"r{first} in values"
            loops.enter_context(source.block(f"for {each}:"))
            if not sources.spread:
                self._decode(first, sources.view)
            self._convert(first, sources.view)
            known, conditions = {first}, list(sources.conditions)
            for at, lookup in enumerate(sources.lookups):
                # As early as may be: Postgres, too, looks at rows before it joins them, and a condition may fail.
                early = [c for c in conditions if all(e.source in known for e in columns_in(c))]
                conditions = [c for c in conditions if c not in early]
                self._keep_if(expressions, early)
                self._look_up(at, lookup, expressions, loops)
                known.add(lookup.read.source)
            self._keep_if(expressions, conditions)
            yield expressions

    def _begin(self, sources: Sources) -> None:
        """What finds the rows of each lookup, by the version."""
        for at, lookup in enumerate(sources.lookups):
            made = decoded_finder(lookup, self.columns(lookup.read.source)) if self._is_decoded(lookup) else finder(lookup)
            self._source.line(f"find{at} = {self._source.constant(made)}(lookups[{at}])")

    def _is_decoded(self, lookup: Lookup) -> bool:
        """Do its rows come with their values? Those of small views do; for a few rows by key it is not worth asking."""
        sources = self._program.sources
        return not lookup.keyed or (sources is not None and sources.spread)

    def _look_up(self, at: int, lookup: Lookup, expressions: Expressions, loops: ExitStack) -> None:
        source, number = self._source, lookup.read.source
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
            with source.block(f"for {row} in {found}:"):
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
        number = lookup.read.source
        if is_decoded:
            self._source.line(f"{self._decoded(number)} = pair")
        else:
            self._decode(number, lookup.view)
        self._convert(number, lookup.view)

    def _keep_if(self, expressions: Expressions, conditions: Sequence[Expr]) -> None:
        # All of them first: which of them Postgres looks at first is its planner's choice, and the later ones may fail.
        kept = [expressions.of(condition).name for condition in conditions]
        if kept:
            self._source.line(f"if not ({' is True and '.join(kept)} is True): continue")

    def _decoded(self, number: int) -> str:
        """A row with its values, as the target of an assignment."""
        return f"r{number}, ({''.join(f'{name}, ' for name in self._variables(number))})"

    def _decode(self, number: int, view: ViewSchema) -> None:
        """The columns of a stored row that expressions name."""
        if columns := self.columns(number):
            decode = self._source.constant(row_decoder(view, columns))
            self._source.line(f"{', '.join(self._variables(number))}, = {decode}(r{number})")
        else:
            self._source.line("pass")

    def _convert(self, number: int, view: ViewSchema) -> None:
        for column, name in zip(self.columns(number), self._variables(number), strict=True):
            if (convert := converter(view.columns[column].type)) is not None:
                self._source.line(f"if {name} is not None: {name} = {self._source.constant(convert)}({name})")
                self._source.costly = True

    def columns(self, number: int) -> tuple[int, ...]:
        """Of a source, those that expressions name."""
        return self._columns.get(number, ())

    def _variables(self, number: int) -> list[str]:
        return [f"v{number}_{column}" for column in self.columns(number)]
