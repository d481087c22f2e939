"""asyncpg: everything binary, types introspected by a recursive query, prepared statements, cursors, COPY, pools."""

from __future__ import annotations

import asyncio
import io
import re
from collections.abc import Awaitable, Callable
from typing import Any

import asyncpg
import pytest

from tests.clients.questions import ERRORS, MANY, PARAMETERS, QUESTIONS, SLOW
from tests.plugins.twin import Twin

pytestmark = pytest.mark.postgres

Connection = Any
Work = Callable[[Connection], Awaitable[Any]]


def arguments(dsn: str) -> dict[str, Any]:
    """A connection string of libpq's as asyncpg's arguments."""
    parts = dict(re.findall(r"(\w+)=(\S+)", dsn))
    return {"host": parts["host"], "port": int(parts["port"]), "user": parts["user"], "database": parts["dbname"]}


async def _connected(dsn: str, work: Work) -> Any:
    connection = await asyncpg.connect(**arguments(dsn))
    try:
        return await work(connection)
    finally:
        await connection.close()


def run(dsn: str, work: Work) -> Any:
    """What *work* gives over a connection of its own."""
    return asyncio.run(_connected(dsn, work))


def of_both(twin: Twin, work: Work) -> tuple[Any, Any]:
    """Of Tidegate and of PostgreSQL."""
    return run(twin.tidegate, work), run(twin.postgres, work)


@pytest.mark.parametrize("query", QUESTIONS)
def test_answers(twin: Twin, query: str) -> None:
    async def work(connection: Connection) -> Any:
        statement = await connection.prepare(query)
        rows = [str(dict(row)) for row in await statement.fetch()]
        return rows, [(a.name, a.type.oid, a.type.name, a.type.kind, a.type.schema) for a in statement.get_attributes()]

    ours, theirs = of_both(twin, work)
    assert ours == theirs


def test_parameters(twin: Twin) -> None:
    async def work(connection: Connection) -> Any:
        told = []
        for type_, value in PARAMETERS:
            statement = await connection.prepare(f"SELECT $1::{type_}, $2::{type_} IS NULL")
            told.append(str([p.name for p in statement.get_parameters()]))
            told.append(str([tuple(row) for row in await statement.fetch(value, None)]))
        return told

    ours, theirs = of_both(twin, work)
    assert ours == theirs


def test_inferred_parameters(twin: Twin) -> None:
    async def work(connection: Connection) -> Any:
        query = "SELECT name FROM airlines WHERE carrier = ANY ($1) AND length(name) > $2 ORDER BY name LIMIT $3"
        statement = await connection.prepare(query)
        return [p.name for p in statement.get_parameters()], [tuple(r) for r in await statement.fetch(["UA", "AA"], 3, 5)]

    ours, theirs = of_both(twin, work)
    assert ours == theirs


def test_errors(twin: Twin) -> None:
    async def work(connection: Connection) -> Any:
        told = []
        for query, _ in ERRORS:
            with pytest.raises(asyncpg.PostgresError) as caught:
                await connection.fetch(query)
            told.append((caught.value.sqlstate, str(caught.value), type(caught.value).__name__))
        return told

    ours, theirs = of_both(twin, work)
    assert ours == theirs
    assert [state for state, *_ in ours] == [state for _, state in ERRORS]


def test_transactions_and_cursors(twin: Twin) -> None:
    async def work(connection: Connection) -> Any:
        told: list[Any] = []
        async with connection.transaction(isolation="repeatable_read", readonly=True):
            told.append(await connection.fetchval("SHOW transaction_isolation"))
            told.append([tuple(r) async for r in connection.cursor(MANY, prefetch=100)][::200])
            cursor = await connection.cursor(MANY)
            await cursor.forward(10)
            told.append([tuple(r) for r in await cursor.fetch(3)])
            with pytest.raises(asyncpg.DivisionByZeroError):
                async with connection.transaction():
                    await connection.fetch("SELECT 1 / 0")
            told.append(await connection.fetchval("SELECT 'after the savepoint'"))
        return told

    ours, theirs = of_both(twin, work)
    assert ours == theirs


def test_copy(twin: Twin) -> None:
    async def work(connection: Connection) -> Any:
        told = []
        for form in ("text", "csv", "binary"):
            written = io.BytesIO()
            done = await connection.copy_from_query("SELECT * FROM kinds ORDER BY id", output=written, format=form)
            told.append((done, written.getvalue()))
        return told

    ours, theirs = of_both(twin, work)
    assert ours == theirs


def test_a_pool_resets_its_connections(twin: Twin) -> None:
    async def pooled(dsn: str) -> Any:
        async with asyncpg.create_pool(**arguments(dsn), min_size=1, max_size=1) as pool:
            async with pool.acquire() as connection:
                await connection.execute("SET TimeZone = 'Europe/Berlin'")
                first = await connection.fetchval("SHOW TimeZone")
            return first, await pool.fetchval("SHOW TimeZone"), await pool.fetchval("SELECT count(*) FROM flights")

    assert asyncio.run(pooled(twin.tidegate)) == asyncio.run(pooled(twin.postgres))


def test_cancel(twin: Twin) -> None:
    async def work(connection: Connection) -> Any:
        with pytest.raises(asyncio.TimeoutError):
            await connection.fetch(SLOW, timeout=0.5)
        return await connection.fetchval("SELECT 1")

    assert run(twin.tidegate, work) == 1
