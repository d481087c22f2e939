"""The boundary to rocksdict, which raises the plain class Exception for everything; and its traps.

Traps met in rocksdict 0.3.29, each kept by a test:

- An existing database that is opened without ``column_families`` gets its column family's options from the folder:
  the block cache and the Bloom filter of the given options are not used. So every open names the family "default".
- ``ReadOptions.set_iterate_lower_bound`` sets the *upper* bound.
- An iterator that meets an error ends as if the range were done. So a scan that came to its end proves it (shard.py).
- An iterator keeps a pointer to the bytes of its upper bound without owning them: the caller must.
- No call but compaction, in the background or by ``compact_range``, releases Python's global lock.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Final

from rocksdict import AccessType, Options, Rdict

from statestore.errors import CorruptFile, StateStoreError, StorageFull
from statestore.node.open_files import OPEN_FILES_HINT, check_files_left
from statestore.views.local_storage import NO_ROOM_WORDS, room_checked

_OPEN_FILES: Final = "Too many open files"
_CORRUPT: Final = (
    "Corruption:",
    "checksum mismatch",
    "does not exist (create_if_missing is false)",
    "No such file or directory",
    "Input/output error",  # a disk that cannot read a block of a file any more
)


def disk_checked(place: str) -> AbstractContextManager[None]:
    """Raises StorageFull, naming *place* in the node's store, in place of the operating system's "no room"."""
    return room_checked(place, _full)


@contextmanager
def native(place: str) -> Iterator[None]:
    """Raises StorageFull, CorruptFile or StateStoreError, naming *place*, in place of what RocksDB reports inside."""
    try:
        yield
    except (StateStoreError, OSError):
        raise
    except Exception as error:
        # rocksdict raises the base class itself; anything more special is a fault of this program.
        if type(error) is not Exception:
            raise
        raise translated(place, error) from error


def translated(place: str, error: Exception) -> StateStoreError:
    """The error of ours for RocksDB's *error*."""
    message = str(error)
    if any(mark in message for mark in NO_ROOM_WORDS):
        return _full(place, message)
    if any(mark in message for mark in _CORRUPT):
        return CorruptFile(f"{place} is corrupt", detail=message)
    return failed(f"RocksDB failed in {place}", error)


def failed(message: str, error: Exception) -> StateStoreError:
    """*message*, with what RocksDB or the operating system says, and what to do about that where there is something to do."""
    detail = str(error)
    return StateStoreError(message, detail=detail, hint=OPEN_FILES_HINT if _OPEN_FILES in detail else None)


def _full(place: str, detail: str) -> StorageFull:
    return StorageFull(f"no room left in {place}", detail=detail, hint="free some space; the last good version is still served")


def open_live(path: Path, options: Options) -> Rdict:
    """Open for ingesting; make it when it is missing. Raises as check_files_left(), and as native()."""
    check_files_left(str(path))
    with native(str(path)):
        return Rdict(str(path), options, {"default": options})


def open_read_only(path: Path, options: Options) -> Rdict:
    """Open what is there at this moment. The empty write-ahead log of a live folder is no error. Raises as open_live()."""
    check_files_left(str(path))
    with native(str(path)):
        return Rdict(str(path), options, {"default": options}, AccessType.read_only(False))
