"""Values as the tables read them: without the checksums that Spark keeps with each row where it is told to.

Spark's RocksDB then keeps 4 bytes checksum, 4 bytes size (little-endian) and the value; several values of one key one
behind the other, with the merge operator's delimiter between them. The checksums (CRC32C) are not verified: the blocks
of all files have checksums of their own, which are.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping
from typing import Final

from statestore.errors import CorruptFile, UnsupportedFormat

ROW_CHECKSUM_CONF: Final = "spark.sql.streaming.stateStore.rowChecksum.enabled"
MERGE_VERSION_CONF: Final = "spark.sql.streaming.stateStore.rocksdb.mergeOperatorVersion"

_HEAD: Final = struct.Struct("<ii")
#: Between two values of one key, by the merge operator's version.
DELIMITERS: Final = {"1": b",", "2": b""}

Unwrap = Callable[[bytes], bytes]


def has_row_checksums(conf: Mapping[str, str]) -> bool:
    """Whether rows carry checksums."""
    return conf.get(ROW_CHECKSUM_CONF, "false").lower() == "true"


def merge_delimiter(conf: Mapping[str, str]) -> bytes:
    """What stands between the values of one key that were appended. Raises UnsupportedFormat."""
    version = conf.get(MERGE_VERSION_CONF, "1")
    if version not in DELIMITERS:
        raise UnsupportedFormat(f"the state has a merge operator of version {version}; {' and '.join(DELIMITERS)} can be read")
    return DELIMITERS[version]


def unwrapping(delimiter: bytes, name: str) -> Unwrap:
    """A stored value → the same without checksums. Raises CorruptFile naming *name*."""
    gap = len(delimiter)

    def unwrap(stored: bytes) -> bytes:
        parts: list[bytes] = []
        at = 0
        while at < len(stored):
            if len(stored) - at < _HEAD.size:
                raise CorruptFile(f"{name} is corrupt", detail="a value ends within its checksum")
            _, size = _HEAD.unpack_from(stored, at)
            at += _HEAD.size
            if not 0 <= size <= len(stored) - at:
                raise CorruptFile(f"{name} is corrupt", detail="a value is shorter than it says")
            parts.append(stored[at : at + size])
            at += size + gap
        return delimiter.join(parts)

    return unwrap
