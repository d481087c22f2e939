"""How much text Python functions may make.

DuckDB calls a function for every row of a vector, up to 2,048 of them, and keeps what all functions of an expression made until the
vector is done; it counts none of that to its memory, and stops for nobody meanwhile. Some texts double with each call:
quote_literal(quote_literal(…)). So one result is bounded, and who makes a lot of large ones must not have the process grow by much.
"""

from __future__ import annotations

import os
import threading
from pathlib import Path
from time import monotonic
from typing import Any, Final

from planner.errors import LimitExceeded

#: One result. PostgreSQL's limit is 1 GiB.
RESULT_BYTES_MAX: Final = 1 << 26
#: Smaller results are not looked at: a vector of them has 16 MiB.
SMALL_LENGTH: Final = 1 << 13
#: What the process may grow by while a thread makes large results; it looks after making so much.
GROWTH_BYTES_MAX: Final = 1 << 29
LOOK_BYTES: Final = 1 << 25
#: After such a pause between two large results it is another vector, or query.
PAUSE_S: Final = 0.25
#: What an element of a list takes at least, in Python.
_ELEMENT_BYTES: Final = 64
_STATM: Final = Path("/proc/self/statm")
_PAGE_BYTES: Final = os.sysconf("SC_PAGE_SIZE")


class _Spell(threading.local):
    """A thread's large results that came without a pause."""

    last_s = float("-inf")
    unlooked_bytes = 0
    resident_bytes = 0


_SPELL = _Spell()


def check(length: int) -> None:
    """Raises LimitExceeded for a result of so many bytes or characters; to be asked before it is made, where that is known."""
    if length > RESULT_BYTES_MAX:
        raise LimitExceeded("requested length too large", detail=f"A function's result can have at most {RESULT_BYTES_MAX} bytes.")


def count(result: str | bytes | list[Any]) -> None:
    """A result that is longer than SMALL_LENGTH has been made. Raises LimitExceeded."""
    size = len(result) * _ELEMENT_BYTES if isinstance(result, list) else len(result)
    check(size)
    now = monotonic()
    if now - _SPELL.last_s > PAUSE_S:
        _SPELL.unlooked_bytes, _SPELL.resident_bytes = 0, resident_bytes()
    _SPELL.last_s = now
    _SPELL.unlooked_bytes += size
    if _SPELL.unlooked_bytes >= LOOK_BYTES:
        _SPELL.unlooked_bytes = 0
        resident = resident_bytes()
        _SPELL.resident_bytes = min(_SPELL.resident_bytes, resident)
        if resident - _SPELL.resident_bytes > GROWTH_BYTES_MAX:
            raise LimitExceeded(
                "results of functions are too large",
                detail=f"While they were made, the process grew by more than {GROWTH_BYTES_MAX} bytes.",
                hint="Make shorter texts, or of fewer rows at once.",
            )


def resident_bytes() -> int:
    """What the process has in memory; 0 where the system does not tell."""
    try:
        return int(_STATM.read_text().split()[1]) * _PAGE_BYTES
    except FileNotFoundError:
        return 0
