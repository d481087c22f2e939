"""How many files the process may have open, and how many of them databases leave to others."""

from __future__ import annotations

import os
import resource
import sys
from typing import Final

from statestore.errors import StateStoreError

#: Descriptors that databases leave for connections and all else; half of them where there are fewer than twice as many.
FILES_FOR_CLIENTS: Final = 4_096
OPEN_FILES_HINT: Final = "raise the process's limit of open files (ulimit -Hn, LimitNOFILE); it then goes on by itself"


def allow_open_files() -> int:
    """Raise the soft limit to the hard one, and tell it: shells start processes with a small one."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return open_files_max()


def open_files_max() -> int:
    """How many files the process may have open."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return sys.maxsize if soft == resource.RLIM_INFINITY else soft


def check_files_left(place: str) -> None:
    """Raises StateStoreError, naming *place*, where another database would take descriptors that clients need."""
    most = open_files_max()
    left = min(FILES_FOR_CLIENTS, most // 2)
    with open(os.devnull, "rb", buffering=0) as least_free:  # all below it are taken
        if least_free.fileno() < most - left:
            return
    message = f"{place} is not opened: this process may have {most} files open, of which the last {left} are for clients"
    raise StateStoreError(message, hint=OPEN_FILES_HINT)
