"""Grants: the file and its commands, what is refused, what cannot be seen, and that other grants count at once."""

from __future__ import annotations

from pathlib import Path

import psycopg
import pytest
from psycopg import errors

from gateway.access.files import UnusableFile
from gateway.access.grants import GrantFile, Grants, parse_grants, read_grants, write_grants
from gateway.commands.cli import main
from gateway.node import reloading
from tests.access.granting import Granting, granting_over
from tests.gateway.harness import Harness

DENIED = [
    "SELECT * FROM salaries",
    "SELECT 1 FROM salaries",
    "SELECT count(*) FROM salaries",
    "SELECT nonsense FROM salaries",
    "SELECT amount FROM public.salaries WHERE name = 'x'",
    "SELECT f.id FROM flights f JOIN salaries s ON s.amount = f.id",
    "SELECT id FROM flights WHERE EXISTS (SELECT 1 FROM salaries)",
    "WITH s AS (SELECT 1 FROM salaries) SELECT id FROM flights",
    "SELECT id FROM flights UNION ALL SELECT amount FROM salaries",
    "EXPLAIN SELECT * FROM salaries",
    "EXPLAIN ANALYZE SELECT * FROM salaries",
    "COPY salaries TO STDOUT",
    "COPY (SELECT * FROM salaries) TO STDOUT",
    "SUBSCRIBE TO salaries",
    "SUBSCRIBE TO (SELECT name FROM salaries) FROM NOW",
    "PREPARE p AS SELECT * FROM salaries",
    "BEGIN; DECLARE c CURSOR FOR SELECT * FROM salaries",
    "SELECT (SELECT max(amount) FROM salaries)",
    "TABLE salaries",
]


@pytest.mark.parametrize("sql", DENIED)
def test_a_view_that_is_not_granted(granting: Granting, sql: str) -> None:
    granting.set('"ann" "flights"')
    with granting.connect() as connection, pytest.raises(errors.InsufficientPrivilege) as refused:
        connection.execute(sql)
    assert refused.value.diag.message_primary == "permission denied for table salaries"


def test_what_is_granted_is_answered(granting: Granting) -> None:
    granting.set('"ann" "flights"', '"public" "salaries" ("name")', '"eve" *')
    with granting.connect() as connection:
        assert connection.execute("SELECT fare FROM flights WHERE id = 2").fetchall() == [(2.5,)]
        assert connection.execute("SELECT origin, count(*) FROM flights GROUP BY 1 ORDER BY 1").fetchall() == [("a", 1), ("b", 2)]
        assert connection.execute("SELECT name FROM salaries ORDER BY 1").fetchall() == [("x",), ("y",)]
        with pytest.raises(errors.InsufficientPrivilege):  # rows as they are stored have all columns
            connection.execute("COPY (SUBSCRIBE TO (SELECT name FROM salaries) FROM NOW) TO STDOUT (FORMAT arrow, KEYS)")
    with granting.connect("eve") as connection:
        assert connection.execute("SELECT sum(amount) FROM salaries").fetchall() == [(30,)]
    with granting.connect("node") as connection:
        assert connection.execute("SELECT sum(amount) FROM salaries").fetchall() == [(30,)]


