"""Shards that a view gains on this node: copied by a thread of their own while what is held goes on being served.

Their databases are made under work/, which every start empties, from the log's base up to the applied version, and are then
moved among the held ones. Nothing is written down before that: a process that dies on the way begins those shards anew, and only
those. Few shards are copied at a time, so that what was done is soon kept.

- RocksDB ingests with Python's lock in its hand (about 1 ms a file, more on a busy disk), so the thread that adds takes 4 files
  at a time and rests as long as that took.
- What is bad in a shard to be added is the view's fault in `health()`, and retried like one, but the held shards go on.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from pathlib import Path
from typing import Final

from statestore.errors import StateStoreError
from statestore.node.generation import Generation
from statestore.node.intake import Intake
from statestore.node.local_copy import rows_of
from statestore.node.pending import Staged
from statestore.views.base import Base
from statestore.views.manifest import ShardFile

#: Files that are ingested at a time.
ADD_FILES_MAX: Final = 4
#: The longest rest after that; waiting for compaction is a rest by itself.
REST_MAX_S: Final = 0.05


class Background:
    """The one thread in which a store copies; *wake* is called after every job. Nothing is started before the first job."""

    def __init__(self, wake: Callable[[], None]) -> None:
        self._wake = wake
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="tidegate-add")

    def submit(self, job: Callable[[int], None], last: int) -> Future[None]:
        """Run job(last) when those before it are done."""
        future = self._pool.submit(job, last)
        future.add_done_callback(lambda _: self._wake())
        return future

    def close(self) -> None:
        """Wait for the job that is running, which should have been cancelled."""
        self._pool.shutdown(wait=True, cancel_futures=True)


class _Cancelled(StateStoreError):
    """Nobody waits for the copy any more."""


class Addition:
    """*shards* on their way into *target*. Only copy_up_to() may run in another thread, and nothing else while it does."""

    def __init__(self, intake: Intake, target: Generation, shards: frozenset[int], first: int, base: Base | None) -> None:
        """Copying starts with *base*, or the log, at the version *first*. Raises StorageFull."""
        self.target = target
        self.shards = shards
        #: The version up to which the shards are here.
        self.reached = first - 1
        self._base = base
        #: Live rows per shard where the files tell.
        self.rows: dict[int, int] = {}
        self._work = intake.store.work_path()
        self.made = Generation(intake.store, self._work, 0, held=shards).make()
        self._intake = intake
        self._job: Future[None] | None = None
        self._is_cancelled = False
        self._rests = False

    @property
    def is_running(self) -> bool:
        """Whether another thread copies."""
        return self._job is not None and not self._job.done()

    def copy_up_to(self, last: int) -> None:
        """Take all versions up to *last*. Raises BadVersion after taking those before the bad one; StateStoreError, OSError."""
        if self._base is not None and self.reached < self._base.version:
            self._intake.take_base(self._base, self._wants, self._ingest)
        self._intake.take(range(self.reached + 1, last + 1), self._wants, self._ingest)

    def start(self, background: Background, last: int) -> None:
        """copy_up_to(last) in another thread."""
        self._job = background.submit(self._copy_aside, last)

    def finish(self) -> None:
        """Raise what the other thread raised, once."""
        job, self._job = self._job, None
        if job:
            job.result()

    def wait(self) -> bool:
        """Until the other thread is done; whether there is something to finish()."""
        if self._job is None:
            return False
        wait([self._job])
        return True

    def discard(self) -> None:
        """Remove what has been made and not been taken, as soon as nobody works on it."""
        self._is_cancelled = True
        if self._job is None:
            self._remove()
        else:
            self._job.cancel()
            self._job.add_done_callback(lambda _: self._remove())

    def _copy_aside(self, last: int) -> None:
        self._rests = True
        try:
            self.copy_up_to(last)
        finally:
            self._rests = False

    def _wants(self, file: ShardFile) -> bool:
        self._check_wanted()
        return file.shard in self.shards

    def _check_wanted(self) -> None:
        if self._is_cancelled:
            raise _Cancelled("cancelled")

    def _ingest(self, staged: Staged) -> None:
        for shard in staged.shards:
            self._ingest_shard(shard, staged.paths(shard))
        self.rows = {} if self.made.used else rows_of(staged)
        self.made.used = True
        self.reached = staged.manifests[-1].version

    def _ingest_shard(self, shard: int, paths: list[Path]) -> None:
        """RocksDB ingests, and syncs, with Python's lock in its hand, so others get as much time after each few files."""
        for start in range(0, len(paths), ADD_FILES_MAX):
            self._check_wanted()
            began = time.monotonic()
            self.made.ingest(shard, paths[start : start + ADD_FILES_MAX])
            if self._rests:
                time.sleep(min(time.monotonic() - began, REST_MAX_S))

    def _remove(self) -> None:
        self.made.close()
        shutil.rmtree(self._work, ignore_errors=True)
