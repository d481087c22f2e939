"""Fragments: the shards asked for and no others, at exactly the version asked for, whatever is published meanwhile."""

from __future__ import annotations

import json
import random
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pyarrow as pa
import pytest

from gateway.contract.engine import FragmentScope, Snapshot
from gateway.engine.options import EngineOptions
from gateway.engine.scope import check_scope
from gateway.errors import FragmentRefused
from statestore import types as st
from statestore.errors import ShardNotHeld
from statestore.schema import Column, HashPartitioning, RangePartitioning, ViewSchema
from statestore.version_id import VersionId
from tests.gateway.fragments import HeldStore, fragment, identity, rows_of
from tests.gateway.harness import Harness
from tests.gateway.serving import serving
from tests.plugins.cluster import wait_until
from tests.plugins.scale import seed_for

SHARDS = 5
COLUMNS = (Column("id", st.Int(), nullable=False), Column("amount", st.Long()), Column("note", st.String()))
HASHED = ViewSchema("hashed", COLUMNS, ("id",), ("id",), HashPartitioning(SHARDS), (3,))
_SPLITS = tuple(b"\x01" + (0x80000000 + split).to_bytes(4) for split in (100, 200, 300, 400))
RANGED = ViewSchema("ranged", COLUMNS, ("id",), ("id",), RangePartitioning(_SPLITS), (3,))
IDS = 500

Model = dict[int, tuple[int, str | None]]


class World:
    """Two views of the same rows, and what they were at each version."""

    def __init__(self, engine: Harness, seed: int) -> None:
        self.engine, self.rng = engine, random.Random(seed)
        self.now: Model = {}
        self.past: dict[int, Model] = {}
        self.publish(range(IDS))

    def publish(self, ids: Any = None) -> None:
        rng = self.rng
        if ids is None:
            ids = rng.sample(range(IDS), 40)
        gone = [i for i in rng.sample(range(IDS), 5) if i in self.now and i not in ids]
        fresh = {i: (rng.randrange(1000), rng.choice(["a", "b", None])) for i in ids}
        self.now = {i: row for i, row in (self.now | fresh).items() if i not in gone}
        table = pa.table(
            {
                "id": pa.array(list(fresh), pa.int32()),
                "amount": pa.array([a for a, _ in fresh.values()], pa.int64()),
                "note": pa.array([n for _, n in fresh.values()], pa.string()),
            }
        )
        version = 0
        for schema in (HASHED, RANGED):
            version = self.engine.write(schema, table, [(i,) for i in gone])
        self.past[version] = self.now


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    seed = seed_for("fragments")
    with Harness(tmp_path, store=HeldStore) as engine:
        yield World(engine, seed)


QUERIES = {
    "SELECT id, amount, note FROM {view} WHERE id = 77": lambda i, a, n: i == 77,
    "SELECT id, amount, note FROM {view} WHERE id IN (3, 150, 151, 222, 499, 600)": lambda i, a, n: i in (3, 150, 151, 222, 499),
    "SELECT id, amount, note FROM {view} WHERE id BETWEEN 90 AND 310 ORDER BY id": lambda i, a, n: 90 <= i <= 310,
    "SELECT id, amount, note FROM {view} WHERE id BETWEEN 90 AND 310 AND amount < 500": lambda i, a, n: 90 <= i <= 310 and a < 500,
    "SELECT id, amount, note FROM {view} WHERE (id < 50 OR id > 380) AND note = 'a'": lambda i, a, n: (
        (i < 50 or i > 380) and n == "a"
    ),
    "SELECT id, amount, note FROM {view}": lambda i, a, n: True,
    "SELECT id, amount, note FROM {view} ORDER BY id DESC": lambda i, a, n: True,
    "SELECT id, amount, note FROM {view} WHERE note IS NULL": lambda i, a, n: n is None,
    "SELECT id, amount, note FROM {view} AS x WHERE id IN (SELECT id FROM {view} WHERE amount > 300)": lambda i, a, n: a > 300,
}


def deal(rng: random.Random) -> list[frozenset[int]]:
    """The shards, dealt to a few nodes."""
    nodes: list[set[int]] = [set() for _ in range(rng.randrange(1, 4))]
    for shard in range(SHARDS):
        rng.choice(nodes).add(shard)
    return [frozenset(node) for node in nodes]


