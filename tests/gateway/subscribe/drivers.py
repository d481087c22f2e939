"""Ways in which programs of other drivers than psycopg follow a view (see ways.py): asyncpg, node-postgres and pgjdbc."""

from __future__ import annotations

import asyncio
import csv
import json
import re
import subprocess
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Final

import asyncpg

from tests.gateway.subscribe.followed import Replica
from tests.gateway.subscribe.ways import Way
from tests.plugins.jdbc import jdbc_url
from tests.plugins.need import program

_RUN_S: Final = 100


def _number(text: str) -> int:
    return int(text)


#: What a text of each column is: version, time and kind, then twice the columns of the view.
_HALF: Final[tuple[Callable[[str], Any], ...]] = (_number, datetime.fromisoformat, str, _number, _number, _number)
_READ: Final = (_number, datetime.fromisoformat, str, *_HALF, *_HALF)


def _row(texts: Sequence[str | None]) -> tuple[Any, ...]:
    return tuple(None if text is None else read(text) for read, text in zip(_READ, texts, strict=True))


def node_way(folder: Path, way: str) -> Way:
    """A way of node-postgres'; *folder* has node/subscribe.cjs beside its packages."""

    def follow(dsn: str, subscribe: str, until: int, replica: Replica) -> None:
        parts = dict(re.findall(r"(\w+)=(\S+)", dsn))
        asked = json.dumps({"way": way, "subscribe": f"{subscribe} WITH (PROGRESS)", "until": until})
        address = [parts["host"], parts["port"], "tester", parts["dbname"]]
        lines = _lines([program("node"), "subscribe.cjs", *address, asked], folder)
        *rows, last = (json.loads(line)[1] for line in lines)
        assert last == ["still here"]
        replica.take(map(_row, rows))

    return follow


def jdbc_way(classpath: str, way: str) -> Way:
    """A way of pgjdbc's."""

    def follow(dsn: str, subscribe: str, until: int, replica: Replica) -> None:
        command = [program("java"), "-cp", classpath, "Subscribe", jdbc_url(dsn), way, f"{subscribe} WITH (PROGRESS)", str(until)]
        replica.take(_row([None if text == "\\N" else text for text in line.split("\t")]) for line in _lines(command))

    return follow


def _lines(command: list[str], folder: Path | None = None) -> list[str]:
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=_RUN_S)
    assert ran.returncode == 0, f"{ran.stdout[-2000:]}\n{ran.stderr}"
    return ran.stdout.splitlines()


#: Takes rows; says whether those were the last that are wanted.
Take = Callable[[list[tuple[Any, ...]]], bool]


async def by_prefetch(connection: Any, subscribe: str, take: Take) -> None:
    """asyncpg's own cursors wait until there are as many rows as they are asked for: one."""
    async with connection.transaction():
        async for row in connection.cursor(subscribe, prefetch=1):
            if take([tuple(row)]):
                break


async def by_fetch(connection: Any, subscribe: str, take: Take) -> None:
    """A cursor of SQL's, whose FETCH gives what is there."""
    async with connection.transaction():
        await connection.execute(f"DECLARE c CURSOR FOR {subscribe}")
        while not take([tuple(row) for row in await connection.fetch("FETCH 5 FROM c WITH (TIMEOUT '20s')")]):
            pass


async def by_copy(connection: Any, subscribe: str, take: Take) -> None:
    """COPY to a function, which ends it by an error."""

    class Reached(Exception):
        pass

    async def taken(data: bytes) -> None:
        for texts in csv.reader(data.decode().splitlines()):
            if take([_row([text or None for text in texts])]):
                raise Reached

    try:
        await connection.copy_from_query(subscribe, output=taken, format="csv")
    except Reached:
        return
    raise AssertionError("it has no end")


def asyncpg_way(work: Callable[[Any, str, Take], Awaitable[None]]) -> Way:
    """A way of asyncpg's."""

    def follow(dsn: str, subscribe: str, until: int, replica: Replica) -> None:
        def take(rows: list[tuple[Any, ...]]) -> bool:
            replica.take(rows)
            return any(row[2] == "progress" and row[0] >= until for row in rows)

        async def connected() -> None:
            parts = dict(re.findall(r"(\w+)=(\S+)", dsn))
            connection = await asyncpg.connect(
                host=parts["host"], port=int(parts["port"]), user=parts["user"], database=parts["dbname"]
            )
            try:
                await work(connection, f"{subscribe} WITH (PROGRESS)", take)
                assert await connection.fetchval("SELECT 1") == 1
            finally:
                await connection.close()

        asyncio.run(connected())

    return follow
