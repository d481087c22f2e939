"""Statements and what deparsing makes of them, side by side on PostgreSQL."""

from __future__ import annotations

import psycopg
from psycopg.pq import DiagnosticField, ExecStatus

from planner.errors import PlanError
from planner.parse import parse
from planner.postgres.bind import bind
from planner.postgres.deparse import KnownValues, deparse
from planner.tree.catalog import MemoryCatalog
from planner.tree.query_plan import PlanSettings
from planner.tree.statement import SelectStatement

#: What puts some rows into the tables of the cases.
ROWS = (
    "INSERT INTO t SELECT n, chr(97 + n % 5), n / 4.0, '2020-01-01 00:00+00'::timestamptz + n * interval '7 hours', "
    "'2020-01-01'::timestamp + n * interval '5 hours', '2020-01-01'::date + n % 7, (n % 6) + 0.25, n % 4, n % 3 = 0, "
    "decode(repeat('0' || n % 10, 2), 'hex'), ARRAY['x', chr(97 + n % 3), NULL], jsonb_build_object('a', n % 3), "
    "n * interval '1 hour', ARRAY[n % 3, n, NULL], n / 8.0, n % 5 FROM generate_series(1, 24) n",
    "INSERT INTO t (a) VALUES (100), (101)",
    "INSERT INTO u SELECT n, chr(97 + m), n - m, (n % 6) + 0.25, n + m FROM generate_series(1, 12) n, generate_series(1, 2) m",
    "INSERT INTO flights SELECT chr(65 + n % 3), n, '2013-07-01 00:00+00'::timestamptz + n * interval '1 hour', 'JFK', "
    "CASE WHEN n % 2 = 0 THEN 'LAX' END, n - 5, n * 100, 2013 FROM generate_series(1, 20) n",
)

Answer = tuple[list[tuple[bytes | None, ...]], list[tuple[bytes | None, int, int]]] | str


def answers(connection: psycopg.Connection, *texts: str) -> list[Answer]:
    """Rows, and names, types and modifiers of the columns, or the SQLSTATE, all at the same now()."""
    pg = connection.pgconn
    found: list[Answer] = []
    pg.exec_(b"BEGIN")
    for text in texts:
        pg.exec_(b"SAVEPOINT one")
        result = pg.exec_(text.encode())
        if result.status == ExecStatus.TUPLES_OK:
            columns = [(result.fname(i), result.ftype(i), result.fmod(i)) for i in range(result.nfields)]
            rows = sorted(
                (tuple(result.get_value(row, i) for i in range(result.nfields)) for row in range(result.ntuples)), key=repr
            )
            found.append((rows, columns))
        else:
            found.append((result.error_field(DiagnosticField.SQLSTATE) or b"").decode())
            pg.exec_(b"ROLLBACK TO one")
    pg.exec_(b"ROLLBACK")
    return found


def respelled(sql: str, catalog: MemoryCatalog, settings: PlanSettings, values: KnownValues | None = None) -> str | None:
    """The deparsed text; None where the statement is refused."""
    try:
        (statement,) = parse(sql)
        if not isinstance(statement, SelectStatement):
            return None
        query = bind(statement, catalog, (), settings)
        return None if query.parameters else deparse(query.query, values)
    except PlanError:
        return None
