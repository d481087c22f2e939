"""What the jobs read: small Parquet files of known rows, one for each batch, in order of their age.

Batch after batch the event time goes on by ten minutes, some keys come again, some never, and nulls are among all nullable columns.
"""

from __future__ import annotations

import datetime as dt
import decimal
import os
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pyarrow as pa
import pyarrow.parquet as pq

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

BATCHES: Final = 5
ROWS: Final = 40
BATCH_MINUTES: Final = 10
START: Final = dt.datetime(2026, 3, 1, 12, tzinfo=dt.UTC)
WORDS: Final = ("ash", "birch", "cedar", "élan", "", "a rather long word that does not fit into eight bytes", "fir", "木")

EVENTS: Final = pa.schema(
    [
        ("id", pa.int64()),
        ("word", pa.string()),
        ("number", pa.int32()),
        ("at", pa.timestamp("us", tz="UTC")),
        ("price", pa.decimal128(12, 2)),
        ("wide", pa.decimal128(30, 4)),
        ("day", pa.date32()),
        ("amount", pa.float64()),
        ("flag", pa.bool_()),
        ("bytes", pa.binary()),
        ("tiny", pa.int8()),
        ("small", pa.int16()),
        ("ratio", pa.float32()),
        ("local", pa.timestamp("us")),
        ("tags", pa.list_(pa.string())),
    ]
)


@dataclass(frozen=True, slots=True)
class Inputs:
    """The folders of the two sources, and the session that reads them."""

    spark: SparkSession
    folder: Path

    def events(self) -> DataFrame:
        """The stream that every job reads."""
        return self._stream("events")

    def answers(self) -> DataFrame:
        """The other side of joins; same columns."""
        return self._stream("answers")

    def _stream(self, name: str) -> DataFrame:
        static = self.spark.read.parquet(str(self.folder / name))
        return self.spark.readStream.schema(static.schema).option("maxFilesPerTrigger", 1).parquet(str(self.folder / name))


def rows(chance: random.Random, batch: int, count: int = ROWS) -> list[dict[str, object]]:
    """The rows of one batch."""
    return [_row(chance, batch, batch * count + i) for i in range(count)]


def _row(chance: random.Random, batch: int, number: int) -> dict[str, object]:
    at = START + dt.timedelta(minutes=BATCH_MINUTES * batch, microseconds=chance.randrange(BATCH_MINUTES * 60_000_000))
    cents = chance.randrange(-(10**7), 10**7)
    filled: dict[str, object] = {
        "word": chance.choice(WORDS),
        "number": chance.randrange(-3, 4),
        "price": decimal.Decimal(cents).scaleb(-2),
        "wide": decimal.Decimal(chance.choice((cents, cents * 10**18))).scaleb(-4),
        "day": dt.date(2026, 3, 1) + dt.timedelta(chance.randrange(-20000, 20000)),
        "amount": cents / 7,
        "flag": chance.random() < 0.5,
        "bytes": chance.randbytes(chance.randrange(12)),
        "tiny": chance.randrange(-128, 128),
        "small": chance.randrange(-(2**15), 2**15),
        "ratio": chance.randrange(-50, 50) / 8,
        "local": dt.datetime(2026, 3, 1) + dt.timedelta(hours=chance.randrange(-50, 50)),
        "tags": chance.choices(("x", "y", "long enough for a word more"), k=chance.randrange(3)),
    }
    return {"id": number, "at": at, **{name: None if chance.random() < 0.08 else value for name, value in filled.items()}}


def write_inputs(folder: Path, seed: int = 1, batches: int = BATCHES) -> None:
    """Both sources' files; a second of age apart, for Spark reads files in order of their age."""
    for source, name in enumerate(("events", "answers")):
        (folder / name).mkdir(parents=True)
        chance = random.Random(seed + source)
        for batch in range(batches):
            write_batch(folder / name / f"{batch:03}.parquet", rows(chance, batch), batch)


def write_batch(path: Path, found: Sequence[dict[str, object]], batch: int) -> None:
    """One file, as old as its batch says."""
    pq.write_table(pa.Table.from_pylist(list(found), schema=EVENTS), path)
    age_s = int(START.timestamp()) + batch
    os.utime(path, (age_s, age_s))
