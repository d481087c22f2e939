"""A node's local store: follows a root's views and serves immutable versions of them."""

from statestore.node.holding import Holding
from statestore.node.options import StoreOptions
from statestore.node.serving import Copying, Health, StateTableRow, Store, ViewFault
from statestore.node.shard import Shard
from statestore.node.store import LocalStore
from statestore.node.version import ViewVersion

__all__ = [
    "Copying", "Health", "Holding", "LocalStore", "Shard", "StateTableRow", "Store", "StoreOptions", "ViewFault", "ViewVersion",
]  # fmt: skip
