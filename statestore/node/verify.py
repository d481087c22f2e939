"""Reads all that a view's kept versions and bases name, and tells what is not as it was written."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final

from statestore.errors import CorruptFile, StateStoreError, UnsupportedFormat
from statestore.node.sst_reader import read_entries
from statestore.views.folder import ViewFolder
from statestore.views.manifest import ShardFile

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


def verify(folder: ViewFolder) -> Verified:
    """Every manifest, base and file of the view: there, of the right bytes, with as many rows as it says, in order.

    A file is in memory while it is looked at. Raises OSError.
    """
    problems: list[str] = []
    versions, bases = folder.versions(), folder.bases()
    files: dict[str, ShardFile] = {}
    for number in versions:
        try:
            found = folder.manifest(number).files
        except StateStoreError as error:
            problems.append(_told(error))
            continue
        if number != versions[0] or number not in bases:  # the log begins with the manifest of a base, whose files are others
            files |= {file.path: file for file in found}
    for number in bases:
        try:
            files |= {file.path: file for file in folder.base(number).files}
        except StateStoreError as error:
            problems.append(_told(error))
    missing = sorted(set(range(versions[0], versions[-1])) - set(versions)) if versions else []
    problems += [f"version {number} is missing between others" for number in missing]
    if versions and versions[0] > 1 and not any(base >= versions[0] for base in bases) and not _starts_itself(folder, versions[0]):
        problems.append(f"versions before {versions[0]} are missing, and there is no base to start with")
    problems += [problem for file in files.values() for problem in _problems(folder, file)]
    rows, size = sum(file.rows for file in files.values()), sum(file.bytes for file in files.values())
    return Verified(len(versions), len(bases), len(files), rows, size, tuple(problems))


def _starts_itself(folder: ViewFolder, version: int) -> bool:
    try:
        return folder.manifest(version).base == version
    except StateStoreError:
        return True  # told already


def _problems(folder: ViewFolder, file: ShardFile) -> Iterator[str]:
    place = folder.path_of(file)
    with tempfile.TemporaryDirectory(prefix=WORK_PREFIX) as work:
        try:
            path = Path(work, "file.sst")
            folder.fetch(file, path)
            keys, values = read_entries(path.read_bytes(), place)
        except (CorruptFile, UnsupportedFormat) as error:
            yield _told(error)
            return
    if any(left >= right for left, right in pairwise(keys)):
        yield f"{place}: keys are not in order"
    deletes = values.count(None)
    if (len(keys) - deletes, deletes) != (file.rows, file.deletes):
        yield f"{place}: {len(keys) - deletes} rows and {deletes} deletions; its manifest says {file.rows} and {file.deletes}"
    if keys and (keys[0], keys[-1]) != (file.min_key, file.max_key):
        yield f"{place}: its least and greatest key are not those of its manifest"


def _told(error: StateStoreError) -> str:
    return error.message if error.detail is None else f"{error.message}: {error.detail}"
