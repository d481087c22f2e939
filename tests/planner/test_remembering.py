"""What functions remember of texts is bounded by their length, not only by their number."""

from __future__ import annotations

import gc
import weakref

from planner.remembering import SHORT_LENGTH, remembered


class Found:
    def __init__(self, text: str) -> None:
        self.text = text


def test_short_texts_are_remembered_and_of_long_ones_the_last() -> None:
    calls: list[tuple[str, bool]] = []

    @remembered(2)
    def find(text: str, *, whole: bool = True) -> Found:
        calls.append((text[:1], whole))
        return Found(text)

    assert find("a") is find("a")
    assert find("a", whole=False) is not find("a")
    long = find("b" * (SHORT_LENGTH + 1))
    assert find("b" * (SHORT_LENGTH + 1)) is long
    gone = weakref.ref(long)
    del long
    find("c" * (SHORT_LENGTH + 1))
    gc.collect()
    assert gone() is None, "one that is long makes room for the next"
    assert calls == [("a", True), ("a", False), ("b", True), ("c", True)]
