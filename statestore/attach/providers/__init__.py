"""The bytes of Spark's own state stores: one partition of one store at one version, as an immutable state."""

from statestore.attach.providers.at import PartitionState, StoreAt
from statestore.attach.providers.provider import StateProvider

__all__ = ["PartitionState", "StateProvider", "StoreAt"]
