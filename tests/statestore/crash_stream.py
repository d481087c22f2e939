"""A streaming job that kills itself, driver and all, while it publishes its second batch: ``crash_stream FOLDER POINT``."""

from __future__ import annotations

import os
import signal
import sys
import threading
from pathlib import Path
from typing import Any

from statestore import publish
from statestore.views import Manifest, ViewFolder
from tests.plugins.spark import build_session
from tests.statestore.stream_input import Stream, counts

POINTS = ("while tasks write", "before the commit", "after the commit")


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def die_around_commit(*, is_after: bool) -> None:
    commit = ViewFolder.commit

    def deadly(self: ViewFolder, manifest: Manifest) -> None:
        if manifest.version == 2:
            if is_after:
                commit(self, manifest)
            die()
        commit(self, manifest)

    ViewFolder.commit = deadly  # type: ignore[method-assign]


def die_when_a_file_appears(view: Path) -> None:
    """A file of version 2; the poll may also see it too late, when the version is committed."""

    never = threading.Event()

    def watch() -> None:
        while not any(view.glob(f"shards/*/{2:020d}-*")):
            never.wait(0.001)
        die()

    threading.Thread(target=watch, daemon=True).start()


def main(folder: Path, point: str) -> None:
    stream: Any = Stream(build_session(), folder)
    if point == POINTS[0]:
        die_when_a_file_appears(Path(stream.root, "v"))
    else:
        die_around_commit(is_after=point == POINTS[2])
    stream.run(publish(counts(stream.read()), "v", root=stream.root, key=["k"], shards=3), "update")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
