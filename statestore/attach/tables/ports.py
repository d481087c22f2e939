"""What the tables ask of a partition's bytes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from statestore.node.shard import BATCH_ROWS

#: Spelled here because PartitionState has a property of the name bytes.
Key = bytes
Value = bytes


class PartitionState(Protocol):
    """One partition of one store at one version: immutable, for any thread. Keys and values are the store's own bytes."""

    @property
    def name(self) -> str:
        """For messages."""
        ...

    @property
    def bytes(self) -> int:
        """Size of its files."""
        ...

    @property
    def families(self) -> Mapping[str, int]:
        """Column families by name, with the number that each of their keys begins with; none where a store has no families."""
        ...

    def get(self, key: Key) -> Value | None:
        """The value of a key."""
        ...

    def multi_get(self, keys: Sequence[Key]) -> list[Value | None]:
        """The values of keys, in their order."""
        ...

    def items(self, *, prefix: Key = b"", batch_rows: int = BATCH_ROWS) -> Iterator[list[tuple[Key, Value]]]:
        """All entries whose key starts with *prefix*, in any order."""
        ...

    def changed_keys(self, since: Any) -> list[Key] | None:
        """At least the keys whose entries differ between two states of a partition; None when that is not known."""
        ...
