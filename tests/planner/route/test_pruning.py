"""Shards are left out by the least and the greatest key they hold."""

from __future__ import annotations

from planner.prune.route import prune
from planner.tree.query_plan import AccessPath, KeyRange, KeySet

EXTENTS = {0: (b"\x01a", b"\x01c"), 1: (b"\x01d", b"\x01f"), 2: None}


def pruned(keys: KeySet) -> KeySet:
    return prune(keys, EXTENTS.__getitem__)


def test_points_outside_their_shard() -> None:
    keys = KeySet(AccessPath.MULTI_GET, (0, 1, 2), ((0, b"\x01b"), (1, b"\x01c"), (2, b"\x01d")))
    assert pruned(keys) == KeySet(AccessPath.POINT, (0,), ((0, b"\x01b"),))


def test_ranges_keep_the_shards_that_they_overlap() -> None:
    both = KeyRange(b"\x01c", b"\x01e", (0, 1, 2))
    assert pruned(KeySet(AccessPath.RANGE, (0, 1, 2), ranges=(both,))).ranges == (KeyRange(b"\x01c", b"\x01e", (0, 1)),)
    # An upper bound is outside, an extent's greatest key inside.
    edge = KeyRange(b"\x01", b"\x01a", (0, 1))
    assert pruned(KeySet(AccessPath.RANGE, (0, 1), ranges=(edge,))) == KeySet(AccessPath.NOTHING, ())
    last = KeyRange(b"\x01f", None, (0, 1))
    assert pruned(KeySet(AccessPath.RANGE, (0, 1), ranges=(last,))).shards == (1,)


def test_empty_shards_are_not_scanned() -> None:
    assert pruned(KeySet(AccessPath.ALL_SHARDS, (0, 1, 2))) == KeySet(AccessPath.SOME_SHARDS, (0, 1))
    assert pruned(KeySet(AccessPath.SOME_SHARDS, (2,))) == KeySet(AccessPath.NOTHING, ())
