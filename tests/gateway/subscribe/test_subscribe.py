"""SUBSCRIBE over the wire: whoever follows a view by it has what the view is, from any version on, by every way of the protocol."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, nullcontext
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg.types.string import TextLoader

from gateway.engine.changes import backlog_admission as admission_module
from gateway.engine.changes import feed as feed_module
from gateway.engine.changes import view_changes as changes_module
from gateway.engine.changes.backlog_admission import Admitted, BacklogAdmission
from planner.postgres.definitions import read_definition
from tests.gateway.subscribe.followed import Replica, Served, changes, check, served, shown
from tests.gateway.subscribe.ways import WAYS, follow
from tests.plugins.cluster import wait_until
from tests.plugins.scale import FULL, scaled
from tests.statestore.changing_world import START_US


@pytest.mark.parametrize("kept", ["kept", "files"])
def test_every_way_from_any_version(tmp_path: Path, kept: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """All at once, while versions come; with nothing kept every version is read out of files."""
    if kept == "files":
        monkeypatch.setattr(feed_module, "VERSION_BYTES_MAX", 0)
    with served(tmp_path, f"every way {kept}", versions=8) as at:
        until = at.world.version + scaled(25, 400)
        starts = [None, 0, 1, at.world.version, *at.world.dice.sample(range(2, at.world.version), 3)]
        with ThreadPoolExecutor(len(WAYS)) as pool:
            followed = [
                pool.submit(follow, way, at.server.dsn, at.world, start, until) for way, start in zip(WAYS, starts, strict=True)
            ]
            while at.world.version < until:
                at.commit_random()
                threading.Event().wait(0.01)
            for one in followed:
                one.result(90)
        wait_until(lambda: not at.engine.feeds._feeds, 10, "nobody follows it any more")


def test_who_does_not_read_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Out of the files, once more has happened than is kept."""
    monkeypatch.setattr(feed_module, "KEPT_VERSIONS_MAX", 6)
    with served(tmp_path, "not reading") as at, psycopg.connect(at.server.dsn) as connection:
        start = at.world.version
        replica = Replica(rows=dict(shown(at.world, start)), version=start)
        connection.execute("DECLARE c CURSOR FOR SUBSCRIBE v FROM NOW")
        for _ in range(scaled(4, 20)):
            for _ in range(at.world.dice.randrange(1, 16)):
                at.commit_random()
            while rows := connection.execute("FETCH 1000 FROM c WITH (TIMEOUT '0.5s')").fetchall():
                replica.take(rows)
            assert replica.rows == shown(at.world, at.world.version)
        check(replica, at.world, start, at.world.version)


