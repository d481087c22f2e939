"""System tables are the coordinator's: they are read in the merge, also beside views."""

from __future__ import annotations

import pytest

from planner.distribute.split import MergeQuery, SplitPlan, split
from planner.parse import parse
from planner.postgres.bind import bind
from planner.tree.catalog import ColumnDef, MemoryCatalog, Relation, view_relation
from planner.tree.query_plan import PlanSettings
from planner.tree.statement import SelectStatement
from planner.tree.types import INT8, TEXT, SqlType
from tests.planner.split.worlds import VIEWS

_SHARDS = Relation("tidegate", "shards", 9, (ColumnDef("view", SqlType(TEXT)), ColumnDef("shard", SqlType(INT8))))
_CATALOG = MemoryCatalog([_SHARDS, *(view_relation(v, 100 + i) for i, v in enumerate(VIEWS.values()))])


def planned(sql: str) -> SplitPlan:
    statement = parse(sql)[0]
    assert isinstance(statement, SelectStatement)
    return split(bind(statement, _CATALOG, (), PlanSettings()), PlanSettings())


@pytest.mark.parametrize(
    ("sql", "views"),
    [
        ("SELECT count(*) FROM tidegate.shards", []),
        ("SELECT memo, shard FROM events JOIN tidegate.shards s ON s.view = memo WHERE qty > 0", ["events"]),
        ("SELECT memo, count(*) FROM events JOIN tidegate.shards s ON s.view = memo GROUP BY memo", ["events"]),
        ("SELECT memo FROM events WHERE memo IN (SELECT view FROM tidegate.shards)", ["events"]),
        ("SELECT shard, (SELECT count(*) FROM events WHERE memo = view) FROM tidegate.shards", ["events"]),
    ],
)
def test_system_tables_are_read_by_the_coordinator(sql: str, views: list[str]) -> None:
    plan = planned(sql)
    assert [view for fragment in plan.fragments for view in fragment.views] == views
    assert isinstance(plan.merge, MergeQuery)
    assert [read.relation for read in plan.merge.plan.system_reads] == [_SHARDS]
    assert [read.fragment for read in plan.merge.fragment_reads] == [f.slot for f in plan.fragments]
    slots = [r.slot for r in plan.merge.plan.system_reads] + [r.slot for r in plan.merge.fragment_reads]
    assert plan.merge.plan.sql({slot: f"rows_{slot}" for slot in slots})


def test_fragments_know_the_statements_scans_and_their_views() -> None:
    plan = planned("SELECT r.name, count(*) FROM events e JOIN regions r USING (region) JOIN items i ON i.item = e.item GROUP BY 1")
    assert [(f.sources, f.views) for f in plan.fragments] == [((0, 1), ("events", "regions")), ((2,), ("items",))]
