"""A row program as one Python function over whole columns. For `SELECT sum(amount * 2) FROM orders WHERE customer = $1` that is

    def run(params, values, skip, count, lookups, now_us):
     p0, = params
     rows = []
     r0, v0_6, = (values, *columns(values),)
     x2 = list(map(mul, v0_6, repeat(k1)))
     all_finite(x2)
     no_underflow(x2, v0_6, repeat(k1))
     for _ in NO_ROW:
      a0 = whole_sum_float(x2)
      rows.append(message((a0,)))
     return rows

It raises LookupError where a column that it computes with, or a parameter, is NULL; then the one for *nullable* columns is tried.
Where they leave, rows are looked at one by one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar, Final

from gateway.codecs.arrow_cells import DATA_ROW
from gateway.contract.engine import OutputStyle
from gateway.engine.keyed.stored_columns import grouped
from gateway.engine.rows.execution import LoopFunction
from gateway.engine.rows.vectors import NotVectorized, Vector, Vectors
from gateway.engine.rows.whole import whole_form
from planner.rows import RowProgram
from planner.rows.kinds import is_partial, kind_of
from planner.tree.bound import Aggregate, ColumnRef, Expr, SortKey

_NAME: Final = re.compile(r"\w+")
_WINDOW: Final = "skip : None if count is None else skip + count"


class VectorFunction(LoopFunction):
    """Its made() raises NotVectorized where the program is not for whole columns."""

    _vectors: Vectors
    _whole: ClassVar[bool] = True

    def __init__(
        self,
        program: RowProgram,
        formats: tuple[int, ...] | None,
        style: OutputStyle,
        *,
        is_wide: bool = False,
        nullable: bool = False,
    ) -> None:
        """See LoopFunction. *nullable*: for columns that hold NULL."""
        super().__init__(program, formats, style, is_wide=is_wide)
        self._nullable = nullable

    @property
    def needs_values(self) -> bool:
        """Does it raise LookupError for some columns that hold NULL?"""
        return bool(self._vectors.present)

    @property
    def _keeps_first(self) -> bool:
        """Groups are not that many, and of rows the first are known before anything is made of them."""
        return False

    def _write(self) -> None:
        source, program, relation = self.source, self._program, self.loops.whole_first()
        if relation is None or not (program.grouped or not (program.distinct or program.distinct_on)):
            raise NotVectorized
        first = relation.source
        self._vectors = Vectors(source, program.forms, relation, nullable=self._nullable)
        start = len(source.lines)
        filtered, at = self._filter(first), len(source.lines)
        if program.grouped:
            self._whole_groups(first)
        else:
            self._whole_rows(first)
        # What is used of those rows, and what must not be NULL, is known now.
        used = {name for line in source.lines[at:] for name in _NAME.findall(line)}
        source.lines[at:at] = [line for name, line in filtered.items() if name in used]
        source.lines.insert(start, f" {self.loops.whole_columns(relation, self._vectors.present)}")

    def _filter(self, first: int) -> dict[str, str]:
        """Conditions that the decoder does not look at: what leaves the rows that meet them, of each list."""
        kept = [self._of(condition) for condition in self.loops.untested()]
        if kept:
            met = self._vectors.all_true(kept).name
            self._vectors.forget()
            # A column that is the condition comes last: it says which rows of the others stay.
            names = sorted(self.loops.variables(first), key=met.__eq__)
            return {name: f" {name} = list(compress({name}, {met}))" for name in names}
        return {}

    def _of(self, expr: Expr) -> Vector:
        """What has a value for each row."""
        found = self._vectors.of(expr)
        if found.is_scalar:
            raise NotVectorized
        return found

    # ------------------------------------------------------------------------------------------------------------- groups

    def _whole_groups(self, first: int) -> None:
        source, program = self.source, self._program
        aggregates = [self._aggregate(call) for call in program.aggregates]
        each = "for _ in NO_ROW:"
        keys = [self._group_key(key) for key in program.groups]
        # Rows are counted by any list that is there.
        counted_by = keys[0].name if keys else f"r{first}"
        lists = list(dict.fromkeys(name for _, *names in aggregates for name in names if name)) or [counted_by]
        if keys:
            names = "".join(f"{key.name}, " for key in keys)
            source.line(f"groups = {source.constant(grouped())}(({names}), ({', '.join(lists)},))")
            self._check_groups()
            each = f"for key, ({', '.join(lists)},) in groups.items():"
        with source.block(each):
            if keys:
                source.line(f"{', '.join(f'g{i}' for i in range(len(keys)))} = key")
            for at, key in enumerate(keys):
                if key.scale is not None:
                    source.line(f"if g{at} is not None: g{at} = from_unscaled(g{at}, {key.scale})")
            for index, (form, value, met) in enumerate(aggregates):
                taken = f"list(compress({value}, {met}))" if value and met else value
                counted = f"list(compress({met}, {met}))" if met else lists[0]
                source.line(f"a{index} = {form.format(x=taken, rows=counted)}")
            self._end_group()
        if program.sort:
            self._sort()

    def _aggregate(self, call: Aggregate) -> tuple[str, str, str]:
        """Its form, and the lists of its argument's values and of whether FILTER is met; "" for what it does not have."""
        met = "" if call.filter is None else self._of(call.filter).name
        argument = call.args[0] if call.args else None
        if argument is None:
            value = Vector("")
        elif isinstance(argument, ColumnRef):
            value = self._vectors.column(argument)
        else:
            value = self._of(argument)
        form = whole_form(call, value.scale)
        if form is None:
            raise NotVectorized
        return form, value.name, met

    def _group_key(self, key: Expr) -> Vector:
        """Values that are equal where Postgres's are; numerics may be integers."""
        if isinstance(key, ColumnRef):
            found = self._vectors.column(key)
            if found.scale is not None or not is_partial(kind_of(key.type.pg) or ""):
                return found
        self._of(key)
        return self._vectors.comparable(key)

    # --------------------------------------------------------------------------------------------------------------- rows

    def _whole_rows(self, first: int) -> None:
        source, program = self.source, self._program
        pairs = zip(program.items, self._origins, strict=True)
        computed = [self._item(item) for item, origin in pairs if origin is None]
        lists = list(dict.fromkeys([f"r{first}", *(item.name for item in computed if not item.is_scalar)]))
        if program.sort:
            most = "None if count is None else skip + count"
            keys = "".join(map(self._sort_key, program.sort))
            source.line(f"order = ordered(({keys}), {most})[{_WINDOW}]")
            for name in lists:
                source.line(f"{name} = list(map({name}.__getitem__, order))")
        elif program.limit is not None or program.offset is not None:
            for name in lists:
                source.line(f"{name} = {name}[{_WINDOW}]")
        source.line(f"rows = {self._messages(first, computed)}")

    def _item(self, item: Expr) -> Vector:
        if isinstance(item, ColumnRef) and (found := self._vectors.column(item)).scale is None:
            return found
        return self._vectors.values(item)

    def _sort_key(self, key: SortKey) -> str:
        self._of(key.expr)
        found = self._vectors.comparable(key.expr)
        return f"({found.name}, {key.descending}, {key.nulls_first if found.nullable else None}), "

    def _messages(self, first: int, computed: Sequence[Vector]) -> str:
        """Source of the list of them; of values where there are no formats."""
        if self._formats is not None and self._is_stored:
            places = range(len(self._program.items))
            return f"list(map({self._stored_encoder(first, places, kind=DATA_ROW)}, r{first}))"
        values, pieces = iter(computed), list[str]()
        for piece in self._pieces():
            if isinstance(piece, tuple):
                pieces.append(f"map({self._stored_encoder(*piece, kind=0)}, r{first})")
            else:
                value = next(values)
                pieces.append(f"[{value.name}] * len(r{first})" if value.is_scalar else value.name)
        if self._formats is None and not self._is_wide:
            return pieces[0]
        tuples = f"zip({', '.join(pieces)})" if pieces else f"[()] * len(r{first})"
        return f"list({tuples})" if self._formats is None else f"list(map({self._encoder()}, {tuples}))"