@pytest.mark.parametrize(
    ("sql", "allowed"),
    [
        ("SELECT id FROM flights", True),
        ("SELECT count(*) FROM flights", True),
        ("SELECT origin FROM flights WHERE id = 1", True),
        ("SELECT * FROM flights", False),
        ("SELECT fare FROM flights", False),
        ("SELECT id FROM flights WHERE fare > 1", False),
        ("SELECT id FROM flights ORDER BY fare", False),
        ("SELECT count(fare) FROM flights", False),
        ("SELECT origin FROM flights GROUP BY origin HAVING max(fare) > 1", False),
        ("SELECT id FROM (SELECT id, fare FROM flights) f", False),
        ("SELECT a.id FROM flights a JOIN flights b USING (fare)", False),
        ("SELECT a.id FROM flights a NATURAL JOIN flights b", False),
        ("SELECT id FROM flights a WHERE EXISTS (SELECT 1 WHERE a.fare > 1)", False),
        ("SELECT row_number() OVER (ORDER BY fare) FROM flights", False),
    ],
)
@pytest.mark.postgres
def test_columns_as_postgres_has_them(granting: Granting, postgres_dsn: str, sql: str, *, allowed: bool) -> None:
    granting.set('"ann" "flights" ("id", "origin")')
    with granting.connect() as ours, psycopg.connect(postgres_dsn) as theirs:
        theirs.execute("CREATE TABLE flights (id int8 PRIMARY KEY, origin text, fare float8)")
        theirs.execute("CREATE ROLE grantee")
        theirs.execute("GRANT SELECT (id, origin) ON flights TO grantee")
        theirs.execute("SET ROLE grantee")
        for connection in (theirs, ours):
            if allowed:
                connection.execute(sql)
                continue
            with pytest.raises(errors.InsufficientPrivilege) as refused:
                connection.execute(sql)
            assert refused.value.diag.message_primary == "permission denied for table flights"
        theirs.rollback()


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT relname FROM pg_class WHERE relname LIKE 'salar%'",
        "SELECT conname FROM pg_constraint WHERE conname LIKE 'salar%'",
        "SELECT attname FROM pg_attribute WHERE attname = 'amount'",
        "SELECT tablename FROM pg_tables WHERE tablename LIKE 'salar%'",
        "SELECT table_name FROM information_schema.tables WHERE table_name LIKE 'salar%'",
        "SELECT column_name FROM information_schema.columns WHERE table_name = 'salaries'",
        "SELECT name FROM tidegate.views WHERE name = 'salaries'",
        "SELECT view FROM tidegate.shards WHERE view = 'salaries'",
        "SELECT view FROM tidegate.versions WHERE view = 'salaries'",
        "SELECT sql FROM tidegate.queries WHERE sql LIKE '%amount%' AND user_name <> 'ann'",
    ],
)
def test_a_view_that_is_not_granted_cannot_be_seen(granting: Granting, sql: str) -> None:
    granting.set('"ann" "flights" ("id")', '"eve" *')
    with granting.connect("eve") as connection:
        connection.execute("SELECT sum(amount) FROM salaries")
        assert connection.execute(sql.encode()).fetchall()
    with granting.connect() as connection:
        assert connection.execute(sql.encode()).fetchall() == []
        flights = sql.replace("salar%", "fligh%").replace("salaries", "flights").replace("'amount'", "'fare'")
        if "tidegate.queries" not in sql:
            assert connection.execute(flights.encode()).fetchall()


def test_versions_of_views_that_are_not_granted_are_not_shown(granting: Granting) -> None:
    granting.set('"ann" "flights" ("id")', '"eve" *')
    for user, shown in (("ann", "flights=1"), ("eve", "flights=1, salaries=1"), ("bob", "")):
        with granting.connect(user) as connection:
            assert connection.execute("SHOW tidegate.version").fetchall() == [(shown,)]


def test_other_grants_count_in_sessions_that_are_there(granting: Granting) -> None:
    granting.set('"ann" "flights"')
    with granting.connect() as connection:
        for _ in range(10):  # the hot path, prepared
            assert connection.execute("SELECT fare FROM flights WHERE id = %s", [2], prepare=True).fetchall() == [(2.5,)]
            assert connection.execute("SELECT fare FROM flights WHERE id = 1").fetchall() == [(1.5,)]
        granting.set('"ann" "salaries"')
        for _ in range(2):
            with pytest.raises(errors.InsufficientPrivilege):
                connection.execute("SELECT fare FROM flights WHERE id = %s", [2], prepare=True)
            with pytest.raises(errors.InsufficientPrivilege):
                connection.execute("SELECT fare FROM flights WHERE id = 1")
        assert connection.execute("SELECT amount FROM salaries WHERE name = 'x'").fetchall() == [(10,)]
        granting.set('"ann" "flights"')
        assert connection.execute("SELECT fare FROM flights WHERE id = %s", [2], prepare=True).fetchall() == [(2.5,)]


