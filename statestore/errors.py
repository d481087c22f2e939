"""Everything that can go wrong below SQL. Each message says what, where and what to do next."""

from __future__ import annotations


class StateStoreError(Exception):
    """Base of all errors of this package."""

    def __init__(self, message: str, *, detail: str | None = None, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.detail = detail
        self.hint = hint

    def __str__(self) -> str:
        parts = (self.message, self.detail and f"DETAIL: {self.detail}", self.hint and f"HINT: {self.hint}")
        return "\n".join(part for part in parts if part)

    @property
    def sentence(self) -> str:
        """What and why, for lists of problems."""
        return self.message if self.detail is None else f"{self.message}: {self.detail}"


class UnsupportedType(StateStoreError):
    """A Spark type that a view cannot keep, or a type that cannot be part of a key."""


class InvalidValue(StateStoreError):
    """A value that its column's type cannot hold: text that is not UTF-8, a decimal of too many digits."""


class InvalidSchema(StateStoreError):
    """Columns, key, shard key or partitioning that do not fit together."""


class IncompatibleSchema(StateStoreError):
    """A publisher's schema differs from the view's in a way that old rows do not allow."""


class RootNotFound(StateStoreError):
    """The root folder is missing or is not a folder."""


class ViewNotFound(StateStoreError):
    """No such view under the root, or not on this node."""


class CorruptFile(StateStoreError):
    """A file does not have the bytes that its manifest or its own format promises."""


class UnsupportedFormat(StateStoreError):
    """A file of a newer format version than this release reads."""


class ConcurrentPublisher(StateStoreError):
    """Another job publishes this view."""


class DuplicateKey(StateStoreError):
    """One batch holds two rows of one key."""


class ShardRestoring(StateStoreError):
    """The node does not hold the shard at any version yet."""


class ShardNotHeld(StateStoreError):
    """This node does not hold the shard at the version; other nodes may."""


class ShardDamaged(CorruptFile, ShardNotHeld):
    """A file of this node's copy of a shard is damaged. It is fetched again; until then other nodes may hold the shard."""


class ShardNotReady(StateStoreError):
    """The shard has to be opened first, or much of it passed over, which is not for the thread that asks."""


class VersionNotKept(StateStoreError):
    """The version is older than the kept ones, was passed over, or is of a view that has been made anew since."""


class VersionNotReached(StateStoreError):
    """This node has not got as far as the version yet."""


class StorageFull(StateStoreError):
    """The disk of the node's store or of the root has no room."""


class StoreLocked(StateStoreError):
    """Another process uses the node's store folder."""


class StoreOfAnotherRoot(StateStoreError):
    """The node's store folder was filled from another root."""


class CheckpointNotReady(StateStoreError):
    """There is nothing to read in a Spark checkpoint yet: it does not exist, or no batch is committed."""


class CheckpointGone(CheckpointNotReady):
    """The folder of a checkpoint that was read is not there any more: it was moved or deleted."""


class CheckpointWithoutState(CheckpointNotReady):
    """The checkpoint's query keeps no state, so waiting does not help."""
