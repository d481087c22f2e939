"""The cluster's answers are PostgreSQL's, over the same rows."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from typing import Any

import duckdb
import psycopg
import pytest
from psycopg.types.string import TextLoader

from planner.errors import PlanError
from planner.tree.catalog import view_relation
from planner.tree.types import NUMERIC, SqlType, numeric_precision_scale
from tests.planner.split.cluster import Cluster, answers
from tests.planner.split.generated import Statements
from tests.planner.split.queries import AGGREGATES, STATEMENTS
from tests.planner.split.worlds import VIEWS, world
from tests.plugins.scale import seed_for

GENERATED = int(os.environ.get("SPLIT_STATEMENTS", "100"))
#: Of what is not finite these differ from PostgreSQL on one node too.
_FINITE = ("corr(", "percentile_cont(", "covar_pop(", "stddev", "var_", "variance(")
#: What no two servers answer alike: other clients' names for an interval, and order that nobody asked for.
_NOT_COMPARED = ("at - ", "now()", "random()", "array_agg(x.id)", "current_user", "pg_")


@pytest.fixture
def postgres(postgres_dsn: str) -> Iterator[psycopg.Connection[Any]]:
    with psycopg.connect(postgres_dsn, autocommit=True, options="-c timezone=UTC") as connection:
        for name in ("json", "jsonb"):
            connection.adapters.register_loader(name, TextLoader)  # as it is written
        yield connection


@pytest.mark.postgres
@pytest.mark.parametrize("wild", [False, True])
def test_statements_answer_as_postgresql(postgres: psycopg.Connection[Any], wild: bool) -> None:
    seed = seed_for("split postgres")
    cluster = world(seed, wild=wild)
    load(postgres, cluster)
    compared = [sql for sql, _ in STATEMENTS] + [f"SELECT qty, {a} FROM events GROUP BY qty" for a in AGGREGATES]
    compared += [f"SELECT {a} FROM events WHERE id > 0" for a in AGGREGATES]
    left_out = _NOT_COMPARED + (_FINITE if wild else ())
    problems = [difference(postgres, cluster, sql) for sql in compared if not any(word in sql for word in left_out)]
    assert not any(problems), f"world({seed}, wild={wild})\n" + "\n".join(filter(None, problems))


@pytest.mark.postgres
def test_generated_statements_answer_as_postgresql(postgres: psycopg.Connection[Any]) -> None:
    seed = seed_for("split postgres")
    rng = random.Random(seed)
    cluster = world(rng.randrange(2**32))
    load(postgres, cluster)
    statements = Statements(rng)
    problems = [difference(postgres, cluster, statements.next()) for _ in range(GENERATED)]
    assert not any(problems), f"TIDEGATE_SEED={seed}\n" + "\n".join(filter(None, problems))


def load(connection: psycopg.Connection[Any], cluster: Cluster) -> None:
    """The cluster's rows as temporary tables."""
    for name, view in VIEWS.items():
        columns = ", ".join(f'"{c.name}" {declared(c.type)}' for c in view_relation(view, 0).columns)
        connection.execute(f"CREATE TEMP TABLE {name} ({columns})".encode())
        types = [c.type.pg.name for c in view_relation(view, 0).columns]
        marks = ", ".join(placeholder(pg) for pg in types)
        with connection.cursor() as cursor:
            cursor.executemany(f"INSERT INTO {name} VALUES ({marks})".encode(), cluster.rows[name])


def declared(sql_type: SqlType) -> str:
    """A type as DDL writes it."""
    if sql_type.pg is NUMERIC and (of := numeric_precision_scale(sql_type.typmod)) is not None:
        return f"numeric({of[0]}, {of[1]})"
    return sql_type.pg.name


def placeholder(pg: str) -> str:
    """A physical value as PostgreSQL takes it."""
    match pg:
        case "timestamptz":
            return "'epoch'::timestamptz + %s * interval '1 microsecond'"
        case "date":
            return "'1970-01-01'::date + %s::int"
        case "_int4":
            return "%s::int[]"
    return f"%s::{pg}"


def difference(connection: psycopg.Connection[Any], cluster: Cluster, sql: str) -> str:
    """How the answers differ; errors must be errors on both sides."""
    try:
        bound = cluster.bound(sql)
    except PlanError:
        return ""
    try:
        expected = answers(bound, connection.execute(sql.encode()).fetchall())
    except psycopg.DataError:
        return ""
    try:
        found = answers(bound, cluster.answer(bound))
    except (PlanError, duckdb.Error) as error:
        return "" if failing(cluster, sql) else f"{sql}\n  postgres {expected}\n  split {error}"
    if expected == found:
        return ""
    whole = answers(bound, cluster.whole(bound))
    return f"{sql}\n  postgres {expected}\n  split    {found}\n  whole    {'the same' if whole == found else whole}"


def failing(cluster: Cluster, sql: str) -> bool:
    """Does one node fail as well?"""
    try:
        cluster.whole(cluster.bound(sql))
    except (PlanError, duckdb.Error):
        return True
    return False
