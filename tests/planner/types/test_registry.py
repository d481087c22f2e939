"""The allow-list against pg_proc, pg_operator and pg_cast; resolution against what PostgreSQL resolves."""

from __future__ import annotations

from collections.abc import Iterator

import psycopg
import pytest

from planner.errors import DatatypeMismatch, PlanError
from planner.postgres.functions.casts import CASTS, select_common_type
from planner.postgres.functions.catalogue import ALL
from planner.postgres.functions.declare import pg_type
from planner.postgres.functions.function import Function
from planner.postgres.functions.prelude import install
from planner.postgres.functions.registry import resolve_function, resolve_operator
from planner.tree.types import INT4, TEXT, UNKNOWN

pytestmark = pytest.mark.postgres
_SYMBOLS = {"like": "~~", "not_like": "!~~", "ilike": "~~*", "not_ilike": "!~~*"}
#: Written without parentheses in SQL, or with another type there (pg_node_tree, inet, xid).
_NOT_FUNCTIONS = {
    "current_timestamp", "current_date", "localtime", "localtimestamp", "user", "current_role", "current_catalog",
    "pg_get_expr", "pg_wal_lsn_diff", "pg_lsn", "inet_server_addr", "inet_client_addr",
    "age(bigint)", "mxid_age(bigint)",
}  # fmt: skip
#: There is no pg_lsn here: pgpool and others get its text.
_PG_LSN = 3220
_OTHERWISE = {(_PG_LSN, TEXT)}


@pytest.fixture
def connection(postgres_dsn: str) -> Iterator[psycopg.Connection]:
    with psycopg.connect(postgres_dsn, autocommit=True) as opened:
        yield opened


def _result_of_operator(connection: psycopg.Connection, f: Function) -> int | None:
    left = f.args[0].oid if len(f.args) == 2 else 0
    query = "SELECT oprresult FROM pg_operator WHERE oprname = %s AND oprleft = %s AND oprright = %s"
    row = connection.execute(query, (_SYMBOLS.get(f.name, f.name), left, f.args[-1].oid)).fetchone()
    return row[0] if row else None


def _result_of_function(connection: psycopg.Connection, f: Function) -> int | None:
    query = "SELECT prorettype FROM pg_proc WHERE proname = %s AND pronamespace = 11 AND "
    if f.variadic:
        row = connection.execute((query + "provariadic <> 0").encode(), (f.name,)).fetchone()
    else:
        row = connection.execute(
            (query + "proargtypes::text = %s").encode(), (f.name, " ".join(str(a.oid) for a in f.args))
        ).fetchone()
    return row[0] if row else None


def test_every_entry_is_one_of_postgresqls(connection: psycopg.Connection) -> None:
    wrong = []
    for f in ALL:
        if f.schema != "pg_catalog" or _NOT_FUNCTIONS & {f.name, f.signature()}:
            continue
        found = _result_of_operator(connection, f) if f.operator else _result_of_function(connection, f)
        if found != f.result.oid and (found, f.result) not in _OTHERWISE:
            wrong.append(f"{f.signature()} gives {f.result.name}, not {found}")
    assert not wrong, "\n".join(wrong)


def test_entries_are_unique() -> None:
    seen = [(f.schema, f.name, f.args, f.variadic, f.operator) for f in ALL]
    assert len(seen) == len(set(seen))


def test_casts_are_those_of_pg_cast(connection: psycopg.Connection) -> None:
    rows = connection.execute("SELECT castsource, casttarget, castcontext::text FROM pg_cast").fetchall()
    known = {(source, target): context for source, target, context in rows}
    for (source, target), context in CASTS.items():
        if source.name.endswith("vector"):
            continue  # binary coercible without an entry in pg_cast
        assert known[source.oid, target.oid] == context, (source.name, target.name)


NAMES = (
    "bool", "int2", "int4", "int8", "float4", "float8", "numeric", "text", "varchar", "date", "time", "timestamp", "timestamptz",
    "interval",
)  # fmt: skip


@pytest.mark.parametrize("symbol", ["+", "-", "*", "=", "<", "||"])
def test_operators_resolve_as_in_postgresql(connection: psycopg.Connection, symbol: str) -> None:
    wrong = []
    for left in NAMES:
        for right in NAMES:
            try:
                mine: object = resolve_operator(symbol, pg_type(left), pg_type(right)).result.oid
            except PlanError as error:
                mine = type(error).__name__
            try:
                row = connection.execute(f"SELECT pg_typeof(NULL::{left} {symbol} NULL::{right})::oid".encode()).fetchone()
                theirs: object = row[0] if row else None
            except psycopg.Error as error:
                theirs = {"42883": "UndefinedFunction", "42725": "AmbiguousFunction"}[error.sqlstate or ""]
            # The server has operators of types that do not exist here; what it gives of those we refuse.
            if mine != theirs:
                wrong.append(f"{left} {symbol} {right}: {mine} instead of {theirs}")
    assert not wrong, "\n".join(wrong)


def test_unknown_literals_take_the_other_sides_type() -> None:
    assert resolve_operator("=", INT4, UNKNOWN).args == (INT4, INT4)
    assert resolve_operator("||", UNKNOWN, UNKNOWN).args == (TEXT, TEXT)
    assert resolve_function("lower", None, [UNKNOWN]).args == (TEXT,)


def test_common_types(connection: psycopg.Connection) -> None:
    for left in NAMES:
        for right in NAMES:
            try:
                row = connection.execute(f"SELECT pg_typeof(coalesce(NULL::{left}, NULL::{right}))::oid".encode()).fetchone()
            except psycopg.Error:
                with pytest.raises(DatatypeMismatch):
                    select_common_type([pg_type(left), pg_type(right)], "COALESCE")
                continue
            assert row is not None
            assert select_common_type([pg_type(left), pg_type(right)], "COALESCE").oid == row[0], (left, right)


def test_the_prelude_installs_before_the_configuration_is_locked() -> None:
    import duckdb

    connection = duckdb.connect()
    install(connection)
    connection.execute("SET lock_configuration = true")
    assert connection.execute("SELECT pg_int_div(-7, 2), py_reverse(NULL, 'abc')").fetchone() == (-3, "cba")
    connection.close()
