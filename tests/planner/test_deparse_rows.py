"""Deparsed text has the rows of the query that it was made from: on PostgreSQL, and through DuckDB."""

from __future__ import annotations

import random
from collections.abc import Iterator

import psycopg
import pytest

from planner.tree.catalog import MemoryCatalog, view_relation
from planner.tree.query_plan import PlanSettings
from statestore.schema import HashPartitioning
from tests.gateway.differential import QUERIES, TestTable, readings, sensors
from tests.gateway.query_maker import QueryMaker
from tests.planner.harness import CASES, UNWRITTEN, Case, Reference, read_cases, reference_database
from tests.planner.respelling import ROWS, answers, respelled
from tests.planner.types.both import Both, comparable
from tests.planner.types.queries import FAMILIES
from tests.planner.types.statements import STATEMENTS
from tests.planner.types.test_lowering import QUERIES as LOWERED
from tests.plugins.scale import seed_for

pytestmark = pytest.mark.postgres

SHOWN_MAX = 20
#: So many expressions of each family are compared, picked at random.
SAMPLE = 60
GENERATED = 150
SETTINGS = PlanSettings(user="postgres", database="deparsing")
#: No statement of the cases takes longer, but one that recurses for ever.
TIMEOUT_S = 10


@pytest.fixture(scope="module")
def reference(postgres_dsn: str) -> Iterator[Reference]:
    """With some rows in the tables."""
    with reference_database(postgres_dsn, SETTINGS.database) as found:
        found.connection.execute(f"SET statement_timeout = '{TIMEOUT_S}s'".encode())
        for statement in ROWS:
            found.connection.execute(statement.encode())
        yield found


_ALL = [case for path in sorted(CASES.glob("*.sql")) if path.stem not in UNWRITTEN for case in read_cases(path)]


@pytest.mark.parametrize("case", _ALL, ids=lambda c: c.name)
def test_cases_on_postgresql(case: Case, reference: Reference) -> None:
    text = respelled(case.sql, reference.catalog, SETTINGS)
    if text is None or "accepted" in case.differs:
        return
    expected, found = answers(reference.connection, case.sql, text)
    assert found == expected, text


@pytest.fixture(scope="module")
def both(postgres_dsn: str) -> Iterator[Both]:
    pair = Both(postgres_dsn)
    yield pair
    pair.close()


@pytest.mark.parametrize("zone", ["UTC", "America/New_York"])
def test_statements_on_both(both: Both, zone: str) -> None:
    rng = random.Random(1)
    queries = [*STATEMENTS, *LOWERED]
    for family in FAMILIES.values():
        queries += rng.sample(sorted(family()), SAMPLE)
    settings = PlanSettings(timezone=zone)
    wrong = []
    for sql in queries:
        text = respelled(sql, MemoryCatalog([]), settings)
        if text is None:
            continue
        for answer in (both.lowered, both.expected):
            mine, theirs = comparable(answer(text, zone)), comparable(answer(sql, zone))
            if repr(mine) != repr(theirs):
                wrong.append(f"{sql}\n  {text}\n  {theirs}\n  {mine}")
    assert not wrong, "\n".join(wrong[:SHOWN_MAX])


@pytest.fixture(scope="module")
def tables(postgres_dsn: str) -> Iterator[Reference]:
    """The tables of the differential suite."""
    rng = random.Random(7)
    made: list[TestTable] = [readings(rng), sensors(rng)]
    relations = [view_relation(t.schema(HashPartitioning(2)), 17000 + i) for i, t in enumerate(made)]
    with psycopg.connect(postgres_dsn, autocommit=True) as connection:
        connection.execute("CREATE SCHEMA respelled; SET search_path = respelled, pg_catalog; SET timezone = 'UTC'")
        for table in made:
            table.load(connection)
        yield Reference(connection, MemoryCatalog(relations))
        connection.execute("DROP SCHEMA respelled CASCADE")


def test_queries_over_tables(tables: Reference) -> None:
    seed = seed_for("deparse rows")
    maker = QueryMaker(random.Random(seed))
    wrong = []
    for sql in [*QUERIES, *(maker.query() for _ in range(GENERATED))]:
        text = respelled(sql, tables.catalog, PlanSettings())
        if text is None:
            continue
        expected, found = answers(tables.connection, sql, text)
        if found != expected:
            wrong.append(f"{sql}\n  {text}\n  {str(expected)[:300]}\n  {str(found)[:300]}")
    assert not wrong, f"TIDEGATE_SEED={seed}\n" + "\n".join(wrong[:SHOWN_MAX])
