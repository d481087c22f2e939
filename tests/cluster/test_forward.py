"""Keyed reads through a node that does not hold the key: the same bytes as from the one that does, whatever happens meanwhile."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pyarrow as pa
import pytest

from planner.distribute.placement import placed
from statestore import types as st
from statestore.schema import Column, HashPartitioning, ViewSchema
from statestore.sharding import shard_function
from statestore.views.local_writer import write_version
from tests.cluster.nodes import Nodes, cluster
from tests.gateway.serving import SYNC, RawClient, bind, describe, execute, message, parse, query, shown, startup
from tests.plugins.scale import seed_for

COLUMNS = (
    Column("id", st.Long(), nullable=False),
    Column("name", st.String()),
    Column("amount", st.Double()),
    Column("at", st.Timestamp()),
    Column("raw", st.Binary()),
)
SCHEMA = ViewSchema("points", COLUMNS, ("id",), ("id",), HashPartitioning(8), (5,))
ROWS = 400
SHARD_OF = shard_function(SCHEMA)
SQL = "SELECT name, amount, at, raw FROM points WHERE id = $1"
COMPUTED = "SELECT upper(name), amount * 2, at, raw FROM points WHERE id = $1 AND amount >= 0"
ROUND = describe("P", "") + execute() + SYNC


def table(ids: Any, note: str = "first") -> pa.Table:
    ids = list(ids)
    return pa.table(
        {
            "id": pa.array(ids, pa.int64()),
            "name": pa.array([None if i % 7 == 0 else f"{note} {i}" for i in ids], pa.string()),
            "amount": pa.array([i / 3 for i in ids]),
            "at": pa.array([1_700_000_000_000_000 + i for i in ids], pa.timestamp("us", tz="UTC")),
            "raw": pa.array([bytes([i % 256, 0]) for i in ids], pa.binary()),
        }
    )


def ids_of(nodes: Nodes, name: str) -> list[int]:
    """Ids whose first holder is that node."""
    return [i for i in range(ROWS) if placed(SCHEMA, SHARD_OF((i,)), list(nodes.nodes), nodes.replicas)[0] == name]


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[Nodes]:
    with cluster(tmp_path) as nodes:
        nodes.settle(SCHEMA, write_version(nodes.root, SCHEMA, table(range(ROWS))))
        yield nodes


@pytest.fixture
def trio(tmp_path: Path) -> Iterator[Nodes]:
    with cluster(tmp_path, "abc", replicas=2) as nodes:
        nodes.settle(SCHEMA, write_version(nodes.root, SCHEMA, table(range(ROWS))))
        yield nodes


def open_raw(nodes: Nodes, name: str, sql: str = SQL, **settings: str) -> RawClient:
    client = RawClient(nodes[name].port, startup(**settings))
    client.send(parse("s", sql) + SYNC)
    assert shown(client.until_ready()) == ["ParseComplete", "Ready I"]
    return client


def answers(client: RawClient, segments: list[bytes]) -> list[bytes]:
    found = []
    for segment in segments:
        client.send(segment)
        found.append(client.until_ready())
    return found


def outstanding(nodes: Nodes, name: str) -> int:
    peers = nodes[name].forwarder._peers.values()
    return sum(link.outstanding for links in peers for link in links._by_settings.values())


SETTINGS: list[dict[str, str]] = [
    {},
    {"TimeZone": "Asia/Kathmandu", "extra_float_digits": "0"},
    {"bytea_output": "escape", "options": "-c search_path=other,public"},
]


@pytest.mark.parametrize("sql", [SQL, COMPUTED])
@pytest.mark.parametrize("settings", SETTINGS)
def test_answers_are_the_bytes_that_the_holder_gives(pair: Nodes, settings: dict[str, str], sql: str) -> None:
    seed = seed_for("forward")
    rng = random.Random(seed)
    segments: list[bytes] = []
    names: set[str] = set()
    for i in [*rng.sample(ids_of(pair, "b"), 40), ROWS + 1]:
        value, formats = rng.choice([(str(i).encode(), ()), (i.to_bytes(8), (1,))])
        results = rng.choice([(), (0,), (1,), (1, 0, 1, 0)])
        tail = rng.choice([ROUND, execute() + SYNC])
        # As clients do: one statement, one shape.
        name = f"s{len(formats)}{results}{len(tail)}"
        segments += [] if name in names else [parse(name, sql) + SYNC]
        segments.append(bind("", name, value, formats=formats, results=results) + tail)
        names.add(name)
    with open_raw(pair, "a", **settings) as wrong, open_raw(pair, "b", **settings) as right:
        assert answers(wrong, segments) == answers(right, segments)
        here, there = (pair[name].engine.counters for name in "ab")
        assert (here.lean_blocks, here.row_blocks) == (0, 0)
        # While a way there is being made, a statement goes as a fragment; its answer is merged here if the way takes long.
        assert here.duckdb_queries <= there.duckdb_queries <= (len(names) if sql == COMPUTED else 0)


def test_queries_and_unnamed_statements_are_forwarded(pair: Nodes) -> None:
    i, j, *_ = ids_of(pair, "b")
    segments = [
        *(query(f"SELECT name FROM points WHERE id = {n}") for n in (i, j, i)),
        *(parse("", SQL) + bind("", "", str(n).encode()) + ROUND for n in (i, j)),
        query(f"SELECT name FROM points WHERE id = {i} AND 'it''s' = 'it''s'"),
    ]
    with RawClient(pair["a"].port, startup()) as wrong, RawClient(pair["b"].port, startup()) as right:
        assert answers(wrong, segments[:5]) == answers(right, segments[:5])


def test_answers_keep_their_order(pair: Nodes) -> None:
    """A key of this node's, asked for while another one's is on its way, has to wait."""
    there, here = ids_of(pair, "b")[1], ids_of(pair, "a")[1]
    forwarder, held = pair["a"].forwarder, list[Any]()
    with open_raw(pair, "a") as client:
        segments = [bind("", "s", str(i).encode()) + ROUND for i in (there, here)]
        first, second = answers(client, segments)
        pair.call(lambda: setattr(forwarder, "answered", lambda *answer: held.append(answer)))
        client.send(segments[0])
        pair.until(lambda: len(held) == 1)
        client.send(segments[1] + query("SELECT 1"))
        pair.until(lambda: sessions(pair)[0]._conversation.buffered_bytes > 0)
        pair.call(lambda: delattr(forwarder, "answered"))
        pair.call(lambda: forwarder.answered(*held[0]))
        assert client.until_ready(2) == first + second
        assert "Row ['1']" in shown(client.until_ready())


def test_many_clients_at_once(pair: Nodes) -> None:
    there = ids_of(pair, "b")
    clients = [open_raw(pair, "a") for _ in range(20)]
    for turn in range(10):
        for n, client in enumerate(clients):
            client.send(bind("", "s", str(there[(n + turn) % len(there)]).encode()) + execute() + SYNC)
        for n, client in enumerate(clients):
            i = there[(n + turn) % len(there)]
            (row,) = [line for line in shown(client.until_ready()) if line.startswith("Row")]
            assert (f"'first {i}'" in row) == bool(i % 7)
    for client in clients:
        client.socket.close()
    pair.until(lambda: outstanding(pair, "a") == 0)


def test_a_shard_that_goes_while_a_read_begins(pair: Nodes, monkeypatch: pytest.MonkeyPatch) -> None:
    """This node had it when the general way looked, and no more when it read."""
    i = ids_of(pair, "b")[1]
    with psycopg.connect(pair["a"].dsn, autocommit=True) as connection:
        sql = "SELECT id, amount FROM points WHERE id = %s LIMIT 1"
        monkeypatch.setattr(pair["a"].engine, "_is_here", lambda *_: True)
        assert connection.execute(sql, (i,)).fetchall() == [(i, i / 3)]


def test_in_a_transaction(pair: Nodes) -> None:
    i = ids_of(pair, "b")[1]
    with psycopg.connect(pair["a"].dsn) as connection:
        for _ in range(3):
            row = connection.execute("SELECT id, amount FROM points WHERE id = %s", (i,), prepare=True).fetchone()
            assert row == (i, i / 3)
        connection.rollback()


def test_a_forwarded_session_never_forwards(pair: Nodes) -> None:
    i = ids_of(pair, "b")[0]
    with psycopg.connect(pair["a"].dsn, options="-c tidegate.forwarded=on", autocommit=True) as connection:
        for prepare in (False, True, True):
            with pytest.raises(psycopg.Error) as refused:
                connection.execute("SELECT name FROM points WHERE id = %s", (i,), prepare=prepare)
            assert refused.value.sqlstate == "55000"
        with pytest.raises(psycopg.Error) as fixed:
            connection.execute("SET tidegate.forwarded = off")
        assert fixed.value.sqlstate == "55P02"
    assert not pair["a"].forwarder._peers


def test_several_rounds_in_one_segment_of_a_forwarded_session(pair: Nodes) -> None:
    there = ids_of(pair, "b")[:50]
    rounds = [bind("", "s", str(i).encode()) + execute() + SYNC for i in there]
    options = {"tidegate.forwarded": "on"}
    with open_raw(pair, "b", **options) as client, open_raw(pair, "b") as plain:
        client.send(b"".join(rounds) + query("SELECT 1") + b"".join(rounds[:3]))
        found = client.until_ready(len(rounds) + 4)
        told, rest = found.split(message("S", b"tidegate.served\0")[5:], 1)
        assert rest[: rest.index(b"\0")].decode() == "1@{}@{} points".format(*pair["a"].engine.served("points")[1:])  # type: ignore[index]
        assert rest[rest.index(b"\0") + 1 :] == b"".join(
            [*answers(plain, rounds), *answers(plain, [query("SELECT 1")]), *answers(plain, rounds[:3])]
        )
        assert b"tidegate.served" not in rest
        assert told == b"S" + (4 + 16 + rest.index(b"\0") + 1).to_bytes(4)


def test_cancel_and_timeout_end_a_round_that_gets_no_answer(pair: Nodes) -> None:
    i = ids_of(pair, "b")[0]
    with open_raw(pair, "a") as client:
        warm = bind("", "s", str(i).encode()) + ROUND
        answers(client, [warm, warm])
        silence(pair, "a")
        client.send(warm)
        pair.until(lambda: outstanding(pair, "a") == 1)
        pid, secret = key_of(client.greeting)
        with RawClient(pair["a"].port) as other:
            other.send((16).to_bytes(4) + (80877102).to_bytes(4) + pid + secret)
            assert other.rest() == b""
        told = shown(client.until_ready())
        assert told[0] == "BindComplete"
        assert told[-2:] == ["ERROR 57014: canceling statement due to user request", "Ready I"]
    with open_raw(pair, "a", statement_timeout="500") as client:
        answers(client, [warm])
        silence(pair, "a")
        client.send(warm)
        assert shown(client.until_ready())[-2:] == ["ERROR 57014: canceling statement due to statement timeout", "Ready I"]


def key_of(greeting: bytes) -> tuple[bytes, bytes]:
    at = greeting.index(b"K\0\0\0\x0c") + 5
    return greeting[at : at + 4], greeting[at + 4 : at + 8]


def silence(nodes: Nodes, name: str) -> None:
    """What is sent over the node's links gets lost, and nobody notices."""

    def quiet() -> None:
        for links in nodes[name].forwarder._peers.values():
            for link in links._by_settings.values():
                link._write = lambda data: None
                link._look = lambda *_: None  # type: ignore[method-assign]

    nodes.call(quiet)


