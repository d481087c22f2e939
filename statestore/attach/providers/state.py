"""One partition of one store at one version: a read-only database, and what logs have changed over it.

- changed_keys: states over one database compare their dicts; states in one line of logs have the logs' keys, up to 65,536
  remembered (exact, but for keys written anew with the same value); zips without logs have the keys in the SST files that only
  one of them has (0.3 µs an entry, `sst_reader.read_keys`). None: the files that differ are more than half of the database (after
  a compaction by Spark), more than 64 MiB, delete ranges, or have format version 6; a log deletes a range; in format 2, *since*
  is older than the last snapshot and was not *near*; keys forgotten.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from statestore.attach.providers.chain import StoreAt
from statestore.attach.providers.database import StateBase
from statestore.attach.providers.overlay import Entries
from statestore.attach.providers.steps import LoggedKeys, pass_by, remembered, steps_between
from statestore.attach.providers.values import Unwrap
from statestore.errors import UnsupportedFormat
from statestore.node.native import native
from statestore.node.overlaid_shard import get_over, multi_get_over
from statestore.node.shard import BATCH_ROWS, Shard
from statestore.node.sst_reader import read_keys

_MISSING: Final = object()
_NO_ROWS: Final = Shard(0, "nothing", None)
#: Of files that only one of two databases has: always worth reading, and never, as their keys would take too much memory.
_LITTLE_BYTES: Final = 256 << 10
_MUCH_BYTES: Final = 64 << 20


class PartitionState:
    """Immutable, for any thread: *entries*, which take *entries_bytes*, over the database *base*, which other states may share.

    It lives as long as somebody refers to it, even when Spark deletes its files. *families* are column families by name, with the
    number that each of their keys begins with (2 bytes, little-endian); none where the store has no families. *steps* are the last
    logs up to this version that are remembered. *get* gives the value of a key, both as the provider keeps them: all values that
    were appended to it. It raises CorruptFile.
    """

    __slots__ = ("__weakref__", "_shard", "_unwrap", "at", "base", "bytes", "entries", "entries_bytes", "families", "get", "steps")

    get: Callable[[bytes], bytes | None]

    def __init__(
        self,
        at: StoreAt,
        base: StateBase | None,
        entries: Entries,
        entries_bytes: int,
        steps: Sequence[LoggedKeys],
        families: Mapping[str, int],
        unwrap: Unwrap | None = None,
    ) -> None:
        self.at = at
        self.families = families
        self.entries_bytes = entries_bytes
        #: Size of its files here and of what it keeps in memory.
        self.bytes = entries_bytes + (base.bytes if base else 0)
        self.base = base
        self.entries = entries
        self.steps = remembered(steps)
        self._shard = base.shard if base else _NO_ROWS
        self._unwrap = unwrap
        get = _getter(base, entries, at.label)
        self.get = get if unwrap is None else _unwrapped(get, unwrap)

    def multi_get(self, keys: Sequence[bytes]) -> list[bytes | None]:
        """The values of *keys*, in their order."""
        found = multi_get_over(self.entries, keys, self._shard.multi_get)
        unwrap = self._unwrap
        return found if unwrap is None else [None if value is None else unwrap(value) for value in found]

    def items(self, *, prefix: bytes = b"", batch_rows: int = BATCH_ROWS) -> Iterator[list[tuple[bytes, bytes]]]:
        """All entries whose key starts with *prefix*, in no order, in lists of at most *batch_rows*.

        Raises CorruptFile; it never ends early.
        """
        entries, unwrap = self.entries, self._unwrap
        for batch in self._shard.scan_items(prefix, _behind(prefix), batch_rows=batch_rows):
            kept = [item for item in batch if item[0] not in entries] if entries else batch
            if kept:
                yield kept if unwrap is None else [(key, unwrap(value)) for key, value in kept]
        over: list[tuple[bytes, bytes]] = []
        for key, value in entries.items():
            if value is not None and key.startswith(prefix):
                over.append((key, value if unwrap is None else unwrap(value)))
        for start in range(0, len(over), batch_rows):
            yield over[start : start + batch_rows]

    def changed_keys(self, since: PartitionState) -> list[bytes] | None:
        """A superset of the keys that the two states hold different values for, each once; None where finding them is not
        possible or costs more than reading the state.

        Both must be of the same run of versions, which for a batch that ran twice is the one that was committed.
        """
        if self.at.folder != since.at.folder:
            return None
        if self is since:
            return []
        if self.base is since.base:
            return _differing(self.entries, since.entries)
        earlier, later = (since, self) if since.at.version <= self.at.version else (self, since)
        if pass_by(later.steps, earlier.at.version, earlier.at.unique_id):
            return None
        between = steps_between(later.steps, earlier.at.version, later.at.version)
        if between is not None:
            return list(dict.fromkeys(key for step in between for key in step.keys))
        return _keys_of_differing_files(self.base, since.base) if not (self.entries or since.entries) else None


def _differing(ours: Entries, theirs: Entries) -> list[bytes]:
    """Keys whose entries differ; values that are equal but not the same object are listed as well."""
    changed = [key for key, value in ours.items() if theirs.get(key, _MISSING) is not value]
    changed.extend(key for key in theirs if key not in ours)
    return changed


def _keys_of_differing_files(ours: StateBase | None, theirs: StateBase | None) -> list[bytes] | None:
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


def _behind(prefix: bytes) -> bytes | None:
    """The first key behind all that start with *prefix*; None where there is no such key."""
    bare = prefix.rstrip(b"\xff")
    return bare[:-1] + bytes([bare[-1] + 1]) if bare else None


def _getter(base: StateBase | None, entries: Entries, name: str) -> Callable[[bytes], bytes | None]:
    """The lean get. It keeps the base alive, whoever has nothing but this function."""
    if base is None:
        return entries.get
    raw: Callable[[bytes], Any] = base.database.get

    def get(key: bytes, _keep: StateBase = base) -> bytes | None:
        try:
            return raw(key)  # type: ignore[no-any-return]
        except Exception as error:
            with native(name):
                raise error

    return get_over(entries, get) if entries else get


def _unwrapped(get: Callable[[bytes], bytes | None], unwrap: Unwrap) -> Callable[[bytes], bytes | None]:
    def get_value(key: bytes) -> bytes | None:
        value = get(key)
        return None if value is None else unwrap(value)

    return get_value