def test_fragments_together_are_the_view_at_that_version(world: World) -> None:
    engine, rng = world.engine, world.rng
    for _ in range(60):
        if rng.random() < 0.3:
            world.publish()
        view = rng.choice(["hashed", "ranged"])
        version = rng.choice(engine.store.versions(view))
        sql, keeps = rng.choice(list(QUERIES.items()))
        rows: list[tuple[Any, ...]] = []
        for shards in deal(rng):
            scope = FragmentScope({view: identity(version)}, {view: shards})
            rows += rows_of(engine.run(fragment(engine, sql.format(view=view), scope)))
        expected = [(i, *row) for i, row in world.past[version.version].items() if keeps(i, *row)]
        assert sorted(rows, key=lambda r: r[0]) == sorted(expected), (sql, version.version)


def test_two_views_are_read_each_in_its_own_shards(world: World) -> None:
    sql = "SELECT h.id FROM hashed AS h JOIN ranged AS r ON h.id = r.id WHERE r.id < 300"
    found: set[int] = set()
    for hashed in range(SHARDS):
        for ranged in range(SHARDS):
            scope = FragmentScope({}, {"hashed": frozenset({hashed}), "ranged": frozenset({ranged})})
            ids = [i for (i,) in rows_of(world.engine.run(fragment(world.engine, sql, scope)))]
            assert not found & set(ids)
            found |= set(ids)
    assert found == {i for i in world.now if i < 300}


def test_keys_come_as_they_are_stored_and_in_their_order(world: World) -> None:
    engine = world.engine
    codec = engine.store.current("hashed").key_codec
    for sql in (
        "SELECT note FROM hashed WHERE id > 40 ORDER BY id",
        "SELECT id FROM hashed",
        "SELECT amount FROM hashed WHERE id = 7",
    ):
        scope = FragmentScope({}, {"hashed": frozenset({0, 1, 4})})
        plain, keyed = engine.run(fragment(engine, sql, scope)), engine.run(fragment(engine, sql, scope, keys=True))
        assert keyed.column_names == [*plain.column_names, "__key"]
        keys = keyed.column("__key").to_pylist()
        ids = [codec.decode(key)[0] for key in keys]
        column = 0 if "amount" in sql else 1
        if "SELECT id" in sql:
            assert rows_of(keyed.select([0])) == [(i,) for i in ids]
        else:
            assert rows_of(keyed.select([0])) == [(world.now[i][column],) for i in ids]
            assert keys == sorted(keys)


def test_nothing_in_no_shard_but_its_columns(world: World) -> None:
    scope = FragmentScope({}, {"hashed": frozenset()})
    for sql in ("SELECT id, note FROM hashed", "SELECT id, upper(note) AS note FROM hashed WHERE id > 3"):
        table = world.engine.run(fragment(world.engine, sql, scope))
        assert (table.num_rows, table.column_names) == (0, ["id", "note"])
        assert table.schema.types == [pa.int32(), pa.string()]
    counted = world.engine.run(fragment(world.engine, "SELECT count(*) FROM hashed", scope))
    assert rows_of(counted) == [(0,)]


@pytest.mark.parametrize("copy_bytes", [256 << 20, 0])
def test_one_version_while_publishing_goes_on(tmp_path: Path, copy_bytes: int) -> None:
    """Money moves between accounts; each fragment alone would see any sum, all of one version see the total."""
    schema = ViewSchema("accounts", COLUMNS[:2], ("id",), ("id",), HashPartitioning(SHARDS), (2,))
    with Harness(tmp_path, EngineOptions(copy_bytes=copy_bytes)) as bank:
        amounts = dict.fromkeys(range(200), 100)

        def publish(rows: dict[int, int]) -> None:
            ids, values = pa.array(list(rows), pa.int32()), pa.array(list(rows.values()), pa.int64())
            bank.write(schema, pa.table({"id": ids, "amount": values}))

        publish(amounts)
        stop = threading.Event()
        rng = random.Random(5)

        def transfers() -> None:
            while not stop.is_set():
                giver, taker = rng.sample(range(200), 2)
                amounts[giver] -= 10
                amounts[taker] += 10
                publish({giver: amounts[giver], taker: amounts[taker]})

        publisher = threading.Thread(target=transfers)
        publisher.start()
        try:
            seen = set()
            while len(seen) < 15:
                version = identity(bank.store.current("accounts"))
                seen.add(version)
                sums = [
                    rows_of(
                        bank.run(
                            fragment(bank, f"SELECT {sql} FROM accounts", FragmentScope({"accounts": version}, {"accounts": s}))
                        )
                    )
                    for s in (frozenset({0, 3}), frozenset({1}), frozenset({2, 4}))
                    for sql in ("coalesce(sum(amount), 0)::bigint",)
                ]
                assert sum(row[0][0] for row in sums) == 200 * 100
        finally:
            stop.set()
            publisher.join()