def test_turns_at_the_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who follows out of files and does not ask for more makes room for others, and goes on in the midst of a version."""
    monkeypatch.setattr(feed_module, "VERSION_BYTES_MAX", 0)
    monkeypatch.setattr(admission_module, "READERS_MAX", 1)
    monkeypatch.setattr(admission_module, "IDLE_S", 0.01)
    taken = 0

    def take(self: BacklogAdmission, reader: Admitted) -> bool:
        nonlocal taken
        is_new, is_its = reader not in self._reading, real(self, reader)
        taken += is_new and is_its
        assert len(self._reading) <= 1
        return is_its

    real = BacklogAdmission.take
    monkeypatch.setattr(BacklogAdmission, "take", take)
    with served(tmp_path, "turns", versions=16) as at, ExitStack() as stack:
        dice = at.world.dice
        followers, complete = [], {}
        for _ in range(scaled(3, 6)):
            start = dice.randrange(1, 12)
            connection = stack.enter_context(psycopg.connect(at.server.dsn))
            connection.execute(f"DECLARE c CURSOR FOR SUBSCRIBE TO v FROM VERSION {start} WITH (PROGRESS)")
            followers.append((connection, start, Replica(dict(shown(at.world, start)), start)))
            complete[connection] = start
        left, until = list(followers), at.world.version + scaled(6, 100)
        while left:
            follower = dice.choice(left)
            connection, _, replica = follower
            if complete[connection] == at.world.version:
                at.commit_random()
            rows = connection.execute(f"FETCH {dice.randrange(1, 6)} FROM c WITH (TIMEOUT '20s')").fetchall()
            assert rows
            replica.take(rows)
            complete[connection] = max([complete[connection], *(row[0] for row in rows if row[2] == "progress")])
            if complete[connection] == until:
                left.remove(follower)
        for _, start, replica in followers:
            check(replica, at.world, start, until)
    assert taken > 5 * len(followers)


@pytest.mark.parametrize("condition", ["k = 3", "k IN (1, 5, 9)", "k BETWEEN 4 AND 8", "k > 100", "k = 3 AND k = 4"])
def test_conditions_on_the_key(tmp_path: Path, condition: str) -> None:
    with served(tmp_path, "conditions") as at, psycopg.connect(at.server.dsn) as connection:
        kept = {key for (key,) in connection.execute(f"SELECT k FROM generate_series(0, 20) k WHERE {condition}").fetchall()}
        _check_condition(at, connection, condition, lambda key, _: key in kept)


#: By hand: of a key, and the time (in hours since the first), the text and the numbers of its row.
CONDITIONS: dict[str, Callable[[int, float | None, str, Sequence[int | None]], bool]] = {
    "s = 'a'": lambda k, t, s, x: s == "a",
    "s = 'a' AND k BETWEEN 4 AND 8": lambda k, t, s, x: s == "a" and 4 <= k <= 8,
    "k IN (1, 5, 9) AND s LIKE '%b'": lambda k, t, s, x: k in (1, 5, 9) and s == "b",
    "t IS NULL OR t >= '2013-07-01 02:00+00'": lambda k, t, s, x: t is None or t >= 2,
    "x0 <> 1": lambda k, t, s, x: x[0] not in (None, 1),
    "NOT (x0 = 1 AND x1 = 2)": lambda k, t, s, x: (x[0] not in (None, 1)) or (x[1] not in (None, 2)),
    "coalesce(x0, 0) + x1 > 2 OR k % 3 = 1": lambda k, t, s, x: k % 3 == 1 or (x[1] is not None and (x[0] or 0) + x[1] > 2),
    "CASE WHEN s = 'a' THEN x0 ELSE x2 END IS NULL": lambda k, t, s, x: (x[0] if s == "a" else x[2]) is None,
    "t < now()": lambda k, t, s, x: t is not None,
    "extract(hour FROM t) IS DISTINCT FROM 3": lambda k, t, s, x: t is None or t % 24 != 3,
}


#: A sample has each of them in one way.
CONDITIONS_KEPT = [
    (c, kept) for n, c in enumerate(CONDITIONS) for kept in (("kept", "files") if FULL else (("kept", "files")[n % 2],))
]


@pytest.mark.parametrize(("condition", "kept"), CONDITIONS_KEPT)
def test_any_condition(tmp_path: Path, condition: str, kept: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A row that begins to meet it is inserted, one that ceases to is deleted."""
    if kept == "files":
        monkeypatch.setattr(feed_module, "VERSION_BYTES_MAX", 0)

    def keeps(key: int, row: tuple[Any, ...]) -> bool:
        us, text, *numbers = row
        return CONDITIONS[condition](key, None if us is None else (us.timestamp() - START_US / 1e6) / 3600, text, numbers)

    with served(tmp_path, f"condition {condition}") as at, psycopg.connect(at.server.dsn) as connection:
        _check_condition(at, connection, condition, keeps)
        connection.execute(f"DECLARE d CURSOR FOR SUBSCRIBE TO v WHERE {condition} WITH (PROGRESS)")
        first = Replica()
        while first.version < at.world.version:
            first.take(connection.execute("FETCH ALL FROM d WITH (TIMEOUT '20s')").fetchall())
        assert first.rows == {key: row for key, row in shown(at.world, at.world.version).items() if keeps(key, row)}


