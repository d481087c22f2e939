"""Statements: splitting, utility statements, what is refused and how."""

from __future__ import annotations

import pytest

from planner.errors import PlanError, ReadOnly, SyntaxFault, TooComplex, Unsupported
from planner.parse import parse
from planner.parse.limits import EXPRESSION_DEPTH_MAX, NESTING_DEPTH_MAX, STATEMENT_BYTES_MAX
from planner.tree.statement import (
    CloseStatement,
    DeallocateStatement,
    DeclareStatement,
    DiscardStatement,
    EmptyStatement,
    ExecuteStatement,
    ExplainStatement,
    FetchStatement,
    PrepareStatement,
    ResetStatement,
    SelectStatement,
    SetStatement,
    ShowStatement,
    Statement,
    TransactionStatement,
    UnlistenStatement,
)


def one(text: str) -> Statement:
    (statement,) = parse(text)
    return statement


# ------------------------------------------------------------------------------------------------------------------- splitting


@pytest.mark.parametrize("text", ["", ";", " ;; ", "-- only a comment", "/* a /* nested */ one */", "-- a\n;-- b"])
def test_nothing_is_one_empty_statement(text: str) -> None:
    assert parse(text) == [EmptyStatement()]


def test_statements_keep_their_own_text_and_offset() -> None:
    text = "select 1; /* c; */ select ';' ;\n select $$;$$, E'\\';', \"a;b\" from t"
    statements = parse(text)
    assert [s.text for s in statements if isinstance(s, SelectStatement)] == [
        "select 1",
        "select ';'",
        "select $$;$$, E'\\';', \"a;b\" from t",
    ]
    assert [text[s.offset : s.offset + len(s.text)] == s.text for s in statements if isinstance(s, SelectStatement)] == [True] * 3


def test_a_semicolon_in_parentheses_is_an_error_there() -> None:
    with pytest.raises(SyntaxFault, match='syntax error at or near ";"') as caught:
        parse("select (1; 2)")
    assert caught.value.position == 10


def test_positions_count_characters_of_the_whole_string() -> None:
    with pytest.raises(SyntaxFault, match='at or near "form"') as caught:
        parse("select 'ä€𝄞'; select * form t")
    assert caught.value.position == 24


def test_one_syntax_error_refuses_all_statements() -> None:
    with pytest.raises(SyntaxFault):
        parse("select 1; selec 2")


