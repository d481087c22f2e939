"""What a checkpoint says, as values: batches, operators, stores, and the schemas of what a store keeps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from statestore.errors import UnsupportedFormat
from statestore.types import Binary, DataType, Struct

ProviderKind = Literal["rocksdb", "hdfs"]

PROVIDER_KEY: Final = "spark.sql.streaming.stateStore.providerClass"
CODEC_KEY: Final = "spark.sql.streaming.stateStore.compression.codec"
PARTITIONS_KEY: Final = "spark.sql.shuffle.partitions"
#: Spark's own defaults where an old job has not written the setting down.
CODEC_DEFAULT: Final = "lz4"
_PROVIDER_DEFAULT: Final = "HDFSBackedStateStoreProvider"
_PROVIDERS: Final[Mapping[str, ProviderKind]] = {"RocksDBStateStoreProvider": "rocksdb", _PROVIDER_DEFAULT: "hdfs"}
_PROVIDER_PACKAGE: Final = "org.apache.spark.sql.execution.streaming.state."


def provider_kind(conf: Mapping[str, str]) -> ProviderKind:
    """Which kind of files the state is in. Raises UnsupportedFormat for a provider from elsewhere."""
    name = conf.get(PROVIDER_KEY, _PROVIDER_DEFAULT)
    kind = _PROVIDERS.get(name.removeprefix(_PROVIDER_PACKAGE))
    if kind is None:
        raise UnsupportedFormat(
            f"state of provider {name} cannot be read", hint="Spark's RocksDB and HDFS-backed state stores can be attached"
        )
    return kind


@dataclass(frozen=True, slots=True)
class StoreRef:
    """One state store of one operator."""

    operator: int
    name: str
    #: Folders 0 to partitions - 1 hold it. An operator without grouping columns has one, whatever its metadata says.
    partitions: int
    #: Are there several kinds of rows in the store? In RocksDB each key then begins with its family's number.
    column_families: bool = False


@dataclass(frozen=True, slots=True)
class WholeKey:
    """The key row as it is: Spark's NoPrefixKeyStateEncoder."""


@dataclass(frozen=True, slots=True)
class PrefixScan:
    """The first *columns* key columns as a row, then the others as another one: PrefixKeyScanStateEncoder."""

    columns: int


@dataclass(frozen=True, slots=True)
class RangeScan:
    """Key columns *ordinals* in a form whose bytes sort, then the others as a row: RangeKeyScanStateEncoder."""

    ordinals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TimestampPrefix:
    """The last key column, a time, sortable and first; then the others as a row: TimestampAsPrefixKeyStateEncoder."""


@dataclass(frozen=True, slots=True)
class TimestampPostfix:
    """The key columns but the last as a row; then that one, a time, sortable: TimestampAsPostfixKeyStateEncoder."""


@dataclass(frozen=True, slots=True)
class Unkept(Binary):
    """A type that no column can have, *reason* says why. In an UnsafeRow it is a word like any other, which nobody reads."""

    reason: str


def unkept(data_type: DataType) -> str | None:
    """The first reason in a type, or in the fields of a struct."""
    match data_type:
        case Unkept(reason):
            return reason
        case Struct(fields):
            return next(filter(None, (unkept(field.type) for field in fields)), None)
        case _:
            return None


KeyEncoding = WholeKey | PrefixScan | RangeScan | TimestampPrefix | TimestampPostfix


@dataclass(frozen=True, slots=True)
class ColumnFamily:
    """The rows of one kind in a store; a store without column families has one, named "default".

    Spark's type void, which is NULL in each row, is given as a nullable boolean: their bytes agree. In *value* there may be
    fields that are Unkept.
    """

    name: str
    key: Struct
    value: Struct
    key_encoding: KeyEncoding
    #: Number of *key*, which Avro-encoded rows begin with.
    key_schema_id: int = 0
    #: Schemas that rows of earlier batches can still have, by number; with today's. Only Avro-encoded state evolves.
    key_schemas: Mapping[int, Struct] = field(default_factory=dict, hash=False)
    value_schemas: Mapping[int, Struct] = field(default_factory=dict, hash=False)
    #: Why the rows cannot be read: a key column's type is not kept. *key* and *value* are then without columns.
    unreadable: str | None = None


@dataclass(frozen=True, slots=True)
class StatefulOperator:
    """One stateful operator of the query."""

    id: int
    #: Spark's name of it: "stateStoreSave", "symmetricHashJoin", "dedupe", …
    name: str
    stores: tuple[StoreRef, ...]
    #: What newer operators write about themselves: a transformWithState's variables, for one. Parsed JSON.
    properties: Mapping[str, Any] = field(hash=False)
    #: By the store's name.
    families: Mapping[str, tuple[ColumnFamily, ...]] = field(hash=False)


@dataclass(frozen=True, slots=True)
class SourceOffset:
    """How far one source had been read when the batch ended."""

    source: str
    #: Parsed JSON, as the source writes it; None when it has none. Kafka: {topic: {partition: next offset}}.
    offset: Any


@dataclass(frozen=True, slots=True)
class Batch:
    """One committed batch. Its state is version id + 1 of each store."""

    id: int
    #: The query's id: another one means that the folder was emptied and began anew.
    query: str | None
    committed_at_us: int
    #: The watermark that the batch ran with; None while there is none.
    watermark_us: int | None
    conf: Mapping[str, str] = field(hash=False)
    sources: tuple[SourceOffset, ...] = field(hash=False)
    #: Checkpoint format 2: for each (operator, store), the id of each partition's files. Else None.
    store_ids: Mapping[tuple[int, str], tuple[str, ...]] | None = field(default=None, hash=False)

    @property
    def version(self) -> int:
        """Number of the state's version."""
        return self.id + 1

    @property
    def provider(self) -> ProviderKind:
        """Which kind of files the state is in. Raises UnsupportedFormat for a provider from elsewhere."""
        return provider_kind(self.conf)

    @property
    def codec(self) -> str:
        """How changelogs and delta files are compressed: lz4, zstd, …"""
        return self.conf.get(CODEC_KEY, CODEC_DEFAULT)

    def unique_id(self, operator: int, store: str, partition: int) -> str | None:
        """What tells the partition's files at this version from those of another attempt; None where names do not have it."""
        return None if self.store_ids is None else self.store_ids[operator, store][partition]
