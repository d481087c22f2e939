"""What was asked of each root and checkpoint that is not on a disk of this machine: how often, in vain, and how long it took."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Final


@dataclass(slots=True)
class Requests:
    """*errors* are those that got no answer, or a refusal; that a file is not there, or is there already, is an answer."""

    asked: int = 0
    errors: int = 0
    seconds: float = 0.0


_lock: Final = threading.Lock()
_of: Final[dict[str, Requests]] = {}


@contextmanager
def counted(uri: str) -> Iterator[None]:
    """Around one request, with all that a client repeats by itself. Any thread."""
    began_s, failed = perf_counter(), 0
    try:
        yield
    except (FileNotFoundError, FileExistsError, NotADirectoryError):
        raise
    except BaseException:
        failed = 1
        raise
    finally:
        took_s = perf_counter() - began_s
        with _lock:
            found = _of.setdefault(uri, Requests())
            found.asked += 1
            found.errors += failed
            found.seconds += took_s


def requests_by_root() -> dict[str, Requests]:
    """Of this process, by URI. Any thread."""
    with _lock:
        return {uri: replace(found) for uri, found in _of.items()}
