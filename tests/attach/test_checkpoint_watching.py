"""Whoever follows a checkpoint wakes when a batch commits, wherever the checkpoint is and whatever happens to it."""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import fsspec
import pytest

from statestore.attach.checkpoint import CommitWatcher
from statestore.attach.files import CheckpointFiles, open_checkpoint_files
from tests.attach.checkpoint_folder import CheckpointFolder

#: Far longer than any wake takes, and than a test may: nothing here waits for so long unless it fails.
LONG_S = 60.0
NEVER_S = 1e9


@pytest.fixture
def folder(tmp_path: Path) -> CheckpointFolder:
    found = CheckpointFolder(tmp_path / "checkpoint")
    found.begin()
    return found


@pytest.fixture
def files(folder: CheckpointFolder) -> CheckpointFiles:
    return open_checkpoint_files(str(folder.folder))


@pytest.fixture
def watcher(files: CheckpointFiles) -> Iterator[CommitWatcher]:
    """Has told of its checkpoint once; without polling."""
    with closing(CommitWatcher(files, NEVER_S)) as found:
        assert found.wait(LONG_S)
        yield found


def soon(action: object) -> threading.Thread:
    assert callable(action)
    thread = threading.Thread(target=action)
    thread.start()
    return thread


def test_a_commit_wakes(watcher: CommitWatcher, folder: CheckpointFolder, files: CheckpointFiles) -> None:
    for batch in range(5):
        thread = soon(lambda batch=batch: folder.commit(batch))
        assert watcher.wait(LONG_S)
        assert (folder.folder / "commits" / str(batch)).exists()
        thread.join()
    assert not watcher.wait(0)


def test_a_commit_between_two_waits_is_not_lost(watcher: CommitWatcher, folder: CheckpointFolder, files: CheckpointFiles) -> None:
    folder.commit(0)
    folder.commit(1)
    assert watcher.wait(LONG_S)
    assert not watcher.wait(0)


def test_files_being_written_do_not_wake(watcher: CommitWatcher, folder: CheckpointFolder) -> None:
    folder.write("commits/.0.6c1e.tmp", "v1")
    folder.write("commits/.0.crc", "")
    folder.write("offsets/0", "v1")
    assert not watcher.wait(0.05)


def test_a_batch_that_spark_deletes_wakes(watcher: CommitWatcher, folder: CheckpointFolder, files: CheckpointFiles) -> None:
    folder.commit(0)
    assert watcher.wait(LONG_S)
    (folder.folder / "commits/0").unlink()
    assert watcher.wait(LONG_S)


def test_wake_ends_the_wait_and_tells_nothing(watcher: CommitWatcher) -> None:
    thread = soon(watcher.wake)
    assert not watcher.wait(LONG_S)
    thread.join()
    watcher.wake()
    assert not watcher.wait(LONG_S)


def test_a_checkpoint_that_appears_later_is_found_by_the_clock_and_then_watched(tmp_path: Path) -> None:
    folder = CheckpointFolder(tmp_path / "later")
    uri = str(folder.folder)
    with closing(CommitWatcher(open_checkpoint_files(uri), 0.02)) as watcher:
        assert watcher.wait(LONG_S)
        assert watcher.wait(LONG_S)
        folder.begin()
        folder.commit(0)
        assert watcher.wait(LONG_S)


def test_a_checkpoint_made_anew_is_watched_again(watcher: CommitWatcher, folder: CheckpointFolder, files: CheckpointFiles) -> None:
    folder.commit(0)
    assert watcher.wait(LONG_S)
    shutil.rmtree(folder.folder)
    assert watcher.wait(LONG_S)
    assert not watcher.wait(0)
    folder.begin()
    assert watcher.wait(LONG_S)
    folder.commit(0)
    assert watcher.wait(LONG_S)


def test_a_remote_checkpoint_is_looked_at_by_the_clock(tmp_path: Path) -> None:
    uri = f"memory://{tmp_path.name}/checkpoint"
    with closing(CommitWatcher(open_checkpoint_files(uri), 0.02)) as watcher:
        assert watcher.wait(LONG_S)
        fsspec.filesystem("memory").pipe_file(f"/{tmp_path.name}/checkpoint/commits/0", b"v1\n{}")
        assert watcher.wait(LONG_S)
    with closing(CommitWatcher(open_checkpoint_files(uri), NEVER_S)) as watcher:
        assert watcher.wait(LONG_S)
        began_s = time.monotonic()
        assert not watcher.wait(0.05)
        assert time.monotonic() - began_s >= 0.05