def test_a_file_that_is_broken_or_gone_opens_nothing(granting: Granting) -> None:
    granting.set('"ann" "flights"')
    for change in (lambda: granting.file.write_text("nonsense"), granting.file.unlink):
        change()
        granting.look()
        with granting.connect() as connection:
            assert connection.execute("SELECT count(*) FROM flights").fetchall() == [(3,)]
            with pytest.raises(errors.InsufficientPrivilege):
                connection.execute("SELECT 1 FROM salaries")


def test_a_running_server_looks_by_itself(granting_engine: Harness, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reloading, "LOOK_S", 0.01)
    with granting_over(granting_engine, tmp_path) as granting, granting.connect() as connection:
        write_grants(granting.file, Grants().granted("ann", "flights", None))
        for _ in range(20_000):
            try:
                assert connection.execute("SELECT count(*) FROM flights").fetchall() == [(3,)]
            except errors.InsufficientPrivilege:
                continue
            return
    raise AssertionError("the grant is never seen")


def test_a_file_that_is_not_there_yet_grants_nothing(tmp_path: Path) -> None:
    assert not GrantFile(tmp_path / "none").grants.of("ann").reaches("flights")


# ------------------------------------------------------------------------------------------------------------- the commands


def _command(file: Path, *words: str) -> int:
    return main([words[0], "--grants", str(file), *words[1:]])


def test_grants_come_and_go(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "grants"
    assert _command(file, "grant", "select", "on", "flights", "to", "ann") == 0
    assert _command(file, "grant", "SELECT (origin, dest) ON flights TO bob") == 0
    assert _command(file, "grant", "select", "on", "flights", "(hour)", "to", "bob") == 0
    assert _command(file, "grant", 'select on table "odd ""name""" to "a b"') == 0
    assert _command(file, "grant", "select", "on", "all", "views", "to", "eve") == 0
    assert _command(file, "grants") == 0
    assert capsys.readouterr().out.splitlines() == [
        '"a b" "odd ""name"""', '"ann" "flights"', '"bob" "flights" ("dest", "hour", "origin")', '"eve" *',
    ]  # fmt: skip
    assert _command(file, "revoke", "select", "on", "flights", "(hour, dest)", "from", "bob") == 0
    assert _command(file, "revoke", "select", "on", "flights", "from", "ann") == 0
    assert _command(file, "revoke", "select on all views from eve") == 0
    assert read_grants(file).entries == {("a b", 'odd "name"'): None, ("bob", "flights"): frozenset(["origin"])}
    assert parse_grants("\n".join([";; tidegate grants 1", *read_grants(file).lines()])) == read_grants(file)
    assert file.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("grant select on flights from ann", "is not: select on VIEW"),
        ("grant insert on flights to ann", "is not: select on VIEW"),
        ("grant select on to ann", "is not: select on VIEW"),
        ("grant select (a) on flights (b) to ann", "is not: select on VIEW"),
        ("grant select on all views (a) to ann", "columns are of one view"),
        ("revoke select on flights from bob", 'that is not granted to "bob"'),
        ("revoke select (a) on flights from ann", "all of it is granted"),
    ],
)
def test_clauses_that_cannot_be(tmp_path: Path, capsys: pytest.CaptureFixture[str], words: str, said: str) -> None:
    file = tmp_path / "grants"
    write_grants(file, Grants().granted("ann", "flights", None))
    assert _command(file, *words.split()) == 2
    assert said in capsys.readouterr().err
    assert read_grants(file).entries == {("ann", "flights"): None}


@pytest.mark.parametrize(
    "text", ["", '"ann" "flights"', ";; tidegate grants 1\nann flights", ';; tidegate grants 1\n"ann" * ("a")']
)
def test_files_that_are_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "grants").write_text(text)
    with pytest.raises(UnusableFile, match="line"):
        read_grants(tmp_path / "grants")