def _check_condition(
    at: Served, connection: psycopg.Connection[Any], condition: str, keeps: Callable[[int, tuple[Any, ...]], bool]
) -> None:
    """Follow the rows that *keeps* keeps: at every version they are what the model shows, and nothing else is told."""

    def met(version: int) -> dict[int, tuple[Any, ...]]:
        return {key: row for key, row in shown(at.world, version).items() if keeps(key, row)}

    start = at.world.version
    connection.execute(f"DECLARE c CURSOR FOR SUBSCRIBE TO v WHERE {condition} FROM VERSION {start} WITH (PROGRESS)")
    replica = Replica(met(start), start)
    for _ in range(scaled(20, 300)):
        at.commit_random()
        while replica.version < at.world.version:
            replica.take(connection.execute("FETCH ALL FROM c WITH (TIMEOUT '20s')").fetchall())
        assert replica.rows == met(at.world.version)
    for version in range(start + 1, at.world.version + 1):
        before, after = met(version - 1), met(version)
        changed = {key: (before.get(key), after.get(key)) for key in before | after if before.get(key) != after.get(key)}
        assert replica.told.get(version, {}) == changed


def _define(at: Served, **views: str) -> None:
    async def defined() -> None:
        at.engine.catalog.define([read_definition(name, sql) for name, sql in views.items()])

    asyncio.run_coroutine_threadsafe(defined(), at.server.loop).result(20)


def test_views_in_sql(tmp_path: Path) -> None:
    """Of rows and columns of one view: followed until another definition stands behind them."""

    def met(version: int) -> dict[int, tuple[Any, ...]]:
        return {key: (row[1],) for key, row in shown(at.world, version).items() if row[2] != 2 and key < 9 and row[1] == "a"}

    few = "SELECT k AS key, s, x0 FROM v WHERE x0 IS DISTINCT FROM 2"
    with served(tmp_path, "views in SQL") as at, psycopg.connect(at.server.dsn) as connection:
        _define(at, few=few, fewer="SELECT key, s FROM few WHERE key < 9")
        cursor = connection.execute("DECLARE c CURSOR FOR SUBSCRIBE TO fewer WHERE s = 'a' WITH (PROGRESS)")
        replica = Replica()
        for _ in range(scaled(20, 200)):
            while replica.version < at.world.version:
                cursor = connection.execute("FETCH ALL FROM c WITH (TIMEOUT '20s')")
                replica.take(cursor.fetchall())
            assert replica.rows == met(at.world.version)
            at.commit_random()
        assert cursor.description is not None
        assert [c.name for c in cursor.description][3:] == ["key", "s", "_before_key", "_before_s"]
        _define(at, few=few.replace("2", "1"), fewer="SELECT key, s FROM few WHERE key < 9")
        at.commit_random()
        with pytest.raises(psycopg.errors.FeatureNotSupported, match="the definition of what is subscribed to has changed"):
            [connection.execute("FETCH ALL FROM c WITH (TIMEOUT '20s')") for _ in range(3)]


@pytest.mark.parametrize("sql", ["SELECT s, sum(k) AS n FROM v GROUP BY s", "SELECT k + 1 AS k FROM v", "TABLE v UNION TABLE v"])
def test_views_in_sql_that_compute(tmp_path: Path, sql: str) -> None:
    with served(tmp_path, "computed") as at, psycopg.connect(at.server.dsn) as connection:
        _define(at, made=sql)
        with pytest.raises(psycopg.errors.FeatureNotSupported, match="SUBSCRIBE follows rows of one view"):
            connection.execute("SUBSCRIBE TO made")


