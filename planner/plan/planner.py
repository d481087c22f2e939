"""The pipeline: a parsed query and a catalog in, a plan out. A pure function; `now()` and parameters come with each execution.

Drivers choose an integer parameter's type by the value: 7 is an int2, 70,000 an int4. Where such a parameter is only compared, or
counts rows, one plan serves all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

from planner.errors import Unsupported
from planner.lower import LoweredSql, ScanSlot, lower
from planner.lower.state import column_needs, slot_of
from planner.plan.parameterized import parameterized
from planner.postgres.bind import bind
from planner.postgres.functions.comparison import SYMBOLS
from planner.prune.constrain import Constraints, KeyConstraint
from planner.prune.lean import lean_read, lean_scan, with_first_rows
from planner.rows import row_program
from planner.tree import bound as b
from planner.tree.bound import BoundQuery
from planner.tree.catalog import Catalog
from planner.tree.query_plan import LeanRead, PlanSettings, QueryPlan, SourceRead, SystemRead
from planner.tree.statement import Constants, SelectStatement
from planner.tree.types import BY_OID, FLOAT8, INT2, INT4, INT8, NAMED_NUMBERS, NUMERIC, PgType, SqlType, is_record
from planner.tree.walk import nodes_in


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
        return assemble(bound, settings, generation)
    for folding in (True, False):
        general, taken = parameterized(bound, constants, settings, folding=folding)
        plan = replace(assemble(general, settings, generation), taken=taken)
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


def assemble(bound: BoundQuery, settings: PlanSettings, generation: int) -> QueryPlan:
    """The plan of a bound query. One that is a keyed read is lowered when something else asks for that. Raises Unsupported."""
    constraints = Constraints(bound, settings)
    if (lean := _lean(bound, constraints)) is not None:
        return _plan(bound, (lean.read,), (), lean, partial(lower, bound, settings), settings, generation)
    lowered = lower(bound, settings)
    reads = tuple(_source_read(s, constraints) for s in lowered.slots if s.scan.relation.view is not None)
    system = tuple(_system_read(s) for s in lowered.slots if s.scan.relation.view is None)
    return _plan(bound, reads, system, None, lambda: lowered, settings, generation)


def _plan(
    bound: BoundQuery,
    reads: tuple[SourceRead, ...],
    system: tuple[SystemRead, ...],
    lean: LeanRead | None,
    lowered: Callable[[], LoweredSql],
    settings: PlanSettings,
    generation: int,
) -> QueryPlan:
    return QueryPlan(
        bound=bound,
        columns=bound.columns,
        parameters=bound.parameters,
        reads=reads,
        system_reads=system,
        lean=lean,
        make_rows=lambda: None if system else row_program(bound, reads, settings),
        lower=lowered,
        catalog_generation=generation,
    )


def _source_read(slot: ScanSlot, constraints: Constraints) -> SourceRead:
    scan = slot.scan
    read = SourceRead(slot.name, scan.relation, slot.columns, constraints.of(scan), scan.alias, source=scan.source)
    return with_first_rows(read, scan, constraints)


def _system_read(slot: ScanSlot) -> SystemRead:
    return SystemRead(slot.name, slot.scan.relation, slot.columns)


def _lean(bound: BoundQuery, constraints: Constraints) -> LeanRead | None:
    scan = lean_scan(bound.query)
    if scan is None:
        return None
    needs, _ = column_needs(bound)
    read = _source_read(slot_of(scan, 0, needs.get(scan.source, frozenset())), constraints)
    return lean_read(bound, read, read.constraint) if isinstance(read.constraint, KeyConstraint) else None


# -------------------------------------------------------------------------------------------------- integer parameters

#: Types to which all integers convert alike: to the same number, or none.
_SAME_NUMBERS: Final = tuple(SqlType(pg) for pg in (INT2, INT4, INT8, NUMERIC, FLOAT8))
_OIDS: Final = frozenset({INT2.oid, INT4.oid, INT8.oid})


def widest(oids: Sequence[int]) -> tuple[int, ...]:
    """Parameter types with 8 bytes for each integer."""
    return tuple(INT8.oid if oid in _OIDS else oid for oid in oids)


def as_declared(parameters: tuple[SqlType, ...], oids: Sequence[int]) -> tuple[SqlType, ...]:
    """A plan's parameters with the integer types that a statement declares."""
    declared = {number: BY_OID[oid] for number, oid in enumerate(oids) if oid in _OIDS}
    return tuple(replace(p, pg=declared.get(number, p.pg)) for number, p in enumerate(parameters)) if declared else parameters


def are_interchangeable(bound: b.BoundQuery) -> bool:
    """Is every integer parameter compared, or a LIMIT or an OFFSET, wherever it stands?"""
    nodes = list(nodes_in(bound.query))
    return sum(map(_is_parameter, nodes)) == sum(_is_parameter(_plain(e)) for node in nodes for e in _compared(node))


def _is_parameter(node: Any) -> bool:
    return isinstance(node, b.Param) and node.type.pg.oid in _OIDS


def _plain(expr: b.Expr | None) -> b.Expr | None:
    while isinstance(expr, b.Cast) and expr.type in _SAME_NUMBERS:
        expr = expr.operand
    return expr


def _compared(node: Any) -> Iterator[b.Expr | None]:
    match node:
        case b.Call(function, args) if function.operator and function.name in SYMBOLS:
            yield from args
        case b.InList(operand, items):
            yield from (operand, *items)
        case b.Select() | b.SetOp():
            yield from (node.limit, node.offset)
