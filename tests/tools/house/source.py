"""The packages' source: modules with their trees, and files of other kinds.

Nothing is imported, so another checkout, or a made-up tree, is read as well as this one.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, Self

Kind = Literal["source", "data", "documents"]
#: Of files in the packages; what is not here is made from something that is.
KINDS: Final[dict[str, Kind]] = {
    ".py": "source", ".pyi": "source", ".c": "source", ".h": "source",
    ".txt": "data", ".csv": "data", ".json": "data", ".tsv": "data", ".toml": "data",
    ".md": "documents",
}  # fmt: skip
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Module:
    """One Python file; *path* is below the root."""

    name: str
    path: str
    lines: int
    tree: ast.Module
    is_package: bool


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file of any kind."""

    path: str
    kind: Kind
    lines: int


@dataclass(frozen=True, slots=True)
class Source:
    """All of some packages."""

    packages: tuple[str, ...]
    files: tuple[SourceFile, ...]
    modules: dict[str, Module]

    @classmethod
    def read(cls, root: Path, packages: Sequence[str] = ()) -> Self:
        """The packages below *root*; by default those that pyproject.toml's import contracts are about.

        Raises OSError where there is none, SyntaxError where a module is not Python.
        """
        packages = packages or tomllib.loads((root / "pyproject.toml").read_text())["tool"]["importlinter"]["root_packages"]
        paths = sorted(path for package in packages for path in (root / package).rglob("*") if path.suffix in KINDS)
        if not paths:
            raise FileNotFoundError(f"{root} has none of {', '.join(packages)}")
        files, modules = [], {}
        for path in paths:
            text, below = path.read_text(), path.relative_to(root)
            lines = len(text.splitlines())
            files.append(SourceFile(str(below), KINDS[path.suffix], lines))
            if path.suffix == ".py":
                is_package = path.stem == "__init__"
                name = ".".join(below.parent.parts if is_package else below.with_suffix("").parts)
                modules[name] = Module(name, str(below), lines, ast.parse(text, str(path)), is_package)
        return cls(tuple(packages), tuple(files), modules)

    @property
    def folders(self) -> list[str]:
        """All packages, the outermost first."""
        return sorted(module.name for module in self.modules.values() if module.is_package)

    def inside(self, folder: str) -> list[str]:
        """A folder's modules, the package itself among them."""
        return [name for name in self.modules if name == folder or name.startswith(f"{folder}.")]

    @staticmethod
    def room(folder: str, module: str) -> str:
        """The part of *folder* that a module below it is in: a folder or module one level down, or the package itself."""
        rest = module[len(folder) + 1 :]
        return f"{folder}.{rest.partition('.')[0]}" if rest else folder


@dataclass(frozen=True, slots=True)
class Definition:
    """A function or class, by its qualified name; of nested functions, only those in classes are defined."""

    module: Module
    name: str
    node: Function | ast.ClassDef

    @property
    def lines(self) -> int:
        """From def to the last line, decorators apart."""
        return (self.node.end_lineno or self.node.lineno) - self.node.lineno + 1

    @property
    def place(self) -> str:
        """Where it is."""
        return f"{self.module.path}:{self.node.lineno}"

    @property
    def is_public(self) -> bool:
        """Has no part of the name an underscore before it?"""
        return not any(part.startswith("_") for part in self.name.split("."))


def definitions(module: Module) -> Iterator[Definition]:
    """A module's functions and classes, with those that are defined in classes, or only if something holds."""

    def of(body: list[ast.stmt], prefix: str) -> Iterator[Definition]:
        for node in body:
            if isinstance(node, Function | ast.ClassDef):
                yield Definition(module, f"{prefix}{node.name}", node)
                if isinstance(node, ast.ClassDef):
                    yield from of(node.body, f"{prefix}{node.name}.")
            elif isinstance(node, ast.If | ast.Try | ast.With):
                parts = [node.body, getattr(node, "orelse", []), getattr(node, "finalbody", [])]
                parts += [handler.body for handler in getattr(node, "handlers", [])]
                for part in parts:
                    yield from of(part, prefix)

    return of(module.tree.body, "")
