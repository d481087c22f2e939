"""The demo's views in PostgreSQL 15, on one node, on three with R=1 (at full size with R=2): the same queries, the same answers.

Every query goes to each node in turn, now as text and now prepared. Counts and texts are equal; sums of floats are equal up to the
order of additions, which is another one on every number of nodes. The session's time zone has to reach the nodes that do the work.
"""

from __future__ import annotations

import math
import random
import re
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import psycopg
import pytest
from psycopg.pq import ExecStatus

from statestore.schema import HashPartitioning
from statestore.views.local_writer import write_version
from tests.cluster.conditions import relation
from tests.cluster.demo_tables import demo_tables, publish_demo
from tests.cluster.flight_queries import FlightQueries
from tests.cluster.hand_written import QUERIES
from tests.gateway.differential import readings, sensors
from tests.gateway.structure_maker import StructureMaker
from tests.plugins.cluster import running_cluster
from tests.plugins.gateway import running_gateway
from tests.plugins.scale import FULL, random_for, scaled
from tests.plugins.twin import load_postgres

pytestmark = pytest.mark.postgres

Row = tuple[str | None, ...]
GENERATED: Final = scaled(80, 3_000)
#: What takes PostgreSQL longer, or has more rows, is left out of the structures.
LONG_S: Final = 1
ROWS_MAX: Final = 5_000
#: Generated queries that PostgreSQL does not take, such as FULL JOIN with more than equalities.
REFUSED_MAX: Final = 0.03
TIME_ZONE: Final = "America/New_York"
#: How nodes print and read dates and intervals inside a query, and queries that show it.
STYLES: Final = "SET datestyle = 'SQL, DMY'; SET intervalstyle = 'iso_8601'"
STYLED: Final = (
    "SELECT time_hour, time_hour::date AS day, time_hour - timestamptz '01/02/2013 00:00+00' AS after FROM flights "
    "WHERE carrier = 'UA' AND flight = 1545 ORDER BY time_hour",
    "SELECT time_hour::text, count(*) FROM flights GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 30",
    "SELECT origin, max(time_hour::date::text), min('after ' || (time_hour - timestamptz '01/01/2013 00:00+00')) FROM flights "
    "GROUP BY 1 ORDER BY 1",
    "SELECT count(*) FROM flights WHERE (day || '/' || month || '/2013')::date = '03/02/2013'",
    "SELECT max(('P' || month || 'M')::interval::text) FROM flights",
    "SELECT n.name, min(f.time_hour::text) FROM flights f JOIN airlines n USING (carrier) GROUP BY 1 ORDER BY 1",
)
#: The rows of a sample are Tidegate's choice, but the same in every layout, read whole or in part.
SAMPLED: Final = (
    "SELECT carrier, flight, time_hour FROM flights TABLESAMPLE BERNOULLI (20) REPEATABLE (7) ORDER BY 1, 2, 3",
    "SELECT count(*), sum(distance) FROM flights f TABLESAMPLE SYSTEM (50) REPEATABLE (-0.5) "
    "WHERE carrier = 'UA' AND flight < 1600",
    "SELECT n.name, count(*) FROM flights f TABLESAMPLE BERNOULLI (33.3) REPEATABLE (2) JOIN airlines n USING (carrier) GROUP BY 1 "
    "ORDER BY 1",
    "SELECT (SELECT count(*) FROM flights TABLESAMPLE SYSTEM (9) REPEATABLE (1) WHERE carrier = 'B6') "
    "- count(*) FILTER (WHERE carrier = 'B6') FROM flights TABLESAMPLE BERNOULLI (9) REPEATABLE (1)",
)
FLOATS: Final = (700, 701)
NUMERIC: Final = 1700
#: Means of squares lose digits where they are added up.
_LOOSE: Final = re.compile(r"stddev|var_|variance|corr|covar|regr")
_ORDERED: Final = re.compile(r"\sORDER BY [^()]*(\([^()]*\)[^()]*)*$")


@dataclass(frozen=True)
class Answer:
    """Text values and the columns' type OIDs."""

    rows: list[Row]
    types: tuple[int, ...]


