"""The plan cache: keys, order of going, limits."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gateway.engine.plans import PlanCache, PlanKey, weight_bytes
from planner.tree.query_plan import PlanSettings

KEY = PlanKey("SELECT 1", (), PlanSettings(), 1)


def key(text: str) -> PlanKey:
    return replace(KEY, text=text)


@pytest.mark.parametrize(
    "other",
    [
        replace(KEY, text="SELECT 2"),
        replace(KEY, parameter_types=(23,)),
        replace(KEY, settings=PlanSettings(timezone="Europe/Berlin")),
        replace(KEY, settings=PlanSettings(user="somebody")),
        replace(KEY, generation=2),
    ],
)
def test_whatever_a_plan_depends_on_is_in_its_key(other: PlanKey) -> None:
    cache: PlanCache[str] = PlanCache()
    cache.put(KEY, "plan")
    assert cache.get(other) is None
    assert cache.get(replace(KEY)) == "plan"


def test_what_was_not_used_for_longest_goes_first() -> None:
    cache: PlanCache[str] = PlanCache(entries_max=2)
    cache.put(key("a"), "A")
    cache.put(key("b"), "B")
    cache.get(key("a"))
    cache.put(key("c"), "C")
    assert [cache.get(key(t)) for t in "abc"] == ["A", None, "C"]
    assert len(cache) == 2


def test_bytes_are_bounded() -> None:
    one = weight_bytes(key("a" * 100))
    cache: PlanCache[str] = PlanCache(bytes_max=5 * one)
    for letter in "abcdefgh":
        cache.put(key(letter * 100), letter)
    assert (len(cache), cache.bytes) == (5, 5 * one)
    assert cache.get(key("c" * 100)) is None


def test_a_huge_plan_does_not_throw_out_all_others() -> None:
    cache: PlanCache[str] = PlanCache(bytes_max=20 * weight_bytes(key("a")))
    cache.put(key("a"), "A")
    cache.put(key("b" * 1_000_000), "B")
    assert cache.get(key("a")) == "A"
    assert cache.get(key("b" * 1_000_000)) is None


def test_a_plan_is_replaced() -> None:
    cache: PlanCache[str] = PlanCache()
    cache.put(KEY, "old")
    cache.put(KEY, "new")
    assert (cache.get(KEY), len(cache), cache.bytes) == ("new", 1, weight_bytes(KEY))