def test_some_columns(tmp_path: Path) -> None:
    """Who is shown some columns is not told that others have changed."""
    with served(tmp_path, "columns") as at, psycopg.connect(at.server.dsn) as connection:
        start = at.world.version
        cursor = connection.execute("DECLARE c CURSOR FOR SUBSCRIBE TO (SELECT s AS text, k FROM v) FROM NOW WITH (PROGRESS)")
        told: dict[int, set[tuple[Any, ...]]] = {}
        for _ in range(scaled(30, 300)):
            at.commit_random()
            while max(told, default=start) < at.world.version:
                cursor = connection.execute("FETCH ALL FROM c WITH (TIMEOUT '20s')")
                for version, _, *row in cursor.fetchall():
                    told.setdefault(version, set()).add(tuple(row))
        assert cursor.description is not None
        names = [column.name for column in cursor.description]
        assert names == ["_version", "_committed_at", "_kind", "text", "k", "_before_text", "_before_k"]
        for version in range(start + 1, at.world.version + 1):
            wanted = {("progress", None, None, None, None)}
            for key, (was, now) in changes(at.world, version).items():
                if was is None:
                    wanted.add(("insert", now[1], key, None, None))
                elif now is None:
                    wanted.add(("delete", was[1], key, was[1], key))
                elif was[1] != now[1]:
                    wanted.add(("update", now[1], key, was[1], key))
            assert told[version] == wanted


def test_parameters_and_portals(tmp_path: Path) -> None:
    """$1 in a condition; Execute with a limit of rows goes on where it stopped."""
    with served(tmp_path, "portals") as at, psycopg.connect(at.server.dsn, autocommit=True) as connection:
        rows = shown(at.world, at.world.version)
        key = min(rows)
        taken = connection.cursor().stream("SUBSCRIBE TO v WHERE k = %s", (key,))
        version, _, kind, *columns = next(taken)
        assert (version, kind, columns[0], tuple(columns[1:6])) == (at.world.version, "insert", key, rows[key])
        connection.cancel_safe()
        with pytest.raises(psycopg.errors.QueryCanceled):
            next(taken)


def test_a_client_that_leaves_is_followed_by_nobody(tmp_path: Path) -> None:
    with served(tmp_path, "leaving") as at:
        connection = psycopg.connect(at.server.dsn, autocommit=True)
        with connection.cursor() as cursor:
            rows = cursor.stream("SUBSCRIBE TO v WITH (PROGRESS)")
            next(rows)
            assert len(at.engine.feeds._feeds["v"].followers) == 1
            connection.pgconn.finish()
            with pytest.raises(psycopg.OperationalError):
                list(rows)
        wait_until(lambda: not at.engine.feeds._feeds, 20, "the subscription has ended")


def test_a_server_that_drains_does_not_wait_for_it(tmp_path: Path) -> None:
    """Statements have ten minutes to end by themselves; this one never would."""
    with served(tmp_path, "draining") as at, psycopg.connect(at.server.dsn, autocommit=True) as connection:
        rows = connection.cursor().stream("SUBSCRIBE TO v WITH (PROGRESS)")
        next(rows)
        drained = asyncio.run_coroutine_threadsafe(at.server.server.drain(600), at.server.loop)
        with pytest.raises(psycopg.errors.AdminShutdown):
            list(rows)
        drained.result(60)


def test_one_key_out_of_files_is_told_how_far_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feed_module, "VERSION_BYTES_MAX", 0)
    with served(tmp_path, "one key of files") as at, psycopg.connect(at.server.dsn) as connection:
        at.world.commit(dict.fromkeys(range(5), (None, "a", 1, 2, 3)), mode="replace")
        at.store.refresh()
        connection.execute(f"DECLARE c CURSOR FOR SUBSCRIBE TO v WHERE k = 99 FROM VERSION {at.world.version} WITH (PROGRESS)")
        for n in range(5):
            at.world.commit({n: (None, "b", 1, 2, 3)})
        at.store.refresh()
        told = -1
        while told < at.world.version:
            for version, _, kind, *_ in connection.execute("FETCH ALL FROM c WITH (TIMEOUT '20s')").fetchall():
                assert (kind, version > told) == ("progress", True)
                told = version