def test_a_client_that_leaves_is_forgotten(pair: Nodes) -> None:
    i = ids_of(pair, "b")[0]
    client = open_raw(pair, "a")
    warm = bind("", "s", str(i).encode()) + ROUND
    answers(client, [warm, warm])
    client.send(warm)
    client.socket.close()
    pair.until(lambda: outstanding(pair, "a") == 0)
    pair.until(lambda: not sessions(pair))
    with open_raw(pair, "a") as again:
        assert "SELECT 1" in shown(answers(again, [warm])[0])


def sessions(nodes: Nodes) -> list[Any]:
    connections = nodes["a"].server._shared.registry.connections
    return [c for c in connections if c._session is not None and c._session.info.user == "tester"]


def test_another_holder_takes_over(trio: Nodes) -> None:
    there = [i for i in range(ROWS) if placed(SCHEMA, SHARD_OF((i,)), "abc", 2)[0] == "b" and "a" not in holders(trio, i)]
    rounds = [bind("", "s", str(i).encode()) + ROUND for i in there]
    with open_raw(trio, "a") as client:
        before = answers(client, rounds)
        trio.run(trio["b"].stop())
        assert answers(client, rounds) == before
        trio.run(trio["b"].start())
        trio.settle(SCHEMA, 1)
        assert answers(client, rounds) == before


