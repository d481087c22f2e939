"""Collecting garbage seldom, and leaving full collections nothing that others wait for.

A collection of the oldest generation of objects stops every thread for as long as there are many objects: 100 ms for a million.
Work that makes and drops millions of objects causes one after another; most of them are freed without any. In an idle process
there is none for hours: what only a collection would find must hold no version, whose files would stay on disk.
"""

from __future__ import annotations

import gc
import threading
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

#: So many new objects cause a collection. Of Python's 700 a crowd of clients has one every few milliseconds, and each eleventh,
#: of all that came since the last such, takes 2 ms in which no lookup is answered. 100 clients who come at once bring this many.
NEW_OBJECTS: Final = 20_000
#: How many collections of the middle generation (eleven times as many new objects each) go before one of the oldest meanwhile.
PUT_OFF_COLLECTIONS: Final = 20


class _Collections:
    """The process's thresholds: one setting for all threads and engines."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._wanted = 0
        self._usual = gc.get_threshold()

    def put_off(self) -> None:
        """Hardly any of the oldest generation until go_on()."""
        with self._lock:
            self._wanted += 1
            if self._wanted == 1:
                self._usual = gc.get_threshold()
                gc.set_threshold(self._usual[0], self._usual[1], PUT_OFF_COLLECTIONS)

    def go_on(self) -> None:
        """As usual again, when the last one says so."""
        with self._lock:
            self._wanted -= 1
            if self._wanted == 0:
                gc.set_threshold(*self._usual)


_collections: Final = _Collections()


@contextmanager
def full_collections_put_off() -> Iterator[None]:
    """While any thread is inside, there are hardly any."""
    _collections.put_off()
    try:
        yield
    finally:
        _collections.go_on()


@contextmanager
def what_is_there_kept() -> Iterator[None]:
    """While inside, collections are rare, and none looks at the objects that there are now: modules, classes, tables that stay."""
    gc.freeze()  # without a look: imports leave no garbage
    usual = gc.get_threshold()
    gc.set_threshold(NEW_OBJECTS, *usual[1:])
    try:
        yield
    finally:
        gc.set_threshold(*usual)
        gc.unfreeze()


def let_go(error: BaseException) -> None:
    """An error that has been dealt with keeps none of what the frames held that it came through.

    Streams know their steps, steps their futures, futures their errors, and errors the frames in which streams were at work.
    """
    left: BaseException | None = error
    while left is not None:
        traceback.clear_frames(left.__traceback__)
        left = left.__cause__ or left.__context__