@pytest.mark.parametrize("comes", ["before it is asked for", "while it is waited for"])
def test_a_version_that_is_on_its_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, comes: str) -> None:
    """A client that was at another node before, which had it already."""
    monkeypatch.setattr(changes_module, "REACH_S", 20)
    with (
        served(tmp_path, f"on its way {comes}") as at,
        ExitStack() as stack,
        psycopg.connect(at.server.dsn) as connection,
    ):
        for shift in (0, 1):
            version = at.world.commit_random()
            at_us = (at.world.folder.manifest(version).committed_at_us or 0) + shift
            refused = pytest.raises(psycopg.errors.SerializationFailure, match="was of another view, or of another log")
            with refused if shift else nullcontext():  # the node may have heard of it by itself, before DECLARE
                connection.execute(f"DECLARE c CURSOR FOR SUBSCRIBE TO v FROM VERSION '{version}@{at_us}' WITH (PROGRESS)")
                if comes == "before it is asked for":
                    at.store.refresh()
                    wait_until(lambda v=version: at.engine.feeds._feeds["v"].newest == v, 10, "the version is known")
                else:
                    later = threading.Timer(0.1, at.store.refresh)
                    later.start()
                    stack.callback(later.join)
                assert [row[0:3:2] for row in connection.execute("FETCH 1 FROM c").fetchall()] == [(version, "progress")]
                connection.execute("CLOSE c")


def test_a_version_is_told_in_portions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A client has a batch of its own, however much a version changes; it is complete once and at its end."""
    monkeypatch.setattr(changes_module, "BATCH_ROWS", 3)
    with served(tmp_path, "portions") as at, psycopg.connect(at.server.dsn) as connection:
        connection.execute("DECLARE c CURSOR FOR SUBSCRIBE TO v FROM NOW WITH (PROGRESS)")
        replica = Replica(rows=dict(shown(at.world, at.world.version)), version=at.world.version)
        for _ in range(scaled(10, 100)):
            at.commit_random()
            kinds: list[str] = []
            while "progress" not in kinds or replica.version < at.world.version:
                rows = connection.execute("FETCH ALL FROM c WITH (TIMEOUT '20s')").fetchall()
                replica.take(rows)
                kinds += [kind for version, _, kind, *_ in rows if version == at.world.version]
            assert kinds.count("progress") == 1
            assert kinds[-1] == "progress"
            assert replica.rows == shown(at.world, at.world.version)


def test_who_waits_is_told_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No task wakes for it, but for the first rows. What cannot be told to one of them is told to the others."""
    woken: list[int] = []
    take = changes_module.ViewChanges._take

    async def counted(self: Any, version: Any) -> None:
        woken.append(version.number)
        await take(self, version)

    monkeypatch.setattr(changes_module.ViewChanges, "_take", counted)
    ways = {"all": "", "one": "WHERE k = 47", "failing": "WHERE 1 / (k - 55) >= 0 OR k > 0"}
    found: dict[str, list[tuple[Any, ...]]] = {name: [] for name in ways}

    def gather(name: str) -> None:
        with psycopg.connect(at.server.dsn, autocommit=True) as connection:
            for row in connection.cursor().stream(f"SUBSCRIBE TO v {ways[name]} FROM NOW".encode()):
                found[name].append(row)

    with ThreadPoolExecutor(len(ways)) as pool, served(tmp_path, "at once") as at:  # the server ends what has no end
        running = {name: pool.submit(gather, name) for name in ways}
        wait_until(lambda: [len(feed.followers) for feed in at.engine.feeds._feeds.values()] == [3], 20, "all follow it")
        told: list[int] = []
        for key in (47, 48, 50, 47, 55, 56, 47):
            at.world.commit({key: (None, f"row {len(told)}", 0, 0, 0)})
            at.store.refresh()
            told.append(key)
            wait_until(lambda: [row[3] for row in found["all"]] == told, 20, "it is told")
        failed = running["failing"].exception(20)
        assert isinstance(failed, psycopg.errors.FeatureNotSupported)
        wait_until(lambda: len(found["one"]) == told.count(47), 20, "it is told")
        for row, key in zip(found["all"], told, strict=True):
            assert row[3] == key
        assert [(row[2], row[3], row[5]) for row in found["one"]] == [
            ("insert", 47, "row 0"), ("update", 47, "row 3"), ("update", 47, "row 6")
        ]  # fmt: skip
        assert [row[3] for row in found["failing"]] == told[: told.index(55)]
    assert len(woken) <= 2 * len(ways)


