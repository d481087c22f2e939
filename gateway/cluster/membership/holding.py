"""Which shards this node holds: those that are placed here, and those that it has and nobody else can be relied on for yet.

A shard that is placed elsewhere goes in steps, so that at every moment somebody has it:

    held ─all placed live nodes confirm it→ leaving ─after LEAVE_GRACE_S they still do→ dropping ─the store has let go→ gone
      └←──────── no longer so ────────────────┘

- *leaving*: no longer advertised, so that no new fragments come; still there for those on their way. May be taken back.
  The others have to go on holding the shard meanwhile; that they are a version behind now and then does not matter any more.
- *dropping*: the store is told. No way back before it has let go; only then the shard may be asked for again.

A placed node *confirms* a shard with a status that was asked for after this node's placement last changed, that advertises the
shard at this node's version or later, and that was made under the same placement. The last condition is what keeps two nodes,
each of which believes that the shard is the other's, from dropping it at the same time: under one placement, one of them keeps it.

It *still* does after the grace with a status that was asked for after it, by the same process all the time: the last status from
before may be as old as a heartbeat, and a process that took the other's place since may have another disk. What is lost after that
last question no node can know of; it is then restored from the log, as it is when an owner loses its disk a moment after the drop.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from gateway.cluster.membership.peer import Peer
from gateway.cluster.membership.placing import Placement
from gateway.cluster.membership.ports import HeldView, NodeStore
from gateway.cluster.membership.roster import Roster
from gateway.cluster.membership.status import ViewStatus
from statestore.schema import ViewSchema
from statestore.version_id import VersionId

#: How long a shard can still be read after it was last advertised: longer than a heartbeat and the way of a fragment.
LEAVE_GRACE_S: Final = 1.0

#: Statuses change all the time; what follows from them is looked at this often at most.
UPDATE_EVERY_S: Final = 0.05

_NOTHING: Final[frozenset[int]] = frozenset()


class ShardHolder:
    """Decides, tells the store, and says what to advertise. Belongs to one event loop, but for holding()."""

    def __init__(self, roster: Roster, store: NodeStore) -> None:
        self._roster = roster
        self._store = store
        self._loop = asyncio.get_running_loop()
        self._name = roster.identity.name
        self._views: dict[str, _ViewHolding] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._due = self._stopped = False
        self._next_update_s = self._loop.time()
        #: Replaced and never changed, because the store reads them in its own thread.
        self._answers: Mapping[str, _Answer] = {}
        self._placement: Placement = roster.placement

    def holding(self, schema: ViewSchema, held: frozenset[int] = _NOTHING) -> frozenset[int]:
        """The shards of a view that this node should hold; *held* are those that the store has of it at this moment.

        For any thread. Of *held*, which may be ahead of what was last decided on, nothing goes but what is dropping.
        """
        answer = self._answers.get(schema.name)
        if answer is not None and answer.group == schema.colocation_group:
            return (answer.shards | held) - answer.dropping
        return self._placement.wanted(schema, self._name) | held

    def advertised(self, view: str, status: ViewStatus) -> ViewStatus:
        """What to tell other nodes of a view: without the shards that are leaving."""
        known = self._views.get(view)
        gone = known.leaving.keys() | known.dropping if known else _NOTHING
        return ViewStatus(status.kept, status.shards - gone, status.schema) if gone else status

    def update_soon(self) -> None:
        """Something has changed: members, statuses, or what the store has. Several calls at once are one update."""
        if not self._due:
            self._due = True
            self._loop.call_at(self._next_update_s, self._update)

    def stop(self) -> None:
        """No further updates."""
        self._stopped = True
        if self._timer:
            self._timer.cancel()

    def _update(self) -> None:
        if self._stopped:
            return
        self._due = False
        self._next_update_s = self._loop.time() + UPDATE_EVERY_S
        self._placement = self._roster.placement
        answers: dict[str, _Answer] = {}
        for name in self._store.names():
            view = self._store.view(name)
            if view is not None:
                state = self._views.setdefault(name, _ViewHolding({}, set()))
                shards = self._decide(view, state)
                answers[name] = _Answer(view.schema.colocation_group, shards, frozenset(state.dropping))
        for gone in self._views.keys() - answers.keys():
            del self._views[gone]
        if answers != self._answers:
            self._answers = answers
            self._store.rehold()

    def _decide(self, view: HeldView, state: _ViewHolding) -> frozenset[int]:
        held = view.status.shards
        placement = self._roster.placement
        wanted = placement.wanted(view.schema, self._name) if placement.members else held
        extra = held - wanted
        state.dropping &= held
        state.leaving = {shard: confirmed for shard, confirmed in state.leaving.items() if shard in extra}
        for shard in extra - state.dropping:
            self._let_go(view, shard, state)
        return (wanted | held) - state.dropping

    def _let_go(self, view: HeldView, shard: int, state: _ViewHolding) -> None:
        """Take a shard that is placed elsewhere one step further, or back."""
        now_s = self._loop.time()
        since_s, version = state.leaving.get(shard, (now_s, view.status.current))
        owners = self._owners(view, shard)
        if not self._confirmed(owners, view, shard, version):
            state.leaving.pop(shard, None)
            return
        since_s = max([since_s, *(peer.run_since_s for peer in owners)])
        state.leaving[shard] = since_s, version
        if self._asked_since(owners, since_s + LEAVE_GRACE_S):
            del state.leaving[shard]
            state.dropping.add(shard)
        else:
            self._look_again_at(max(since_s + LEAVE_GRACE_S, now_s + UPDATE_EVERY_S))

    def _owners(self, view: HeldView, shard: int) -> list[Peer]:
        """The nodes where the shard is placed, but for those that are dead."""
        placed = [self._roster.peer(name) for name in self._roster.placement.placed(view.schema, shard)]
        return [peer for peer in placed if peer is not None and peer.state != "dead"]

    @staticmethod
    def _asked_since(owners: Sequence[Peer], when_s: float) -> bool:
        """Is what they said last an answer to a question from after *when_s*?"""
        return all(peer.asked_s >= when_s for peer in owners)

    def _confirmed(self, owners: Sequence[Peer], view: HeldView, shard: int, version: VersionId) -> bool:
        """Do all *owners* have the shard at *version* or later, one at least?"""
        return bool(owners) and all(self._confirms(peer, view, shard, version) for peer in owners)

    def _confirms(self, peer: Peer, view: HeldView, shard: int, version: VersionId) -> bool:
        status = peer.status
        if status is None or peer.state != "alive" or status.state != "serving" or peer.asked_s < self._roster.placed_s:
            return False
        theirs = status.views.get(view.schema.name)
        return (
            theirs is not None
            and status.placement == self._roster.placement.fingerprint
            and shard in theirs.shards
            and theirs.schema == view.status.schema
            and theirs.current.view_id == version.view_id
            and theirs.version >= version.version
            and theirs.committed_at_us >= version.committed_at_us
        )

    def _look_again_at(self, when_s: float) -> None:
        if self._timer is not None and self._timer.when() <= when_s:
            return
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._loop.call_at(when_s, self._look_again)

    def _look_again(self) -> None:
        # Not told from one to come by the time: uvloop's timers are of whole milliseconds, and may be early.
        self._timer = None
        self.update_soon()


@dataclass(frozen=True, slots=True)
class _Answer:
    """What was decided of a view of a co-location group: the shards to hold, and those to drop."""

    group: str
    shards: frozenset[int]
    dropping: frozenset[int]


class _ViewHolding:
    """Shards of one view on their way out: *leaving* since when (loop's time) and confirmed at which version; *dropping*."""

    __slots__ = ("dropping", "leaving")

    def __init__(self, leaving: dict[int, tuple[float, VersionId]], dropping: set[int]) -> None:
        self.leaving = leaving
        self.dropping = dropping
