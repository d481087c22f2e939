"""Every escape is refused with its SQLSTATE wherever it stands, and nothing was touched: no file, no address, no variable."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest

from tests.gateway.serving import SYNC, RawClient, bind, error_fields, execute, parse, query, split, startup
from tests.hostile.conftest import SECRET, Target
from tests.hostile.escapes import PLACES, escapes
from tests.hostile.process import wrongly_answered

#: Of every so many texts one is tried in all places; the offset is another one in each place.
PLACED_EVERY = 6
#: Refused here for what Tidegate is, whatever PostgreSQL says of it.
OF_OUR_OWN = ("25006", "0A000")

#: No message may speak of what is inside, unless the statement did.
INSIDE_WORDS = (b"duckdb", b"python", b"traceback", b".py", b"catalog error", b"binder error", b"parser error")


@dataclass(frozen=True)
class Surroundings:
    """What the texts want to reach."""

    file: Path
    out: Path
    listener: socket.socket

    def filled(self, sql: str) -> str:
        """The text with its names."""
        url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        return sql.format(file=self.file, url=url, out=self.out, env="TIDEGATE_HOSTILE_SECRET")

    def check_untouched(self) -> None:
        """Nobody has connected, nothing was written."""
        with pytest.raises(BlockingIOError):
            self.listener.accept()
        assert not self.out.exists()
        assert self.file.read_text().count(SECRET) == 1


@pytest.fixture
def surroundings(target: Target, tmp_path: Path) -> Iterator[Surroundings]:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        listener.setblocking(False)
        found = Surroundings(target.secret_file, tmp_path / "out", listener)
        yield found
        found.check_untouched()


@contextmanager
def listening(target: Target) -> Iterator[RawClient]:
    """A client whose answers are looked through for the secret."""
    with RawClient(target.port, startup()) as client:
        yield client


def told(client: RawClient, sent: bytes) -> str:
    """SQLSTATE of the error that comes back; "" for none."""
    client.send(sent)
    answer = client.until_ready()
    assert SECRET.encode() not in answer
    assert b"root:" not in answer
    assert not [word for word in INSIDE_WORDS if word in answer.lower() and word not in sent.lower()], answer
    return next((error_fields(payload)["C"] for kind, payload in split(answer) if kind == "E"), "")


def wrong(client: RawClient, texts: dict[str, str]) -> dict[str, str]:
    """Those with another answer than theirs."""
    answers = {sql: told(client, query(sql)) for sql in texts}
    return {sql: code for sql, code in answers.items() if code != texts[sql]}


def test_there_are_enough() -> None:
    assert len(escapes()) > 500


def test_each_is_refused(target: Target, surroundings: Surroundings) -> None:
    with listening(target) as client:
        assert not wrong(client, {surroundings.filled(sql): code for sql, code in escapes().items()})


def test_each_is_refused_when_prepared(target: Target, surroundings: Surroundings) -> None:
    """COPY and what PostgreSQL calls utility statements are parsed first, and refused at the latest when they are to run."""
    with listening(target) as client:
        for sql, code in escapes().items():
            if ";" in sql:
                continue
            filled = surroundings.filled(sql)
            assert told(client, parse("", filled) + bind("", "") + execute() + SYNC) == code, filled


def _is_bound(sql: str, code: str) -> bool:
    """Is it refused for its names, and not for a value, which a place may leave unused?"""
    return code not in ("25006", "22023") and not re.search(r"::reg|current_setting|set_config", sql)


@pytest.mark.parametrize("place", PLACES)
def test_each_is_refused_in_its_place(target: Target, surroundings: Surroundings, place: str) -> None:
    selects = [
        (sql, code) for sql, code in escapes().items() if sql.startswith("SELECT") and ";" not in sql and _is_bound(sql, code)
    ]
    offset = PLACES.index(place) % PLACED_EVERY
    texts = {place.replace("{sql}", surroundings.filled(sql)): code for sql, code in selects[offset::PLACED_EVERY]}
    with listening(target) as client:
        assert not wrong(client, texts)


@pytest.mark.postgres
def test_postgres_gives_the_same_sqlstates(target: Target, surroundings: Surroundings, postgres_dsn: str) -> None:
    with psycopg.connect(postgres_dsn, autocommit=True) as connection:
        connection.execute("CREATE SCHEMA escapes; CREATE TABLE escapes.numbers (id int8, word text)")
        connection.execute("GRANT USAGE ON SCHEMA escapes TO tester; GRANT SELECT ON escapes.numbers TO tester")
    try:
        with psycopg.connect(postgres_dsn, user="tester", autocommit=True) as connection:
            connection.execute("SET search_path = escapes")
            texts = {surroundings.filled(sql): code for sql, code in escapes().items() if code not in OF_OUR_OWN}
            assert not wrongly_answered(connection, texts)
    finally:
        with psycopg.connect(postgres_dsn, autocommit=True) as connection:
            connection.execute("DROP SCHEMA escapes CASCADE")


def test_games_with_the_search_path(target: Target, surroundings: Surroundings) -> None:
    """Whatever it names, nothing that is not ours is found by it."""
    with listening(target) as client:
        for path in ("main", "sys, main", "temp", "'{file}'", "duckdb", "system, memory", "information_schema", '"$user", public'):
            assert told(client, query(surroundings.filled(f"SET search_path = {path}"))) == ""
            for sql in ("SELECT * FROM duckdb_settings", "SELECT * FROM sqlite_master", "SELECT * FROM copy_1", "TABLE relation"):
                assert told(client, query(sql)) == "42P01", (path, sql)
            for sql in ("SELECT * FROM read_text('{file}')", "SELECT getenv('{env}')", "SELECT * FROM glob('/*')"):
                assert told(client, query(surroundings.filled(sql))) == "42883", (path, sql)


def test_names_may_be_asked_for(target: Target, surroundings: Surroundings) -> None:
    """The functions that answer NULL for what is not there."""
    with listening(target) as client:
        for sql in (
            "SELECT to_regclass('\"{file}\"') IS NULL",
            "SELECT to_regclass('duckdb_settings') IS NULL",
            "SELECT to_regproc('read_text') IS NULL",
            "SELECT current_setting('enable_external_access', true) IS NULL",
            "SELECT count(*) = 0 FROM pg_proc WHERE proname IN ('read_text', 'getenv', 'glob', 'duckdb_settings')",
            "SELECT count(*) = 0 FROM pg_class WHERE relname LIKE 'duckdb%' OR relname LIKE 'copy%' OR relname LIKE 'sqlite%'",
            "SELECT count(*) = 0 FROM information_schema.tables WHERE table_schema IN ('main', 'sys', 'temp', 'system')",
            "SELECT count(*) = 0 FROM pg_namespace WHERE nspname IN ('main', 'sys', 'temp', 'system', 'memory')",
            "SELECT count(*) = 0 FROM pg_settings WHERE name IN ('memory_limit', 'threads', 'temp_directory')",
        ):
            client.send(query(surroundings.filled(sql)))
            assert ("D", b"\0\x01\0\0\0\x01t") in split(client.until_ready()), sql
