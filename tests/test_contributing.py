"""What CONTRIBUTING.md, README.md and the DESIGN.md files name is there: files, modules and what is in them, make targets; and
pre-commit's hooks are what `make lint` runs.

CONTRIBUTING.md names files by their whole paths; the others may leave out a path's beginning.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[1]
RECIPES: Final = "CONTRIBUTING.md"
DESIGNS: Final = ("gateway/DESIGN.md", "planner/DESIGN.md", "statestore/DESIGN.md")
PAGES: Final = (RECIPES, "README.md", *DESIGNS, *sorted(f"docs/{page.name}" for page in (ROOT / "docs").glob("*.md")))
FOLDERS: Final = ("docker", "docs", "gateway", "planner", "statestore", "tests")
_FOLDER: Final = "|".join(FOLDERS)
_PACKAGE: Final = "gateway|planner|statestore|tests"
#: What ends like a file of ours, and what begins in one of our folders; neither inside an address or another path.
_PATH: Final = re.compile(rf"(?<![\w./:<>-])(?:(?:[\w-]+/)*[\w-]+\.(?:py|pyi|c|h|md|java)\b|(?:{_FOLDER})/[\w./-]*\w)")
_DOTTED: Final = re.compile(rf"(?<![\w./<>-])(?:{_PACKAGE})(?:\.[A-Za-z_]\w*)+")
_TARGET: Final = re.compile(r"(?:`|^|/)make ([a-z]+)", re.MULTILINE)
#: The reader's own.
_NOT_OURS: Final = frozenset({"job.py"})


@cache
def paths() -> frozenset[str]:
    """Of all files and folders, from the root on."""
    below = (path for folder in FOLDERS for path in ((ROOT / folder), *(ROOT / folder).rglob("*")))
    return frozenset(str(path.relative_to(ROOT)) for path in (*below, *ROOT.glob("*.*")) if "__pycache__" not in path.parts)


@cache
def endings() -> frozenset[str]:
    """Of all paths, from any folder on."""
    parts = (path.split("/") for path in paths())
    return frozenset("/".join(found[at:]) for found in parts for at in range(len(found)))


def names_in(module: Path) -> frozenset[str]:
    """What a module defines or imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(module.read_text())):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name) | ast.Name(id=name):
                found.add(name)
            case ast.alias(name=name, asname=asname):
                found.add(asname or name)
    return frozenset(found)


def is_there(dotted: str) -> bool:
    """Is it a module or folder, or what stands in one?"""
    parts = dotted.split(".")
    for end in range(len(parts), 0, -1):
        path = "/".join(parts[:end])
        if f"{path}.py" in paths():
            return end == len(parts) or parts[end] in names_in(ROOT / f"{path}.py")
        if path in paths():
            module = ROOT / path / "__init__.py"
            return end == len(parts) or (module.exists() and parts[end] in names_in(module))
    return False


def text(page: str) -> str:
    return (ROOT / page).read_text()


def missing(page: str) -> Iterator[str]:
    """Paths and dotted names of a page that lead nowhere."""
    known = paths() if page == RECIPES else endings()
    for found in _PATH.findall(text(page)):
        if found not in known and f"{found}.py" not in known and found not in _NOT_OURS:
            yield found
    for found in _DOTTED.findall(text(page)):
        if not found.endswith((".py", ".md", ".c", ".h")) and not is_there(found):
            yield found


@pytest.mark.parametrize("page", PAGES)
def test_what_a_page_names_is_there(page: str) -> None:
    assert sorted(set(missing(page))) == []


@pytest.mark.parametrize("page", PAGES)
def test_make_targets_are_there(page: str) -> None:
    targets = set(re.findall(r"^([a-z]+):", text("Makefile"), re.MULTILINE))
    assert set(_TARGET.findall(text(page))) <= targets


def test_the_hooks_are_those_of_make_lint() -> None:
    recipe = text("Makefile").partition("\nlint: setup\n")[2].partition("\n\n")[0]
    commands = [line.strip().replace("$(BIN)", ".venv/bin") for line in recipe.splitlines()]
    assert re.findall(r"entry: (.+)", text(".pre-commit-config.yaml")) == commands


def test_what_is_not_there_is_found() -> None:
    assert is_there("planner.errors.PlanError")
    assert is_there("planner.postgres.bind")
    assert not is_there("planner.bound")
    assert not is_there("planner.errors.NoSuchError")
    assert _PATH.findall("`split/partial.py`, `x.sql`, https://host/a.py, gateway/wire and planner/DESIGN.md#binding") == [
        "split/partial.py", "gateway/wire", "planner/DESIGN.md",
    ]  # fmt: skip
