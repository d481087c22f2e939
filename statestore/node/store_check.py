"""Looks at a node's store while no node has it open: is each database whole, and is the store of a root that has moved.

- `tidegate verify --store` reads every block of every database through RocksDB, which checks its checksum and names the file; a
  shard's first bad block ends its reading, for a damaged shard is copied anew as a whole. It takes the store's lock: a node's
  compaction deletes files meanwhile. How many rows there have to be is known where a version replaced all content.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rocksdict import Options, ReadOptions

from statestore.errors import CorruptFile, StateStoreError, StoreOfAnotherRoot, ViewNotFound
from statestore.node.generation import generation_name
from statestore.node.layout import STORE_FILE, STORE_FORMAT, read_json, replace_file, store_lock
from statestore.node.native import native, open_read_only
from statestore.node.options import StoreOptions, block_cache, rocksdb_options
from statestore.node.position import Position, digest, read_position
from statestore.views.root import Root

#: Each block is read once.
_CACHE_BYTES: Final = 8 << 20
_WORKERS: Final = "worker-*"


@dataclass(frozen=True, slots=True)
class CheckedView:
    """What a store holds of a view, and what is wrong with it, a sentence each."""

    view: str
    version: int
    shards: int
    rows: int
    problems: tuple[str, ...]


def stores_in(place: Path) -> list[Path]:
    """The store at *place*, or those of the workers of a node. Raises StateStoreError."""
    found = [path for path in (place, *sorted(place.glob(_WORKERS))) if (path / STORE_FILE).is_file()]
    if not found:
        raise StateStoreError(f"{place} is no node's store", detail=f"there is no {STORE_FILE} in it")
    return found


@contextmanager
def _opened(store: Path) -> Iterator[str]:
    """The store's root, while no node has it. Raises StoreLocked, CorruptFile, UnsupportedFormat."""
    with store_lock(store):
        body = read_json(store / STORE_FILE, format_max=STORE_FORMAT)
        yield str((body or {}).get("root", ""))


def check_store(store: Path, progress: Callable[[int, int], None]) -> Iterator[CheckedView]:
    """Every block of every database, by its checksum, and the order and number of keys. A shard's first bad block is told.

    Raises StoreLocked while a node has the store; UnsupportedFormat, OSError.
    """
    options = StoreOptions(block_cache_bytes=_CACHE_BYTES)
    native_options = rocksdb_options(options, block_cache(options))
    with _opened(store):
        for folder in sorted((store / "views").glob("*")):
            try:
                position = read_position(folder)
            except CorruptFile as error:
                yield CheckedView(folder.name, 0, 0, 0, (error.sentence,))
                continue
            if position is not None:
                yield _checked(folder, position, native_options, progress)


def _checked(folder: Path, position: Position, options: Options, progress: Callable[[int, int], None]) -> CheckedView:
    rows, problems = 0, list[str]()
    for done, shard in enumerate(sorted(position.shards), 1):
        place = folder / generation_name(position.generation) / f"{shard:04d}"
        try:
            counted = _count(place, options)
        except CorruptFile as error:
            problems.append(error.sentence)
            continue
        rows += counted
        known = _rows_of(position, shard)
        if known not in (None, counted):
            problems.append(f"{place}: {counted} rows; the manifest of version {position.applied} says {known}")
        progress(done, len(position.shards))
    return CheckedView(folder.name, position.applied, len(position.shards), rows, tuple(problems))


def _count(place: Path, options: Options) -> int:
    """Rows of a database, all of whose blocks are read. Raises CorruptFile."""
    if not (place / "CURRENT").is_file():
        raise CorruptFile(f"{place} is missing from the store")
    rows, last = 0, b""
    database = open_read_only(place, options)
    try:
        with native(str(place)):
            at = database.iter(ReadOptions())
            at.seek_to_first()
            while (key := at.key()) is not None:
                if rows and key <= last:
                    raise CorruptFile(f"{place}: keys are not in order")
                rows, last = rows + 1, key
                at.next()
            at.status()
    finally:
        database.close()
    return rows


def _rows_of(position: Position, shard: int) -> int | None:
    """What the manifest says, where the version is all there is: a later one's rows may be in place of earlier ones."""
    if position.head is None or not position.settled or position.head.manifest.base != position.applied:
        return None
    return sum(file.rows for file in position.head.manifest.files_of(shard))


def rebind(stores: list[Path], root: Root) -> list[str]:
    """Bind *stores*, which are a node's, to *root*, where their root has moved to, and return the views that they hold.

    Raises StoreOfAnotherRoot, with nothing changed, where a view there is not the one in a store; StoreLocked, UnsupportedFormat.
    """
    views = set[str]()
    for store in stores:
        with _opened(store):
            for folder in sorted((store / "views").glob("*")):
                if (position := read_position(folder)) is not None:
                    _check_same(folder, position, root)
                    views.add(folder.name)
    for store in stores:
        with _opened(store):
            path = store / STORE_FILE
            mode = path.stat().st_mode & 0o777
            replace_file(path, json.dumps({"format": STORE_FORMAT, "root": root.uri}).encode())
            path.chmod(mode)
    return sorted(views)


def _check_same(copy: Path, position: Position, root: Root) -> None:
    folder = root.folder(copy.name)
    hint = f"use a root that has it, or delete {copy}, which is only a copy"
    try:
        if digest(folder.manifest(position.applied)) == position.manifest_digest:
            return
    except ViewNotFound:
        versions = folder.versions()
        # Vacuum may have deleted the version since.
        if versions and versions[0] > position.applied and position.head:
            if folder.view_id(folder.manifest(versions[-1])) == position.head.view_id:
                return
        else:
            raise StoreOfAnotherRoot(f"root {root.uri} has no version {position.applied} of view {copy.name}", hint=hint) from None
    raise StoreOfAnotherRoot(f"view {copy.name} at {root.uri} is another one than store {copy.parent.parent} has", hint=hint)
