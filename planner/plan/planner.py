"""The pipeline: a parsed query and a catalog in, a plan out. A pure function; `now()` and parameters come with each execution."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from planner.errors import Unsupported
from planner.lower import LoweredSql, Slot, lower
from planner.plan.parameterized import parameterized
from planner.postgres.bind import bind
from planner.prune.constrain import Constraints, KeyConstraint
from planner.prune.lean import lean_read, with_first_rows
from planner.rows import row_program
from planner.tree.bound import BoundQuery
from planner.tree.catalog import Catalog
from planner.tree.query_plan import LeanRead, PlanSettings, QueryPlan, SourceRead, SystemRead
from planner.tree.statement import Constants, SelectStatement
from planner.tree.types import NAMED_NUMBERS, PgType, is_record


def plan_query(
    statement: SelectStatement,
    catalog: Catalog,
    parameter_types: Sequence[int],
    settings: PlanSettings,
    constants: Constants | None = None,
) -> QueryPlan:
    """The plan of one query. Raises PlanError for whatever Postgres would refuse, and Unsupported for what Tidegate does not do.

    With *constants*, of a query without parameters, it is that of all which differ in those of them that it has *taken* out.
    """
    generation = catalog.generation
    bound = bind(statement, catalog, parameter_types, settings)
    for column in bound.columns:
        _check_record(column.type.pg.element or column.type.pg)
    if constants is None:
        return assemble(bound, lower(bound, settings), settings, generation)
    for folding in (True, False):
        general, taken = parameterized(bound, constants, settings, folding=folding)
        plan = replace(assemble(general, lower(general, settings), settings, generation), taken=taken)
        if not taken.folded or plan.rows is not None:
            break
    return plan


def _check_record(pg: PgType) -> None:
    if not is_record(pg):
        return
    if not pg.fields:
        raise Unsupported("records whose fields are not known are not supported", hint="Select their fields.")
    for _, field in pg.fields:
        if (field.element or field) in NAMED_NUMBERS:
            raise Unsupported(f"a record with a field of type {field.name} is not supported", hint="Cast the field to text.")
        _check_record(field.element or field)


def assemble(bound: BoundQuery, lowered: LoweredSql, settings: PlanSettings, generation: int) -> QueryPlan:
    """The plan of a bound query and its SQL."""
    reads = _source_reads(bound, lowered.slots, settings)
    return QueryPlan(
        bound=bound,
        columns=bound.columns,
        parameters=bound.parameters,
        reads=reads,
        system_reads=tuple(_system_read(s) for s in lowered.slots if s.scan.relation.view is None),
        lean=_lean(bound, reads),
        rows=None if len(reads) < len(lowered.slots) else row_program(bound, reads, settings),
        duckdb_sql=lowered.sql,
        uses_now=lowered.uses_now,
        catalog_generation=generation,
    )


def _source_reads(bound: BoundQuery, slots: Sequence[Slot], settings: PlanSettings) -> tuple[SourceRead, ...]:
    constraints = Constraints(bound, settings)
    found = []
    for slot in slots:
        if slot.scan.relation.view is not None:
            scan, constraint = slot.scan, constraints.of(slot.scan)
            read = SourceRead(slot.name, scan.relation, slot.columns, constraint, scan.alias, source=scan.source)
            found.append(with_first_rows(read, slot.scan, constraints))
    return tuple(found)


def _system_read(slot: Slot) -> SystemRead:
    return SystemRead(slot.name, slot.scan.relation, slot.columns)


def _lean(bound: BoundQuery, reads: Sequence[SourceRead]) -> LeanRead | None:
    if len(reads) != 1 or not isinstance(reads[0].constraint, KeyConstraint):
        return None
    return lean_read(bound, reads[0], reads[0].constraint)
