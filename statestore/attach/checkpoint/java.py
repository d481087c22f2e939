"""What Java's DataOutputStream writes: numbers, big-endian, and text in writeUTF's form."""

from __future__ import annotations

import struct
from typing import Final

from statestore.errors import CorruptFile

_SHORT: Final = struct.Struct(">H")
_INT: Final = struct.Struct(">i")


def modified_utf8(data: bytes) -> str:
    """Text in Java's modified UTF-8: NUL in two bytes, and what UTF-16 writes as two surrogates as three bytes each.

    Raises ValueError.
    """
    units = data.replace(b"\xc0\x80", b"\x00").decode("utf-8", "surrogatepass")
    return units.encode("utf-16", "surrogatepass").decode("utf-16")


class JavaReader:
    """Reads one value after the other. Every method raises CorruptFile, naming the file, when its bytes end or are wrong."""

    def __init__(self, data: bytes, file: str) -> None:
        self._data = data
        self._file = file
        self._at = 0

    def short(self) -> int:
        """Two bytes, without a sign."""
        return int(_SHORT.unpack(self._take(_SHORT.size))[0])

    def count(self) -> int:
        """Four bytes: how many of something follow, each of at least two bytes. Raises CorruptFile."""
        found = int(_INT.unpack(self._take(_INT.size))[0])
        if not 0 <= found <= (len(self._data) - self._at) // _SHORT.size:
            raise self._corrupt(f"a count of {found} with {len(self._data) - self._at} bytes left")
        return found

    def text(self) -> str:
        """What writeUTF wrote: a length in two bytes, then modified UTF-8."""
        return self._decoded(self._take(self.short()))

    def chunked_text(self) -> str:
        """A text that is too long for one writeUTF: a count, then its parts, cut anywhere."""
        return self._decoded(b"".join(self._take(self.short()) for _ in range(self.count())))

    def end(self) -> None:
        """Nothing follows. Raises CorruptFile."""
        if self._at != len(self._data):
            raise self._corrupt(f"{len(self._data) - self._at} bytes too many")

    def _take(self, length: int) -> bytes:
        found = self._data[self._at : self._at + length]
        if len(found) < length:
            raise self._corrupt(f"it ends after {len(self._data)} bytes, {length - len(found)} too early")
        self._at += length
        return found

    def _decoded(self, data: bytes) -> str:
        try:
            return modified_utf8(data)
        except ValueError as error:
            raise self._corrupt(str(error)) from error

    def _corrupt(self, detail: str) -> CorruptFile:
        return CorruptFile(f"{self._file} is damaged", detail=detail)
