"""Processor time of processes and everything they started, as Linux counts it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from tests.hostile.process import descendants

_TICKS_PER_S: Final = os.sysconf("SC_CLK_TCK")


def processor_s(*processes: int) -> float:
    """Seconds of processor time, user and system, of *processes* and all their descendants."""
    return sum(_own_s(found) for process in processes for found in (process, *descendants(process)))


def _own_s(process: int) -> float:
    """Its own time and that of children that ended; proc(5), /proc/pid/stat: fields 14 to 17."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, fields[11:15])) / _TICKS_PER_S
