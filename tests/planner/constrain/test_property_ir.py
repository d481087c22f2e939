"""Pruning never loses a row: random views, rows and conditions against an evaluator that shares no code with the planner."""

from __future__ import annotations

from datetime import UTC, timedelta, timezone
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as s

from planner.prune.constrain import constrain
from planner.tree.query_plan import PlanSettings
from statestore.schema import ViewSchema
from tests.planner.constrain.evaluate import Evaluator
from tests.planner.constrain.ir import Table, bound, select
from tests.planner.constrain.reading import Reader, check_form
from tests.planner.constrain.worlds import Conditions, rows_of, schemas
from tests.statestore.kinds import sql_value

EXAMPLES = 1000
ZONES = {"UTC": UTC, "America/New_York": ZoneInfo("America/New_York"), "+05:30": timezone(timedelta(hours=5, minutes=30))}


@pytest.mark.timeout(400)
@given(s.data(), s.sampled_from(sorted(ZONES)))
@settings(max_examples=EXAMPLES, deadline=None, print_blob=True, suppress_health_check=list(HealthCheck))
def test_rows_that_match_are_in_the_key_set(data: s.DataObject, zone: str) -> None:
    schema = data.draw(schemas())
    rows = data.draw(rows_of(schema))
    table = Table(schema)
    conditions = Conditions(data.draw, table)
    where = conditions.condition(depth=2)
    params = tuple(conditions.params)
    constraint = constrain(bound(select(table.scan, where)), table.scan, PlanSettings(timezone=zone))
    keys = constraint.resolve(params, 0)
    check_form(keys, schema)
    held = {i for i, row in enumerate(rows) if Reader(schema).holds(keys, row)}
    evaluators = [Evaluator(_sql_values(schema, row), params, ZONES[zone]) for row in rows]
    matching = {i for i, e in enumerate(evaluators) if e.truth(where) is True}
    assert matching <= held, f"lost: {[rows[i] for i in matching - held]} of {where} {params} in {keys}"
    if constraint.exact:
        assert matching == held, f"too many: {[rows[i] for i in held - matching]} of {where} {params} in {keys}"
    _ = constraint.describe(params, 0), constraint.describe(None, 0)


def _sql_values(schema: ViewSchema, row: tuple[Any, ...]) -> dict[tuple[int, int], Any]:
    return {(1, i): sql_value(column.type, value) for i, (column, value) in enumerate(zip(schema.columns, row, strict=True))}
