"""Ranges of more rows than the event loop looks at: a worker thread has the row executor take them; beyond that DuckDB answers."""

from __future__ import annotations

import random
import re
import threading
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import psycopg
import pyarrow as pa
import pytest

from gateway.engine.options import RANGE_ROWS_MAX, THREADED_ROWS_MAX
from gateway.engine.rows.bounds import Place
from gateway.engine.rows.reading import RowReads
from statestore import types as st
from statestore.schema import Column, HashPartitioning, ViewSchema
from statestore.views.local_writer import write_version
from tests.gateway.rows.test_served import Node, served
from tests.plugins.cluster import wait_until

SCHEMA = ViewSchema(
    "ranges",
    tuple(
        Column(name, type_)
        for name, type_ in (("part", st.Int()), ("n", st.Long()), ("x", st.Double()), ("word", st.String()), ("kind", st.Short()))
    ),
    ("part", "n"),
    ("part",),
    HashPartitioning(4),
    (5,),
)
#: Parts of these rows: for the loop; for a thread that sorts them, and one that does not; for neither.
SIZES = (10, RANGE_ROWS_MAX // 2, RANGE_ROWS_MAX + 100, THREADED_ROWS_MAX + 100)
_, SORTED, THREAD, NEITHER = SIZES

Row = tuple[int, int, float | None, str | None, int]


def made() -> list[Row]:
    dice = random.Random(5)
    return [
        (size, n, dice.choice((None, n * 0.37)), dice.choice((None, f"w{n % 17}", "é" * (n % 5))), n % 7)
        for size in SIZES
        for n in range(size)
    ]


ROWS = made()


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    folder: Path = tmp_path_factory.mktemp("rows-in-thread")
    root = str(folder / "root")
    types = (pa.int32(), pa.int64(), pa.float64(), pa.string(), pa.int16())
    arrays = [pa.array(column, type_) for column, type_ in zip(zip(*ROWS, strict=True), types, strict=True)]
    write_version(root, SCHEMA, pa.table(arrays, [column.name for column in SCHEMA.columns]))
    with served(folder, root) as found:
        yield found


def of_part(part: int) -> list[Row]:
    return [row for row in ROWS if row[0] == part]


#: A statement of one part, and what Python says of its rows.
STATEMENTS: dict[str, Any] = {
    "SELECT * FROM ranges WHERE part = %s": lambda rows: rows,
    "SELECT word, n FROM ranges WHERE part = %s ORDER BY n DESC": lambda rows: [(r[3], r[1]) for r in rows[::-1]],
    "SELECT n, x * 2 FROM ranges WHERE part = %s": lambda rows: [(r[1], None if r[2] is None else r[2] * 2) for r in rows],
    "SELECT n, word FROM ranges WHERE part = %s AND x > 100": lambda rows: [(r[1], r[3]) for r in rows if (r[2] or 0) > 100],
    "SELECT word FROM ranges WHERE part = %s AND n >= 5 OFFSET 3": lambda rows: [(r[3],) for r in rows[8:]],
    "SELECT n FROM ranges WHERE part = %s ORDER BY kind DESC, n": lambda rows: [
        (r[1],) for r in sorted(rows, key=lambda r: (-r[4], r[1]))
    ],
    "SELECT count(*), count(x), sum(n * kind), max(word COLLATE \"C\") FROM ranges WHERE part = %s": lambda rows: [
        (
            len(rows),
            sum(r[2] is not None for r in rows),
            sum(r[1] * r[4] for r in rows),
            max((r[3] for r in rows if r[3] is not None), default=None),
        )
    ],
    "SELECT kind, count(*), min(n + 1) FROM ranges WHERE part = %s GROUP BY kind ORDER BY kind": lambda rows: [
        (kind, sum(r[4] == kind for r in rows), min(r[1] + 1 for r in rows if r[4] == kind))
        for kind in sorted({r[4] for r in rows})
    ],
    "SELECT n, n - lag(n, 2) OVER (ORDER BY n) FROM ranges WHERE part = %s": lambda rows: [
        (r[1], 2 if r[1] >= 2 else None) for r in rows
    ],
    "SELECT kind, sum(r) FROM (SELECT kind, row_number() OVER (ORDER BY n) AS r FROM ranges WHERE part = %s) s "
    "WHERE r %% 2 = 0 GROUP BY kind ORDER BY kind": lambda rows: [
        (kind, Decimal(sum(r[1] + 1 for r in rows if r[4] == kind and r[1] % 2)))
        for kind in sorted({r[4] for r in rows if r[1] % 2})
    ],
    "SELECT DISTINCT kind + 1 FROM ranges WHERE part = %s ORDER BY 1": lambda rows: [
        (k + 1,) for k in sorted({r[4] for r in rows})
    ],
}  # fmt: skip


@pytest.mark.parametrize("binary", [False, True])
@pytest.mark.parametrize("sql", STATEMENTS)
def test_answers(node: Node, sql: str, binary: bool) -> None:
    for part in SIZES:
        expected = STATEMENTS[sql](of_part(part))
        counters = node.engine.counters
        blocks, before = counters.row_blocks, counters.duckdb_queries + counters.lean_streams
        with psycopg.connect(node.dsn, autocommit=True) as connection:
            found = connection.execute(sql, (part,), prepare=True, binary=binary).fetchall()
        assert (found if "ORDER BY" in sql else sorted(found, key=repr)) == (
            expected if "ORDER BY" in sql else sorted(expected, key=repr)
        )
        if part == (SORTED if re.search("ORDER BY 1", sql) else THREAD):
            assert (counters.row_blocks, counters.duckdb_queries + counters.lean_streams) == (blocks, before)
        elif part == NEITHER:
            assert counters.duckdb_queries + counters.lean_streams == before + 1


def test_the_first_rows_that_meet_a_condition(node: Node) -> None:
    """Where they are not among those that the event loop looks at; where they are rarer still, DuckDB finds them."""
    counters, wanted = node.engine.counters, {(r[0], r[1]) for r in ROWS if r[4] == 3}
    with psycopg.connect(node.dsn, autocommit=True) as connection:
        before = counters.duckdb_queries + counters.lean_streams
        for binary in (False, True):
            found = connection.execute("SELECT part, n FROM ranges WHERE kind = 3 LIMIT 200", binary=binary).fetchall()
            assert len(set(found)) == len(found) == 200
            assert wanted.issuperset(found)
            sql = "SELECT part, n FROM ranges WHERE kind + 0 = 3 ORDER BY part, n LIMIT 150 OFFSET 10"
            assert connection.execute(sql, binary=binary).fetchall() == sorted(wanted)[10:160]
            sql = f"SELECT n FROM ranges WHERE part = {NEITHER} AND kind = 3 ORDER BY n DESC LIMIT 10 OFFSET 2"
            expected = [(n,) for part, n in sorted(wanted, reverse=True) if part == NEITHER][2:12]
            assert connection.execute(sql, binary=binary).fetchall() == expected
        assert counters.duckdb_queries + counters.lean_streams == before
        rare = f"SELECT part, n FROM ranges WHERE n > {THREADED_ROWS_MAX + 50} ORDER BY part, n LIMIT 20"
        assert connection.execute(rare).fetchall() == [(NEITHER, THREADED_ROWS_MAX + 51 + n) for n in range(20)]
        assert counters.duckdb_queries + counters.lean_streams == before + 1


def test_a_cursor_takes_some_of_them(node: Node) -> None:
    with psycopg.connect(node.dsn) as connection, connection.cursor("some") as cursor:
        cursor.execute("SELECT n, kind + 1 FROM ranges WHERE part = %s ORDER BY n", (THREAD,))
        found = [*cursor.fetchmany(3), *cursor.fetchmany(1_000), *cursor.fetchall()]
    assert found == [(row[1], row[4] + 1) for row in of_part(THREAD)]


def test_what_fails_is_told_as_by_the_general_way(node: Node) -> None:
    sql = "SELECT n / (n - 5000) FROM ranges WHERE part = %s"
    with psycopg.connect(node.dsn, autocommit=True) as connection:
        for prepare in (True, False):
            with pytest.raises(psycopg.errors.DivisionByZero):
                connection.execute(sql, (THREAD,), prepare=prepare)
        assert connection.execute("SELECT 1").fetchall() == [(1,)]
    assert node.engine.workers.running == 0


def test_whoever_asked_is_not_held_up_by_a_thread(node: Node, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not interrupted, for it takes milliseconds; where it takes longer, its statement ends all the same."""
    made, going_on = RowReads.read, threading.Event()

    def slow(reads: RowReads, versions: Any, keys: Any, params: Any, now_us: int, place: Place) -> list[Any]:
        if place.in_thread:
            going_on.wait(30)
        return made(reads, versions, keys, params, now_us, place)

    monkeypatch.setattr(RowReads, "read", slow)
    sql = f"SELECT n, kind + 3 FROM ranges WHERE part = {THREAD}"
    with psycopg.connect(node.dsn, autocommit=True) as connection:
        connection.execute("SET statement_timeout = '50ms'")
        with pytest.raises(psycopg.errors.QueryCanceled):
            connection.execute(sql)
        assert not going_on.is_set()
        connection.execute("RESET statement_timeout")
        going_on.set()
        assert len(connection.execute(sql).fetchall()) == THREAD
    wait_until(lambda: node.engine.workers.running == 0, 10, "both have ended")


def test_an_execution_that_is_never_read_gives_its_place_back(node: Node) -> None:
    declare = f"DECLARE c CURSOR FOR SELECT n, kind + 1 FROM ranges WHERE part = {THREAD}"
    with psycopg.connect(node.dsn) as connection:
        for end in ("CLOSE c", "ROLLBACK"):
            connection.execute(declare)
            assert node.engine.workers.running == 1
            connection.execute(end)
            wait_until(lambda: node.engine.workers.running == 0, 10, "it has ended")


def test_it_is_shown_as_a_read_of_a_range(node: Node) -> None:
    sql = f"SELECT n, kind + 2 FROM ranges WHERE part = {THREAD}"
    with psycopg.connect(node.dsn, autocommit=True) as connection:
        assert len(connection.execute(sql).fetchall()) == THREAD
        shown = connection.execute("SELECT state, rows, versions FROM tidegate.queries WHERE sql = %s", (sql,)).fetchall()
    assert shown == [("done", THREAD, "ranges=1")]
