"""What each version after one up to another changed in a shard: from the files, with every row as it was before.

The rows at the first version are in a database of their own (rows.py). Each version's file is read for what it writes, the database
is asked what was there, and takes the file. So memory is bounded by one file, and what is told of a
version is exactly the difference between what it and the one before it show:

- An upsert that leaves a row as it was is no change. Bytes are compared, those of an older row schema as the newest has them: a
  column that came later is NULL in rows from before.
- A version that replaces the content is compared with what was there, two sorted scans side by side.
- A row that expires is deleted in the version at whose time it has expired, whatever else is written. Keys are kept sorted by time
  for those that expire on the way, and only for those; the shard is scanned once for them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import Literal, NamedTuple

from statestore.changes.expiring import DueRows
from statestore.changes.rows import ShardRows, shard_rows
from statestore.errors import ViewNotFound
from statestore.node.intake import despite_vacuum, made_anew, not_kept
from statestore.node.pending import StagedFile, chunks, stage
from statestore.node.shard import BATCH_ROWS, Shard
from statestore.node.sst_reader import read_entries
from statestore.node.version import ViewShape
from statestore.rows import LiveRows, row_decoder, row_encoder
from statestore.schema import ViewSchema
from statestore.views.folder import ViewFolder
from statestore.views.manifest import Manifest

Kind = Literal["insert", "update", "delete"]
_Item = tuple[bytes, bytes]


class Change(NamedTuple):
    """A key whose row is another one than before; None is no row. They differ."""

    key: bytes
    before: bytes | None
    after: bytes | None

    @property
    def kind(self) -> Kind:
        """What happened to the key."""
        return "insert" if self.before is None else "delete" if self.after is None else "update"


@dataclass(frozen=True, slots=True)
class VersionChanges:
    """Some of what *manifest*'s version changed, each key once: of a version there may be several, one after the other."""

    manifest: Manifest
    changes: list[Change]


def shard_changes(
    folder: ViewFolder, view_id: str, after: int, to: int, number: int, place: Path, *, changes_max: int = BATCH_ROWS
) -> Iterator[VersionChanges]:
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

        walk = _Walk(folder, folder.schema_of(end), rows, despite_vacuum(folder, after, begin), end, changes_max)
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
            return frozenset(range(folder.schema_of(manifest).shards))
        found |= {file.shard for file in manifest.files}
    return frozenset(found)


def _manifest(folder: ViewFolder, view_id: str, version: int) -> Manifest:
    try:
        manifest = folder.manifest(version)
        _check(folder, view_id, manifest)
    except ViewNotFound as error:
        raise not_kept(folder, version) or error from error
    return manifest


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
        self._same = _Comparison(schema)
        self._due = DueRows(self._shape.live_rows(end), self._live)
        if self._due.is_needed:
            for items in rows.at(self._live).scan_items():
                self._due.add(items)

    def step(self, manifest: Manifest, files: Sequence[StagedFile]) -> Iterator[VersionChanges]:
        """What the next version changes, whose *files* these are."""
        before, live = self._rows.at(self._live), self._shape.live_rows(manifest)
        is_anew = manifest.mode == "replace"
        walk = self._replaced(before, live, files) if is_anew else self._upserted(before, live, files)
        while changes := list(islice(walk, self._changes_max)):
            yield VersionChanges(manifest, changes)
        if is_anew:
            self._rows.clear()
        self._rows.take(manifest, [file.path for file in files])
        self._live = live

    def _upserted(self, before: Shard, live: LiveRows | None, files: Iterable[StagedFile]) -> Iterator[Change]:
        written = set[bytes]()
        for keys, values in self._entries(files):
            self._due.add([(key, row) for key, row in zip(keys, values, strict=True) if row is not None])
            for key, was, row in zip(keys, before.multi_get(keys), values, strict=True):
                if was is not None and not _is_live(live, was):
                    written.add(key)
                after = row if row is not None and _is_live(live, row) else None
                if not self._same(was, after):
                    yield Change(key, was, after)
        expired = [key for key in self._due.until(live) if key not in written]
        for key, was in zip(expired, before.multi_get(expired), strict=True):
            if was is not None and not _is_live(live, was):
                yield Change(key, was, None)

    def _replaced(self, before: Shard, live: LiveRows | None, files: Iterable[StagedFile]) -> Iterator[Change]:
        self._due.clear()
        old, new = chain.from_iterable(before.scan_items()), self._new_rows(live, files)
        was, now = next(old, None), next(new, None)
        while was or now:
            if now is None or (was and was[0] < now[0]):
                assert was is not None
                yield Change(was[0], was[1], None)
                was = next(old, None)
            elif was is None or now[0] < was[0]:
                yield Change(now[0], None, now[1])
                now = next(new, None)
            else:
                if not self._same(was[1], now[1]):
                    yield Change(now[0], was[1], now[1])
                was, now = next(old, None), next(new, None)

    def _new_rows(self, live: LiveRows | None, files: Iterable[StagedFile]) -> Iterator[_Item]:
        for keys, values in self._entries(files):
            items = [(key, row) for key, row in zip(keys, values, strict=True) if row is not None]
            self._due.add(items)
            yield from items if live is None else live.items(items)

    def _entries(self, files: Iterable[StagedFile]) -> Iterator[tuple[list[bytes], list[bytes | None]]]:
        """In key order, some at a time: a version's files of one shard do not overlap."""
        for file in files:
            keys, values = read_entries(file.path.read_bytes(), self._folder.path_of(file.file))
            for start in range(0, len(keys), BATCH_ROWS):
                yield keys[start : start + BATCH_ROWS], values[start : start + BATCH_ROWS]


def _is_live(live: LiveRows | None, row: bytes) -> bool:
    return live is None or live.has(row)


class _Comparison:
    """Whether two rows of one key are the same to whoever sees them."""

    def __init__(self, schema: ViewSchema) -> None:
        self._decode = row_decoder(schema, range(len(schema.columns)))
        self._encode = row_encoder(schema)

    def __call__(self, before: bytes | None, after: bytes | None) -> bool:
        if before is None or after is None or before[0] == after[0]:
            return before == after
        return self._encode(self._decode(before)) == self._encode(self._decode(after))
