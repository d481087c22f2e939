"""What a checkpoint holds, for people: operators, stores, partitions, sizes, batches kept, and the tables that they make."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from statestore.attach.checkpoint import Batch, Checkpoint, Operator, ProviderKind, StoreRef, store_folder
from statestore.attach.files import CheckpointFiles, open_checkpoint_files
from statestore.attach.tables import StateTable, Unreadable, tables_of

#: Where Spark puts a partition's SST files, which the versions share.
SST_FOLDER: Final = "SSTs"


@dataclass(frozen=True, slots=True)
class StoreDescription:
    """One state store, and what the files of each of its partitions take on disk: of all versions that Spark keeps."""

    name: str
    partition_bytes: tuple[int, ...]

    @property
    def bytes(self) -> int:
        """Of all partitions."""
        return sum(self.partition_bytes)


@dataclass(frozen=True, slots=True)
class OperatorDescription:
    """One stateful operator."""

    id: int
    name: str
    stores: tuple[StoreDescription, ...]


@dataclass(frozen=True, slots=True)
class CheckpointDescription:
    """A checkpoint at its newest committed batch, *newest*."""

    uri: str
    provider: ProviderKind
    codec: str
    #: Is each batch's state a log of changes on top of a snapshot?
    changelog: bool
    newest: Batch
    #: Batches that can be asked for, ascending.
    kept: tuple[int, ...]
    operators: tuple[OperatorDescription, ...]
    tables: tuple[StateTable | Unreadable, ...]

    @property
    def checkpoint_format(self) -> int:
        """2 where each attempt at a batch has files of its own, else 1."""
        return 1 if self.newest.store_ids is None else 2

    @property
    def bytes(self) -> int:
        """Of all stores."""
        return sum(store.bytes for operator in self.operators for store in operator.stores)


def describe_checkpoint(uri: str, attachment: str) -> CheckpointDescription:
    """The checkpoint at *uri*, with the tables that it would have when attached as *attachment*.

    Raises CheckpointNotReady, RootNotFound, CorruptFile, UnsupportedFormat. Lists each partition's folder.
    """
    files = open_checkpoint_files(uri)
    checkpoint = Checkpoint(files)
    newest = checkpoint.latest()
    operators = checkpoint.operators(newest)
    return CheckpointDescription(
        files.uri,
        newest.provider,
        newest.codec,
        _has_changelog(files, operators),
        newest,
        checkpoint.kept(),
        tuple(_operator(files, operator) for operator in operators),
        tables_of(attachment, operators, newest.provider, newest.conf),
    )


def _has_changelog(files: CheckpointFiles, operators: tuple[Operator, ...]) -> bool:
    first = operators[0].stores[0]
    return any(name.endswith(".changelog") for name in files.names(store_folder(first.operator, first.name, 0)))


def _operator(files: CheckpointFiles, operator: Operator) -> OperatorDescription:
    stores = (
        StoreDescription(store.name, tuple(_bytes(files, store, number) for number in range(store.partitions)))
        for store in operator.stores
    )
    return OperatorDescription(operator.id, operator.name, tuple(stores))


def _bytes(files: CheckpointFiles, store: StoreRef, partition: int) -> int:
    """Without Hadoop's checksums and files being written."""
    folder = store_folder(store.operator, store.name, partition)
    found = [*files.sizes(folder).items(), *files.sizes(f"{folder}/{SST_FOLDER}").items()]
    return sum(size for name, size in found if not name.startswith("."))
