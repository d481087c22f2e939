"""What each next version of a view changes, from a node's own rows: nothing but the version's small files is read again.

The node has both versions, so a row as it was is one get. Where no list of what was written can be had (the content was replaced,
vacuum was faster, a state store wrote a snapshot) the two are compared, row by row.

Of a view whose rows expire the keys of those that are about to are kept by their times; the shards are scanned for them when the
time has come to where they were looked for, which is further ahead each time than a version goes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

from statestore.changes.expiring import DueRows
from statestore.changes.walk import Change, SameRow, compared, keyed, replaced, upserted
from statestore.errors import StateStoreError
from statestore.node.changes import Changes, ShardChanges
from statestore.node.overlaid_shard import multi_get_over
from statestore.node.shard import BATCH_ROWS, Shard
from statestore.node.version import ViewVersion
from statestore.rows import LiveRows
from statestore.views.manifest import Manifest


@dataclass(frozen=True, slots=True)
class _Since:
    """The rows of a shard with what has been written since. Implements Before."""

    rows: Shard
    written: dict[bytes, bytes | None] = field(default_factory=dict)

    def rows_of(self, ids: Sequence[bytes], /) -> list[bytes | None]:
        """See Before."""
        return multi_get_over(self.written, ids, self.rows.rows_of)


#: Rows are looked for that expire within so many times what time has gone on with a version.
_AHEAD: Final = 64


class LiveChanges:
    """Goes from the version *at* to each next one. Used by one thread at a time."""

    def __init__(self, at: ViewVersion, shards: frozenset[int] | None = None) -> None:
        """*shards*: of no others is anything told."""
        self.at = at
        self._wanted = at.shape.every_shard if shards is None else shards
        self._same = SameRow(at.schema)
        self._due: dict[int, DueRows] = {}
        #: Until when those are known that expire.
        self._known: LiveRows | None = None

    def step(self, to: ViewVersion, *, changes_max: int = BATCH_ROWS) -> Iterator[tuple[int, list[Change]]]:
        """What *to*, the version after *at*, changes in the shards that both hold: (shard, some changes). To be read to its end.

        Raises CorruptFile, StateStoreError; then all has to begin anew.
        """
        at, self.at = self.at, to
        assert (at.incarnation, at.version + 1) == (to.incarnation, to.version), "it follows"
        if to.schema is not at.schema:
            self._same = SameRow(to.schema)
        if to.schema is not at.schema or to.held != at.held:
            self._due, self._known = {}, None
        shards = sorted(at.held & to.held & self._wanted)
        expiring = self._look_ahead(at, to)
        for shard, changes in self._written(at, to, shards, expiring):
            walk = self._walk(at, to, shard, changes)
            if not to.schema.ordered:
                walk = keyed(walk, to.shape)
            while found := list(islice(walk, changes_max)):
                yield shard, found

    def leap(self, to: ViewVersion, bytes_max: int) -> Iterator[tuple[Manifest, dict[int, list[Change]]]] | None:
        """What each of the versions behind *at* up to *to* changes, by shard. To be read to its end.

        None, and nothing is known, where that is not all in the versions' files, or these have more than *bytes_max*: content that
        was replaced, rows that expire. Raises CorruptFile, StateStoreError; then all has to begin anew.
        """
        told = to.changed_items(self.at.version)
        if not isinstance(told, Changes) or any(m.mode == "replace" or m.expired is not None for m in told.manifests):
            return None
        if sum(file.bytes for manifest in told.manifests for file in manifest.files) > bytes_max:
            return None
        return self._leap(to, told)

    def _leap(self, to: ViewVersion, told: Changes) -> Iterator[tuple[Manifest, dict[int, list[Change]]]]:
        at, self.at = self.at, to
        self._same, self._due, self._known = SameRow(to.schema), {}, None
        since = {shard: _Since(at.shards[shard]) for shard in sorted(at.held & to.held)}
        for manifest in told.manifests:
            found: dict[int, list[Change]] = {}
            for shard, before in since.items():
                for file in manifest.files_of(shard):
                    keys, values = told.read(file)
                    found.setdefault(shard, []).extend(upserted(before, [(keys, values)], None, DueRows(None, None), self._same))
                    before.written.update(zip(keys, values, strict=True))
            yield manifest, found

    def _walk(self, at: ViewVersion, to: ViewVersion, shard: int, changes: ShardChanges | None) -> Iterator[Change]:
        before, after = at.shards[shard], to.shards[shard]
        live = to.shape.live_rows(to.manifest)
        due = self._due.get(shard) or DueRows(None, None)
        if changes is not None:
            return upserted(before, [(changes.keys, changes.values)], live, due, self._same)
        if not to.schema.ordered:
            return compared(before, after, self._same)
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
        except (StateStoreError, OSError):  # of the root's files: the rows are here
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
