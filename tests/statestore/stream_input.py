"""Input files of a stream, one per batch, and the queries over them."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession
    from pyspark.sql.streaming import DataStreamWriter, StreamingQuery

SCHEMA = "k string, n int, t timestamp"
AWAIT_S = 100


@dataclass
class Stream:
    """Input, root and checkpoints below *folder*."""

    spark: SparkSession
    folder: Path
    files: int = 0
    running: list[StreamingQuery] = field(default_factory=list)

    @property
    def root(self) -> str:
        return str(self.folder / "root")

    def add(self, *rows: tuple[str, int, str]) -> None:
        self.files += 1
        (self.folder / "in").mkdir(exist_ok=True)
        temporary = self.folder / "next.json"
        temporary.write_text("".join(json.dumps({"k": k, "n": n, "t": f"2013-01-01T{t}Z"}) + "\n" for k, n, t in rows))
        # Spark takes files in the order of their times.
        os.utime(temporary, (self.files, self.files))
        temporary.rename(self.folder / "in" / f"{self.files:05d}.json")

    def read(self) -> DataFrame:
        (self.folder / "in").mkdir(exist_ok=True)
        return self.spark.readStream.schema(SCHEMA).option("maxFilesPerTrigger", 1).json(str(self.folder / "in"))

    def read_all(self) -> DataFrame:
        return self.spark.read.schema(SCHEMA).json(str(self.folder / "in"))

    def start(self, writer: DataStreamWriter, mode: str, checkpoint: str = "checkpoint") -> StreamingQuery:
        query = writer.outputMode(mode).option("checkpointLocation", str(self.folder / checkpoint)).start()
        self.running.append(query)
        return query

    def run(self, writer: DataStreamWriter, mode: str, checkpoint: str = "checkpoint") -> StreamingQuery:
        """Everything there is, then stop."""
        query = self.start(writer.trigger(availableNow=True), mode, checkpoint)
        assert query.awaitTermination(AWAIT_S)
        return query


def counts(df: DataFrame) -> DataFrame:
    return df.groupBy("k").agg({"n": "sum", "*": "count"}).toDF("k", "rows", "total")


def rows_of(df: DataFrame) -> dict[Any, Any]:
    return {(row[0],): tuple(row) for row in df.collect()}


def add_three_days(stream: Stream) -> None:
    stream.add(("a", 1, "05:00:00"), ("b", 2, "05:10:00"), ("a", 3, "05:59:59"))
    stream.add(("c", 4, "06:30:00"), ("a", 5, "06:00:00"))
    stream.add(("b", 6, "07:30:00"))


Publish = Callable[..., Any]
