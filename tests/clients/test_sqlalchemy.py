"""SQLAlchemy 2 with four drivers: the inspector tells the same of both servers, and so do queries, streams and transactions."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import Any, Final

import pytest
from sqlalchemy import Connection, MetaData, bindparam, create_engine, func, inspect, select, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import create_async_engine

from tests.clients.questions import MANY, QUESTIONS
from tests.plugins.namesake import VIEWS, Namesake
from tests.plugins.twin import Twin

pytestmark = pytest.mark.postgres

DRIVERS: Final = ("psycopg", "psycopg2", "pg8000", "asyncpg")
#: The inspector's methods over a whole schema, over one table, and over nothing.
OF_SCHEMA: Final = (
    "get_table_names", "get_view_names", "get_materialized_view_names", "get_sequence_names", "get_enums", "get_domains",
    "get_foreign_table_names", "get_multi_columns", "get_multi_pk_constraint", "get_multi_foreign_keys", "get_multi_indexes",
    "get_multi_unique_constraints", "get_multi_check_constraints", "get_multi_table_comment", "get_multi_table_options",
)  # fmt: skip
OF_TABLE: Final = (
    "has_table", "get_columns", "get_pk_constraint", "get_foreign_keys", "get_indexes", "get_unique_constraints",
    "get_check_constraints", "get_table_comment", "get_table_options",
)  # fmt: skip
OF_DATABASE: Final = ("get_schema_names", "get_temp_table_names", "get_temp_view_names")

Work = Callable[[Connection], Any]


def run(dsn: str, driver: str, work: Work) -> Any:
    """What *work* gives over a connection of its own."""
    parts = dict(re.findall(r"(\w+)=(\S+)", dsn))
    url = f"postgresql+{driver}://{parts['user']}@{parts['host']}:{parts['port']}/{parts['dbname']}"
    if driver == "asyncpg":
        return asyncio.run(_run_async(url, work))
    engine = create_engine(url)
    try:
        with engine.connect() as connection:
            return work(connection)
    finally:
        engine.dispose()


async def _run_async(url: str, work: Work) -> Any:
    engine = create_async_engine(url)
    try:
        async with engine.connect() as connection:
            return await connection.run_sync(work)
    finally:
        await engine.dispose()


def _in_order(value: Any) -> Any:
    """Tables come as they lie in pg_class, which has no order."""
    if isinstance(value, dict):
        return sorted(((key, repr(found)) for key, found in value.items()), key=repr)
    return sorted(value) if isinstance(value, list) and all(isinstance(v, str) for v in value) else repr(value)


@pytest.mark.parametrize("driver", DRIVERS)
def test_the_inspector_tells_the_same(namesake: Namesake, driver: str) -> None:
    def work(connection: Connection) -> dict[Any, Any]:
        inspector = inspect(connection)
        told: dict[Any, Any] = {method: _in_order(getattr(inspector, method)()) for method in OF_DATABASE}
        told |= {method: _in_order(getattr(inspector, method)(schema="public")) for method in OF_SCHEMA}
        for view in VIEWS:
            for method in OF_TABLE:
                told[view.name, method] = repr(getattr(inspector, method)(view.name, schema="public"))
            told[view.name, "has_index"] = inspector.has_index(view.name, f"{view.name}_pkey", schema="public")
        told["nothing"] = [inspector.has_table("nothing"), inspector.has_schema("public"), inspector.has_schema("nothing")]
        told["isolation"] = connection.default_isolation_level
        told["schema"] = connection.dialect.default_schema_name
        return told

    ours, theirs = (run(dsn, driver, work) for dsn in (namesake.tidegate, namesake.postgres))
    assert {k: v for k, v in ours.items() if v != theirs[k]} == {}
    assert ours == theirs


@pytest.mark.parametrize("driver", DRIVERS)
def test_reflected_tables_are_the_same(namesake: Namesake, driver: str) -> None:
    def work(connection: Connection) -> list[str]:
        found = MetaData()
        found.reflect(connection, schema="public")
        return sorted(repr(table) + repr(sorted(c.name for c in table.primary_key)) for table in found.tables.values())

    ours, theirs = (run(dsn, driver, work) for dsn in (namesake.tidegate, namesake.postgres))
    assert ours == theirs
    assert len(ours) == len(VIEWS)


@pytest.mark.parametrize("driver", DRIVERS)
def test_answers(twin: Twin, driver: str) -> None:
    def work(connection: Connection) -> list[Any]:
        rows = [connection.exec_driver_sql(query.replace("%", "%%")).all() for query in QUESTIONS]
        return [str([[bytes(v) if isinstance(v, memoryview) else v for v in row] for row in found]) for found in rows]

    ours, theirs = (run(dsn, driver, work) for dsn in (twin.tidegate, twin.postgres))
    assert ours == theirs


@pytest.mark.parametrize("driver", DRIVERS)
def test_a_query_over_reflected_tables(twin: Twin, driver: str) -> None:
    def work(connection: Connection) -> Any:
        tables = MetaData()
        tables.reflect(connection, only=["flights", "airlines"])
        flights, airlines = tables.tables["flights"], tables.tables["airlines"]
        query = (
            select(airlines.c.name, func.count().label("n"), func.max(flights.c.dep_delay))
            .join(airlines, airlines.c.carrier == flights.c.carrier)
            .where(flights.c.origin.in_(bindparam("origins", expanding=True)), flights.c.distance > 500)
            .group_by(airlines.c.name)
            .having(func.count() > 10)
            .order_by(func.count().desc(), airlines.c.name)
            .limit(5)
        )
        return [tuple(row) for row in connection.execute(query, {"origins": ["JFK", "LGA"]})]

    ours, theirs = (run(dsn, driver, work) for dsn in (twin.tidegate, twin.postgres))
    assert ours == theirs
    assert len(ours) == 5


@pytest.mark.parametrize("driver", ["psycopg", "psycopg2"])
def test_streams_and_transactions(twin: Twin, driver: str) -> None:
    def work(connection: Connection) -> Any:
        streamed = connection.execute(text(MANY), execution_options={"stream_results": True, "yield_per": 500})
        told: list[Any] = [[tuple(row) for row in streamed][::300]]
        connection.rollback()
        with pytest.raises(DBAPIError) as caught, connection.begin():
            connection.execute(text("SELECT 1 / 0"))
        told.append(caught.value.orig.__class__.__name__)
        with connection.begin(), connection.begin_nested():
            told.append(connection.execute(text("SELECT 'nested'")).scalar())
        return told

    ours, theirs = (run(dsn, driver, work) for dsn in (twin.tidegate, twin.postgres))
    assert ours == theirs
