"""The limit of a process's memory, by files as Linux has them (cgroup v2, Documentation/admin-guide/cgroup-v2.rst)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gateway.http.memory_limit import memory_limit_bytes

GIB = 1 << 30


def machine_bytes() -> int:
    found = re.search(r"MemTotal:\s*(\d+) kB", Path("/proc/meminfo").read_text())
    assert found is not None
    return int(found[1]) * 1024


def groups(folder: Path, limits: dict[str, str]) -> Path:
    """A tree of control groups, with memory.max in some of them."""
    for path, limit in limits.items():
        (folder / path).mkdir(parents=True, exist_ok=True)
        (folder / path / "memory.max").write_text(f"{limit}\n")
    return folder


@pytest.mark.parametrize(
    ("member", "limits", "expected"),
    [
        ("0::/", {"": f"{GIB}"}, GIB),  # a container's own view
        ("0::/system.slice/tidegate.service", {"system.slice": "max", "system.slice/tidegate.service": f"{GIB}"}, GIB),
        ("0::/system.slice/tidegate.service", {"system.slice": f"{GIB}", "system.slice/tidegate.service": f"{2 * GIB}"}, GIB),
        ("4:memory:/elsewhere\n0::/here", {"here": f"{GIB}", "elsewhere": "4096"}, GIB),
        ("0::/pods/one", {"pods/other": "4096", "pods/one": f"{GIB}"}, GIB),
    ],
)
def test_the_least_limit_of_the_groups_holds(member: str, limits: dict[str, str], expected: int, tmp_path: Path) -> None:
    (tmp_path / "member").write_text(f"{member}\n")
    assert memory_limit_bytes(tmp_path / "member", groups(tmp_path / "groups", limits)) == expected


@pytest.mark.parametrize("limits", [{}, {"here": "max"}, {"here": f"{1 << 60}"}])
def test_without_a_limit_it_is_the_machines_memory(limits: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "member").write_text("0::/here\n")
    assert memory_limit_bytes(tmp_path / "member", groups(tmp_path / "groups", limits)) == machine_bytes()


def test_without_control_groups_it_is_the_machines_memory(tmp_path: Path) -> None:
    assert memory_limit_bytes(tmp_path / "nowhere", tmp_path / "none") == machine_bytes()
