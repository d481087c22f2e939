"""The tables, and the queries, of the differential suite."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

import psycopg
import pyarrow as pa

from statestore import types as st
from statestore.arrow import arrow_type
from statestore.keys import KeyCodec
from statestore.schema import Column, HashPartitioning, Partitioning, RangePartitioning, ViewSchema

CITIES: Final = ("JFK", "LAX", "EWR", "ORD", "Zürich", "", "a'b", "%_x")
WORDS: Final = (None, "one", "two", "three", "Four", "five ", "ÄÖ", "x_y", "100%")
HOUR_US: Final = 3_600_000_000
DAY_US: Final = 24 * HOUR_US
FIRST_US: Final = 1_372_636_800_000_000  # 2013-07-01


@dataclass(frozen=True)
class TestTable:
    """A table of the suite: a view with its rows (physical values), and the SQL types PostgreSQL gets."""

    __test__ = False

    name: str
    key: tuple[str, ...]
    columns: tuple[tuple[str, st.DataType, str], ...]
    rows: list[tuple[Any, ...]]

    def schema(self, partitioning: Partitioning) -> ViewSchema:
        """As a view."""
        columns = tuple(Column(n, kind, n not in self.key) for n, kind, _ in self.columns)
        return ViewSchema(self.name, columns, self.key, self.key[:1], partitioning, (len(columns),))

    def range_schema(self) -> ViewSchema:
        """As a view of three ranges of its first key column."""
        values = sorted({r[self.names.index(self.key[0])] for r in self.rows})
        codec = KeyCodec(self.schema(HashPartitioning(1)))
        splits = tuple(codec.encode_prefix([values[len(values) * i // 3]]) for i in (1, 2))
        return self.schema(RangePartitioning(splits))

    @property
    def names(self) -> list[str]:
        """Column names."""
        return [n for n, _, _ in self.columns]

    def arrow(self) -> pa.Table:
        """The rows for write_version."""
        return pa.table({n: pa.array([r[i] for r in self.rows], arrow_type(k)) for i, (n, k, _) in enumerate(self.columns)})

    def create(self) -> str:
        """CREATE TABLE for PostgreSQL."""
        columns = ", ".join(f"{n} {sql}" for n, _, sql in self.columns)
        return f"CREATE TABLE {self.name} ({columns}, PRIMARY KEY ({', '.join(self.key)}))"

    def load(self, connection: psycopg.Connection[Any]) -> None:
        """Create it in PostgreSQL, with its rows."""
        connection.execute(self.create().encode())
        insert = f"INSERT INTO {self.name} VALUES ({', '.join(['%s'] * len(self.columns))})"
        with connection.cursor() as cursor:
            cursor.executemany(insert.encode(), [list(row.values()) for row in self.arrow().to_pylist()])


def readings(rng: random.Random) -> TestTable:
    """Composite key (text, int, timestamptz), values of many types with NULLs."""
    columns = (
        ("city", st.String(), "text"), ("sensor", st.Int(), "int4"), ("at", st.Timestamp(), "timestamptz"),
        ("small", st.Short(), "int2"), ("big", st.Long(), "int8"), ("temp", st.Double(), "float8"),
        ("price", st.Decimal(10, 2), "numeric(10,2)"), ("ok", st.Boolean(), "bool"), ("word", st.String(), "text"),
        ("day", st.Date(), "date"), ("local", st.TimestampNtz(), "timestamp"),
    )  # fmt: skip
    keys = sorted({(rng.choice(CITIES), rng.randrange(8), FIRST_US + rng.randrange(96) * HOUR_US) for _ in range(600)})
    return TestTable("readings", ("city", "sensor", "at"), columns, [(*k, *_values(rng)) for k in keys])


def _values(rng: random.Random) -> tuple[Any, ...]:
    def maybe(make: Callable[[], Any]) -> Any:
        return None if rng.random() < 0.15 else make()

    return (
        maybe(lambda: rng.randrange(-100, 100)),
        maybe(lambda: rng.randrange(-(10**12), 10**12)),
        maybe(lambda: rng.randrange(-10_000, 10_000) / 16),
        maybe(lambda: Decimal(rng.randrange(-(10**6), 10**6)).scaleb(-2)),
        maybe(lambda: rng.random() < 0.5),
        rng.choice(WORDS),
        maybe(lambda: 15_887 + rng.randrange(40)),
        maybe(lambda: FIRST_US + rng.randrange(30 * 24) * HOUR_US // 2 + rng.randrange(3)),
    )


def sensors(rng: random.Random) -> TestTable:
    """A small table to join with."""
    columns = (("id", st.Int(), "int4"), ("kind", st.String(), "text"), ("rate", st.Double(), "float8"))
    rows = [(i, rng.choice(("hot", "cold", None)), rng.choice((None, 0.5, 2.0))) for i in range(10)]
    return TestTable("sensors", ("id",), columns, rows)


#: Hand-written queries: one per construct, and those that have been wrong once.
QUERIES: Final = (
    "SELECT * FROM readings ORDER BY city, sensor, at",
    "SELECT * FROM readings WHERE city = 'JFK' ORDER BY sensor DESC, at",
    "SELECT * FROM readings WHERE city = 'JFK' AND sensor = 3 ORDER BY at DESC LIMIT 5 OFFSET 2",
    "SELECT * FROM readings WHERE city IN ('LAX', 'nowhere', 'ORD') AND sensor BETWEEN 2 AND 4 ORDER BY 1, 2, 3",
    "SELECT city, sensor, at FROM readings WHERE (city, sensor) >= ('LAX', 5) ORDER BY city, sensor, at LIMIT 7",
    "SELECT at, temp FROM readings WHERE city = 'EWR' AND sensor = 1 AND at >= '2013-07-02' AND at < '2013-07-03' ORDER BY at",
    "SELECT city FROM readings WHERE city LIKE 'J%' OR city = '' ORDER BY city, sensor, at",
    "SELECT count(*), count(temp), sum(small), min(at), max(word), sum(price), bool_and(ok) FROM readings",
    "SELECT city, count(*) AS n, avg(temp), sum(big), max(day) FROM readings GROUP BY city ORDER BY n DESC, city",
    "SELECT sensor, word, count(*) FROM readings GROUP BY 1, 2 HAVING count(*) > 3 ORDER BY 1, 2",
    "SELECT date_trunc('day', at) AS d, count(*) FROM readings GROUP BY d ORDER BY d",
    "SELECT extract(hour FROM at) AS h, sum(small) FROM readings GROUP BY 1 ORDER BY 1",
    "SELECT DISTINCT word FROM readings ORDER BY word",
    "SELECT DISTINCT ON (city) city, at, temp FROM readings ORDER BY city, at DESC, sensor",
    "SELECT r.city, s.kind, count(*) FROM readings r JOIN sensors s ON s.id = r.sensor GROUP BY 1, 2 ORDER BY 1, 2",
    "SELECT s.id, s.kind, r.temp FROM sensors s LEFT JOIN readings r ON r.sensor = s.id AND r.city = 'ORD' ORDER BY 1, r.at, 3",
    "SELECT s.id, r.city FROM readings r RIGHT JOIN sensors s ON s.id = r.sensor AND r.small > 90 ORDER BY 1, 2, r.at",
    "SELECT count(*) FROM readings a FULL JOIN sensors b ON a.sensor = b.id AND a.small = 7",
    "SELECT id FROM sensors WHERE NOT EXISTS (SELECT 1 FROM readings WHERE sensor = id) ORDER BY id",
    "SELECT id FROM sensors WHERE id IN (SELECT sensor FROM readings WHERE city = 'JFK') ORDER BY id",
    "SELECT id, (SELECT max(temp) FROM readings WHERE sensor = id) FROM sensors ORDER BY id",
    "SELECT city, row_number() OVER (PARTITION BY city ORDER BY temp DESC NULLS LAST, sensor, at) AS n FROM readings ORDER BY 1, 2",
    "SELECT city, sensor, at, sum(small) OVER (PARTITION BY city ORDER BY sensor, at ROWS 2 PRECEDING) FROM readings "
    "ORDER BY 1, 2, 3",
    "SELECT city, sensor, at, lag(temp) OVER (ORDER BY city, sensor, at), rank() OVER (ORDER BY small) FROM readings "
    "ORDER BY 1, 2, 3",
    "WITH best AS (SELECT city, max(temp) AS t FROM readings GROUP BY city) "
    "SELECT * FROM best ORDER BY t DESC NULLS LAST, city LIMIT 3",
    "WITH a AS (SELECT * FROM readings WHERE sensor = 1), b AS (SELECT * FROM a WHERE ok) "
    "SELECT count(*) FROM b JOIN a USING (city, at)",
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5) "
    "SELECT i, (SELECT count(*) FROM readings WHERE sensor = i) FROM n ORDER BY i",
    "SELECT city FROM readings UNION SELECT kind FROM sensors ORDER BY 1",
    "SELECT sensor FROM readings EXCEPT SELECT id FROM sensors WHERE kind = 'hot' ORDER BY 1",
    "SELECT sensor FROM readings INTERSECT ALL SELECT id FROM sensors ORDER BY 1",
    "SELECT x, y FROM (VALUES (1, 'a'), (2, NULL), (3, 'c')) AS v(x, y) ORDER BY x DESC",
    "SELECT v.c, count(r.city) FROM (VALUES ('JFK'), ('none')) v(c) LEFT JOIN readings r ON r.city = v.c GROUP BY 1 ORDER BY 1",
    "VALUES (1, 2.5), (3, NULL)",
    "SELECT 7 / 2, -7 / 2, 7 % -3, 7.0 / 2, 2 ^ 10, 'a' || NULL, coalesce(NULL, 3), nullif(1, 1)",
    "SELECT city, sensor FROM readings WHERE temp IS NULL AND small IS NOT NULL ORDER BY city, sensor, at",
    "SELECT word, count(*) FROM readings WHERE word IS DISTINCT FROM 'two' GROUP BY word ORDER BY word NULLS FIRST",
    "SELECT sum(CASE WHEN ok THEN 1 WHEN NOT ok THEN -1 ELSE 0 END) FROM readings",
    "SELECT upper(word), length(word), substr(word, 2, 2), replace(word, 'e', 'E') FROM readings "
    "WHERE city = 'ORD' ORDER BY sensor, at",
    "SELECT day + 3, local - interval '1 day', at::date, local::time FROM readings WHERE city = 'LAX' ORDER BY sensor, readings.at",
    "SELECT count(*) FROM readings WHERE at = timestamptz '2013-07-01 05:00:00+00' OR day = '2013-07-09'",
    "SELECT city, sensor FROM readings WHERE city = 'JFK' AND sensor = 3 AND city = 'LAX'",
    "SELECT count(*) FROM readings WHERE city > 'K' AND city <= 'ORD' AND NOT (sensor = 2)",
    "SELECT array_agg(sensor ORDER BY sensor, at) FROM readings WHERE city = ''",
    "SELECT string_agg(word, ',' ORDER BY word, sensor, at) FROM readings WHERE city = 'JFK'",
    "SELECT count(DISTINCT word), count(DISTINCT sensor) FILTER (WHERE ok) FROM readings",
    "SELECT city, word FROM readings WHERE word LIKE '%\\_%' OR word ILIKE 'f%' ORDER BY city, sensor, at",
    "SELECT sensor, at FROM readings WHERE city = 'JFK' ORDER BY at DESC, sensor DESC FETCH FIRST 4 ROWS ONLY",
    "SELECT g, (SELECT count(*) FROM readings WHERE sensor = g) FROM generate_series(0, 9, 3) AS g ORDER BY g",
    "TABLE sensors ORDER BY id",
)  # fmt: skip
