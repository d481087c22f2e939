"""Every limit (docs/reference/limits.md) that a client can meet: what it gets, and that it, or the next, goes on;
of a gateway with low limits.

Others are met elsewhere: failed logins and connections per user in tests/access, connections in test_bytes.py, crowds in
test_crowds.py, depth and size of statements in test_large_sql.py.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from struct import pack
from typing import Any, Final

import psycopg
import pyarrow as pa
import pytest

from statestore import types as st
from statestore.node import StoreOptions
from statestore.schema import Column, HashPartitioning, ViewSchema
from statestore.views.local_writer import write_version
from tests.gateway.serving import SYNC, RawClient, bind, error_fields, message, parse, query, split, startup
from tests.hostile.conftest import NUMBERS, numbers
from tests.hostile.crowd import Held, SlowClient, answer_of, begin, deleted_files, lookups, returns_to
from tests.hostile.process import again, bugs, eventually, sqlstate_of
from tests.plugins.gateway import Gateway, running_gateway

#: Of the pool, and of a room's DuckDB, which stay once they are there.
THREADS_MORE: Final = 4 + 2 + (os.cpu_count() or 1)
CONFIG: Final = """
[server]
connections_max = 40
startup_timeout_s = 2
client_write_timeout_s = 2
close_timeout_s = 30
message_bytes_max = 200_000
received_bytes_max = 1_000_000
[session]
statement_timeout_s = 60
idle_session_timeout_s = 3600
idle_in_transaction_session_timeout_s = 5400
statements_max = 5
portals_max = 4
prepared_bytes_max = 150_000
prepared_total_bytes_max = 250_000
scroll_bytes_max = 50_000
result_rows_max = 20_000
result_bytes_max = 25_000_000
[engine]
worker_threads = 2
memory_bytes = 33_554_432
copy_bytes = 16_777_216
running_max = 2
queued_max = 1
points_running_max = 1
points_queued_max = 0
planning_max = 2
"""
SPILL_BYTES: Final = 200 << 20
WIDE: Final = ViewSchema(
    "wide", (Column("id", st.Long()), Column("payload", st.String())), ("id",), ("id",), HashPartitioning(2), (2,)
)
WIDE_ROWS: Final = 1_000
#: More than the kernel and the gateway keep for a client that does not read, and within result_bytes_max.
WIDE_SCAN: Final = "SELECT * FROM wide"
WIDE_COMPUTED: Final = "SELECT a.id, repeat('x', 1000) FROM numbers a, numbers b WHERE b.id < 20"
WIDE_KEYED: Final = f"SELECT * FROM wide WHERE id IN ({', '.join(map(str, range(WIDE_ROWS)))})"
#: One file per shard and version: those of the versions that are kept anyway, and of one more.
FILES_KEPT: Final = (StoreOptions().keep_versions - 1) * WIDE.partitioning.shards
FILES_HELD: Final = WIDE.partitioning.shards


def wide(generation: int) -> pa.Table:
    """1,000 rows of 10 KB."""
    ids = range(WIDE_ROWS)
    return pa.table({"id": pa.array(ids, pa.int64()), "payload": [f"{generation}-{i}-{'abcdefghij' * 1000}" for i in ids]})


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("limits") / "root"
    write_version(str(folder), NUMBERS, numbers())
    write_version(str(folder), WIDE, wide(0))
    return folder


@pytest.fixture(scope="module")
def gateway_for_all(root: Path) -> Iterator[Gateway]:
    config = root.parent / "tidegate.toml"
    config.write_text(CONFIG)
    with running_gateway(root, root.parent / "store", "--config", str(config)) as gateway:
        yield gateway


@pytest.fixture
def gateway(gateway_for_all: Gateway) -> Iterator[Gateway]:
    """After each test nothing more is held, lookups are answered, and no bug is logged."""
    before, seen = Held.of(gateway_for_all), gateway_for_all.log.stat().st_size
    yield gateway_for_all
    returns_to(gateway_for_all, before, before.threads + THREADS_MORE)
    with lookups(gateway_for_all):
        pass
    text = gateway_for_all.log.read_bytes()[seen:].decode(errors="replace")
    assert not bugs(text), text[-4000:]


@pytest.fixture
def connection(gateway: Gateway) -> Iterator[psycopg.Connection[Any]]:
    with psycopg.connect(gateway.dsn, autocommit=True) as made:
        yield made


def states(connection: psycopg.Connection[Any], *statements: str) -> list[str]:
    """What each is answered with."""
    return [sqlstate_of(connection, sql) for sql in statements]


def asked(client: RawClient, data: bytes) -> list[str]:
    """The errors that messages up to a ReadyForQuery are answered with."""
    client.send(data)
    return [error_fields(payload)["C"] for kind, payload in split(client.until_ready()) if kind == "E"]


# ------------------------------------------------------------------------------------------- what a session may keep


def test_prepared_statements(connection: psycopg.Connection[Any]) -> None:
    assert states(connection, *(f"PREPARE s{i} AS SELECT {i}" for i in range(6))) == ["00000"] * 5 + ["53400"]
    assert connection.execute("EXECUTE s4").fetchone() == (4,)
    assert states(connection, "DEALLOCATE s0", "PREPARE s5 AS SELECT 5", "PREPARE s6 AS SELECT 6") == ["00000", "00000", "53400"]
    assert states(connection, "DEALLOCATE ALL", "PREPARE s6 AS SELECT 6") == ["00000", "00000"]


def test_prepared_statements_of_the_protocol(gateway: Gateway) -> None:
    """The unnamed statement has room whatever there is."""
    with RawClient(gateway.port, startup()) as client:
        for number in range(5):
            assert asked(client, parse(f"s{number}", "SELECT 1") + SYNC) == []
        assert asked(client, parse("s5", "SELECT 1") + SYNC) == ["53400"]
        assert asked(client, parse("", "SELECT 1") + bind("", "") + SYNC) == []


def test_texts_of_prepared_statements(connection: psycopg.Connection[Any]) -> None:
    long = f"AS SELECT 1 /*{'x' * 100_000}*/"
    assert states(connection, f"PREPARE a {long}", f"PREPARE b {long}", "PREPARE c AS SELECT 2") == ["00000", "53400", "00000"]
    assert states(connection, "DEALLOCATE a", f"PREPARE b {long}") == ["00000", "00000"]


def test_texts_of_all_sessions_prepared_statements(gateway: Gateway) -> None:
    """Who leaves gives back what it had."""
    long = f"PREPARE a AS SELECT 1 /*{'x' * 100_000}*/"
    with ExitStack() as stack:
        sessions = [stack.enter_context(psycopg.connect(gateway.dsn, autocommit=True)) for _ in range(3)]
        assert [sqlstate_of(session, long) for session in sessions] == ["00000", "00000", "53400"]
        assert states(sessions[0], "DEALLOCATE a") + states(sessions[2], long) == ["00000", "00000"]
    with psycopg.connect(gateway.dsn, autocommit=True) as one, psycopg.connect(gateway.dsn, autocommit=True) as other:
        assert states(one, long) + states(other, long) == ["00000", "00000"]


#: What would hold the process for seconds, or minutes.
COSTLY: Final = {
    "regexp_replace('x', repeat('()', 24500), 'y', 'i')": "2201B",
    "regexp_replace('x', repeat('(', 20000) || repeat(')', 20000), '')": "2201B",
    "'x' ~ repeat('a{0,255}', 5000)": "2201B",
    "to_number(repeat('9', 1000000), repeat('9', 1000000))": "54000",
    "to_date(repeat('1', 1000000), repeat('YYYY', 250000))": "54000",
    "to_timestamp(repeat('1', 1000000), repeat('Q', 1000000))": "54000",
    "length(to_char(now(), repeat('YYYY', 250000)))": "54000",
    "length(to_char(1.5, repeat('9', 1000000)))": "54000",
    "cardinality(string_to_array(repeat('a,', 8000000), ','))": "54000",
}


@pytest.mark.parametrize("call", COSTLY)
def test_costly_calls_are_refused(connection: psycopg.Connection[Any], call: str) -> None:
    assert sqlstate_of(connection, f"SELECT {call}") == COSTLY[call]
    assert sqlstate_of(connection, f"SELECT {call} FROM generate_series(1, 2)") == COSTLY[call]


def test_portals_and_their_parameters(gateway: Gateway) -> None:
    value = b"x" * 100_000
    with RawClient(gateway.port, startup()) as client:
        assert asked(client, query("BEGIN")) == []
        assert asked(client, parse("s", "SELECT $1::text") + bind("a", "s", value) + SYNC) == []
        assert asked(client, bind("b", "s", value) + SYNC) == ["53400"]
        assert asked(client, query("ROLLBACK")) + asked(client, query("BEGIN")) == []
        assert (
            asked(client, bind("b", "s", value) + bind("c", "s", b"1") + bind("d", "s", b"1") + bind("e", "s", b"1") + SYNC) == []
        )
        assert asked(client, bind("f", "s", b"1") + SYNC) == ["53400"]


def test_cursors(connection: psycopg.Connection[Any]) -> None:
    """A query's own portal counts, too."""
    with connection.transaction(force_rollback=True):
        found = states(connection, *(f"DECLARE c{i} CURSOR FOR SELECT {i}" for i in range(5)))
    assert found[:3] == ["00000"] * 3
    assert found[4] in {"53400", "25P02"}
    with connection.transaction(force_rollback=True):
        connection.execute("DECLARE c SCROLL CURSOR FOR SELECT word FROM numbers")
        connection.execute("DECLARE d SCROLL CURSOR FOR SELECT repeat('x', 100) FROM numbers")
        assert states(connection, "FETCH ALL FROM c", "FETCH BACKWARD 2 FROM c", "FETCH d") == ["00000", "00000", "53400"]


