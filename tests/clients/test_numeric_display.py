"""Numerics show PostgreSQL's digits: the bytes of every cell, text and binary, over random values and parameters."""

from __future__ import annotations

import random
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import psycopg
import pytest

from tests.plugins.scale import seed_for
from tests.plugins.twin import Twin

pytestmark = [pytest.mark.clients, pytest.mark.postgres]
Connection = psycopg.Connection[Any]

SEED = seed_for("numeric display")
ROWS = 80


@pytest.fixture(scope="module")
def both(twin: Twin) -> Iterator[tuple[Connection, Connection]]:
    """Tidegate, PostgreSQL."""
    with psycopg.connect(twin.tidegate, autocommit=True) as ours, psycopg.connect(twin.postgres, autocommit=True) as reference:
        yield ours, reference


def _number(r: random.Random) -> str:
    """Up to nine digits in front of the point, up to six behind; halves and powers of ten are frequent."""
    kind = r.randrange(4)
    if kind == 0:
        return r.choice(["1", "0.5", "10000", "9999", "0.0001", "99999999", "0.10", "3", "7.0", "100000000", "0.000001", "2.50"])
    whole = r.randrange(10 ** r.randrange(1, 10))
    scale = r.randrange(7)
    text = f"{whole}.{r.randrange(10**scale):0{scale}}" if scale else str(whole)
    return f"-{text}" if kind == 1 else text


def _values(r: random.Random) -> str:
    """Rows of id, group, two numerics (the second not 0), an int8 and a float8, NULLs among them."""
    rows = []
    for i in range(ROWS):
        second = _number(r)
        if Decimal(second) == 0:
            second = "0.3"
        whole = r.choice(["NULL", str(r.randrange(-(10**9), 10**9)), str(r.randrange(1, 50))])
        rows.append(f"({i}, {i % 7}, {r.choice([_number(r), _number(r), 'NULL'])}, {second}, {whole}::int8, {_number(r)}::float8)")
    return f"(VALUES {', '.join(rows)}) AS v(i, g, a, b, n, f)"


#: {v} stands for the rows.
SELECTS = (
    "SELECT i, a, b, a / b, b / 3, a / 7.0, n / b, n / 3.00, 1 / b FROM {v} ORDER BY i",
    "SELECT a + b, a - b, a * b, a % b, -a, abs(a), a / b + 1, (a / b) * 1.10, a / b / 3, -(a / b), abs(a / b) FROM {v} ORDER BY i",
    "SELECT round(a, 2), round(a, 8), round(a / b, 3), round(a / b), trunc(a, 1), trunc(a, 7), round(a, g), ceil(a), floor(a / b)"
    " FROM {v} ORDER BY i",
    "SELECT i, (a / b)::text, a::text, (a / b)::numeric(30, 4), 'x' || a / b, ARRAY[a, b, a / b], ARRAY[a, 1.5]::text,"
    " (ARRAY[a, b])[1] FROM {v} ORDER BY i",
    "SELECT coalesce(a, 0), greatest(a, b, 1.50), least(a, b), nullif(a, b), "
    "CASE WHEN g = 1 THEN a WHEN g = 2 THEN a / b ELSE 0 END, f::numeric,"
    " scale(a), scale(a / b), trim_scale(a), sqrt(abs(b)), div(a, b), mod(a, b), sign(a) FROM {v} ORDER BY i",
    "SELECT g, avg(a), avg(b), avg(n), sum(a), sum(b), sum(n), avg(a / b), sum(n / 2.0), min(a), max(b),"
    " max(n / 3.0), sum(a) / sum(b), array_agg(a ORDER BY i), avg(i), round(avg(b), 2), sum(a * b) FROM {v} GROUP BY g ORDER BY g",
    "SELECT avg(a), sum(a) / count(*), stddev(n), variance(n), avg(n) FILTER (WHERE g = 1), stddev_pop(i), var_samp(i) FROM {v}",
    "SELECT q.m, q.m * 2, q.m + 0.001, q.g FROM (SELECT g, avg(a) AS m FROM {v} GROUP BY g) AS q ORDER BY q.m DESC, q.g",
    "WITH c AS (SELECT g, a / b AS x, a FROM {v}) SELECT x, a, avg(x) OVER (PARTITION BY g), lag(a) OVER (ORDER BY x, a, g) FROM c"
    " ORDER BY x, a, g",
    "SELECT i, a / b AS x, -1 AS tie FROM {v} UNION ALL SELECT g, b, i FROM {v} ORDER BY 1, 2, 3",
    "SELECT i, (SELECT avg(w) FROM (VALUES (a), (b)) AS z(w)), a IN (1, 0.5), b BETWEEN 0.50 AND 3 FROM {v} ORDER BY i",
    "SELECT a / b, count(*), a / b + 1 FROM {v} WHERE i < 50 GROUP BY a / b, i ORDER BY a / b, i",
    "SELECT i, u.x, u.n FROM {v}, unnest(ARRAY[a, b, a / b]) WITH ORDINALITY AS u(x, n) ORDER BY i, n",
    "SELECT DISTINCT a / 3, g FROM {v} ORDER BY a / 3 DESC, g LIMIT 20",
    "SELECT a / 3, count(*), grouping(a / 3) FROM {v} GROUP BY ROLLUP (a / 3) ORDER BY 1, 2",
    "SELECT avg(x) FROM (SELECT avg(a) AS x FROM {v} GROUP BY g) AS q",
)


