"""Casts to regclass, regtype, regoperator …, from them, and the to_reg functions: PostgreSQL's answers, and its errors."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.access.granting import two_views
from tests.gateway.serving import serving
from tests.plugins.postgres import own_database

pytestmark = pytest.mark.postgres

NAMES = {
    "regclass": (
        "flights", "public.flights", '"flights"', " Public . FLIGHTS ", "nothing", "public.nothing", "nowhere.flights", "pg_class",
        "pg_catalog.pg_class", "flights_pkey", "public.flights_pkey", "nothing_pkey", "-", "1259", "", ".", "a b", "a.b.c.d",
        "other.public.flights", '"Flights"',
    ),
    "regtype": (
        "int4", "integer", "nothing", "pg_catalog.int4", "timestamp with time zone", "timestamp(3) with time zone", "numeric(10,2)",
        "int4[]", "varchar(3)", "varchar(3)[]", "-", "23", "", "char",
        '"char"', "bpchar", "int", "float", "dec", "int4[3]", "int4 array",
        "pg_catalog.nothing", "regoperator", "regrole[]", "record", "5000000000",
    ),
    "regproc": (
        "now", "nothing", "pg_catalog.now", "count", "lower", "-", "1299", "", ".", " NOW ", '"now"', '"Now"', "nowhere.now",
        "public.now", "other.pg_catalog.now", "a.b.c.d", "5000000000", "99999", "-1", "_pg_expandarray", "a b", "substring",
        "pg_typeof",
    ),
    "regprocedure": (
        "lower(text)", "pg_catalog.lower( text )", "lower", "lower()", "now()", "now (  )", "now() x", "-", "870", "99999",
        'count("any")', "count(any)", "count(*)", "substring(text, int, int4)", "numeric(numeric, int4)", "a.b.c.d(int4)",
        "nowhere.now()", "other.pg_catalog.now()", '"Now"()', "lower(varchar(3))", "lower(nothing)", "lower(text,)", "lower(,text)",
        "to_char(timestamp with time zone, text)", 'format(text,"any")', "abs(double precision)", "", "lower(text",
        "array_to_string(anyarray, text)", "unnest(anyarray)", "lower(text[])",
        "ntile(int)", "lag(anycompatible, integer, anycompatible)", "lower(text))",
    ),
    "regoper": (
        "=", "0", "-", "||/", "pg_catalog.||/", "nowhere.+", "@@@@", "99999", "597", "96", "", "~~", "a b", "|/", "!~~*",
    ),
    "regoperator": (
        "+(int4,int4)", "-(NONE,int4)", "-(none , integer)", "+(int4)", "+(int4,int4,int4)", "+", "+(int4,int4", "+(int4,nothing)",
        "+(int4,text)", "+(int4,)", "+(,int4)", "0", "-", "96", "597", "99999", "+ (int4, int4)", '"+"(int4,int4)',
        "pg_catalog.=(text,text)", "nowhere.=(text,text)", "||(anyarray,anyarray)", "~~(text,text)", "+(int4,int4) x",
    ),
    "regconfig": ("english", "pg_catalog.english", "nothing", "nowhere.english", "public.english", "-", "0", "99999", "",
        '"English"'),
    "regdictionary": ("simple", "english_stem", "nothing", "nowhere.simple", "-", "99999", "a b"),
    "regcollation": (
        "C", '"C"', "default", '"default"', "nothing", "public.nothing", 'pg_catalog."C"', '"C"."D"', "-", "100", "99999",
        "a.b.c.d", '"POSIX"',
    ),
    "regrole": ("nobody", "-", '""', "", "a.b", '"Some Body"', "NoBody"),
    "regnamespace": ("public", "pg_catalog", "nothing", "-", "11", "2200", '"public"', '"Public"', "Public", "a.b", ""),
}  # fmt: skip
COLUMNS = {
    **NAMES,
    "regclass": ("flights", "nothing", "a b", "-", "1259", "nowhere.flights", '"flights"', "flights_pkey", "public.flights"),
}  # fmt: skip
TO = {
    "regclass": ("flights", "nothing", "a b", "-", "1259", "nowhere.flights", "public.flights_pkey", "other.public.flights"),
    "regtype": ("int4", "nothing", "", "int", "numeric(10,2)", "-", "23", "integer[]"),
    "regproc": ("now", "lower", "-", "1299", "nowhere.now", "a b", "", "nothing"),
    "regprocedure": ("lower(text)", "lower", "lower(nothing)", "nothing(text)", "nowhere.lower(text)", "-"),
    "regoper": ("||/", "=", "0", "@@@@", "nowhere.||/", ""),
    "regoperator": ("=(int4,int4)", "=(int4,text)", "=(int4)", "=(int4,nothing)", "=", "nowhere.=(int4,int4)", "0"),
    "regcollation": ('"POSIX"', "nothing", "nowhere.nothing", "a b", "-"),
    "regrole": ("nobody", "a.b", "-", "10"),
    "regnamespace": ("public", "nothing", "a.b", "-", "2200", '"public"'),
}  # fmt: skip
ASKED = [f"SELECT '{name}'::{kind}::text" for kind, names in NAMES.items() for name in names]
ASKED += [f"SELECT x::{kind}::text FROM (VALUES ('{name}')) v(x)" for kind, names in COLUMNS.items() for name in names]
ASKED += [f"SELECT to_{kind}('{name}')::text" for kind, names in TO.items() for name in names]
ASKED += [
    f"SELECT NULL::{kind}, NULL::text::{kind}, 0::oid::{kind}, 99999::int::{kind}, pg_typeof('{{}}'::{kind}[])" for kind in NAMES
]
ASKED += [
    "SELECT 96::regoper, 96::regoperator, 870::regproc, 870::regprocedure, 597::regoper, 597::regoperator",
    "SELECT 1 = 'now()'::regprocedure, 1299 = 'now()'::regprocedure, 'now'::regproc = 1299::oid, 'now'::regproc = 'now'",
    "SELECT 'now'::regproc::regprocedure, '||/'::regoper::regoperator, 'now()'::regprocedure::regproc",
    "SELECT 'now'::regproc::int8, 'now()'::regprocedure::int4, '\"C\"'::regcollation::oid, 'simple'::regconfig::oid",
    "SELECT array['now'::regproc, 'lower(text)'::regprocedure::regproc, NULL]",
    "SELECT array['now'::regproc, 'lower(text)'::regprocedure::regproc, NULL]::text",
    "SELECT array['count(\"any\")'::regprocedure, 0], array['+(int4,int4)'::regoperator], array[23::regtype, 1184, 1009]",
    "SELECT array['flights'::regclass, 'pg_class'], array['public'::regnamespace], array['\"C\"'::regcollation]",
    "SELECT '{now,pg_typeof,-}'::regproc[]",
    "SELECT '{now,lower}'::regproc[]",
    "SELECT '{pg_class,flights}'::regclass[]::text",
    "SELECT '{int4,integer[]}'::regtype[]",
    "SELECT '{}'::regoper[], '{}'::regoper[]::text, NULL::regoper[]::text",
    "SELECT oprname, oid::regoper, oid::regoperator, oprcode FROM pg_operator WHERE oid IN (96, 551, 597, 1752, 2751) ORDER BY oid",
    "SELECT typname, typinput, typinput::regprocedure, typelem::regtype FROM pg_type WHERE typname ~ '^_?reg' ORDER BY oid",
    "SELECT 'pg_class'::regclass::regconfig",
    "SELECT 'now'::regproc::regconfig",
    "SELECT 1.5::regoper",
    "SELECT true::regproc",
    "SELECT cfgname, oid::regconfig FROM pg_ts_config ORDER BY 1",
    "SELECT dictname, oid::regdictionary FROM pg_ts_dict ORDER BY 1",
    "SELECT to_json('pg_class'::regclass)::text, to_jsonb('int4'::regtype)::text",
    "SELECT jsonb_build_array('int4'::regtype, 1::oid, 1::int8)::text",
    "SELECT json_build_object('a', 'pg_class'::regclass, 'b', 'int4'::regtype, 'c', 26::oid, 'd', 26)::text",
    "SELECT row_to_json(r)::text, to_jsonb(r)::text FROM (SELECT 'int4'::regtype AS t, 'now'::regproc AS p, 1::oid AS o, 1 AS i) r",
    "SELECT jsonb_build_object('a', array['int4'::regtype, 'text'::regtype])::text, to_json(array[1::oid])::text",
    "SELECT json_agg(g::oid)::text, jsonb_object_agg(g::oid, g::regtype)::text FROM generate_series(20, 21) g",
    "SELECT pg_get_viewdef('nosuchview')",
    "SELECT pg_get_viewdef('nosuchview', true)",
    "SELECT pg_get_viewdef(NULL::text), pg_get_viewdef(0)",
]


@pytest.fixture(scope="module")
def tidegate(tmp_path_factory: pytest.TempPathFactory) -> Iterator[psycopg.Connection[Any]]:
    folder: Path = tmp_path_factory.mktemp("names")
    with two_views(folder) as engine, serving(engine.engine) as server, psycopg.connect(server.dsn, autocommit=True) as made:
        yield made


@pytest.fixture(scope="module")
def postgres(postgres_dsn: str) -> Iterator[psycopg.Connection[Any]]:
    with own_database(postgres_dsn, "object_names") as connection:
        connection.execute("CREATE TABLE flights (id int8 PRIMARY KEY, origin text, fare float8)")
        yield connection


def _answer(connection: psycopg.Connection[Any], sql: str) -> object:
    try:
        return connection.execute(sql.encode()).fetchall()
    except psycopg.Error as error:
        return error.sqlstate, error.diag.message_primary


@pytest.mark.parametrize("kind", NAMES)
@pytest.mark.parametrize("binary", [False, True])
def test_results_and_parameters(
    tidegate: psycopg.Connection[Any], postgres: psycopg.Connection[Any], kind: str, *, binary: bool
) -> None:
    known = {"regclass": "pg_class", "regtype": "int4", "regproc": "now", "regprocedure": "now()", "regoper": "||/"}
    known |= {"regoperator": "=(int4,int4)", "regconfig": "simple", "regdictionary": "simple", "regcollation": '"C"'}
    name = known.get(kind, "pg_catalog" if kind == "regnamespace" else "-")
    sql = f"SELECT %s::{kind} AS one, %s::{kind}[] AS several, pg_typeof(%s::{kind})"
    given = (name, [name, None, name], "0")

    def asked(connection: psycopg.Connection[Any]) -> object:
        with connection.cursor(binary=binary) as cursor:
            cursor.execute(sql.encode(), given)
            columns = [(c.name, c.type_code) for c in cursor.description or ()]
            assert cursor.pgresult is not None
            return columns, [cursor.pgresult.get_value(0, i) for i in range(2)]

    assert asked(tidegate) == asked(postgres)


@pytest.mark.parametrize("sql", ASKED)
def test_as_postgres(tidegate: psycopg.Connection[Any], postgres: psycopg.Connection[Any], sql: str) -> None:
    assert _answer(tidegate, sql) == _answer(postgres, sql)
