"""What a process may use, in folders made as kernels and container engines make /proc and /sys."""

from __future__ import annotations

import os
import resource
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest

from gateway.machine import Machine, processors, this_machine

GIB: Final = 1 << 30
TOTAL: Final = {"proc/meminfo": "MemTotal:       16777216 kB\nMemFree:         1234 kB\n"}
V1_NONE: Final = "9223372036854771712\n"
V2_MOUNT: Final = "30 24 0:26 / /sys/fs/cgroup ro,nosuid - cgroup2 cgroup2 rw,nsdelegate\n"
V1_MOUNTS: Final = (
    "31 23 0:28 / /sys/fs/cgroup rw - tmpfs tmpfs rw,mode=755\n"
    "32 31 0:29 {part} /sys/fs/cgroup/cpu,cpuacct rw,relatime - cgroup cgroup rw,cpu,cpuacct\n"
    "35 31 0:32 {part} /sys/fs/cgroup/memory rw,relatime master:5 - cgroup cgroup rw,memory\n"
)


def machine(folder: Path, files: Mapping[str, str]) -> Machine:
    for name, text in {**TOTAL, **files}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return Machine.find(folder)


@pytest.fixture(autouse=True)
def eight_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(8)))


def test_without_limits_it_is_the_machine(tmp_path: Path) -> None:
    assert machine(tmp_path, {}) == Machine(16 * GIB, 8)


def test_version_2_in_a_container(tmp_path: Path) -> None:
    """The container's group is the root of what is mounted (cgroup namespace)."""
    files = {
        "proc/self/cgroup": "0::/\n",
        "proc/self/mountinfo": V2_MOUNT,
        "sys/fs/cgroup/memory.max": f"{GIB}\n",
        "sys/fs/cgroup/memory.high": "max\n",
        "sys/fs/cgroup/cpu.max": "150000 100000\n",
    }
    assert machine(tmp_path, files) == Machine(GIB, 2, "memory.max of /sys/fs/cgroup")


def test_version_2_counts_the_groups_above(tmp_path: Path) -> None:
    """As systemd has them: the slice's limit holds for the service."""
    group = "sys/fs/cgroup/system.slice"
    files = {
        "proc/self/cgroup": "0::/system.slice/tidegate.service/worker\n",
        "proc/self/mountinfo": V2_MOUNT,
        f"{group}/memory.max": f"{3 * GIB}\n",
        f"{group}/cpu.max": "max 100000\n",
        f"{group}/tidegate.service/memory.max": "max\n",
        f"{group}/tidegate.service/memory.high": f"{2 * GIB}\n",
        f"{group}/tidegate.service/cpu.max": "50000 100000\n",
        f"{group}/tidegate.service/worker/memory.max": f"{5 * GIB}\n",
        f"{group}/other.service/memory.max": "1048576\n",
    }
    assert machine(tmp_path, files) == Machine(2 * GIB, 1, "memory.high of /sys/fs/cgroup/system.slice/tidegate.service")


