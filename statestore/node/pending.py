"""Which versions a view has to take next, and their files, brought here and verified before anything is ingested."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final

from statestore.errors import CorruptFile, StateStoreError, UnsupportedFormat, ViewNotFound
from statestore.node.layout import StoreFolder
from statestore.node.native import disk_checked
from statestore.node.small_files import SMALL_BYTES_MAX, Entries, entries_of, small
from statestore.views.base import Base
from statestore.views.folder import ViewFolder
from statestore.views.manifest import Manifest, ShardFile
from statestore.views.storage import each

#: A node that is further behind starts with a base, where there is one.
BEHIND_VERSIONS_MAX: Final = 1_000
#: Versions that are staged, then ingested, before the next ones are.
CHUNK_VERSIONS: Final = 64
#: Small files of versions that have no more rows and tombstones together are read into memory, where most of them stay
#: (overlay.py): to link, to check, to open and to remove each takes a dozen turns at Python's lock.
MEMORY_ENTRIES_MAX: Final = 1_024


class _Unusable(StateStoreError):
    """What there is at *version* cannot be taken because of *cause*."""

    def __init__(self, version: int, cause: StateStoreError) -> None:
        super().__init__(cause.message, detail=cause.detail, hint=cause.hint)
        self.version = version
        self.cause = cause


class BadBase(_Unusable):
    """The base at the version cannot be taken; the log may do."""


class BadVersion(_Unusable):
    """The version cannot be taken; all versions before it can."""


#: Whether a file is needed here.
Wants = Callable[[ShardFile], bool]


@dataclass(frozen=True, slots=True)
class Plan:
    """Take *versions*, ascending; *fresh*: into an empty generation, after *base*, or from the version on where content starts."""

    versions: tuple[int, ...]
    fresh: bool
    base: Base | None = None


@dataclass(slots=True)
class StagedFile:
    """A verified copy of a file of *version*: *data*, or else at *path*."""

    path: Path
    file: ShardFile
    version: int
    data: bytes | None = None

    def read(self) -> bytes:
        """Its bytes. Raises OSError."""
        return self.path.read_bytes() if self.data is None else self.data

    def entries(self) -> Entries | None:
        """What a small file says of each key; None for one that is large, or cannot be read here."""
        data = small(self.path) if self.data is None else self.data
        return None if data is None else entries_of(data, str(self.path))

    def written(self) -> Path:
        """*path*, where it is from now on. Raises StorageFull."""
        data, self.data = self.data, None
        if data is not None:
            with disk_checked(str(self.path)):
                self.path.write_bytes(data)
        return self.path

    def discard(self) -> None:
        """Remove the copy, if it has not been moved away."""
        if self.data is None:
            self.path.unlink(missing_ok=True)


@dataclass(frozen=True, slots=True)
class Staged:
    """The files of consecutive versions, oldest first."""

    manifests: tuple[Manifest, ...]
    files: tuple[StagedFile, ...]

    @property
    def shards(self) -> list[int]:
        """Shards that get something."""
        return sorted({staged.file.shard for staged in self.files})

    def paths(self, shard: int) -> list[Path]:
        """The copies for one shard, oldest first. Raises StorageFull."""
        return [staged.written() for staged in self.files if staged.file.shard == shard]

    def discard(self) -> None:
        """Remove the copies that have not been moved away."""
        for staged in self.files:
            staged.discard()


def chunks(versions: Sequence[int]) -> Iterator[Sequence[int]]:
    """*versions* in the portions in which they are staged."""
    for start in range(0, len(versions), CHUNK_VERSIONS):
        yield versions[start : start + CHUNK_VERSIONS]


def plan(folder: ViewFolder, top: int, applied: int, bad_bases: Collection[int], *, rebuild: bool) -> Plan:
    """How to get from *applied* to *top*, without *bad_bases*. Raises BadVersion for *top*."""
    head = read_manifest(folder, top)
    fresh = rebuild or head.base > applied or applied == 0
    if not fresh and top - applied <= BEHIND_VERSIONS_MAX and folder.has(applied + 1):
        return Plan(tuple(range(applied + 1, top + 1)), fresh=False)
    base = start_of(folder, head, bad_bases)
    if base is not None and (fresh or base.version - applied > BEHIND_VERSIONS_MAX or not folder.has(applied + 1)):
        return Plan(tuple(range(base.version + 1, top + 1)), True, base)
    return Plan(tuple(range(max(1, head.base) if fresh else applied + 1, top + 1)), fresh)


def start_of(folder: ViewFolder, head: Manifest, bad_bases: Collection[int] = ()) -> Base | None:
    """The base to begin with in order to get what *head*'s version shows; None where the log is to be read from where content
    starts."""
    base = folder.newest_base(head.version, bad_bases)
    is_of_view = base is not None and (head.view_id is None or base.view_id == head.view_id)
    return base if base is not None and is_of_view and base.version >= head.base else None


def read_manifest(folder: ViewFolder, version: int) -> Manifest:
    """Raises BadVersion when it is missing, corrupt or of a newer format."""
    try:
        return folder.manifest(version)
    except (CorruptFile, UnsupportedFormat) as error:
        raise BadVersion(version, error) from error
    except ViewNotFound as error:
        raise BadVersion(version, folder.missing(version)) from error


def stage(
    folder: ViewFolder, store: StoreFolder, versions: Sequence[int], rejected: Mapping[str, StateStoreError], wants: Wants
) -> tuple[Staged, BadVersion | None]:
    """As many of *versions* as can be had, and what is wrong with the next one; of their files those that *wants* names.

    *rejected* are known bad files, by checksum. Raises StorageFull, OSError and what *wants* raises, with nothing left behind.
    """
    manifests: list[Manifest] = []
    fault: BadVersion | None = None
    try:
        manifests += each(partial(read_manifest, folder), versions, folder.storage.at_once)
    except BadVersion as error:
        fault = error
    files, bad = _fetch_all(folder, store, manifests, rejected, wants)
    return Staged(tuple(m for m in manifests if bad is None or m.version < bad.version), files), bad or fault


def stage_base(folder: ViewFolder, store: StoreFolder, base: Base, rejected: Mapping[str, StateStoreError], wants: Wants) -> Staged:
    """The files of *base* that *wants* names. Raises BadVersion, and what stage() raises, with nothing left behind."""
    files, bad = _fetch_all(folder, store, [replace(base.manifest, files=base.files)], rejected, wants)
    if bad is not None:
        raise bad
    return Staged((base.manifest,), files)


def _fetch_all(
    folder: ViewFolder,
    store: StoreFolder,
    manifests: Sequence[Manifest],
    rejected: Mapping[str, StateStoreError],
    wants: Wants,
) -> tuple[tuple[StagedFile, ...], BadVersion | None]:
    """All wanted files of the versions before the first bad one, and that."""
    got: list[StagedFile] = []
    are_few = sum(file.rows + file.deletes for manifest in manifests for file in manifest.files) <= MEMORY_ENTRIES_MAX

    def wanted() -> Iterator[StagedFile]:
        for manifest in manifests:
            for file in manifest.files:
                if wants(file):
                    got.append(StagedFile(store.work_path(".sst"), file, manifest.version))
                    yield got[-1]

    def fetch(staged: StagedFile) -> None:
        store.check_open()
        if staged.file.checksum in rejected:
            raise BadVersion(staged.version, rejected[staged.file.checksum])
        try:
            if are_few and staged.file.bytes <= SMALL_BYTES_MAX:
                staged.data = folder.contents(staged.file)
            else:
                folder.fetch(staged.file, staged.path)
        except (CorruptFile, UnsupportedFormat) as error:
            raise BadVersion(staged.version, error) from error

    try:
        for _ in each(fetch, wanted(), folder.storage.at_once):
            pass
    except BadVersion as error:
        for staged in got:
            if staged.version >= error.version:
                staged.discard()
        return tuple(staged for staged in got if staged.version < error.version), error
    except BaseException:
        for staged in got:
            staged.discard()
        raise
    return tuple(got), None
