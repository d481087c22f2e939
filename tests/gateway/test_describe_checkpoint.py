"""`tidegate describe-checkpoint`: what it prints of real checkpoints and of what is none, and the views that it suggests."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from gateway.attaching import attachments
from gateway.cli import main
from gateway.config import ConfigFile
from gateway.defining import definitions
from gateway.describing import name_of
from gateway.suggesting import suggested_view
from statestore import types as st
from statestore.schema import Column, HashPartitioning, ViewSchema

if TYPE_CHECKING:
    from tests.attach.jobs.building import Built

DECIMAL = st.Decimal(20, 2)


def table(*columns: tuple[str, st.DataType], key: int = 1) -> ViewSchema:
    names = tuple(name for name, _ in columns)
    found = tuple(Column(name, kind) for name, kind in columns)
    return ViewSchema("trades", found, names[:key], names[:key], HashPartitioning(1), (len(names),))


SUGGESTED = [
    ([("sum", st.Double()), ("count", st.Long())], "sum / nullif(count, 0) AS avg"),
    (
        [("sum", st.Double()), ("count", st.Long()), ("sum_2", DECIMAL), ("count_2", st.Long()), ("count_3", st.Long())],
        "sum / nullif(count, 0) AS avg, sum_2 / nullif(count_2, 0) AS avg_2, count_3 AS count",
    ),
    ([("sum", DECIMAL), ("is_empty", st.Boolean())], "CASE WHEN NOT is_empty THEN sum END AS sum"),
    (
        [("n", st.Double()), ("avg", st.Double()), ("m2", st.Double()), ("max", st.Int())],
        "CASE WHEN n > 1 THEN sqrt(m2 / (n - 1)) END AS stddev, max",
    ),
    ([("first", st.Int()), ("value_set", st.Boolean()), ("buf", st.Binary())], "first"),
    ([("first", st.Int()), ("value_set", st.Boolean()), ("Max Price", st.Int())], 'first, "Max Price"'),
    ([("Max Price", st.Int()), ("max", st.Int()), ("max_2", st.Int())], None),
    # The sum of integers and a count are what they are.
    ([("sum", st.Long()), ("count", st.Long())], None),
    ([("count", st.Long())], None),
    ([("buf", st.Binary())], None),
]


@pytest.mark.parametrize(("columns", "selected"), SUGGESTED)
def test_suggested_views(columns: list[tuple[str, st.DataType]], selected: str | None) -> None:
    found = suggested_view(table(("symbol", st.String()), *columns))
    if selected is None:
        assert found is None
        return
    assert found is not None
    assert tomllib.loads(found) == {"view": {"trades_values": {"sql": f"SELECT symbol, {selected} FROM trades"}}}


@pytest.mark.parametrize(
    ("uri", "name"),
    [
        ("/data/Trades by hour", "trades_by_hour"), ("s3://bucket/jobs/trades/checkpoint/", "trades"), ("/2024", "_2024"),
        ("/checkpoints", "state"), ("/é/x" + "y" * 50, "x" + "y" * 31),
    ],
)  # fmt: skip
def test_names_from_folders(uri: str, name: str) -> None:
    assert name_of(uri) == name


def test_what_is_no_checkpoint(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["describe-checkpoint", str(tmp_path / "none")]) == 1
    assert "does not exist yet" in capsys.readouterr().err
    (tmp_path / "some").mkdir()
    (tmp_path / "some" / "file").touch()
    assert main(["describe-checkpoint", str(tmp_path / "some")]) == 1
    assert "is not a Spark checkpoint" in capsys.readouterr().err
    assert main(["describe-checkpoint", "/x", "--name", "A B"]) == 2
    assert "'A B' cannot be part of a table's name" in capsys.readouterr().err


def described(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["describe-checkpoint", *arguments]) == 0
    return capsys.readouterr().out


@pytest.mark.spark
@pytest.mark.timeout(300)
def test_an_aggregation(built: Callable[[str], Built], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = built("functions")
    text = described(capsys, found.uri, "--name", "words")
    lines = text.splitlines()
    assert lines[0] == f"checkpoint  {found.uri}"
    assert lines[2].startswith(f"newest      batch {found.batches[-1]}, committed at ")
    assert f"{len(found.batches)} batches, {found.batches[0]} to {found.batches[-1]}; the oldest was committed at " in lines[3]
    assert "provider rocksdb, codec lz4, format 1" in lines[4]
    assert "operator 0: stateStoreSave" in lines
    assert "  store default: 3 partitions, " in text
    assert "word" in text
    assert "      one row by word: a point get" in lines
    # What is to be pasted is taken by tidegate serve.
    config = tmp_path / "tidegate.toml"
    config.write_text(text[text.index("[attach]") :])
    file = ConfigFile(config)
    attached = attachments(file, [])
    assert attached == {"words": found.uri}
    (view,) = definitions(file, attached)
    file.finish()
    assert view.name == "words_values"
    assert view.sql.startswith("SELECT word, sum / nullif(count, 0) AS avg, sum_2 / nullif(count_2, 0) AS avg_2, ")


@pytest.mark.spark
@pytest.mark.timeout(300)
def test_several_operators(built: Callable[[str], Built], capsys: pytest.CaptureFixture[str]) -> None:
    text = described(capsys, built("two_steps").uri, "--name", "steps")
    for line in (
        "operator 0: stateStoreSave",
        "operator 1: stateStoreSave",
        "    table steps_0_default",
        "    table steps_1_default",
    ):
        assert any(found.startswith(line) for found in text.splitlines()), text
    assert "window_start" in text
    assert "-- key" in text