# ------------------------------------------------------------------------------------------------------------- held shards


def test_a_copy_follows_what_the_node_holds(world: World) -> None:
    engine, rng = world.engine, world.rng
    store = engine.store
    assert isinstance(store, HeldStore)
    for _ in range(40):
        if rng.random() < 0.5:
            world.publish()
        store.held = frozenset(s for s in range(SHARDS) if rng.random() < 0.6)
        version = rng.choice(store.versions("hashed")[-3:])
        scope = FragmentScope({"hashed": identity(version)}, {"hashed": store.held})
        found = rows_of(engine.run(fragment(engine, "SELECT id, amount, note FROM hashed WHERE length(note) = 1", scope)))
        shard_of = version.shard_of
        kept = {i: row for i, row in world.past[version.version].items() if shard_of((i,)) in store.held and row[1]}
        assert sorted(found) == sorted((i, *row) for i, row in kept.items())


def test_what_is_not_held_is_refused_and_never_left_out(world: World) -> None:
    engine, store = world.engine, world.engine.store
    assert isinstance(store, HeldStore)
    engine.rows("SELECT count(*) FROM hashed WHERE note = 'a'")  # there is a copy, of all shards
    store.held = frozenset({0, 2})
    with pytest.raises(FragmentRefused, match="shards 1, 4 of view hashed are not held") as caught:
        check_scope(store, FragmentScope({}, {"hashed": frozenset({0, 1, 4})}))
    assert json.loads(caught.value.detail or "") == {"refused": "not held"}
    elsewhere = FragmentScope({}, {"ranged": frozenset({0})})
    for sql in QUERIES:
        with pytest.raises(ShardNotHeld):
            engine.run(fragment(engine, sql.format(view="hashed").replace("= 77", "IN (1, 2, 3, 4, 5, 6, 7, 8)"), elsewhere))


# ---------------------------------------------------------------------------------------------------------------- refusals


@pytest.fixture
def served(world: World) -> Iterator[psycopg.Connection[Any]]:
    with serving(world.engine.engine) as server, psycopg.connect(server.dsn, autocommit=True) as connection:
        yield connection


def refusal(connection: psycopg.Connection[Any], options: str) -> tuple[str, str]:
    with pytest.raises(psycopg.errors.ObjectNotInPrerequisiteState) as caught:
        copied(connection, f"COPY (SELECT count(*) FROM hashed) TO STDOUT (FORMAT arrow, {options})")
    assert caught.value.diag.sqlstate == "55000"
    return json.loads(caught.value.diag.message_detail or "")["refused"], caught.value.diag.message_primary or ""


def copied(connection: psycopg.Connection[Any], sql: str) -> list[bytes]:
    with connection.cursor().copy(sql) as copy:
        return [bytes(data) for data in copy]


def test_refusals_say_why(world: World, served: psycopg.Connection[Any]) -> None:
    current = identity(world.engine.store.current("hashed"))
    assert refusal(served, "SHARDS 'hashed=0', VERSIONS 'hashed=99'")[0] == "not reached"
    assert refusal(served, "SHARDS 'hashed=0, nope=1', VERSIONS 'nope=1'")[0] == "not reached"
    assert refusal(served, f"SHARDS 'hashed=0', VERSIONS 'hashed={current.version}@17'")[0] == "other view"
    assert refusal(served, "SHARDS 'hashed=77'")[0] == "not held"
    store = world.engine.store
    assert isinstance(store, HeldStore)
    store.held = frozenset({0})
    assert refusal(served, f"SHARDS 'hashed=0 3', VERSIONS 'hashed={current}'")[0] == "not held"
    assert refusal(served, "SHARDS 'ranged=0'")[0] == "not held"


