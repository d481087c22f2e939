"""The records of a changelog, delta or snapshot file, decompressed.

    changelog v1, delta, snapshot   record … record, ff ff ff ff
        put      4 bytes key size, key, 4 bytes value size, value
        delete   4 bytes key size, key, ff ff ff ff
    changelog v2                    "v2", record … record, 00
        put      01, 4 bytes key size, key, 4 bytes value size, value
        merge    11, likewise: the value is appended to what the key holds
        delete   10, 4 bytes key size, key, ff ff ff ff
        range    20, likewise: all keys from the first one on and before the second one are deleted
    changelog v3, v4                "v3" or "v4", the lineage, then records as in v1 or v2

Texts are a size of 2 bytes and UTF-8; numbers are big-endian. The lineage is a JSON array of versions and unique ids: those
since the last snapshot, oldest first, without the file's own. Source: Spark's StateStoreChangelog.scala and
HDFSBackedStateStoreProvider.scala.

With row checksums, what is deleted has 4 bytes before the key, and in deltas and snapshots every value has; Spark's RocksDB
keeps a size behind its checksum (values.py).
"""

from __future__ import annotations

import json
import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from statestore.errors import CorruptFile, UnsupportedFormat

PUT: Final = 0x01
DELETE: Final = 0x10
MERGE: Final = 0x11
DELETE_RANGE: Final = 0x20
_END: Final = 0x00

#: Kind, key, value; a deletion has no value, a deleted range has its end there.
Record = tuple[int, bytes, bytes]

#: Records that are looked at, and handed over, at once.
_WINDOW_BYTES: Final = 1 << 20
_SIZE: Final = struct.Struct(">i")
_TEXT_SIZE: Final = struct.Struct(">H")
_CHECKSUM_BYTES: Final = 4
_VERSIONS: Final = {"v2": False, "v3": True, "v4": True}
_PLAIN: Final = frozenset({"v1", "v3"})
_VERSION_START: Final = b"\x00\x02v"
_KINDS: Final = frozenset({PUT, DELETE, MERGE, DELETE_RANGE})


@dataclass(frozen=True, slots=True)
class Ancestor:
    """A version that a log builds on."""

    version: int
    unique_id: str

    @property
    def stem(self) -> str:
        """What the names of its files begin with."""
        return f"{self.version}_{self.unique_id}" if self.unique_id else str(self.version)


class ChangelogReader:
    """Reads one file: *pieces* are its decompressed bytes. *lineage* is None where the file has none.

    Everything raises CorruptFile naming *name*; iterating goes through once.
    """

    def __init__(self, pieces: Iterable[bytes], name: str, *, row_checksums: bool, values_checked: bool = False) -> None:
        self.name = name
        self._pieces = iter(pieces)
        self._window = b""
        self._key_skip = _CHECKSUM_BYTES if row_checksums else 0
        self._value_skip = _CHECKSUM_BYTES if values_checked else 0
        version = self._version()
        #: Of a store without column families.
        self.is_plain = version in _PLAIN
        self.lineage = self._lineage() if _VERSIONS.get(version) else None

    def __iter__(self) -> Iterator[list[Record]]:
        """All records, in order, in lists. The file's end record must be there."""
        read = self._plain if self.is_plain else self._kinds
        while True:
            records: list[Record] = []
            used, ended = read(self._window, records)
            if records:
                yield records
            if ended:
                return
            self._window = self._window[used:]
            self._more()

    def _version(self) -> str:
        while len(self._window) <= len(_VERSION_START) and self._fill():
            pass
        if not self._window.startswith(_VERSION_START):
            return "v1"
        version = self._text()
        if version not in _VERSIONS:
            raise UnsupportedFormat(f"{self.name} is a changelog of version {version}; v1 to v4 can be read")
        return version

    def _lineage(self) -> tuple[Ancestor, ...]:
        try:
            items = json.loads(self._text())
            return tuple(Ancestor(int(item["version"]), str(item["checkpointUniqueId"])) for item in items)
        except (ValueError, KeyError, TypeError) as error:
            raise self._corrupt(f"its lineage cannot be read: {error!r}") from error

    def _text(self) -> str:
        while len(self._window) < _TEXT_SIZE.size:
            self._more()
        end = _TEXT_SIZE.size + _TEXT_SIZE.unpack_from(self._window)[0]
        while len(self._window) < end:
            self._more()
        text, self._window = self._window[_TEXT_SIZE.size : end], self._window[end:]
        try:
            return text.decode()
        except UnicodeDecodeError as error:
            raise self._corrupt("a text in it is not UTF-8") from error

    def _plain(self, window: bytes, records: list[Record]) -> tuple[int, bool]:
        """The hot loop of the old format; how much of *window* was used, and whether the end is reached."""
        at, end, key_skip, value_skip, size_at = 0, len(window), self._key_skip, self._value_skip, _SIZE.unpack_from
        while at + 4 <= end:
            (size,) = size_at(window, at)
            if size < 0:
                if size == -1:
                    return at, True
                raise self._corrupt(f"a key of size {size}")
            key_end = at + 4 + size
            if key_end + 4 > end:
                break
            (length,) = size_at(window, key_end)
            if length < 0:
                records.append((DELETE, window[at + 4 + key_skip : key_end], b""))
                at = key_end + 4
                continue
            if key_end + 4 + length > end:
                break
            records.append((PUT, window[at + 4 : key_end], window[key_end + 4 + value_skip : key_end + 4 + length]))
            at = key_end + 4 + length
        return at, False

    def _kinds(self, window: bytes, records: list[Record]) -> tuple[int, bool]:
        at, end, key_skip, size_at = 0, len(window), self._key_skip, _SIZE.unpack_from
        while at < end:
            kind = window[at]
            if kind == _END:
                return at, True
            if kind not in _KINDS:
                raise self._corrupt(f"a record of kind {kind:#x}")
            if at + 5 > end:
                break
            (size,) = size_at(window, at + 1)
            key_end = at + 5 + size
            if size < 0:
                raise self._corrupt(f"a key of size {size}")
            if key_end + 4 > end:
                break
            (length,) = size_at(window, key_end)
            if (length == -1) != (kind == DELETE) or length < -1:
                raise self._corrupt(f"a value of size {length}")
            value_end = key_end + 4 + max(0, length)
            if value_end > end:
                break
            key_at = at + 5 + (key_skip if kind == DELETE else 0)
            records.append((kind, window[key_at:key_end], window[key_end + 4 : value_end]))
            at = value_end
        return at, False

    def _more(self) -> None:
        """A longer window; the file must not be at its end."""
        if not self._fill():
            raise self._corrupt("it ends before its end record")

    def _fill(self) -> bool:
        parts = [self._window]
        size = 0
        for piece in self._pieces:
            parts.append(piece)
            size += len(piece)
            if size >= max(_WINDOW_BYTES, len(self._window)):
                break
        self._window = b"".join(parts)
        return size > 0

    def _corrupt(self, detail: str) -> CorruptFile:
        return CorruptFile(f"{self.name} is corrupt", detail=detail)
