"""Which module imports which, and when: as it is loaded, when a function is called, or for the type checker alone.

An import of a package's part also runs the package's __init__; that is left out, as import-linter leaves it out, or each package
that hands on what its parts define would be a circle. What a package hands on is imported from the package.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from tests.tools.house.source import Function, Module, Source

When = Literal["load", "call", "typing"]


@dataclass(frozen=True, slots=True)
class Import:
    """One module imports one other, once or in several lines of the same kind; *line* is the first, *what* its text."""

    importer: str
    imported: str
    when: When
    line: int
    what: str

    @property
    def example(self) -> str:
        """How a reader finds it."""
        return f"{self.importer}:{self.line}  {self.what}"


def imports_of(source: Source) -> list[Import]:
    """All imports of the packages' modules by each other, each pair and kind once."""
    found: dict[tuple[str, str, When], Import] = {}
    for module in source.modules.values():
        for node, when in _statements(module.tree, "load"):
            for imported, what in _imported(source, module, node):
                if imported != module.name:
                    found.setdefault((module.name, imported, when), Import(module.name, imported, when, node.lineno, what))
    return list(found.values())


def _statements(node: ast.AST, when: When) -> Iterator[tuple[ast.Import | ast.ImportFrom, When]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import | ast.ImportFrom):
            yield child, when
        elif isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            for part, kind in ((child.body, "typing"), (child.orelse, when)):
                yield from _statements(ast.Module(part, []), kind)  # type: ignore[arg-type]
        else:
            yield from _statements(child, "call" if when == "load" and isinstance(child, Function) else when)


def _imported(source: Source, module: Module, node: ast.Import | ast.ImportFrom) -> Iterator[tuple[str, str]]:
    """Modules that a statement names, each with the text that does."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            if alias.name in source.modules:
                yield alias.name, f"import {alias.name}"
        return
    base = node.module or ""
    if node.level:
        parts = module.name.split(".")
        kept = parts[: len(parts) - node.level + module.is_package]
        base = ".".join([*kept, *([base] if base else [])])
    for alias in node.names:
        part = f"{base}.{alias.name}"
        imported = part if part in source.modules else base
        if imported in source.modules:
            yield imported, f"from {base} import {alias.name}"
