"""Portions of a scan: bounded in rows and bytes, whatever the rows' lengths, and nothing is left out or comes twice."""

from __future__ import annotations

import pytest

from statestore.node.portions import PORTION_BYTES, bytes_of_items, bytes_of_rows, portions

ROWS_MAX = 2048


@pytest.mark.parametrize("lengths", [[10] * 5000, [1 << 18] * 100, [PORTION_BYTES * 2] * 3, [100] * 3000 + [1 << 16] * 300, []])
def test_all_rows_come_in_bounded_portions(lengths: list[int]) -> None:
    rows = [bytes([i % 256]) * length for i, length in enumerate(lengths)]
    found = list(portions(iter(rows), ROWS_MAX, bytes_of_rows))
    assert [row for portion in found for row in portion] == rows
    assert all(0 < len(portion) <= ROWS_MAX for portion in found)
    # The last part of one is at most 256 rows of those that come next.
    longest = max(lengths, default=0)
    assert all(sum(map(len, portion)) < PORTION_BYTES + 256 * longest for portion in found)


def test_narrow_rows_fill_their_portions_and_wide_ones_do_not() -> None:
    assert [len(p) for p in portions(iter([b"x" * 100] * 5000), ROWS_MAX, bytes_of_rows)] == [2048, 2048, 904]
    assert {len(p) for p in portions(iter([b"x" * (1 << 18)] * 160), ROWS_MAX, bytes_of_rows)} == {8}


def test_keys_are_not_counted() -> None:
    assert bytes_of_items([(b"key", b"four"), (b"k", b"")]) == 4
