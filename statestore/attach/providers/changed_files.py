"""What changed between two databases without logs: the keys in the files that only one of the two has."""

from __future__ import annotations

from typing import Final

from statestore.attach.providers.database import StateBase
from statestore.errors import UnsupportedFormat
from statestore.node.sst_reader import read_keys

#: Always worth reading.
_LITTLE_BYTES: Final = 256 << 10
#: More than this is never read: its keys would take too much memory.
_MUCH_BYTES: Final = 64 << 20


def keys_of_differing_files(ours: StateBase | None, theirs: StateBase | None) -> list[bytes] | None:
    """Each key once. None where the files hold more than half of what the greater database does, as reading all of it is
    then about as fast; and where a file's keys do not say what it changes. Raises CorruptFile.

    A file has the same name in the checkpoint only if it is the same file, and a key that is in no other file has the
    same newest entry in both databases.
    """
    one = ours.files if ours else {}
    other = theirs.files if theirs else {}
    if (ours and not one) or (theirs and not other):
        return None
    paths = [one[name] for name in one.keys() - other.keys()] + [other[name] for name in other.keys() - one.keys()]
    bytes_ = sum(path.stat().st_size for path in paths)
    whole = max(ours.bytes if ours else 0, theirs.bytes if theirs else 0)
    if bytes_ > max(_LITTLE_BYTES, min(whole // 2, _MUCH_BYTES)):
        return None
    keys: set[bytes] = set()
    try:
        for path in paths:
            keys.update(read_keys(path.read_bytes(), str(path)))
    except UnsupportedFormat:
        return None
    return list(keys)
