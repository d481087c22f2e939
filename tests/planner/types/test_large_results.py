"""No function makes a longer text than RESULT_BYTES_MAX."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from planner.errors import LimitExceeded
from planner.postgres.functions.faults import fault_of
from planner.postgres.functions.udf.all import UDFS
from planner.postgres.functions.udf.large import RESULT_BYTES_MAX, SMALL_LENGTH, Ledger


class Told(Ledger):
    """Remembers."""

    def __init__(self) -> None:
        self.bytes: list[int] = []

    def made(self, size_bytes: int) -> None:
        """See Ledger."""
        self.bytes.append(size_bytes)


TOLD = Told()
BY_NAME = {udf.name: udf.guarded(TOLD) for udf in UDFS}
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


def test_large_results_are_told_and_elements_count() -> None:
    TOLD.bytes.clear()
    BY_NAME["py_repeat"]("a", SMALL_LENGTH)
    assert not TOLD.bytes
    BY_NAME["py_repeat"]("a", SMALL_LENGTH + 1)
    assert TOLD.bytes == [SMALL_LENGTH + 1]
    assert len(BY_NAME["py_regexp_split"]("a," * 10_000, ",", "", "")) == 10_001
    assert TOLD.bytes[1] > 10_001 * 50
