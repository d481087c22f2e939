"""Placement of shards over members."""

from __future__ import annotations

import dataclasses
from collections import Counter
from hashlib import blake2b

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner.distribute.placement import ALL, placed, placed_shards, ranked
from statestore.schema import Column, HashPartitioning, Partitioning, RangePartitioning, ViewSchema
from statestore.types import Long, String

NAMES = st.lists(st.text("abcdefgh-0123", min_size=1, max_size=8), min_size=1, max_size=9, unique=True)


def view(
    shards: int = 64, *, name: str = "v", key: tuple[str, ...] = ("k",), partitioning: Partitioning | None = None
) -> ViewSchema:
    columns = (Column("k", Long()), Column("l", String()), Column("x", Long()))
    return ViewSchema(name, columns, key, key[:1], partitioning or HashPartitioning(shards), (3,))


@given(NAMES, st.integers(1, 10))
def test_every_shard_has_its_replicas_on_different_members(names: list[str], replicas: int) -> None:
    for shard in range(64):
        found = placed(view(), shard, names, replicas)
        assert len(found) == len(set(found)) == min(replicas, len(names))
        assert set(found) <= set(names)


@given(NAMES, st.integers(1, 10), st.randoms())
def test_the_order_of_members_does_not_matter_and_both_directions_agree(names: list[str], replicas: int, random: object) -> None:
    shuffled = sorted(names, key=lambda _: random.random())  # type: ignore[attr-defined]
    for name in names:
        mine = placed_shards(view(), name, shuffled, replicas)
        assert mine == {s for s in range(64) if name in placed(view(), s, names, replicas)}


@given(NAMES, st.integers(1, 4))
def test_a_leave_moves_only_the_leavers_shards_and_a_join_only_what_the_joiner_takes(names: list[str], replicas: int) -> None:
    left, rest = names[0], names[1:]
    for shard in range(64):
        before, after = placed(view(), shard, names, replicas), placed(view(), shard, rest, replicas)
        assert tuple(n for n in before if n != left) == after[: len(before) - (left in before)]
        if left not in before:
            assert after == before


def test_a_member_takes_its_part() -> None:
    """1,000 shards over 5 members: 200 each, with a standard deviation of 12.6 for independent choices; 4 of those either way."""
    owners = Counter(placed(view(1000), s, "abcde", 1)[0] for s in range(1000))
    assert all(150 <= owners[name] <= 250 for name in "abcde")


def test_a_join_moves_its_part_and_no_more() -> None:
    """Of 1,000 shards over 4 members a fifth one takes 200, give or take four standard deviations."""
    before = {s: placed(view(1000), s, "abcd", 1) for s in range(1000)}
    moved = [s for s in range(1000) if placed(view(1000), s, "abcde", 1) != before[s]]
    assert 150 <= len(moved) <= 250


@pytest.mark.parametrize("replicas", [3, 4, ALL])
def test_as_many_replicas_as_members_is_every_member(replicas: int) -> None:
    assert placed_shards(view(), "b", "abc", replicas) == frozenset(range(64))
    assert sorted(placed(view(), 7, "abc", replicas)) == ["a", "b", "c"]


def test_nobody_places_nothing() -> None:
    assert placed(view(), 0, (), 2) == ()
    assert placed_shards(view(), "a", (), 2) == frozenset()
    assert placed_shards(view(), "z", "abc", 1) == frozenset()


def test_views_that_are_sharded_alike_lie_together() -> None:
    one, other = view(), view(name="w", key=("k", "l"))
    assert all(ranked(one, s, "abcdef") == ranked(other, s, "abcdef") for s in range(64))


@pytest.mark.parametrize(
    "other",
    [
        view(65),
        view(key=("l",)),
        view(partitioning=RangePartitioning(tuple(bytes([i + 1]) for i in range(63)))),
    ],
    ids=["shard count", "key type", "partitioning"],
)
def test_views_that_are_sharded_otherwise_are_placed_otherwise(other: ViewSchema) -> None:
    assert any(ranked(view(), s, "abcdef") != ranked(other, s, "abcdef") for s in range(64))


def test_columns_beside_the_key_do_not_move_shards() -> None:
    wider = dataclasses.replace(view(), columns=(*view().columns, Column("y", Long())), row_widths=(3, 4))
    assert all(ranked(view(), s, "abc") == ranked(wider, s, "abc") for s in range(64))


def test_placement_stays_what_it_was() -> None:
    """Nodes of two releases must agree on it while a cluster is upgraded, so the hash is spelled out here once more."""
    group = int.from_bytes(blake2b(b'hash 64 by ["long"]', digest_size=8).digest(), "little")
    names = {name: int.from_bytes(blake2b(name.encode(), digest_size=8).digest(), "little") for name in "abcde"}
    for shard in range(64):
        number = _split_mix((shard + 1) * 0x9E3779B97F4A7C15 + group)
        by_weight = sorted(names, key=lambda name: -_split_mix(number ^ names[name]))
        assert list(ranked(view(), shard, "abcde")) == by_weight


def _split_mix(value: int) -> int:
    value %= 1 << 64
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9 % (1 << 64)
    value = (value ^ (value >> 27)) * 0x94D049BB133111EB % (1 << 64)
    return value ^ (value >> 31)
