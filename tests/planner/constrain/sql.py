"""Constraints of SQL text over a few small views."""

from __future__ import annotations

from collections.abc import Sequence

from planner.parse import parse
from planner.plan.planner import plan_query
from planner.prune.constrain import KeyConstraint
from planner.tree.catalog import MemoryCatalog, view_relation
from planner.tree.query_plan import PlanSettings, QueryPlan
from planner.tree.statement import SelectStatement
from statestore import types as st
from statestore.schema import RangePartitioning, ViewSchema
from tests.planner.constrain.ir import view

#: One key column of each type: view "int" has key k of type Int, and a value column v.
TYPES: dict[str, st.DataType] = {
    "bool": st.Boolean(), "byte": st.Byte(), "short": st.Short(), "int": st.Int(), "long": st.Long(), "float": st.Float(),
    "double": st.Double(), "dec": st.Decimal(5, 2), "wide": st.Decimal(38, 10), "str": st.String(), "bin": st.Binary(),
    "day": st.Date(), "ts": st.Timestamp(), "ntz": st.TimestampNtz(), "dt": st.DayTimeInterval(), "ym": st.YearMonthInterval(),
    "arr": st.Array(st.Int()),
}  # fmt: skip
ONE = {name: view(f"v_{name}", {"k": kind, "v": st.Int()}, ["k"]) for name, kind in TYPES.items()}
#: Composite keys: shard key a; shard key (a, b); range partitioned by a at 10 and 20.
ABC = {"a": st.Int(), "b": st.String(), "c": st.Timestamp(), "v": st.Long()}
ROUTES = view("route_hours", {"origin": st.String(), "dest": st.String(), "hour_start": st.Timestamp(), "n": st.Long()},
              ["origin", "dest", "hour_start"], 2)  # fmt: skip
HASHED = view("h", ABC, ["a", "b", "c"], 1)
PAIRED = view("p", ABC, ["a", "b", "c"], 2)
RANGED = view("r", ABC, ["a", "b", "c"], 1, RangePartitioning((b"\x01\x80\x00\x00\x0a", b"\x01\x80\x00\x00\x14")))
VIEWS: list[ViewSchema] = [*ONE.values(), ROUTES, HASHED, PAIRED, RANGED]
CATALOG = MemoryCatalog([view_relation(v, 1000 + i) for i, v in enumerate(VIEWS)])


def planned(sql: str, types: Sequence[int] = (), zone: str = "UTC") -> QueryPlan:
    statement = parse(sql)[0]
    assert isinstance(statement, SelectStatement)
    return plan_query(statement, CATALOG, types, PlanSettings(timezone=zone))


def constrained(sql: str, zone: str = "UTC") -> KeyConstraint:
    """The constraint of a statement's only read."""
    (read,) = planned(sql, zone=zone).reads
    assert isinstance(read.constraint, KeyConstraint)
    return read.constraint


def bounds(where: str, table: str, zone: str = "UTC") -> str:
    """The bounds that EXPLAIN would show, with "…" behind when rows are left to filter."""
    constraint = constrained(f"SELECT * FROM {table} WHERE {where}", zone)
    return constraint.describe((), 0) + ("" if constraint.exact else " …")


def reads(sql: str) -> dict[str, str]:
    """Alias → bounds of every read of a view in a statement."""
    return {r.alias: r.constraint.describe((), 0) for r in planned(sql).reads}