def test_what_is_made_for_one_is_for_those_who_are_told_the_same(tmp_path: Path) -> None:
    """Two of each kind, side by side with all others: formats, zones, keys, columns, conditions, ends of versions."""
    all_ = "SUBSCRIBE TO v FROM NOW"
    kinds = {
        "text": (all_, "UTC", False),
        "binary": (all_, "UTC", True),
        "far away": (all_, "Asia/Tokyo", False),
        "one key": ("SUBSCRIBE TO v WHERE k = 47 FROM NOW", "UTC", False),
        "another": ("SUBSCRIBE TO v WHERE k = 48 FROM NOW", "UTC", False),
        "some columns": ("SUBSCRIBE TO (SELECT s, k FROM v) FROM NOW", "UTC", False),
        "a condition": ("SUBSCRIBE TO v WHERE s > 'row 4' FROM NOW", "UTC", False),
        "another condition": ("SUBSCRIBE TO v WHERE s > 'row 2' FROM NOW", "UTC", False),
        "ends": ("SUBSCRIBE TO v FROM NOW WITH (PROGRESS)", "UTC", False),
    }
    found: dict[tuple[str, int], list[tuple[Any, ...]]] = {(name, number): [] for name in kinds for number in range(2)}

    def gather(name: str, number: int) -> None:
        sql, zone, binary = kinds[name]
        with psycopg.connect(at.server.dsn, autocommit=True, options=f"-c TimeZone={zone}") as connection:
            connection.adapters.register_loader("timestamptz", TextLoader)
            for row in connection.cursor().stream(sql.encode(), binary=binary):
                found[name, number].append(row[2:])

    def moment(name: str, at_s: int) -> Any:
        if name == "binary":
            return datetime.fromtimestamp(at_s, UTC)
        zone = timedelta(hours=9 if name == "far away" else 0)
        return f"{datetime.fromtimestamp(at_s, UTC) + zone:%Y-%m-%d %H:%M:%S}+{'09' if zone else '00'}"

    start_s, keys = START_US // 1_000_000, [47, 48, 50, 47, 48, 56, 47]

    def expected(name: str) -> list[tuple[Any, ...]]:
        least = {"a condition": "row 4", "another condition": "row 2"}.get(name, "")
        told, known = [], dict[int, tuple[Any, ...]]()
        for number, key in enumerate(keys):
            was, row = known.get(key), (key, moment(name, start_s + number), f"row {number}", 0, 0, 0)
            known[key] = row
            if {"one key": 47, "another": 48}.get(name, key) != key or row[2] <= least:
                continue
            before = was if was is not None and was[2] > least else None
            kind, now, then = "insert" if before is None else "update", row, before or (None,) * 6
            told.append((kind, now[2], now[0], then[2], then[0]) if name == "some columns" else (kind, *now, *then))
        return told

    def changes_of(one: tuple[str, int]) -> list[tuple[Any, ...]]:
        return [row for row in found[one] if row[0] != "progress"]

    with ThreadPoolExecutor(len(found)) as pool, served(tmp_path, "the same") as at:
        for one in found:
            pool.submit(gather, *one)
        wait_until(lambda: [len(feed.followers) for feed in at.engine.feeds._feeds.values()] == [len(found)], 20, "all follow")
        for number, key in enumerate(keys):
            at.world.commit({key: ((start_s + number) * 1_000_000, f"row {number}", 0, 0, 0)})
            at.store.refresh()
            wait_until(lambda wanted=number: all(len(found["text", n]) > wanted for n in range(2)), 20, "it is told")
        wait_until(lambda: all(len(changes_of(one)) >= len(expected(one[0])) for one in found), 20, "all are told")
        wait_until(lambda: all(found["ends", n][-1][0] == "progress" for n in range(2)), 20, "and of the end")
    for name, number in found:
        assert changes_of((name, number)) == expected(name), name
        ends = sum(row[0] == "progress" for row in found[name, number])
        assert ends == (name == "ends") * (1 + len(keys)), name  # one at its beginning
