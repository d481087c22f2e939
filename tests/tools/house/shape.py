"""How much there is in each folder, and how files, functions, classes and docstrings are made."""

from __future__ import annotations

import ast
import statistics
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import PurePath
from typing import Final

from tests.tools.house.imports import Import
from tests.tools.house.source import Definition, Function, Source, definitions

LONGEST: Final = 10
BRANCHIEST: Final = 20
#: Up to so many lines, a file with one importer is a paragraph of that importer.
SHORT_LINES_MAX: Final = 60


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder with all below it; *own* are the source files directly in it."""

    name: str
    own_files: int
    own_lines: int
    files: int
    lines: int
    data_files: int
    data_lines: int
    document_lines: int


@dataclass(frozen=True, slots=True)
class Spread:
    """Lengths in lines, and the longest ones by place."""

    count: int
    median: float
    p90: float
    most: int
    longest: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Shape:
    """All distributions."""

    files: Spread
    functions: Spread
    paragraphs: tuple[tuple[str, str], ...]
    branches: tuple[tuple[str, int], ...]
    classes: tuple[tuple[str, tuple[str, ...]], ...]
    raising: int
    silent: tuple[str, ...]


def folders_of(source: Source) -> list[Folder]:
    """The packages, each followed by the folders in it."""
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for file in source.files:
        parts = PurePath(file.path).parent.parts
        for depth in range(1, len(parts) + 1):
            count = counts["/".join(parts[:depth])]
            count.update({f"{file.kind} files": 1, f"{file.kind} lines": file.lines})
            if depth == len(parts) and file.kind == "source":
                count.update({"own files": 1, "own lines": file.lines})
    names = ("own files", "own lines", "source files", "source lines", "data files", "data lines", "documents lines")
    return [Folder(name, *(counts[name][one] for one in names)) for name in sorted(counts)]


def shape_of(source: Source, imports: Iterable[Import]) -> Shape:
    """What the source's files and definitions are like."""
    found = [one for module in source.modules.values() for one in definitions(module)]
    functions = [one for one in found if isinstance(one.node, Function)]
    lengths = [(file.path, file.lines) for file in source.files if file.kind == "source"]
    branchiest = _most((_named(one), _branches(one.node)) for one in functions)
    classes: defaultdict[str, list[str]] = defaultdict(list)
    for one in found:
        if isinstance(one.node, ast.ClassDef):
            classes[one.node.name].append(one.place)
    errors = [(one, names) for one in functions if _is_shown(one) and (names := _raised(one.node))]
    return Shape(
        _spread(lengths),
        _spread((_named(one), one.lines) for one in functions),
        tuple(_paragraphs(source, imports)),
        tuple(branchiest[:BRANCHIEST]),
        tuple((name, tuple(places)) for name, places in sorted(classes.items()) if len(places) > 1),
        len(errors),
        tuple(f"{_named(one)}  raises {', '.join(sorted(names))}" for one, names in errors if not _told(one.node, names)),
    )


def _named(one: Definition) -> str:
    return f"{one.place}  {one.name}"


def _most(lengths: Iterable[tuple[str, int]]) -> list[tuple[str, int]]:
    return sorted(lengths, key=lambda named: (-named[1], named[0]))


def _spread(lengths: Iterable[tuple[str, int]]) -> Spread:
    longest = _most(lengths)
    lines = [number for _, number in longest]
    p90 = statistics.quantiles(lines, n=10)[-1] if len(lines) > 1 else lines[0]
    return Spread(len(lines), statistics.median(lines), round(p90), lines[0], tuple(longest[:LONGEST]))


def _paragraphs(source: Source, imports: Iterable[Import]) -> Iterator[tuple[str, str]]:
    """Short files with one importer, and that."""
    importers: defaultdict[str, set[str]] = defaultdict(set)
    for one in imports:
        importers[one.imported].add(one.importer)
    for module in source.modules.values():
        if not module.is_package and module.lines <= SHORT_LINES_MAX and len(importers[module.name]) == 1:
            yield module.path, next(iter(importers[module.name]))


def _branches(function: ast.AST) -> int:
    """Ways that part in a function: conditions, loops, cases, handlers, each further operand of and, or."""
    found = 0
    for node in _own(function):
        match node:
            case ast.If() | ast.IfExp() | ast.For() | ast.AsyncFor() | ast.While() | ast.ExceptHandler() | ast.match_case():
                found += 1
            case ast.comprehension(ifs=ifs):
                found += 1 + len(ifs)
            case ast.BoolOp(values=values):
                found += len(values) - 1
            case _:
                pass
    return found


def _own(function: ast.AST) -> Iterator[ast.AST]:
    """What is in a function, but not in the functions and classes in it."""
    for node in ast.iter_child_nodes(function):
        if not isinstance(node, Function | ast.ClassDef):
            yield node
            yield from _own(node)


def _is_shown(one: Definition) -> bool:
    return one.is_public and not any(isinstance(d, ast.Name) and d.id == "overload" for d in one.node.decorator_list)


def _raised(function: ast.AST) -> set[str]:
    """Errors that a function raises itself; one that is raised on, as it came, is not."""
    found = set()
    for node in _own(function):
        if isinstance(node, ast.Raise) and node.exc is not None:
            error = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
            found.add(ast.unparse(error).rpartition(".")[2])
    return found


def _told(function: Function | ast.ClassDef, names: set[str]) -> bool:
    """Does the docstring say anything of errors?"""
    words = ast.get_docstring(function) or ""
    return "raise" in words.lower() or any(name in words for name in names)
