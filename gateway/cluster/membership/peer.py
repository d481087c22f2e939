"""One other member, as far as this node knows."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Literal

from gateway.cluster.membership.status import NodeStatus
from gateway.config import Address

MemberState = Literal["unknown", "alive", "suspect", "dead", "refused"]

#: Runs of a process that took the place of each other and are remembered.
_FORMER_RUNS_MAX = 4
#: Two processes that answered in turn are still taken for two, this long after the last turn.
DUPLICATE_CLEAR_S = 1.0


@dataclass(frozen=True, slots=True)
class MemberInfo:
    """A member for tidegate.nodes. *age_s* is how long ago its last heartbeat came; None: never. *why* explains the state."""

    name: str
    address: Address
    state: MemberState
    age_s: float | None
    why: str
    status: NodeStatus | None


@dataclass(slots=True)
class Peer:
    """Changed by the Roster alone. Times are the loop's.

    *status* is the last one that was accepted, *asked_s* when it was asked for; *heard_s* is when the peer last answered
    anything; *added_s* when it became a member.
    """

    name: str
    address: Address
    added_s: float
    lost: asyncio.Future[None]
    state: MemberState = "unknown"
    why: str = "no answer yet"
    status: NodeStatus | None = None
    heard_s: float | None = None
    asked_s: float = float("-inf")
    #: What tells processes of one name apart, and when this one answered first.
    run: str = ""
    run_since_s: float = float("-inf")
    former_runs: list[str] = field(default_factory=list)
    duplicate_until_s: float = float("-inf")

    @property
    def live(self) -> bool:
        """May it be sent fragments?"""
        return self.state in ("alive", "suspect")

    @property
    def rank(self) -> int:
        """Live peers of a lower rank are asked first: those in doubt and those that start or leave come last."""
        serving = self.status is not None and self.status.state == "serving"
        return (0 if self.state == "alive" else 1) + (0 if serving else 2)

    def age_s(self, now_s: float) -> float:
        """How long it has been silent."""
        return now_s - (self.added_s if self.heard_s is None else self.heard_s)

    def take_run(self, run: str, now_s: float) -> bool:
        """Note which process answered; whether two seem to answer in turn. A restart is one change, to a run not seen before."""
        if run != self.run:
            if run in self.former_runs:
                self.duplicate_until_s = now_s + DUPLICATE_CLEAR_S
            if self.run and self.run not in self.former_runs:
                self.former_runs = [*self.former_runs[1 - _FORMER_RUNS_MAX :], self.run]
            self.run, self.run_since_s = run, now_s
        return now_s < self.duplicate_until_s

    def info(self, now_s: float) -> MemberInfo:
        """For people."""
        age_s = None if self.heard_s is None else now_s - self.heard_s
        return MemberInfo(self.name, self.address, self.state, age_s, self.why, self.status)
