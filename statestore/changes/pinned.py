"""One version of a view, found once and read later, piece by piece, by whoever has the root's files: that version or none.

A piece is one shard's keys of a range. It is made as a node makes past versions, of the last base and the log since, in a database
whose files have no names any more when it is handed out: nothing is left, also after kill -9 of its reader. Files whose keys lie
outside the range are not fetched.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from statestore.errors import VersionNotReached
from statestore.node.expiring_shard import shard_with
from statestore.node.intake import Intake, despite_vacuum, made_anew, merged, not_kept
from statestore.node.layout import StoreFolder
from statestore.node.options import StoreOptions, block_cache
from statestore.node.shard import Range, Shard
from statestore.node.version import ViewShape
from statestore.schema import ViewSchema
from statestore.views.folder import ViewFolder
from statestore.views.manifest import Manifest

#: A shard is scanned once, so that hardly a block is read again.
OPTIONS: Final = StoreOptions(block_cache_bytes=16 << 20)


@dataclass(frozen=True, slots=True)
class PinnedVersion:
    """*version* of the view *view_id*, which is "" at version 0: a view without versions."""

    version: int
    view_id: str
    schema: ViewSchema

    def manifest(self, folder: ViewFolder) -> Manifest:
        """Raises ViewNotFound; VersionNotKept where it is of another view now."""
        found = folder.manifest(self.version)
        if folder.view_id(found) != self.view_id:
            raise made_anew(folder, self.version)
        return found


def pinned(folder: ViewFolder, version: int | None = None) -> PinnedVersion:
    """*version*, or the newest one.

    Raises ViewNotFound, VersionNotReached; VersionNotKept, with what is kept; ValueError, CorruptFile, UnsupportedFormat.
    """
    created = folder.created_schema()
    latest = folder.latest()
    if version is None and not latest:
        return PinnedVersion(0, "", created)
    wanted = latest if version is None else checked_number(version, "version", least=1)
    if wanted > latest:
        newest = f"Its newest version is {latest}." if latest else "It has none yet."
        raise VersionNotReached(f"view {folder.name} has no version {wanted} yet", detail=newest)
    if gone := not_kept(folder, wanted):
        raise gone
    manifest = folder.manifest(wanted)
    return PinnedVersion(wanted, folder.view_id(manifest), folder.schema_of(manifest))


def checked_number(value: object, name: str, *, least: int) -> int:
    """*value*, which the argument *name* has. Raises ValueError unless it is a whole number from *least* on."""
    if type(value) is not int or value < least:
        raise ValueError(f"{name}={value!r}: it takes a whole number, {least} or more")
    return value


def shard_at(folder: ViewFolder, at: PinnedVersion, number: int, keys: Range, place: Path) -> Shard:
    """Shard *number* at that version without what has expired; of its keys those of *keys* are all there. *place* is a folder
    with room for it.

    Raises VersionNotKept, also where vacuum is faster; CorruptFile, UnsupportedFormat, StorageFull, StateStoreError.
    """

    def make() -> Shard:
        head = at.manifest(folder)
        live = ViewShape(at.schema).live_rows(head)
        name = f"{folder.name} shard {number} at version {at.version}"
        with merged(Intake(folder, store, at.view_id), head, frozenset([number]), keys=keys) as generation:
            return shard_with(generation.freeze(number, name), live, None)

    with temporary_store(folder, place) as store:
        return despite_vacuum(folder, at.version, make)


@contextmanager
def temporary_store(folder: ViewFolder, place: Path) -> Iterator[StoreFolder]:
    """A store for pieces of one view, in a folder of its own in *place*, which goes in the end. Raises StorageFull."""
    with (
        TemporaryDirectory(prefix="tidegate-", dir=place, ignore_cleanup_errors=True) as name,
        StoreFolder(Path(name) / "store", folder.storage.uri, OPTIONS, block_cache(OPTIONS)) as store,
    ):
        yield store
