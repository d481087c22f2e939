"""Three real nodes with attached checkpoints answer as one does, whichever is asked; each opens what it holds."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.attach.jobs.building import Built
from tests.plugins.cluster import Cluster, running_cluster, wait_until
from tests.plugins.gateway import running_gateway

pytestmark = pytest.mark.spark
#: The attached queries: one table; two operators, whose tables move together.
WORDS, STEPS, MOVING = "words", "steps", "moving"
QUERIES = (
    "SELECT * FROM words",
    "SELECT * FROM words ORDER BY word, number LIMIT 5",
    "SELECT word, count(*), sum(count) FROM words GROUP BY word",
    "SELECT a.word, a.count, b.count FROM words a JOIN words b ON a.word = b.word AND a.number = b.number",
    "SELECT l.word, count(*) FROM {0} l JOIN {1} r ON l.word = r.word GROUP BY l.word",
    "SELECT l.word, r.word FROM {0} l FULL JOIN {1} r ON l.word = r.word AND l.window_start = r.window_start",
    "SELECT (SELECT count(*) FROM {0}), (SELECT count(*) FROM {1})",
)


def rows(connection: psycopg.Connection[Any], sql: str) -> Counter[tuple[Any, ...]]:
    return Counter(connection.execute(sql.encode()).fetchall())


def tables_of(connection: psycopg.Connection[Any], attachment: str) -> list[str]:
    sql = 'SELECT "table" FROM tidegate.state_tables WHERE attachment = %s ORDER BY 1'
    return [name for (name,) in connection.execute(sql, (attachment,))]


def _all_held(cluster: Cluster, shards: dict[str, int]) -> bool:
    statuses = [cluster.status(name).views for name in cluster.nodes]
    return all(
        frozenset().union(*(views[table].shards for views in statuses if table in views)) == frozenset(range(count))
        for table, count in shards.items()
    )


def test_every_node_gives_the_answers_of_one(built: Callable[[str], Built], tmp_path: Path, subtests: pytest.Subtests) -> None:
    checkpoints = {WORDS: built("text_and_number"), STEPS: built("two_steps")}
    arguments = tuple(word for name, of in checkpoints.items() for word in ("--attach", f"{name}={of.uri}"))
    # Is moved at the end.
    shutil.copytree(checkpoints[WORDS].checkpoint, tmp_path / MOVING)
    arguments += ("--attach", f"{MOVING}={tmp_path / MOVING}")
    last = checkpoints[STEPS].batches[-1]
    root = tmp_path / "root"
    root.mkdir()
    with running_gateway(root, tmp_path / "alone", *arguments) as alone, psycopg.connect(alone.dsn, autocommit=True) as connection:
        steps = tables_of(connection, STEPS)
        assert len(steps) == 2
        queries = [query.format(*steps) for query in QUERIES]
        versions = {version: f"SET tidegate.read_version = '{steps[0]}={version}'" for version in (last + 1, last)}
        expected: dict[tuple[int, str], Counter[tuple[Any, ...]]] = {}
        for version, setting in versions.items():
            connection.execute(setting.encode())
            expected |= {(version, sql): rows(connection, sql) for sql in queries}
        (key,) = connection.execute("SELECT word, number FROM words WHERE word IS NOT NULL ORDER BY count DESC, word LIMIT 1")
        of_key = connection.execute("SELECT * FROM words WHERE word = %s AND number = %s", key).fetchall()
        changed = _told(connection, f"FROM VERSION {last}")
        shards = dict(connection.execute("SELECT name, shards FROM tidegate.views"))
    assert set(changed) <= set(expected[last + 1, "SELECT * FROM words"])
    assert set(changed) >= set(expected[last + 1, "SELECT * FROM words"]) - set(expected[last, "SELECT * FROM words"])
    assert len(of_key) == 1
    with running_cluster(root, tmp_path / "cluster", nodes=3, replicas=1, arguments=arguments) as cluster:
        wait_until(lambda: _all_held(cluster, shards), 60, "some node holds each partition")
        for name, dsn in cluster.dsns.items():
            with psycopg.connect(dsn, autocommit=True) as connection:
                for version, setting in versions.items():
                    connection.execute(setting.encode())
                    for sql in queries:
                        with subtests.test(node=name, version=version, sql=sql):
                            assert rows(connection, sql) == expected[version, sql]
                connection.execute("RESET tidegate.read_version")
                for _ in range(3):
                    got = connection.execute("SELECT * FROM words WHERE word = %s AND number = %s", key, prepare=True).fetchall()
                    assert got == of_key
                with connection.transaction():
                    connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
                    assert rows(connection, queries[-1]) == expected[last + 1, queries[-1]]
                for start, wanted in (("", expected[last + 1, "SELECT * FROM words"]), (f"FROM VERSION {last}", Counter(changed))):
                    with subtests.test(node=name, start=start):
                        assert _told(connection, start) == wanted
        held = Counter[str]()
        for name in cluster.nodes:
            held.update({table: len(status.shards) for table, status in cluster.status(name).views.items()})
        assert held == shards, "each partition is held once"
        (tmp_path / MOVING).rename(tmp_path / "moved")
        for dsn in cluster.dsns.values():
            with psycopg.connect(dsn, autocommit=True) as connection:
                _says_it_moved(connection, key, last)


def _told(connection: psycopg.Connection[Any], start: str) -> Counter[tuple[Any, ...]]:
    """Rows as they are, of what a subscription is told up to the last version. No row goes in the last batch."""
    found = Counter[tuple[Any, ...]]()
    for version, _, kind, *cells in connection.cursor().stream(f"SUBSCRIBE TO words {start} WITH (PROGRESS)".encode()):
        if kind == "progress" and version > 1:
            return found
        assert kind in ("insert", "update")
        found[tuple(cells[: len(cells) // 2])] += 1
    raise AssertionError("it has no end")


def _says_it_moved(connection: psycopg.Connection[Any], key: tuple[Any, ...], earlier: int) -> None:
    listed = f"SELECT readable FROM tidegate.state_tables WHERE attachment = '{MOVING}'"
    wait_until(lambda: connection.execute(listed.encode()).fetchall() == [(False,)], 60, "the table is not readable")
    for setting in ("RESET tidegate.read_version", f"SET tidegate.read_version = '{MOVING}={earlier}'"):
        connection.execute(setting.encode())
        for sql, values in (
            (f"SELECT * FROM {MOVING} WHERE word = %s AND number = %s", key),
            (f"SELECT * FROM {MOVING}", ()),
            (f"SELECT count(*) FROM {MOVING}", ()),
        ):
            with pytest.raises(psycopg.errors.CannotConnectNow, match="it was moved or deleted"):
                connection.execute(sql.encode(), values)
