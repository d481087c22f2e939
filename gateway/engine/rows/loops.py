"""The loops of a row program: over the rows read first, and for each over those looked up for it, down to what WHERE keeps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Final

from gateway.engine.options import LEAN_ROWS_MAX, PROGRAM_ROWS_MAX
from gateway.engine.rows.expressions import Expressions
from gateway.engine.rows.lookups import finder
from gateway.engine.rows.source import Source
from planner.bound import Expr
from planner.constrain.children import columns_in
from planner.rows import RowProgram
from planner.rows.joins import Lookup
from planner.rows.program import NODES_MAX
from planner.rows.stored import converter
from statestore.rows import row_decoder
from statestore.schema import ViewSchema

#: Rows times expressions that one execution computes: some milliseconds. For fewer rows than LEAN_ROWS_MAX nobody counts.
_WORK_MAX: Final = LEAN_ROWS_MAX * NODES_MAX


def rows_max(program: RowProgram) -> int:
    """How many rows an execution reads at most, and how many it looks up for them."""
    return min(PROGRAM_ROWS_MAX, max(LEAN_ROWS_MAX, _WORK_MAX // (program.nodes + 1)))


class Loops:
    """Writes them into *source*: r<n> is the stored row of source n, v<n>_<i> its column i where one of *evaluated* names it."""

    def __init__(self, program: RowProgram, source: Source, evaluated: Sequence[Expr]) -> None:
        self._program = program
        self._source = source
        self._evaluated = evaluated
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
            source.line(f"left = {rows_max(self._program)}")
        with ExitStack() as loops:
            loops.enter_context(source.block(f"for r{sources.read.source} in values:"))
            self._decode(sources.read.source, sources.view)
            known, conditions = {sources.read.source}, list(sources.conditions)
            for at, lookup in enumerate(sources.lookups):
                # As early as may be: Postgres, too, looks at rows before it joins them, and a condition may fail.
                early = [c for c in conditions if all(e.source in known for e in columns_in(c))]
                conditions = [c for c in conditions if c not in early]
                self._unless(expressions, early, "continue")
                self._look_up(at, lookup, expressions, loops)
                known.add(lookup.read.source)
            self._unless(expressions, conditions, "continue")
            yield expressions

    def _look_up(self, at: int, lookup: Lookup, expressions: Expressions, loops: ExitStack) -> None:
        source, row = self._source, f"r{lookup.read.source}"
        values = "".join(f"{expressions.of(key).name}, " for key in lookup.keys)
        found = source.variable()
        source.line(f"{found} = {source.constant(finder(lookup))}(lookups[{at}], ({values}))")
        source.line(f"left -= len({found})")
        source.line("if left < 0: raise Leave")
        if not lookup.left:
            loops.enter_context(source.block(f"for {row} in {found}:"))
            self._decode(lookup.read.source, lookup.view)
            return
        if lookup.conditions and not lookup.is_single:
            kept = source.variable()
            source.line(f"{kept} = []")
            with source.block(f"for {row} in {found}:"):
                self._decode(lookup.read.source, lookup.view)
                self._unless(expressions, lookup.conditions, "continue")
                source.line(f"{kept}.append({row})")
            found = kept
        loops.enter_context(source.block(f"for {row} in {found} or NO_ROW:"))
        with source.block(f"if {row} is not None:"):
            self._decode(lookup.read.source, lookup.view)
            if lookup.is_single:
                self._unless(expressions, lookup.conditions, f"{row} = None")
        with source.block(f"if {row} is None:"):
            source.line(f"{' = '.join([*self._variables(lookup.read.source), 'x'])} = None")

    def _unless(self, expressions: Expressions, conditions: Sequence[Expr], what: str) -> None:
        # All of them first: which of them Postgres looks at first is its planner's choice, and the later ones may fail.
        kept = [expressions.of(condition).name for condition in conditions]
        if kept:
            self._source.line(f"if not ({' is True and '.join(kept)} is True): {what}")

    def _decode(self, number: int, view: ViewSchema) -> None:
        """The columns of a stored row that expressions name."""
        columns = self._columns(number)
        if columns:
            decode = self._source.constant(row_decoder(view, columns))
            self._source.line(f"{', '.join(self._variables(number))}, = {decode}(r{number})")
            for column, name in zip(columns, self._variables(number), strict=True):
                if (convert := converter(view.columns[column].type)) is not None:
                    self._source.line(f"if {name} is not None: {name} = {self._source.constant(convert)}({name})")
                    self._source.costly = True
        else:
            self._source.line("pass")

    def _columns(self, number: int) -> tuple[int, ...]:
        return tuple(dict.fromkeys(e.column for top in self._evaluated for e in columns_in(top) if e.source == number))

    def _variables(self, number: int) -> list[str]:
        return [f"v{number}_{column}" for column in self._columns(number)]
