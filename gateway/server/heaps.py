"""Asks the C library for few heaps, which its threads then share.

glibc gives threads heaps of their own, eight for each core, and what is free in one of them is of no use to the threads of another.
Queries run on any thread, each leaves gaps where it ran, and after 300,000 different ones two thirds of what the heaps had was
gaps. mallopt(3): M_ARENA_MAX. Python's objects, and DuckDB's buffers, are in none of them.
"""

from __future__ import annotations

import ctypes
import os
from typing import Final

#: One for the event loop's thread, and one more, so that threads seldom wait for each other.
HEAPS_MAX: Final = 2

_M_ARENA_MAX: Final = -8
#: By these the owner of the process says it.
_OWN_SETTINGS: Final = ("MALLOC_ARENA_MAX", "GLIBC_TUNABLES")


def share_heaps() -> bool:
    """For threads that allocate for the first time from now on; True if the library took it.

    What the environment says goes first. C libraries other than glibc have nothing of the kind.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is None or any(name in os.environ for name in _OWN_SETTINGS):
        return False
    return bool(mallopt(_M_ARENA_MAX, HEAPS_MAX) == 1)
