"""kill -9 between any two steps of a commit: nothing is lost, nothing doubled, nothing left lying about."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from statestore.views import open_root
from tests.statestore.crash_writer import STATES, run_batches
from tests.statestore.view_contents import Rows, read_view, stray_files


def content(root: str) -> tuple[int, Rows]:
    """How many versions, and the rows of the latest."""
    latest = open_root(root, create=True).folder("v").latest()
    return latest, read_view(root, "v") if latest else {}


@pytest.mark.timeout(600)
def test_killed_at_every_step(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "tests.statestore.crash_writer", str(tmp_path)], check=True, timeout=500)
    attempts = sorted(tmp_path.iterdir(), key=lambda p: int(p.name))
    reached = []
    for root in map(str, attempts):
        versions, rows = content(root)
        assert rows == STATES[versions]
        reached.append(versions)
        # As Spark would: it may not know that the last batch was committed.
        run_batches(root, first=max(versions - 1, 0))
        assert content(root) == (3, STATES[3])
        assert [open_root(root).folder("v").manifest(v).batch_id for v in (1, 2, 3)] == [0, 1, 2]
        assert stray_files(root, "v") == set()
    # The steps are in order, and some fall between any two commits.
    assert reached == sorted(reached)
    assert all(reached.count(versions) >= 2 for versions in (0, 1, 2, 3))