# ------------------------------------------------------------------------------------------- what a result may have


@pytest.mark.parametrize("form", ["{}", "COPY ({}) TO STDOUT", "COPY ({}) TO STDOUT (FORMAT binary)"])
def test_rows_and_bytes_of_a_result(gateway: Gateway, form: str) -> None:
    rows, width = (
        "SELECT a.id FROM numbers a, numbers b WHERE b.id < {}",
        "SELECT repeat('x', 3000) FROM numbers a, numbers b WHERE b.id < {}",
    )
    with RawClient(gateway.port, startup()) as client:
        for sql, count, state in ((rows, 20, []), (rows, 21, ["53400"]), (width, 8, []), (width, 9, ["53400"])):
            client.send(query(form.format(sql.format(count))))
            answer = split(answer_of(client))
            assert [error_fields(payload)["C"] for kind, payload in answer if kind == "E"] == state
            assert sum(len(payload) + 5 for kind, payload in answer if kind in "Dd") <= 25_000_000
            sent = sum(kind in "Dd" for kind, _ in answer)
            assert sent <= 20_001, "a binary COPY ends with a message of its own"
            assert bool(state) or sent >= count * 1000


def test_a_portal_counts_over_all_its_executes(gateway: Gateway) -> None:
    rows = "SELECT a.id FROM numbers a, numbers b WHERE b.id < 21"
    with RawClient(gateway.port, startup()) as client:
        part = message("E", b"\0" + pack("!i", 4_000))
        client.send(parse("", rows) + bind("", "") + part * 6 + SYNC)
        answer = split(answer_of(client))
    assert [error_fields(payload)["C"] for kind, payload in answer if kind == "E"] == ["53400"]
    assert sum(kind == "D" for kind, _ in answer) <= 20_000