@pytest.mark.parametrize("part", ["/", "/docker/abc"])
def test_version_1(tmp_path: Path, part: str) -> None:
    """On the host the path leads to the group; in a container the group is what is mounted, under the host's path."""
    inside = "" if part != "/" else "/docker/abc"
    files = {
        "proc/self/cgroup": "4:memory:/docker/abc\n3:cpu,cpuacct:/docker/abc\n1:name=systemd:/docker/abc\n",
        "proc/self/mountinfo": V1_MOUNTS.format(part=part),
        f"sys/fs/cgroup/memory{inside}/memory.limit_in_bytes": f"{GIB // 2}\n",
        f"sys/fs/cgroup/cpu,cpuacct{inside}/cpu.cfs_quota_us": "250000\n",
        f"sys/fs/cgroup/cpu,cpuacct{inside}/cpu.cfs_period_us": "100000\n",
    }
    assert machine(tmp_path, files) == Machine(GIB // 2, 3, f"memory.limit_in_bytes of /sys/fs/cgroup/memory{inside}")


def test_a_path_that_is_not_mounted_is_the_mount_point(tmp_path: Path) -> None:
    """A container without a namespace sees the host's path, and its own group where that hierarchy is mounted."""
    for number, path in enumerate(("/kubepods/pod1/abc", "/../../elsewhere")):
        files = {
            "proc/self/cgroup": f"4:memory:{path}\n0::{path}\n",
            "proc/self/mountinfo": V1_MOUNTS.format(part="/"),
            "sys/fs/cgroup/memory/memory.limit_in_bytes": f"{GIB}\n",
        }
        assert machine(tmp_path / str(number), files).memory_bytes == GIB


def test_both_versions_at_once(tmp_path: Path) -> None:
    """systemd's hybrid hierarchy: version 2 has no controllers there."""
    files = {
        "proc/self/cgroup": "4:memory:/a\n1:cpu,cpuacct:/\n0::/a\n",
        "proc/self/mountinfo": V1_MOUNTS.format(part="/") + V2_MOUNT.replace("/sys/fs/cgroup ", "/sys/fs/cgroup/unified "),
        "sys/fs/cgroup/memory/memory.limit_in_bytes": V1_NONE,
        "sys/fs/cgroup/memory/a/memory.limit_in_bytes": f"{2 * GIB}\n",
        "sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us": "-1\n",
        "sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us": "100000\n",
        "sys/fs/cgroup/unified/a/cgroup.procs": "1\n",
    }
    assert machine(tmp_path, files) == Machine(2 * GIB, 8, "memory.limit_in_bytes of /sys/fs/cgroup/memory/a")


@pytest.mark.parametrize(
    "text", ["", "max", "max\n", "-1", "0", "\n", "many", "1e9", "²", "\x00", "4096 kB", "17179869184", V1_NONE]
)
def test_what_is_no_limit(tmp_path: Path, text: str) -> None:
    """Among them one of as much as there is, and more."""
    files = {"proc/self/cgroup": "0::/\n", "proc/self/mountinfo": V2_MOUNT, "sys/fs/cgroup/memory.max": text}
    assert machine(tmp_path, files) == Machine(16 * GIB, 8)


@pytest.mark.parametrize("quota", ["max 100000", "max", "", "100000 0", "x 100000", "100000", "-1 100000"])
def test_what_is_no_quota(tmp_path: Path, quota: str) -> None:
    files = {"proc/self/cgroup": "0::/\n", "proc/self/mountinfo": V2_MOUNT, "sys/fs/cgroup/cpu.max": quota}
    assert machine(tmp_path, files).processors == 8


@pytest.mark.parametrize("name", ["proc/self/cgroup", "proc/self/mountinfo", "proc/meminfo"])
@pytest.mark.parametrize("text", ["", "::\n:::\n0::\n", "1 2 3\n - \n", "\xff\x00", "MemTotal:\nMemTotal: x kB\n"])
def test_odd_files(tmp_path: Path, name: str, text: str) -> None:
    found = machine(tmp_path, {"proc/self/cgroup": "0::/\n", "proc/self/mountinfo": V2_MOUNT, name: text})
    physical = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    assert found == Machine(physical if name == "proc/meminfo" else 16 * GIB, 8)


def test_folders_where_files_should_be(tmp_path: Path) -> None:
    (tmp_path / "sys/fs/cgroup/memory.max").mkdir(parents=True)
    found = machine(tmp_path, {"proc/self/cgroup": "0::/\n", "proc/self/mountinfo": V2_MOUNT})
    assert found == Machine(16 * GIB, 8)


def test_a_mount_point_with_a_space(tmp_path: Path) -> None:
    files = {
        "proc/self/cgroup": "0::/a\n",
        "proc/self/mountinfo": V2_MOUNT.replace("/sys/fs/cgroup ", "/sys/my\\040groups "),
        "sys/my groups/a/memory.max": f"{GIB}\n",
    }
    assert machine(tmp_path, files).memory_bytes == GIB


def test_the_address_space_is_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda what: (4 * GIB if what == resource.RLIMIT_AS else 1, 8 * GIB))
    assert machine(tmp_path, {}) == Machine(4 * GIB, 8, "RLIMIT_AS")


def test_this_machine() -> None:
    """Of the one that the test runs on no more is known than this."""
    found = this_machine()
    assert 0 < found.memory_bytes <= os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    assert found.processors == processors() >= 1
