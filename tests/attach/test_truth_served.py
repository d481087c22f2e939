"""Over the wire: the tables are what Spark's reader says, and what users see is what the job itself gave out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import psycopg
import pytest

from tests.attach.jobs.attached import flat_rows, kept_columns, reading, rows_of
from tests.attach.jobs.building import Built
from tests.plugins.gateway import running_gateway
from tests.plugins.scale import scaled

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

Rows = Counter[tuple[Any, ...]]
Connection = psycopg.Connection[tuple[Any, ...]]


def latest(key: int) -> Callable[[list[list[tuple[Any, ...]]]], Rows]:
    """What update mode has given out: of each key (so many columns) the last row."""

    def fold(batches: list[list[tuple[Any, ...]]]) -> Rows:
        return Counter({row[:key]: row for rows in batches for row in rows}.values())

    return fold


def all_rows(batches: list[list[tuple[Any, ...]]]) -> Rows:
    """What append mode has given out."""
    return Counter(row for rows in batches for row in rows)


def last_rows(batches: list[list[tuple[Any, ...]]]) -> Rows:
    """What complete mode has given out."""
    return Counter(batches[-1])


def how_many(batches: list[list[tuple[Any, ...]]]) -> Rows:
    """The number of rows."""
    return Counter([(sum(map(len, batches)),)])


@dataclass(frozen=True, slots=True)
class Visible:
    """A query over state, and what of the job's own output it must equal, batch by batch."""

    job: str
    sql: str
    columns: tuple[str, ...]
    fold: Callable[[list[list[tuple[Any, ...]]]], Rows]
    #: Has the state forgotten some of what was given out?
    part: bool = False


_MEASURES: Final = "count, sum, avg_result, min, max, sum_result"
#: The job's columns, and where they are; of one group of buffers the job shows one of two or four.
_RESULTS: Final = {
    "what": "_groupingexpression",
    "avg_x": "avg_result",
    "avg_number": "avg_result_2",
    "avg_price": "avg_result_3",
    "avg_wide": "avg_result_4",
    "stddev_samp": "stddev_samp_result",
    "stddev_pop": "stddev_pop_result_2",
    "var_samp": "var_samp_result_3",
    "var_pop": "var_pop_result_4",
    "covar_samp": "covar_samp_result",
    "covar_pop": "covar_pop_result_2",
    "corr": "corr_result",
    "corr_id": "corr_result_2",
    "skewness_x": "skewness_result",
    "kurtosis_x": "kurtosis_result",
    "skewness": "skewness_result_2",
    "kurtosis": "kurtosis_result_2",
    "sum_price": "sum_result",
    "events": "count_5",
    "sum_number": "sum_6",
}
_OUTPUT: Final = ("events", "total", "mean", "first_word", "dearest", "wide_total")
VISIBLE: Final = (
    Visible("no_key", f"SELECT {_MEASURES} FROM no_key", _OUTPUT, last_rows),
    Visible("text_and_number", f"SELECT word, number, {_MEASURES} FROM text_and_number", ("word", "number", *_OUTPUT), latest(2)),
    Visible(
        "text_and_number_changelog_v2",
        f"SELECT word, number, {_MEASURES} FROM text_and_number_changelog_v2",
        ("word", "number", *_OUTPUT),
        latest(2),
    ),
    Visible(
        "text_and_number_hdfs",
        f"SELECT word, number, {_MEASURES} FROM text_and_number_hdfs",
        ("word", "number", *_OUTPUT),
        latest(2),
    ),
    Visible(
        "tumbling_changelog_v2",
        f"SELECT word, {_MEASURES} FROM tumbling_changelog_v2",
        ("word", *_OUTPUT),
        all_rows,
        part=True,
    ),
    Visible("results", f"SELECT {', '.join(_RESULTS.values())} FROM results", tuple(_RESULTS), latest(1)),
    Visible(
        "distinct_counts",
        "SELECT place, count, approx_count_distinct_result, approx_count_distinct_result_2, approx_count_distinct_result_3 "
        "FROM distinct_counts",
        ("place", "events", "numbers", "texts", "doubles"),
        latest(1),
    ),
    Visible("unique", 'SELECT word, number FROM "unique"', ("word", "number"), all_rows),
    Visible("limited", "SELECT value FROM limited", ("id",), how_many),
    Visible(
        "groups_in_pandas", "SELECT word, flag, events FROM groups_in_pandas", ("word", "flag", "events"), latest(2), part=True
    ),
    Visible("groups_mapped", "SELECT key, value FROM groups_mapped", ("key", "events"), latest(1)),
    Visible("variables", "SELECT word, number, events FROM variables_0_count", ("word", "number", "events"), latest(2)),
    *(
        (
            Visible(
                "join_for_ever",
                "SELECT l.word, r.day FROM join_for_ever_0_left l JOIN join_for_ever_0_right r USING (field0)",
                ("word", "day"),
                all_rows,
            ),
        )
        if scaled(0, 1)
        else ()
    ),
)
#: A table of each operator whose rows are of types that the wire has.
SERVED: Final = (
    "text_and_number",
    "many_types",
    "nested",
    "sessions",
    "unique_watermark",
    "inner_join",
    "two_steps",
    "variables",
    "timed",
)