# ------------------------------------------------------------------------------------------------------------ messages


def test_a_message_that_is_too_long(gateway: Gateway) -> None:
    with RawClient(gateway.port, startup()) as client:
        most = f"SELECT 1 /*{'x' * 199_985}*/"
        assert len(most) + 1 <= 200_000
        assert asked(client, query(most)) == []
        client.send(b"Q" + pack("!I", 200_005))
        ((kind, payload),) = split(client.rest())
    assert (kind, error_fields(payload)["C"]) == ("E", "54000")


def test_messages_of_all_clients_together(gateway: Gateway) -> None:
    """Whoever exceeds the sum is sent away; the others' messages are answered once they are whole."""
    sql = query(f"SELECT 7 /*{'x' * 180_000}*/")
    with ExitStack() as stack, lookups(gateway) as asking:
        clients = [stack.enter_context(RawClient(gateway.port, startup())) for _ in range(5)]
        for client in clients:
            client.send(sql[:-10])
        asking.go_on()
        with RawClient(gateway.port, startup()) as one_more:
            one_more.send(sql[:-10])
            ((kind, payload),) = split(one_more.rest())
        assert (kind, error_fields(payload)["V"], error_fields(payload)["C"]) == ("E", "FATAL", "53200")
        for client in clients:
            assert asked(client, sql[-10:]) == []
        assert asked(clients[0], sql) == []


