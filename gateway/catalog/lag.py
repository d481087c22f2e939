"""How far a view is behind the topics that it is made from: offsets in its manifest against the brokers' ends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Protocol

from statestore.views.manifest import Sources


class TopicEnds(Protocol):
    """Where topics end, as somebody has asked the brokers in the background."""

    def ends(self, topic: str) -> Mapping[int, int] | None:
        """Partition → offset of the next record; None where that is not known, or was asked too long ago. Never waits."""


class NoTopicEnds:
    """No broker is known."""

    def ends(self, topic: str) -> Mapping[int, int] | None:
        """See TopicEnds."""
        return None


NO_TOPIC_ENDS: Final = NoTopicEnds()


def source_text(sources: Sources) -> str | None:
    """The topics of a view, by name; None for a view that is made from something else."""
    return ", ".join(sorted(sources)) or None


def behind_records(sources: Sources, ends: TopicEnds) -> int | None:
    """Offsets between the view and the ends of its topics; None where it has none or an end is not known.

    A partition that the manifest does not know has been added since, and nothing of it is in the view. Records that a topic has
    compacted away or transactions' markers count as well: an offset is all that can be told without reading.
    """
    if not sources:
        return None
    behind = 0
    for topic, offsets in sources.items():
        found = ends.ends(topic)
        if found is None:
            return None
        behind += sum(max(0, end - offsets.get(partition, 0)) for partition, end in found.items())
    return behind
