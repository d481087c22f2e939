"""kill -9 of the Spark driver while it publishes: after a restart nothing is lost and nothing doubled."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from statestore.views import open_root
from tests.plugins.scale import FULL
from tests.statestore.crash_stream import POINTS
from tests.statestore.stream_input import Stream, add_three_days, counts, rows_of
from tests.statestore.view_contents import read_view, stray_files

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

pytestmark = [pytest.mark.spark, pytest.mark.timeout(400)]


@pytest.mark.parametrize("point", POINTS if FULL else POINTS[:1])
def test_driver_killed(spark: SparkSession, tmp_path: Path, point: str) -> None:
    from statestore import publish

    stream = Stream(spark, tmp_path)
    add_three_days(stream)
    died = subprocess.run([sys.executable, "-m", "tests.statestore.crash_stream", str(tmp_path), point], check=False, timeout=300)
    assert died.returncode == -signal.SIGKILL
    reached = open_root(stream.root).folder("v").latest()
    assert reached in {POINTS[0]: (1, 2, 3), POINTS[1]: (1,), POINTS[2]: (2,)}[point]
    # At once: the lock died with its holder.
    stream.run(publish(counts(stream.read()), "v", root=stream.root, key=["k"], shards=3), "update")
    folder = open_root(stream.root).folder("v")
    assert [folder.manifest(v).batch_id for v in folder.versions()] == [0, 1, 2]
    assert read_view(stream.root, "v") == rows_of(counts(stream.read_all()))
    assert stray_files(stream.root, "v") == set()
