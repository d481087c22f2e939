"""approx_count_distinct's result from its registers: Spark's own code is asked for the same ones."""

from __future__ import annotations

import random
import struct
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import pytest

from statestore.attach.tables.distinct_biases import BIASES, RAW_ESTIMATES
from statestore.attach.tables.distinct_counts import WORDS, distinct_count

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

REGISTERS = 512
HIGHEST = 56


def words_of(registers: Sequence[int]) -> list[int]:
    """Ten to a word, signed."""
    words = [sum(r << 6 * i for i, r in enumerate(registers[at : at + 10])) for at in range(0, len(registers), 10)]
    return [word - 2**64 if word >= 2**63 else word for word in words]


def filled(chance: random.Random, count: int) -> list[int]:
    """As *count* hashes fill them."""
    found = [0] * REGISTERS
    for _ in range(count):
        at, run = chance.randrange(REGISTERS), 1
        while run < HIGHEST and chance.random() < 0.5:
            run += 1
        found[at] = max(found[at], run)
    return found


def cases() -> Iterator[list[int]]:
    """Every number of empty registers; every kind of estimate, many around the places where one kind ends."""
    chance = random.Random(15)
    for empty in range(REGISTERS + 1):
        yield [0] * empty + [1] * (REGISTERS - empty)
        yield [0] * empty + [chance.randrange(1, 5) for _ in range(REGISTERS - empty)]
    for count in (1, 5, 100, *range(380, 430, 5), *range(800, 1500, 20), 2000, *range(2400, 2800, 20), 10_000, 30_000):
        yield filled(chance, count)
    # Those that counting does not hide: no register is empty, and few hashes.
    for highest in (1, 2, 3, 4, 5, 9, 20, HIGHEST):
        for _ in range(30):
            yield [chance.randrange(1, highest + 1) for _ in range(REGISTERS)]
            yield [chance.choice((1, 2, 3, highest)) for _ in range(REGISTERS)]


def test_nothing_is_none() -> None:
    assert distinct_count(*[0] * WORDS) == 0
    # By hand: 512 ln(512 / 511) = 1.001, 512 ln(512 / 256) = 354.9.
    assert distinct_count(*words_of([0] * 511 + [7])) == 1
    assert distinct_count(*words_of([0] * 256 + [1] * 256)) == 355


@pytest.mark.spark
@pytest.mark.timeout(600)
def test_registers_of_every_kind_are_what_spark_makes_of_them(spark: SparkSession) -> None:
    catalyst: Any = spark.sparkContext._jvm.org.apache.spark.sql.catalyst  # type: ignore[union-attr]
    helper = catalyst.util.HyperLogLogPlusPlusHelper(0.05)
    assert helper.numWords() == WORDS
    assert [tuple(data[9 - 4]) for data in (helper.RAW_ESTIMATE_DATA(), helper.BIAS_DATA())] == [RAW_ESTIMATES, BIASES]
    given = [words_of(registers) for registers in cases()]
    theirs = [helper.query(_row(catalyst, words), 0) for words in given]
    assert [distinct_count(*words) for words in given] == theirs
    assert len(set(theirs)) > 800, "the cases differ"
    assert len([found for found in theirs if 1280 < found < 2560]) > 100, "estimates that are corrected"


def _row(catalyst: Any, words: Sequence[int]) -> Any:
    """An UnsafeRow: bits of its NULLs, then the fields."""
    data = struct.pack(f"<{1 + WORDS}q", 0, *words)
    row = catalyst.expressions.UnsafeRow(WORDS)
    row.pointTo(data, len(data))
    return row
