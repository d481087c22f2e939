"""What a subscription's WHERE says beyond keys, by the row executor's forms: which changes there are for who sees some rows.

A row that begins to meet the condition is inserted, one that ceases to is deleted, whatever happened to it for others.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace
from typing import Final

import pyarrow as pa

from gateway.engine.changes.batch import ChangeBatch, Shared
from gateway.engine.changes.rows import ChangeRows, StoredChangeRows
from gateway.engine.keyed.lean import decoder
from gateway.engine.keyed.stored_rows import Batch, StoredBatch
from gateway.engine.rows.compiling import Compiled, compile_values
from planner.errors import Unsupported
from planner.rows import Gives, RowProgram, row_program
from planner.rows.helpers import LEAVES
from planner.rows.program import is_stored
from planner.tree import types as t
from planner.tree.bound import ColumnRef, Const, Select
from planner.tree.query_plan import LeanRead, PlanSettings, QueryPlan
from planner.tree.types import SqlType
from planner.tree.values import Value
from statestore.changes.walk import Change
from statestore.rows import row_decoder
from statestore.schema import ViewSchema
from statestore.views.manifest import Manifest

_TRUE: Final = Const(True, SqlType(t.BOOL))


class RowCondition:
    """A condition of one execution, for stored rows of a schema. Any thread."""

    def __init__(self, made: Compiled, schema: ViewSchema, params: tuple[Value, ...], now_us: int) -> None:
        self.schema = schema
        self._made, self._params, self._now_us = made, params, now_us
        self._decode = row_decoder(schema, made.columns)

    def with_schema(self, schema: ViewSchema) -> RowCondition:
        """For rows of a version with *schema*, which may have more columns."""
        return RowCondition(self._made, schema, self._params, self._now_us)

    def __call__(self, row: bytes | None) -> bool:
        """Does the row meet it? Raises Unsupported, CorruptFile."""
        if row is None:
            return False
        try:
            return bool(self._made.run(self._params, ((row, self._decode(row)),), 0, None, (), self._now_us))
        except LEAVES as error:
            raise Unsupported(
                f"the condition of a subscription to view {self.schema.name} cannot be told of one of its rows",
                detail="What it compares or computes is NaN, out of range, or divided by zero.",
                hint="Leave such rows out by their keys, or subscribe without the condition.",
            ) from error


class ConditionedRows:
    """As ChangeRows or StoredChangeRows, for who is told of the rows that meet a condition and of no others."""

    def __init__(self, rows: ChangeRows | StoredChangeRows, condition: RowCondition, outputs: tuple[int, ...]) -> None:
        self._rows, self._condition, self._outputs = rows, condition, outputs
        #: See ChangeRows: parameters are in the condition.
        self.like: Hashable = condition

    def with_schema(self, schema: ViewSchema) -> ConditionedRows:
        """See ChangeRows."""
        if len(schema.columns) <= len(self._condition.schema.columns):
            return self
        return ConditionedRows(self._rows.with_schema(schema), self._condition.with_schema(schema), self._outputs)

    def stored(self) -> ConditionedRows:
        """The same as they are stored."""
        return ConditionedRows(StoredChangeRows(), self._condition, self._outputs)

    def batch(
        self, manifest: Manifest, changes: Sequence[Change], *, progress: bool, shared: Shared, whole: frozenset[int] | None
    ) -> ChangeBatch | pa.RecordBatch | None:
        """See ChangeRows. Raises Unsupported where the condition cannot be told."""
        meets = self._condition
        seen = [Change(key, was if meets(was) else None, now if meets(now) else None) for key, was, now in changes]
        kept = [change for change in seen if change.before is not None or change.after is not None]
        return self._rows.batch(manifest, kept, progress=progress, shared=shared, whole=None)

    def of_rows(self, manifest: Manifest | None, rows: Batch) -> pa.RecordBatch:
        """See ChangeRows; of rows as they are stored. Raises Unsupported where the condition cannot be told."""
        assert isinstance(rows, StoredBatch), "they are read for a condition"
        decoded = decoder(self._condition.schema, self._outputs).decode(list(filter(self._condition, rows.rows)))
        return self._rows.of_rows(manifest, decoded)

    def progress(self, manifest: Manifest | None) -> pa.RecordBatch:
        """See ChangeRows."""
        return self._rows.progress(manifest)

    @property
    def arrow_schema(self) -> pa.Schema:
        """See ChangeRows."""
        return self._rows.arrow_schema


def conditioned_read(plan: QueryPlan, settings: PlanSettings) -> tuple[LeanRead, RowProgram | None] | None:
    """A query of some rows and columns of one view, by way of a view in SQL perhaps: the read by key, and the program that has
    the condition that keys do not say, if there is one.

    None for every other query, and where the condition has no row form.
    """
    query, program = plan.bound.query, plan.rows or row_program(plan.bound, plan.reads, settings, ordered=False)
    if not isinstance(query, Select) or query.order_by or program is None or program.subqueries or program.sources is None:
        return None
    if program.settings or program.grouped or program.distinct or program.distinct_on or program.having is not None:
        return None
    if program.sort or program.limit is not None or program.offset is not None:
        return None
    read, views = program.sources.first.read, program.sources.by_source
    if read is None or program.sources.lookups or not all(is_stored(item, views) for item in program.items):
        return None
    outputs = tuple(item.column for item in program.items if isinstance(item, ColumnRef))
    return LeanRead(read, outputs, None, None, None), program if program.sources.conditions else None


def row_condition(program: RowProgram, schema: ViewSchema, params: tuple[Value, ...], now_us: int) -> RowCondition:
    """Of one execution."""
    assert program.sources is not None, "it reads a view"
    # Without a constraint a program takes rows with their values, whoever has decoded them.
    test = replace(program, sources=replace(program.sources, constraint=None), items=(_TRUE,), descending=None)
    return RowCondition(compile_values(test, Gives.VALUE), schema, params, now_us)