def holders(nodes: Nodes, i: int) -> tuple[str, ...]:
    return placed(SCHEMA, SHARD_OF((i,)), list(nodes.nodes), nodes.replicas)


def test_a_silent_holder_is_given_up(trio: Nodes) -> None:
    """Nothing but time tells; the other holder has the answer."""
    there = [i for i in range(ROWS) if placed(SCHEMA, SHARD_OF((i,)), "abc", 2)[0] == "b" and "a" not in holders(trio, i)]
    segment = bind("", "s", str(there[0]).encode()) + ROUND
    with open_raw(trio, "a") as client:
        (before, _) = answers(client, [segment, segment])

        def deaf() -> None:
            for link in trio["a"].forwarder._peers["b"]._by_settings.values():
                link._write = lambda data: None

        trio.call(deaf)
        assert answers(client, [segment] * 4) == [before] * 4


def test_a_lost_member_gives_up_its_reads_at_once(trio: Nodes) -> None:
    there = [i for i in range(ROWS) if placed(SCHEMA, SHARD_OF((i,)), "abc", 2)[0] == "b" and "a" not in holders(trio, i)]
    segment = bind("", "s", str(there[0]).encode()) + ROUND
    with open_raw(trio, "a") as client:
        (before, _) = answers(client, [segment, segment])
        silence(trio, "a")
        client.send(segment)
        trio.until(lambda: outstanding(trio, "a") == 1)
        trio.call(lambda: trio["a"].member.roster.misspoke("b", "answers with garbage: for this test"))
        assert client.until_ready() == before


