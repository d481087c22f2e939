"""How far a command is, on standard error where that is a terminal; nothing anywhere else, nor where the result is JSON."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

#: A terminal is written to no more often.
_EVERY_S: Final = 0.1
_WIDTH: Final = 30


@contextmanager
def progress_bar(label: str, *, shown: bool = True) -> Iterator[Callable[[int, int], None]]:
    """Takes (done, total). The line is gone when the block ends."""
    if not (shown and sys.stderr.isatty()):
        yield lambda done, total: None
        return
    written_s = 0.0

    def tell(done: int, total: int) -> None:
        nonlocal written_s
        if (now_s := time.monotonic()) - written_s < _EVERY_S:
            return
        written_s = now_s
        filled = _WIDTH * done // max(1, total)
        sys.stderr.write(f"\r{label} [{'#' * filled}{' ' * (_WIDTH - filled)}] {done}/{total}\x1b[K")
        sys.stderr.flush()

    try:
        yield tell
    finally:
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()
