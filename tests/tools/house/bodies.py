"""What the code says, wherever it lies: a hash of each function, class and constant, which a mere move leaves as it is.

Not hashed: imports, `if TYPE_CHECKING`, `__all__`, docstrings of modules, the file, the order of definitions. Names of modules
count by their last part. A class counts without its functions, which have hashes of their own. What a docstring says is hashed
apart, since it may well name a file.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Final

from tests.tools.house.source import Function, Module, Source, definitions

#: Qualified name → [code, docstring, place] of each that has it.
Bodies = dict[str, list[tuple[str, str, str]]]
_HASH_BYTES: Final = 12


@dataclass(slots=True)
class Difference:
    """Each line names one definition and where it is, or was."""

    came: list[str] = field(default_factory=list)
    went: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    renamed: list[str] = field(default_factory=list)
    docstrings: list[str] = field(default_factory=list)

    def __bool__(self) -> bool:
        return any((self.came, self.went, self.changed, self.renamed, self.docstrings))


def bodies_of(source: Source) -> Bodies:
    """Every definition's hashes."""
    found: defaultdict[str, list[tuple[str, str, str]]] = defaultdict(list)
    plain = _Plain(source)
    for module in source.modules.values():
        for one in definitions(module):
            code, words = plain.hashes(one.node)
            found[one.name].append((code, words, one.place))
        for name, node in _constants(module):
            found[name].append((*plain.hashes(node), f"{module.path}:{node.lineno}"))
    return {name: sorted(found[name]) for name in sorted(found)}


def difference(before: Bodies, after: Bodies) -> Difference:
    """What is not in both; of definitions of one name, those belong together whose code is the same."""
    found = Difference()
    gone: dict[str, list[str]] = defaultdict(list)
    new: dict[str, list[str]] = defaultdict(list)
    for name in sorted(before.keys() | after.keys()):
        old, now = list(before.get(name, [])), list(after.get(name, []))
        # All of it is the same; the code is; nothing but the name.
        for alike, lines in ((2, []), (1, found.docstrings), (0, found.changed)):
            for one in list(old):
                other = next((other for other in now if list(other[:alike]) == list(one[:alike])), None)
                if other is not None:
                    old.remove(one)
                    now.remove(other)
                    lines.append(f"{name}  {one[2]} → {other[2]}")
        for code, _, place in old:
            gone[code].append(f"{name}  {place}")
        for code, _, place in now:
            new[code].append(f"{name}  {place}")
    for code in [code for code, names in gone.items() if len(names) == len(new.get(code, [])) == 1]:
        found.renamed.append(f"{gone.pop(code)[0]} → {new.pop(code)[0]}")
    found.went, found.came = ([line for names in lines.values() for line in names] for lines in (gone, new))
    return found


def _constants(module: Module) -> Iterator[tuple[str, ast.stmt]]:
    """Statements of a module that are neither imports nor definitions."""
    for at, node in enumerate(module.tree.body):
        if isinstance(node, ast.Import | ast.ImportFrom | ast.ClassDef | Function) or "TYPE_CHECKING" in _test(node):
            continue
        if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if (name := ", ".join(map(ast.unparse, targets))) != "__all__":
                yield name, node
        elif at or not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
            yield f"<{type(node).__name__}>", node


def _test(node: ast.stmt) -> str:
    return ast.unparse(node.test) if isinstance(node, ast.If) else ""


class _Plain:
    """Writes a tree without what a move changes."""

    def __init__(self, source: Source) -> None:
        self._modules = source.modules

    def hashes(self, node: ast.AST) -> tuple[str, str]:
        """Of the code, with neither docstring nor name of what is defined; of the docstring."""
        words = ""
        if isinstance(node, ast.ClassDef | Function):
            words = ast.get_docstring(node, clean=True) or ""
            body = node.body[1:] if words else node.body
            if isinstance(node, ast.ClassDef):
                body = [part for part in body if not isinstance(part, Function | ast.ClassDef)]
            fields = {name: value for name, value in ast.iter_fields(node) if name not in ("name", "body")}
            written = f"{type(node).__name__} {self._written(body)} {self._written(list(fields.values()))}"
        else:
            written = self._written(node)
        return _hash(written), _hash(words)

    def _written(self, node: object) -> str:
        if isinstance(node, list):
            return f"[{', '.join(self._written(part) for part in node if not isinstance(part, ast.Import | ast.ImportFrom))}]"
        if isinstance(node, ast.Attribute) and ast.unparse(node) in self._modules:
            return f"Name({node.attr!r})"
        if isinstance(node, ast.Name):
            return f"Name({node.id!r})"
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in self._modules:
            return f"Constant({node.value.rpartition('.')[2]!r})"
        if isinstance(node, ast.AST):
            fields = ", ".join(f"{name}={self._written(value)}" for name, value in ast.iter_fields(node))
            return f"{type(node).__name__}({fields})"
        return repr(node)


def _hash(text: str) -> str:
    return blake2b(text.encode(), digest_size=_HASH_BYTES).hexdigest()