# ---------------------------------------------------------------------------------------------------------------- time


def test_statement_timeout(connection: psycopg.Connection[Any]) -> None:
    endless = "SELECT count(*) FROM numbers a, numbers b, numbers c, numbers d"
    assert connection.execute("SHOW statement_timeout").fetchone() == ("1min",)
    assert states(connection, "SET statement_timeout = '200ms'", endless) == ["00000", "57014"]
    connection.execute("RESET statement_timeout")
    assert connection.execute("SHOW statement_timeout").fetchone() == ("1min",)


def test_idle_sessions(gateway: Gateway) -> None:
    """As long as the session says itself, or as it began with."""
    with RawClient(gateway.port, startup()) as inside, RawClient(gateway.port, startup()) as outside:
        inside.send(query("SET idle_in_transaction_session_timeout = 300; BEGIN"))
        outside.send(query("SET idle_session_timeout = 300"))
        for client, state in ((inside, "25P03"), (outside, "57P05")):
            client.until_ready()
            ((kind, payload),) = split(client.rest())
            fields = error_fields(payload)
            assert (kind, fields["V"], fields["C"]) == ("E", "FATAL", state)


def test_start_up_time(gateway: Gateway) -> None:
    with RawClient(gateway.port) as client:
        client.send(startup()[:30])
        ((kind, payload),) = split(client.rest())
    assert (kind, error_fields(payload)["C"]) == ("E", "08006")


# -------------------------------------------------------------------------------------------------------- slow readers


@pytest.mark.parametrize("sql", [WIDE_SCAN, WIDE_COMPUTED, WIDE_KEYED, f"COPY ({WIDE_SCAN}) TO STDOUT"], ids=lambda sql: sql[:20])
def test_who_does_not_read_is_sent_away(gateway: Gateway, sql: str) -> None:
    """What the query held is given back before the client reads on; then it gets what was on its way, and why there is no more."""
    before = Held.of(gateway)
    with SlowClient(gateway.port) as client:
        client.send(query(sql))
        client.taken = client.exactly(1024)
        eventually(lambda: Held.of(gateway).running <= before.running, "the query is ended")
        messages = split(client.taken + client.rest())
    fields = error_fields(messages[-1][1])
    assert (messages[-1][0], fields["V"], fields["C"]) == ("E", "FATAL", "08006")
    assert 0 < sum(kind in "Dd" for kind, _ in messages[:-1]) < 20_000


