"""Binding side by side with PostgreSQL: the same statement, prepared and described by both.

A case file (cases/*.sql) holds statements that end with ";" at a line's end. A line ``--! aspect: reason`` in front of a
statement names what may differ from Postgres there, and why; a difference that has gone is a failure too. Aspects:

* unsupported — Tidegate refuses with 0A000 (25006) what Postgres does, or refuses otherwise
* accepted — Tidegate takes what Postgres refuses
* refused — Tidegate refuses what Postgres does, in other words than "not supported"
* names, types, typmods, origins, parameters — of the result
* sqlstate, message, position, hint, detail — of the error

``--$ 23 0`` gives the parameters' declared type OIDs.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from pathlib import Path

import psycopg
from psycopg.pq import DiagnosticField, ExecStatus
from psycopg.pq.abc import PGresult

from planner.errors import PlanError
from planner.parse import parse
from planner.postgres.bind import bind
from planner.tree.catalog import ColumnDef, MemoryCatalog, Relation, view_relation
from planner.tree.query_plan import PlanSettings
from planner.tree.statement import SelectStatement
from planner.tree.types import ARRAY_OF, BY_OID, TEXT, SqlType
from statestore import types as st
from statestore.schema import Column, HashPartitioning, ViewSchema
from tests.plugins.postgres import own_database

CASES = Path(__file__).parent / "cases"
#: Case files of what binding makes expressions of that have no text in SQL.
UNWRITTEN = frozenset({"rows"})
SETTINGS = PlanSettings(user="postgres", database="postgres")


# ------------------------------------------------------------------------------------------------------------------------ cases


@dataclass(frozen=True, slots=True)
class Case:
    """One statement of a case file."""

    name: str
    sql: str
    differs: dict[str, str] = field(default_factory=dict)
    parameters: tuple[int, ...] = ()


def read_cases(path: Path) -> list[Case]:
    """All cases of a file."""
    cases: list[Case] = []
    differs: dict[str, str] = {}
    parameters: tuple[int, ...] = ()
    lines: list[str] = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if not lines and line.startswith("--! "):
            aspect, _, reason = line[4:].partition(": ")
            assert reason, f"{path.name}:{number}: a difference needs a reason"
            differs[aspect] = reason
        elif not lines and line.startswith("--$ "):
            parameters = tuple(int(word) for word in line[4:].split())
        elif lines or (line.strip() and not line.startswith("--")):
            lines.append(line)
            if line.rstrip().endswith(";"):
                sql = "\n".join(lines).rstrip()[:-1]
                cases.append(Case(f"{path.stem}:{number}", sql, differs, parameters))
                lines, differs, parameters = [], {}, ()
    assert not lines, f"{path.name} ends within a statement"
    return cases


# --------------------------------------------------------------------------------------------------------------------- outcomes


@dataclass(frozen=True, slots=True)
class Outcome:
    """What describing a statement gives: a result's shape, or an error."""

    parameters: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    types: tuple[int, ...] = ()
    typmods: tuple[int, ...] = ()
    origins: tuple[tuple[int, int], ...] = ()
    sqlstate: str | None = None
    message: str | None = None
    position: int | None = None
    hint: str | None = None
    detail: str | None = None


def ours(case: Case, catalog: MemoryCatalog) -> Outcome:
    """Tidegate's answer."""
    try:
        (statement,) = parse(case.sql)
        if not isinstance(statement, SelectStatement):
            return Outcome()
        offset = statement.offset
    except PlanError as error:
        return _failure(error, 0)
    try:
        bound = bind(statement, catalog, case.parameters, SETTINGS)
    except PlanError as error:
        return _failure(error, offset)
    return Outcome(
        tuple(p.pg.oid for p in bound.parameters),
        tuple(c.name for c in bound.columns),
        tuple(c.type.pg.oid for c in bound.columns),
        tuple(c.type.typmod for c in bound.columns),
        tuple(c.origin for c in bound.columns),
    )


def _failure(error: PlanError, offset: int) -> Outcome:
    position = error.position + offset if error.position is not None else None
    return Outcome(
        sqlstate=error.sqlstate, message=error.message, position=position, hint=error.hint, detail=error.detail
    )  # fmt: skip


def theirs(case: Case, connection: psycopg.Connection) -> Outcome:
    """PostgreSQL's answer."""
    pg = connection.pgconn
    result = pg.prepare(b"", case.sql.encode(), case.parameters or None)
    if result.status != ExecStatus.COMMAND_OK:
        return _pg_error(result)
    result = pg.describe_prepared(b"")
    columns = range(result.nfields)
    return Outcome(
        tuple(result.param_type(i) for i in range(result.nparams)),
        tuple((result.fname(i) or b"").decode() for i in columns),
        tuple(result.ftype(i) for i in columns),
        tuple(result.fmod(i) for i in columns),
        tuple((result.ftable(i), result.ftablecol(i)) for i in columns),
    )


def _pg_error(result: PGresult) -> Outcome:
    def text(what: DiagnosticField) -> str | None:
        value = result.error_field(what)
        return value.decode() if value is not None else None

    position = text(DiagnosticField.STATEMENT_POSITION)
    return Outcome(
        sqlstate=text(DiagnosticField.SQLSTATE),
        message=text(DiagnosticField.MESSAGE_PRIMARY),
        position=int(position) if position else None,
        hint=text(DiagnosticField.MESSAGE_HINT),
        detail=text(DiagnosticField.MESSAGE_DETAIL),
    )


