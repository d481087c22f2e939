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
#: What the process may grow by while threads make large results; a thread looks after making so much.
GROWTH_BYTES_MAX: Final = 1 << 28
LOOK_BYTES: Final = 1 << 25
#: Who has made less than this is not to blame.
BLAMELESS_BYTES_MAX: Final = 1 << 26
#: After such a pause between two large results it is another vector, or query.
PAUSE_S: Final = 0.25
#: What an element of a list takes at least, in Python.
_ELEMENT_BYTES: Final = 64
_STATM: Final = Path("/proc/self/statm")
_PAGE_BYTES: Final = os.sysconf("SC_PAGE_SIZE")


class _Spell:
    """Large results that come without a pause, of all threads."""

    def __init__(self) -> None:
        self.last_s = float("-inf")
        #: The least that the process had meanwhile.
        self.resident_bytes = 0


class _Own(threading.local):
    """What a thread has made in a spell."""

    spell: _Spell | None = None
    bytes = unlooked_bytes = 0


_OWN: Final = _Own()
_spell = _Spell()


def check(length: int) -> None:
    """Raises LimitExceeded for a result of so many bytes or characters; to be asked before it is made, where that is known."""
    if length > RESULT_BYTES_MAX:
        raise LimitExceeded("requested length too large", detail=f"A function's result can have at most {RESULT_BYTES_MAX} bytes.")


def count(result: str | bytes | list[Any]) -> None:
    """A result that is longer than SMALL_LENGTH has been made. Raises LimitExceeded."""
    size = len(result) * _ELEMENT_BYTES if isinstance(result, list) else len(result)
    check(size)
    spell = _begun(monotonic())
    if _OWN.spell is not spell:
        _OWN.spell, _OWN.bytes, _OWN.unlooked_bytes = spell, 0, 0
    _OWN.bytes += size
    _OWN.unlooked_bytes += size
    if _OWN.unlooked_bytes < LOOK_BYTES:
        return
    _OWN.unlooked_bytes = 0
    resident = resident_bytes()
    spell.resident_bytes = min(spell.resident_bytes, resident)
    if resident - spell.resident_bytes > GROWTH_BYTES_MAX and _OWN.bytes > BLAMELESS_BYTES_MAX:
        raise LimitExceeded(
            "results of functions are too large",
            detail=f"While they were made, the process grew by more than {GROWTH_BYTES_MAX} bytes.",
            hint="Make shorter texts, or of fewer rows at once.",
        )


def _begun(now_s: float) -> _Spell:
    """The spell to which a result belongs that is made now."""
    global _spell
    if now_s - _spell.last_s > PAUSE_S:
        _spell = _Spell()
        _spell.resident_bytes = resident_bytes()
    _spell.last_s = now_s
    return _spell


def resident_bytes() -> int:
    """What the process has in memory; 0 where the system does not tell."""
    try:
        return int(_STATM.read_text().split()[1]) * _PAGE_BYTES
    except FileNotFoundError:
        return 0
