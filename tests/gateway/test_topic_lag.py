"""What tidegate.views says of a view and the topics it is made from, with ends that nobody needs a broker for."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from gateway.catalog.lag import NO_TOPIC_ENDS, behind_records, source_text
from statestore.schema import Column, HashPartitioning, ViewSchema
from statestore.types import Int
from statestore.views.publisher import Origin, Publisher
from tests.gateway.harness import Harness


class Ends:
    """Where topics end, as told."""

    def __init__(self, **known: Mapping[int, int]) -> None:
        self.known = known

    def ends(self, topic: str) -> Mapping[int, int] | None:
        return self.known.get(topic)


@pytest.mark.parametrize(
    ("ends", "behind"),
    [
        (Ends(a={0: 10, 1: 5}, b={0: 3}), 0),
        (Ends(a={0: 12, 1: 6}, b={0: 3}), 3),
        # A partition that was added since: nothing of it is in the view.
        (Ends(a={0: 10, 1: 5, 2: 7}, b={0: 3}), 7),
        # A topic that was made anew is shorter.
        (Ends(a={0: 1, 1: 1}, b={0: 4}), 1),
        (Ends(a={0: 10, 1: 5}), None),
        (NO_TOPIC_ENDS, None),
    ],
)
def test_behind(ends: Ends, behind: int | None) -> None:
    assert behind_records({"b": {0: 3}, "a": {0: 10, 1: 5}}, ends) == behind


def test_without_topics_there_is_nothing_to_be_behind() -> None:
    assert behind_records({}, Ends()) is None
    assert source_text({}) is None
    assert source_text({"b": {0: 1}, "a": {}}) == "a, b"


def test_columns_of_tidegate_views(tmp_path: Path) -> None:
    with Harness(tmp_path) as made:
        for name, sources in (("streamed", {"orders": {0: 40, 1: 2}}), ("written", {})):
            schema = ViewSchema(name, (Column("k", Int(), nullable=False),), ("k",), ("k",), HashPartitioning(1), (1,))
            with Publisher(made.root, schema, owner="test") as publisher:
                publisher.commit((), mode="upsert", origin=Origin("q", "r", 0, sources=sources))
        made.store.refresh()
        question = "SELECT name, source, behind_records FROM tidegate.views ORDER BY name"
        assert made.rows(question) == [("streamed", "orders", None), ("written", None, None)]
        made.engine.watch_topics(Ends(orders={0: 41, 1: 44}))
        assert made.rows(question) == [("streamed", "orders", "43"), ("written", None, None)]
