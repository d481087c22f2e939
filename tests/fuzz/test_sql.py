"""A sample of the SQL fuzzer, and what it has found: with the answers of PostgreSQL 15, or with 0A000."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from decimal import Decimal

import psycopg
import pytest

from tests.fuzz.sql import CLIENTS, Fuzzing, serve_tables
from tests.fuzz.target import Target, fuzzed_gateway
from tests.hostile.process import sqlstate_of
from tests.plugins.scale import scaled, seed_for

STATEMENTS = scaled(1_500, 200_000)
#: What once was an internal error, and is now what PostgreSQL says.
FOUND: dict[str, str | tuple[object, ...]] = {
    "SELECT abs((-32768)::int2 - (n * 0)::int2) FROM generate_series(1, 1) AS n": "22003",
    "SELECT abs(-9223372036854775808 + n * 0) FROM generate_series(1, 1) AS n": "22003",
    "SELECT lcm(9223372036854775807, n::int8) FROM generate_series(2, 2) AS n": "22003",
    "SELECT CASE WHEN n > 1 THEN NULL::numeric[] ELSE '{1.5}'::numeric[] END::text FROM generate_series(1, 1) AS n": ("{1.5}",),
    "SELECT CASE WHEN n > 1 THEN '{1.5}'::numeric[] ELSE '{1.25}'::numeric[] END::text FROM generate_series(1, 1) AS n": (
        "{1.25}",
    ),
    "SELECT make_interval(0, 0, 0, 0, 0, 0, 'NaN')": "22008",
    "SELECT '-1 mon 3 days'::interval * (1e308::float8 + n) FROM generate_series(1, 1) AS n": "22008",
    "SELECT '1 day'::interval / ('NaN'::float8 * n) FROM generate_series(1, 1) AS n": "22008",
    "SELECT (CASE WHEN n = 1 THEN NULL::int[] ELSE '{}' END)::text FROM generate_series(1, 1) AS n": (None,),
    "SELECT (CASE WHEN n = 2 THEN NULL::int[] ELSE '{}' END)::text FROM generate_series(1, 1) AS n": ("{}",),
    "SELECT make_interval(0, NULL)::text": (None,),
    "SELECT greatest(1.5, CASE WHEN '{0.__class__}' = n::text THEN 2.25 END) FROM generate_series(1, 1) AS n": (Decimal("1.5"),),
    "SELECT ('{5,6,7}'::int[])[length('{}') + n * 0] FROM generate_series(1, 1) AS n": (6,),
    "SELECT '[1, null]'::json #>> '{1,NULL}'::text[]": (None,),
    "SELECT '{\"a\": 1}'::jsonb #> '{a,NULL}'::text[]": (None,),
    "SELECT n FROM generate_series(1, 1) AS n ORDER BY 'f'::boolean, 'x'::text": (1,),
    "SELECT CASE WHEN n > 1 THEN '{1.5}'::numeric[] END FROM generate_series(1, 1) AS n": (None,),
    "SELECT (date '5874897-12-31' + n)::timestamp FROM generate_series(0, 0) AS n": "22008",
    "SELECT (date '2013-07-01' + (n - 2147483648)::int) - interval '0' FROM generate_series(0, 0) AS n": "22008",
    "SELECT (date '2013-07-01' - (n - 2147483648)::int)::text FROM generate_series(0, 0) AS n": "22008",
    "SELECT (date '2013-07-01' - 2460000 + n)::text FROM generate_series(0, 0) AS n": "22008",
    "SELECT (n + date '5874897-12-31')::text FROM generate_series(1, 1) AS n": "22008",
    "SELECT (date '5874896-12-31' + 365 * n)::text FROM generate_series(1, 1) AS n": ("5874897-12-31",),
    "SELECT (date '4713-11-24 BC' - 366 * n)::text FROM generate_series(1, 1) AS n": ("4714-11-24 BC",),
    "SELECT (date '-infinity' + n)::text FROM generate_series(1, 1) AS n": ("-infinity",),
    "SELECT percentile_cont(asinh('NaN'::float8)) WITHIN GROUP (ORDER BY n) FROM generate_series(1, 1) AS n": "22003",
    "SELECT (NULLIF(n, 1) + date 'infinity')::text FROM generate_series(1, 1) AS n": (None,),
    "SELECT string_agg('a' || n, n::text ORDER BY n) FROM generate_series(1, 3) AS n": ("a12a23a3",),
    "SELECT percentile_disc(NULLIF(0.5, 0.5)) WITHIN GROUP (ORDER BY n) FROM generate_series(1, 3) AS n": (None,),
    "SELECT percentile_disc(NULLIF('{0.5}'::float8[], '{0.5}'::float8[])) WITHIN GROUP (ORDER BY n) FROM generate_series(1, 3) n": (
        None,
    ),
}
NOT_DONE = (
    "SELECT ROW()",
    "SELECT array_to_string(ARRAY[1], ',', (SELECT max(word) FROM readings))",
    "SELECT avg(temp)::numeric(1, 10) FROM readings",
)


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    folder = tmp_path_factory.mktemp("fuzz")
    serve_tables(folder)
    with fuzzed_gateway(folder) as found:
        yield found


@pytest.mark.slow
def test_random_statements(target: Target) -> None:
    """The same ones each time: which of all statements meet a gap is not for a change elsewhere to find out."""
    seed = seed_for("sql")
    fuzzing = Fuzzing(target, STATEMENTS, seed)
    asyncio.run(fuzzing.run(CLIENTS))
    print(fuzzing.summary())
    assert fuzzing.outcomes["rows"] > STATEMENTS // 10


def answers(connection: psycopg.Connection, *, binary: bool = False) -> dict[str, str | tuple[object, ...]]:
    """Of each statement that was found: its only row, or its SQLSTATE."""
    found: dict[str, str | tuple[object, ...]] = {}
    for sql in FOUND:
        try:
            (found[sql],) = connection.execute(sql, binary=binary).fetchall()  # type: ignore[call-overload]
        except psycopg.Error as error:
            found[sql] = error.sqlstate or repr(error)
    return found


def test_what_was_found(target: Target) -> None:
    assert target.gateway is not None
    with psycopg.connect(target.gateway.dsn, autocommit=True) as connection:
        assert answers(connection) == FOUND
        assert answers(connection, binary=True) == FOUND
        assert {sql: sqlstate_of(connection, sql) for sql in NOT_DONE} == dict.fromkeys(NOT_DONE, "0A000")


@pytest.mark.postgres
def test_postgres_says_the_same(postgres_dsn: str) -> None:
    with psycopg.connect(postgres_dsn, autocommit=True) as connection:
        assert answers(connection) == answers(connection, binary=True) == FOUND
