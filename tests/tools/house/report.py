"""The measures of one tree, and how they are printed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from tests.tools.house.circles import LOADED, RUN, Circle, folder_circles, module_circles
from tests.tools.house.imports import Import, When, imports_of
from tests.tools.house.shape import LONGEST, SHORT_LINES_MAX, Folder, Shape, Spread, folders_of, shape_of
from tests.tools.house.source import Source
from tests.tools.house.ways import Way


@dataclass(frozen=True, slots=True)
class Circles:
    """Circles of one kind of imports."""

    folders: list[Circle]
    modules: list[Circle]


@dataclass(frozen=True, slots=True)
class Report:
    """All that is measured; `--json` writes it by these names."""

    folders: list[Folder]
    imports: dict[When, int]
    typing_only: list[Import]
    circles_at_import: Circles
    circles_at_run: Circles
    shape: Shape
    ways: list[Way]


def report_of(source: Source, ways: list[Way]) -> Report:
    """Measure a tree; its *ways* take a gateway to find out."""
    imports = imports_of(source)
    at_import, at_run = (Circles(folder_circles(source, imports, kinds), module_circles(imports, kinds)) for kinds in (LOADED, RUN))
    counts = Counter(one.when for one in imports)
    typing_only = [one for one in imports if one.when == "typing"]
    return Report(
        folders_of(source), {"load": counts["load"], "call": counts["call"], "typing": counts["typing"]}, typing_only,
        at_import, at_run, shape_of(source, imports), ways,
    )  # fmt: skip


def printed(report: Report) -> Iterator[str]:
    """Lines of text."""
    yield from _folders(report.folders)
    load, call, typing = (report.imports[when] for when in ("load", "call", "typing"))
    yield f"\n== Imports between modules: {load} at import, {call} in functions, {typing} for the type checker alone"
    yield from (f"  typing  {one.example}" for one in report.typing_only)
    yield from _circles("at import time", report.circles_at_import)
    yield from _circles("at run time, with imports in functions", report.circles_at_run)
    yield from _ways(report.ways)
    yield from _shape(report.shape)


def _folders(folders: list[Folder]) -> Iterator[str]:
    yield "== Files and lines of source: own, and with the folders inside; data and documents apart"
    yield f"{'folder':34}{'own':>14}{'all':>15}{'data':>15}{'documents':>11}"
    for one in folders:
        data = f"{one.data_files:4} {one.data_lines:8}" if one.data_files else ""
        own, inside = f"{one.own_files:4} {one.own_lines:7}", f"{one.files:4} {one.lines:8}"
        yield f"{one.name:34}{own:>14}{inside:>15}{data:>15}{one.document_lines or '':>11}"
    outermost = [one for one in folders if "/" not in one.name]
    files, lines = sum(one.files for one in outermost), sum(one.lines for one in outermost)
    yield f"total: {files} files, {lines} lines of source; {sum(one.data_lines for one in outermost)} lines of data"


def _circles(when: str, circles: Circles) -> Iterator[str]:
    yield f"\n== Circles between folders, {when}: {len(circles.folders)}"
    for circle in circles.folders:
        yield from _circle(circle)
    yield f"\n== Circles between modules, {when}: {len(circles.modules)}"
    for circle in circles.modules:
        yield from _circle(circle)


def _circle(circle: Circle) -> Iterator[str]:
    """Its rooms, and each edge with an example; first those to cut, with all their imports."""
    cut = [edge for edge in circle.edges if edge.cut]
    imports = sum(len(edge.imports) for edge in cut)
    where = f"in {circle.folder}: " if circle.folder else ""
    yield f"\n{where}{len(circle.rooms)} rooms, {len(circle.edges)} edges; to open it, cut {len(cut)} with {imports} imports"
    yield f"  {', '.join(circle.rooms)}"
    for edge in cut:
        yield f"  CUT {edge.importer} → {edge.imported}"
        yield from (f"        {one.example}{'  (in a function)' * (one.when == 'call')}" for one in edge.imports)
    for edge in circle.edges:
        if not edge.cut:
            functions = f", {edge.functions} in functions" if edge.functions else ""
            yield f"      {edge.importer} → {edge.imported} ({len(edge.imports)}{functions}): {edge.imports[0].example}"


def _ways(ways: list[Way]) -> Iterator[str]:
    for way in ways:
        yield f"\n== Way of a {way.name}"
        yield (
            f"  {len(way.files)} files entered, {way.changes} changes of file, {way.calls} calls; {way.deepest} functions deep, "
            f"{way.climb} changes of file deep; {way.upward} calls upward; {way.threads} threads"
        )
        yield from (f"  {calls:6}  {file}" for file, calls in sorted(way.files.items(), key=lambda entry: (-entry[1], entry[0])))


def _shape(shape: Shape) -> Iterator[str]:
    yield from _spread("Files", shape.files)
    yield f"\n== Files of {SHORT_LINES_MAX} lines or fewer with one importer: {len(shape.paragraphs)}"
    yield from (f"  {path}  ← {importer}" for path, importer in shape.paragraphs)
    yield from _spread("Functions", shape.functions)
    yield "\n== Functions with the most branches"
    yield from (f"  {count:5}  {name}" for name, count in shape.branches)
    yield f"\n== Names of several classes: {len(shape.classes)}"
    yield from (f"  {name}: {', '.join(places)}" for name, places in shape.classes)
    yield f"\n== Public functions that raise and whose docstring says nothing of errors: {len(shape.silent)} of {shape.raising}"
    yield from (f"  {line}" for line in shape.silent)


def _spread(of: str, spread: Spread) -> Iterator[str]:
    yield f"\n== {of}: {spread.count}; lines: median {spread.median:g}, p90 {spread.p90}, most {spread.most}; the {LONGEST} longest"
    yield from (f"  {lines:5}  {name}" for name, lines in spread.longest)
