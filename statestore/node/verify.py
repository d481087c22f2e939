"""Reads all that a view's kept versions and bases name, and tells what is not as it was written."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Final, TypeVar

from statestore.errors import CorruptFile, UnsupportedFormat, ViewNotFound
from statestore.node.sst_reader import read_entries
from statestore.views.folder import ViewFolder
from statestore.views.manifest import ShardFile
from statestore.views.retention import retention_of

Read = TypeVar("Read")

WORK_PREFIX: Final = "tidegate-verify-"


@dataclass(frozen=True, slots=True)
class Verified:
    """What was read, and what is wrong with it, a sentence each."""

    versions: int
    bases: int
    files: int
    rows: int
    bytes: int
    problems: tuple[str, ...]


def verify(folder: ViewFolder, progress: Callable[[int, int], None] = lambda done, total: None) -> Verified:
    """view.json, what is kept, every manifest, base and file of the view: there, of the right bytes, with as many rows as it says,
    in order. A file is in memory while it is looked at. *progress* is told how many files of how many.

    Raises UnsupportedFormat, OSError.
    """
    problems: list[str] = []

    def read(what: Callable[[], Read]) -> Read | None:
        try:
            return what()
        except (CorruptFile, ViewNotFound) as error:
            problems.append(error.sentence)
            return None

    read(folder.created_schema)
    read(partial(retention_of, folder))
    versions, bases = folder.versions(), folder.bases()
    files: dict[str, ShardFile] = {}
    for number in versions:
        found = read(partial(folder.manifest, number))
        # Where the log begins with the manifest of a base, the files are that one's.
        if found and (number != versions[0] or number not in bases):
            files |= {file.path: file for file in found.files}
    for number in bases:
        if base := read(partial(folder.base, number)):
            files |= {file.path: file for file in base.files}
    missing = sorted(set(range(versions[0], versions[-1])) - set(versions)) if versions else []
    if versions and versions[0] > 1 and not any(base >= versions[0] for base in bases) and not _starts_itself(folder, versions[0]):
        missing.insert(0, versions[0] - 1)
    problems += [folder.missing(number).sentence for number in missing]
    for done, file in enumerate(files.values(), 1):
        problems += _problems(folder, file)
        progress(done, len(files))
    rows, size = sum(file.rows for file in files.values()), sum(file.bytes for file in files.values())
    return Verified(len(versions), len(bases), len(files), rows, size, tuple(problems))


def _starts_itself(folder: ViewFolder, version: int) -> bool:
    try:
        return folder.manifest(version).base == version
    except CorruptFile:
        return True  # told already


def _problems(folder: ViewFolder, file: ShardFile) -> Iterator[str]:
    place = folder.path_of(file)
    with tempfile.TemporaryDirectory(prefix=WORK_PREFIX) as work:
        try:
            path = Path(work, "file.sst")
            folder.fetch(file, path)
            keys, values = read_entries(path.read_bytes(), place)
        except (CorruptFile, UnsupportedFormat) as error:
            yield error.sentence
            return
    if any(left >= right for left, right in pairwise(keys)):
        yield f"{place}: keys are not in order"
    deletes = values.count(None)
    if (len(keys) - deletes, deletes) != (file.rows, file.deletes):
        yield f"{place}: {len(keys) - deletes} rows and {deletes} deletions; its manifest says {file.rows} and {file.deletes}"
    if keys and (keys[0], keys[-1]) != (file.min_key, file.max_key):
        yield f"{place}: its least and greatest key are not those of its manifest"
