"""The same rows in Tidegate and in PostgreSQL 15, over 1 shard, 8 shards and ranges: the same queries, the same answers."""

from __future__ import annotations

import math
import os
import random
from collections.abc import Callable, Iterator
from typing import Any

import psycopg
import pytest

from gateway.errors import GatewayError
from planner.errors import OutOfMemory, PlanError
from planner.parse import parse
from planner.parse.template import ParseCache
from planner.tree.statement import Statement
from statestore.schema import HashPartitioning
from tests.gateway.differential import QUERIES, TestTable, readings, sensors
from tests.gateway.harness import Harness, Rows
from tests.gateway.query_maker import QueryMaker
from tests.gateway.structure_maker import StructureMaker
from tests.planner.other_constants import with_other_constants
from tests.plugins.scale import seed_for

pytestmark = pytest.mark.postgres

SEED = seed_for("differential")
GENERATED = int(os.environ.get("TIDEGATE_QUERIES", "150"))
#: Seeds that failed once.
KEPT_SEEDS: tuple[int, ...] = ()
#: A query that takes PostgreSQL longer is of many rows times many.
LONG_S = 2
LAYOUTS = ("1 shard", "8 shards", "ranges")
FLOATS, NUMERIC = (700, 701), 1700


@pytest.fixture(scope="module")
def tables() -> list[TestTable]:
    rng = random.Random(SEED)
    return [readings(rng), sensors(rng)]


@pytest.fixture(scope="module", params=LAYOUTS)
def tidegate(
    request: pytest.FixtureRequest, tables: list[TestTable], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Harness]:
    with Harness(tmp_path_factory.mktemp("views")) as made:
        for table in tables:
            shards = {"1 shard": 1, "8 shards": 8}.get(request.param)
            schema = table.range_schema() if shards is None else table.schema(HashPartitioning(shards))
            made.write(schema, table.arrow())
        yield made


@pytest.fixture(scope="module")
def postgres(postgres_dsn: str, tables: list[TestTable]) -> Iterator[psycopg.Connection[Any]]:
    with psycopg.connect(postgres_dsn, autocommit=True) as connection:
        connection.execute("CREATE SCHEMA differential; SET search_path = differential, pg_catalog; SET timezone = 'UTC'")
        for table in tables:
            table.load(connection)
        yield connection
        connection.execute("DROP SCHEMA differential CASCADE")


def of_postgres(connection: psycopg.Connection[Any], sql: str) -> tuple[Rows, list[int]]:
    """Text values and type OIDs."""
    result = connection.pgconn.exec_params(sql.encode(), None)
    if result.error_field(psycopg.pq.DiagnosticField.SQLSTATE) == b"57014":
        raise psycopg.errors.QueryCanceled
    assert result.status == psycopg.pq.ExecStatus.TUPLES_OK, (sql, result.error_message)
    columns = range(result.nfields)
    rows = [tuple(None if (v := result.get_value(r, c)) is None else v.decode() for c in columns) for r in range(result.ntuples)]
    return rows, [result.ftype(c) for c in columns]


def same(one: str | None, other: str | None, oid: int) -> bool:
    """Equal; floats up to the order of additions, numerics up to trailing zeros and the digits of quotients."""
    if one == other or one is None or other is None:
        return one == other
    if oid in FLOATS or oid == NUMERIC:
        return math.isclose(float(one), float(other), rel_tol=1e-12)
    return False


def compare(tidegate: Harness, postgres: psycopg.Connection[Any], sql: str) -> None:
    compare_rows(tidegate, postgres, sql, tidegate.rows(sql))


def compare_rows(tidegate: Harness, postgres: psycopg.Connection[Any], sql: str, found: Rows) -> None:
    expected, oids = of_postgres(postgres, sql)
    assert [c.type.pg.oid for c in tidegate.prepare(sql).columns] == [25 if o == 705 else o for o in oids], (SEED, sql)
    assert len(found) == len(expected), (SEED, sql)
    for one, other in zip(found, expected, strict=True):
        differing = [(a, b) for a, b, o in zip(one, other, oids, strict=True) if not same(a, b, o)]
        assert not differing, (SEED, sql, one, other)


@pytest.mark.parametrize("sql", QUERIES)
def test_hand_written(tidegate: Harness, postgres: psycopg.Connection[Any], sql: str) -> None:
    compare(tidegate, postgres, sql)


@pytest.mark.parametrize("seed", [SEED, *KEPT_SEEDS], ids=["drawn", *map(str, KEPT_SEEDS)])
def test_generated(tidegate: Harness, postgres: psycopg.Connection[Any], seed: int) -> None:
    maker = QueryMaker(random.Random(seed))
    for _ in range(GENERATED):
        compare(tidegate, postgres, maker.query())


@pytest.mark.parametrize("seed", [SEED, *KEPT_SEEDS], ids=["drawn", *map(str, KEPT_SEEDS)])
def test_structures(tidegate: Harness, postgres: psycopg.Connection[Any], seed: int) -> None:
    """In any order; those that take PostgreSQL long, or us much memory, are left out."""
    maker, left_out = StructureMaker(random.Random(seed)), 0
    postgres.execute(f"SET statement_timeout = '{LONG_S} s'")
    for sql in (maker.query() for _ in range(GENERATED)):
        try:
            expected, oids = of_postgres(postgres, sql)
            found = tidegate.rows(sql)
        except (psycopg.errors.QueryCanceled, OutOfMemory):
            left_out += 1
            continue
        assert len(found) == len(expected), (seed, sql)
        for one, other in zip(sorted(found, key=_sortable), sorted(expected, key=_sortable), strict=True):
            assert all(same(a, b, o) for a, b, o in zip(one, other, oids, strict=True)), (seed, sql, one, other)
    postgres.execute("RESET statement_timeout")
    assert left_out < GENERATED // 10


def _sortable(row: tuple[str | None, ...]) -> tuple[tuple[bool, str], ...]:
    return tuple((value is None, value or "") for value in row)


def outcome(tidegate: Harness, sql: str, parser: Callable[[str], list[Statement]]) -> Rows | tuple[str, str, int | None]:
    """Rows, or the error with its position."""
    tidegate.parser = parser
    try:
        return tidegate.rows(sql)
    except (PlanError, GatewayError) as error:
        return type(error).__name__, error.message, getattr(error, "position", None)
    finally:
        tidegate.parser = parse


@pytest.mark.parametrize("seed", [SEED, *KEPT_SEEDS], ids=["drawn", *map(str, KEPT_SEEDS)])
def test_plans_shared_by_statements_with_other_constants(tidegate: Harness, postgres: psycopg.Connection[Any], seed: int) -> None:
    """The same rows and errors as of a plan of its own, and PostgreSQL's rows."""
    rng, cache = random.Random(seed), ParseCache()
    maker, shared = QueryMaker(rng), 0
    for sql in (maker.query() for _ in range(GENERATED // 3)):
        outcome(tidegate, sql, cache.parse)
        for other in {with_other_constants(sql, rng) for _ in range(4)}:
            found = outcome(tidegate, other, cache.parse)
            shared += tidegate.prepared is not None and bool(tidegate.prepared.constants)
            assert found == outcome(tidegate, other, parse), (SEED, sql, other)
            if isinstance(found, list):
                compare_rows(tidegate, postgres, other, found)
    assert shared > GENERATED // 10
