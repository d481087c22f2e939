"""What a node holds of one view: a generation of databases on its disk, the position that says how far they are, and what lies
over them in memory (overlay.py).

A damaged database is removed, and the position goes on to name its shard: that its folder is missing tells the next process, too.
"""

from __future__ import annotations

import logging
import os
import shutil
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Final

from statestore.errors import CorruptFile, ShardDamaged
from statestore.node.generation import DamagedStore, Generation, generation_name
from statestore.node.holding import Held
from statestore.node.layout import StoreFolder
from statestore.node.overlaid_shard import OverlaidShard
from statestore.node.overlay import Overlay, overlaid
from statestore.node.pending import Staged
from statestore.node.position import Head, Position, digest, read_position, write_position
from statestore.node.shard import Shard
from statestore.node.small_files import Entries, write_entries
from statestore.views.manifest import Manifest, ShardFile

_log: Final = logging.getLogger("tidegate.store")


class LocalCopy:
    """Under the folder *path*. The steps of replica.py that touch the disk are here. Used by one thread at a time."""

    def __init__(self, store: StoreFolder, view: str, told: Callable[[], None]) -> None:
        """*told* is called, in any thread, when damage has been found that nobody waits for: see shed()."""
        self.position: Position | None = None
        self.generation: Generation | None = None
        self._path = store.view(view)
        self._store = store
        self._view = view
        self._told = told
        self._written: Position | None = None
        self._superseded: list[Generation] = []
        self._generations_made = 0
        self._overlay: Overlay | None = None
        #: Of each shard, a handle on what its database holds now.
        self._bases: dict[int, Shard] = {}
        #: Shards that are not as they were in the version that was frozen last; None is all of them.
        self._changed: set[int] | None = None
        self._known_rows: dict[int, int] = {}
        self._opened = False

    @property
    def applied(self) -> int:
        """The version that is here; 0 is none."""
        if self._overlay is not None:
            return self._overlay.head.version
        return self.position.applied if self.position else 0

    @property
    def settled(self) -> bool:
        """Whether all databases hold exactly one version."""
        return self.position is None or self.position.settled

    @property
    def is_due(self) -> bool:
        """Whether settle() has something to give the databases."""
        return self._overlay is not None and self._overlay.is_due(self._store.options.overlay_versions_max)

    def in_memory(self, file: ShardFile) -> Entries | None:
        """What a file of a version that lies over the databases says; None of others. Any thread."""
        overlay = self._overlay
        return None if overlay is None else overlay.files.get(file.checksum)

    @property
    def damaged(self) -> Mapping[int, ShardDamaged]:
        """Shards that are not here because their databases were damaged, and what readers are told."""
        return self.generation.damaged if self.generation else {}

    @property
    def has_found_damage(self) -> bool:
        """Whether there is something for shed() to do."""
        return self.generation is not None and bool(self.generation.found_damaged)

    def shed(self) -> None:
        """Remove the databases that have been found damaged; add() brings their shards back. Raises OSError."""
        if self.generation is None:
            return
        for shard in self.generation.found_damaged:
            name = shard_name(self._view, shard)
            told = self.generation.give_up(shard, name)
            self._forget((shard,))
            _log.error("%s is fetched anew: %s (%s)", name, told.message, told.detail)

    def is_beyond(self, version: int) -> bool:
        """Whether some shards may hold more than *version* already, so that it can only be had from a fresh generation."""
        return self.position is not None and max(self.position.applying, self.applied) > version > 0

    def open(self) -> None:
        """Find what an earlier process left; once. Raises UnsupportedFormat."""
        if self._opened:
            return
        self.position = self._written = at = self._read_position()
        self._remove_leftovers()
        self._opened = True
        if at:
            self._generations_made = at.generation
            self.generation = Generation(self._store, self._path, at.generation, at.shards, at.held, self._told)
            self.generation.remove_strangers()

    def fresh(self, held: Held) -> Generation:
        """An empty generation of the shards *held* beside the one that counts. Raises StorageFull."""
        self._generations_made += 1
        return Generation(self._store, self._path, self._generations_made, held=held, told=self._told).make()

    def add(self, made: Generation, shards: frozenset[int], held: Held, rows: Mapping[int, int]) -> None:
        """Take *shards*, which *made* has at the applied version: they are new among those that are now *held*, or were damaged.

        *rows* are what is known of their numbers. Raises StorageFull, DamagedStore, OSError.
        """
        assert self.generation is not None
        self._flush()  # all have to be as far as the new ones
        self.generation.take(made, shards)
        self._forget(shards)
        self._hold(self.generation, held)
        self._known_rows.update(rows)
        self._note_changed(shards)

    def drop(self, shards: frozenset[int], held: Held) -> None:
        """Hold *shards* no longer. Their databases go when that is written down, after the next version was published."""
        assert self.generation is not None
        self.generation.release(shards)
        self._forget(shards)
        self._hold(self.generation, held)

    def ingest(self, target: Generation, staged: Staged) -> None:
        """Take the files into *target*: this copy's generation, or a fresh one, which then takes its place. Of this generation
        small ones are read into memory instead, once one of its versions has been frozen.

        Raises StorageFull, RejectedFile, DamagedStore; the position then tells that shards may be ahead.
        """
        head = staged.manifests[-1]
        if target is self.generation:
            if self._gathers() and (over := overlaid(self._overlay, staged)):
                self._overlay = over
                self._note_changed(staged.shards)
                return
            self._flush()
            self._intend(head)
        target.ingest_all(staged)
        self._known_rows = {} if target.used else rows_of(staged)
        target.used = True
        if target is not self.generation:
            self._adopt(target)
        else:
            self._note_ingested(staged.shards)
        self._reach(target, head)

    def freeze(self, number: int, before: Shard | None) -> Shard:
        """The shard as it is now; *before*, as it was in the version before, if nothing has changed since. Raises StorageFull,
        DamagedStore."""
        if before is not None and self._changed is not None and number not in self._changed:
            return before
        if self.generation is None:
            return Shard(number, shard_name(self._view, number), None)
        base = self._base(number)
        entries = self._overlay.shards.get(number) if self._overlay else None
        return OverlaidShard(base, entries) if entries else base

    def frozen(self) -> None:
        """All shards have been frozen: from here on only what is ingested later is out of date."""
        self._changed = set()

    def settle(self, head: Head | None, *, flush: bool = False) -> None:
        """Note how far the databases are, and remove what they took the place of. Raises StorageFull, DamagedStore.

        *head* is that of the version that was made of them last; another one's is not noted. Before that the
        databases take what lies over them, if it is due or *flush*.
        """
        if self._overlay is not None and (flush or self.is_due or not self.settled):
            written, was_settled = self._overlay.shards, self.settled
            self._flush()
            for shard in written:
                self._base(shard)  # now, and not on the next version's way
            if not was_settled:
                self._told()  # shards that were damaged wait for that
        if self.position and head and head.manifest.version == self.position.applied:
            self.position = replace(self.position, head=head)
        if self.position is not None and self.position != self._written:
            self._write(self.position)
        if self.settled:
            while self._superseded:
                self._superseded.pop().remove()
            if self.generation:
                self.generation.sweep()

    def discard(self) -> None:
        """What the databases hold counts for nothing any more; handles that were made of them do."""
        if self.generation:
            self.generation.close()
            self._superseded.append(self.generation)
        self.generation, self.position, self._changed, self._overlay = None, None, None, None
        self._bases.clear()

    @property
    def live(self) -> int:
        """How many databases are open for ingesting."""
        return self.generation.live if self.generation else 0

    @property
    def is_compacting(self) -> bool:
        """Whether closing them would end a compaction."""
        return self.generation is not None and self.generation.is_compacting

    def close(self) -> None:
        """Close the databases; they open again when they are next needed."""
        for generation in (*self._superseded, self.generation):
            if generation:
                generation.close()

    def _read_position(self) -> Position | None:
        try:
            return read_position(self._path)
        except CorruptFile as error:
            _log.warning("%s; the view is copied from the root again", error.message)
            return None

    def _remove_leftovers(self) -> None:
        """Generations that were being built or had been replaced when the process died."""
        keep = self.position and generation_name(self.position.generation)
        for name in os.listdir(self._path) if self._path.is_dir() else ():
            if name.startswith("g") and name != keep:
                shutil.rmtree(self._path / name, ignore_errors=True)

    def _gathers(self) -> bool:
        """Whether versions may lie over the databases."""
        return self.settled and self._changed is not None and self._store.options.overlay_versions_max > 0

    def _base(self, number: int) -> Shard:
        """What the shard's database holds."""
        assert self.generation is not None
        if number not in self._bases:
            self._bases[number] = self.generation.freeze(number, shard_name(self._view, number), self._known_rows.get(number))
        return self._bases[number]

    def _flush(self) -> None:
        """Have the databases take what lies over them. Raises StorageFull, DamagedStore; it is then kept, and the position tells
        that shards may be ahead."""
        overlay = self._overlay
        if overlay is None:
            return
        assert self.generation is not None
        self._intend(overlay.head)
        for shard, entries in overlay.shards.items():
            path = write_entries(self._store.work_path(".sst"), entries)
            try:
                self.generation.ingest(shard, [path])
            except DamagedStore:
                self._told()
                raise
            finally:
                path.unlink(missing_ok=True)
        self._overlay, self._known_rows = None, {}
        self._note_ingested(overlay.shards)
        self._reach(self.generation, overlay.head)

    def _note_ingested(self, shards: Iterable[int]) -> None:
        for shard in shards:
            self._bases.pop(shard, None)
        self._note_changed(shards)

    def _note_changed(self, shards: Iterable[int]) -> None:
        if self._changed is not None:
            self._changed.update(shards)

    def _forget(self, shards: Iterable[int]) -> None:
        """Their databases are no longer here, or others."""
        for shard in shards:
            self._bases.pop(shard, None)
            self._known_rows.pop(shard, None)
        if self._overlay is not None:
            self._overlay = self._overlay.without(shards)

    def _intend(self, head: Manifest) -> None:
        assert self.position is not None
        self._write(replace(self.position, applying=max(self.position.applying, head.version)))

    def _adopt(self, target: Generation) -> None:
        """From now on *target* counts. The old generation goes when a version made of the new one has been published."""
        if self.generation:
            self._superseded.append(self.generation)
        self.generation, self._changed, self._overlay = target, None, None
        self._bases.clear()

    def _reach(self, target: Generation, head: Manifest) -> None:
        ahead = self.position.applying if self.position and self.position.generation == target.number else 0
        applying = max(ahead, head.version)
        self.position = Position(target.number, head.version, applying, digest(head), target.shards, target.held)

    def _hold(self, generation: Generation, held: Held) -> None:
        generation.held = held
        if self.position:
            self.position = replace(self.position, shards=generation.shards, held=held)

    def _write(self, position: Position) -> None:
        self._path.mkdir(exist_ok=True)
        write_position(self._path, position)
        self.position = self._written = position


def shard_name(view: str, shard: int) -> str:
    """For messages."""
    return f"{view} shard {shard}"


def rows_of(staged: Staged) -> dict[int, int]:
    """Live rows per shard after these files went into empty databases: known if they are all of one version."""
    if len(staged.manifests) > 1:
        return {}
    return {shard: sum(s.file.rows for s in staged.files if s.file.shard == shard) for shard in staged.shards}
