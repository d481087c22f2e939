"""Makes the base of a view: merges the base before, and the log since, in databases of its own, and writes what they hold.

Few shards are merged at a time, so the maker needs the room of those on its disk, and memory for one portion of rows, however large
the view is. Nothing of a view is locked or changed by it.

- A new node, a shard that is added and a node that is more than 1,000 versions behind start with the newest base that is of the
  view and not older than its last replacement, and read the log from there on. A base that is damaged is done without, as long as
  the log has what it held.
- Files deleted by hand. A node that has the data serves on, takes what is committed later, and also goes on where the
  manifest of its very version is missing between others. A new one that needs what is missing names it and serves the last
  version before it; a base that cannot be used is tried again with the next pass. `describe`, `verify`, `vacuum`, `compact` and
  `backup` name it and end with 1. The last manifest of a log is another matter: deleting it takes the log back.
- A node whose version has been deleted knows the view by its id, which bases carry, and goes on with the base. What the log says
  of schemas and ids before the base is in the base, too.
"""

from __future__ import annotations

import shutil
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Final

from statestore.errors import ViewNotFound
from statestore.node.expiring_shard import shard_with
from statestore.node.intake import Intake, merged
from statestore.node.layout import StoreFolder, is_locked
from statestore.node.options import StoreOptions, block_cache
from statestore.node.version import ViewShape
from statestore.views.base import Base
from statestore.views.claim import can_be
from statestore.views.encoding import ShardEntries
from statestore.views.folder import ViewFolder
from statestore.views.manifest import Manifest, ShardFile
from statestore.views.root import Root
from statestore.views.shard_writer import ShardWriter, WriteAttempt
from statestore.views.sst import OPTIONS, SstOptions

#: What a merge makes, under the machine's folder for temporary files.
WORK_PREFIX: Final = "tidegate-base-"
#: Shards that are merged at a time; each portion reads the log once.
SHARDS_AT_ONCE: Final = 32
#: Rows that are read and written at a time.
PORTION_ROWS: Final = 8192
#: Of the blocks that a merge has read; they are read once.
_CACHE_BYTES: Final = 8 << 20
#: A maker locks its folder long before it is so old.
_UNLOCKED_S: Final = 60.0


def make_base(
    root: Root,
    view: str,
    work: Path | None = None,
    *,
    version: int | None = None,
    options: SstOptions = OPTIONS,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Base | None:
    """Make the base of the view's latest version, or of *version*, and return it; None where there is no version, or it has a base,
    or had one that vacuum drops.

    The merging is done in a new folder below *work*, by default below the machine's folder for temporary files, which is removed in
    the end. *options* is how its files are built; *progress* is told how many shards of how many are written. Raises ViewNotFound;
    BadVersion, BadBase where the log cannot be read; StorageFull, OSError.
    """
    folder = root.folder(view)
    version = folder.latest() if version is None else version
    if version == 0 and not folder.exists():
        raise ViewNotFound(f"there is no view {view} under {root.uri}")
    if version == 0 or version in folder.bases() or not can_be(folder, version, "start"):
        return None
    _remove_leftovers(work or Path(tempfile.gettempdir()))
    store_options = StoreOptions(block_cache_bytes=_CACHE_BYTES)
    with (
        tempfile.TemporaryDirectory(prefix=WORK_PREFIX, dir=work) as place,
        StoreFolder(Path(place), root.uri, store_options, block_cache(store_options)) as store,
    ):
        return _Merge(folder, store, folder.manifest(version), options, progress).base()


def _remove_leftovers(work: Path) -> None:
    """What makers that were killed have left: nobody locks it. One that has just been made is not locked yet."""
    for place in work.glob(f"{WORK_PREFIX}*"):
        with suppress(OSError):
            if time.time() - place.stat().st_mtime > _UNLOCKED_S and not is_locked(place):
                shutil.rmtree(place)


class _Merge:
    def __init__(
        self,
        folder: ViewFolder,
        store: StoreFolder,
        head: Manifest,
        sst_options: SstOptions,
        progress: Callable[[int, int], None],
    ) -> None:
        self._folder = folder
        self._head = head
        self._sst_options = sst_options
        self._progress = progress
        self._schema = folder.schema_of(head)
        self._live = ViewShape(self._schema).live_rows(head)
        self._intake = Intake(folder, store)

    def base(self) -> Base | None:
        """Write all files and commit. None where somebody else was faster."""
        attempt = WriteAttempt(self._folder, self._schema, self._head.version, f"base-{uuid.uuid4().hex}", True, self._sst_options)
        writers = [ShardWriter(attempt, number) for number in range(self._schema.shards)]
        with ExitStack() as unless_made:
            for writer in writers:
                unless_made.callback(writer.abandon)
            files: list[ShardFile] = []
            for first in range(0, len(writers), SHARDS_AT_ONCE):
                files += self._write(first, writers[first : first + SHARDS_AT_ONCE])
            view_id = self._folder.view_id(self._head)
            made = Base(self._head, self._schema, view_id, tuple(files), time.time_ns() // 1000)
            abandoning = unless_made.pop_all()
        # A root that gave no answer may have the base, or will: its files stay.
        if self._folder.commit_base(made):
            return made
        abandoning.close()
        return None

    def _write(self, first: int, writers: Sequence[ShardWriter]) -> Iterator[ShardFile]:
        """The files of the shards from *first* on, one shard after the other."""
        shards = frozenset(range(first, first + len(writers)))
        with merged(self._intake, self._head, shards) as generation:
            for number, writer in enumerate(writers, first):
                stored = generation.freeze(number, f"{self._folder.name} shard {number}")
                frozen = shard_with(stored, self._live, None)
                for portion in frozen.scan_items(batch_rows=PORTION_ROWS):
                    writer.append(ShardEntries(number, [key for key, _ in portion], [value for _, value in portion]))
                yield from writer.finish()
                self._progress(number + 1, self._schema.shards)