def differences(mine: Outcome, reference: Outcome) -> dict[str, str]:
    """Aspect → what differs."""
    if mine.sqlstate in ("0A000", "25006") and reference.sqlstate != mine.sqlstate:
        return {"unsupported": f"{mine.message} | Postgres: {reference.message or reference.names}"}
    if mine.sqlstate is None and reference.sqlstate is not None:
        return {"accepted": f"Postgres: {reference.sqlstate} {reference.message}"}
    if mine.sqlstate is not None and reference.sqlstate is None:
        return {"refused": f"{mine.sqlstate} {mine.message} at {mine.position}"}
    return {
        f.name: f"{getattr(mine, f.name)!r} | Postgres: {getattr(reference, f.name)!r}"
        for f in fields(Outcome)
        if getattr(mine, f.name) != getattr(reference, f.name)
    }


# ---------------------------------------------------------------------------------------------------------------------- catalog

VIEWS = (
    ViewSchema(
        "t",
        (
            Column("a", st.Int()),
            Column("b", st.String()),
            Column("c", st.Double()),
            Column("d", st.Timestamp()),
            Column("e", st.TimestampNtz()),
            Column("f", st.Date()),
            Column("g", st.Decimal(10, 2)),
            Column("h", st.Long()),
            Column("i", st.Boolean()),
            Column("j", st.Binary()),
            Column("k", st.Array(st.String())),
            Column("m", st.Map(st.String(), st.Int())),
            Column("n", st.DayTimeInterval()),
            Column("o", st.Array(st.Int())),
            Column("r", st.Float()),
            Column("s", st.Short()),
        ),
        ("a",),
        ("a",),
        HashPartitioning(4),
        (16,),
    ),
    ViewSchema(
        "u",
        (
            Column("a", st.Int()),
            Column("x", st.String()),
            Column("h", st.Int()),
            Column("g", st.Decimal(12, 4)),
            Column("Mixed Case", st.Int()),
        ),
        ("a", "x"),
        ("a",),
        HashPartitioning(4),
        (5,),
    ),
    ViewSchema(
        "flights",
        (
            Column("carrier", st.String()),
            Column("flight", st.Int()),
            Column("time_hour", st.Timestamp()),
            Column("origin", st.String()),
            Column("dest", st.String()),
            Column("dep_delay", st.Double()),
            Column("distance", st.Double()),
            Column("year", st.Int()),
        ),
        ("carrier", "flight", "time_hour"),
        ("carrier",),
        HashPartitioning(8),
        (8,),
    ),
)


@dataclass(frozen=True)
class Reference:
    """A PostgreSQL with the tables of the cases, and the catalog that says the same."""

    connection: psycopg.Connection
    catalog: MemoryCatalog


@contextmanager
def reference_database(postgres_dsn: str, name: str) -> Iterator[Reference]:
    """A database of its own, for the time of a with block."""
    with own_database(postgres_dsn, name) as connection:
        create_tables(connection)
        yield Reference(connection, load_catalog(connection))


def create_tables(connection: psycopg.Connection) -> None:
    """The views of VIEWS as tables."""
    for view in VIEWS:
        relation = view_relation(view, 0)
        columns = ", ".join(f'"{c.name}" {_declared(c.type)}' for c in relation.columns)
        key = ", ".join(f'"{k}"' for k in view.key)
        connection.execute(f"CREATE TABLE {view.name} ({columns}, PRIMARY KEY ({key}))".encode())


def _declared(sql_type: SqlType) -> str:
    if sql_type.pg.name == "numeric" and sql_type.typmod >= 4:
        precision, scale = (sql_type.typmod - 4) >> 16, (sql_type.typmod - 4) & 0xFFFF
        return f"numeric({precision},{scale})"
    return sql_type.pg.name


def load_catalog(connection: psycopg.Connection) -> MemoryCatalog:
    """The views with the OIDs Postgres gave their tables, and its own system tables."""
    relations = []
    for view in VIEWS:
        (oid,) = connection.execute("SELECT %s::regclass::oid::int", (view.name,)).fetchone() or (0,)
        relations.append(view_relation(view, oid))
    return MemoryCatalog([*relations, *_system_relations(connection)])


_SYSTEM_COLUMNS = """
    SELECT n.nspname, c.relname, c.oid::int8, a.attname, CASE t.typtype WHEN 'd' THEN t.typbasetype ELSE t.oid END::int8,
           a.atttypmod, t.typcategory
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_type t ON t.oid = a.atttypid
    WHERE n.nspname IN ('pg_catalog', 'information_schema') AND a.attnum > 0 AND c.relkind IN ('r', 'v')
    ORDER BY c.oid, a.attnum
"""


def _system_relations(connection: psycopg.Connection) -> list[Relation]:
    """text stands in for types that Tidegate does not have, text[] for arrays of them."""
    found: dict[tuple[str, str, int], list[ColumnDef]] = {}
    for schema, name, oid, column, type_oid, typmod, category in connection.execute(_SYSTEM_COLUMNS).fetchall():
        pg = BY_OID.get(type_oid, ARRAY_OF[TEXT] if category == "A" else TEXT)
        found.setdefault((schema, name, oid), []).append(ColumnDef(column, SqlType(pg, typmod if pg.oid == type_oid else -1)))
    return [Relation(schema, name, oid, tuple(columns)) for (schema, name, oid), columns in found.items()]
