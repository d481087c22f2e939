"""The knobs of attachments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from statestore.remote import StorageOptions

#: Open batches besides the newest ones; beyond, the one that was opened first goes.
OLD_OPEN_MAX: Final = 8
#: Batches from before the attachment that one look takes in, of a checkpoint that is not on a local disk.
HISTORY_AT_ONCE: Final = 5
#: A partition is opened before a batch is shown for so long after it was last read.
AHEAD_S: Final = 30.0
#: So many partitions at most, those that were read by key first: readers of the others have a thread to open them in.
AHEAD_MAX: Final = 64
#: So many of the oldest batches are about to be deleted by Spark: what is in use of them is opened whole.
EDGE_BATCHES: Final = 3


@dataclass(frozen=True, slots=True)
class CheckpointAt:
    """A checkpoint to attach. *columns* are, for some of its tables, the names that all columns are to have, in their order; ""
    leaves one out. *storage* are options of the file system that it is on."""

    uri: str
    columns: Mapping[str, Sequence[str]] = field(default_factory=dict)
    storage: StorageOptions = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AttachOptions:
    """*open_versions* counts the current batch. A replaced batch's files stay open while it is among the last *open_versions*,
    or was opened or replaced less than *open_age_s* ago, or a query reads them; later reads open them again."""

    open_versions: int = 3
    open_age_s: float = 10.0
    #: How often a checkpoint on a local disk is looked at when no notification came.
    local_poll_s: float = 1.0
    #: How often any other checkpoint is looked at.
    remote_poll_s: float = 2.0

    def __post_init__(self) -> None:
        if self.open_versions < 1:
            raise ValueError(f"open_versions={self.open_versions}: at least 1")
        for name in ("open_age_s", "local_poll_s", "remote_poll_s"):
            if getattr(self, name) <= 0:
                raise ValueError(f"{name}={getattr(self, name)}: more than 0 seconds")