def test_a_slow_reader_gives_its_versions_back(gateway: Gateway, root: Path) -> None:
    """While it holds a version its files stay, deleted though they are; then they go."""
    _publish(gateway, root, range(1, 6))
    eventually(lambda: deleted_files(gateway) == FILES_KEPT, "old versions are gone")
    with psycopg.connect(gateway.dsn, autocommit=True) as holder:
        holder.execute("SET statement_timeout = 0")
        holder.execute("DECLARE c CURSOR WITH HOLD FOR SELECT * FROM wide")
        assert holder.execute("FETCH 1 FROM c").fetchone() is not None
        with SlowClient(gateway.port) as client:
            begin([client], WIDE_KEYED)
            _publish(gateway, root, range(6, 11))
            eventually(lambda: deleted_files(gateway) == FILES_KEPT + FILES_HELD, "the held version's files stay")
            eventually(lambda: Held.of(gateway).running == 2, "the slow reader's query is ended")
            holder.execute("CLOSE c")
            eventually(lambda: deleted_files(gateway) == FILES_KEPT, "they go")


def _publish(gateway: Gateway, root: Path, generations: range) -> None:
    """One after another: of several that come at once a node takes, and keeps, the last one only."""
    for generation in generations:
        write_version(str(root), WIDE, wide(generation), mode="replace")
        eventually(lambda: _newest(gateway) == generation, "the version is served")  # noqa: B023 - called here and now


def _newest(gateway: Gateway) -> int:
    """Which generation is served."""
    with psycopg.connect(gateway.dsn, autocommit=True) as connection:
        row = connection.execute("SELECT payload FROM wide WHERE id = 0").fetchone()
    return int(row[0].split("-")[0]) if row else -1


# -------------------------------------------------------------------------------------------------- queues and memory


def test_queue_of_scans(gateway: Gateway) -> None:
    """As many as may be open, as many as may wait, and one more: that one comes when the others' messages are long there."""
    with ExitStack() as stack:
        clients = [stack.enter_context(SlowClient(gateway.port)) for _ in range(3)]
        begin(clients[:2], WIDE_COMPUTED)
        clients[2].send(query("SELECT count(*) FROM generate_series(1, 9999)"))
        refused = stack.enter_context(RawClient(gateway.port, startup()))
        assert asked(refused, query(WIDE_COMPUTED)) == ["53300"]
        assert asked(refused, query("SELECT word FROM numbers WHERE id = 7")) == [], "keyed reads need no place"
        assert clients[2].until_ready().endswith(b"SELECT 1\0Z\0\0\0\5I"), "it has its turn when a slow reader is sent away"


@pytest.mark.parametrize("simple", [False, True])
def test_whoever_fails_between_beginning_and_rows_gives_the_place_back(gateway: Gateway, simple: bool) -> None:
    """More often than there are places (running_max) and room to wait for one (queued_max)."""
    kind = psycopg.ClientCursor if simple else psycopg.Cursor
    with psycopg.connect(gateway.dsn, autocommit=True, cursor_factory=kind, prepare_threshold=None) as connection:
        for setting in (("DateStyle", "nonsense"), ("no_such_setting", "x")) * 4:
            with pytest.raises(psycopg.Error) as caught:
                connection.execute("SELECT set_config(%s, %s, false) FROM numbers", setting)
            assert caught.value.sqlstate in ("22023", "42704")
        assert connection.execute("SELECT count(*) FROM numbers").fetchone() == (1000,)


def test_queue_of_points(gateway: Gateway) -> None:
    """Of keyed reads only those that are streams need a place: cursors, COPY."""
    declare = "BEGIN; DECLARE c CURSOR FOR SELECT * FROM wide WHERE id = 7"
    with RawClient(gateway.port, startup()) as first, RawClient(gateway.port, startup()) as second:
        assert asked(first, query(declare)) == []
        assert asked(second, query(declare)) == ["53300"]
        assert asked(first, query("COMMIT")) + asked(second, query("ROLLBACK")) == []
        assert asked(second, query(declare)) == []


