"""Relations with odd and long names, comments full of quotes, and views over views: clients are told what PostgreSQL tells them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

import psycopg
import pytest
from psycopg import sql
from sqlalchemy import create_engine, inspect

from statestore import types as st
from statestore.schema import Column, HashPartitioning, ViewSchema
from tests.clients.test_psql import psql
from tests.plugins.gateway import running_gateway
from tests.plugins.namesake import OWNER, Namesake, fill_namesake, let_read, publish_views
from tests.plugins.postgres import PostgresServer

pytestmark = [pytest.mark.clients, pytest.mark.postgres]

LONG: Final = "long_" + "ü" * 29  # 63 bytes
NAMES: Final = (
    "Upper",
    "two words",
    "a.b",
    'qu"ote',
    "it's",
    "größe",
    "数据",
    LONG,
    "select",
    "$dollar",
    "back\\slash",
    "per%cent",
    "UPPER",
)
COMMENT: Final = """it's "quoted", with \\ and %, $$ and
a second line — ü"""


def _odd(name: str) -> ViewSchema:
    columns = (
        Column("id", st.Long(), nullable=False),
        *(Column(other, st.String(), comment=COMMENT if other == name else None) for other in NAMES),
    )
    return ViewSchema(name, columns, ("id", name), ("id",), HashPartitioning(1), (len(columns),), COMMENT)


VIEWS: Final = tuple(map(_odd, NAMES))
#: By name: views over tables, and over views.
DEFINED: Final = {
    "Plain": 'SELECT id, "Upper" FROM "Upper"',
    "over.it": 'SELECT p.id AS "Id", p."Upper" AS "it\'s", 1.5::numeric(4,1) AS n, ARRAY[\'a\'] AS t FROM "Plain" p',
    "lengths": r"""SELECT 'x'::varchar(7) AS a, 'x'::char(3) AS b, 'x'::varchar AS c, 1::numeric(9,3) AS d, 1::numeric AS e,
        now()::timestamp(3) AS f, now()::timestamptz(0) AS g, '1 h'::interval(2) AS h, '1 h'::interval AS i, '10:00'::time(1) AS j,
        ARRAY['x']::varchar(7)[] AS k, current_date AS l, '1'::interval hour AS m, '1 h'::interval day to second(2) AS n,
        'x'::name AS o, 'x'::char AS p, 'x'::"char" AS q, 1::int2 AS r, true AS s, '{}'::jsonb AS t, '\x00'::bytea AS v""",
    'most "odd"': 'SELECT "Id" + 1 AS "数据", "it\'s"::varchar(7) AS "two words", n FROM "over.it" WHERE n > 1',
}


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Namesake]:
    folder = tmp_path_factory.mktemp("odd")
    publish_views(folder / "root", VIEWS)
    config = folder / "tidegate.toml"
    # A string of JSON is one of TOML.
    parts = (
        f"[view.{json.dumps(name)}]\nsql = {json.dumps(text)}\ncomment = {json.dumps(COMMENT)}\n" for name, text in DEFINED.items()
    )
    config.write_text("\n".join(parts))
    server = PostgresServer(superuser=OWNER)
    server.start()
    try:
        postgres = fill_namesake(server, VIEWS)
        with psycopg.connect(postgres, autocommit=True) as connection:
            for name, text in DEFINED.items():
                view = sql.Identifier("public", name)
                connection.execute(sql.SQL("CREATE VIEW {} AS {}").format(view, sql.SQL(text)))
                connection.execute(sql.SQL("COMMENT ON VIEW {} IS {}").format(view, sql.Literal(COMMENT)))
                let_read(connection, view)
        with running_gateway(folder / "root", folder / "store", "--config", str(config)) as gateway:
            yield Namesake(gateway.dsn.replace("user=tester", f"user={OWNER}"), postgres)
    finally:
        server.stop()


def _pattern(name: str) -> str:
    quoted = name.replace('"', '""')
    return f'"{quoted}"'


def test_psql(odd: Namesake) -> None:
    commands = [r"\d", r"\dt", r"\di", r"\dv", r"\dd", r"\dp", r"\dt Upper", r"\d a.b", r"\dt public.*o*", r"\dt public.?????"]
    commands += [rf"\{what} {_pattern(name)}" for name in (*NAMES, *DEFINED) for what in ("d", "dt+ ", "dp")]
    commands = [command.replace("dt+ ", "dt") for command in commands]
    commands += [rf"\d+ {_pattern(name)}" for name in NAMES]
    script = "".join(f"\\echo {number}\n{command}\n" for number, command in enumerate(commands))
    assert psql(odd.tidegate, script) == psql(odd.postgres, script)


QUESTIONS: Final = (
    """SELECT oid::regclass::text, obj_description(oid, 'pg_class'), relnatts, relkind FROM pg_class WHERE relnamespace = 2200
        ORDER BY 1""",
    """SELECT conname, conrelid::regclass::text, pg_get_constraintdef(oid), conkey FROM pg_constraint WHERE connamespace = 2200
        ORDER BY 1""",
    "SELECT indexdef, indexname, tablename FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1",
    """SELECT attrelid::regclass::text, attname, format_type(atttypid, atttypmod), attnotnull, attnum,
        col_description(attrelid, attnum) FROM pg_attribute
        WHERE attrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 2200) AND attnum > 0 ORDER BY 1, attnum""",
    """SELECT table_name, column_name, data_type, character_maximum_length, character_octet_length, numeric_precision, udt_name,
        numeric_scale, numeric_precision_radix, datetime_precision, interval_type, interval_precision, is_nullable, dtd_identifier
        FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1, ordinal_position""",
    "SELECT table_name, table_type FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1",
    "SELECT * FROM information_schema.view_table_usage WHERE view_schema = 'public' ORDER BY view_name, table_name",
    """SELECT * FROM information_schema.view_column_usage WHERE view_schema = 'public'
        ORDER BY view_name, table_name, column_name""",
    "SELECT * FROM information_schema.key_column_usage WHERE table_schema = 'public' ORDER BY table_name, ordinal_position",
    """SELECT table_name, constraint_name, constraint_type FROM information_schema.table_constraints WHERE table_schema = 'public'
        AND constraint_type <> 'CHECK' ORDER BY 1, 2""",
    "SELECT viewname, viewowner FROM pg_views WHERE schemaname = 'public' ORDER BY 1",
    *(
        f"""SELECT to_regclass({text}), {text}::text::regclass::text, has_table_privilege({text}, 'select'),
            pg_table_is_visible({text}::regclass)"""
        for text in (f"quote_ident({name})" for name in ("'a.b'", "'qu\"ote'", "'it''s'", "'数据'", "'select'", "'back\\slash'"))
    ),
)  # fmt: skip


@pytest.mark.parametrize("question", QUESTIONS)
def test_catalog(odd: Namesake, question: str) -> None:
    with psycopg.connect(odd.tidegate) as ours, psycopg.connect(odd.postgres) as theirs:
        assert ours.execute(question.encode()).fetchall() == theirs.execute(question.encode()).fetchall()


def test_sqlalchemy(odd: Namesake) -> None:
    def told(dsn: str) -> list[Any]:
        parts = dict(part.split("=", 1) for part in dsn.split())
        engine = create_engine(f"postgresql+psycopg://{parts['user']}@{parts['host']}:{parts['port']}/{parts['dbname']}")
        try:
            inspector = inspect(engine)
            found: list[Any] = [sorted(inspector.get_table_names()), sorted(inspector.get_view_names())]
            for name in (*NAMES, *DEFINED):
                columns = [{k: str(v) for k, v in column.items()} for column in inspector.get_columns(name)]
                found.append((name, columns, inspector.get_table_comment(name), inspector.has_table(name)))
            keys = [(inspector.get_pk_constraint(name), inspector.get_indexes(name)) for name in NAMES]
            return [*found, keys]
        finally:
            engine.dispose()

    assert told(odd.tidegate) == told(odd.postgres)
