"""How many executions may be open at once, and how many may wait for one of them to end: by class, so that none starves another.

points      keyed reads that are not answered in the event loop
scans       everything else that clients ask for
fragments   parts of other nodes' queries; these never wait, for two nodes would wait for each other: they go to another replica

What is open holds its place until it is closed, also while its client takes no rows.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Literal

from gateway.contract.cancel import CancelToken
from gateway.errors import QueueFull

Class = Literal["points", "scans", "fragments"]


class Admission:
    """One class. For the event loop's thread."""

    def __init__(self, name: str, running_max: int, queued_max: int, setting: str) -> None:
        """*setting* is what *running_max* is called in section [engine]."""
        self._name, self._running_max, self._queued_max, self._setting = name, running_max, queued_max, setting
        self._waiting: deque[AdmissionPlace] = deque()
        self.running = 0
        self.refused = 0

    def limit(self, running_max: int, queued_max: int) -> None:
        """From now on so many run, and wait; those that do stay."""
        self._running_max, self._queued_max = running_max, queued_max
        self._grant()

    @property
    def waiting(self) -> int:
        """Executions that wait."""
        return len(self._waiting)

    def enter(self) -> AdmissionPlace:
        """A place, free or to be waited for. Raises QueueFull."""
        if self.running < self._running_max and not self._waiting:
            self.running += 1
            return AdmissionPlace(self, granted=True)
        if len(self._waiting) >= self._queued_max:
            self.refused += 1
            raise QueueFull(
                "too many queries are running",
                detail=f"{self.running} {self._name} are open and {self.waiting} wait; {self._setting} is {self._running_max}.",
                hint="Try again later.",
            )
        place = AdmissionPlace(self, granted=False)
        self._waiting.append(place)
        return place

    def leave(self, place: AdmissionPlace) -> None:
        """The execution has ended, or waits no longer."""
        if not place.granted:
            self._waiting.remove(place)
            return
        self.running -= 1
        self._grant()

    def _grant(self) -> None:
        while self._waiting and self.running < self._running_max:
            self.running += 1
            self._waiting.popleft().grant()


class AdmissionPlace:
    """One execution's. Leave it once."""

    __slots__ = ("_admission", "_woken", "granted")

    def __init__(self, admission: Admission, *, granted: bool) -> None:
        self._admission, self.granted = admission, granted
        self._woken: asyncio.Event | None = None

    def grant(self) -> None:
        """It may run."""
        self.granted = True
        if self._woken is not None:
            self._woken.set()

    async def wait(self, cancel: CancelToken) -> None:
        """Wait until it may run. Raises the token's error."""
        if self.granted:
            return
        self._woken = asyncio.Event()
        cancel.on_cancel(self._woken.set)
        await self._woken.wait()
        cancel.check()

    def leave(self) -> None:
        """See Admission."""
        self._admission.leave(self)
