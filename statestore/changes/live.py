"""What each next version of a view changes, from a node's own rows: nothing but the version's small files is read again.

The node has both versions, so a row as it was is one get. Where no list of what was written can be had (the content was replaced,
vacuum was faster, a state store wrote a snapshot) the two are compared, row by row.

Of a view whose rows expire the keys of those that are about to are kept by their times; the shards are scanned for them when the
time has come to where they were looked for, which is further ahead each time than a version goes.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from statestore.changes.expiring import DueRows
from statestore.changes.walk import Change, SameRow, replaced, upserted
from statestore.errors import CorruptFile, VersionNotKept
from statestore.node.changes import ShardChanges
from statestore.node.shard import BATCH_ROWS
from statestore.node.version import ViewVersion
from statestore.rows import LiveRows

#: Rows are looked for that expire within so many times what time has gone on with a version.
_AHEAD: Final = 64


class LiveChanges:
    """Goes from the version *at* to each next one. Used by one thread at a time."""

    def __init__(self, at: ViewVersion) -> None:
        self.at = at
        self._same = SameRow(at.schema)
        self._due: dict[int, DueRows] = {}
        #: Until when those are known that expire.
        self._known: LiveRows | None = None

    def step(self, to: ViewVersion, *, changes_max: int = BATCH_ROWS) -> Iterator[tuple[int, list[Change]]]:
        """What *to*, the version after *at*, changes in the shards that both hold: (shard, some changes). To be read to its end.

        Raises CorruptFile, StorageFull, StateStoreError; then all has to begin anew.
        """
        at, self.at = self.at, to
        assert (at.incarnation, at.version + 1) == (to.incarnation, to.version), "it follows"
        if to.schema is not at.schema:
            self._same = SameRow(to.schema)
        if to.schema is not at.schema or to.held != at.held:
            self._due, self._known = {}, None
        shards = sorted(at.held & to.held)
        expiring = self._look_ahead(at, to)
        for shard, changes in self._written(at, to, shards, expiring):
            walk = self._walk(at, to, shard, changes)
            while found := list(islice(walk, changes_max)):
                yield shard, found

    def _walk(self, at: ViewVersion, to: ViewVersion, shard: int, changes: ShardChanges | None) -> Iterator[Change]:
        before, after = at.shards[shard], to.shards[shard]
        live = to.shape.live_rows(to.manifest)
        due = self._due.get(shard) or DueRows(None, None)
        if changes is not None:
            return upserted(before, [(changes.keys, changes.values)], live, due, self._same)
        items = (item for batch in after.scan_items() for item in batch)
        if self._known is not None:
            self._due.pop(shard, None)  # looked for anew with the next version
            self._known = None
        return replaced(before, items, self._same)

    def _written(
        self, at: ViewVersion, to: ViewVersion, shards: list[int], expiring: frozenset[int]
    ) -> Iterator[tuple[int, ShardChanges | None]]:
        """Shards with what was written to them; None: nobody knows."""
        assert to.manifest is not None, "it follows another one"
        told = None if to.manifest.mode == "replace" else to.changed_items(at.version)
        if told is None:
            yield from ((shard, None) for shard in shards)
            return
        seen = set[int]()
        try:
            for changes in told:
                if changes.shard in shards:
                    seen.add(changes.shard)
                    yield changes.shard, changes
        except (CorruptFile, VersionNotKept):  # of the root's files: the rows are here
            yield from ((shard, None) for shard in shards if shard not in seen)
            return
        for shard in shards:
            if shard not in seen and shard in told.unknown:
                yield shard, None
            elif shard not in seen and shard in expiring:
                yield shard, ShardChanges(shard, [], [])

    def _look_ahead(self, at: ViewVersion, to: ViewVersion) -> frozenset[int]:
        """Know of the rows that expire with *to*; the shards that may have some."""
        before, live = at.shape.live_rows(at.manifest), to.shape.live_rows(to.manifest)
        if live is None or (before is not None and live.before_us <= before.before_us):
            return frozenset()
        if self._known is None or live.before_us > self._known.before_us:
            gone_on_us = live.before_us - before.before_us if before is not None else 0
            self._known = LiveRows(to.schema, live.before_us + _AHEAD * gone_on_us)
            self._due = {shard: DueRows(self._known, before) for shard in at.held & to.held}
            for shard, due in self._due.items():
                for items in at.shards[shard].scan_items():
                    due.add(items)
        return frozenset(self._due)
