"""What commands tell whoever started them: results, how far they are, what went wrong, and an exit code.

Of commands of roots and stores 0, 1 and 2 mean the same for all. How far a command is stands on standard error where that is a
terminal; nothing anywhere else, nor where the result is JSON.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

from statestore.errors import CorruptFile
from statestore.node.pending import BadBase, BadVersion

#: Of these commands: a file is damaged or missing. Of all others: something went wrong while running.
EXIT_FAILURE: Final = 1
#: Wrong command line or configuration; of these commands also: it cannot be done.
EXIT_USAGE: Final = 2
EXIT_STATUS: Final = "Exit status 0: all is well; 1: a file is damaged or missing, and named; 2: wrong usage, or it cannot be done."
_US_PER_S: Final = 1_000_000
#: A terminal is written to no more often.
_EVERY_S: Final = 0.1
_WIDTH: Final = 30


def code_of(error: Exception) -> int:
    """The exit code for a command of roots and stores that ended with *error*."""
    cause = error.cause if isinstance(error, BadVersion | BadBase) else error
    return EXIT_FAILURE if isinstance(cause, CorruptFile) else EXIT_USAGE


def complain(message: str, code: int) -> int:
    """A line on standard error; the result is *code*."""
    print(f"tidegate: {' '.join(message.split())}", file=sys.stderr)
    return code


def complain_of(error: Exception) -> int:
    """Tell *error*; the result is its code."""
    message = f"{error.filename}: {error.strerror}" if isinstance(error, OSError) and error.filename else str(error)
    return complain(message, code_of(error))


def tell(options: argparse.Namespace, told: Mapping[str, Any], line: str) -> None:
    """A result: *told* as JSON with --json, else *line*."""
    sys.stdout.write(f"{json.dumps(told) if options.json else line}\n")


def tell_checked(options: argparse.Namespace, told: Mapping[str, Any], problems: Sequence[str], view: str, read: str) -> int:
    """What was read of *view*, after its problems; with --json *told*. The result is the exit code."""
    if not options.json:
        sys.stdout.writelines(f"{view}: {problem}\n" for problem in problems)
    tell(options, told, f"{view}: {read}: {len(problems)} problems" if problems else f"{view}: {read}: no problem")
    return EXIT_FAILURE if problems else 0


def moment(us: int) -> str:
    """Microseconds since 1970, as people read them; in UTC."""
    return dt.datetime.fromtimestamp(us / _US_PER_S, dt.UTC).isoformat(" ", "milliseconds").removesuffix("+00:00")


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
