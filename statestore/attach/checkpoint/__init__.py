"""What a Spark checkpoint's own small files say: batches, operators, stores, schemas."""

from statestore.attach.checkpoint.checkpoint import Checkpoint
from statestore.attach.checkpoint.model import (
    Batch,
    ColumnFamily,
    KeyEncoding,
    Operator,
    PrefixScan,
    ProviderKind,
    RangeScan,
    SourceOffset,
    StoreRef,
    TimestampPostfix,
    TimestampPrefix,
    WholeKey,
)
from statestore.attach.checkpoint.operators import store_folder
from statestore.attach.checkpoint.watching import CommitWatcher

__all__ = [
    "Batch",
    "Checkpoint",
    "ColumnFamily",
    "CommitWatcher",
    "KeyEncoding",
    "Operator",
    "PrefixScan",
    "ProviderKind",
    "RangeScan",
    "SourceOffset",
    "StoreRef",
    "TimestampPostfix",
    "TimestampPrefix",
    "WholeKey",
    "store_folder",
]