def test_long_statements_at_once(gateway: Gateway) -> None:
    """Two are planned, the others are told to come again."""
    sql = f"SELECT count(*) FROM numbers WHERE {' OR '.join(f'(id = {i} AND word <> {i}::text)' for i in range(1_500))}"
    assert len(sql) < 200_000
    with ExitStack() as stack, lookups(gateway):
        clients = [stack.enter_context(RawClient(gateway.port, startup())) for _ in range(6)]
        for client in clients:
            client.send(query(sql))
        found = ["".join(kind for kind, _ in split(client.until_ready())) for client in clients]
        assert {"TDCZ", "EZ"} == {*found}


def test_memory_of_a_query(connection: psycopg.Connection[Any]) -> None:
    """No spill folder: what does not fit fails, and the next query has all of it again."""
    large = (
        "SELECT a.id, b.id, a.word || b.word || repeat('y', 100) AS t FROM numbers a, numbers b ORDER BY t LIMIT 1 OFFSET 900000"
    )
    assert states(connection, large, large) == ["53200", "53200"]
    assert connection.execute("SELECT count(*) FROM (SELECT a.id % 7 FROM numbers a, numbers b GROUP BY 1) t").fetchone() == (7,)


# ---------------------------------------------------------------------------------------------------------------- SHOW

SHOWN: Final = {
    "max_connections": "40",
    "superuser_reserved_connections": "0",
    "authentication_timeout": "2s",
    "statement_timeout": "1min",
    "idle_session_timeout": "1h",
    "idle_in_transaction_session_timeout": "90min",
}


def test_limits_under_the_names_of_postgres(connection: psycopg.Connection[Any]) -> None:
    for name, value in SHOWN.items():
        assert connection.execute(f"SHOW {name}").fetchone() == (value,)
        assert connection.execute("SELECT current_setting(%s)", [name]).fetchone() == (value,)


def test_setting_them_is_allowed_where_postgres_allows_it(connection: psycopg.Connection[Any], postgres_dsn: str) -> None:
    statements = [f"SET {name} = {value}" for name in SHOWN for value in ("'30min'", "-1", "3600000", "'x'", "DEFAULT")]
    with psycopg.connect(postgres_dsn, autocommit=True) as postgres:
        postgres.execute("SET statement_timeout = 0")
        assert states(connection, *statements) == states(postgres, *statements)


# -------------------------------------------------------------------------------------------------------------- spill


@contextmanager
def watched(folder: Path) -> Iterator[list[int]]:
    """Bytes of the files in a folder, over and over while inside."""
    sizes = [0]
    with again(lambda: sizes.append(sum(_size(path) for path in folder.rglob("*"))), 0.002):
        yield sizes


def _size(path: Path) -> int:
    try:
        return path.stat().st_blocks * 512
    except FileNotFoundError:
        return 0


def test_spilling(root: Path, tmp_path: Path) -> None:
    """Only to the folder that is configured, and only so much; nothing of it stays."""
    folder = tmp_path / "spill"
    engine = f'memory_bytes = {128 << 20}\ncopy_bytes = 0\nspill_folder = "{folder}"\nspill_bytes = {SPILL_BYTES}\n'
    (tmp_path / "tidegate.toml").write_text(f"[engine]\n{engine}")
    sort = "SELECT count(*), max(r) FROM (SELECT row_number() OVER (ORDER BY {} || a.word) AS r FROM numbers a, numbers b{}) t"
    with (
        running_gateway(root, tmp_path / "store", "--config", str(tmp_path / "tidegate.toml")) as gateway,
        psycopg.connect(gateway.dsn, autocommit=True) as connection,
        watched(folder) as sizes,
    ):
        assert connection.execute(sort.format("md5(b.word)", " WHERE b.id < 400")).fetchone() == (400_000, 400_000)
        assert 0 < max(sizes) <= SPILL_BYTES
        assert sqlstate_of(connection, sort.format(" || ".join(f"md5(a.word || {i} || b.word)" for i in range(8)), "")) in {
            "53100",
            "53200",
        }
        assert max(sizes) <= SPILL_BYTES
        assert connection.execute("SELECT 1").fetchone() == (1,)
    assert not [path for path in folder.rglob("*") if path.is_file()]
