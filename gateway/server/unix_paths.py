"""Sockets in folders whose names are long."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def short(folder: Path) -> Iterator[str]:
    """Another name of a folder for a moment: the path of a Unix socket may have about 100 bytes only. Raises OSError."""
    if not sys.platform.startswith("linux"):
        yield str(folder)
        return
    descriptor = os.open(folder, os.O_PATH | os.O_DIRECTORY)
    try:
        yield f"/proc/self/fd/{descriptor}"
    finally:
        os.close(descriptor)