def ask(connection: psycopg.Connection[Any], sql: str, *, prepared: bool = False) -> Answer | str:
    """The answer, or the message of the error."""
    run = connection.pgconn.exec_params if prepared else connection.pgconn.exec_
    result = run(sql.encode(), None) if prepared else run(sql.encode())  # type: ignore[call-arg]
    if result.status != ExecStatus.TUPLES_OK:
        return result.error_message.decode()
    columns = range(result.nfields)
    rows = [tuple(None if (v := result.get_value(r, c)) is None else v.decode() for c in columns) for r in range(result.ntuples)]
    return Answer(rows, tuple(result.ftype(c) for c in columns))


def differences(expected: Answer, found: Answer | str, sql: str) -> str:
    """What is different, for people; empty where nothing is."""
    if isinstance(found, str):
        return found
    if tuple(25 if oid == 705 else oid for oid in expected.types) != found.types:
        return f"types {found.types} for {expected.types}"
    if len(found.rows) != len(expected.rows):
        return f"{len(found.rows)} rows for {len(expected.rows)}"
    one, other = (
        answer.rows if _ORDERED.search(sql) else sorted(answer.rows, key=_by_exact(expected)) for answer in (expected, found)
    )
    tolerance = 1e-9 if _LOOSE.search(sql) else 1e-12
    for number, (wanted, given) in enumerate(zip(one, other, strict=True)):
        if not all(_same(a, b, oid, tolerance) for a, b, oid in zip(wanted, given, expected.types, strict=True)):
            return f"row {number} is {given} for {wanted}"
    return ""


def _by_exact(answer: Answer) -> Any:
    """Sorts rows by what is compared exactly, then by the rest."""
    order = sorted(range(len(answer.types)), key=lambda c: answer.types[c] in (*FLOATS, NUMERIC))

    def key(row: Row) -> tuple[tuple[bool, str], ...]:
        return tuple((row[c] is None, _rounded(row[c] or "", answer.types[c])) for c in order)

    return key


def _rounded(text: str, oid: int) -> str:
    return f"{float(text):.9g}" if text and oid in (*FLOATS, NUMERIC) else text


def _same(one: str | None, other: str | None, oid: int, tolerance: float) -> bool:
    if one == other or one is None or other is None:
        return one == other
    if oid not in FLOATS and oid != NUMERIC:
        return False
    return math.isclose(float(one), float(other), rel_tol=tolerance, abs_tol=tolerance if tolerance > 1e-12 else 0.0)


@dataclass(frozen=True)
class Asked:
    """The queries with PostgreSQL's answers."""

    root: Path
    generated: dict[str, Answer]
    structures: dict[str, Answer]
    written: dict[str, Answer]
    styled: dict[str, Answer]


@pytest.fixture(scope="module")
def asked(postgres_dsn: str, tmp_path_factory: pytest.TempPathFactory) -> Asked:
    rng = random_for("queries over the demo's views")
    tables = demo_tables()
    root = tmp_path_factory.mktemp("demo") / "root"
    publish_demo(root, tables)
    maker = FlightQueries(rng, [relation(t.twin.name, t.twin.key, t.twin.rows, rng) for t in tables])
    with psycopg.connect(load_postgres(postgres_dsn, [t.twin for t in tables], "same_answers"), autocommit=True) as postgres:
        postgres.execute(f"SET timezone = '{TIME_ZONE}'")
        written = {sql: found for sql in QUERIES if isinstance(found := ask(postgres, sql), Answer)}
        assert list(written) == list(QUERIES), set(QUERIES) - set(written)
        postgres.execute(STYLES)
        styled = {sql: found for sql in STYLED if isinstance(found := ask(postgres, sql), Answer)}
        assert list(styled) == list(STYLED), set(STYLED) - set(styled)
        postgres.execute("RESET datestyle; RESET intervalstyle")
        generated: dict[str, Answer] = {}
        refused = []
        while len(generated) < GENERATED:
            found = ask(postgres, sql := maker.query())
            if isinstance(found, Answer):
                generated[sql] = found
            else:
                refused.append((sql, found))
        structures = _structures(root, postgres, rng)
    assert len(refused) <= GENERATED * REFUSED_MAX, refused
    return Asked(root, generated, structures, written, styled)


