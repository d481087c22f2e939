"""Keys are read in more ways than by their names: COPY's KEYS and SHARDS, what a shard holds, the ends of ranges, sizes of rows."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pyarrow as pa
import pytest
from psycopg import errors

from statestore import types as st
from statestore.keys import KeyCodec
from statestore.schema import Column, RangePartitioning, ViewSchema
from tests.access.granting import Granting, granting_over
from tests.gateway.harness import Harness

COLUMNS = (Column("code", st.String(), nullable=False), Column("seat", st.Long(), nullable=False), Column("note", st.String()))
HASHED = ViewSchema("hashed", COLUMNS, ("code", "seat"), ("code",), RangePartitioning(()), (3,))
SPLITS = (KeyCodec(ViewSchema("by_code", COLUMNS, ("code",), ("code",), RangePartitioning(()), (3,))).encode(["m-secret"]),)
RANGED = ViewSchema("ranged", COLUMNS, ("code", "seat"), ("code",), RangePartitioning(SPLITS), (3,))
ROWS = pa.table({"code": ["a-secret", "m-secret", "z-secret"], "seat": pa.array([1, 2, 3], pa.int64()), "note": ["x", "y", "z"]})
KEYS = "COPY (SELECT note FROM ranged) TO STDOUT (FORMAT arrow, KEYS)"
SHARDS = "COPY (SELECT note FROM ranged) TO STDOUT (SHARDS 'ranged=0')"


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Harness]:
    with Harness(tmp_path_factory.mktemp("keys")) as made:
        made.write(HASHED, ROWS)
        made.write(RANGED, ROWS)
        yield made


@pytest.fixture
def granting(engine: Harness, tmp_path: Path) -> Iterator[Granting]:
    with granting_over(engine, tmp_path) as made:
        yield made


def _copied(connection: psycopg.Connection[Any], sql: str) -> bytes:
    with connection.cursor().copy(sql.encode()) as copy:
        return b"".join(bytes(data) for data in copy)


@pytest.mark.parametrize("granted", ['"note"', '"note", "code"', '"note", "seat"'])
def test_keys_are_a_read_of_every_key_column(granting: Granting, granted: str) -> None:
    granting.set(f'"ann" "ranged" ({granted})')
    with granting.connect() as connection, pytest.raises(errors.InsufficientPrivilege, match="permission denied for table ranged"):
        _copied(connection, KEYS)


def test_keys_for_who_may_read_them(granting: Granting) -> None:
    for granted in ('"note", "code", "seat"', '"code", "note", "seat"'):
        granting.set(f'"ann" "ranged" ({granted})')
        with granting.connect() as connection:
            table = pa.ipc.open_stream(_copied(connection, KEYS)).read_all()
        assert [KeyCodec(RANGED).decode(key)[0] for key in table["__key"].to_pylist()] == ["a-secret", "m-secret", "z-secret"]


def test_shards_tell_of_the_shard_key(granting: Granting) -> None:
    granting.set('"ann" "ranged" ("note", "seat")', '"bob" "ranged" ("note", "code")')
    with granting.connect() as connection, pytest.raises(errors.InsufficientPrivilege, match="permission denied for table ranged"):
        _copied(connection, SHARDS)
    with granting.connect("bob") as connection:
        assert _copied(connection, SHARDS) == b"x\n"


@pytest.mark.parametrize(
    "option", ["SHARDS 'hashed=0 77'", "SHARDS 'hashed=0'", "SHARDS 'nosuch=0'", "SHARDS 'ranged=0', VERSIONS 'hashed=77'"]
)
def test_a_fragment_names_nothing_that_is_not_granted(granting: Granting, option: str) -> None:
    """Not whether it exists, not which version it is at."""
    granting.set('"ann" "ranged"')
    with granting.connect() as connection, pytest.raises(errors.InsufficientPrivilege) as refused:
        _copied(connection, f"COPY (SELECT note FROM ranged) TO STDOUT ({option})")
    assert refused.value.diag.message_primary in ("permission denied for table hashed", "permission denied for table nosuch")


@pytest.mark.parametrize("table", ["shards", "local_shards"])
def test_what_a_shard_holds(granting: Granting, table: str) -> None:
    asked = f"SELECT shard, rows, bytes, min_key, max_key, version FROM tidegate.{table} WHERE view = 'ranged' ORDER BY 1".encode()
    granting.set('"ann" "ranged" ("note", "code")', '"bob" "ranged" ("code", "seat")')
    with granting.connect() as connection:
        assert connection.execute(asked).fetchall() == [(0, None, None, None, None, 1), (1, None, None, None, None, 1)]
    with granting.connect("bob") as connection:
        found = [(shard, rows, least, version) for shard, rows, _, least, _, version in connection.execute(asked).fetchall()]
        assert found == [(0, 1, "(a-secret,1)", 1), (1, 2, "(m-secret,2)", 1)]


@pytest.mark.parametrize("view", ["'ranged'", "relname"])
def test_the_ends_of_ranges_are_keys(granting: Granting, view: str) -> None:
    asked = f"SELECT tidegate.shard_for_key({view}, 'm-secret') FROM pg_class WHERE relname = 'ranged'".encode()
    granting.set('"ann" "ranged" ("note")', '"bob" "ranged" ("code", "seat")')
    with granting.connect() as connection, pytest.raises(errors.InsufficientPrivilege, match="permission denied for table ranged"):
        connection.execute(asked)
    with granting.connect("bob") as connection:
        assert connection.execute(asked).fetchall() == [(1,)]


def test_how_long_a_row_is(granting: Granting) -> None:
    """Bytes Read is of rows as they are stored, with the columns that are not granted."""
    asked = b"EXPLAIN (ANALYZE, FORMAT JSON) SELECT seat FROM ranged WHERE code = 'a-secret' AND seat = 1"
    granting.set('"ann" "ranged" ("code", "seat")', '"bob" "ranged"')
    for user, told in (("ann", False), ("bob", True)):
        with granting.connect(user) as connection:
            row = connection.execute(asked).fetchone()
        assert row is not None
        text = json.dumps(row[0])
        assert '"Rows Read": 1' in text
        assert ('"Bytes Read"' in text) is told


def test_the_heartbeat_names_every_view(granting: Granting) -> None:
    granting.engine.engine.heartbeat = lambda: "hashed, ranged"
    try:
        granting.set('"ann" "ranged"', '"eve" *')
        with granting.connect() as connection, pytest.raises(errors.InsufficientPrivilege, match="permission denied to examine"):
            connection.execute("SHOW tidegate.heartbeat")
        for user in ("eve", "node"):
            with granting.connect(user) as connection:
                assert connection.execute("SHOW tidegate.heartbeat").fetchall() == [("hashed, ranged",)]
    finally:
        granting.engine.engine.heartbeat = None


def test_who_else_is_there(granting: Granting) -> None:
    """pg_stat_activity, pg_stat_ssl and tidegate.queries say the same: everything to who may read everything, else one's own."""
    granting.set('"ann" "ranged"', '"bob" "ranged"', '"eve" *')
    activity = b"SELECT usename, application_name, query FROM pg_stat_activity WHERE pid <> pg_backend_pid() ORDER BY pid"
    queries = b"SELECT DISTINCT user_name FROM tidegate.queries WHERE sql LIKE '%secret%'"
    encrypted = b"SELECT ssl, version FROM pg_stat_ssl WHERE pid <> pg_backend_pid()"
    with granting.connect("ann") as ann:
        ann.execute("SET application_name = 'of ann'")
        ann.execute("SELECT string_agg(note, $$,$$) OVER () FROM ranged WHERE note <> 'secret'")
        with granting.connect("bob") as bob:
            assert bob.execute(activity).fetchall() == [(None, None, "<insufficient privilege>")]
            assert bob.execute(queries).fetchall() == [("bob",)]  # this one
            assert bob.execute(encrypted).fetchall() == [(None, None)]
        with granting.connect("eve") as eve:
            assert eve.execute(activity).fetchall() == [
                ("ann", "of ann", "SELECT string_agg(note, $$,$$) OVER () FROM ranged WHERE note <> 'secret'")
            ]
            assert ("ann",) in eve.execute(queries).fetchall()
            assert eve.execute(encrypted).fetchall() == [(False, None)]
        granting.stop()
        with granting.connect("bob") as bob:
            assert bob.execute(activity).fetchall() == [
                ("ann", "of ann", "SELECT string_agg(note, $$,$$) OVER () FROM ranged WHERE note <> 'secret'")
            ]
            assert ("ann",) in bob.execute(queries).fetchall()
