"""Whoever follows a checkpoint wakes when a batch commits, wherever the checkpoint is and whatever happens to it."""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Iterator
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
    """Has named its checkpoint once; without polling."""
    with CommitWatcher([files], local_poll_s=NEVER_S) as found:
        assert found.wait(LONG_S) == {files.uri}
        yield found


def soon(action: object) -> threading.Thread:
    assert callable(action)
    thread = threading.Thread(target=action)
    thread.start()
    return thread


def test_a_commit_wakes(watcher: CommitWatcher, folder: CheckpointFolder, files: CheckpointFiles) -> None:
    for batch in range(5):
        thread = soon(lambda batch=batch: folder.commit(batch))
        assert watcher.wait(LONG_S) == {files.uri}
        assert (folder.folder / "commits" / str(batch)).exists()
        thread.join()
    assert watcher.wait(0) == frozenset()


def test_a_commit_between_two_waits_is_not_lost(watcher: CommitWatcher, folder: CheckpointFolder, files: CheckpointFiles) -> None:
    folder.commit(0)
    folder.commit(1)
    assert watcher.wait(LONG_S) == {files.uri}
    assert watcher.wait(0) == frozenset()


def test_files_being_written_do_not_wake(watcher: CommitWatcher, folder: CheckpointFolder) -> None:
    folder.write("commits/.0.6c1e.tmp", "v1")
    folder.write("commits/.0.crc", "")
    folder.write("offsets/0", "v1")
    assert watcher.wait(0.05) == frozenset()


def test_a_batch_that_spark_deletes_wakes(watcher: CommitWatcher, folder: CheckpointFolder, files: CheckpointFiles) -> None:
    folder.commit(0)
    assert watcher.wait(LONG_S) == {files.uri}
    (folder.folder / "commits/0").unlink()
    assert watcher.wait(LONG_S) == {files.uri}


def test_wake_ends_the_wait_and_names_nothing(watcher: CommitWatcher) -> None:
    thread = soon(watcher.wake)
    assert watcher.wait(LONG_S) == frozenset()
    thread.join()
    watcher.wake()
    assert watcher.wait(LONG_S) == frozenset()


def test_only_the_checkpoint_that_grew_is_named(tmp_path: Path) -> None:
    folders = [CheckpointFolder(tmp_path / name) for name in ("a", "b")]
    for found in folders:
        found.begin()
    uris = [str(found.folder) for found in folders]
    with CommitWatcher([open_checkpoint_files(uri) for uri in uris], local_poll_s=NEVER_S) as watcher:
        assert watcher.wait(LONG_S) == set(uris)
        folders[1].commit(0)
        assert watcher.wait(LONG_S) == {uris[1]}
        folders[0].commit(0)
        assert watcher.wait(LONG_S) == {uris[0]}


def test_a_checkpoint_that_appears_later_is_found_by_the_clock_and_then_watched(tmp_path: Path) -> None:
    folder = CheckpointFolder(tmp_path / "later")
    uri = str(folder.folder)
    with CommitWatcher([open_checkpoint_files(uri)], local_poll_s=0.02) as watcher:
        assert watcher.wait(LONG_S) == {uri}
        assert watcher.wait(LONG_S) == {uri}
        folder.begin()
        folder.commit(0)
        assert watcher.wait(LONG_S) == {uri}


def test_a_checkpoint_made_anew_is_watched_again(watcher: CommitWatcher, folder: CheckpointFolder, files: CheckpointFiles) -> None:
    folder.commit(0)
    assert watcher.wait(LONG_S) == {files.uri}
    shutil.rmtree(folder.folder)
    assert watcher.wait(LONG_S) == {files.uri}
    assert watcher.wait(0) == frozenset()
    folder.begin()
    assert watcher.wait(LONG_S) == {files.uri}
    folder.commit(0)
    assert watcher.wait(LONG_S) == {files.uri}


def test_a_remote_checkpoint_is_named_by_the_clock(tmp_path: Path) -> None:
    uri = f"memory://{tmp_path.name}/checkpoint"
    with CommitWatcher([open_checkpoint_files(uri)], remote_poll_s=0.02) as watcher:
        assert watcher.wait(LONG_S) == {uri}
        fsspec.filesystem("memory").pipe_file(f"/{tmp_path.name}/checkpoint/commits/0", b"v1\n{}")
        assert watcher.wait(LONG_S) == {uri}
    with CommitWatcher([open_checkpoint_files(uri)], remote_poll_s=NEVER_S) as watcher:
        assert watcher.wait(LONG_S) == {uri}
        began_s = time.monotonic()
        assert watcher.wait(0.05) == frozenset()
        assert time.monotonic() - began_s >= 0.05
