"""Long statements are parsed and planned elsewhere: others are answered meanwhile, and what the client sees is the same.

Text is made long by a comment inside of the query, behind everything that an error could point at.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import psycopg
import pyarrow as pa
import pytest

import gateway.engine.plans
import gateway.engine.sources
import gateway.session.commands.execute
import planner.parse.template
from gateway.contract.cancel import CancelReason, CancelToken
from gateway.engine.options import PLANNING_MAX
from gateway.engine.threads.planning import LONG_CHARACTERS, PARTS_MAX, PLANNING_THREADS, Planners, is_costly
from gateway.errors import QueryCancelled, QueueFull
from planner.parse import parse as parse_text
from planner.plan.arguments import check_argument
from planner.plan.planner import plan_query
from planner.tree import types as t
from planner.tree.types import SqlType
from statestore import types as st
from statestore.schema import Column, HashPartitioning, ViewSchema
from tests.gateway.fake_engine import FakeEngine
from tests.gateway.harness import Harness
from tests.gateway.held_planners import HeldPlanners
from tests.gateway.serving import SYNC, RawClient, bind, close, describe, execute, parse, query, serving, shown, startup
from tests.gateway.wired import Wired

#: Longer than what the parse cache keeps, so that a text is never known.
PAD: Final = "/*" + "x" * 12_000 + "*/"
SHORT: Final = "SELECT v FROM kv WHERE k = 1"
LONG: Final = f"SELECT v {PAD} FROM kv WHERE k = 1"
ANSWER: Final = ["Columns ['v']", "Row ['value 1']", "SELECT 1", "Ready I"]


@pytest.fixture
def held() -> Iterator[tuple[Wired, HeldPlanners]]:
    engine = FakeEngine()
    engine.planners = planners = HeldPlanners()
    with Wired(engine) as wired:
        yield wired.open(), planners


def finish(wired: Wired, planners: HeldPlanners) -> list[str]:
    """Let everything go on; what is written meanwhile."""
    before = len(wired.transport.written)
    while planners.held:
        planners.go_on()
        wired.run()
    return shown(wired.transport.written[before:])


# -------------------------------------------------------------------------------------------------------- what counts as long


def test_what_is_costly() -> None:
    assert not is_costly(SHORT)
    assert is_costly("x" * (LONG_CHARACTERS + 1))
    unions = " UNION ALL ".join(["select a, bb, ccc, dddd FROM some_table_or_other"] * (PARTS_MAX + 1))
    assert len(unions) < LONG_CHARACTERS
    assert is_costly(unions)
    assert not is_costly(unions.replace("select", "selected"))


# -------------------------------------------------------------------------------------------------------- waiting, and order


@pytest.mark.parametrize("sql", [LONG, f"EXPLAIN {LONG}", f"PREPARE p AS {LONG}", f"DECLARE c CURSOR WITH HOLD FOR {LONG}"])
def test_others_are_answered_meanwhile(held: tuple[Wired, HeldPlanners], sql: str) -> None:
    wired, planners = held
    assert wired.feed(query(sql)) == b""
    for _ in range(2):  # parsing, planning
        other, transport = wired.another()
        other.data_received(startup() + query(SHORT))
        wired.run()
        assert shown(transport.written)[-4:] == ANSWER
        transport.close()
        planners.go_on()
        wired.run()
    assert not planners.held
    assert shown(wired.transport.written)[-1] == "Ready I"


def test_pipelined_messages_wait_their_turn(held: tuple[Wired, HeldPlanners]) -> None:
    wired, planners = held
    extended = parse("", LONG) + bind("", "") + describe("P", "") + execute() + SYNC
    assert wired.feed(extended + query("SELECT 1") + query(LONG)) == b""
    assert wired.feed(query("SELECT 2")) == b""
    assert finish(wired, planners) == [
        *["ParseComplete", "BindComplete", *ANSWER],
        *["Columns ['?column?']", "Row ['1']", "SELECT 1", "Ready I"],
        *ANSWER,
        *["Columns ['?column?']", "Row ['2']", "SELECT 1", "Ready I"],
    ]


SERIES: Final[dict[str, Callable[[str], bytes]]] = {
    "simple": lambda p: query(f"SELECT v {p} FROM kv WHERE k = 2"),
    "several": lambda p: query(f"SELECT 1; SELECT v FROM kv WHERE k = 2; SELECT nothing; SELECT 3 {p} + 1"),
    "syntax": lambda p: query(f"SELECT 1 FROM WHERE {p}"),
    "unknown column": lambda p: query(f"SELECT nonsense {p} FROM kv"),
    "in a block": lambda p: query("BEGIN") + query(f"SELECT nonsense {p} FROM kv") + query(f"SELECT 1 {p} + 1") + query("ROLLBACK"),
    "failed block": lambda p: query("BEGIN") + query("bad") + parse("", f"SELECT v {p} FROM kv") + bind("", "") + SYNC,
    "failed block, commit": lambda p: query("BEGIN") + query("bad") + query(f"COMMIT {p}"),
    "skips until Sync": lambda p: parse("a", f"SELECT nonsense {p} FROM kv") + bind("", "a") + execute() + SYNC + query("SELECT 1"),
    "two commands": lambda p: parse("", f"SELECT 1 {p}; SELECT 2") + describe("S", "") + SYNC,
    "name taken": lambda p: parse("a", "SELECT 1") + parse("a", f"SELECT v {p} FROM kv") + execute() + SYNC,
    "named": lambda p: parse("a", f"SELECT v {p} FROM kv WHERE k = $1") + bind("", "a", b"3") + execute() + close("S", "a") + SYNC,
    "PREPARE": lambda p: query(f"PREPARE a AS SELECT v {p} FROM kv WHERE k = $1") + query("EXECUTE a(4)") + query("DEALLOCATE a"),
    "PREPARE fails": lambda p: query(f"PREPARE a AS SELECT nonsense {p} FROM kv") + query("EXECUTE a"),
    "PREPARE, portal": lambda p: parse("", f"PREPARE a AS SELECT v {p} FROM kv") + bind("", "") + execute() + SYNC,
    "DECLARE": lambda p: query("BEGIN") + query(f"DECLARE c CURSOR FOR SELECT v {p} FROM kv") + query("FETCH 2 FROM c"),
    "EXPLAIN": lambda p: query(f"EXPLAIN SELECT v {p} FROM kv WHERE k = 1"),
    "nothing": lambda p: query(p),
    "many": lambda p: query("SELECT v FROM kv WHERE k = 1;" * 100 + p),
}


@pytest.mark.parametrize("name", SERIES)
def test_same_answers_as_of_short_texts(held: tuple[Wired, HeldPlanners], name: str) -> None:
    wired, planners = held
    with Wired(FakeEngine()) as other:
        expected = shown(other.open().feed(SERIES[name]("")))
    assert shown(wired.feed(SERIES[name](PAD))) + finish(wired, planners) == expected


# -------------------------------------------------------------------------------------------------------- ending the waiting


@pytest.mark.parametrize("steps", [0, 1], ids=["parsing", "planning"])
def test_cancel_ends_the_waiting(held: tuple[Wired, HeldPlanners], steps: int) -> None:
    wired, planners = held
    wired.feed(query("BEGIN"))
    before = len(wired.transport.written)
    wired.feed(query(LONG) + query("SELECT 1") + query("ROLLBACK"))
    for _ in range(steps):
        planners.go_on()
        wired.run()
    wired.connection.cancel(CancelReason.USER)
    wired.run()
    assert shown(wired.transport.written[before:]) == [
        *["ERROR 57014: canceling statement due to user request", "Ready E"],
        *["ERROR 25P02: current transaction is aborted, commands ignored until end of transaction block", "Ready E"],
        *["ROLLBACK", "Ready I"],
    ]
    assert not planners.held
    wired.feed(query(LONG))
    assert finish(wired, planners) == ANSWER


def test_statement_timeout_ends_the_waiting() -> None:
    engine = FakeEngine()
    engine.planners = HeldPlanners()
    with serving(engine) as server, RawClient(server.server.port, startup()) as client:
        client.ask(query("SET statement_timeout = '20ms'"))
        told = "ERROR 57014: canceling statement due to statement timeout"
        assert client.ask(query(LONG)) == [told, "Ready I"]
        assert client.ask(parse("", LONG) + bind("", "") + SYNC) == [told, "Ready I"]
        assert client.ask(query(SHORT)) == ANSWER


def test_a_client_that_leaves_waits_no_more(held: tuple[Wired, HeldPlanners]) -> None:
    wired, planners = held
    wired.feed(query(LONG))
    wired.transport.close()
    wired.connection.connection_lost(None)
    wired.run()
    assert not planners.held


# -------------------------------------------------------------------------------------------------------- prepared statements


def renew(wired: Wired) -> None:
    engine: Any = wired.shared._engine
    engine.generation += 1


def prepared(wired: Wired, planners: HeldPlanners) -> None:
    wired.feed(parse("a", f"SELECT v {PAD} FROM kv WHERE k = $1") + SYNC)
    assert finish(wired, planners) == ["ParseComplete", "Ready I"]


ROUNDS: Final = {
    "Bind": (bind("", "a", b"5") + execute() + SYNC, ["BindComplete", "Row ['value 5']", "SELECT 1", "Ready I"]),
    "EXECUTE": (query("EXECUTE a(5)"), ["Columns ['v']", "Row ['value 5']", "SELECT 1", "Ready I"]),
    "Describe": (describe("S", "a") + SYNC, ["Parameters [23]", "Columns ['v']", "Ready I"]),
}


@pytest.mark.parametrize("way", ROUNDS)
def test_a_new_generation_is_planned_for_elsewhere(held: tuple[Wired, HeldPlanners], way: str) -> None:
    wired, planners = held
    prepared(wired, planners)
    asked, expected = ROUNDS[way]
    assert shown(wired.feed(asked)) == expected
    renew(wired)
    assert wired.feed(asked) == b""
    assert finish(wired, planners) == expected
    assert shown(wired.feed(asked)) == expected


@pytest.mark.parametrize("way", ROUNDS)
def test_columns_that_have_changed_are_refused(held: tuple[Wired, HeldPlanners], way: str) -> None:
    wired, planners = held
    prepared(wired, planners)
    engine: Any = wired.shared._engine
    engine.columns["v"] = SqlType(t.INT8)
    engine.generation += 1
    wired.feed(ROUNDS[way][0])
    assert finish(wired, planners) == ["ERROR 0A000: cached plan must not change result type", "Ready I"]


def test_a_portal_bound_before_a_new_generation(held: tuple[Wired, HeldPlanners]) -> None:
    wired, planners = held
    prepared(wired, planners)
    wired.feed(bind("", "a", b"5"))
    renew(wired)
    assert wired.feed(execute() + SYNC) == b""
    assert finish(wired, planners) == ["Row ['value 5']", "SELECT 1", "Ready I"]


# -------------------------------------------------------------------------------------------------------- the threads


def test_there_is_an_end_to_long_statements() -> None:
    """As many as may be: one more is refused; a cancelled one is waited for no more, but counts until its thread is done."""
    free, begun = threading.Event(), threading.Semaphore(0)

    def work() -> None:
        begun.release()
        free.wait(30)

    async def scene(planners: Planners) -> None:
        tokens = [CancelToken() for _ in range(PLANNING_MAX)]
        running = [asyncio.create_task(planners.run(work, token)) for token in tokens]
        await asyncio.sleep(0)
        assert [begun.acquire(timeout=10) for _ in range(PLANNING_THREADS)] == [True] * PLANNING_THREADS
        with pytest.raises(QueueFull):
            await planners.run(work, CancelToken())
        for token in tokens:
            token.cancel(CancelReason.USER)
        for task in running:
            with pytest.raises(QueryCancelled):
                await task
        assert planners.jobs == PLANNING_THREADS
        assert await planners_free(planners) == "done"

    async def planners_free(planners: Planners) -> str:
        free.set()
        return await planners.run(lambda: "done", CancelToken())

    planners = Planners()
    try:
        asyncio.run(scene(planners))
    finally:
        free.set()
        planners.close()


NUMBERS: Final = ViewSchema(
    "numbers", (Column("id", st.Long()), Column("word", st.String())), ("id",), ("id",), HashPartitioning(4), (2,)
)


@pytest.fixture
def harness(tmp_path: Path) -> Iterator[Harness]:
    with Harness(tmp_path) as made:
        made.write(NUMBERS, pa.table({"id": pa.array(range(1000), pa.int64()), "word": [f"w{i}" for i in range(1000)]}))
        yield made


def connect(server: Any) -> psycopg.Connection[Any]:
    return psycopg.connect(server.dsn, autocommit=True)


IDS: Final = ", ".join(map(str, range(990, 12_000)))
COUNT: Final = f"SELECT count(*) FROM numbers WHERE id IN ({IDS})"


def test_no_long_statement_is_the_loops(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each kind of statement is answered rightly, and neither parsed nor planned in the server's own thread."""
    long_ones: list[tuple[str, str]] = []

    def noting(what: str, function: Callable[..., Any], text_of: Callable[[Any], str]) -> Callable[..., Any]:
        def noted(given: Any, *more: Any) -> Any:
            if is_costly(text_of(given)):
                long_ones.append((what, threading.current_thread().name))
            return function(given, *more)

        return noted

    monkeypatch.setattr(gateway.engine.plans, "plan_query", noting("plan", plan_query, lambda s: s.text))
    monkeypatch.setattr(planner.parse.template.ParseCache.__init__, "__defaults__", (noting("parse", parse_text, str),))
    monkeypatch.setattr(gateway.session.commands.execute, "check_argument", noting("check", check_argument, str))
    with serving(harness.engine) as server, connect(server) as connection:
        run = connection.execute
        assert run(COUNT).fetchone() == (10,)
        assert run(COUNT + " AND id > %s", (994,)).fetchone() == (5,)
        words = run(f"SELECT word FROM numbers WHERE id IN ({IDS})").fetchall()
        assert sorted(words) == [(f"w{i}",) for i in range(990, 1000)]
        run(f"PREPARE p AS {COUNT}")
        assert run("EXECUTE p").fetchone() == (10,)
        run(f"PREPARE q (int8) AS {COUNT} AND id > $1")
        assert run(f"EXECUTE q(cardinality(ARRAY[{IDS}]) - 10013)").fetchone() == (2,)
        run(f"DECLARE c CURSOR WITH HOLD FOR {COUNT}")
        assert run("FETCH ALL FROM c").fetchall() == [(10,)]
        assert run(f"EXPLAIN ANALYZE {COUNT}").fetchall()
        with connection.cursor().copy(f"COPY ({COUNT}) TO STDOUT") as copied:
            assert b"".join(copied) == b"10\n"
    assert {what for what, _ in long_ones} == {"check", "parse", "plan"}
    assert all(thread.startswith("tidegate-plan") for _, thread in long_ones), long_ones