# ------------------------------------------------------------------------------------------------------------------------- SET


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("set a = 1", SetStatement("a", "1")),
        ("SET Application_Name TO 'x y'", SetStatement("application_name", "x y")),
        ("set session extra_float_digits = -3", SetStatement("extra_float_digits", "-3")),
        ("set local tidegate.max_staleness = '5s'", SetStatement("tidegate.max_staleness", "5s", local=True)),
        ("set x to default", SetStatement("x", None)),
        ("set x = on", SetStatement("x", "on")),
        ("set x = true", SetStatement("x", "true")),
        ("set DateStyle = iso, mdy", SetStatement("datestyle", "iso, mdy")),
        ("set search_path to \"My Schema\", public, 'x'", SetStatement("search_path", '"My Schema", public, x')),
        ("set time zone 'Europe/Berlin'", SetStatement("timezone", "Europe/Berlin")),
        ("set time zone local", SetStatement("timezone", None)),
        ("set time zone default", SetStatement("timezone", None)),
        ("set time zone -7", SetStatement("timezone", "-7")),
        ("set time zone utc", SetStatement("timezone", "utc")),
        ("set local time zone 'UTC'", SetStatement("timezone", "UTC", local=True)),
        ("set names 'utf8'", SetStatement("client_encoding", "utf8")),
        ("set schema 'public'", SetStatement("search_path", "public")),
        ("set role none", SetStatement("role", "none")),
        ("set session authorization default", SetStatement("session_authorization", None)),
        (
            "set session characteristics as transaction isolation level read uncommitted",
            SetStatement("default_transaction_isolation", "read uncommitted"),
        ),
        (
            "set session characteristics as transaction isolation level serializable, read only",
            SetStatement("default_transaction_isolation", "serializable", also=(("default_transaction_read_only", "on"),)),
        ),
        ("set transaction read write", SetStatement("transaction_read_only", "off", local=True)),
        (
            "set transaction isolation level repeatable read not deferrable",
            SetStatement("transaction_isolation", "repeatable read", local=True, also=(("transaction_deferrable", "off"),)),
        ),
        ("show all", ShowStatement("all", "all")),
        ("show DateStyle", ShowStatement("datestyle", "DateStyle")),
        ("show tidegate.version", ShowStatement("tidegate.version", "tidegate.version")),
        ("show time zone", ShowStatement("timezone", "TimeZone")),
        ("show transaction isolation level", ShowStatement("transaction_isolation", "transaction_isolation")),
        ("reset all", ResetStatement("all")),
        ("reset x", ResetStatement("x")),
        ("discard all", DiscardStatement("ALL")),
        ("discard temporary", DiscardStatement("TEMP")),
        ("unlisten *", UnlistenStatement(None)),
        ("begin", TransactionStatement("begin")),
        ("BEGIN WORK", TransactionStatement("begin")),
        (
            "begin isolation level read committed, read only",
            TransactionStatement(
                "begin", modes=(("transaction_isolation", "read committed"), ("transaction_read_only", "on"))
            ),
        ),
        ("start transaction read only", TransactionStatement("start", modes=(("transaction_read_only", "on"),))),
        ("commit", TransactionStatement("commit")),
        ("end transaction", TransactionStatement("commit")),
        ("commit and chain", TransactionStatement("commit", chain=True)),
        ("abort", TransactionStatement("rollback")),
        ("rollback and no chain", TransactionStatement("rollback")),
        ("savepoint s1", TransactionStatement("savepoint", "s1")),
        ("release savepoint s1", TransactionStatement("release", "s1")),
        ("release s1", TransactionStatement("release", "s1")),
        ("rollback to savepoint s1", TransactionStatement("rollback to", "s1")),
        ("rollback work to s1", TransactionStatement("rollback to", "s1")),
        ("execute p", ExecuteStatement("p", ())),
        ("execute p(1, 'a' || 'b', now())", ExecuteStatement("p", ("1", "'a' || 'b'", "now()"))),
        ("deallocate p", DeallocateStatement("p")),
        ("deallocate prepare all", DeallocateStatement(None)),
        ("fetch c", FetchStatement("c", 1)),
        ("fetch 5 from c", FetchStatement("c", 5)),
        ("FETCH FORWARD 10 FROM _psql_cursor", FetchStatement("_psql_cursor", 10)),
        ("fetch all in c", FetchStatement("c", None)),
        ("fetch forward all from c", FetchStatement("c", None)),
        ("fetch next from c", FetchStatement("c", 1)),
        ("fetch prior from c", FetchStatement("c", 1, direction="backward")),
        ("fetch first from c", FetchStatement("c", 1, direction="first")),
        ("fetch absolute -1 from c", FetchStatement("c", -1, direction="absolute")),
        ("fetch backward all from c", FetchStatement("c", None, direction="backward")),
        ('move forward 3 "C"', FetchStatement("C", 3, move=True)),
        ("close c", CloseStatement("c")),
        ("close all", CloseStatement(None)),
    ],
)  # fmt: skip
def test_utility_statements(text: str, expected: Statement) -> None:
    assert one(text) == expected


_INCOMPLETE = """
set|set x|set x =|set x = ,|show|begin foo|fetch|close|discard|deallocate|savepoint|set time zone|set transaction|execute|prepare p
declare c|commit chain|explain|explain (foo) select 1|explain (analyze maybe) select 1
"""


@pytest.mark.parametrize("text", _INCOMPLETE.strip().replace("\n", "|").split("|"))
def test_incomplete_utility_statements(text: str) -> None:
    with pytest.raises(SyntaxFault):
        parse(text)


def test_prepare_holds_its_query() -> None:
    text = "prepare p(int, numeric(10,2), timestamp with time zone) as select a from t where a = $1"
    statement = one(text)
    assert isinstance(statement, PrepareStatement)
    assert [type_.parts[-1] for type_ in statement.types] == ["int4", "numeric", "timestamptz"]
    assert statement.query.text == "select a from t where a = $1"
    assert statement.query.offset == text.index("select")


def test_declare_holds_its_query() -> None:
    statement = one('declare "C" binary insensitive no scroll cursor with hold for select 1')
    assert isinstance(statement, DeclareStatement)
    assert (statement.name, statement.hold, statement.scroll, statement.binary) == ("C", True, False, True)
    assert statement.query.text == "select 1"


@pytest.mark.parametrize(
    ("text", "analyze", "verbose", "form"),
    [
        ("explain select 1", False, False, "text"),
        ("explain analyze select 1", True, False, "text"),
        ("explain analyze verbose select 1", True, True, "text"),
        ("explain (analyze, verbose off, format json) select 1", True, False, "json"),
        ("EXPLAIN (ANALYZE FALSE, COSTS, FORMAT 'text') (select 1)", False, False, "text"),
        ("explain (select 1)", False, False, "text"),
        ("explain with x as (select 1) select * from x", False, False, "text"),
    ],
)
def test_explain(text: str, analyze: bool, verbose: bool, form: str) -> None:
    statement = one(text)
    assert isinstance(statement, ExplainStatement)
    assert (statement.analyze, statement.verbose, statement.format) == (analyze, verbose, form)
    assert statement.text == text


