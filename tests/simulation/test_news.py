"""What excuses a shard that is dropped and is nowhere else: that it was lost after the last question, and nothing else."""

from __future__ import annotations

from typing import Final

from gateway.cluster.membership.holding import LEAVE_GRACE_S
from gateway.cluster.membership.roster import DEAD_AFTER_S
from gateway.cluster.membership.status import NodeStatus
from gateway.config import Address
from statestore.schema import ViewSchema
from tests.cluster.fakes import FakeStore, at, status
from tests.simulation.news import News
from tests.simulation.store import Disk

THERE: Final = Address("sim", 2)
#: When the shard was last advertised, and when the grace after that is over.
LEAVES_S: Final = 10.0
OVER_S: Final = LEAVES_S + LEAVE_GRACE_S


class Scene:
    """A node that has shard 0 of v."""

    def __init__(self) -> None:
        self.news = News()
        self.disk = Disk()
        self.news.told(self._status(0), LEAVES_S)

    @staticmethod
    def _status(*shards: int) -> NodeStatus:
        return status("a", {"v": at(shards)})

    def hear(self, asked_s: float, heard_s: float, disk: Disk | None = None) -> None:
        """Somebody answers; by default with the disk that counts."""
        self.news.answered(THERE, asked_s, heard_s, disk or self.disk)

    def fail(self, asked_s: float, failed_s: float) -> None:
        """Nobody answers."""
        self.news.answered(THERE, asked_s, failed_s, None)

    def decide(self, now_s: float, *, keep: bool = False) -> None:
        """It is decided what is to be held."""

        def holding(schema: ViewSchema, held: frozenset[int]) -> frozenset[int]:
            return held if keep else frozenset()

        self.news.decided(FakeStore({"v": at({0})}), holding, now_s)

    @property
    def relied_on(self) -> list[Disk]:
        """The disks that count."""
        return list(self.news.relied_on("v", 0))


def test_who_had_the_shard_when_it_was_last_asked_may_have_lost_it_since() -> None:
    scene = Scene()
    scene.hear(OVER_S, OVER_S + 0.01)
    scene.decide(OVER_S + 0.02)
    scene.hear(OVER_S + 0.03, OVER_S + 0.04, Disk())
    scene.decide(OVER_S + 0.05)
    assert scene.relied_on == [scene.disk]


def test_nobody_is_relied_on_without_a_decision_or_after_it_was_taken_back() -> None:
    scene = Scene()
    scene.hear(OVER_S, OVER_S + 0.01)
    assert scene.relied_on == []
    scene.decide(OVER_S + 0.02)
    scene.decide(OVER_S + 0.03, keep=True)
    assert scene.relied_on == []


def test_a_question_from_within_the_grace_is_no_excuse() -> None:
    scene = Scene()
    scene.hear(OVER_S - 0.01, OVER_S)
    scene.decide(OVER_S + 0.01)
    assert scene.relied_on == []


def test_the_grace_counts_from_when_the_shard_was_last_advertised() -> None:
    scene = Scene()
    scene.news.told(status("a", {"v": at({0})}), LEAVES_S + 0.5)
    scene.hear(OVER_S, OVER_S + 0.01)
    scene.decide(OVER_S + 0.02)
    assert scene.relied_on == []


def test_another_disk_that_was_heard_of_before_the_decision_is_the_one_that_counts() -> None:
    scene, empty = Scene(), Disk()
    scene.hear(OVER_S, OVER_S + 0.01)
    scene.hear(OVER_S + 0.02, OVER_S + 0.03, empty)
    scene.hear(OVER_S + 0.01, OVER_S + 0.04)
    scene.decide(OVER_S + 0.05)
    assert scene.relied_on == [empty]


def test_an_answer_before_a_failure_is_no_excuse() -> None:
    scene = Scene()
    scene.hear(OVER_S, OVER_S + 0.01)
    scene.fail(OVER_S + 0.02, OVER_S + 0.03)
    scene.decide(OVER_S + 0.04)
    assert scene.relied_on == []


def test_somebody_who_has_been_silent_for_too_long_cannot_be_relied_on() -> None:
    scene = Scene()
    scene.hear(OVER_S, OVER_S)
    scene.decide(OVER_S + DEAD_AFTER_S + 0.01)
    assert scene.relied_on == []
