"""Which files make up a version: a snapshot, and the logs after it.

    <version>.zip, <version>.changelog                           RocksDB
    <version>_<unique id>.zip, <version>_<unique id>.changelog    RocksDB, checkpoint format v2
    <version>.snapshot, <version>.delta                           the HDFS-backed provider

In format v2 several tasks may have written the same version; the batch's commit says which one counts, and the log's
lineage says which ones came before it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Final

from statestore.attach.checkpoint import store_folder
from statestore.attach.files import CheckpointFiles
from statestore.attach.providers.records import Ancestor
from statestore.errors import CorruptFile, VersionNotKept

_NO_VERSION: Final = -1


@dataclass(frozen=True, slots=True)
class StoreAt:
    """One partition of one state store at one version. *unique_id* is what checkpoint format v2 tells versions apart by."""

    operator: int
    store: str
    partition: int
    version: int
    unique_id: str | None = None

    @property
    def folder(self) -> str:
        """Where its files are in the checkpoint."""
        return store_folder(self.operator, self.store, self.partition)

    @property
    def label(self) -> str:
        """For messages."""
        return f"version {self.version} of {self.folder}"


@dataclass(frozen=True, slots=True)
class FileNaming:
    """How a provider calls its files."""

    snapshot: str
    log: str

    def snapshot_of(self, version: Ancestor) -> str:
        """Name of a snapshot."""
        return f"{version.stem}.{self.snapshot}"

    def log_of(self, version: Ancestor) -> str:
        """Name of a log."""
        return f"{version.stem}.{self.log}"


ROCKSDB: Final = FileNaming("zip", "changelog")
HDFS: Final = FileNaming("snapshot", "delta")


@dataclass(frozen=True, slots=True)
class Chain:
    """*snapshot* is None where the state begins empty. *logs* are the versions to apply to it, oldest first."""

    snapshot: Ancestor | None
    logs: tuple[Ancestor, ...]


def chain_of(
    at: StoreAt,
    files: CheckpointFiles,
    naming: FileNaming,
    lineage_of: Callable[[str], tuple[Ancestor, ...] | None],
    damaged: Collection[str] = (),
) -> Chain:
    """The shortest chain to *at* whose files are all there, *damaged* left out. *lineage_of* reads the log of that name.

    Raises VersionNotKept, CorruptFile, and FileNotFoundError when a file goes away meanwhile.
    """
    names = frozenset(files.names(at.folder)).difference(damaged)
    if at.unique_id is not None:
        return _by_lineage(at, names, naming, lineage_of)
    logs: list[Ancestor] = []
    for version in range(at.version, 0, -1):
        member = Ancestor(version, "")
        if naming.snapshot_of(member) in names:
            return Chain(member, tuple(reversed(logs)))
        if naming.log_of(member) not in names:
            raise _missing(at, version, names, naming)
        logs.append(member)
    return Chain(None, tuple(reversed(logs)))


def _by_lineage(
    at: StoreAt, names: frozenset[str], naming: FileNaming, lineage_of: Callable[[str], tuple[Ancestor, ...] | None]
) -> Chain:
    logs: list[Ancestor] = []
    behind = [Ancestor(at.version, at.unique_id or "")]
    while behind:
        member = behind.pop()
        if naming.snapshot_of(member) in names:
            return Chain(member, tuple(reversed(logs)))
        log = naming.log_of(member)
        if log not in names:
            raise _missing(at, member.version, names, naming)
        logs.append(member)
        # A lineage goes back to the snapshot before; that one's own log to the one before it.
        behind = behind or list(lineage_of(log) or ())
    if logs[-1].version != 1:
        raise _missing(at, logs[-1].version - 1, names, naming)
    return Chain(None, tuple(reversed(logs)))


def _missing(at: StoreAt, version: int, names: frozenset[str], naming: FileNaming) -> CorruptFile | VersionNotKept:
    """Spark deletes the oldest versions first: a gap behind which there is something older is damage."""
    if version == at.version or not any(0 < older < version for older in _versions(names, naming)):
        return not_kept(at)
    return CorruptFile(f"{at.label} cannot be read", detail=f"neither a snapshot nor a log of version {version} is there")


def not_kept(at: StoreAt) -> VersionNotKept:
    """The error for a version without files."""
    return VersionNotKept(f"{at.label} is not in the checkpoint", detail="Spark deletes old versions; or it is still to come")


def newer_snapshot(at: StoreAt, name: str, files: CheckpointFiles, naming: FileNaming) -> str | None:
    """The name of the first snapshot of a later version than the one called *name*."""
    suffix = f".{naming.snapshot}"
    later = [
        (_version(other), other) for other in files.names(at.folder) if other.endswith(suffix) and _version(other) > _version(name)
    ]
    return min(later)[1] if later else None


def _versions(names: frozenset[str], naming: FileNaming) -> list[int]:
    suffixes = (f".{naming.snapshot}", f".{naming.log}")
    return [_version(name) for name in names if name.endswith(suffixes)]


def _version(name: str) -> int:
    number = name.split(".", 1)[0].split("_", 1)[0]
    return int(number) if number.isdecimal() else _NO_VERSION
