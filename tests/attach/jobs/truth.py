"""What is in a checkpoint, by Spark's own reader of state stores: every store and variable, at every batch.

A row is its values in the reader's order, the key's first, with structs taken apart. Rows are counted: a list's elements may
repeat.
"""

from __future__ import annotations

import datetime as dt
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, Row, SparkSession
    from pyspark.sql.types import DataType

#: How the timers of a processor are asked for; Spark keeps them in two column families.
TIMERS: Final = "timers"
#: What a join of a version of its state's format keeps in column families of one store.
_JOIN_ROWS: Final = {3: ("keyToNumValues", "keyWithIndexToValue"), 4: ("keyWithTsToValues",)}
_BATCH: Final = "_batch"
_PARTITION: Final = "partition_id"


@dataclass(frozen=True, slots=True)
class Source:
    """One thing that Spark's reader reads."""

    operator: int
    store: str = "default"
    #: A state variable's name, TIMERS, or nothing.
    variable: str = ""

    @property
    def options(self) -> dict[str, str]:
        """The reader's options."""
        options = {"operatorId": str(self.operator), "storeName": self.store}
        if self.variable == TIMERS:
            options["readRegisteredTimers"] = "true"
        elif self.variable:
            options |= {"stateVarName": self.variable, "flattenCollectionTypes": "true"}
        return options


#: (partition, values…) and how often it is there.
Rows = Counter[tuple[Any, ...]]


@dataclass(frozen=True)
class Truth:
    """One source at every batch."""

    columns: tuple[str, ...]
    rows: dict[int, Rows]


class SparkReader:
    """Spark's readers over one checkpoint."""

    def __init__(self, spark: SparkSession, checkpoint: Path, confs: Mapping[str, str]) -> None:
        """*confs* are the job's: the format of a checkpoint is not written in it everywhere."""
        self._session = spark.newSession()
        for name, value in confs.items():
            self._session.conf.set(name, value)
        self._checkpoint = str(checkpoint)

    def sources(self) -> list[Source]:
        """All that there is, by the reader of metadata."""
        rows = self._session.read.format("state-metadata").load(self._checkpoint).collect()
        return [source for row in rows for source in self._of_store(row)]

    def _of_store(self, row: Row) -> Iterator[Source]:
        properties = json.loads(row.operatorProperties or "{}")
        if properties.get("useVirtualColumnFamilies"):
            version = int(self._session.conf.get("spark.sql.streaming.join.stateFormatVersion", "2") or 2)
            yield from (Source(row.operatorId, f"{side}-{kind}") for side in ("left", "right") for kind in _JOIN_ROWS[version])
        elif "stateVariables" in properties:
            names = [variable["stateName"] for variable in properties["stateVariables"]]
            # Spark lists its timers beside the user's variables.
            yield from (Source(row.operatorId, row.stateStoreName, name) for name in names if not name.startswith("$"))
            if properties["timeMode"] != "NoTime":
                yield Source(row.operatorId, row.stateStoreName, TIMERS)
        else:
            yield Source(row.operatorId, row.stateStoreName)

    def read(self, source: Source, batch: int) -> DataFrame:
        """One source at one batch."""
        reader = self._session.read.format("statestore").option("batchId", batch)
        for name, value in source.options.items():
            reader = reader.option(name, value)
        return reader.load(self._checkpoint)

    def truth(self, source: Source, batches: Iterable[int]) -> Truth:
        """All rows at all these batches, in one job of Spark's."""
        from pyspark.sql import functions as F  # noqa: N812

        frames = [self.read(source, batch).withColumn(_BATCH, F.lit(batch)) for batch in batches]
        fields = [field for field in frames[0].schema.fields if field.name not in (_PARTITION, _BATCH)]
        rows: dict[int, Rows] = {batch: Counter() for batch in batches}
        together = reduce(lambda a, b: a.union(b), frames)
        for row in together.select(_BATCH, _PARTITION, *(field.name for field in fields)).collect():
            values = (value for field, root in zip(fields, row[2:], strict=True) for value in _leaves(root, field.dataType))
            rows[row[0]][(row[1], *values)] += 1
        return Truth(tuple(name for field in fields for name in _leaf_names(field.name, field.dataType)), rows)


def _leaf_names(path: str, data_type: DataType) -> Iterator[str]:
    if getattr(data_type, "fields", None) is None:
        yield path
        return
    for field in data_type.fields:
        yield from _leaf_names(f"{path}.{field.name}", field.dataType)


def _leaves(value: Any, data_type: DataType) -> Iterator[Any]:
    """A struct that is NULL has NULL leaves."""
    if getattr(data_type, "fields", None) is None:
        yield _plain(value, data_type)
        return
    for i, field in enumerate(data_type.fields):
        yield from _leaves(None if value is None else value[i], field.dataType)


def _plain(value: Any, data_type: DataType) -> Any:
    """Spark's Python gives instants in the machine's own time zone, without saying so."""
    if value is not None and data_type.typeName() == "timestamp":
        return value.astimezone(dt.UTC)
    return plain(value)


def plain(value: Any) -> Any:
    """A value that can be compared and counted."""
    match value:
        case list() | tuple():
            return tuple(map(plain, value))
        case dict():
            return tuple(sorted((plain(k), plain(v)) for k, v in value.items()))
        case float() if value != value:
            return "NaN"
        case bytearray():
            return bytes(value)
        case _:
            return value
