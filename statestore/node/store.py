"""LocalStore: the views of a root, followed and served on this node.

- A view that was deleted and made anew is told by the digest of the applied version's manifest. It starts from scratch; the old
  content is served until the new is ready.
- A root that cannot be read is a fault, and everything is served on: gone, out of reach, or an empty folder that is not the one
  it was (nothing is mounted there). `newer()` is the proof that nothing is missing: a log that has no next version must still
  have the one that is served.
- A node that starts while its root is away serves what it has: `position.json` holds the applied version's manifest, schema and
  id, by whose digest it is told from any other. Only a settled copy is served so; where there is none the node does not start.
  What is served was fresh when its version was committed, and nothing later is claimed.
- `store.json` ties the folder to its root: a store of another root is refused (its views of the same names would be mixed
  up). `tidegate rebind` ties it to where the root has moved, after comparing the digest of each view's applied manifest with the
  one there, or its id where vacuum has deleted that version since; all views and all workers' stores, or none. Deleting the store
  costs only copying.

- Two names tell content apart. `incarnation` is a number that the process gives once, also to a view that was gone meanwhile and
  to a log that was taken back: what is derived from versions in this process goes by it. `view_id` is drawn at random with
  version 1 and written into every manifest, so it is the same on every node and after a restart, and differs for all time: other
  nodes' versions go by it, and manifests of two views are never ingested on top of each other, whatever is deleted and published
  between two reads of the log. A view of an older release has none; its id is the first manifest's digest.
- A view is served from its first version on: only a manifest makes anything visible. One whose only versions are bad is not
  served: ShardRestoring.
- An SST file with the right checksum that RocksDB does not take is remembered, so that it does not cost a rebuild at every retry.
- A view whose folder is gone is no longer served, and its copy is removed. A root that is gone as a whole is a fault, and
  everything is served on.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from pathlib import Path
from types import MappingProxyType
from typing import Final, Self

from statestore.bounded_reads import BoundedReads
from statestore.errors import ShardRestoring, StateStoreError, ViewNotFound
from statestore.node.at_root import AtRoot
from statestore.node.catalog import StoreCatalog
from statestore.node.follow import Follower
from statestore.node.holding import Holding
from statestore.node.layout import StoreFolder
from statestore.node.open_files import allow_open_files
from statestore.node.options import StoreOptions, block_cache
from statestore.node.serving import Copying, Health, Log, Observable, StateTableRow, Store
from statestore.node.version import ViewVersion
from statestore.views.manifest import Manifest
from statestore.views.root import Root

_NO_VIEWS: Final[Mapping[str, ViewVersion]] = MappingProxyType({})


class LocalStore(Observable, Store):
    """Follows *root* and keeps a copy of its views in RocksDB under *store_dir*, which it owns alone.

    Reading (views, current, versions, health) is safe in any thread, takes no lock and never waits. One thread of the
    store's own follows the root. Nothing that has been handed out ever changes or closes.
    """

    def __init__(
        self,
        root: Root,
        store_dir: Path,
        options: StoreOptions | None = None,
        *,
        holding: Holding | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Nothing is opened yet. *holding* says which shards of a view are to be held here; None: all.

        *clock* gives seconds, for the age of kept versions and the time of retries.
        """
        self.root = root
        self.options = options or StoreOptions()
        self.cache = block_cache(self.options)
        self._store_dir = store_dir
        self._holding = holding
        self._clock = clock
        self._folder: StoreFolder | None = None
        self._catalog: StoreCatalog | None = None
        self._follower: Follower | None = None
        self._reads = BoundedReads()
        self._changed = threading.Condition()

    def start(self, *, wait: bool = True, wait_s: float = 0.0) -> None:
        """Open the store folder, then follow the root until close().

        With *wait*, returns when every view has been brought up to date once (or has a fault, see health); else so too, but after
        *wait_s* at the latest. With *wait*, shards that are wanted beside those held are waited for only if a view cannot be shown
        without: without *holding*.
        Raises StoreLocked, UnsupportedFormat, StoreOfAnotherRoot, StorageFull, RootNotFound.
        """
        allow_open_files()
        self._folder = StoreFolder(self._store_dir, self.root.uri, self.options, self.cache)
        try:
            self._catalog = StoreCatalog(self.root, self._folder, self._clock, self._notify, self._holding, self._look_soon)
            self._follower = Follower(self.root, self._catalog, self.options, self._clock)
            self._follower.start(wait=wait, complete=self._holding is None)
            self._follower.wait(wait_s)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Stop following and let another process have the folder. Versions that were handed out can still be read.

        A copy that is being made is given up between two files: a large one would take longer than who stops the node waits.
        """
        if self._folder:
            self._folder.give_up()
        if self._follower:
            self._follower.stop()
            self._follower = None
        if self._catalog:
            self._catalog.close()
        if self._folder:
            self._folder.close()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def views(self) -> Mapping[str, ViewVersion]:
        """The current version of every view that is ready: an immutable snapshot, replaced as a whole."""
        return self._catalog.views if self._catalog else _NO_VIEWS

    def current(self, view: str) -> ViewVersion:
        """The current version of *view*. Raises ViewNotFound; ShardRestoring while its first version is being copied."""
        found = self.views().get(view)
        if found is not None:
            return found
        self.check_known(view)
        raise ViewNotFound(f"there is no view {view} under {self.root.uri}")

    def versions(self, view: str) -> tuple[ViewVersion, ...]:
        """The kept versions of *view*, oldest first, the current one last. Raises ViewNotFound, ShardRestoring."""
        return (self._catalog.kept(view) if self._catalog else ()) or (self.current(view),)

    def past(self, view: str) -> tuple[ViewVersion, ...]:
        """Earlier versions that recall() has made, in no order; not among versions(), which have been the current one."""
        return self._catalog.past(view) if self._catalog else ()

    def recall(self, view: str, version: int) -> Future[None] | None:
        """Have a version that is not kept here, and may be at the root: when the future is done, it is among past() for some
        minutes, with all shards. Making it takes as long as a base and the log since it are large.

        The future raises VersionNotKept, with what the root keeps; StateStoreError. None where *view* has no versions but those
        that are kept. Raises ViewNotFound.
        """
        return self._catalog.recall(view, version) if self._catalog else None

    def check_known(self, view: str) -> None:
        """Raise ShardRestoring where the view's first version is still being copied."""
        if self._catalog and view not in self.views() and (progress := self._catalog.progress(view)):
            raise ShardRestoring(f"view {view} is still being restored on this node", hint=progress)

    def block_cache_bytes(self) -> int:
        """What the cache has in memory, of attached checkpoints too."""
        return int(self.cache.get_usage())

    def state_tables(self) -> tuple[StateTableRow, ...]:
        """None: views were published."""
        return ()

    def manifest(self, view: str, version: int) -> Manifest:
        """A manifest of the view's log. Raises ViewNotFound, CorruptFile, UnsupportedFormat, OSError."""
        return self.root.folder(view).manifest(version)

    def log(self, view: str) -> Log | None:
        """Where the view's versions are at the root, and room for whoever reads more than is kept here; None while not open."""
        if self._folder is None:
            return None
        place = self._folder.work / "changes"
        place.mkdir(exist_ok=True)
        return Log(self.root.folder(view), place)

    def newer(self, version: ViewVersion) -> Iterator[Manifest]:
        """What was committed after *version*, oldest first: of a local root by the log as it is now, else what has been seen of it.

        Raises StateStoreError and OSError where that cannot be told.
        """
        assert version.manifest is not None, "views are served from version 1 on"
        if self.root.is_local:
            return self._reads.each(self.root.folder(version.schema.name).newer(version.manifest), f"root {self.root.uri}")
        kept = self.versions(version.schema.name)
        if version.version + 1 < kept[0].version:
            raise StateStoreError(f"what followed version {version.version} of view {version.schema.name} is not kept here")
        return (v.manifest for v in kept if v.manifest and v.version > version.version and v.incarnation == version.incarnation)

    def unseen_us(self, view: str, at_us: int) -> int:
        """For how long up to *at_us* commits to the view may have gone unseen; 0 where newer() looks itself."""
        if self.root.is_local or self._catalog is None:
            return 0
        return max(0, at_us - self._catalog.seen_at_us(view))

    def fault(self, view: str) -> StateStoreError | None:
        """Why what has been committed to *view* may not be here."""
        health = self.health()
        found = health.views.get(view)
        return health.root or (None if found is None else found.error)

    def at_root(self, view: str) -> AtRoot | None:
        """What the following thread knows of the view at the root; None where there is no such view."""
        return self._catalog.at_root(view) if self._catalog else None

    def unready(self) -> Mapping[str, str]:
        """Views that cannot be served yet, and why."""
        return self._catalog.unready() if self._catalog else {}

    def copying(self) -> Copying:
        """How far those views are, in numbers."""
        return self._catalog.copying() if self._catalog else Copying()

    def read_at_us(self, view: str) -> int:
        """When it was last seen that all of *view* is here, or was on its way; microseconds since 1970."""
        found = self.health().views.get(view)
        # Of a root that has been away since the start, what an earlier process saw of it.
        read_at_us = 0 if self._catalog is None else self._catalog.read_at_us or self._catalog.seen_at_us(view)
        return read_at_us if found is None else min(read_at_us, found.since_us)

    def rehold(self) -> None:
        """Ask *holding* again, soon and in the store's own thread: it may answer otherwise now.

        Shards that are held no longer go with the next version that is published, at once if there is none new. Shards that
        are wanted newly are copied beside what is served; ViewVersion.held has them once they are at its version.
        """
        if self._follower:
            self._follower.wake()

    @property
    def generation(self) -> int:
        """Changes whenever the set of views, or the schema of one, changes, or a view is made anew."""
        return self._catalog.generation if self._catalog else 0

    def health(self) -> Health:
        """What is wrong now."""
        return self._catalog.health if self._catalog else Health(None, MappingProxyType({}))

    def refresh(self) -> None:
        """Look at the root now and take all there is, new shards too, in this thread; views with a fault are tried again."""
        if self._follower:
            self._follower.refresh()

    def _look_soon(self) -> None:
        if self._follower:
            self._follower.look_soon()

    def wait_for(self, condition: Callable[[Mapping[str, ViewVersion]], bool], timeout_s: float) -> bool:
        """Block until *condition* holds for views(), or the time is up; whether it held."""
        with self._changed:
            return self._changed.wait_for(lambda: condition(self.views()), timeout_s)

    def wait_for_version(self, view: str, version: int, timeout_s: float) -> bool:
        """Block until *view* is at *version* or later, or the time is up; whether it got there."""
        return self.wait_for(lambda views: view in views and views[view].version >= version, timeout_s)

    def _notify(self) -> None:
        with self._changed:
            self._changed.notify_all()
        self._tell_subscribers()
