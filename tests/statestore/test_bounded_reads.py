"""Reads that a query waits for: not for long, and not again while one hangs."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from statestore.bounded_reads import BoundedReads
from statestore.errors import StateStoreError

READ_S = 0.05


def test_what_is_read_in_time_comes_in_order_and_so_does_what_is_wrong() -> None:
    def reading() -> Iterator[int]:
        yield 1
        yield 0
        raise FileNotFoundError("the disk")

    found = BoundedReads(10.0).each(reading(), "root /r")
    assert [next(found), next(found)] == [1, 0]
    with pytest.raises(FileNotFoundError, match="the disk"):
        next(found)
    assert list(BoundedReads(10.0).each(iter(()), "root /r")) == []


def test_a_timeout_of_the_disk_itself_is_told_as_it_is() -> None:
    def reading() -> Iterator[int]:
        raise TimeoutError("Connection timed out")
        yield 1

    with pytest.raises(TimeoutError, match="Connection timed out"):
        next(BoundedReads(10.0).each(reading(), "root /r"))


def test_one_that_hangs_is_waited_for_once() -> None:
    answer, begun = threading.Event(), []

    def hanging() -> Iterator[int]:
        begun.append(1)
        answer.wait(60)
        yield 1

    reads = BoundedReads(READ_S)
    for _ in range(3):
        with pytest.raises(StateStoreError, match="root /r does not answer"):
            next(reads.each(hanging(), "root /r"))
    assert len(begun) == 1, "the others are refused at once"
    answer.set()
    assert reads._late is not None
    reads._late.result(60)
    assert list(reads.each(iter((7,)), "root /r")) == [7]
