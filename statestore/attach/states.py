"""The open states of one batch's partitions."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable

from statestore.attach.checkpoint import Batch
from statestore.attach.providers import PartitionState
from statestore.errors import VersionNotKept

#: Operator, store and number of a partition.
Place = tuple[int, str, int]
#: Opens the state of a partition after a batch; the last is a state of the same partition after another batch, if one is open.
#: Raises VersionNotKept, CorruptFile, UnsupportedFormat, StorageFull, OSError.
Opener = Callable[[Place, Batch, PartitionState | None], PartitionState]


class BatchStates:
    """The open states of one batch. Several tables may lie in one store; they share its partitions' states.

    A state lives as long as a table's partition refers to it.
    """

    def __init__(
        self,
        facts: Batch,
        opener: Opener,
        near: Callable[[Place], PartitionState | None],
        gone: Callable[[VersionNotKept], VersionNotKept],
        clock: Callable[[], float],
    ) -> None:
        """*near* gives an open state of the same partition at another batch, if there is one; *gone* says what is kept instead;
        *clock* gives seconds."""
        self.facts = facts
        #: When the first partition was opened.
        self.opened_at_s: float | None = None
        self._opener = opener
        self._near = near
        self._gone = gone
        self._clock = clock
        self._lock = threading.Lock()
        self._locks: dict[Place, threading.Lock] = {}
        self._states: weakref.WeakValueDictionary[Place, HeldState] = weakref.WeakValueDictionary()

    def opened(self, place: Place) -> PartitionState | None:
        """The state of a partition if it is open."""
        held = self._states.get(place)
        return None if held is None else held.state

    def open(self, place: Place) -> HeldState:
        """The state of a partition. Raises VersionNotKept, CorruptFile, UnsupportedFormat, StorageFull."""
        with self._lock:
            lock = self._locks.setdefault(place, threading.Lock())
        with lock:
            held = self._states.get(place)
            if held is None:
                held = self._states[place] = HeldState(self._opened(place))
                self.opened_at_s = self._clock() if self.opened_at_s is None else self.opened_at_s
            return held

    def _opened(self, place: Place) -> PartitionState:
        try:
            return self._opener(place, self.facts, self._near(place))
        except VersionNotKept as error:
            raise self._gone(error) from error


class HeldState:
    """A state, in what is weakly referred to, whatever the state's own class allows."""

    __slots__ = ("__weakref__", "state")

    def __init__(self, state: PartitionState) -> None:
        self.state = state