def test_answers_are_as_new_as_this_node(pair: Nodes, monkeypatch: pytest.MonkeyPatch) -> None:
    """What an older version says is not handed on: the general way is taken instead."""
    i = ids_of(pair, "b")[0]
    with open_raw(pair, "a") as client:
        segment = bind("", "s", str(i).encode()) + ROUND
        (before, _) = answers(client, [segment, segment])
        pair.call(lambda: setattr(pair["a"].forwarder, "served", lambda view: (2, 2**62)))
        recorded = in_general(pair, "a")
        assert answers(client, [segment]) == [before]
        assert in_general(pair, "a") == recorded + 1
        pair.call(lambda: setattr(pair["a"].forwarder, "served", pair["a"].engine.served))
        assert answers(client, [segment]) == [before]


def in_general(nodes: Nodes, name: str) -> int:
    """How many executions have taken the general way: the others are not recorded."""
    return nodes.call(lambda: nodes[name].engine.recent._last)


def test_reads_follow_versions(pair: Nodes) -> None:
    i = next(i for i in ids_of(pair, "b") if i % 7)
    with open_raw(pair, "a") as client:
        for turn in range(2, 8):
            version = write_version(pair.root, SCHEMA, table([i], f"turn {turn}"))
            assert pair["a"].store.wait_for_version("points", version, 10)
            # At first the holder may be behind. Its older answer is not handed on; the general way waits a little for a newer one.
            end_s = time.monotonic() + 10
            recorded = in_general(pair, "a")
            while f"turn {turn} {i}" not in (told := " ".join(shown(answers(client, [bind("", "s", str(i).encode()) + ROUND])[0]))):
                assert f"'turn {turn - 1} {i}'" in told or (turn == 2 and f"'first {i}'" in told), told
                recorded, before = in_general(pair, "a"), recorded
                assert recorded > before
                assert time.monotonic() < end_s


