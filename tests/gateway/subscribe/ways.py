"""Ways in which a client follows a view over the Postgres protocol, until it is told that a version is complete."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any, Final

import psycopg
import pyarrow as pa

from tests.gateway.subscribe.followed import Replica, check, shown
from tests.statestore.changing_world import ChangingWorld

Way = Callable[[str, str, int, Replica], None]
_OPTIONS: Final = "WITH (PROGRESS)"


def reached(replica: Replica, until: int, rows: list[tuple[Any, ...]]) -> bool:
    """Take the rows; is version *until* complete with them?"""
    replica.take(rows)
    return any(row[2] == "progress" and row[0] >= until for row in rows)


def by_simple_query(dsn: str, subscribe: str, until: int, replica: Replica) -> None:
    """A Query without an end, row by row, then CancelRequest."""
    with psycopg.connect(dsn, autocommit=True, cursor_factory=psycopg.ClientCursor) as connection:
        try:
            for row in connection.cursor().stream(f"{subscribe} {_OPTIONS}"):
                if reached(replica, until, [row]):
                    connection.cancel_safe()
        except psycopg.errors.QueryCanceled:
            return
    raise AssertionError("it has no end")


def by_statement(dsn: str, subscribe: str, until: int, replica: Replica) -> None:
    """Parse, Bind, Execute; binary."""
    with psycopg.connect(dsn, autocommit=True) as connection, connection.cursor(binary=True) as cursor:
        try:
            for row in cursor.stream(f"{subscribe} {_OPTIONS}", binary=True):
                if reached(replica, until, [row]):
                    connection.cancel_safe()
        except psycopg.errors.QueryCanceled:
            return
    raise AssertionError("it has no end")


def by_cursor(dsn: str, subscribe: str, until: int, replica: Replica) -> None:
    """FETCH that waits, and FETCH that does not, in a transaction."""
    with psycopg.connect(dsn) as connection:
        connection.execute(f"DECLARE c CURSOR FOR {subscribe} {_OPTIONS}")
        while not reached(replica, until, connection.execute("FETCH 5 FROM c WITH (TIMEOUT = '20s')").fetchall()):
            while rows := connection.execute("FETCH 3 FROM c WITH (TIMEOUT '0s')").fetchall():
                if reached(replica, until, rows):
                    return


def by_held_cursor(dsn: str, subscribe: str, until: int, replica: Replica) -> None:
    """WITH HOLD, between transactions; FETCH without a timeout waits until there is something."""
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute(f"DECLARE c CURSOR WITH HOLD FOR {subscribe} {_OPTIONS}")
        while True:
            rows = connection.execute("FETCH ALL FROM c").fetchall()
            assert rows
            if reached(replica, until, rows):
                return


def by_copy(dsn: str, subscribe: str, until: int, replica: Replica) -> None:
    """COPY, text."""
    _copied(dsn, subscribe, until, replica, "text")


def by_binary_copy(dsn: str, subscribe: str, until: int, replica: Replica) -> None:
    """COPY, binary."""
    _copied(dsn, subscribe, until, replica, "binary")


def _copied(dsn: str, subscribe: str, until: int, replica: Replica, form: str) -> None:
    half = ["int8", "timestamptz", "text", "int8", "int8", "int8"]
    with psycopg.connect(dsn, autocommit=True) as connection:
        try:
            with connection.cursor().copy(f"COPY ({subscribe} {_OPTIONS}) TO STDOUT (FORMAT {form})") as copy:
                copy.set_types(["int8", "timestamptz", "text", *half, *half])
                for row in copy.rows():
                    if reached(replica, until, [row]):
                        connection.cancel_safe()
        except psycopg.errors.QueryCanceled:
            return
    raise AssertionError("it has no end")


def by_arrow(dsn: str, subscribe: str, until: int, replica: Replica) -> None:
    """COPY in Arrow's stream format."""
    with psycopg.connect(dsn, autocommit=True) as connection:
        try:
            with connection.cursor().copy(f"COPY ({subscribe} {_OPTIONS}) TO STDOUT (FORMAT arrow)") as copy:
                head = bytes(copy.read())
                while message := copy.read():
                    (batch,) = pa.ipc.open_stream(io.BytesIO(head + bytes(message))).read_all().to_batches()
                    rows = [tuple(row.values()) for row in _unnamed(batch).to_pylist()]
                    if reached(replica, until, rows):
                        connection.cancel_safe()
        except psycopg.errors.QueryCanceled:
            return
    raise AssertionError("it has no end")


def _unnamed(batch: pa.RecordBatch) -> pa.RecordBatch:
    return pa.RecordBatch.from_arrays(batch.columns, [str(n) for n in range(batch.num_columns)])


WAYS: Final[tuple[Way, ...]] = (
    by_simple_query, by_statement, by_cursor, by_held_cursor, by_copy, by_binary_copy, by_arrow,
)  # fmt: skip


def follow(way: Way, dsn: str, world: ChangingWorld, start: int | None, until: int) -> None:
    """From all rows, or behind version *start*, to version *until*: fails unless that is what the model says."""
    replica = Replica()
    if start is not None:
        replica.rows, replica.version = dict(shown(world, start)), start
    way(dsn, "SUBSCRIBE TO v" if start is None else f"SUBSCRIBE TO v FROM VERSION {start}", until, replica)
    after = min(replica.told, default=until) if start is None else start
    check(replica, world, after, until)
    if replica.version == until:
        assert replica.rows == shown(world, until)
