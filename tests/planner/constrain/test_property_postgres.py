"""The same conditions as SQL text: parsed and bound here, evaluated by PostgreSQL 15 over the same rows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from hypothesis import HealthCheck, given, reject, settings
from hypothesis import strategies as s

from planner.errors import PlanError
from planner.parse import parse
from planner.postgres.bind import bind
from planner.prune.constrain import KeyConstraint, constrain
from planner.tree.catalog import MemoryCatalog, view_relation
from planner.tree.query_plan import PlanSettings
from planner.tree.statement import SelectStatement
from planner.tree.types import column_type
from statestore.schema import ViewSchema
from tests.planner.constrain.ir import Table
from tests.planner.constrain.reading import Reader, check_form
from tests.planner.constrain.render import literal, render
from tests.planner.constrain.worlds import Conditions, rows_of, schemas
from tests.statestore.kinds import sql_value

EXAMPLES = 300


@pytest.fixture(scope="module")
def postgres(postgres_dsn: str) -> Iterator[psycopg.Connection[Any]]:
    with psycopg.connect(postgres_dsn, autocommit=True) as connection:
        yield connection


@pytest.mark.postgres
@given(s.data(), s.sampled_from(["UTC", "America/New_York", "Asia/Kolkata"]))
@settings(max_examples=EXAMPLES, deadline=None, print_blob=True, suppress_health_check=list(HealthCheck))
def test_rows_that_postgres_returns_are_in_the_key_set(postgres: psycopg.Connection[Any], data: s.DataObject, zone: str) -> None:
    schema = data.draw(schemas())
    rows = data.draw(rows_of(schema))
    conditions = Conditions(data.draw, Table(schema))
    where = conditions.condition(depth=2)
    sql = render(where, tuple(conditions.params))
    constraint = constrained(f"SELECT * FROM v WHERE {sql}", schema, zone)
    keys = constraint.resolve((), 0)
    check_form(keys, schema)
    held = {i for i, row in enumerate(rows) if Reader(schema).holds(keys, row)}
    matching = returned(postgres, schema, rows, sql, zone)
    assert matching <= held, f"lost {[rows[i] for i in matching - held]} of {sql}"
    if constraint.exact:
        assert matching == held, f"too many: {[rows[i] for i in held - matching]} of {sql}"


def constrained(sql: str, schema: ViewSchema, zone: str) -> KeyConstraint:
    statement = parse(sql)[0]
    assert isinstance(statement, SelectStatement)
    plan_settings = PlanSettings(timezone=zone)
    try:
        bound = bind(statement, MemoryCatalog([view_relation(schema, 101)]), (), plan_settings)
    except PlanError:
        reject()  # Refused constants say nothing about pruning.
    return constrain(bound, bound.scans[0], plan_settings)


def returned(postgres: psycopg.Connection[Any], schema: ViewSchema, rows: list[tuple[Any, ...]], where: str, zone: str) -> set[int]:
    if not rows:
        return set()
    names = ", ".join(c.name for c in schema.columns)
    values = ", ".join(f"({i}, {', '.join(_literals(schema, row))})" for i, row in enumerate(rows))
    try:
        postgres.execute("SELECT set_config('TimeZone', %s, false)", (zone,))
        found = postgres.execute(f"SELECT i FROM (VALUES {values}) v(i, {names}) WHERE {where}")  # type: ignore[call-overload]
        return {i for (i,) in found}
    except psycopg.DataError:
        reject()  # PostgreSQL's narrower ranges: an interval of 2^63 microseconds, and the like.


def _literals(schema: ViewSchema, row: tuple[Any, ...]) -> list[str]:
    return [literal(sql_value(c.type, v), column_type(c.type)) for c, v in zip(schema.columns, row, strict=True)]
