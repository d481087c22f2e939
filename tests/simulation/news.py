"""What one process has been told by the others, and what of that it went by when it let go of a shard."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from gateway.cluster.membership.holding import LEAVE_GRACE_S
from gateway.cluster.membership.ports import NodeStore
from gateway.cluster.membership.roster import DEAD_AFTER_S
from gateway.cluster.membership.status import NodeStatus
from gateway.config import Address
from tests.simulation.store import Disk, Holding

Shard = tuple[str, int]


@dataclass(frozen=True)
class Answer:
    """The last answer from an address: the disk of whoever gave it; None if it was none that a node may go by."""

    asked_s: float
    heard_s: float
    disk: Disk | None


@dataclass(frozen=True)
class Decision:
    """A shard is to be dropped: when that was decided, and all last answers at that moment."""

    made_s: float
    answers: Mapping[Address, Answer]


class News:
    """All that is known of a process in this respect."""

    def __init__(self) -> None:
        self._answers: dict[Address, Answer] = {}
        self._advertised_s: dict[Shard, float] = {}
        self._decisions: dict[Shard, Decision] = {}

    def answered(self, address: Address, asked_s: float, now_s: float, disk: Disk | None) -> None:
        """A heartbeat has ended. One that failed leaves nothing to go by; an answer to an older question says nothing new."""
        last = self._answers.get(address)
        if disk is None:
            if last is not None:
                self._answers[address] = replace(last, disk=None)
        elif last is None or asked_s >= last.asked_s:
            self._answers[address] = Answer(asked_s, now_s, disk)

    def told(self, status: NodeStatus, now_s: float) -> None:
        """The process has answered a heartbeat itself."""
        for name, view in status.views.items():
            self._advertised_s.update(dict.fromkeys(((name, shard) for shard in view.shards), now_s))

    def decided(self, store: NodeStore, holding: Holding, now_s: float) -> None:
        """What is to be held has changed."""
        for name in store.names():
            view = store.view(name)
            held = view.status.shards if view else frozenset()
            kept = holding(view.schema, held) if view else held
            for shard in held:
                if shard in kept:
                    self._decisions.pop((name, shard), None)
                else:
                    self._decisions.setdefault((name, shard), Decision(now_s, dict(self._answers)))

    def relied_on(self, view: str, shard: int) -> Iterator[Disk]:
        """The disks of those who may have been relied on when it was decided to drop the shard.

        They had answered lately, and to a question that was asked when the shard had not been advertised for the whole grace.
        """
        decision = self._decisions.get((view, shard))
        if decision is None:
            return
        since_s = self._advertised_s.get((view, shard), float("-inf")) + LEAVE_GRACE_S
        for answer in decision.answers.values():
            if answer.disk is not None and answer.asked_s >= since_s and decision.made_s - answer.heard_s < DEAD_AFTER_S:
                yield answer.disk
