"""The event loop's thread gets short time slices where Linux gives any; other threads keep theirs."""

from __future__ import annotations

import os
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from gateway.server.time_slice import SLICE_NS, shorten_time_slice, time_slice_attributes

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Linux alone has it")


def slice_ns() -> int:
    """The calling thread's; 0 where the kernel keeps none for ordinary threads."""
    attributes = time_slice_attributes()
    assert attributes is not None
    return int(attributes.runtime)


def test_a_thread_has_it_for_itself() -> None:
    """Not those that it starts, nor the one that started it; and it keeps its nice value."""

    def shorten() -> tuple[int, int, int]:
        os.setpriority(os.PRIO_PROCESS, 0, os.getpriority(os.PRIO_PROCESS, 0) + 1)
        assert shorten_time_slice()
        assert shorten_time_slice(), "once more is no harm"
        with ThreadPoolExecutor(1) as inner:
            return slice_ns(), inner.submit(slice_ns).result(), os.getpriority(os.PRIO_PROCESS, 0)

    with ThreadPoolExecutor(1) as outer:
        usual = outer.submit(slice_ns).result()  # this one's may be short: a node's that another test ran in it
    before, nice = slice_ns(), os.getpriority(os.PRIO_PROCESS, 0)
    with ThreadPoolExecutor(1) as outer:
        own, started, now_nice = outer.submit(shorten).result()
    assert (own, started) == ((SLICE_NS, usual) if usual else (0, 0))
    assert now_nice == min(nice + 1, 19)
    assert slice_ns() == before


def test_a_policy_that_was_chosen_stays() -> None:
    def batch() -> tuple[bool, int]:
        os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))
        return shorten_time_slice(), os.sched_getscheduler(0)

    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(batch).result() == (False, os.SCHED_BATCH)
