"""The lock of a view's publisher goes when it is let go, whoever else still has its descriptor."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from statestore.errors import ConcurrentPublisher
from statestore.views.lock import PublisherLock


def test_one_at_a_time(tmp_path: Path) -> None:
    with PublisherLock(tmp_path / "v", owner="first"), pytest.raises(ConcurrentPublisher, match="another job publishes view v"):
        PublisherLock(tmp_path / "v", owner="second")
    PublisherLock(tmp_path / "v", owner="third").close()


def test_a_child_that_was_forked_meanwhile_does_not_keep_it(tmp_path: Path) -> None:
    lock = PublisherLock(tmp_path / "v", owner="parent")
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.read(reader, 1)  # until the parent is done
        os._exit(0)
    try:
        lock.close()
        PublisherLock(tmp_path / "v", owner="next").close()
    finally:
        os.write(writer, b"x")
        os.waitpid(child, 0)
        os.close(reader)
        os.close(writer)
