"""Which views of a root that cannot notify are to be looked at now: asked once a poll, in one request for all of them.

What publishers tell (statestore.views.latest) proves that a view is fresh, or says that it is to be looked at. The rest is looked
at too, for what was done by hand, but slowly: one view after the other, and the names of all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from statestore.views.latest import read_latest
from statestore.views.root import Root

#: How often a view of which nothing new is told is looked at nevertheless, one each time.
PROBE_S: Final = 40.0
#: How often the names of the views are read.
DISCOVER_S: Final = 60.0


class Due(NamedTuple):
    """*news*: something else is told of them than before; *others*: what is told does not say that they are fresh, or it is their
    turn. *names*: there may be other views than before."""

    news: list[str]
    others: list[str]
    names: bool


class RemoteWatch:
    """Of one root; used by one thread at a time."""

    def __init__(self, root: Root, clock: Callable[[], float]) -> None:
        """*clock* gives seconds."""
        self._storage = root.storage
        self._clock = clock
        self._told: Mapping[str, frozenset[int]] = {}
        self._probed_s = self._discovered_s = clock()
        self._turn = ""
        self._names_due = False

    def discovering(self) -> None:
        """All views are about to be looked at: what is told from now on is news. Raises OSError, RootNotFound."""
        self._told = read_latest(self._storage)
        self._probed_s = self._clock()
        self.discovered()

    def due(self, applied: Mapping[str, int]) -> Due | None:
        """Which of the views, of which these versions are here, are to be looked at; None: nothing is told of any.

        Raises OSError, RootNotFound.
        """
        before, self._told = self._told, read_latest(self._storage)
        if not self._told:
            return None  # an older release publishes, or the root is not there
        news = {view for view in applied if self._told.get(view) != before.get(view)}
        others = {view for view, version in applied.items() if version and self._told.get(view) != frozenset((version,))}
        if applied and self._clock() - self._probed_s >= PROBE_S:
            self._probed_s = self._clock()
            self._turn = min((view for view in applied if view > self._turn), default=min(applied))
            others.add(self._turn)
        if self._told.keys() - applied.keys() - before.keys() or self._clock() - self._discovered_s >= DISCOVER_S:
            self._names_due = True
        return Due(sorted(news), sorted(others - news), self._names_due)

    def discovered(self) -> None:
        """The names of the views have been read."""
        self._names_due = False
        self._discovered_s = self._clock()
