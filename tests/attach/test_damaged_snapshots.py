"""Checkpoints of real jobs whose snapshots somebody has damaged: what older files still say is read, as Spark itself does."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from statestore.errors import CorruptFile
from tests.attach.jobs.attached import Reading, reading, rows_of
from tests.attach.jobs.building import Built
from tests.attach.jobs.truth import Rows

pytestmark = [pytest.mark.spark, pytest.mark.timeout(600)]

#: With logs of all versions; of stores without column families, which nothing but snapshots names.
PLAIN: Final = ("text_and_number_changelog", "text_and_number_hdfs", "full_join_changelog_v2", "sessions_hdfs")
#: With column families.
NAMED: Final = ("timed", "full_join_format_4")
SUFFIXES: Final = (".zip", ".snapshot")


def snapshots(checkpoint: Path) -> list[list[Path]]:
    """Of each partition of each store, oldest first."""
    by_folder: dict[Path, list[Path]] = {}
    for path in checkpoint.glob("state/**/*"):
        if path.suffix in SUFFIXES and not path.name.startswith("."):
            by_folder.setdefault(path.parent, []).append(path)
    return [sorted(paths, key=lambda path: int(path.stem.split("_")[0])) for paths in by_folder.values()]


def damage(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])


def everything(attached: Reading) -> dict[tuple[str, int], Rows]:
    return {(table, batch): rows_of(attached.version(table, batch)) for table in attached.tables for batch in attached.batches}


@pytest.mark.parametrize("job", PLAIN)
def test_all_snapshots_are_damaged(job: str, built: Callable[[str], Built], tmp_path: Path) -> None:
    found = built(job)
    copy = found.copy_to(tmp_path / "copy")
    for paths in snapshots(copy):
        for path in paths:
            damage(path)
    with reading(found.checkpoint, tmp_path / "a") as whole, reading(copy, tmp_path / "b") as damaged:
        assert everything(damaged) == everything(whole)


def test_the_last_snapshots_are_damaged(built: Callable[[str], Built], tmp_path: Path) -> None:
    """The ones before name all column families."""
    found = built("timed")
    copy = found.copy_to(tmp_path / "copy")
    several = [paths for paths in snapshots(copy) if len(paths) > 1]
    assert several
    for paths in several:
        damage(paths[-1])
    with reading(found.checkpoint, tmp_path / "a") as whole, reading(copy, tmp_path / "b") as damaged:
        assert everything(damaged) == everything(whole)


@pytest.mark.parametrize("job", ["text_and_number", *NAMED])
def test_where_nothing_older_says_it_the_snapshot_is_named(job: str, built: Callable[[str], Built], tmp_path: Path) -> None:
    copy = built(job).copy_to(tmp_path / "copy")
    for paths in snapshots(copy):
        for path in paths:
            damage(path)
    with reading(copy, tmp_path / "work") as damaged, pytest.raises(CorruptFile, match=r"\.zip is corrupt"):
        everything(damaged)
