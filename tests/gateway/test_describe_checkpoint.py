"""`tidegate describe-checkpoint`: what it prints of real checkpoints and of what is none."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from gateway.commands.checkpoints import name_of
from gateway.commands.cli import main
from gateway.config import ConfigFile
from gateway.node.attaching import attachments
from statestore.attach.options import CheckpointAt

if TYPE_CHECKING:
    from tests.attach.jobs.building import Built


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
    config.write_text(text[text.index("[attach.words]") :])
    file = ConfigFile(config)
    columns = [line.split()[0] for line in lines if line.startswith("      ")][:-1]
    assert columns[:3] == ["word", "sum", "count"]
    assert columns[-1] == "corr_result"
    assert attachments(file, []) == {"words": CheckpointAt(found.uri, {"words": columns})}
    file.finish()


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


@pytest.mark.spark
@pytest.mark.timeout(300)
def test_a_struct_in_the_key_is_asked_for_by_its_fields(built: Callable[[str], Built], capsys: pytest.CaptureFixture[str]) -> None:
    text = described(capsys, built("nested").uri, "--name", "places")
    assert "      one row by place_flag, place_inner_word, place_inner_number, tags: a point get" in text.splitlines()
