"""Greedy queries: each is told which limit it has reached, and nobody beside it is refused anything for that.

The gateway has memory for one in a room of its own at a time and little for all the others, so that they meet.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, Final

import psycopg
import pytest

from statestore.views.local_writer import write_version
from tests.hostile.conftest import NUMBERS, numbers
from tests.hostile.crowd import lookups
from tests.hostile.process import POLL_S, again, bugs, bystander, eventually, resident_bytes
from tests.plugins.gateway import Gateway, running_gateway

QUERY_BYTES: Final = 48 << 20
MEMORY_BYTES: Final = 2 * QUERY_BYTES
COPY_BYTES: Final = 16 << 20
#: What the allocator keeps, and what DuckDB does not count: vectors that are worked on, of as many threads as there are cores.
RESIDENT_BEYOND_BYTES: Final = 256 << 20
CONFIG: Final = f"[engine]\nmemory_bytes = {MEMORY_BYTES}\nquery_memory_bytes = {QUERY_BYTES}\ncopy_bytes = {COPY_BYTES}\n"
#: A million rows of 32 bytes that differ.
ROWS: Final = "SELECT a.id, md5(a.word || b.word) AS t FROM numbers a, numbers b"
#: Each needs twice the limit and more.
GREEDY: Final = {
    "sort": f"SELECT t || t FROM ({ROWS}) q ORDER BY t || t LIMIT 1 OFFSET 900000",
    "result": f"SELECT id, t || t FROM ({ROWS}) q ORDER BY t",
    "group": f"SELECT count(*) FROM (SELECT t, count(*), max(t || 'x') FROM ({ROWS}) q GROUP BY t) r",
    "distinct": f"SELECT count(DISTINCT t || t) FROM ({ROWS}) q",
    "union": f"SELECT count(*) FROM (SELECT t FROM ({ROWS}) q UNION SELECT t || 'x' FROM ({ROWS}) q) u",
    "join": f"SELECT count(*) FROM ({ROWS}) x JOIN ({ROWS}) y ON x.t = y.t || 'x'",
    "with": f"WITH c AS MATERIALIZED ({ROWS}) SELECT count(*) FROM c x JOIN c y ON x.t = y.t || 'x'",
    "window": f"SELECT max(r) FROM (SELECT row_number() OVER (ORDER BY t || t) AS r FROM ({ROWS}) q) w",
    "array_agg": f"SELECT cardinality(array_agg(t || t || t)) FROM ({ROWS}) q",
    "string_agg": f"SELECT length(string_agg(t || t || t, ',')) FROM ({ROWS}) q",
    "percentile": (
        f"SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY q.id * 1.5::float8 + c.id) FROM ({ROWS}) q, numbers c WHERE c.id < 20"
    ),
    "explained": f"EXPLAIN ANALYZE SELECT count(*) FROM (SELECT DISTINCT t || t FROM ({ROWS}) q) r",
    "copied": f"COPY (SELECT t || t FROM ({ROWS}) q ORDER BY t) TO STDOUT",
}
#: Half of the limit or less, and more than nothing.
MODEST: Final = f"SELECT count(*), min(c) FROM (SELECT t, count(*) AS c FROM ({ROWS} WHERE b.id < 100) q GROUP BY t) r"
STREAMED: Final = "SELECT a.id, b.word FROM numbers a, numbers b WHERE b.id < 30"
AT_ONCE: Final = 20


@pytest.fixture(scope="module")
def gateway_for_all(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Gateway]:
    folder = tmp_path_factory.mktemp("greedy")
    write_version(str(folder / "root"), NUMBERS, numbers())
    (folder / "tidegate.toml").write_text(CONFIG)
    with running_gateway(folder / "root", folder / "store", "--config", str(folder / "tidegate.toml")) as gateway:
        yield gateway


@pytest.fixture
def gateway(gateway_for_all: Gateway) -> Iterator[Gateway]:
    """After each test all memory has been given back, to the common part and to the room, and no bug is logged."""
    seen = gateway_for_all.log.stat().st_size
    yield gateway_for_all
    with psycopg.connect(gateway_for_all.dsn, autocommit=True) as connection:
        assert connection.execute(MODEST).fetchone() == (100_000, 1)
        assert refusal(connection, GREEDY["sort"]) == ("53200", "query_memory_bytes")
        assert connection.execute(MODEST).fetchone() == (100_000, 1)
    text = gateway_for_all.log.read_bytes()[seen:].decode(errors="replace")
    assert not bugs(text), text[-4000:]


def refusal(connection: psycopg.Connection[Any], sql: str) -> tuple[str, str]:
    """SQLSTATE, and the setting that the error names."""
    try:
        connection.execute(sql)  # type: ignore[call-overload]
    except psycopg.Error as error:
        named = [name for name in ("query_memory_bytes", "memory_bytes") if f" {name}" in (error.diag.message_detail or "")]
        return error.sqlstate or f"none: {error}", "".join(named)
    return "00000", ""


@contextmanager
def asked_over_and_over(gateway: Gateway, sql: str, expected: object) -> Iterator[None]:
    """While inside somebody asks this, and always gets the answer; once more after the end."""
    stop, problems, answers = threading.Event(), list[object](), [0]

    def ask() -> None:
        try:
            with psycopg.connect(gateway.dsn, autocommit=True) as connection:
                while not stop.wait(POLL_S):
                    rows = connection.execute(sql).fetchall()  # type: ignore[call-overload]
                    if (len(rows) if isinstance(expected, int) else rows) != expected:
                        problems.append(rows[:3])
                    answers[0] += 1
        except psycopg.Error as error:
            problems.append((error, error.diag.message_detail))

    thread = threading.Thread(target=ask)
    thread.start()
    try:
        yield
        seen = answers[0]
        eventually(lambda: answers[0] > seen or bool(problems), f"{sql} is answered")
    finally:
        stop.set()
        thread.join()
    assert not problems, problems[:3]


@contextmanager
def resident_peak(gateway: Gateway) -> Iterator[list[int]]:
    """The most memory that was resident inside, beyond what was before; in a list of one."""
    before, peak = resident_bytes(gateway), [0]

    def look() -> None:
        peak[0] = max(peak[0], resident_bytes(gateway) - before)

    with again(look, 0.01):
        yield peak


@pytest.mark.parametrize("shape", GREEDY)
def test_one_greedy_query(gateway: Gateway, shape: str) -> None:
    """It is told which limit; whoever asks meanwhile is answered."""
    with bystander(gateway), psycopg.connect(gateway.dsn, autocommit=True) as connection:
        assert refusal(connection, GREEDY[shape]) == ("53200", "query_memory_bytes")
        assert connection.execute("SELECT count(*) FROM numbers").fetchone() == (1000,)


def test_many_greedy_queries_at_once(gateway: Gateway) -> None:
    """Each is told, lookups are answered, and so are those who need much, but not too much."""
    found: list[tuple[str, str]] = []

    def ask(sql: str) -> None:
        with psycopg.connect(gateway.dsn, autocommit=True) as connection:
            found.append(refusal(connection, sql))

    shapes = list(GREEDY.values())
    greedy = [threading.Thread(target=ask, args=(shapes[i % len(shapes)],)) for i in range(AT_ONCE)]
    with ExitStack() as stack:
        stack.enter_context(lookups(gateway))
        stack.enter_context(asked_over_and_over(gateway, MODEST, [(100_000, 1)]))
        stack.enter_context(asked_over_and_over(gateway, STREAMED, 30_000))
        peak = stack.enter_context(resident_peak(gateway))
        for thread in greedy:
            thread.start()
        for thread in greedy:
            thread.join()
    assert len(found) == AT_ONCE
    # In a crowd one may get a little more than the limit, and be answered.
    assert {*found} <= {("53200", "query_memory_bytes"), ("00000", "")}
    assert peak[0] < MEMORY_BYTES + COPY_BYTES + RESIDENT_BEYOND_BYTES
