"""What a partition's state is asked for by, and what one gives."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from statestore.attach.checkpoint import store_folder
from statestore.node.shard import BATCH_ROWS

#: Spelled here because PartitionState has a property of the name bytes.
Key = bytes
Value = bytes


@dataclass(frozen=True, slots=True)
class StoreAt:
    """One partition of one state store at one version. *unique_id* is what checkpoint format v2 tells versions apart by."""

    operator: int
    store: str
    partition: int
    version: int
    unique_id: str | None = None

    @property
    def folder(self) -> str:
        """Where its files are in the checkpoint."""
        return store_folder(self.operator, self.store, self.partition)

    @property
    def label(self) -> str:
        """For messages."""
        return f"version {self.version} of {self.folder}"


class PartitionState(Protocol):
    """Immutable, for any thread. It lives as long as somebody refers to it, even when Spark deletes its files."""

    @property
    def name(self) -> str:
        """For messages."""
        ...

    @property
    def bytes(self) -> int:
        """Size of its files here and of what it keeps in memory."""
        ...

    @property
    def families(self) -> Mapping[str, int]:
        """Column families by name, with the number that each of their keys begins with (2 bytes, little-endian); none where
        the store has no families."""
        ...

    def get(self, key: Key) -> Value | None:
        """The value of *key*, both as the provider keeps them; all values that were appended to it. Raises CorruptFile."""
        ...

    def multi_get(self, keys: Sequence[Key]) -> list[Value | None]:
        """The values of *keys*, in their order."""
        ...

    def items(self, *, prefix: Key = b"", batch_rows: int = BATCH_ROWS) -> Iterator[list[tuple[Key, Value]]]:
        """All entries whose key starts with *prefix*, in any order, in lists of at most *batch_rows*.

        Raises CorruptFile; it never ends early.
        """
        ...

    def changed_keys(self, since: PartitionState) -> list[Key] | None:
        """A superset of the keys that the two states hold different values for, each once; None where finding them is not
        possible or costs more than reading the state."""
        ...