def cells(
    connection: Connection, query: str, params: tuple[Any, ...] | None = None, *, binary: bool
) -> list[tuple[bytes | None, ...]]:
    """Every value of the answer as it came over the wire."""
    result = connection.execute(query, params, binary=binary, prepare=False).pgresult
    assert result is not None
    return [tuple(result.get_value(row, column) for column in range(result.nfields)) for row in range(result.ntuples)]


@pytest.mark.parametrize("binary", [False, True], ids=["text", "binary"])
@pytest.mark.parametrize("query", SELECTS)
def test_the_same_digits(both: tuple[Connection, Connection], query: str, binary: bool) -> None:
    written = query.replace("{v}", _values(random.Random(f"{SEED} {query}")))
    if binary:
        written = written.replace("f::numeric", "1")
    ours, reference = (cells(connection, written, binary=binary) for connection in both)
    wrong = [(x, y) for x, y in zip(ours, reference, strict=True) if x != y]
    assert not wrong, f"TIDEGATE_SEED={SEED} {query}\n" + "\n".join(f"{x}\n{y}" for x, y in wrong[:5])


PARAMETERS = (
    "SELECT $1::numeric, $1 + $2, $1 * $2, $1 / $2, $1::text, round($1, 3), -$1, coalesce($1, 0), ARRAY[$1, $2]::numeric[]",
    "SELECT $1::numeric * money, money / $2, money - $2 FROM kinds WHERE id IN (0, 3, 4) ORDER BY id",
    "SELECT exact + $1, exact - $2, money + $1 FROM kinds ORDER BY id",
    "SELECT sum(money * $1), avg(money), avg(exact), sum(money) / $2 FROM kinds WHERE id IN (0, 3)",
    "SELECT money / 3, avg(medium) OVER (), money / large FROM kinds WHERE id = 0 AND $1 <> $2 * 2",
    "SELECT dep_delay / 7.0, avg(dep_delay) OVER (PARTITION BY carrier), round(avg(arr_delay) OVER (), 2) FROM flights"
    " WHERE $1 <> $2 + 1 ORDER BY carrier, flight, time_hour LIMIT 200",
    "SELECT carrier, avg(dep_delay), avg(distance), sum(dep_delay) / 3.0, sum(distance::numeric * $1) / count(*), stddev(dep_delay)"
    " FROM flights WHERE $2::numeric <> 0 GROUP BY carrier ORDER BY carrier",
)


@pytest.mark.parametrize("binary", [False, True], ids=["text", "binary"])
@pytest.mark.parametrize("query", PARAMETERS)
def test_the_same_digits_of_parameters(both: tuple[Connection, Connection], query: str, binary: bool) -> None:
    r = random.Random(f"{SEED} {query}")
    for _ in range(5):
        params = (Decimal(_number(r)), Decimal(_number(r)) or Decimal("0.3"))
        written = query.replace("$1", "%(a)s").replace("$2", "%(b)s")
        named: Any = {"a": params[0], "b": params[1]}
        ours, reference = (cells(connection, written, named, binary=binary) for connection in both)
        assert ours == reference, f"TIDEGATE_SEED={SEED} {params}"


def test_many_fraction_digits_are_kept_or_refused(both: tuple[Connection, Connection]) -> None:
    long = Decimal("0.1234567890123456789012345")
    assert cells(both[0], "SELECT %s::numeric, %s::numeric::text", (long, long), binary=True) == cells(
        both[1], "SELECT %s::numeric, %s::numeric::text", (long, long), binary=True
    )
    few = "SELECT sum(%s::numeric + money) OVER () FROM kinds"
    assert cells(both[0], few, (long,), binary=True) == cells(both[1], few, (long,), binary=True)
    with pytest.raises(psycopg.errors.FeatureNotSupported, match="more than 18 fraction digits"):
        both[0].execute("SELECT sum(%s::numeric + money) OVER (ROWS UNBOUNDED PRECEDING EXCLUDE GROUP) FROM kinds", (long,))


@pytest.mark.parametrize("binary", [False, True], ids=["text", "binary"])
@pytest.mark.parametrize("value", ["NaN", "Infinity", "-Infinity", "1e30", "0e-5", "-0.0"])
def test_unusual_numbers_pass_through(both: tuple[Connection, Connection], value: str, binary: bool) -> None:
    query = "SELECT %s::numeric, %s::numeric::text, %s::numeric[]"
    number = Decimal(value)
    ours, reference = (cells(connection, query, (number, number, [number, None]), binary=binary) for connection in both)
    assert ours == reference


@pytest.mark.parametrize("binary", [False, True], ids=["text", "binary"])
@pytest.mark.parametrize("pg", ["date", "timestamp", "timestamptz"])
def test_infinite_parameters(both: tuple[Connection, Connection], pg: str, binary: bool) -> None:
    query = f"SELECT %s::{pg}, %s::{pg} < '2000-01-01', %s::{pg}::text, %s::{pg}"
    params = ("-infinity", "-infinity", "-infinity", "infinity")
    ours, reference = (cells(connection, query, params, binary=binary) for connection in both)
    assert ours == reference
