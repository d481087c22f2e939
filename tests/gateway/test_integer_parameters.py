"""Parameters declared as int2, int4 and int8 by turns: types, results and errors are PostgreSQL's, and one plan serves most."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from struct import Struct
from typing import Any

import psycopg
import pytest
from psycopg import generators, waiting
from psycopg.pq import DiagnosticField

from gateway.engine.engine import ReadEngine
from planner.tree.types import INT2, INT4, INT8
from statestore.node import LocalStore, StoreOptions
from statestore.views import open_root
from statestore.views.local_writer import write_version
from tests.gateway.rows.statements import CREATE, SCHEMA, rows
from tests.gateway.serving import serving

pytestmark = pytest.mark.postgres
OIDS = (INT2.oid, INT4.oid, INT8.oid)
WIDTHS = {INT2.oid: Struct("!h"), INT4.oid: Struct("!i"), INT8.oid: Struct("!q")}
#: Statements, the number of their parameters, and whether one plan serves all their types.
STATEMENTS = [
    ("SELECT * FROM small WHERE customer = $1 AND number = $2", 2, True),
    ("SELECT number, tiny FROM small WHERE customer = $1 AND number IN ($2, $3) ORDER BY number", 3, True),
    ("SELECT count(*) FROM small WHERE customer = $1 AND quantity BETWEEN $2 AND $3", 3, True),
    ("SELECT number FROM small WHERE customer = $1 ORDER BY number LIMIT $2 OFFSET $3", 3, True),
    ("SELECT count(*) FROM small WHERE $1 < amount AND quantity <> $2", 2, True),
    ("SELECT $1 + $2", 2, False),
    ("SELECT $1, count(*) FROM small WHERE customer = $2", 2, False),
    ("SELECT number FROM small WHERE customer = $1 - 1 AND number > $2 ORDER BY number", 2, False),
    ("SELECT pg_typeof($1)::text, abs($1)", 1, False),
    ("SELECT sum($1) FROM small WHERE customer = $2", 2, False),
    ("SELECT CASE WHEN $1 = $2 THEN $1 ELSE $2 END", 2, False),
    ("SELECT substr('abcdef', $1)", 1, False),
    ("SELECT count(*) FROM small WHERE name = $1", 1, False),
]
VALUES = (0, 1, 2, 3, 32767, -32768)


@dataclass
class Servers:
    engine: ReadEngine
    ours: psycopg.Connection[Any]
    theirs: psycopg.Connection[Any]


@pytest.fixture(scope="module")
def servers(postgres_dsn: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Servers]:
    folder: Path = tmp_path_factory.mktemp("integers")
    root, table = str(folder / "root"), rows(random.Random(7))
    write_version(root, SCHEMA, table)
    with (
        LocalStore(open_root(root), folder / "store", StoreOptions()) as store,
        psycopg.connect(postgres_dsn, autocommit=True) as theirs,
    ):
        theirs.execute(CREATE.replace("CREATE TABLE", "CREATE TEMPORARY TABLE"))
        with theirs.cursor().copy("COPY small FROM STDIN") as copy:
            for row in zip(*(column.to_pylist() for column in table.columns), strict=True):
                copy.write_row(row)
        engine = ReadEngine(store)
        try:
            with serving(engine) as server, psycopg.connect(server.dsn, autocommit=True) as ours:
                yield Servers(engine, ours, theirs)
        finally:
            engine.close()


def asked(connection: psycopg.Connection[Any], sql: str, oids: tuple[int, ...], values: list[int]) -> Any:
    """Parameters' and columns' types and the rows in binary; or the error."""
    pgconn = connection.pgconn

    def answer() -> Any:
        (result,) = waiting.wait(generators.execute(pgconn), pgconn.socket)  # the server is in this process, too
        return result

    pgconn.send_prepare(b"", sql.encode(), oids)
    result = answer()
    if not result.error_message:
        pgconn.send_describe_prepared(b"")
        described = answer()
        cells = [WIDTHS[oid].pack(value) for oid, value in zip(oids, values, strict=True)]
        pgconn.send_query_prepared(b"", cells, [1] * len(cells), 1)
        result = answer()
    if result.error_message:
        return [result.error_field(of) for of in (DiagnosticField.SQLSTATE, DiagnosticField.MESSAGE_PRIMARY)]
    return (
        [described.param_type(i) for i in range(described.nparams)],
        [(result.ftype(c), result.fsize(c)) for c in range(result.nfields)],
        [[result.get_value(r, c) for c in range(result.nfields)] for r in range(result.ntuples)],
    )


@pytest.mark.parametrize(("sql", "count", "shared"), STATEMENTS, ids=[sql for sql, *_ in STATEMENTS])
def test_any_integers(servers: Servers, sql: str, count: int, shared: bool) -> None:
    chance = random.Random(sql)
    before = len(servers.engine.plans)
    for oids in product(OIDS, repeat=count):
        for _ in range(3):
            values = [chance.choice(VALUES) for _ in range(count)]
            ours, theirs = asked(servers.ours, sql, oids, values), asked(servers.theirs, sql, oids, values)
            if "ORDER BY" not in sql and isinstance(ours[-1], list):
                ours[-1].sort()
                theirs[-1].sort()
            assert ours == theirs, (oids, values)
    made = len(servers.engine.plans) - before
    assert made <= 2 if shared else made <= len(OIDS) ** count