def _structures(root: Path, postgres: psycopg.Connection[Any], rng: random.Random) -> dict[str, Answer]:
    """Queries of many shapes over two more views."""
    for table in (readings(rng), sensors(rng)):
        write_version(str(root), table.schema(HashPartitioning(8)), table.arrow())
        table.load(postgres)
    postgres.execute("ANALYZE")
    postgres.execute(f"SET statement_timeout = '{LONG_S} s'")
    maker, found = StructureMaker(rng), dict[str, Answer]()
    while len(found) < GENERATED:
        answer = ask(postgres, sql := maker.query())
        if isinstance(answer, Answer) and len(answer.rows) < ROWS_MAX:
            found[sql] = answer
    return found


@pytest.fixture(scope="module", params=["1 node", "3 nodes, R=1", *(["3 nodes, R=2"] if FULL else [])])
def connections(
    asked: Asked, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Iterator[list[psycopg.Connection[Any]]]:
    """One to each node."""
    folder = tmp_path_factory.mktemp("nodes")
    with ExitStack() as stack:
        if request.param == "1 node":
            dsns = [stack.enter_context(running_gateway(asked.root, folder / "store")).dsn]
        else:
            cluster = stack.enter_context(running_cluster(asked.root, folder, replicas=int(request.param[-1])))
            dsns = [node.dsn for node in cluster.nodes.values()]
        made = [stack.enter_context(psycopg.connect(dsn, autocommit=True)) for dsn in dsns]
        for connection in made:
            connection.execute(f"SET timezone = '{TIME_ZONE}'")
        yield made


def _wrong(connections: list[psycopg.Connection[Any]], expected: dict[str, Answer]) -> list[str]:
    found = []
    for number, (sql, answer) in enumerate(expected.items()):
        connection = connections[number % len(connections)]
        difference = differences(answer, ask(connection, sql, prepared=number % 2 == 0), sql)
        if difference:
            found.append(f"{sql}\n    {difference[:600]}")
    return found


def test_generated_queries(asked: Asked, connections: list[psycopg.Connection[Any]]) -> None:
    wrong = _wrong(connections, asked.generated)
    print(f"{len(asked.generated)} generated queries over {len(connections)} nodes, {len(wrong)} with another answer")
    assert not wrong, "\n".join(wrong)


def test_structures(asked: Asked, connections: list[psycopg.Connection[Any]]) -> None:
    wrong = [told for told in _wrong(connections, asked.structures) if "out of memory" not in told]
    assert not wrong, "\n".join(wrong)


def test_hand_written_queries(asked: Asked, connections: list[psycopg.Connection[Any]]) -> None:
    for first in range(len(connections)):
        wrong = _wrong(connections[first:] + connections[:first], asked.written)
        assert not wrong, "\n".join(wrong)


def test_styles_of_dates_and_intervals(asked: Asked, connections: list[psycopg.Connection[Any]]) -> None:
    """They have to reach the nodes that do the work, as the time zone does."""
    for connection in connections:
        connection.execute(STYLES)
    try:
        for first in range(len(connections)):
            wrong = _wrong(connections[first:] + connections[:first], asked.styled)
            assert not wrong, "\n".join(wrong)
    finally:
        for connection in connections:
            connection.execute("RESET datestyle; RESET intervalstyle")


@pytest.fixture(scope="module")
def samples() -> dict[str, Answer]:
    """What the first node said, for all others."""
    return {}


def test_samples_with_a_seed(samples: dict[str, Answer], connections: list[psycopg.Connection[Any]]) -> None:
    for number, connection in enumerate(connections):
        for sql in SAMPLED:
            found = ask(connection, sql, prepared=number % 2 == 0)
            assert isinstance(found, Answer), found
            assert differences(samples.setdefault(sql, found), found, sql) == ""
    assert len(samples[SAMPLED[0]].rows) > 2_000
    assert samples[SAMPLED[-1]].rows == [("0",)]
