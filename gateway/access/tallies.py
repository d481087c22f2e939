"""What is remembered of failed logins: a tally per source (address and user), of this process alone or of all workers of one host.

Workers share a file in memory (`SharedTallies`), without locks: each writes its own part of it and reads them all, so whoever is
killed or stopped, in the middle of a write even, holds up nobody and loses one tally at most. The parts have a fixed size, sets of
a few slots as a processor's cache has them; where a set is full, the source that failed longest ago makes room.

    header: magic, workers, secret │ worker 1: SETS × SLOTS records │ worker 2 …
    record: hash of the source (16 bytes; 0: free), count, since, last, locked (seconds of the host's monotonic clock)
"""

from __future__ import annotations

import hashlib
import math
import mmap
import os
import secrets
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from struct import Struct
from typing import Final, Protocol

SOURCES_MAX: Final = 10_000
#: In the folder that all workers' stores are in.
FILE_NAME: Final = "failed-logins"
SETS: Final = 1_024
SLOTS: Final = 12
_MAGIC: Final = b"TGFAIL01"
_HEADER: Final = Struct("=8sI4x16s")
_RECORD: Final = Struct("=16sI4xddd")
_PART: Final = SETS * SLOTS * _RECORD.size
_HASH_BYTES: Final = 16
_FREE: Final = bytes(_HASH_BYTES)
_MODE: Final = 0o600


@dataclass(frozen=True, slots=True)
class Tally:
    """*count* failures from *since_s* to *last_s*; *locked_s*: when they last led to a lockout."""

    count: int = 0
    since_s: float = -math.inf
    last_s: float = -math.inf
    locked_s: float = -math.inf


NO_TALLY: Final = Tally()


class Tallies(Protocol):
    """Tallies by source."""

    def of(self, source: str) -> Sequence[Tally]:
        """What is known of a source: first what this process has counted, then what others have."""

    def keep(self, source: str, tally: Tally) -> None:
        """What this process has counted."""


class OwnTallies:
    """Those of a process that serves alone."""

    def __init__(self) -> None:
        self._found: OrderedDict[str, Tally] = OrderedDict()

    def __len__(self) -> int:
        return len(self._found)

    def of(self, source: str) -> Sequence[Tally]:
        """See Tallies."""
        return (self._found.get(source, NO_TALLY),)

    def keep(self, source: str, tally: Tally) -> None:
        """See Tallies."""
        self._found[source] = tally
        self._found.move_to_end(source)
        while len(self._found) > SOURCES_MAX:
            self._found.popitem(last=False)


class SharedTallies:
    """Those of a host's workers, as worker *number* (from 1) of them. Raises OSError, ValueError for a file that is none."""

    def __init__(self, path: Path, number: int) -> None:
        with path.open("r+b") as file:
            self._memory = mmap.mmap(file.fileno(), 0)
        magic, self._workers, self._secret = _HEADER.unpack_from(self._memory)
        if magic != _MAGIC or not 1 <= number <= self._workers or len(self._memory) != _size(self._workers):
            raise ValueError(f"{path} holds no tallies of failed logins for worker {number}")
        self._number = number

    @staticmethod
    def create(path: Path, workers: int) -> None:
        """An empty file, in place of one that is there: whoever has that open keeps it. Raises OSError."""
        work = path.with_name(f".{path.name}.{os.getpid()}.new")
        descriptor = os.open(work, os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, _MODE)
        try:
            os.write(descriptor, _HEADER.pack(_MAGIC, workers, secrets.token_bytes(_HASH_BYTES)))
            os.ftruncate(descriptor, _size(workers))
        finally:
            os.close(descriptor)
        os.replace(work, path)

    def of(self, source: str) -> Sequence[Tally]:
        """See Tallies."""
        wanted = self._hash(source)
        others = (number for number in range(1, self._workers + 1) if number != self._number)
        return [self._find(number, wanted) for number in (self._number, *others)]

    def keep(self, source: str, tally: Tally) -> None:
        """See Tallies."""
        wanted = self._hash(source)
        begin = self._set_of(self._number, wanted)
        slots = list(_RECORD.iter_unpack(self._memory[begin : begin + SLOTS * _RECORD.size]))
        place = next((i for i, slot in enumerate(slots) if slot[0] == wanted), None)
        if place is None:
            place = min(range(SLOTS), key=lambda i: -math.inf if slots[i][0] == _FREE else slots[i][3])
        record = _RECORD.pack(wanted, tally.count, tally.since_s, tally.last_s, tally.locked_s)
        at = begin + place * _RECORD.size
        self._memory[at : at + _RECORD.size] = record

    def _find(self, number: int, wanted: bytes) -> Tally:
        begin = self._set_of(number, wanted)
        for found, *rest in _RECORD.iter_unpack(self._memory[begin : begin + SLOTS * _RECORD.size]):
            if found == wanted:
                return Tally(*rest)
        return NO_TALLY

    def _hash(self, source: str) -> bytes:
        """With a secret, or somebody could choose names that drive each other out."""
        return hashlib.blake2b(source.encode(), digest_size=_HASH_BYTES, key=self._secret).digest()

    def _set_of(self, number: int, wanted: bytes) -> int:
        place = int.from_bytes(wanted[:4]) % SETS
        return _HEADER.size + (number - 1) * _PART + place * SLOTS * _RECORD.size


def _size(workers: int) -> int:
    return _HEADER.size + workers * _PART
