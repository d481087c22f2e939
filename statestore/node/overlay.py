"""Small versions that a shard's databases have not taken yet: what they changed is kept in memory, over the databases' handles.

To ingest a file, to sync it and to open the database again costs 2 ms of processor time a shard, with Python's lock in hand, and
as much for 10 rows as for 10,000. So versions of few rows gather here, are visible at once, and are ingested together, after
the last of them has been published. What gathers is bounded; a process that dies takes it from the log again.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from statestore.node.pending import MEMORY_ENTRIES_MAX, Staged
from statestore.node.small_files import Entries
from statestore.views.manifest import Manifest

#: Of what gathers for a view. Every version that is kept has a dictionary of its own of the entries.
OVERLAY_ENTRIES_MAX: Final = 4_096
#: What has gathered is ingested when so long nothing has come: a node that dies and finds no root then serves it.
QUIET_S: Final = 1.0


@dataclass(frozen=True, slots=True)
class Overlay:
    """What the versions up to *head*'s wrote to each shard after those that its database holds; never changed once it is made."""

    shards: Mapping[int, Entries]
    #: What the versions' files say, by checksum.
    files: Mapping[str, Entries]
    head: Manifest
    versions: int
    #: With those of keys that were written several times.
    entries: int
    #: When the last version came; seconds of time.monotonic().
    at_s: float

    @property
    def is_full(self) -> bool:
        """Whether there may be no room for another version."""
        return self.entries > OVERLAY_ENTRIES_MAX - MEMORY_ENTRIES_MAX

    def is_due(self, versions_max: int) -> bool:
        """Whether the databases should take it now; *versions_max* as in the store's options."""
        return self.is_full or self.versions >= versions_max or time.monotonic() - self.at_s >= QUIET_S

    def without(self, shards: Iterable[int]) -> Overlay:
        """The same, but for the databases of *shards*, which are no longer here."""
        gone = frozenset(shards)
        kept = {shard: entries for shard, entries in self.shards.items() if shard not in gone}
        return replace(self, shards=kept)


def overlaid(below: Overlay | None, staged: Staged) -> Overlay | None:
    """*below*, which may be nothing, and the versions of *staged* over it. None where they are not small, or there is no room, or
    a file cannot be read here: RocksDB is to judge that."""
    entries = sum(found.file.rows + found.file.deletes for found in staged.files)
    if entries > MEMORY_ENTRIES_MAX or (below is not None and below.is_full):
        return None
    shards: dict[int, Entries] = dict(below.shards) if below else {}
    files: dict[str, Entries] = dict(below.files) if below else {}
    for shard in staged.shards:
        shards[shard] = dict(shards.get(shard, {}))
    for found in staged.files:
        written = found.entries()
        if written is None:
            return None
        files[found.file.checksum] = written
        shards[found.file.shard] |= written
    versions, earlier = (below.versions, below.entries) if below else (0, 0)
    return Overlay(shards, files, staged.manifests[-1], versions + len(staged.manifests), earlier + entries, time.monotonic())
