"""Where the parts of a store's entries are, as Spark's providers write them.

================================  ========================================================================================
HDFS-backed                       key: UnsafeRow of the key; value: UnsafeRow of the value
RocksDB                           key: the column family's number (2, little-endian) where the store has families, then:
whole key                         a row
prefix scan                       size of the next row (4, little-endian); a row of the first columns; a row of the others
timestamp postfix                 a row of all columns but the last; the last: microseconds (8, big-endian, sign bit flipped)
value                             a row; or, where a key has several, for each: its size (4, little-endian), a row,
                                  and a comma between two where the store's merge operator is of version 1
a row                             format byte 0, then UnsafeRow; or format byte 0, then Avro behind the number of its schema
                                  (2, little-endian), which the first row of a prefix-scan key does without
================================  ========================================================================================

Sources: RocksDBStateEncoder.scala, TimestampKeyStateEncoder and HDFSBackedStateStoreProvider.scala of Spark 4.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from statestore import types as st
from statestore.attach.checkpoint.model import ColumnFamily, PrefixScan, ProviderKind, TimestampPostfix, WholeKey
from statestore.attach.providers.values import DELIMITERS, MERGE_VERSION_CONF

FORMAT: Final = b"\0"
FAMILY_BYTES: Final = 2
SIZE_BYTES: Final = 4
TIME_BYTES: Final = 8
#: Turns a signed number into one whose big-endian bytes sort as it does.
TIME_BIAS: Final = 1 << 63
SCHEMA_ID_BYTES: Final = 2

_ENCODING_CONF: Final = "spark.sql.streaming.stateStore.encodingFormat"

RowFormat = Literal["unsaferow", "avro"]


@dataclass(frozen=True, slots=True)
class StoreFormat:
    """What holds for all stores of a query."""

    provider: ProviderKind
    rows: RowFormat
    #: Bytes between two values of one key.
    gap: int

    @property
    def head(self) -> int:
        """Bytes in front of a row."""
        if self.provider == "hdfs":
            return 0
        return len(FORMAT) + (SCHEMA_ID_BYTES if self.rows == "avro" else 0)


def store_format(provider: ProviderKind, conf: Mapping[str, str]) -> StoreFormat | str:
    """From the offset log's settings; a reason when a setting is not known."""
    rows = conf.get(_ENCODING_CONF, "unsaferow").lower()
    merge = conf.get(MERGE_VERSION_CONF, "1")
    if merge not in DELIMITERS:
        return f"its RocksDB merge operator has version {merge}, which this release does not know"
    if rows == "unsaferow" or (rows == "avro" and provider == "rocksdb"):
        return StoreFormat(provider, "avro" if rows == "avro" else "unsaferow", len(DELIMITERS[merge]))
    return f"its rows are encoded as {rows}, which this release does not know"


@dataclass(frozen=True, slots=True)
class EntryLayout:
    """The entries of one family of rows. They are read into rows of *roots*: the key's parts, the value, and the value's
    number where a key has several.
    """

    family: ColumnFamily
    format: StoreFormat
    #: The value's columns; none where Spark only fills the place.
    value: st.Struct
    has_families: bool
    several: bool

    @property
    def start(self) -> int:
        """Where keys begin behind their family's number."""
        return FAMILY_BYTES if self.has_families and self.format.provider == "rocksdb" else 0

    @property
    def key_parts(self) -> tuple[st.DataType, ...]:
        """The key as it lies in a raw key."""
        fields = self.family.key.fields
        match self.encoding:
            case PrefixScan(columns):
                return st.Struct(fields[:columns]), st.Struct(fields[columns:])
            case TimestampPostfix():
                return st.Struct(fields[:-1]), fields[-1].type
            case _:
                return (self.family.key,)

    @property
    def encoding(self) -> WholeKey | PrefixScan | TimestampPostfix:
        """How the key is laid out: the HDFS-backed provider writes whole keys only."""
        found = self.family.key_encoding
        if self.format.provider == "hdfs":
            return WholeKey()
        assert isinstance(found, WholeKey | PrefixScan | TimestampPostfix)
        return found

    @property
    def roots(self) -> tuple[st.DataType, ...]:
        """Types of a stored row's fields."""
        return (*self.key_parts, self.value, *((st.Int(),) if self.several else ()))

    def key_path(self, path: tuple[int, ...]) -> tuple[int, ...]:
        """Where a field of the key is in a stored row."""
        match self.encoding:
            case PrefixScan(columns) if path[0] >= columns:
                return 1, path[0] - columns, *path[1:]
            case TimestampPostfix() if path[0] == len(self.family.key.fields) - 1:
                return (1,)
            case _:
                return 0, *path

    def value_path(self, path: tuple[int, ...]) -> tuple[int, ...]:
        """Where a field of the value is in a stored row."""
        return len(self.key_parts), *path

    @property
    def index_path(self) -> tuple[int, ...]:
        """Where the number of the value is."""
        return (len(self.key_parts) + 1,)

    def written_schemas(self, part: int | None) -> Mapping[int, st.Struct] | None:
        """Which schemas Avro rows of the value (None) or of a part of the key may have, by number; None: they have no number."""
        if part is None:
            found = self.family.value_schemas
            return found if self.value.fields else dict.fromkeys(found, self.value)
        if part == 0 and isinstance(self.encoding, PrefixScan):
            return None
        data_type = self.key_parts[part]
        assert isinstance(data_type, st.Struct)
        return dict.fromkeys(self.family.key_schemas, data_type)
