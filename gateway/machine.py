"""How much memory and how many processors this process may use: the least of what the machine has and of every limit that is set.

    memory       MemTotal; memory.max and memory.high (cgroup v2), memory.limit_in_bytes (v1); RLIMIT_AS
    processors   those that it may be scheduled on, which cpusets narrow; cpu.max (v2), cpu.cfs_quota_us of cpu.cfs_period_us (v1)

Limits of cgroups hold for a group and all below it, so each group from the process's own up to where the hierarchy is mounted is
looked at. /proc/self/cgroup names the process's group, `number:controllers:path` (v2: `0::path`), and /proc/self/mountinfo says
where a hierarchy is mounted and which part of it (the *root*): in a container often the container's own group, of which nothing but
that is seen, and the path then leads nowhere: the mount point is the group.
What is missing, unreadable or no number is no limit. Both versions may be there at once; they are looked at alike.
"""

from __future__ import annotations

import math
import os
import resource
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

_V2_MEMORY: Final = ("memory.max", "memory.high")
_V1_MEMORY: Final = "memory.limit_in_bytes"


@dataclass(frozen=True, slots=True)
class Machine:
    """*limited_by* names what sets memory; "" is the machine itself, which may have other programs to run."""

    memory_bytes: int
    processors: int
    limited_by: str = ""

    @classmethod
    def find(cls, root: Path = Path("/")) -> Machine:
        """This process's. *root* is where /proc and /sys are."""
        total = _total_bytes(root)
        limits = [(number, name) for number, name in _memory_limits(root) if number < total]
        memory_bytes, limited_by = min(limits, default=(total, ""))
        return cls(memory_bytes, _processors(root), limited_by)


@cache
def this_machine() -> Machine:
    """This process's, as it was when somebody first asked: later its threads may have cores of their own."""
    return Machine.find()


def processors() -> int:
    """How many this process may use, at least one."""
    return this_machine().processors


# -------------------------------------------------------------------------------------------------------------- limits


def _total_bytes(root: Path) -> int:
    for line in _text(root / "proc/meminfo").splitlines():
        words = line.split()
        if len(words) > 1 and words[0] == "MemTotal:" and words[1].isdecimal():
            return int(words[1]) << 10
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")


def _memory_limits(root: Path) -> Iterator[tuple[int, str]]:
    for group in _groups(root, "memory"):
        for name in (*_V2_MEMORY, _V1_MEMORY):
            number = _number(_text(group / name))
            if number is not None:
                yield number, f"{name} of /{group.relative_to(root)}"
    soft = resource.getrlimit(resource.RLIMIT_AS)[0]
    if soft != resource.RLIM_INFINITY:
        yield soft, "RLIMIT_AS"


def _processors(root: Path) -> int:
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min([usable, *map(math.ceil, _quotas(root))]))


def _quotas(root: Path) -> Iterator[float]:
    """Processors' worth of time."""
    for group in _groups(root, "cpu"):
        pairs = [_text(group / "cpu.max").split(), [_text(group / f"cpu.cfs_{name}_us").strip() for name in ("quota", "period")]]
        for pair in pairs:
            quota, period = (_number(pair[0]), _number(pair[1])) if len(pair) == 2 else (None, None)
            if quota is not None and period is not None:
                yield quota / period


def _number(text: str) -> int | None:
    """A limit; None for "max", -1 and whatever else is none."""
    text = text.strip()
    return int(text) if text.isascii() and text.isdecimal() and int(text) > 0 else None


def _text(path: Path) -> str:
    try:
        return path.read_text(errors="replace")
    except OSError:
        return ""


# -------------------------------------------------------------------------------------------------------------- groups


def _groups(root: Path, controller: str) -> Iterator[Path]:
    """Folders of the process's groups that may limit *controller*, of both versions, each before the one above it."""
    paths = dict(_paths(root))
    for version, part, mount in _mounts(root, controller):
        path = paths.get("" if version == 2 else controller)
        if path is None:
            continue
        top = root / mount.lstrip("/")
        below = Path(path).relative_to(part) if Path(path).is_relative_to(part) and ".." not in Path(path).parts else Path()
        own = top / below if (top / below).is_dir() else top
        yield own
        while own != top:
            own = own.parent
            yield own


def _paths(root: Path) -> Iterator[tuple[str, str]]:
    """Controller → path of the process's group; "" is version 2."""
    for line in _text(root / "proc/self/cgroup").splitlines():
        parts = line.split(":", 2)
        if len(parts) == 3 and parts[2].startswith("/"):
            for controller in parts[1].split(","):
                yield controller, parts[2]


def _mounts(root: Path, controller: str) -> Iterator[tuple[int, str, str]]:
    """Version, root and mount point of the hierarchies that may have *controller*. proc(5) has mountinfo's fields."""
    for line in _text(root / "proc/self/mountinfo").splitlines():
        before, _, after = line.partition(" - ")
        fields, kinds = before.split(), after.split()
        if len(fields) < 5 or len(kinds) < 3:
            continue
        if kinds[0] == "cgroup2":
            yield 2, _unescaped(fields[3]), _unescaped(fields[4])
        elif kinds[0] == "cgroup" and controller in kinds[2].split(","):
            yield 1, _unescaped(fields[3]), _unescaped(fields[4])


def _unescaped(path: str) -> str:
    """mountinfo writes a space as \\040."""
    for code, sign in (("\\040", " "), ("\\011", "\t"), ("\\012", "\n"), ("\\134", "\\")):
        path = path.replace(code, sign)
    return path
