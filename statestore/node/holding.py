"""Which shards of a view a node holds: all of them, or those that somebody else decides on."""

from __future__ import annotations

from collections.abc import Callable

from statestore.schema import ViewSchema

#: A view and the shards of it that are held now → those that the node is to hold. Called in the store's thread, often, so it must
#: be quick and not raise; of the view, only what never changes counts: its name, shard count, partitioning, and the key's types.
Holding = Callable[[ViewSchema, frozenset[int]], frozenset[int]]

#: Numbers of shards; None is all of them, however many there are.
Held = frozenset[int] | None


def wanted_by(holding: Holding | None, schema: ViewSchema, held: frozenset[int]) -> Held:
    """What *holding* answers for *schema*, of which *held* are here. Raises ValueError for a shard that the view does not have."""
    if holding is None:
        return None
    wanted = holding(schema, held)
    if strange := sorted(number for number in wanted if not 0 <= number < schema.shards):
        raise ValueError(f"view {schema.name} has {schema.shards} shards; shard {strange[0]} cannot be held")
    return normal(wanted, schema.shards)


def numbers(held: Held, shards: int) -> frozenset[int]:
    """*held* of a view with so many shards, spelled out."""
    return frozenset(range(shards)) if held is None else held


def normal(held: frozenset[int], shards: int) -> Held:
    """The inverse of numbers()."""
    return None if len(held) == shards else held


def has(held: Held, shard: int) -> bool:
    """Whether *shard* is among them."""
    return held is None or shard in held


def spelled(shards: frozenset[int]) -> str:
    """For messages: "shard 3", "shards 0, 1, 7"."""
    listed = ", ".join(map(str, sorted(shards)))
    return f"shard {listed}" if len(shards) == 1 else f"shards {listed}"