def test_too_many_at_once_are_refused(pair: Nodes, monkeypatch: pytest.MonkeyPatch) -> None:
    i = ids_of(pair, "b")[0]
    segment = bind("", "s", str(i).encode()) + ROUND
    with open_raw(pair, "a") as client:
        answers(client, [segment, segment])
        for module in ("forwarder", "link"):
            monkeypatch.setattr(f"gateway.cluster.forwarding.{module}.OUTSTANDING_MAX", 0)
        told = shown(answers(client, [segment])[0])
        assert told[-2].startswith("ERROR 53300")
        monkeypatch.undo()
        assert "SELECT 1" in shown(answers(client, [segment])[0])


def test_a_time_limit_in_a_transaction_fails_it(pair: Nodes) -> None:
    i = ids_of(pair, "b")[0]
    segment = bind("", "s", str(i).encode()) + ROUND
    with open_raw(pair, "a", statement_timeout="500") as client:
        first, _ = answers(client, [segment, query("BEGIN")])
        assert answers(client, [segment]) == [first[:-1] + b"T"]
        silence(pair, "a")
        client.send(segment)
        told = shown(client.until_ready())
        assert told[0] == "BindComplete"
        assert told[-2:] == ["ERROR 57014: canceling statement due to statement timeout", "Ready E"]
        assert shown(answers(client, [segment])[0])[-2].startswith("ERROR 25P02")
        assert shown(answers(client, [query("ROLLBACK")])[0]) == ["ROLLBACK", "Ready I"]


def test_more_statements_than_a_link_keeps(pair: Nodes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gateway.cluster.forwarding.link.STATEMENTS_MAX", 3)
    i = ids_of(pair, "b")[1]
    with RawClient(pair["a"].port, startup()) as client, RawClient(pair["b"].port, startup()) as right:
        texts = [f"SELECT id AS c{n}, name FROM points WHERE id = $1" for n in range(8)]
        segments = [parse("", text) + bind("", "", str(i).encode()) + ROUND for text in texts]
        assert answers(client, segments * 3) == answers(right, segments * 3)
    links = [link for links in pair["a"].forwarder._peers.values() for link in links._by_settings.values()]
    assert [len(link._prepared) for link in links] == [3]


def test_more_settings_than_links(pair: Nodes, monkeypatch: pytest.MonkeyPatch) -> None:
    """A link that nobody uses makes room."""
    monkeypatch.setattr("gateway.cluster.forwarding.forwarder.LINKS_MAX", 2)
    i = ids_of(pair, "b")[1]
    segment = bind("", "s", str(i).encode()) + ROUND
    for zone in ("Etc/GMT+1", "Etc/GMT+2", "Etc/GMT+3", "Etc/GMT+1"):
        with open_raw(pair, "a", TimeZone=zone) as client, open_raw(pair, "b", TimeZone=zone) as right:
            assert answers(client, [segment]) == answers(right, [segment])
    assert [len(links._by_settings) for links in pair["a"].forwarder._peers.values()] == [2]