# -------------------------------------------------------------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("insert into t values (1)", "INSERT"),
        ("update t set a = 1", "UPDATE"),
        ("delete from t", "DELETE"),
        ("merge into t using u on true when matched then delete", "MERGE"),
        ("truncate t", "TRUNCATE"),
        ("create table x (a int)", "CREATE TABLE"),
        ("create temporary table x as select 1", "CREATE TABLE"),
        ("create or replace view v as select 1", "CREATE VIEW"),
        ("create unique index on t (a)", "CREATE INDEX"),
        ("drop table t", "DROP TABLE"),
        ("drop materialized view v", "DROP MATERIALIZED VIEW"),
        ("alter table t add column x int", "ALTER TABLE"),
        ("grant select on t to x", "GRANT"),
        ("comment on table t is 'x'", "COMMENT"),
        ("vacuum", "VACUUM"),
        ("lock table t", "LOCK TABLE"),
        ("copy t from stdin", "COPY FROM"),
        ("select * into x from t", "SELECT INTO"),
        ("select * from t for update", "SELECT FOR UPDATE"),
        ("select * from t for no key update", "SELECT FOR NO KEY UPDATE"),
        ("select * from t for share", "SELECT FOR SHARE"),
        ("with x as (delete from t returning *) select * from x", "DELETE"),
        ("with x as (select 1) insert into t select * from x", "INSERT"),
        ("explain insert into t values (1)", "INSERT"),
        ("prepare p as update t set a = 1", "UPDATE"),
        ("listen x", "LISTEN"),
        ("notify x, 'y'", "NOTIFY"),
    ],
)
def test_writes_are_refused_by_name(text: str, named: str) -> None:
    with pytest.raises(ReadOnly, match="tidegate is read-only") as caught:
        parse(text)
    assert caught.value.message.startswith(f"cannot execute {named}:")


_NOT_DONE = """
attach 'x.db'|pragma version|install httpfs|load 'x'|call f()|do $$ begin end $$|checkpoint|copy t to '/tmp/x'
copy (select 1) to program 'sh'|export database 'x'|use x|describe t|summarize t
"""


@pytest.mark.parametrize("text", _NOT_DONE.strip().replace("\n", "|").split("|"))
def test_what_tidegate_does_not_do_is_refused_by_name(text: str) -> None:
    with pytest.raises(Unsupported) as caught:
        parse(text)
    assert caught.value.position == 1


# ---------------------------------------------------------------------------------------------------------------------- limits


@pytest.mark.parametrize(
    "text",
    [
        "select " + "(" * 10_000 + "1" + ")" * 10_000,
        "(" * 50_000,
        "select a" + "[" * 10_000,
        "select " + "case when true then " * 5_000 + "1" + " end" * 5_000,
        "select " + "not " * 10_000 + "true",
        "select " + "- " * 10_000 + "1",
        "select 1" + " + 1" * 10_000,
        "select 1" + "::int" * 10_000,
        "select a" + " is null" * 10_000,
        "select 1" + " union select 1" * 10_000,
        "select * from t" + " join t on true" * 10_000,
        "select '" + "x" * STATEMENT_BYTES_MAX + "'",
        "select " + "(select " * 95 + "1" + ")" * 95,
        "select " + "array[" * 1_000,
        "select f(" * 1_000,
        "select * from " + "(" * 500 + "t",
        "explain " * 1_000,
    ],
    ids=lambda t: t[:24],
)
def test_hostile_text_is_refused_cleanly(text: str) -> None:
    with pytest.raises(PlanError) as caught:
        parse(text)
    assert isinstance(caught.value, (TooComplex, SyntaxFault))


def test_what_is_within_the_limits_is_read() -> None:
    levels = NESTING_DEPTH_MAX
    for text in (
        "select " + "(" * levels + "1" + ")" * levels,
        "select " + "case when true then " * (levels // 2) + "1" + " end" * (levels // 2),
        "select 1" + "+1" * (EXPRESSION_DEPTH_MAX - 10),
        "select 1 where " + " or ".join(["true"] * 10_000),
        "select '" + "x" * (1 << 20) + "'",
        "select 1 where 1 in (" + ",".join(map(str, range(100_000))) + ")",
    ):
        assert isinstance(one(text), SelectStatement)


@pytest.mark.parametrize("run", ["+", "-+", "@", "~+", "*", "<"])
def test_long_runs_of_operators_take_linear_time(run: str) -> None:
    """Half a million characters; the time is the test's time limit's business, the answer is an error of a named limit."""
    with pytest.raises((TooComplex, SyntaxFault)):
        parse(f"SELECT 1 {run * (500_000 // len(run))} 1")
