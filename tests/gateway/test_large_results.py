"""Who makes large results while the process grows is refused, and nobody else."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from gateway.engine.functions import large_results
from gateway.engine.functions.large_results import (
    BLAMELESS_BYTES_MAX,
    GROWTH_BYTES_MAX,
    JOINED_BYTES_MAX,
    JOINED_BYTES_PER_S,
    LOOK_BYTES,
    PAUSE_S,
    PROMISED_BYTES_MAX,
    SPELL_BYTES_MAX,
    VECTOR_S,
)
from planner.errors import LimitExceeded


class Process:
    """Its memory, as told."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.bytes, self.looks, self.s = 1 << 30, 0, 0.0
        monkeypatch.setattr(large_results, "resident_bytes", self._look)
        monkeypatch.setattr(large_results, "monotonic", lambda: self.s)
        self.results = large_results.LargeResults()

    def _look(self) -> int:
        self.looks += 1
        return self.bytes


def test_whoever_makes_large_results_while_the_process_grows_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    process, size = Process(monkeypatch), LOOK_BYTES // 4
    for _ in range(100):
        process.results.made(size)
    assert process.looks == 1 + 100 // 4
    process.bytes += GROWTH_BYTES_MAX
    for _ in range(4):
        process.results.made(size)
    process.bytes += 1
    for _ in range(3):
        process.results.made(size)
    with pytest.raises(LimitExceeded, match="too large"):
        process.results.made(size)


def test_who_has_made_little_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    process, size = Process(monkeypatch), LOOK_BYTES
    process.results.made(size)
    process.bytes += 2 * GROWTH_BYTES_MAX

    def made(times: int) -> None:
        for _ in range(times):
            process.results.made(size)

    little = BLAMELESS_BYTES_MAX // LOOK_BYTES
    with ThreadPoolExecutor(1) as other:
        other.submit(made, little).result()
        with pytest.raises(LimitExceeded, match="too large"):
            other.submit(made, 1).result()


def test_what_the_process_grew_by_before_is_nobody_s_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    process, size = Process(monkeypatch), LOOK_BYTES
    for _ in range(5):
        process.results.made(size)
        process.results.made(size)
        process.s += PAUSE_S * 1.01
        process.bytes += GROWTH_BYTES_MAX + 1
    process.bytes = 0
    process.results.made(size)
    process.bytes = GROWTH_BYTES_MAX + 1
    process.results.made(size)
    with pytest.raises(LimitExceeded, match="too large"):
        process.results.made(size)


def test_whose_results_do_not_stay_is_not_refused_for_what_others_take(monkeypatch: pytest.MonkeyPatch) -> None:
    process = Process(monkeypatch)
    for _ in range(10):
        for _ in range(SPELL_BYTES_MAX // LOOK_BYTES):
            process.results.made(LOOK_BYTES)
        process.bytes += GROWTH_BYTES_MAX
    for _ in range(BLAMELESS_BYTES_MAX // LOOK_BYTES):
        process.results.made(LOOK_BYTES)
    process.bytes += GROWTH_BYTES_MAX + 1
    with pytest.raises(LimitExceeded, match="too large"):
        process.results.made(LOOK_BYTES)


def test_what_is_promised_for_one_vector_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    process = Process(monkeypatch)
    for _ in range(3):
        for _ in range(4):
            process.results.promised(PROMISED_BYTES_MAX // 4)
        process.s += VECTOR_S * 1.01
    process.results.promised(PROMISED_BYTES_MAX)
    with pytest.raises(LimitExceeded, match="series or arrays are too long"):
        process.results.promised(1)


def test_what_is_joined_in_one_vector_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    process = Process(monkeypatch)
    for _ in range(3):
        for _ in range(4):
            process.results.joining(JOINED_BYTES_MAX // 4)
        process.s += JOINED_BYTES_MAX / JOINED_BYTES_PER_S[1] * 1.01
    for _ in range(2):
        process.results.joining(JOINED_BYTES_MAX // 2)
        process.s += JOINED_BYTES_MAX / JOINED_BYTES_PER_S[1] * 0.49
    with pytest.raises(LimitExceeded, match="texts are too long"):
        process.results.joining(1)


def test_few_long_texts_in_each_vector_are_not_taken_for_one_s(monkeypatch: pytest.MonkeyPatch) -> None:
    process = Process(monkeypatch)
    for _ in range(2 * JOINED_BYTES_MAX // (1 << 20)):
        process.results.joining(1 << 20)
        process.s += 0.001


def test_what_stays_of_one_joining_after_the_other_is_bounded_for_each_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    process, size = Process(monkeypatch), JOINED_BYTES_MAX // 2

    def join() -> None:
        process.results.joining(size)
        process.s += size / JOINED_BYTES_PER_S[0]
        process.bytes += size

    with ThreadPoolExecutor(1) as one, ThreadPoolExecutor(1) as another:
        for executor in (one, another, one, another):
            executor.submit(join).result()
        process.bytes += 1
        with pytest.raises(LimitExceeded, match="too large"):
            one.submit(join).result()
