"""Asks Linux for short time slices of the event loop's thread, which then gets a core as soon as it has something to do.

A thread that wants a core while others compute on all of them waits for the rest of a slice, up to 3 ms; a thread whose own slice
is short is put in front (EEVDF with PREEMPT_SHORT, Linux 6.12 or newer; sched_setattr(2): sched_runtime of SCHED_OTHER). It gets no
larger share of the machine by that, and needs no privilege. Older kernels ignore it.
"""

from __future__ import annotations

import ctypes
import os
import platform
import sys
from typing import Final

#: The shortest that Linux gives, and many times what one turn of the loop takes that answers a lookup.
SLICE_NS: Final = 100_000

#: (sched_setattr, sched_getattr) by machine: glibc has functions for them from 2.41 on only.
_CALLS: Final = {"x86_64": (314, 315), "aarch64": (274, 275)}
_RESET_ON_FORK: Final = 1
_THIS_THREAD: Final = 0


class _SchedulingAttributes(ctypes.Structure):
    """`struct sched_attr`, version 0."""

    _fields_ = (
        ("size", ctypes.c_uint32),
        ("policy", ctypes.c_uint32),
        ("flags", ctypes.c_uint64),
        ("nice", ctypes.c_int32),
        ("priority", ctypes.c_uint32),
        ("runtime", ctypes.c_uint64),
        ("deadline", ctypes.c_uint64),
        ("period", ctypes.c_uint64),
    )


def shorten_time_slice() -> bool:
    """Of the calling thread, not of threads that it starts from now on; True if Linux took it.

    A process that was given a policy or a priority by its owner keeps what it was given.
    """
    attributes = time_slice_attributes()
    if attributes is None or attributes.policy != os.SCHED_OTHER or attributes.nice < 0:
        return False  # with a priority above the usual, the threads that it starts would lose theirs
    attributes.runtime, attributes.flags = SLICE_NS, attributes.flags | _RESET_ON_FORK
    return _call(0, ctypes.byref(attributes), 0)


def time_slice_attributes() -> _SchedulingAttributes | None:
    """The calling thread's; None where there is no such thing."""
    attributes = _SchedulingAttributes(size=ctypes.sizeof(_SchedulingAttributes))
    return attributes if _call(1, ctypes.byref(attributes), attributes.size, 0) else None


def _call(which: int, *arguments: object) -> bool:
    calls = _CALLS.get(platform.machine()) if sys.platform == "linux" else None
    if calls is None:
        return False
    return bool(ctypes.CDLL(None).syscall(calls[which], _THIS_THREAD, *arguments) == 0)
