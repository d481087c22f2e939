"""What tells whether a reorganisation did what it was to do: measured over small trees of modules, and over this one."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.tools.house.__main__ import HERE
from tests.tools.house.bodies import Difference, bodies_of, difference
from tests.tools.house.circles import LOADED, RUN, Circle, components, folder_circles, module_circles, to_cut
from tests.tools.house.imports import imports_of
from tests.tools.house.shape import shape_of
from tests.tools.house.source import Source
from tests.tools.house.ways import ways

TREE = {
    "house/__init__.py": "",
    "house/hall.py": "from house.kitchen.stove import cook\n",
    "house/kitchen/__init__.py": "from house.kitchen.stove import cook\n",
    "house/kitchen/stove.py": '''
from __future__ import annotations
from typing import TYPE_CHECKING
from ..cellar import wine
if TYPE_CHECKING:
    from house.hall import Guest
HEAT = 3
def cook(guest: Guest) -> int:
    """Cook. Raises ValueError."""
    if guest and wine.YEAR:
        raise ValueError
    return HEAT
''',
    "house/kitchen/table.py": "from house.cellar.stairs import up\n",
    "house/cellar/__init__.py": "",
    "house/cellar/wine.py": "YEAR = 1990\ndef serve():\n    from house.kitchen import stove\n    raise KeyError(stove)\n",
    "house/cellar/stairs.py": "from house.kitchen import cook\nclass Step:\n    def up(self):\n        return cook\nup = Step\n",
}


def source_of(folder: Path, changes: dict[str, str] | None = None) -> Source:
    shutil.rmtree(folder, ignore_errors=True)
    for name, text in {**TREE, **(changes or {})}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return Source.read(folder, ["house"])


def shown(circles: list[Circle]) -> list[str]:
    return [" ".join(room.removeprefix("house.") for room in circle.rooms) for circle in circles]


def test_circles_between_folders_and_modules(tmp_path: Path) -> None:
    source = source_of(tmp_path)
    imports = imports_of(source)
    assert sorted(one.when for one in imports) == ["call"] + ["load"] * 5 + ["typing"]
    (circle,) = folder_circles(source, imports, LOADED)
    assert (circle.folder, circle.rooms) == ("house", ("house.cellar", "house.kitchen"))
    (cut,) = [edge for edge in circle.edges if edge.cut]
    assert [one.example for one in cut.imports] == ["house.cellar.stairs:1  from house.kitchen import cook"]
    assert shown(module_circles(imports, LOADED)) == []
    # With what functions import; what only the type checker sees closes none: hall and kitchen.stove would be one.
    assert shown(module_circles(imports, RUN)) == ["cellar.wine kitchen.stove"]
    assert shown(folder_circles(source, imports, RUN)) == ["cellar kitchen"]


def test_no_circle_is_left() -> None:
    """Neither at import nor by functions that import; import-linter has the folders' order, which leaves out what stands in one."""
    source = Source.read(HERE)
    imports = imports_of(source)
    assert [circle.rooms for circle in (*folder_circles(source, imports, RUN), *module_circles(imports, RUN))] == []


def test_components_and_the_fewest_imports_to_cut() -> None:
    assert components({"a": "b", "b": "c", "c": "ad", "d": "e", "e": "d", "f": "a"}) == [frozenset("abc"), frozenset("de")]
    weights = {("a", "b"): 3, ("b", "c"): 2, ("c", "a"): 1, ("b", "a"): 1}
    assert to_cut("abc", weights) == {("c", "a"), ("b", "a")}


def test_what_docstrings_say_and_who_is_imported_once(tmp_path: Path) -> None:
    source = source_of(tmp_path)
    shape = shape_of(source, imports_of(source))
    assert shape.silent == ("house/cellar/wine.py:2  serve  raises KeyError",)
    assert (shape.raising, shape.functions.count, shape.branches[0]) == (2, 3, ("house/kitchen/stove.py:8  cook", 2))
    assert dict(shape.paragraphs)["house/cellar/stairs.py"] == "house.kitchen.table"


def moved(folder: Path, changed: dict[str, str]) -> Difference:
    return difference(bodies_of(source_of(folder)), bodies_of(source_of(folder, changed)))


def test_a_move_is_no_difference(tmp_path: Path) -> None:
    stove = TREE["house/kitchen/stove.py"].replace("from ..cellar", "from house.cellar")
    wine = TREE["house/cellar/wine.py"].replace("house.kitchen", "house.hearth")
    changed = {
        "house/kitchen/stove.py": "",
        "house/hearth/__init__.py": "",
        "house/hearth/stove.py": stove,
        "house/cellar/wine.py": wine,
    }
    assert not moved(tmp_path, changed)


@pytest.mark.parametrize(
    ("old", "new", "kind", "named"),
    [
        ("return HEAT", "return HEAT + 1", "changed", "cook"),
        ("HEAT = 3", "HEAT = 4", "changed", "HEAT"),
        ("def cook", "def fry", "renamed", "cook"),
        ("Cook.", "Cooks.", "docstrings", "cook"),
        ("HEAT = 3", "HEAT = 3\ndef boil(): return 100", "came", "boil"),
        ("HEAT = 3", "from house.hall import HEAT", "went", "HEAT"),
    ],
)
def test_a_change_is_seen_after_a_move(tmp_path: Path, old: str, new: str, kind: str, named: str) -> None:
    changed = TREE["house/kitchen/stove.py"].replace(old, new)
    found = moved(tmp_path, {"house/kitchen/stove.py": "", "house/hearth.py": changed})
    assert {name: [line.split()[0] for line in getattr(found, name)] for name in Difference.__slots__ if getattr(found, name)} == {
        kind: [named]
    }


def test_a_changed_method_is_not_a_changed_class(tmp_path: Path) -> None:
    changed = TREE["house/cellar/stairs.py"].replace("return cook", "return cook, self")
    assert [line.split()[0] for line in moved(tmp_path, {"house/cellar/stairs.py": changed}).changed] == ["Step.up"]


def test_the_ways_through_this_tree() -> None:
    packages = Source.read(HERE).packages
    cold, hot, scan, written, taken = ways(HERE, packages)
    assert 0 < len(hot.files) < len(cold.files) < cold.changes
    assert {file.split("/")[0] for file in cold.files} == {file.split("/")[0] for file in scan.files} == set(packages)
    assert all(0 < way.climb < way.deepest < way.calls for way in (cold, hot, scan, written, taken))
    assert not written.upward
