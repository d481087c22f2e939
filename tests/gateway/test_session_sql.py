"""Cursors, transactions, prepared statements and signals in SQL: rows, columns, tags, warnings and errors are PostgreSQL 15's.

Each paragraph of session_sql/*.sql is sent, line by line, to both servers over new connections.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import psycopg
import pytest
from psycopg import pq

from tests.plugins.twin import Twin

pytestmark = pytest.mark.postgres

FOLDER = Path(__file__).with_name("session_sql")
_FIELDS = (
    pq.DiagnosticField.SEVERITY_NONLOCALIZED,
    pq.DiagnosticField.SQLSTATE,
    pq.DiagnosticField.MESSAGE_PRIMARY,
    pq.DiagnosticField.MESSAGE_DETAIL,
    pq.DiagnosticField.MESSAGE_HINT,
    pq.DiagnosticField.STATEMENT_POSITION,
)


@dataclass
class Side:
    """One server's connection. *warnings* are those of the last Query."""

    dsn: str
    warnings: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.connection = psycopg.connect(self.dsn, autocommit=True)
        self.connection.add_notice_handler(lambda n: self.warnings.append(f"{n.severity} {n.sqlstate} {n.message_primary}"))
        self.connection.execute("SET TimeZone = 'UTC'")

    def ask(self, sql: str) -> object:
        """Everything a client sees of one Query."""
        self.warnings.clear()
        pg = self.connection.pgconn
        pg.send_query(sql.encode())
        found: list[object] = []
        while (result := pg.get_result()) is not None:
            found.append(seen(result))
        return found, list(self.warnings), pq.TransactionStatus(pg.transaction_status).name


def seen(result: pq.abc.PGresult) -> object:
    if result.status == pq.ExecStatus.FATAL_ERROR:
        return [(result.error_field(kind) or b"").decode() for kind in _FIELDS]
    columns = [(result.fname(i), result.ftype(i), result.fmod(i), result.fformat(i)) for i in range(result.nfields)]
    rows = [[result.get_value(row, column) for column in range(result.nfields)] for row in range(result.ntuples)]
    return columns, rows, result.command_status


def conversations() -> Iterator[object]:
    for file in sorted(FOLDER.glob("*.sql")):
        lines = [line for line in file.read_text().splitlines() if not line.startswith("--")]
        for number, text in enumerate("\n".join(lines).strip().split("\n\n"), 1):
            yield pytest.param(text.splitlines(), id=f"{file.stem}-{number}")


@pytest.fixture
def sides(twin: Twin) -> Iterator[tuple[Side, Side]]:
    ours, theirs = Side(twin.tidegate), Side(twin.postgres)
    with ours.connection, theirs.connection:
        yield ours, theirs


@pytest.mark.parametrize("lines", list(conversations()))
def test_the_same_conversation(sides: tuple[Side, Side], lines: list[str]) -> None:
    ours, theirs = sides
    for line in lines:
        assert ours.ask(line) == theirs.ask(line), line


def asked_in_steps(side: Side, sql: str, format_: int) -> object:
    """Everything a client sees of Parse, Describe and Execute, each with its Sync."""
    side.warnings.clear()
    pg = side.connection.pgconn
    found: list[object] = []
    for step in (
        lambda: pg.send_prepare(b"", sql.encode()),
        lambda: pg.send_describe_prepared(b""),
        lambda: pg.send_query_prepared(b"", [], result_format=format_),
    ):
        step()
        results = list(iter(pg.get_result, None))
        found += [(seen(result), [result.param_type(i) for i in range(result.nparams)]) for result in results]
        if results[-1].status == pq.ExecStatus.FATAL_ERROR or results[-1].nparams:
            break
    return found, list(side.warnings), pq.TransactionStatus(pg.transaction_status).name


@pytest.mark.parametrize("format_", [0, 1], ids=["text", "binary"])
@pytest.mark.parametrize("lines", list(conversations()))
def test_the_same_in_the_extended_protocol(sides: tuple[Side, Side], lines: list[str], format_: int) -> None:
    ours, theirs = sides
    for line in lines:
        assert asked_in_steps(ours, line, format_) == asked_in_steps(theirs, line, format_), line


EXPLAINED = (
    "explain execute q('UA')",
    "explain (analyze, format json) execute q('UA')",
    "explain (verbose) execute q(lower('UA'))",
)


@pytest.mark.parametrize("sql", EXPLAINED)
def test_explain_execute_shows_the_read_of_these_arguments(sides: tuple[Side, Side], sql: str) -> None:
    ours, theirs = (side.connection for side in sides)
    for connection in (ours, theirs):
        connection.execute("prepare q as select name from airlines where carrier = $1")
    found, expected = ours.execute(sql.encode()), theirs.execute(sql.encode())
    assert found.statusmessage == expected.statusmessage
    assert [(c.name, c.type_code) for c in found.description or ()] == [(c.name, c.type_code) for c in expected.description or ()]
    assert "'UA'" in str(found.fetchall()) or "lower" in sql


REFUSED = (
    ("select * from pg_ls_tmpdir()", "42501", "permission denied for function pg_ls_tmpdir"),
    ("select pg_read_file('postgresql.conf')", "42501", "permission denied for function pg_read_file"),
    ("listen a", "25006", "cannot execute LISTEN: tidegate is read-only"),
    ('listen "A b"', "25006", "cannot execute LISTEN: tidegate is read-only"),
    ("notify a, 'b'", "25006", "cannot execute NOTIFY: tidegate is read-only"),
    ("prepare w as insert into airlines values ('x')", "25006", "cannot execute INSERT: tidegate is read-only"),
    ("lock airlines in access share mode", "25006", "cannot execute LOCK TABLE: tidegate is read-only"),
    ("explain declare c cursor for select 1", "0A000", "EXPLAIN DECLARE is not supported"),
)


@pytest.mark.parametrize(("sql", "sqlstate", "message"), REFUSED)
def test_refused(twin: Twin, sql: str, sqlstate: str, message: str) -> None:
    """PostgreSQL in recovery refuses LISTEN, NOTIFY and LOCK with 25006 as well."""
    with psycopg.connect(twin.tidegate, autocommit=True) as connection, pytest.raises(psycopg.Error) as caught:
        connection.execute(sql.encode())
    assert (caught.value.sqlstate, caught.value.diag.message_primary) == (sqlstate, message)


@pytest.mark.parametrize("sql", ["listen", "notify", "notify a,", "listen a b", "unlisten"])
def test_their_syntax_is_checked(sides: tuple[Side, Side], sql: str) -> None:
    ours, theirs = sides
    assert ours.ask(sql) == theirs.ask(sql)
