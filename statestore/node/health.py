"""What is wrong with a node's store, for operators."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from statestore.errors import StateStoreError


@dataclass(frozen=True, slots=True)
class ViewFault:
    """A view that is not brought up to date: *serving* is the version it answers with, None when it has none yet.

    *latest* is the newest version committed at the root, as far as it could be seen.
    """

    view: str
    error: StateStoreError
    serving: int | None
    latest: int
    since_us: int


@dataclass(frozen=True, slots=True)
class Health:
    """*root* is set while the root itself cannot be read. Views without a fault are not listed."""

    root: StateStoreError | None
    views: Mapping[str, ViewFault]

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return self.root is None and not self.views
