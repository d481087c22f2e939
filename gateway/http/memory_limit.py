"""How much memory the process may have: what the machine has, or less where a control group of the process says so (cgroup v2).

A container's limit and MemoryMax of systemd are such: memory.max of a group, which holds for the groups inside it as well.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

_MEMBERSHIP: Final = Path("/proc/self/cgroup")
_GROUPS: Final = Path("/sys/fs/cgroup")
_V2: Final = "0::/"


def memory_limit_bytes(membership: Path = _MEMBERSHIP, groups: Path = _GROUPS) -> int:
    """The least of all limits; where there are no control groups, or none that can be read, it is the machine's memory."""
    found = [os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")]
    folder = groups / _own_group(membership)
    for place in (folder, *folder.parents):
        if place.is_relative_to(groups):
            found += _limit_of(place)
    return min(found)


def _own_group(membership: Path) -> str:
    """Its path below the groups' folder; "" is that folder, as a container sees its own."""
    try:
        lines = membership.read_text().splitlines()
    except OSError:
        return ""
    return next((line.removeprefix(_V2) for line in lines if line.startswith(_V2)), "")


def _limit_of(group: Path) -> list[int]:
    try:
        said = (group / "memory.max").read_text().strip()
    except OSError:
        return []
    return [] if said == "max" else [int(said)]
