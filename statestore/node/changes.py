"""What changed between two versions, for a copy that is kept elsewhere: read from the versions' own files.

The files are what was committed, so this costs the size of the changes, whatever the size of the view. RocksDB cannot
be asked: its iterators do not show tombstones, and comparing two versions key by key reads both whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from statestore.errors import CorruptFile, UnsupportedFormat, VersionNotKept, ViewNotFound
from statestore.node.position import digest
from statestore.node.small_files import Entries
from statestore.node.sst_reader import read_entries
from statestore.views.folder import ViewFolder
from statestore.views.manifest import Manifest, ShardFile


@dataclass(frozen=True, slots=True)
class ShardChanges:
    """Keys of one shard, ascending, and the value each holds at the later version; None is a key that is gone."""

    shard: int
    keys: list[bytes]
    values: list[bytes | None]


@dataclass(frozen=True, slots=True)
class Changes:
    """All that was written to *shards* after *after_version* up to another. *entries* bounds the number of keys from above."""

    source: LogSource
    after_version: int
    manifests: tuple[Manifest, ...]
    shards: frozenset[int]

    @property
    def unknown(self) -> frozenset[int]:
        """None: all is in the files."""
        return frozenset()

    @property
    def entries(self) -> int:
        """Rows and tombstones in the files; a key that several versions write counts as often."""
        return sum(file.rows + file.deletes for m in self.manifests for file in m.files if file.shard in self.shards)

    def __iter__(self) -> Iterator[ShardChanges]:
        """One shard after the other, those without changes left out. Holds the changes of one shard at a time.

        Raises CorruptFile; UnsupportedFormat for files that only RocksDB itself can read; VersionNotKept where vacuum
        deletes them meanwhile.
        """
        for shard in sorted({file.shard for manifest in self.manifests for file in manifest.files} & self.shards):
            yield self.of_shard(shard)

    def entries_of(self, shard: int) -> int:
        """The part of *entries* that is in one shard."""
        return sum(file.rows + file.deletes for manifest in self.manifests for file in manifest.files_of(shard))

    def of_shard(self, shard: int) -> ShardChanges:
        """The changes of one shard. Raises as __iter__ does."""
        files = [file for manifest in self.manifests for file in manifest.files_of(shard)]
        if len(files) == 1:
            return ShardChanges(shard, *self.read(files[0]))
        merged: dict[bytes, bytes | None] = {}
        for file in files:
            merged.update(zip(*self.read(file), strict=True))
        keys = sorted(merged)
        return ShardChanges(shard, keys, [merged[key] for key in keys])

    def read(self, file: ShardFile) -> tuple[list[bytes], list[bytes | None]]:
        """Keys and values of one of the versions' files. Raises as __iter__ does."""
        try:
            return self.source.read(file)
        except CorruptFile as error:
            if self.source.has_all_after(self.after_version):
                raise
            what = f"what has changed in view {self.source.folder.name} since version {self.after_version}"
            raise VersionNotKept(f"{what} is no longer kept", detail=error.message) from error


@dataclass(frozen=True, slots=True)
class LogSource:
    """Where the files of a view's versions are; *in_memory* knows what some of the newest say, key by key in their order."""

    folder: ViewFolder
    in_memory: Callable[[ShardFile], Entries | None]

    def changes(self, after_version: int, head: Manifest, shards: frozenset[int]) -> Changes | None:
        """What the versions after *after_version* up to *head* wrote to *shards*; None when the log does not tell."""
        if head.base > after_version:
            return None
        try:
            if after_version < head.version and not self.has_all_after(after_version):
                return None
            between = [self.folder.manifest(version) for version in range(after_version + 1, head.version)]
        except (CorruptFile, UnsupportedFormat, ViewNotFound, OSError):
            return None
        return Changes(self, after_version, (*between, head) if after_version < head.version else (), shards)

    def has_all_after(self, version: int) -> bool:
        """Whether the log has it, and so the files of all versions after it; those of where the log begins are a base's."""
        return self.folder.has(version)

    def digest(self, version: int, head: Manifest) -> str:
        """That of the version's manifest; "" when the log does not have it."""
        try:
            return digest(head if version == head.version else self.folder.manifest(version))
        except (CorruptFile, UnsupportedFormat, ViewNotFound):
            return ""

    def read(self, file: ShardFile) -> tuple[list[bytes], list[bytes | None]]:
        """Keys and values of one file, which is verified again where it has to be read."""
        if (found := self.in_memory(file)) is not None:
            return list(found), list(found.values())
        return read_entries(self.folder.contents(file), self.folder.path_of(file))
