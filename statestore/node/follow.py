"""The thread that follows a root: sleeps until the log of a view grows, then has the catalog catch up.

inotify through ctypes on the root, its folders and their logs (not on the shards, where Spark writes); not watchfiles, which
reports only after a pause of some milliseconds without changes and cannot add a folder to a running watch. A slow poll catches
what notifications miss (network file systems), and looks only at views with something new (`resting.py`); roots that are not local
are polled. A view with a fault is tried again at once when its log grows, else after 1, 2, 4 … 60 s. The next version is looked for
by its name, whatever the length of the log; only a node that is more than 32 versions behind lists it.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from typing import Final

from statestore.errors import StateStoreError
from statestore.node.catalog import StoreCatalog
from statestore.node.layout import StoreClosing
from statestore.node.native import failed
from statestore.node.notify import Notifier
from statestore.node.options import StoreOptions
from statestore.node.remote_watch import RemoteWatch
from statestore.node.resting import RestingViews
from statestore.views.root import Root

_log: Final = logging.getLogger("tidegate.store")
#: A name this deep below the root is a view's log entry: <view>/log/<version>.json.
_LOG_DEPTH: Final = 3


class Follower:
    """Owns the thread. A pass over the views is made by one thread at a time: this one, or a caller of refresh()."""

    def __init__(self, root: Root, catalog: StoreCatalog, options: StoreOptions, clock: Callable[[], float]) -> None:
        self._root = root
        self._catalog = catalog
        self._poll_s = options.local_poll_s if root.is_local else options.remote_poll_s
        self._folder = Path(root.uri) if root.is_local else None
        self._remote = None if root.is_local else RemoteWatch(root, clock)
        self._resting = RestingViews(root)
        self._clock = clock
        self._woken = self._is_asked = False
        #: Whether what the store keeps of views that the root has no more has been removed.
        self._strangers_dropped = False
        self._notifier = Notifier()
        self._passing = threading.Lock()
        self._stopping = False
        self._passed = threading.Event()
        self._thread = threading.Thread(target=self._run, name="tidegate-follow", daemon=True)

    def start(self, *, wait: bool, complete: bool) -> None:
        """Begin. With *wait*, one pass is made first, in this thread; with *complete*, shards that it adds are waited for.

        A root that cannot be read is waited for where something can be served meanwhile: what an earlier process has left. Raises
        RootNotFound and OSError where there is nothing.
        """
        with self._passing:
            try:
                names = self._discover()
            except (StateStoreError, OSError) as error:
                if not self._catalog.restore():
                    raise
                self._fail(error)
                wait = False
            else:
                self._catalog.set_root_fault(None)
            if not wait:
                self._woken = True  # the thread's first pass is a full one
            else:
                self._catalog.catch_up(names, force=True)
                if complete:
                    self._catalog.complete(names)
        self._thread.start()

    def wait(self, timeout_s: float) -> bool:
        """Whether the thread has made its first pass, which is waited for until then."""
        return self._passed.wait(timeout_s)

    def stop(self) -> None:
        """End the thread; a pass that is under way is finished, or ends where it copies if the folder has been given up."""
        self._stopping = True
        self._notifier.wake()
        if self._thread.is_alive():
            self._thread.join()
        self._notifier.close()

    def wake(self) -> None:
        """Have the thread make a full pass soon; in any thread, also after stop()."""
        self._woken = True
        self._notifier.wake()

    def look_soon(self) -> None:
        """Have it look soon at views that are not whole; in any thread, also after stop()."""
        self._is_asked = True
        self._notifier.wake()

    def refresh(self) -> None:
        """Make a full pass now. Raises what discovering the views raises."""
        with self._passing:
            self._catalog.check_root()
            names = self._discover()
            self._catalog.set_root_fault(None)
            self._catalog.catch_up(names, force=True)
            self._catalog.complete(names)

    def _run(self) -> None:
        self._pass(None)
        self._passed.set()
        while not self._stopping:
            events = self._notifier.wait(self._poll_s)
            if not self._stopping:
                self._pass(events or None)

    def _pass(self, events: Iterable[Path] | None) -> None:
        """Look at the views that *events* name; at all of them when there are none."""
        try:
            with self._passing:
                self._catalog.shed()
                self._catch_up(events)
        except (StateStoreError, OSError) as error:
            self._fail(error)
        except StoreClosing:
            return
        except Exception as error:  # noqa: BLE001
            # The last line of defence: a thread that died would leave the node serving ever older versions in silence.
            _log.exception("following %s failed", self._root.uri)
            self._catalog.set_root_fault(StateStoreError(f"following {self._root.uri} failed", detail=repr(error)))

    def _fail(self, error: StateStoreError | OSError) -> None:
        if isinstance(error, OSError):
            error = failed(f"root {self._root.uri} cannot be read", error)
        self._catalog.set_root_fault(error)

    def _catch_up(self, events: Iterable[Path] | None) -> None:
        self._catalog.check_root()
        woken, self._woken = self._woken, False
        is_asked, self._is_asked = self._is_asked, False
        began_us = time.time_ns() // 1000
        told = None if woken or is_asked else self._remote
        if told is not None and (due := told.due(self._catalog.applied())) is not None:
            new = self._discover_new(told) if due.names else []
            self._catalog.seen({*due.others, *due.news, *new}, began_us)
            self._catalog.catch_up(due.others, force=False)
            self._catalog.catch_up([*due.news, *new], force=True)
        else:
            self._catch_up_all(events, began_us, woken=woken, is_asked=is_asked)
        self._catalog.set_root_fault(None)

    def _catch_up_all(self, events: Iterable[Path] | None, began_us: int, *, woken: bool, is_asked: bool) -> None:
        below = [path.relative_to(self._folder).parts for path in events or () if self._folder]
        dirty = {parts[0] for parts in below if len(parts) == _LOG_DEPTH}
        if not (woken or is_asked or events is None or any(len(parts) < _LOG_DEPTH for parts in below)):
            self._catalog.catch_up(sorted(dirty), force=True)
            return
        if woken:  # for other shards of any view; until a pass has been made
            self._resting.forget()
        resting = self._resting.begin(self._catalog.whole(), self._clock())
        due = [name for name in self._discover(resting) if name not in resting]
        if resting:
            self._catalog.seen(set(due), began_us)
            self._catalog.look_at_root(resting)
        self._catalog.catch_up([name for name in due if name not in dirty], force=False)
        self._catalog.catch_up(sorted(dirty), force=True)
        self._resting.end()

    def _discover(self, resting: Collection[str] = ()) -> list[str]:
        """The names of the views, of which those *resting* are known. What comes after they were read is noticed."""
        if self._remote is not None:
            self._remote.discovering()
        else:
            self._watch(resting)
        names = self._catalog.discover(resting)
        if not self._strangers_dropped:
            self._catalog.drop_strangers()
            self._strangers_dropped = True
        return names

    def _discover_new(self, remote: RemoteWatch) -> list[str]:
        """The names of views that have not been looked at yet; those that are gone are no longer served."""
        known = self._catalog.applied().keys()
        names = self._catalog.discover()
        remote.discovered()
        return [name for name in names if name not in known]

    def _watch(self, resting: Collection[str]) -> None:
        """Watch the root, its folders, and their logs. A folder is watched before it is read, so nothing is missed."""
        if self._folder is None or not self._notifier.watch(self._folder):
            return
        for name in os.listdir(self._folder):
            if name not in resting and not name.startswith(".") and self._notifier.watch(self._folder / name):
                self._notifier.watch(self._folder / name / "log")
