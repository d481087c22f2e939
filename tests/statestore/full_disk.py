"""A disk without room, as the store's steps meet it: from the system, and from RocksDB."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import pytest

from statestore.node import generation, pending
from statestore.node.native import native


def fill_disk(where: str, patch: pytest.MonkeyPatch) -> None:
    """From now on there is no room for the step *where* of a pass."""

    def full(*_: Any, **__: Any) -> Any:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def full_natively(*_: Any, **__: Any) -> Any:
        raise Exception("IO error: No space left on device: While appending to file: /x: No space left on device")

    match where:
        case "link":
            patch.setattr(pending, "MEMORY_ENTRIES_MAX", 0)
            patch.setattr(os, "link", full)
        case "write":
            patch.setattr(Path, "write_bytes", full)
        case "ingest":
            patch.setattr(generation, "IngestExternalFileOptions", full_natively)
        case "freeze":
            patch.setattr(generation, "open_read_only", wrapped(full_natively))
        case "position":
            patch.setattr(os, "rename", full)
        case "move":
            patch.setattr(Path, "rename", full)


def wrapped(fail: Any) -> Any:
    def call(*args: Any) -> Any:
        with native("the store"):
            return fail(*args)

    return call
