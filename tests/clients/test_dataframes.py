"""pandas, ADBC, connectorx and polars: whole results as columns."""

from __future__ import annotations

import re
from typing import Any

import adbc_driver_postgresql.dbapi
import connectorx
import pandas
import polars
import psycopg
import pyarrow as pa
import pytest
from sqlalchemy import create_engine

from tests.plugins.twin import Twin

pytestmark = pytest.mark.postgres

#: Without the rows that a date of Python's or NumPy's cannot be.
PLAIN_KINDS = (
    "SELECT id, flag, tiny, small, medium, large, single, double, money, words, day, local "
    "FROM kinds WHERE id IN (0, 4) ORDER BY id"
)
FLIGHTS = "SELECT carrier, flight, time_hour, dep_delay, distance, tailnum FROM flights ORDER BY carrier, flight, time_hour"
QUERIES = (PLAIN_KINDS, FLIGHTS, "SELECT * FROM carrier_delays ORDER BY carrier", "SELECT * FROM airlines WHERE carrier = 'none'")


def url(dsn: str, scheme: str = "postgresql") -> str:
    """A connection string of libpq's as a URL."""
    parts = dict(re.findall(r"(\w+)=(\S+)", dsn))
    return f"{scheme}://{parts['user']}@{parts['host']}:{parts['port']}/{parts['dbname']}"


@pytest.mark.parametrize("query", QUERIES)
def test_pandas(twin: Twin, query: str) -> None:
    frames = []
    for dsn in (twin.tidegate, twin.postgres):
        engine = create_engine(url(dsn, "postgresql+psycopg"))
        frames.append(pandas.read_sql(query, engine))
        frames.append(pandas.concat(pandas.read_sql(query, engine, chunksize=7_000)))
        engine.dispose()
    ours, ours_in_chunks, theirs, theirs_in_chunks = frames
    pandas.testing.assert_frame_equal(ours, theirs)
    pandas.testing.assert_frame_equal(ours_in_chunks, theirs_in_chunks)


def test_pandas_reads_a_table(twin: Twin) -> None:
    frames = []
    for dsn in (twin.tidegate, twin.postgres):
        engine = create_engine(url(dsn, "postgresql+psycopg"))
        frames.append(pandas.read_sql_table("airports", engine, index_col="faa").sort_index())
        engine.dispose()
    pandas.testing.assert_frame_equal(*frames)


def _adbc(dsn: str, query: str, parameters: Any = None) -> pa.Table:
    with adbc_driver_postgresql.dbapi.connect(url(dsn)) as connection, connection.cursor() as cursor:
        cursor.execute(query, parameters)
        return cursor.fetch_arrow_table()


@pytest.mark.parametrize("query", [*QUERIES, "SELECT * FROM kinds WHERE id IN (0, 2, 4) ORDER BY id"])
def test_adbc(twin: Twin, query: str) -> None:
    ours, theirs = _adbc(twin.tidegate, query), _adbc(twin.postgres, query)
    assert ours.schema.equals(theirs.schema, check_metadata=True)
    assert ours.equals(theirs)


def test_adbc_parameters(twin: Twin) -> None:
    query = "SELECT carrier, name FROM airlines WHERE carrier = $1"
    assert _adbc(twin.tidegate, query, ("UA",)).equals(_adbc(twin.postgres, query, ("UA",)))


def test_adbc_errors(twin: Twin) -> None:
    for query, sqlstate in (("SELECT * FROM nowhere", "42P01"), ("SELECT 1 / 0", "22012")):
        with pytest.raises(adbc_driver_postgresql.dbapi.Error) as caught:
            _adbc(twin.tidegate, query)
        assert caught.value.sqlstate == sqlstate


def test_adbc_metadata(twin: Twin) -> None:
    seen = []
    for dsn in (twin.tidegate, twin.postgres):
        with adbc_driver_postgresql.dbapi.connect(url(dsn)) as connection:
            objects = connection.adbc_get_objects(
                depth="all", db_schema_filter="public", catalog_filter=connection.adbc_current_catalog
            )
            (catalog,) = objects.read_all().to_pylist()
            (schema,) = catalog["catalog_db_schemas"]
            for table in schema["db_schema_tables"]:
                # The driver asks for columns in no order, and shows them as they come.
                table["table_columns"].sort(key=lambda c: c["ordinal_position"])
            seen.append((sorted(schema["db_schema_tables"], key=lambda t: t["table_name"]), connection.adbc_get_table_types()))
            seen.append(connection.adbc_get_table_schema("kinds", db_schema_filter="public"))
    ours, our_schema, theirs, their_schema = seen
    assert our_schema.equals(their_schema, check_metadata=True)
    assert ours == theirs


@pytest.mark.parametrize("query", QUERIES)
def test_connectorx(twin: Twin, query: str) -> None:
    for protocol in ("binary", "csv", "cursor"):
        ours, theirs = (
            connectorx.read_sql(url(dsn), query, return_type="arrow", protocol=protocol) for dsn in (twin.tidegate, twin.postgres)
        )
        assert ours.equals(theirs), protocol


def test_connectorx_in_parts(twin: Twin) -> None:
    query = "SELECT flight, carrier, distance FROM flights"
    asked = {"partition_on": "flight", "partition_num": 4, "return_type": "arrow"}
    ours, theirs = (connectorx.read_sql(url(dsn), query, **asked) for dsn in (twin.tidegate, twin.postgres))
    order = [("flight", "ascending"), ("carrier", "ascending"), ("distance", "ascending")]
    assert ours.sort_by(order).equals(theirs.sort_by(order))


@pytest.mark.parametrize("engine", ["connectorx", "adbc"])
def test_polars(twin: Twin, engine: Any) -> None:
    ours, theirs = (polars.read_database_uri(FLIGHTS, url(dsn), engine=engine) for dsn in (twin.tidegate, twin.postgres))
    assert ours.equals(theirs)


def test_polars_over_a_connection(twin: Twin) -> None:
    frames = []
    for dsn in (twin.tidegate, twin.postgres):
        with psycopg.connect(dsn) as connection:
            frames.append(polars.read_database(FLIGHTS, connection))
    assert frames[0].equals(frames[1])
