"""`tidegate serve --attach`: a real checkpoint, served by one process, by several, by a cluster, without a root and beside one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psycopg
import pytest
from psycopg import errors

from gateway.commands.cli import main
from statestore.views import open_root
from tests.plugins.cluster import running_cluster, wait_until
from tests.plugins.gateway import running_gateway

if TYPE_CHECKING:
    from tests.attach.jobs.building import Built

pytestmark = [pytest.mark.spark, pytest.mark.timeout(300)]

MEANS = "SELECT word, mean, spread FROM words_now ORDER BY word"
#: What the columns are to be called, where they are to be called otherwise.
NAMES = {"sum": "total", "count_2": "", "avg_result": "mean", "stddev_samp_result": "spread", "stddev_pop_result": ""}


@pytest.fixture
def config(built: Callable[[str], Built], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """What describe-checkpoint prints, filled in; a view over that, and one over a checkpoint that is not there."""
    assert main(["describe-checkpoint", built("functions").uri, "--name", "words"]) == 0
    text = capsys.readouterr().out
    path = tmp_path / "tidegate.toml"
    for old, new in NAMES.items():
        text = text.replace(f'"{old}",', f'"{new}",')
    text += '\n[view.words_now]\nsql = "SELECT word, mean, spread, total FROM words"\n[view.waiting]\nsql = "SELECT * FROM later"\n'
    path.write_text(text[text.index("[attach.words]") :])
    return path


def expected(found: Built) -> list[tuple[Any, ...]]:
    """The last row that the job gave out for each word."""
    last = {row["word"]: row for batch in sorted(found.outputs) for row in found.outputs[batch]}
    return [
        (word, last[word]["mean"], last[word]["spread"]) for word in sorted(last, key=lambda w: (w is None, (w or "").encode()))
    ]


def close(found: list[tuple[Any, ...]], wanted: list[tuple[Any, ...]]) -> bool:
    return [row[0] for row in found] == [row[0] for row in wanted] and all(
        one == pytest.approx(other) for a, b in zip(found, wanted, strict=True) for one, other in zip(a[1:], b[1:], strict=True)
    )


@pytest.mark.parametrize("workers", [1, 2])
def test_named_columns_and_a_view_over_them_say_what_the_job_says(
    built: Callable[[str], Built], config: Path, tmp_path: Path, workers: int
) -> None:
    found = built("functions")
    more = ("--config", str(config), "--attach", f"later={tmp_path / 'later'}", "--workers", str(workers))
    with running_gateway(None, tmp_path / "store", *more) as gateway, psycopg.connect(gateway.dsn, autocommit=True) as connection:
        assert close(connection.execute(MEANS).fetchall(), expected(found))
        word, mean, spread = next(row for row in expected(found) if row[0] == "birch")
        one = "SELECT word, mean, spread FROM words_now WHERE word = %s"
        for _ in range(8):
            assert close(connection.execute(one, [word], prepare=True).fetchall(), [(word, mean, spread)])
        plan = "\n".join(row[0] for row in connection.execute(f"EXPLAIN {one}".encode(), [word]).fetchall())
        assert "Point Get on words" in plan
        assert "Shards: 1 of 3" in plan
        with pytest.raises(errors.ObjectNotInPrerequisiteState, match='view "waiting" cannot be read now') as raised:
            connection.execute("SELECT * FROM waiting")
        assert "does not exist yet" in str(raised.value.diag.message_detail)
        kinds = connection.execute("SELECT name, kind FROM tidegate.views WHERE reason IS NULL ORDER BY name").fetchall()
        assert kinds == [("words", "state"), ("words_now", "defined")]
        shown = "SELECT attname FROM pg_attribute WHERE attrelid = 'words'::regclass AND attnum BETWEEN 1 AND 3 ORDER BY attnum"
        assert [row[0] for row in connection.execute(shown.encode())] == ["word", "total", "count"]
        with pytest.raises(errors.UndefinedColumn):
            connection.execute("SELECT count_2 FROM words")
        batch = found.batches[0]
        connection.execute(f"SET tidegate.read_version = {batch + 1}".encode())
        first = {row["word"]: row["mean"] for row in found.outputs[batch]}
        assert dict(connection.execute("SELECT word, mean FROM words_now").fetchall()) == pytest.approx(first)


def test_a_cluster_places_partitions(built: Callable[[str], Built], config: Path, tmp_path: Path) -> None:
    root = tmp_path / "root"
    open_root(str(root), create=True)
    more = ("--config", str(config), "--attach", f"later={tmp_path / 'later'}")
    with running_cluster(root, tmp_path / "nodes", nodes=2, arguments=more) as cluster:
        for node in cluster.nodes.values():
            with psycopg.connect(node.dsn, autocommit=True) as connection:

                def placed(connection: psycopg.Connection[Any] = connection) -> bool:
                    held = connection.execute("SELECT held_by FROM tidegate.shards WHERE view = 'words'").fetchall()
                    return len(held) == 3 and all(len(row[0]) == 1 for row in held)

                wait_until(placed, 30, "every partition is held by one node")
                assert close(connection.execute(MEANS).fetchall(), expected(built("functions")))
                for word, mean, spread in expected(built("functions")):
                    if word is not None:
                        one = "SELECT word, mean, spread FROM words_now WHERE word = %s"
                        assert close(connection.execute(one, [word], prepare=True).fetchall(), [(word, mean, spread)])


def test_structs_in_keys_are_asked_for_by_their_fields(built: Callable[[str], Built], tmp_path: Path) -> None:
    names = ("place_flag", "place_inner_word", "place_inner_number", "tags")
    attached = f"--attach=nested={built('nested').uri}"
    with (
        running_gateway(None, tmp_path / "store", attached) as gateway,
        psycopg.connect(gateway.dsn, autocommit=True) as connection,
    ):
        rows = connection.execute(f"SELECT {', '.join(names)}, count FROM nested".encode()).fetchall()
        assert any(None in row[:3] for row in rows)
        for *key, count in rows:
            asked = " AND ".join(f"{n} {'IS NULL' if v is None else '= %s'}" for n, v in zip(names, key, strict=True))
            query, values = f"SELECT count FROM nested WHERE {asked}", [value for value in key if value is not None]
            assert connection.execute(query.encode(), values).fetchall() == [(count,)]
            plan = psycopg.ClientCursor(connection).execute(f"EXPLAIN {query}".encode(), values).fetchall()
            assert any("Point Get" in line for (line,) in plan), plan
