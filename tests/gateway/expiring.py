"""A view whose rows expire, served, and PostgreSQL with every version's rows behind the same condition as a WHERE."""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import psycopg
import pyarrow as pa

from statestore.schema import Column, HashPartitioning, ViewSchema
from statestore.types import Date, Long, String, Timestamp
from statestore.views.local_writer import write_version
from tests.plugins.postgres import own_database
from tests.statestore.expiring_world import HOUR_US, START_US, ExpiringWorld

KEYS: Final = 400
NAMES: Final = ViewSchema("names", (Column("k", Long()), Column("label", String())), ("k",), ("k",), HashPartitioning(3), (2,))
_EPOCH: Final = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)


def write_names(world: ExpiringWorld) -> None:
    """A view without expiry, of every other key."""
    keys = range(0, KEYS, 2)
    table = pa.table({"k": pa.array(keys, pa.int64()), "label": [f"label {k % 7}" for k in keys]})
    write_version(world.root, NAMES, table)


def commit_more(world: ExpiringWorld, dice: random.Random) -> None:
    """Rows around the watermark, which then moves by some hours, so that unchanged rows expire as well."""
    now_us = START_US if world.watermark_us is None else world.watermark_us

    def row() -> tuple[int | None, str]:
        time = (now_us + dice.randrange(-12, 40) * HOUR_US) // world.unit_us
        return None if dice.random() < 0.05 else time, f"text {dice.randrange(9)}"

    upserts = {dice.randrange(KEYS): row() for _ in range(dice.choice([3, 150]))}
    deletes = tuple(dice.randrange(KEYS) for _ in range(10))
    watermark_us = None if dice.random() < 0.2 else now_us + dice.randrange(8) * HOUR_US
    world.commit(upserts, deletes, watermark_us=watermark_us)


@contextmanager
def postgres_with(dsn: str, name: str) -> Iterator[psycopg.Connection[Any]]:
    """A database for mirror()."""
    with own_database(dsn, name) as connection:
        connection.execute("SET timezone = 'UTC'; CREATE TABLE names (k bigint, label text)")
        with connection.cursor().copy("COPY names FROM STDIN") as copy:
            for k in range(0, KEYS, 2):
                copy.write_row((k, f"label {k % 7}"))
        yield connection


def mirror(connection: psycopg.Connection[Any], world: ExpiringWorld, version: int) -> None:
    """Schema v<version>, with the log's rows and the view v of those that have not expired. It is the search path then."""
    kind = "timestamptz" if isinstance(world.kind, Timestamp) else "date" if isinstance(world.kind, Date) else "timestamp"
    before_us = world.before_us[version]
    assert before_us is not None
    # Not what the world computes: PostgreSQL adds the interval and compares.
    now = _EPOCH + dt.timedelta(microseconds=before_us + (world.after_us or 0))
    after = dt.timedelta(microseconds=world.after_us or 0)
    connection.execute(
        f"DROP SCHEMA IF EXISTS v{version} CASCADE; CREATE SCHEMA v{version};"
        f"CREATE TABLE v{version}.raw (k bigint, t {kind}, s text);"
        f"CREATE VIEW v{version}.v AS SELECT * FROM v{version}.raw"
        f" WHERE t IS NULL OR t::timestamptz + interval '{after.total_seconds()} s' > '{now.isoformat()}'"
    )
    with connection.cursor().copy(f"COPY v{version}.raw FROM STDIN") as copy:
        for key, (time, text) in world.history[version].items():
            at = None if time is None else _EPOCH + dt.timedelta(microseconds=time * world.unit_us)
            copy.write_row((key, None if at is None else at.isoformat().removesuffix("+00:00"), text))
    connection.execute(f"SET search_path = v{version}, public")


def questions(dice: random.Random) -> list[str]:
    """Statements whose rows come in one order, or are one row."""
    a, b = sorted(dice.sample(range(KEYS), 2))
    some = ", ".join(str(dice.randrange(KEYS)) for _ in range(12))
    limit = dice.choice([1, 5, 40])
    direction = dice.choice(["", " DESC"])
    return [
        f"SELECT * FROM v WHERE k = {a}",
        f"SELECT t, s FROM v WHERE k IN ({some}) ORDER BY k",
        f"SELECT k, s FROM v WHERE k BETWEEN {a} AND {b} ORDER BY k{direction}",
        f"SELECT k FROM v WHERE k >= {a} ORDER BY k{direction} LIMIT {limit} OFFSET 2",
        f"SELECT k, t FROM v ORDER BY k{direction} LIMIT {limit}",
        "SELECT * FROM v ORDER BY k",
        "SELECT count(*), count(t), min(k), max(k), min(t), max(t) FROM v",
        f"SELECT count(*) FROM v WHERE k < {b}",
        "SELECT s, count(*), max(t) FROM v GROUP BY s ORDER BY s",
        f"SELECT count(*), sum(k) FROM v WHERE s = 'text {dice.randrange(9)}'",
        "SELECT v.k, label, t FROM v JOIN names USING (k) ORDER BY v.k",
        "SELECT label, count(v.k) FROM names LEFT JOIN v ON v.k = names.k GROUP BY label ORDER BY label",
        f"SELECT names.k, s FROM names LEFT JOIN v ON v.k = names.k WHERE names.k = {a // 2 * 2}",
        f"SELECT one.k, two.s FROM v one JOIN v two ON two.k = one.k + 1 WHERE one.k = {a}",
        f"SELECT k FROM v WHERE k IN (SELECT k FROM names WHERE k < {b}) ORDER BY k",
        "SELECT k, t FROM v WHERE t IS NULL ORDER BY k",
        "SELECT date_trunc('day', t) AS day, count(*) FROM v GROUP BY day ORDER BY day",
    ]


def copied(connection: psycopg.Connection[Any], sql: str) -> bytes:
    """What COPY gives."""
    with connection.cursor().copy(f"COPY ({sql}) TO STDOUT (FORMAT csv)") as copy:
        return b"".join(map(bytes, copy))


def check(
    served: psycopg.Connection[Any], mirrored: psycopg.Connection[Any], dice: random.Random, asked: int | None = None
) -> None:
    """Ask both the questions: plain, prepared, in binary, and as COPY; or so many of them, each in one of these ways."""
    for sql in questions(dice) if asked is None else dice.sample(questions(dice), asked):
        wanted = mirrored.execute(sql).fetchall()
        way = None if asked is None else dice.randrange(4)
        if way in (None, 0):
            assert served.execute(sql, prepare=False).fetchall() == wanted, sql
        if way in (None, 1):
            assert served.execute(sql, prepare=True).fetchall() == wanted, sql
        if way in (None, 2):
            assert served.execute(sql, binary=True).fetchall() == wanted, sql
        if way in (None, 3):
            assert copied(served, sql) == copied(mirrored, sql), sql
