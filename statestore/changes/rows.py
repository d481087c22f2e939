"""The rows of one shard in a database that goes from version to version, and stays for whoever goes on from there.

    <place>/tidegate-<digest>/    a node's store for one view and shard, locked while somebody uses it
        kept.json                 which version's rows these are; not there while they are on their way
        views/rows/g000000/       the database

Rows are made of the last base and the log since, as a node makes past versions. Whoever comes back for a later version finds them,
and takes only the files since; so following a view costs what changes in it. What is in doubt is made anew: a version that was
not come to the end of (the note is removed first), other versions than the log's, and, so that expired rows do not pile up, rows
of a view that expire when there is a later base. Where somebody else is at it the rows are made in a folder that goes in the end.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

from statestore.changes.pinned import OPTIONS, temporary_store
from statestore.errors import CorruptFile, StoreLocked, UnsupportedFormat, ViewNotFound
from statestore.node.expiring_shard import shard_with
from statestore.node.generation import Generation, generation_name
from statestore.node.intake import Intake, merged
from statestore.node.layout import StoreFolder, read_json, replace_file
from statestore.node.options import block_cache
from statestore.node.pending import BEHIND_VERSIONS_MAX, BadVersion, start_of
from statestore.node.position import digest
from statestore.node.shard import Shard
from statestore.rows import LiveRows
from statestore.views.folder import ViewFolder
from statestore.views.manifest import Manifest

_NOTE: Final = "kept.json"
_NOTE_FORMAT: Final = 1


class ShardRows:
    """Of shard *number* of a view. Used by one thread."""

    def __init__(self, folder: ViewFolder, view_id: str, number: int, store: StoreFolder) -> None:
        self._intake = Intake(folder, store, view_id)
        self._number = number
        self.store = store
        self._note = store.path / _NOTE
        self._place = store.view("rows")
        #: Which version's rows these are, what tells it from others of its number, and the base that they began with; 0: none.
        self.version, self._digest, self._base = self._told()
        shard = self._place / generation_name(0) / f"{number:04d}"
        self._generation = Generation(store, self._place, 0, frozenset([number] if shard.is_dir() else []))
        self._note.unlink(missing_ok=True)

    def begin(self, start: Manifest | None) -> None:
        """Be at the version of *start*, or empty. Raises BadVersion, BadBase, StorageFull, OSError, StateStoreError."""
        if start is None:
            self.clear()
        elif not self._is_on_the_way(start) or not self._caught_up(start):
            base = start_of(self._intake.folder, start)
            with merged(self._intake, start, frozenset([self._number])) as made:
                self.clear()
                self._generation.take(made, frozenset([self._number]))
            self._base = base.version if base else 0
        self._is_at(start)

    def at(self, live: LiveRows | None) -> Shard:
        """The rows now; those that are *live*."""
        name = f"{self._intake.folder.name} shard {self._number}"
        return shard_with(self._generation.freeze(self._number, name), live, None)

    def take(self, manifest: Manifest, paths: Sequence[Path]) -> None:
        """Go on to the next version, whose files these are, in order. Raises StorageFull, CorruptFile."""
        if paths:
            self._generation.ingest(self._number, paths)
        self._is_at(manifest)

    def clear(self) -> None:
        """Have no rows."""
        self._generation.remove()
        self._generation = Generation(self.store, self._place, 0).make()

    def keep(self) -> None:
        """Note down which version's rows these are: they are whole."""
        self._generation.compact(self._number)
        self.close()
        body = {"format": _NOTE_FORMAT, "version": self.version, "digest": self._digest, "base": self._base}
        replace_file(self._note, json.dumps(body).encode())

    def close(self) -> None:
        """Close the database."""
        self._generation.close()

    def _is_at(self, manifest: Manifest | None) -> None:
        self.version, self._digest = (manifest.version, digest(manifest)) if manifest else (0, "")

    def _told(self) -> tuple[int, str, int]:
        """What the note says; zeros where there is none that can be read."""
        try:
            body = read_json(self._note, format_max=_NOTE_FORMAT) or {}
        except (CorruptFile, UnsupportedFormat):
            body = {}
        match body:
            case {"version": int(version), "digest": str(told), "base": int(base)}:
                return version, told, base
        return 0, "", 0

    def _is_on_the_way(self, start: Manifest) -> bool:
        """Are the rows of a version from which the log leads to *start*?"""
        folder = self._intake.folder
        if not max(start.base, 1) <= self.version <= start.version <= self.version + BEHIND_VERSIONS_MAX:
            return False
        if start.expired is not None and (base := start_of(folder, start)) is not None and base.version > self._base:
            return False
        try:
            return digest(folder.manifest(self.version)) == self._digest
        except ViewNotFound:
            return False

    def _caught_up(self, start: Manifest) -> bool:
        try:
            self._intake.take(
                range(self.version + 1, start.version + 1), lambda file: file.shard == self._number, self._generation.ingest_all
            )
        except (BadVersion, CorruptFile):
            return False
        return True


@contextmanager
def shard_rows(folder: ViewFolder, view_id: str, number: int, place: Path) -> Iterator[ShardRows]:
    """The rows of a shard as somebody has left them in *place*, or none; after the with block they stay there."""
    what = "\0".join((folder.storage.uri, folder.name, view_id, str(number)))
    path = place / f"tidegate-{hashlib.sha256(what.encode()).hexdigest()[:24]}"
    with ExitStack() as stack:
        try:
            store = stack.enter_context(StoreFolder(path, folder.storage.uri, OPTIONS, block_cache(OPTIONS)))
        except StoreLocked:
            store = stack.enter_context(temporary_store(folder, place))
        rows = ShardRows(folder, view_id, number, store)
        stack.callback(rows.close)
        yield rows
        rows.keep()