@dataclass(frozen=True, slots=True)
class Served:
    """A gateway that serves checkpoints."""

    dsn: str
    jobs: dict[str, Built]


@pytest.fixture(scope="module")
def served(built: Callable[[str], Built], spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("served")
    (folder / "root").mkdir()
    jobs = {name: built(name) for name in dict.fromkeys((*SERVED, *(visible.job for visible in VISIBLE)))}
    attachments = [f"--attach={name}={found.uri}" for name, found in jobs.items()]
    with running_gateway(folder / "root", folder / "store", *attachments) as gateway:
        yield Served(gateway.dsn, jobs)


@pytest.mark.spark
@pytest.mark.timeout(600)
@pytest.mark.parametrize("visible", VISIBLE, ids=lambda visible: visible.job)
def test_queries_over_state_are_the_jobs_own_output(visible: Visible, served: Served) -> None:
    found = served.jobs[visible.job]
    assert set(found.outputs) == set(found.batches)
    outputs = [[_comparable(row[name] for name in visible.columns) for row in found.outputs[batch]] for batch in found.batches]
    with psycopg.connect(served.dsn, autocommit=True) as connection:
        for batch in found.batches:
            ours = _at(connection, batch, visible.sql)
            theirs = visible.fold(outputs[: batch + 1])
            if visible.part:
                assert ours <= theirs, f"batch {batch}: {ours - theirs}"
                assert ours or batch == found.batches[-1]
            else:
                assert ours == theirs, f"batch {batch}: too many {ours - theirs}, missing {theirs - ours}"


@pytest.mark.spark
@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", SERVED)
def test_tables_on_the_wire_are_those_of_the_checkpoint(name: str, served: Served, tmp_path: Path) -> None:
    """test_truth.py compares what the attachment reads with Spark's reader; here is the rest of the way."""
    with (
        reading(served.jobs[name].checkpoint, tmp_path, name) as attached,
        psycopg.connect(served.dsn, autocommit=True) as connection,
    ):
        for table in attached.tables:
            for batch in attached.batches:
                version = attached.version(table, batch)
                rows: Rows = Counter(row[1:] for row in rows_of(version).elements())
                names = kept_columns(version)
                columns = ", ".join(f'"{name}"' for name in names)
                # A struct in a value is a document.
                told = [dict(zip(names, row, strict=True)) for row in _rows(connection, batch, f'SELECT {columns} FROM "{table}"')]
                assert Counter(map(_comparable, flat_rows(version, told))) == rows
                counted = _at(connection, batch, f'SELECT count(*) FROM "{table}"')
                assert counted == {(rows.total(),): 1}


@pytest.mark.spark
@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", SERVED)
def test_what_changes_adds_up_to_the_tables(name: str, served: Served) -> None:
    """From the first batch that Spark keeps; what each batch's rows are is compared above."""
    first, *later = (batch + 1 for batch in served.jobs[name].batches)
    with psycopg.connect(served.dsn, autocommit=True) as connection:
        tables = connection.execute(
            "SELECT name FROM tidegate.views WHERE kind = 'state' AND (name = %(job)s OR starts_with(name, %(job)s || '_'))",
            {"job": name},
        ).fetchall()
        assert tables
        for (table,) in tables:
            # Documents are made by a query, and not followed.
            columns = connection.execute(
                "SELECT string_agg(quote_ident(column_name), ', ') FROM information_schema.columns "
                "WHERE table_name = %s AND data_type <> 'jsonb'",
                [table],
            ).fetchall()
            query = f'SELECT {columns[0][0]} FROM "{table}"'
            at = {v: Counter(map(_comparable, _rows(connection, v - 1, query))) for v in (first, *later)}
            rows = at[first].copy()
            told = connection.cursor().stream(f"SUBSCRIBE TO ({query}) FROM VERSION {first} WITH (PROGRESS)".encode())
            versions: dict[int, Rows] = {}
            while max(versions, default=first) < later[-1]:
                version, _, kind, *cells = next(told)
                now, was = (_comparable(half) for half in (cells[: len(cells) // 2], cells[len(cells) // 2 :]))
                rows.subtract([was] if kind in ("update", "delete") else [])
                rows.update([now] if kind in ("insert", "update") else [])
                if kind == "progress":
                    versions[version] = +rows
            told.close()
            assert versions
            shown = at[first]
            for version in later:  # of one that changes nothing nothing is said
                shown = versions.get(version, shown)
                assert shown == at[version], (table, version)


@pytest.mark.spark
@pytest.mark.timeout(600)
def test_each_key_is_a_point_get(served: Served) -> None:
    with psycopg.connect(served.dsn, autocommit=True) as connection:
        rows = connection.execute("SELECT word, number, count FROM text_and_number").fetchall()
        assert {None} & {row[0] for row in rows}
        for word, number, count in rows:
            asked = " AND ".join(
                f"{name} {'IS NULL' if value is None else '= %s'}" for name, value in (("word", word), ("number", number))
            )
            values = [value for value in (word, number) if value is not None]
            query = f"SELECT word, number, count FROM text_and_number WHERE {asked}".encode()
            assert connection.execute(query, values).fetchall() == [(word, number, count)]
        plan = connection.execute("EXPLAIN SELECT * FROM text_and_number WHERE word = 'ash' AND number = 1").fetchall()
        assert any("Point Get" in line for (line,) in plan)
        assert any("Shards: 1 of 3" in line for (line,) in plan)


#: Over `text_and_number`, whose grouping columns are NULL in some groups.
OF_NULLS: Final = (
    "SELECT * FROM kept WHERE word IS NULL",
    "SELECT * FROM kept WHERE word IS NULL AND number IS NULL",
    "SELECT * FROM kept WHERE word IS NULL AND number = 2",
    "SELECT * FROM kept WHERE word = 'ash' AND number IS NULL",
    "SELECT * FROM kept WHERE word IS NOT NULL AND number IS NOT NULL",
    "SELECT * FROM kept WHERE word IS NOT DISTINCT FROM NULL AND number IS NOT DISTINCT FROM 2",
    "SELECT * FROM kept WHERE word IS NOT DISTINCT FROM 'ash' AND number IS NOT DISTINCT FROM NULL",
    "SELECT * FROM kept WHERE word IS DISTINCT FROM 'ash' AND number IS DISTINCT FROM NULL",
    "SELECT * FROM kept WHERE word = NULL AND number = 2",
    "SELECT * FROM kept WHERE word IN ('ash', NULL) AND number IN (1, NULL)",
    "SELECT * FROM kept WHERE (word, number) NOT IN (('ash', 1), ('fir', 2))",
    "SELECT * FROM kept WHERE coalesce(word, 'none') = 'none'",
    "SELECT a.word, a.number, b.count FROM kept a JOIN kept b USING (word, number)",
    "SELECT a.word, a.number, b.count FROM kept a JOIN kept b "
    "ON a.word IS NOT DISTINCT FROM b.word AND a.number IS NOT DISTINCT FROM b.number",
    "SELECT v.w, v.n, k.count FROM (VALUES ('ash', 1), (NULL, 2), ('ash', NULL), (NULL, NULL)) v(w, n) "
    "LEFT JOIN kept k ON k.word = v.w AND k.number = v.n",
    "SELECT v.w, v.n, k.count FROM (VALUES ('ash', 1), (NULL, 2), ('ash', NULL), (NULL, NULL)) v(w, n) "
    "LEFT JOIN kept k ON k.word IS NOT DISTINCT FROM v.w AND k.number IS NOT DISTINCT FROM v.n",
    "SELECT word, number, sum(count) FROM kept GROUP BY word, number",
    "SELECT word, count(*), count(number), sum(count) FROM kept GROUP BY word",
    "SELECT DISTINCT word FROM kept",
    "SELECT count(DISTINCT (word, number)), count(word), count(*) FROM kept",
    'SELECT word, number FROM kept ORDER BY word COLLATE "C" NULLS FIRST, number DESC NULLS LAST LIMIT 5',
    "SELECT word, number FROM kept WHERE word = 'ash' ORDER BY number LIMIT 3",
    "SELECT word, number FROM kept WHERE word IS NULL ORDER BY word, number DESC LIMIT 2",
)


@pytest.mark.spark
@pytest.mark.timeout(600)
def test_null_is_a_key_like_any_other(served: Served, postgres_dsn: str) -> None:
    with psycopg.connect(served.dsn, autocommit=True) as ours, psycopg.connect(postgres_dsn, autocommit=True) as theirs:
        rows = ours.execute("SELECT word, number, count FROM text_and_number").fetchall()
        assert any(row[0] is None for row in rows)
        theirs.execute("CREATE TEMP TABLE kept (word text, number int, count int8, UNIQUE NULLS NOT DISTINCT (word, number))")
        with theirs.cursor() as cursor:
            cursor.executemany("INSERT INTO kept VALUES (%s, %s, %s)", rows)
        for sql in OF_NULLS:
            asked = f"WITH kept AS (SELECT word, number, count FROM text_and_number) {sql}"
            assert Counter(ours.execute(asked.encode())) == Counter(theirs.execute(sql.encode())), sql
        plan = ours.execute("EXPLAIN SELECT * FROM text_and_number WHERE word IS NULL AND number = 1").fetchall()
        assert any("Point Get" in line for (line,) in plan)
        assert any("Shards: 1 of 3" in line for (line,) in plan)
        shown = ours.execute(
            "SELECT attname FROM pg_attribute WHERE attrelid = 'text_and_number'::regclass AND attnum > 0 AND attnotnull"
        )
        assert shown.fetchall() == []


def _at(connection: Connection, batch: int, sql: str) -> Rows:
    """The rows of a query at a batch, counted."""
    return Counter(map(_comparable, _rows(connection, batch, sql)))


def _rows(connection: Connection, batch: int, sql: str) -> list[tuple[Any, ...]]:
    connection.execute(f"SET tidegate.read_version = '{batch + 1}'".encode())
    return connection.execute(sql.encode()).fetchall()


def _comparable(row: Iterable[Any]) -> tuple[Any, ...]:
    """With lists that can be counted, and NaN equal to itself."""
    return tuple(tuple(v) if isinstance(v, list) else "NaN" if isinstance(v, float) and v != v else v for v in row)
