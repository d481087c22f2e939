"""The views' root: its files in memory, with the product's own log, bases, plans and vacuum over them.

A file of a shard holds rows: in a version, one of that version; in a base, what a shard shows there. So whoever leaves a version
out, takes one twice, begins with what is not there or shows what has expired comes to a content that is not the true one.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any, Final, NamedTuple

from statestore.errors import StateStoreError, ViewNotFound
from statestore.expiry import Expired
from statestore.node.pending import Plan, start_of
from statestore.schema import ViewSchema
from statestore.views.base import Base
from statestore.views.claim import can_be
from statestore.views.folder import ViewFolder
from statestore.views.manifest import Manifest, Mode, ShardFile
from statestore.views.retention import Retention
from statestore.views.vacuum import ORPHAN_AGE_S, vacuum

#: How many versions are kept.
RETENTION: Final = Retention(versions=4, age_s=0.0, base_every=3)


class Entry(NamedTuple):
    """A row: the version that wrote it, and its time in microseconds since 1970, by which it expires where rows do."""

    version: int
    time_us: int


#: What a shard holds, in the order in which it came.
Content = tuple[Entry, ...]


def live(content: Content, before_us: int | None) -> Content:
    """What of it is shown at a version where rows up to *before_us* have expired."""
    return content if before_us is None else tuple(entry for entry in content if entry.time_us > before_us)


class MemoryFiles:
    """A Storage. *clock* gives seconds since 1970."""

    is_local = True
    uri = "memory"

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._folders: dict[str, dict[str, tuple[bytes, float]]] = defaultdict(dict)

    def exists(self, path: str) -> bool:
        folder, _, name = path.rpartition("/")
        return name in self._folders[folder]

    def names(self, folder: str, prefix: str = "", *, within_s: float = 0) -> list[str]:
        below = {key[len(folder) + 1 :].split("/")[0] for key in self._folders if key.startswith(f"{folder}/")}
        return [name for name in (*self._folders[folder], *sorted(below)) if name.startswith(prefix)]

    def entries(self, folder: str) -> list[tuple[str, int, float]]:
        return [(name, len(data), written_s) for name, (data, written_s) in self._folders[folder].items()]

    def size(self, path: str) -> int | None:
        return len(self.read(path)) if self.exists(path) else None

    def read(self, path: str) -> bytes:
        folder, _, name = path.rpartition("/")
        if name not in self._folders[folder]:
            raise FileNotFoundError(path)
        return self._folders[folder][name][0]

    def create(self, path: str, data: bytes) -> None:
        if self.exists(path):
            raise FileExistsError(path)
        folder, _, name = path.rpartition("/")
        self._folders[folder][name] = data, self._clock()

    def remove(self, path: str) -> None:
        folder, _, name = path.rpartition("/")
        self._folders[folder].pop(name, None)

    def remove_all(self, paths: Sequence[str]) -> None:
        for path in paths:
            self.remove(path)

    def location(self, path: str) -> str:
        return path


class _Removing:
    """The same files; what is removed is noted, and removed by whoever reads the notes."""

    def __init__(self, files: MemoryFiles, notes: list[str]) -> None:
        self._files = files
        self.remove = notes.append
        self.remove_all = notes.extend

    def __getattr__(self, name: str) -> Any:
        return getattr(self._files, name)


class _Folder(ViewFolder):
    """Each file is parsed once."""

    def manifest(self, version: int) -> Manifest:
        return _parsed_manifest(self._data(self.manifest_path(version)))

    def base(self, version: int) -> Base:
        return _parsed_base(self._data(self.base_path(version)))

    def _data(self, path: str) -> bytes:
        try:
            return self.storage.read(path)
        except FileNotFoundError as error:
            raise ViewNotFound(f"there is no {path}") from error


@lru_cache(maxsize=10_000)
def _parsed_manifest(data: bytes) -> Manifest:
    return Manifest.from_json(data, "memory")


@lru_cache(maxsize=1_000)
def _parsed_base(data: bytes) -> Base:
    return Base.from_json(data, "memory")


@lru_cache(maxsize=10_000)
def _parsed_content(data: bytes) -> Content:
    return tuple(Entry(*entry) for entry in json.loads(data))


class SimRoot:
    """One view's folder."""

    def __init__(self, schema: ViewSchema, view_id: str, clock: Callable[[], float]) -> None:
        self._schema = schema
        self._view_id = view_id
        self._clock = clock
        self._writers = 0
        self.files: Any = MemoryFiles(clock)
        self.folder = _Folder(self.files, schema.name)
        self.folder.create(schema)

    def commit(self, entry: Entry, committed_at_us: int, mode: Mode, watermark_us: int | None) -> None:
        """Another version, of one row in each shard."""
        version, before = entry.version, self.folder.manifest(entry.version - 1) if entry.version > 1 else None
        begin = version if mode == "replace" or before is None else before.base
        expired = None
        if self._schema.expiry is not None:
            so_far = before.expired if before is not None and before.expired else Expired()
            expired = so_far.advanced(self._schema.expiry, watermark_us=watermark_us, clock_us=committed_at_us)
        files = self._write(version, dict.fromkeys(range(self._schema.shards), (entry,)), "")
        self.folder.commit(Manifest(version, mode, files, committed_at_us, begin, view_id=self._view_id, expired=expired))

    def before_us(self, version: int) -> int | None:
        """Rows of a time up to this have expired at the version; None: none has. Raises ViewNotFound."""
        expired = self.folder.manifest(version).expired if version else None
        return expired.before_us if expired else None

    def plan_anew(self, version: int) -> Plan:
        """How a shard is added. Raises StateStoreError."""
        if version == 0:
            return Plan((), True)
        head = self.folder.manifest(version)
        base = start_of(self.folder, head)
        first = max(1, head.base) if base is None else base.version + 1
        return Plan(tuple(range(first, version + 1)), True, base)

    def take(self, steps: Plan, before: dict[int, Content], shards: Collection[int]) -> dict[int, Content]:
        """What the shards hold after *steps*: as in a node's databases, nothing but beginning afresh removes what there was.

        Raises StateStoreError, FileNotFoundError.
        """
        content = {shard: () if steps.fresh else before[shard] for shard in shards}
        for file in steps.base.files if steps.base else ():
            if file.shard in content:
                content[file.shard] = self._read(file)
        for version in steps.versions:
            for file in self.folder.manifest(version).files:
                if file.shard in content:
                    content[file.shard] += self._read(file)
        return content

    def start_base(self, version: int) -> Callable[[bool], bool]:
        """Begin to make the base of a version; what is returned ends that, or is killed before the base counts."""
        head, before_us, steps = self.folder.manifest(version), self.before_us(version), self.plan_anew(version)

        def finish(is_killed: bool) -> bool:
            taken = self.take(steps, {}, range(self._schema.shards))
            files = self._write(version, {shard: live(content, before_us) for shard, content in taken.items()}, "base-")
            return not is_killed and self.folder.commit_base(Base(head, self._schema, self._view_id, files, 0))

        return finish

    def start_vacuum(self, later_s: float = 0.0) -> list[str]:
        """What a vacuum that begins now removes, one after the other."""
        notes: list[str] = []
        removing: Any = _Removing(self.files, notes)
        now_s = self._clock() + later_s
        vacuum(_Folder(removing, self.folder.name), RETENTION, now_s=now_s, old_s=now_s - ORPHAN_AGE_S)
        return notes

    def can_be_made(self, version: int) -> Content | None:
        """What a shard shows at a version, by all ways that there are: of any base whose files are there, or of the log."""
        folder = self.folder
        if not folder.has(version):
            return None
        head = folder.manifest(version)
        starts = [number for number in folder.bases() if head.base <= number <= version]
        ways = [Plan(tuple(range(number + 1, version + 1)), True, folder.base(number)) for number in starts]
        for steps in (*reversed(ways), Plan(tuple(range(max(1, head.base), version + 1)), True)):
            with suppress(StateStoreError, FileNotFoundError):
                return live(self.take(steps, {}, (0,))[0], self.before_us(version))
        return None

    def named(self) -> set[str]:
        """The shards' files that count. The log begins with a base, unless that is to go, or with all content."""
        folder = self.folder
        bases, versions = folder.bases(), folder.versions()
        found = {file.path for base in bases for file in folder.base(base).files}
        based = {base for base in bases if can_be(folder, base, "start")}
        return found | {file.path for n in versions if n != versions[0] or n not in based for file in folder.manifest(n).files}

    def shard_files(self) -> set[str]:
        """The shards' files that there are."""
        place = f"{self.folder.name}/shards"
        return {f"shards/{shard}/{name}" for shard in self.files.names(place) for name in self.files.names(f"{place}/{shard}")}

    def _write(self, version: int, contents: dict[int, Content], kind: str) -> tuple[ShardFile, ...]:
        self._writers += 1
        files = []
        for shard, content in contents.items():
            path = f"shards/{shard:04d}/{version:020d}-{kind}{self._writers:x}-0000.sst"
            data = json.dumps(content).encode()
            self.files.create(f"{self.folder.name}/{path}", data)
            files.append(ShardFile(shard, path, len(content), 0, len(data), "", b"", b""))
        return tuple(files)

    def _read(self, file: ShardFile) -> Content:
        return _parsed_content(self.files.read(f"{self.folder.name}/{file.path}"))
