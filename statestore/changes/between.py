"""What each version after one up to another changed in a shard: from the files, with every row as it was before.

The rows at the first version are in a database of their own (rows.py). Each version's file is read for what it writes, the database
is asked what was there, and takes the file. So memory is bounded by one file, and what is told of a version is
exactly the difference between what it and the one before it show (walk.py).
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from statestore.changes.expiring import DueRows
from statestore.changes.rows import ShardRows, shard_rows
from statestore.changes.walk import Change, Entries, Item, SameRow, bytes_of_changes, replaced, upserted
from statestore.errors import ViewNotFound
from statestore.node.intake import despite_vacuum, made_anew, not_kept
from statestore.node.pending import StagedFile, chunks, stage
from statestore.node.portions import portions
from statestore.node.shard import BATCH_ROWS
from statestore.node.sst_reader import read_entries
from statestore.node.version import ViewShape
from statestore.rows import LiveRows
from statestore.schema import ViewSchema
from statestore.views.folder import ViewFolder
from statestore.views.manifest import Manifest


@dataclass(frozen=True, slots=True)
class VersionChanges:
    """Some of what *manifest*'s version changed, each key once: of a version there may be several, one after the other, always in
    the same order of changes."""

    manifest: Manifest
    changes: list[Change]


def shard_changes(
    folder: ViewFolder, view_id: str, after: int, to: int, number: int, place: Path, *, changes_max: int = BATCH_ROWS
) -> Generator[VersionChanges]:
    """What versions *after* + 1 to *to* of the view *view_id* changed in shard *number*, in order, *changes_max* at a time.

    Version 0 is the empty view. Rows are stored ones, of the schema at *to* or an earlier one. *place* is a folder with room for
    the shard, whose rows at *to* stay there: so the next call, from there on, reads what has changed alone.

    Raises VersionNotKept where a version from *after* on is not kept or of another view, also where vacuum is faster; CorruptFile,
    UnsupportedFormat, StorageFull, StateStoreError.
    """
    if after >= to:
        return
    with shard_rows(folder, view_id, number, place) as rows, ExitStack() as stack:
        end = _manifest(folder, view_id, to)

        def begin() -> Manifest | None:
            start = _manifest(folder, view_id, after) if after else None
            rows.begin(start)
            return start

        walk = _Walk(folder, _schema(folder, end, after), rows, despite_vacuum(folder, after, begin), end, changes_max)
        for portion in chunks(range(after + 1, to + 1)):
            staged, fault = stage(folder, rows.store, portion, {}, lambda file: file.shard == number)
            stack.callback(staged.discard)
            for manifest in staged.manifests:
                _check(folder, view_id, manifest)
                yield from walk.step(manifest, [file for file in staged.files if file.version == manifest.version])
            if fault:
                raise not_kept(folder, max(after, 1)) or fault.cause from fault


def changed_shards(folder: ViewFolder, view_id: str, after: int, to: int) -> frozenset[int]:
    """Shards for which shard_changes() may have something to tell. Raises as that does, but for damage of other files."""
    before_us, found = set[int | None](), set[int]()
    for version in range(after, to + 1):
        manifest = _manifest(folder, view_id, version) if version else None
        before_us.add(manifest.expired.before_us if manifest and manifest.expired else None)
        if manifest is None or version == after:
            continue
        if manifest.mode == "replace" or len(before_us) > 1:
            return frozenset(range(_schema(folder, manifest, after).shards))
        found |= {file.shard for file in manifest.files}
    return frozenset(found)


def _manifest(folder: ViewFolder, view_id: str, version: int) -> Manifest:
    try:
        manifest = folder.manifest(version)
        _check(folder, view_id, manifest)
    except ViewNotFound as error:
        raise not_kept(folder, version) or error from error
    return manifest


def _schema(folder: ViewFolder, manifest: Manifest, after: int) -> ViewSchema:
    """That of the version, which vacuum may have deleted with the one that told it since."""
    return despite_vacuum(folder, max(after, 1), lambda: folder.schema_of(manifest))


def _check(folder: ViewFolder, view_id: str, manifest: Manifest) -> None:
    if manifest.view_id not in (None, view_id):
        raise made_anew(folder, manifest.version)


class _Walk:
    """The rows of one shard on their way from one version to another."""

    def __init__(
        self, folder: ViewFolder, schema: ViewSchema, rows: ShardRows, start: Manifest | None, end: Manifest, changes_max: int
    ) -> None:
        self._folder, self._changes_max = folder, changes_max
        self._rows = rows
        self._shape = ViewShape(schema)
        self._live = self._shape.live_rows(start)
        self._same = SameRow(schema)
        self._due = DueRows(self._shape.live_rows(end), self._live)
        if self._due.is_needed:
            for items in rows.at(self._live).scan_items():
                self._due.add(items)

    def step(self, manifest: Manifest, files: Sequence[StagedFile]) -> Iterator[VersionChanges]:
        """What the next version changes, whose *files* these are."""
        before, live = self._rows.at(self._live), self._shape.live_rows(manifest)
        is_anew = manifest.mode == "replace"
        if is_anew:
            self._due.clear()
            walk = replaced(before, self._new_rows(live, files), self._same)
        else:
            walk = upserted(before, self._entries(files), live, self._due, self._same)
        for changes in portions(walk, self._changes_max, bytes_of_changes):
            yield VersionChanges(manifest, changes)
        if is_anew:
            self._rows.clear()
        self._rows.take(manifest, [file.written() for file in files])
        self._live = live

    def _new_rows(self, live: LiveRows | None, files: Iterable[StagedFile]) -> Iterator[Item]:
        for keys, values in self._entries(files):
            items = [(key, row) for key, row in zip(keys, values, strict=True) if row is not None]
            self._due.add(items)
            yield from items if live is None else live.items(items)

    def _entries(self, files: Iterable[StagedFile]) -> Iterator[Entries]:
        """In key order, some at a time: a version's files of one shard do not overlap."""
        for file in files:
            keys, values = read_entries(file.read(), self._folder.path_of(file.file))
            for start in range(0, len(keys), BATCH_ROWS):
                yield keys[start : start + BATCH_ROWS], values[start : start + BATCH_ROWS]
