"""Functions written in Python, with the worst that they may be given: each hears a cancel and statement_timeout, others are served.

Each statement calls its function for a million rows, which would take half a minute at least: one that is stopped gives no row.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import psycopg
import pytest

from statestore.views.local_writer import write_version
from tests.hostile.conftest import NUMBERS, numbers
from tests.hostile.process import bugs, bystander, descendants, eventually, is_running, resident_bytes
from tests.plugins.gateway import Gateway, running_gateway, start_gateway
from tests.plugins.scale import scaled

LONG: Final = "(repeat('a', 20000) || i)"
BYTES: Final = f"convert_to({LONG}, 'UTF8')"
JSON: Final = "('[' || repeat('[1,2,{\"a\":null}],', 1500) || i || ']')"
#: By what is slow about it.
SLOW: Final = {
    "ways to match, replaced": "regexp_replace(repeat('a', 60) || i, '(a|aa)+$', 'b', 'g')",
    "ways to match, one after another": "regexp_replace(repeat('a', 15) || i, '(a|aa)+!', 'b', 'g')",
    "counts of a pattern": "regexp_match('a' || i, '((a{50}){50}){50}' || i)",
    "long pattern": "regexp_replace('a' || i, repeat('a?', 2000), 'b')",
    "split by a pattern": f"regexp_split_to_array({LONG}, 'a')",
    "SQL pattern": "substring(repeat('x', 990) from '%#\"y' || i || '#\"%' for '#')",
    "replace": f"replace({LONG}, 'a', 'bb')",
    "translate": f"translate({LONG}, 'a', 'b')",
    "initcap": f"initcap({LONG})",
    "split_part": f"split_part({LONG}, 'a', 15000)",
    "quote_literal": f"quote_literal({LONG})",
    "overlay": f"overlay({LONG} placing 'b' from 2)",
    "normalize": f"normalize({LONG})",
    "format": f"format('%s%I%L', {LONG}, {LONG}, i)",
    "lpad": "lpad(i::text, 100000, 'ab')",
    "encode": f"encode({BYTES}, 'escape')",
    "set_byte": f"set_byte({BYTES}, 5, 5)",
    "array's text": "('{' || repeat('1,', 10000) || i || '}')::int[]",
    "parse_ident": "parse_ident(repeat('a.', 10000) || 'a' || i)",
    "unistr": "unistr(repeat('\\0041', 4000) || i)",
    "json": f"json_strip_nulls({JSON}::json)",
    "jsonb": f"jsonb_pretty({JSON}::jsonb)",
    "jsonb path": f"{JSON}::jsonb #> '{{5,2}}'",
    "jsonb elements": f"jsonb_array_length({JSON}::jsonb)",
    "jsonb contains": "('[' || repeat('1,', 2000) || i || ']')::jsonb @> ('[' || repeat('1,', 2000) || i || ']')::jsonb",
    "to_number": "to_number(i || repeat(' ', 20000), '999999')",
    "to_char": "to_char(i, repeat('9', 900))",
    "logarithm": "ln(i::numeric + 1)",
    "power": "(1 + i::numeric / 100000000) ^ 3.5",
}
#: How many of them a run asks.
CASES: Final = dict(list(SLOW.items())[:: scaled(4, 1)])
#: The process's own, beside vectors of LONG that DuckDB makes.
RESIDENT_BYTES_MAX: Final = 2 << 30
TIMEOUT_MS: Final = 300


@pytest.fixture(scope="module")
def gateway(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Gateway]:
    folder = tmp_path_factory.mktemp("stopped")
    write_version(str(folder / "root"), NUMBERS, numbers())
    with running_gateway(folder / "root", folder / "store") as gateway:
        yield gateway
        assert resident_bytes(gateway) < RESIDENT_BYTES_MAX
        assert not bugs(gateway.log.read_text(errors="replace"))
        servers = descendants(gateway.process.pid)
        assert servers
    eventually(lambda: not any(is_running(pid) for pid in servers), "they end with it")


def statement(call: str) -> str:
    """The call for very many rows."""
    return f"SELECT count(x) FROM (SELECT {call} AS x FROM (SELECT a.id * 1000 + b.id AS i FROM numbers a, numbers b) s) q"


@pytest.mark.parametrize("call", CASES.values(), ids=CASES)
def test_it_hears_a_timeout_and_a_cancel(gateway: Gateway, call: str) -> None:
    with psycopg.connect(gateway.dsn, autocommit=True) as connection:
        connection.execute(f"SET statement_timeout = {TIMEOUT_MS}")
        with pytest.raises(psycopg.errors.QueryCanceled, match="statement timeout"):
            connection.execute(statement(call))
        connection.execute("SET statement_timeout = 0")
        with bystander(gateway), cancelled_soon(connection), pytest.raises(psycopg.errors.QueryCanceled, match="user request"):
            connection.execute(statement(call))
        assert connection.execute("SELECT reverse('abc'), regexp_replace('abc', 'b+', 'x')").fetchone() == ("cba", "axc")


@contextmanager
def cancelled_soon(connection: psycopg.Connection[Any]) -> Iterator[None]:
    """What the connection runs meanwhile."""
    timer = threading.Timer(TIMEOUT_MS / 1000, connection.cancel)
    timer.start()
    try:
        yield
    finally:
        timer.join()


def test_a_cancel_ends_nobody_else_s_call(gateway: Gateway) -> None:
    """One goes on calling while others, at the same functions, are cancelled one after another."""
    call = f"length(regexp_replace({LONG}, 'a', 'bb', 'g'))"
    long = f"SELECT sum({call}) FROM (SELECT a.id * 1000 + b.id AS i FROM numbers a, numbers b WHERE a.id = 0 AND b.id < 100) s"
    wanted = sum(2 * 20000 + len(str(i)) for i in range(100))
    answers: list[Any] = []
    with psycopg.connect(gateway.dsn, autocommit=True) as other, psycopg.connect(gateway.dsn, autocommit=True) as connection:
        thread = threading.Thread(target=lambda: answers.append(other.execute(long).fetchone()))
        thread.start()
        connection.execute("SET statement_timeout = 50")
        for _ in range(5):
            with pytest.raises(psycopg.errors.QueryCanceled):
                connection.execute(statement(call))
        thread.join()
    assert answers == [(wanted,)]


def test_a_greedy_call_is_told_so(gateway: Gateway) -> None:
    with psycopg.connect(gateway.dsn, autocommit=True) as connection, bystander(gateway):
        with pytest.raises(psycopg.errors.OutOfMemory, match="out of memory") as raised:
            connection.execute("SELECT split_part(repeat('ā,', 8000000), ',', id::int) FROM numbers WHERE id = 1")
        assert "A function's call needs more than" in str(raised.value.diag.message_detail)
        assert connection.execute("SELECT length(reverse(repeat('ab', 10000)))").fetchone() == (20000,)


def test_a_killed_gateway_leaves_no_processes(tmp_path: Path) -> None:
    write_version(str(tmp_path / "root"), NUMBERS, numbers())
    gateway = start_gateway(tmp_path / "root", tmp_path / "store")
    try:
        with psycopg.connect(gateway.dsn, autocommit=True) as connection:
            connection.execute("SELECT length(reverse(repeat('ab', 10000)))")
        started = descendants(gateway.process.pid)
        assert len(started) >= 2
    finally:
        gateway.kill()
    eventually(lambda: not any(is_running(pid) for pid in started), "they end with it")
