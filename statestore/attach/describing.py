"""What a checkpoint holds, for people: operators, stores, partitions, sizes, batches kept, and the tables that they make."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from statestore.attach.checkpoint import Batch, Checkpoint, StatefulOperator, StoreRef, store_folder
from statestore.attach.files import CheckpointFiles, open_checkpoint_files
from statestore.attach.tables import StateTable, Unreadable, tables_of

#: Where Spark puts a partition's SST files, which the versions share.
SST_FOLDER: Final = "SSTs"


@dataclass(frozen=True, slots=True)
class CheckpointDescription:
    """A checkpoint at its newest committed batch, *newest*. *kept* are batches that can be asked for, ascending."""

    checkpoint: Checkpoint
    newest: Batch
    kept: tuple[int, ...]
    operators: tuple[StatefulOperator, ...]
    #: Of each store, what its files take on disk: all partitions, at all versions that Spark keeps.
    store_bytes: Mapping[StoreRef, int]
    #: Is each batch's state a log of changes on top of a snapshot?
    changelog: bool
    tables: tuple[StateTable | Unreadable, ...]


def describe_checkpoint(uri: str, attachment: str) -> CheckpointDescription:
    """The checkpoint at *uri*, with the tables that it would have when attached as *attachment*.

    Raises CheckpointNotReady, RootNotFound, CorruptFile, UnsupportedFormat. Lists each partition's folder.
    """
    files = open_checkpoint_files(uri)
    checkpoint = Checkpoint(files)
    newest = checkpoint.latest()
    operators = checkpoint.operators(newest)
    stores = [store for operator in operators for store in operator.stores]
    logs = files.names(store_folder(stores[0].operator, stores[0].name, 0))
    return CheckpointDescription(
        checkpoint,
        newest,
        checkpoint.kept(),
        operators,
        {store: sum(_bytes(files, store, number) for number in range(store.partitions)) for store in stores},
        any(name.endswith(".changelog") for name in logs),
        tables_of(attachment, operators, newest.provider, newest.conf),
    )


def _bytes(files: CheckpointFiles, store: StoreRef, partition: int) -> int:
    """Without Hadoop's checksums and files being written."""
    folder = store_folder(store.operator, store.name, partition)
    found = [*files.sizes(folder).items(), *files.sizes(f"{folder}/{SST_FOLDER}").items()]
    return sum(size for name, size in found if not name.startswith("."))