def test_a_version_that_is_no_longer_kept(world: World, served: psycopg.Connection[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    kept = world.engine.store.versions("hashed")
    world.publish()
    last = world.engine.store.versions("hashed")[-1:]
    monkeypatch.setattr(HeldStore, "versions", lambda self, view: last)
    assert refusal(served, f"SHARDS 'hashed=0', VERSIONS 'hashed={kept[0].version}'")[0] == "not kept"


def test_a_version_on_its_way_is_waited_for(world: World) -> None:
    version = world.engine.store.current("hashed").version
    scope = FragmentScope({"hashed": VersionId(version + 1, 0)}, {"hashed": frozenset({0})})
    engine = world.engine.engine

    async def wait() -> bool:
        waiting = engine.reached(scope, 30.0)
        assert waiting is not None
        publisher = threading.Thread(target=world.publish)
        publisher.start()
        reached = await waiting
        publisher.join()
        return reached

    assert world.engine.run(wait())
    assert engine.reached(scope, 0.0) is None


def test_errors_of_the_query_are_its_own(world: World, served: psycopg.Connection[Any]) -> None:
    with pytest.raises(psycopg.errors.DivisionByZero):
        copied(served, "COPY (SELECT 1 / (id - id) FROM hashed) TO STDOUT (FORMAT arrow, SHARDS 'hashed=0-4')")
    assert served.execute("SELECT 1").fetchone() == (1,)
    wait_until(lambda: world.engine.engine.workers.running == 0, 60, "no execution left")


def test_versions_without_shards_are_an_ordinary_query(world: World, served: psycopg.Connection[Any]) -> None:
    first = world.engine.store.current("hashed").version
    world.publish()
    rows = copied(served, f"COPY (SELECT count(*), sum(amount) FROM hashed) TO STDOUT (VERSIONS 'hashed={first}')")
    past = world.past[first].values()
    assert rows == [f"{len(past)}\t{sum(a for a, _ in past)}\n".encode()]
    with pytest.raises(psycopg.errors.SerializationFailure):
        copied(served, "COPY (SELECT count(*) FROM hashed) TO STDOUT (VERSIONS 'hashed=99')")


def test_the_time_zone_of_a_fragment(served: psycopg.Connection[Any]) -> None:
    times = "'2024-07-01 12:00+00'::timestamptz, '2024-07-01'::timestamptz"
    sql = f"COPY (SELECT {times}) TO STDOUT (TIMEZONE 'Europe/Berlin', SHARDS '')"
    assert copied(served, sql) == [b"2024-07-01 14:00:00+02\t2024-07-01 00:00:00+02\n"]
    assert served.execute("SHOW timezone").fetchone() == ("UTC",)
    with pytest.raises(psycopg.errors.InvalidParameterValue):
        copied(served, "COPY (SELECT 1) TO STDOUT (TIMEZONE 'Nowhere')")


def test_a_version_from_before_a_column_was_added(world: World) -> None:
    """The plan knows the column; rows of the older version hold NULL in it, as rows written before it do."""
    engine = world.engine
    before = engine.store.current("hashed")
    pinned = Snapshot()
    pinned.pin("hashed", lambda: before)
    wider = ViewSchema("hashed", (*COLUMNS, Column("more", st.Int())), ("id",), ("id",), HashPartitioning(SHARDS), (3, 4))
    table = pa.table({"id": pa.array([1], pa.int32()), "amount": [7], "note": ["x"], "more": pa.array([9], pa.int32())})
    engine.write(wider, table)
    now = identity(engine.store.current("hashed"))
    everywhere = {"hashed": frozenset(range(SHARDS))}
    for sql in (
        "SELECT more FROM hashed WHERE id = 1",
        "SELECT more FROM hashed WHERE id <= 1 ORDER BY id DESC LIMIT 1",
        "SELECT max(more) FROM hashed WHERE id = 1",
        "SELECT max(more) FROM hashed",
    ):
        assert rows_of(engine.run(fragment(engine, sql, FragmentScope({"hashed": now}, everywhere)))) == [(9,)]
        assert rows_of(engine.run(fragment(engine, sql, FragmentScope({"hashed": identity(before)}, everywhere)))) == [(None,)]
        assert engine.rows(sql, snapshot=pinned) == [(None,)]
        assert rows_of(engine.run(fragment(engine, sql, FragmentScope({"hashed": now}, everywhere)))) == [(9,)]
