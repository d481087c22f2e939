"""Functions make no more text than the process can hold: one result, and those of a vector of rows."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

from planner.errors import LimitExceeded, PlanError
from planner.functions.faults import fault_of
from planner.functions.udf import large
from planner.functions.udf.all import UDFS
from planner.functions.udf.large import BLAMELESS_BYTES_MAX, GROWTH_BYTES_MAX, LOOK_BYTES, PAUSE_S, RESULT_BYTES_MAX, SMALL_LENGTH

BY_NAME = {udf.name: udf.function for udf in UDFS}
HALF = "a" * (RESULT_BYTES_MAX // 2)
#: Each would have more than RESULT_BYTES_MAX, some more than any machine has.
TOO_LARGE = {
    "repeat": partial(BY_NAME["py_repeat"], "ab", 2**31 - 1),
    "lpad": partial(BY_NAME["py_lpad"], "a", 2**31 - 1, "b"),
    "rpad": partial(BY_NAME["py_rpad"], "a", 2**31 - 1, "b"),
    "replace": partial(BY_NAME["py_replace"], HALF, "a", HALF),
    "regexp_replace": partial(BY_NAME["py_regexp_replace"], "a" * 1000, "a", "b" * (1 << 17), "g"),
    "format's widths": partial(BY_NAME["py_format"], "%1999999999s", ["a"]),
    "format's widths together": partial(BY_NAME["py_format"], "%40000000s" * 1000, ["a"] * 1000),
    "quotes": partial(BY_NAME["py_quote_literal"], "'" * (RESULT_BYTES_MAX // 2)),
    "hex": partial(BY_NAME["py_encode"], bytes(RESULT_BYTES_MAX // 2 + 1), "hex"),
}  # fmt: skip


@pytest.mark.parametrize("call", TOO_LARGE.values(), ids=TOO_LARGE)
def test_one_result_is_bounded(call: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match="tidegate:") as caught:
        call()
    fault = fault_of(str(caught.value))
    assert isinstance(fault, LimitExceeded)
    assert fault.detail
    assert str(RESULT_BYTES_MAX) in fault.detail


def test_a_result_may_be_as_large_as_that() -> None:
    assert len(BY_NAME["py_repeat"]("a", RESULT_BYTES_MAX)) == RESULT_BYTES_MAX
    assert len(BY_NAME["py_replace"]("a" * (RESULT_BYTES_MAX // 4), "a", "bbbb")) == RESULT_BYTES_MAX


class Process:
    """Its memory, as told."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.bytes, self.looks, self.s = 1 << 30, 0, 0.0
        monkeypatch.setattr(large, "resident_bytes", self._look)
        monkeypatch.setattr(large, "monotonic", lambda: self.s)
        monkeypatch.setattr(large, "_spell", large._Spell())

    def _look(self) -> int:
        self.looks += 1
        return self.bytes


def test_whoever_makes_large_results_while_the_process_grows_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    process, text = Process(monkeypatch), "a" * (LOOK_BYTES // 4)
    for _ in range(1000):
        large.count(text)
    assert process.looks == 1 + 1000 // 4
    process.bytes += GROWTH_BYTES_MAX
    for _ in range(4):
        large.count(text)
    process.bytes += 1
    for _ in range(3):
        large.count(text)
    with pytest.raises(LimitExceeded, match="too large"):
        large.count(text)


def test_who_has_made_little_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    process, text = Process(monkeypatch), "a" * LOOK_BYTES
    large.count(text)
    process.bytes += 2 * GROWTH_BYTES_MAX

    def made(times: int) -> None:
        for _ in range(times):
            large.count(text)

    little = BLAMELESS_BYTES_MAX // LOOK_BYTES
    with ThreadPoolExecutor(1) as other:
        other.submit(made, little).result()
        with pytest.raises(LimitExceeded, match="too large"):
            other.submit(made, 1).result()


def test_what_the_process_grew_by_before_is_nobody_s_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    process, text = Process(monkeypatch), "a" * LOOK_BYTES
    for _ in range(5):
        large.count(text)
        large.count(text)
        process.s += PAUSE_S * 1.01
        process.bytes += GROWTH_BYTES_MAX + 1
    process.bytes = 0
    large.count(text)
    process.bytes = GROWTH_BYTES_MAX + 1
    large.count(text)
    with pytest.raises(LimitExceeded, match="too large"):
        large.count(text)


def test_elements_count() -> None:
    large.count(["a"] * (SMALL_LENGTH + 1))
    with pytest.raises(PlanError):
        large.count(["a"] * (RESULT_BYTES_MAX // 50))
