"""One partition of one store at one version: a read-only database, and what logs have changed over it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from statestore.attach.providers.at import PartitionState, StoreAt
from statestore.attach.providers.changed_files import keys_of_differing_files
from statestore.attach.providers.database import StateBase
from statestore.attach.providers.overlay import Entries
from statestore.attach.providers.steps import Step, pass_by, remembered, steps_between
from statestore.attach.providers.values import Unwrap
from statestore.node.native import native
from statestore.node.shard import BATCH_ROWS, Shard

_MISSING: Final = object()
_NO_ROWS: Final = Shard(0, "nothing", None)


class StoredState:
    """A PartitionState. *entries* belong to it, and take *entries_bytes*; *steps* end with its own version."""

    __slots__ = (
        "__weakref__",
        "_base",
        "_entries",
        "_shard",
        "_steps",
        "_unwrap",
        "at",
        "bytes",
        "entries_bytes",
        "families",
        "get",
        "name",
    )

    get: Callable[[bytes], bytes | None]

    def __init__(
        self,
        at: StoreAt,
        base: StateBase | None,
        entries: Entries,
        entries_bytes: int,
        steps: Sequence[Step],
        families: Mapping[str, int],
        unwrap: Unwrap | None = None,
    ) -> None:
        self.at = at
        self.families = families
        self.name = at.label
        self.entries_bytes = entries_bytes
        self.bytes = entries_bytes + (base.bytes if base else 0)
        self._base = base
        self._shard = base.shard if base else _NO_ROWS
        self._entries = entries
        self._steps = remembered(steps)
        self._unwrap = unwrap
        get = _getter(base, entries, self.name)
        self.get = get if unwrap is None else _unwrapped(get, unwrap)

    @property
    def base(self) -> StateBase | None:
        """The database, which other states may share."""
        return self._base

    @property
    def entries(self) -> Entries:
        """What is different from it. Not to be changed."""
        return self._entries

    @property
    def steps(self) -> Sequence[Step]:
        """The last logs up to this version that are remembered."""
        return self._steps

    def multi_get(self, keys: Sequence[bytes]) -> list[bytes | None]:
        """The values of *keys*, in their order."""
        if not self._entries:
            found = self._shard.multi_get(keys)
        else:
            entries = self._entries
            below = [key for key in keys if key not in entries]
            values = dict(zip(below, self._shard.multi_get(below), strict=True))
            found = [entries[key] if key in entries else values[key] for key in keys]
        unwrap = self._unwrap
        return found if unwrap is None else [None if value is None else unwrap(value) for value in found]

    def items(self, *, prefix: bytes = b"", batch_rows: int = BATCH_ROWS) -> Iterator[list[tuple[bytes, bytes]]]:
        """All entries whose key starts with *prefix*, in no order. Raises CorruptFile; never ends early."""
        entries, unwrap = self._entries, self._unwrap
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
        """See PartitionState. Both must be of the same run of versions, which for a batch that ran twice is the one that was
        committed."""
        if not isinstance(since, StoredState) or self.at.folder != since.at.folder:
            return None
        if self is since:
            return []
        if self._base is since._base:
            return _differing(self._entries, since._entries)
        earlier, later = (since, self) if since.at.version <= self.at.version else (self, since)
        if pass_by(later.steps, earlier.at.version, earlier.at.unique_id):
            return None
        between = steps_between(later.steps, earlier.at.version, later.at.version)
        if between is not None:
            return list(dict.fromkeys(key for step in between for key in step.keys))
        return keys_of_differing_files(self._base, since._base) if not (self._entries or since._entries) else None


def _differing(ours: Entries, theirs: Entries) -> list[bytes]:
    """Keys whose entries differ; values that are equal but not the same object are listed as well."""
    changed = [key for key, value in ours.items() if theirs.get(key, _MISSING) is not value]
    changed.extend(key for key in theirs if key not in ours)
    return changed


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

    if not entries:
        return get

    def get_over(key: bytes) -> bytes | None:
        value = entries.get(key, _MISSING)
        return get(key) if value is _MISSING else value  # type: ignore[return-value]

    return get_over


def _unwrapped(get: Callable[[bytes], bytes | None], unwrap: Unwrap) -> Callable[[bytes], bytes | None]:
    def get_value(key: bytes) -> bytes | None:
        value = get(key)
        return None if value is None else unwrap(value)

    return get_value