def test_others_are_answered_while_a_thread_plans(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def slow(statement: Any, *more: Any) -> Any:
        if is_costly(statement.text):
            begun.set()
            assert go_on.wait(30)
        return plan_query(statement, *more)

    monkeypatch.setattr(gateway.engine.plans, "plan_query", slow)
    with serving(harness.engine) as server, connect(server) as busy, connect(server) as other:
        found: list[Any] = []
        thread = threading.Thread(target=lambda: found.append(busy.execute(COUNT).fetchone()))
        thread.start()
        try:
            assert begun.wait(30)
            assert other.execute("SELECT word FROM numbers WHERE id = 7").fetchone() == ("w7",)
            assert other.execute("SELECT sum(id) FROM numbers").fetchone() == (499_500,)
            assert not found
        finally:
            go_on.set()
            thread.join()
        assert found == [(10,)]


def test_an_error_says_where(harness: Harness) -> None:
    with serving(harness.engine) as server, connect(server) as connection:
        for sql, state in ((f"{COUNT} AND nothing = 1", "42703"), (f"SELECT id IN ({IDS}) FROM numbers WHERE ,", "42601")):
            with pytest.raises(psycopg.Error) as caught:
                connection.execute(sql)
            at = sql.index("nothing" if state == "42703" else "WHERE ,") + (1 if state == "42703" else len("WHERE ,"))
            assert (caught.value.sqlstate, caught.value.diag.statement_position) == (state, str(at))


def test_views_that_come_and_go_meanwhile(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    outdated = lambda *given: replace(plan_query(*given), catalog_generation=-1)  # noqa: E731
    with serving(harness.engine) as server, connect(server) as connection:
        monkeypatch.setattr(gateway.engine.plans, "plan_query", outdated)
        with pytest.raises(psycopg.errors.SerializationFailure):
            connection.execute(COUNT)


# -------------------------------------------------------------------------------------------------------- large parameters


def test_lists_of_keys_are_resolved_in_a_thread(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    threads: set[str] = set()
    keys = gateway.engine.sources._lean_keys

    def noted(*given: Any) -> Any:
        threads.add(threading.current_thread().name)
        return keys(*given)

    monkeypatch.setattr(gateway.engine.sources, "_lean_keys", noted)
    wanted = list(range(990, 30_000))
    with serving(harness.engine) as server, connect(server) as connection:
        for prepare in (False, True):
            rows = connection.execute("SELECT word FROM numbers WHERE id = ANY (%s)", (wanted,), prepare=prepare).fetchall()
            assert sorted(rows) == [(f"w{i}",) for i in range(990, 1000)]
        with pytest.raises(psycopg.errors.InvalidTextRepresentation):
            connection.execute("SELECT word FROM numbers WHERE id = ANY (%s::int8[])", ("{" + "1," * 20_000 + "x}",))
    assert threads
    assert all(name.startswith("tidegate-query") for name in threads), threads
